"""Random Final Deathweek records that are valid line by line."""

import random
from typing import Any

from companion.games.final_deathweek.moves import COLORS
from companion.games.final_deathweek.state import Day, State, chains, counters_of, events_left, open_days, row_of
from companion.games.final_deathweek.state import seat_order as order_of
from companion.games.game import Ask
from tests.reference.corrector import Lines
from tests.reference.record_maker import RecordMaker

Event = dict[str, Any]


def games(seed: int) -> dict[str, Any]:
    """A random valid record."""
    rng = random.Random(seed)
    seats = rng.choice([2, 3, 3, 4])
    return DeathweekMaker(rng, seats, some_options(rng, seats)).made()


def some_options(rng: random.Random, seats: int) -> dict[str, Any]:
    """Options that differ from the defaults, if any."""
    drawn = {
        "counter_limit": rng.choice([None, None, None, 1, 2, 3, 4, 6, 7, 8, 9, 9, 9]),
        "break_removes": rng.choice([None, None, 2, 3]),
        "last_day": rng.choice([None, "any", "any"]),
        "scoring": rng.choice([None, "each", "each", "team"]),
        "chain_scored": rng.choice([None, "running"]),
        "days": rng.choice([None, None, 3, 4, 5, 6]),
        "leader": rng.choice([None, *range(1, seats)]),
    }
    return {option: value for option, value in drawn.items() if value is not None}


class DeathweekMaker(RecordMaker):
    """Plays to survive, more or less: a week that nobody cares about is over on its first days."""

    SLUG = "final-deathweek"
    WHY = ("house rule", "forgotten", "fell down the stairs")
    leaves = 0.3

    def __init__(self, rng: random.Random, seats: int, options: dict[str, Any]) -> None:
        super().__init__(rng, seats, options)
        self.in_order = rng.random() < 0.4
        self.scheduled = rng.choice([0, 0.03, 0.3])
        self.care = rng.choice([0.95, 0.99, 1, 1])  # how often nobody is killed who need not be
        self.luck = rng.choice([1, 1, 2])  # the more, the more counters are taken
        self.doom = rng.choice(["", "", "killed", "hurt"])  # what comes over all on the last day
        self.order = rng.choice([0.2, 0.6, 0.95])  # how often a number goes on with the chain
        self.telling = rng.choice([0, 0, 0, 0.2, 3])  # how often an event is not shown, but only what it did

    def go_on(self) -> None:
        hurting = self.table.state.number == self.table.state.options.days and self.doom == "hurt"
        self.adjusts, self.corrects = (0.2, 0.05) if hurting else (0.025, 0.045)
        super().go_on()

    # How likely an ask is answered

    def weight(self, state: State, ask: Ask) -> float:
        match ask.move:
            case "redeal":
                return 0.25 if state.solid.count(None) == 1 and len(set(state.solid)) == 2 else 0.03
            case "schedule":
                return self.scheduled if None in (state.schedule[day - 1] for day in open_days(state)) else 0.01
            case "expose":
                return 0.1
            case "outcome":
                return self.weight_of_outcome(state, ask)
        if ask.move == "break" and state.today is None:
            return self.telling / 24
        if ask.seat is None or state.today is None:
            return 1
        return self.weight_of_day(state, state.today, ask.seat, ask)

    def weight_of_outcome(self, state: State, ask: Ask) -> float:
        """Before the week seldom, unless no solid killers are told at this table."""
        if state.today is None:
            return 0 if "died" in ask.given else self.telling / 12
        idle = [seat for seat in order_of(state.today, state.seats) if not state.today.acted[seat]]
        if self.in_order and ask.seat != idle[0]:
            return 0
        if "died" in ask.given:
            doomed = state.number == state.options.days and self.doom == "killed"
            return (0.02 + doomed) * (1.01 - self.care + doomed) if self.telling or state.only_outcomes else 0
        return 1 if state.only_outcomes else self.telling

    def weight_of_day(self, state: State, today: Day, seat: int, ask: Ask) -> float:
        """Events of a known schedule, and killers beside an exposed one, are asked for one by one."""
        if ask.move == "killers":
            own = {state.solid[seat], *ask.given.get("colors", ())}
            deadly = ask.given and self.kills(today.taken[seat], own)
            return (0.5 if ask.optional else 1) * (1.001 - self.care if deadly else 1) / (5 if ask.given else 1)
        idle = [other for other in order_of(today, state.seats) if not today.acted[other]]
        if self.in_order and seat != idle[0]:
            return 0
        if ask.move == "break":
            return self.eagerness(state, today, seat) / 2
        left = events_left(state)
        if left is None:
            return 1
        deadly = set(ask.given["colors"]) <= {state.solid[seat], today.exposed[seat]} and ask.given["colors"]
        return (1.01 - self.care if deadly else 1) / len(left)

    def eagerness(self, state: State, today: Day, seat: int) -> float:
        """A break is taken mostly not; at the limit gladly."""
        at_limit = counters_of(state)[seat] + 1 >= state.options.counter_limit > 1
        return 9 if at_limit else 0.04 + 0.3 * any(today.broke)

    @staticmethod
    def kills(event: Any, own: set[str | None]) -> bool:
        """Whether an event kills who has these killers."""
        return event is not None and bool(event.colors) and set(event.colors) <= own

    # With what

    def filled(self, state: State, ask: Ask) -> dict[str, Any]:
        match ask.move:
            case "solid":
                dealt = [color for color in state.solid if color in ask.choices["color"]]
                return {"color": self.rng.choice(dealt * 2 + ask.choices["color"])}
            case "schedule":
                return self.some_schedule(state)
            case "take" if not ask.given and ask.seat is not None and state.today is not None:
                return self.some_event_for(state, state.today, ask.seat)
            case "outcome" if ask.seat is not None:
                return self.some_outcome(state, ask, ask.seat)
            case "killers" if not ask.given and ask.seat is not None and state.today is not None:
                return {"colors": self.some_killers(state, state.today, ask.seat)}
            case "break" if not ask.choices and events_left(state) is None and self.rng.random() < 0.4:
                return {"event": self.some_event()}
        return {}

    def answered(self, state: State, ask: Ask) -> dict[str, Any]:
        """The colours of an event, and the killers, come in any order."""
        answer = super().answered(state, ask)
        for holder in (answer, answer.get("event", {})):
            if "colors" in holder:
                holder["colors"] = self.rng.sample(holder["colors"], len(holder["colors"]))
        return answer

    def some_event(self) -> Event:
        count = self.rng.choice([0, 1, 1, 2, 2, 2, 3, 3])
        return {"colors": self.rng.sample(COLORS, count), "number": self.rng.randint(1, 16)}

    def some_schedule(self, state: State) -> dict[str, Any]:
        """Mostly of the next day that has none; seldom with the same event twice."""
        days = open_days(state)
        new = [day for day in days if state.schedule[day - 1] is None]
        events = [self.some_event() for _ in self.seats]
        if self.rng.random() < 0.1:
            events[0] = dict(events[-1])
        return {"day": self.rng.choice([*new[:1], self.rng.choice(new or days)]), "events": events}

    def some_event_for(self, state: State, today: Day, seat: int) -> Event:
        """An event that does not kill for certain, and often goes on with the chain."""
        own = {state.solid[seat], today.exposed[seat]}
        events = [self.some_event() for _ in range(16)]
        wise = [event for event in events if not event["colors"] or set(event["colors"]) - own]
        events = wise if wise and self.rng.random() < self.care else events
        row = row_of(state, seat)
        if row and self.rng.random() < self.order:
            fitting = [event for event in events if len(chains((*row, event["number"]))) == len(chains(row))]
            # Not too far at once, or the week is longer than the numbers.
            near = sorted(fitting, key=lambda event: abs(event["number"] - row[-1]))
            events = near[: len(near) // 2 + 1] or events
        event = self.rng.choice(events)
        return event | ({"number": row[-1]} if row and self.rng.random() < 0.15 else {})

    def some_outcome(self, state: State, ask: Ask, seat: int) -> dict[str, Any]:
        """A number that often goes on with the chain, and mostly no more colours than somebody survives."""
        row, numbers = row_of(state, seat), ask.choices["number"]
        free = range(1, 17) if isinstance(numbers, dict) else numbers
        fitting = [number for number in free if row and len(chains((*row, number))) == len(chains(row))]
        near = sorted(fitting, key=lambda number: abs(number - row[-1]))[:3]
        number = self.rng.choice(near if near and self.rng.random() < self.order else list(free))
        if "matched" not in ask.choices:
            return {"number": number}
        hurting = state.number == state.options.days and self.doom == "hurt"
        return {"number": number, "matched": 2 if hurting else self.rng.choice([0, 0, 0, 1, 1, 2])}

    def some_killers(self, state: State, today: Day, seat: int) -> list[str]:
        """Mostly such as do not kill, or not much; on the last day of some weeks, such as do."""
        event, rng = today.taken[seat], self.rng
        hands: list[list[str]] = [[rng.choice(COLORS), rng.choice(COLORS)] for _ in range(12)]
        if event is None or rng.random() > self.care:
            return hands[0]

        def harm(hand: list[str]) -> tuple[bool, int]:
            own = {state.solid[seat], *hand}
            return self.kills(event, own), len(set(event.colors) & own)

        if state.number == state.options.days and self.doom:
            return max(hands, key=lambda hand: (harm(hand)[0] == (self.doom == "killed"), harm(hand)[1]))
        noise = iter([rng.random() * self.luck for _ in hands])
        return min(hands, key=lambda hand: (harm(hand)[0], harm(hand)[1] + next(noise)))

    def some_adjust(self) -> dict[str, Any]:
        adjust, state = super().some_adjust(), self.table.state
        limit = state.options.counter_limit
        idle = [seat for seat in self.seats if state.today is not None and not state.today.acted[seat]]
        by = self.rng.choice([-3, -2, -2, -1, -1, 1, 1, 2, limit, limit + 3])
        return adjust | {"by": by} | ({"seat": self.rng.choice(idle)} if idle else {})

    # Corrections

    def kinds(self) -> list:
        more = [self.other_number, self.other_colors, self.break_or_take, self.other_solid]
        return [*super().kinds(), *more, *[self.newest_killers] * 4]

    def other_number(self) -> Lines | None:
        spot = self.spot("take", "outcome")
        return [self.reads(spot, spot.move | {"number": self.rng.randint(1, 16)})] if spot else None

    def other_colors(self) -> Lines | None:
        spot = self.spot("take")
        return [self.reads(spot, spot.move | {"colors": self.some_event()["colors"]})] if spot else None

    def other_solid(self) -> Lines | None:
        spot = self.spot("solid")
        return [self.reads(spot, spot.move | {"color": self.rng.choice(COLORS)})] if spot else None

    def newest_killers(self) -> Lines | None:
        """Somebody looked at the wrong cards at the last reveal."""
        shown = [spot for spot in self.spots if spot.move["move"] == "killers"][-len(self.seats) :]
        spot = self.rng.choice(shown) if shown else None
        return [self.reads(spot, spot.move | {"colors": self.rng.choices(COLORS, k=2)})] if spot else None

    def break_or_take(self) -> Lines | None:
        """A break that was a take, with its killers; or a take whose seat broke, and has shown nothing."""
        spot = self.spot("break", "take")
        if not spot:
            return None
        seat = spot.move["seat"]
        if spot.move["move"] == "break":
            take = {"move": "take", "seat": seat} | self.some_event()
            killers = {"move": "killers", "seat": seat, "colors": self.rng.choices(COLORS, k=2)}
            return [self.reads(spot, take, killers)]
        shown = [other for other in self.spots if other.move["move"] == "killers" and other.move["seat"] == seat]
        after = [other for other in shown if other.line > spot.line]
        return [self.reads(spot, {"move": "break", "seat": seat}), *(self.reads(other) for other in after[:1])]
