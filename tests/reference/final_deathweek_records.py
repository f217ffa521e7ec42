"""Random Final Deathweek records that are valid line by line, and what occurs in them."""

import random
from typing import Any

from tests.reference.final_deathweek import LAST_DAY, chains, happen, opened, score, total, with_defaults
from tests.reference.record_maker import Corrector, claim, correction_features, moment_features, seen, with_all
from tests.reference.sheet import final_sheet

PEOPLE = ["Ann", "Bo", "Cy", "Di"]
COLORS = ["red", "blue", "yellow", "black", "green"]
WHY = ["house rule", "forgotten", "fell down the stairs"]

FEATURES = frozenset(
    {
        *("seats=2", "seats=3", "seats=4"),
        *("option:counter_limit=1", "option:counter_limit=less", "option:counter_limit=5", "option:counter_limit=more"),
        *("option:counter_limit=9", "option:break_removes=1", "option:break_removes=2", "option:break_removes=3"),
        *("option:last_day=all", "option:last_day=any"),
        *("option:scoring=none", "option:scoring=each", "option:scoring=team"),
        *("option:chain_scored=longest", "option:chain_scored=running", "option:leader=0", "option:leader=other"),
        *("move:solid", "move:redeal", "move:schedule", "move:expose", "move:take", "move:break", "move:killers"),
        *("move:correct", "move:adjust", "move:stop"),
        # setup and schedule
        *("redeal of what was nearly all equal", "two solid killers alike", "all but one solid killer alike"),
        *("schedule during setup", "schedule of a later day", "schedule replaced", "twice the same event in a day"),
        *("take of a scheduled event", "take in another order of colours", "break of a scheduled event"),
        *("break of a scheduled day without its event", "break that names an event of an unknown day"),
        # the order of a day
        *("leader takes first", "order of the book", "killers before all have taken", "killers backwards"),
        *("expose", "exposed and taken", "expose after the take", "expose after the break", "expose after the killers"),
        *("unexposable", "unexposable while leading", "seat exposed again after a day barred"),
        # events and killers
        *("event of no colour", "event of one colour", "event of two colours", "event of three colours"),
        *("twins in hand", "killer like the solid one", "three killers of one colour"),
        *("matched=0", "matched=1", "matched=2", "killed by one colour", "killed by two", "killed by three"),
        # breaks
        *("break", "break without a counter", "break with fewer counters than it removes", "break of several counters"),
        *(
            "break on day 1",
            "break on day 7",
            "all break on one day",
            "no break in a whole week",
            "break while leading",
        ),
        *("counter below 0 kept by a break", "saved by a break from the limit"),
        # chains
        *("chain held rising", "chain held falling", "chain held level", "chain broken", "chain broken twice running"),
        *("chain held after it broke", "direction open until a check", "check of two numbers", "equal inside a rise"),
        *("whole week in one chain", "running shorter than longest", "failure on day 7", "no check for who broke"),
        *("all fail on one day",),
        # dying
        *("died on day 1", "died on day 3 or later", "two died together", "counters entered on a fatal reveal"),
        *("at the limit on a fatal reveal", "row would break on a fatal reveal", "died at the limit"),
        *("broke and died at the limit", "died at the limit by an adjust", "two at the limit together"),
        *("over the limit", "lost on the last day", "lost on the last day though one would be enough"),
        *("lost before the last day though one is enough then", "won though somebody died on the reveal"),
        *("won though somebody died at the limit", "died and scored"),
        # points
        *("won", "lost", "chain of 2 paid", "chain of 3 paid", "chain of 4 paid", "chain of 5 paid", "chain of 6 paid"),
        *("chain of 7 paid", "no counters at the end", "minus points", "points below 0"),
        *("tie for first place", "longest or running matters", "alone or as a team matters"),
        # by hand, to the end, and corrected
        *("adjust during setup", "adjust of points", "adjust after the end", "adjust after the stop"),
        *("adjust over the limit goes unseen today", "points adjusted before they are counted"),
        *("finished", "unfinished", "unfinished during setup", "stopped", "stopped during setup", "stop taken back"),
        *("correction", "strike", "insertion in the middle", "line corrected twice", "two lines in one correction"),
        *("undo", "undo of an undo", "correction after the end", "correction after the stop"),
        *("back in the middle", "outcome corrected", "winners corrected", "ended by a correction", "points corrected"),
        "correction of setup",
    }
)


# The table


def event_of(said: dict) -> tuple[frozenset, int]:
    """An event as it is compared."""
    return frozenset(said["colors"]), said["number"]


class Table:
    """What decides which moves fit next: the scorer's table, and what it may forget: schedule and exposed killers."""

    def __init__(self, record: dict):
        self.told = opened(len(record["seats"]), with_defaults(record))
        self.seats = range(len(record["seats"]))
        self.schedules: dict[int, list] = {}
        self.exposed: dict[int, str] = {}
        self.turned: list = []

    def __getattr__(self, name: str) -> Any:
        return self.told[name]

    @property
    def over(self) -> bool:
        return self.outcome != "playing" and not self.stopped

    @property
    def today(self) -> list | None:
        """The events of the day that are still there, or nothing where no schedule is known."""
        if self.day not in self.schedules:
            return None
        left = list(self.schedules[self.day])
        for colors, number in [*self.takes.values(), *self.turned]:
            left.remove((frozenset(colors), number))
        return left

    def idle(self) -> list[int]:
        """Who has neither taken nor broken today."""
        return [seat for seat in self.seats if seat not in self.takes and seat not in self.broke]

    def put(self, move: dict) -> None:
        """Take a move, or say that it does not fit."""
        claim(not self.stopped or move["move"] == "adjust")
        claim(self.outcome == "playing" or move["move"] == "adjust")
        getattr(self, "claim_" + move["move"])(move)
        day = self.day
        happen(self.told, move)
        if self.day != day:
            self.exposed, self.turned = {}, []

    def claim_solid(self, move: dict) -> None:
        claim(self.day == 0 and self.solid[move["seat"]] is None)
        claim(self.solid.count(None) > 1 or self.solid.count(move["color"]) < len(self.seats) - 1)

    def claim_redeal(self, move: dict) -> None:
        # Stricter than the rules: there must be something to forget.
        claim(self.day == 0 and any(self.solid))

    def claim_schedule(self, move: dict) -> None:
        claim(len(move["events"]) == len(self.seats))
        claim(move["day"] > self.day or (move["day"] == self.day and len(self.idle()) == len(self.seats)))
        self.schedules[move["day"]] = [event_of(event) for event in move["events"]]

    def claim_expose(self, move: dict) -> None:
        seat = move["seat"]
        claim(self.day > 0 and seat != self.leader and seat not in self.failed and seat not in self.exposed)
        claim(move["color"] in self.killers.get(seat, COLORS))
        self.exposed[seat] = move["color"]

    def claim_take(self, move: dict) -> None:
        claim(self.day > 0 and move["seat"] in self.idle())
        claim(self.today is None or event_of(move) in self.today)

    def claim_break(self, move: dict) -> None:
        claim(self.day > 0 and move["seat"] in self.idle() and move["seat"] not in self.spent)
        if "event" in move and self.today is not None:
            claim(event_of(move["event"]) in self.today)
            self.turned.append(event_of(move["event"]))

    def claim_killers(self, move: dict) -> None:
        seat = move["seat"]
        claim(seat in self.takes and seat not in self.killers)
        claim(self.exposed.get(seat, move["colors"][0]) in move["colors"])

    def claim_adjust(self, move: dict) -> None:
        claim(move["track"] == "death_counters" or self.options["scoring"] != "none")

    def claim_stop(self, move: dict) -> None:
        claim(not self.over)


# The moves


def games(seed: int) -> dict:
    """A random valid record."""
    rng = random.Random(seed)
    seats = rng.choice([2, 3, 3, 4])
    record = {
        "format": 1,
        "game": "final-deathweek",
        "seats": PEOPLE[:seats],
        "options": some_options(rng, seats),
        "moves": [],
    }
    Scribe(rng, record).play()
    return record


def some_options(rng: random.Random, seats: int) -> dict:
    """Options that differ from the defaults, if any."""
    drawn = {
        "counter_limit": rng.choice([None, None, None, 1, 2, 3, 4, 6, 7, 8, 9, 9, 9]),
        "break_removes": rng.choice([None, None, 2, 3]),
        "last_day": rng.choice([None, "any", "any"]),
        "scoring": rng.choice([None, "each", "each", "team"]),
        "chain_scored": rng.choice([None, "running"]),
        "leader": rng.choice([None, *range(1, seats)]),
    }
    return {option: value for option, value in drawn.items() if value is not None}


class Scribe(Corrector[Table]):
    """Writes down what happens at a random table."""

    def __init__(self, rng: random.Random, record: dict):
        super().__init__(rng, record["moves"], lambda sheet: with_all(Table(record), sheet))
        self.record = record
        self.table = Table(record)
        self.in_order = rng.random() < 0.4
        self.scheduled = rng.choice([0, 0.1, 0.6])
        self.care = rng.choice([0.95, 0.99, 1, 1])  # how often nobody is killed who need not be
        self.luck = rng.choice([1, 1, 2])  # the more, the more counters are taken
        self.doom = rng.choice(["", "", "killed", "hurt"])  # what comes over all on the last day
        self.order = rng.choice([0.2, 0.6, 0.95])  # how often a number goes on with the chain

    def play(self) -> None:
        """Mostly to the end and a little further, sometimes only up to some line."""
        fate = self.rng.choices(["finish", "leave", "stop"], [6, 1, 1.5])[0]
        enough = self.rng.choice([self.rng.randint(0, 5), self.rng.randint(5, 60)])
        self.play_on(fate, enough, 0.3)

    def go_on(self) -> None:
        """Mostly what is asked next."""
        chance = self.rng.random()
        hurting = self.table.day == LAST_DAY and self.doom == "hurt"
        if chance < (0.2 if hurting else 0.025):
            self.put(self.some_adjust())
        elif chance < (0.25 if hurting else 0.07):
            self.correct()
        else:
            self.put(self.some_asked())

    def afterwards(self) -> None:
        """What may still be written once the game is over or broken off."""
        if self.rng.random() < 0.3:
            self.put(self.some_adjust())
        else:
            self.correct()

    def some_asked(self) -> dict:
        """One of the moves that bring the game on."""
        schedule = self.some_schedule()
        if schedule:
            return schedule
        if self.table.day == 0:
            return self.some_setup()
        if self.in_order:
            return self.day_moves()[0]
        return self.rng.choice(self.day_moves())

    def some_setup(self) -> dict:
        """A solid killer, often like the others; sometimes all is dealt again."""
        table, rng = self.table, self.rng
        known = [color for color in table.solid if color]
        missing = [seat for seat in table.seats if table.solid[seat] is None]
        alike = len(missing) == 1 and len(set(known)) == 1
        if known and rng.random() < (0.5 if alike else 0.05):
            return {"move": "redeal"}
        colors = known * 2 + COLORS if not alike else [color for color in COLORS if color not in known]
        return {"move": "solid", "seat": rng.choice(missing), "color": rng.choice(colors)}

    def some_schedule(self) -> dict | None:
        """A schedule of today or a later day, where it may still come and has not; seldom once more."""
        table, rng = self.table, self.rng
        if rng.random() > self.scheduled:
            return None
        first = table.day + (table.day == 0 or len(table.idle()) < len(table.seats))
        days = [
            day for day in range(first, LAST_DAY + 1) if day not in table.schedules or rng.random() < 0.01 * LAST_DAY
        ]
        if not days:
            return None
        events = [self.some_event() for _ in table.seats]
        if rng.random() < 0.1:
            events[0] = dict(events[-1])
        return {"move": "schedule", "day": rng.choice([days[0], rng.choice(days)]), "events": events}

    def some_event(self) -> dict:
        count = self.rng.choice([0, 1, 1, 2, 2, 2, 3, 3])
        return {"colors": self.rng.sample(COLORS, count), "number": self.rng.randint(1, 16)}

    def day_moves(self) -> list[dict]:
        """What may come next in a day; where the table keeps order, the first comes first."""
        table, rng = self.table, self.rng
        left = [(table.leader + step) % len(table.seats) for step in range(1, len(table.seats) + 1)]
        moves = [
            {"move": "expose", "seat": seat, "color": rng.choice(table.killers.get(seat, COLORS))}
            for seat in left[:-1]
            if seat not in table.exposed and seat not in table.failed and rng.random() < 0.15
        ]
        idle = [seat for seat in left if seat in table.idle()]
        doing = [self.some_break(seat) or self.some_take(seat) for seat in (idle[:1] if self.in_order else idle)]
        showing = [self.some_killers(seat) for seat in left if seat in table.takes and seat not in table.killers]
        return moves + doing + showing

    def some_break(self, seat: int) -> dict | None:
        """Mostly not; at the limit gladly."""
        table, rng = self.table, self.rng
        counters = total(table.told, seat, "death_counters")
        eager = 0.9 if counters + 1 >= table.options["counter_limit"] > 1 else 0.04 + 0.2 * bool(table.broke)
        if seat in table.spent or rng.random() > eager:
            return None
        move = {"move": "break", "seat": seat}
        if rng.random() < 0.5:
            move["event"] = self.shuffled(rng.choice(table.today)) if table.today else self.some_event()
        return move

    def shuffled(self, event: tuple[frozenset, int]) -> dict:
        """An event of the schedule, its colours in any order."""
        colors = sorted(event[0])
        self.rng.shuffle(colors)
        return {"colors": colors, "number": event[1]}

    def some_take(self, seat: int) -> dict:
        """An event of the day; where no schedule is known, often one that goes on with the chain."""
        if self.table.today is not None:
            return {"move": "take", "seat": seat} | self.shuffled(self.rng.choice(self.wise(seat, self.table.today)))
        wise = self.wise(seat, [event_of(self.some_event()) for _ in range(16)])
        events = [self.shuffled(event) for event in wise]
        row = self.table.rows[seat]
        fitting = [event for event in events if len(chains([*row, event["number"]])) <= max(len(chains(row)), 1)]
        if fitting and self.rng.random() < self.order:
            events = fitting
            if row:  # not too far at once, or the week is longer than the numbers
                events = sorted(fitting, key=lambda event: abs(event["number"] - row[-1]))[: len(fitting) // 2 + 1]
        event = self.rng.choice(events)
        if row and self.rng.random() < 0.15:
            event = event | {"number": row[-1]}
        return {"move": "take", "seat": seat} | event

    def wise(self, seat: int, events: list[tuple[frozenset, int]]) -> list[tuple[frozenset, int]]:
        """The events that do not kill for certain, unless there are no others or nobody cares."""
        known = {self.table.solid[seat], self.table.exposed.get(seat)}
        wise = [event for event in events if not event[0] or event[0] - known]
        return wise if wise and self.rng.random() < self.care else events

    def some_killers(self, seat: int) -> dict:
        """Two killers, one of which is exposed if one is; mostly such as do not kill, or not much."""
        table, rng = self.table, self.rng
        colors, _ = table.takes[seat]
        hands = [[table.exposed.get(seat) or rng.choice(COLORS), rng.choice(COLORS)] for _ in range(12)]
        harm = [len(colors & {table.solid[seat], *hand}) for hand in hands]
        deadly = [bool(colors) and harm[at] == len(colors) for at in range(len(hands))]
        best = min(range(len(hands)), key=lambda at: (deadly[at], harm[at] + rng.random() * self.luck))
        if table.day == LAST_DAY and self.doom:
            best = max(range(len(hands)), key=lambda at: (deadly[at] == (self.doom == "killed"), harm[at]))
        hand = hands[best] if rng.random() < self.care else hands[0]
        rng.shuffle(hand)
        return {"move": "killers", "seat": seat, "colors": hand}

    def some_adjust(self) -> dict:
        tracks = ["death_counters"] if self.table.options["scoring"] == "none" else ["death_counters", "points"]
        limit = self.table.options["counter_limit"]
        return {
            "move": "adjust",
            "seat": self.rng.choice(self.table.idle() or self.table.seats),
            "track": self.rng.choice(tracks),
            "by": self.rng.choice([-3, -2, -2, -1, -1, 1, 1, 2, limit, limit + 3]),
            "why": self.rng.choice(WHY),
        }

    # Corrections

    def correct(self) -> None:
        """Draw corrections until one fits; an empty sheet has none."""
        kinds = [
            *(self.another_number, self.another_number, self.other_colors, self.other_killers, self.other_killers),
            *(self.other_solid, self.strike, self.strike, self.insert, self.insert, self.swap, self.break_or_take),
            *(self.undo, self.undo, self.take_back, self.put_back, *[self.newest_killers] * 3),
        ]
        self.correct_by(kinds)

    def another_number(self) -> list | None:
        spot = self.spot("take")
        return spot and [self.reads(spot, spot[2] | {"number": self.rng.randint(1, 16)})]

    def other_colors(self) -> list | None:
        spot = self.spot("take")
        return spot and [self.reads(spot, spot[2] | {"colors": self.some_event()["colors"]})]

    def other_killers(self) -> list | None:
        spot = self.spot("killers")
        return spot and [self.reads(spot, spot[2] | {"colors": self.rng.choices(COLORS, k=2)})]

    def newest_killers(self) -> list | None:
        """Somebody looked at the wrong cards at the last reveal."""
        shown = [spot for spot in self.spots if spot[2]["move"] == "killers"][-len(self.table.seats) :]
        spot = self.rng.choice(shown) if shown else None
        return spot and [self.reads(spot, spot[2] | {"colors": self.rng.choices(COLORS, k=2)})]

    def other_solid(self) -> list | None:
        spot = self.spot("solid")
        return spot and [self.reads(spot, spot[2] | {"color": self.rng.choice(COLORS)})]

    def strike(self) -> list | None:
        spot = self.spot("adjust", "expose", "schedule", "stop", "redeal")
        return spot and [self.reads(spot)]

    def insert(self) -> list | None:
        """A forgotten adjust, expose or schedule anywhere."""
        spot = self.spot("solid", "take", "break", "killers", "adjust", "expose")
        if not spot:
            return None
        forgotten = [
            self.some_adjust(),
            {"move": "expose", "seat": self.rng.choice(self.table.seats), "color": self.rng.choice(COLORS)},
            {
                "move": "schedule",
                "day": self.rng.randint(1, LAST_DAY),
                "events": [self.some_event() for _ in self.table.seats],
            },
        ]
        both = [spot[2], self.rng.choice(forgotten)]
        self.rng.shuffle(both)
        return [self.reads(spot, *both)]

    def swap(self) -> list | None:
        """Two takes, or two hands of killers, that were reported the wrong way round."""
        kind = self.rng.choice(["take", "killers"])
        one, two = self.spot(kind), self.spot(kind)
        if not one or not two or one[0] == two[0]:
            return None
        return [
            self.reads(one, two[2] | {"seat": one[2]["seat"]}),
            self.reads(two, one[2] | {"seat": two[2]["seat"]}),
        ]

    def break_or_take(self) -> list | None:
        """A break that was a take, with its killers; or a take whose seat broke, and has shown nothing."""
        spot = self.spot("break", "take")
        if not spot:
            return None
        seat = spot[2]["seat"]
        if spot[2]["move"] == "break":
            take = {"move": "take", "seat": seat} | self.some_event()
            killers = {"move": "killers", "seat": seat, "colors": self.rng.choices(COLORS, k=2)}
            return [self.reads(spot, take, killers)]
        shown = [other for other in self.spots if other[2]["move"] == "killers" and other[2]["seat"] == seat]
        after = [other for other in shown if other[:2] > spot[:2] and other[0] != spot[0]]
        return [self.reads(spot, {"move": "break", "seat": seat}), *(self.reads(other) for other in after[:1])]


# What occurs


def features(record: dict) -> set[str]:
    """What occurs in a record."""
    return set().union(
        option_features(record),
        sheet_features(record),
        end_features(record),
        moment_features(score, record),
        outcome_features(record),
        correction_features(record["moves"]),
    )


def option_features(record: dict) -> set[str]:
    options = with_defaults(record)
    limit = options["counter_limit"]
    return {
        f"seats={len(record['seats'])}",
        f"option:counter_limit={limit if limit in (1, 5, 9) else 'less' if limit < 5 else 'more'}",
        f"option:break_removes={options['break_removes']}",
        f"option:last_day={options['last_day']}",
        f"option:scoring={options['scoring']}",
        f"option:chain_scored={options['chain_scored']}",
        f"option:leader={'other' if options['leader'] else 0}",
    }


def sheet_features(record: dict) -> set[str]:
    """What a table meets on its way through the corrected sheet."""
    table = Table(record)
    names = {"move:correct" for move in record["moves"] if move["move"] == "correct"}
    exposed: dict[int, list[int]] = {seat: [] for seat in table.seats}
    barred: set[int] = set()
    done: list[dict] = []
    for move in final_sheet(record["moves"]):
        names |= {f"move:{move['move']}"} | move_features(table, move, done)
        if move["move"] == "expose":
            exposed[move["seat"]].append(table.day)
            names |= seen({"seat exposed again after a day barred": move["seat"] in barred})
        before = snapshot(table)
        table.put(move)
        done.append(move)
        if len(table.days) > len(before["days"]):
            names |= day_features(table, before, done)
            barred |= set(table.failed)
            done = []
    return names


def snapshot(table: Table) -> dict:
    """What the judging of a day does away with."""
    kept = ("day", "leader", "days", "takes", "broke", "killers", "failed", "ledger", "rows")
    copied = {name: getattr(table, name).copy() for name in kept if name not in ("day", "leader", "rows")}
    return copied | {"day": table.day, "leader": table.leader, "rows": [row.copy() for row in table.rows]}


def move_features(table: Table, move: dict, done: list[dict]) -> set[str]:
    """What is to be said of a move that is about to be taken; `done` came before it on the same day."""
    seat = move.get("seat")
    match move["move"]:
        case "solid" | "redeal":
            return setup_features(table, move)
        case "schedule":
            return seen(
                {
                    "schedule during setup": table.day == 0,
                    "schedule of a later day": move["day"] > max(table.day, 1),
                    "schedule replaced": move["day"] in table.schedules,
                    "twice the same event in a day": len({event_of(event) for event in move["events"]})
                    < len(table.seats),
                }
            )
        case "expose":
            return {"expose"} | seen(
                {
                    "expose after the take": seat in table.takes and seat not in table.killers,
                    "expose after the break": seat in table.broke,
                    "expose after the killers": seat in table.killers,
                }
            )
        case "take":
            ordered = [tuple(event["colors"]) for said in done for event in said.get("events", ())]
            first = not table.takes and not table.broke
            return {("event of no colour", *EVENTS)[len(move["colors"])]} | seen(
                {
                    "take of a scheduled event": table.day in table.schedules,
                    "take in another order of colours": table.day in table.schedules
                    and bool(ordered)
                    and tuple(move["colors"]) not in ordered,
                    "leader takes first": first and seat == table.leader,
                    "exposed and taken": seat in table.exposed,
                }
            )
        case "break":
            return break_features(table, move)
        case "killers":
            hand = move["colors"]
            return seen(
                {
                    "killers before all have taken": bool(table.idle()),
                    "twins in hand": hand[0] == hand[1],
                    "killer like the solid one": table.solid[seat] in hand,
                    "three killers of one colour": {*hand, table.solid[seat]} == {hand[0]},
                }
            )
        case "adjust":
            return adjust_features(table, move)
    return set()


EVENTS = ("event of one colour", "event of two colours", "event of three colours")


def setup_features(table: Table, move: dict) -> set[str]:
    known = [color for color in table.solid if color]
    if move["move"] == "redeal":
        nearly = len(known) == len(table.seats) - 1 and len(set(known)) == 1
        return seen({"redeal of what was nearly all equal": nearly})
    last = len(known) == len(table.seats) - 1
    return seen(
        {
            "two solid killers alike": last and len({*known, move["color"]}) < len(table.seats),
            "all but one solid killer alike": last and len(known) > 1 and len(set(known)) == 1,
        }
    )


def break_features(table: Table, move: dict) -> set[str]:
    seat, limit = move["seat"], table.options["counter_limit"]
    has, removes = total(table.told, seat, "death_counters"), table.options["break_removes"]
    known = table.day in table.schedules
    return {"break"} | seen(
        {
            "break without a counter": has == 0,
            "counter below 0 kept by a break": has < 0,
            "break with fewer counters than it removes": 0 < has < removes,
            "break of several counters": has >= removes > 1,
            "saved by a break from the limit": has >= limit > has - removes,
            "break on day 1": table.day == 1,
            "break on day 7": table.day == LAST_DAY,
            "break while leading": seat == table.leader,
            "break of a scheduled event": known and "event" in move,
            "break of a scheduled day without its event": known and "event" not in move,
            "break that names an event of an unknown day": not known and "event" in move,
        }
    )


def adjust_features(table: Table, move: dict) -> set[str]:
    after = total(table.told, move["seat"], "death_counters") + move["by"]
    counters = move["track"] == "death_counters"
    running = table.outcome == "playing" and not table.stopped
    return seen(
        {
            "adjust during setup": table.day == 0,
            "adjust of points": not counters,
            "points adjusted before they are counted": not counters and running,
            "adjust over the limit goes unseen today": counters and running and after >= table.options["counter_limit"],
            "adjust after the end": table.over,
            "adjust after the stop": table.stopped,
        }
    )


def day_features(table: Table, before: dict, done: list[dict]) -> set[str]:
    """How a day was judged: `before` it the table was so, `done` are its moves."""
    told, day = table.days[-1], before["day"]
    takes = [move["seat"] for move in done if move["move"] in ("take", "break")]
    shown = [move["seat"] for move in done if move["move"] == "killers"]
    left = [(before["leader"] + step) % len(table.seats) for step in range(1, len(table.seats) + 1)]
    names = {"unexposable" for _ in before["failed"]} | {
        "unexposable while leading" for seat in before["failed"] if seat == before["leader"]
    }
    names |= seen(
        {
            "order of the book": takes == left,
            "killers backwards": len(shown) > 1 and shown == [seat for seat in left if seat in shown][::-1],
            "all break on one day": not shown,
            "two died together": sum(seat["died"] for seat in told) > 1,
        }
    )
    # A seat that dies at the limit has got its counters all the same.
    fatal = any(seat["died"] and died_of_event(table, before, done, at) for at, seat in enumerate(told))
    for seat in table.seats:
        names |= seat_features(table, before, done, seat, fatal)
    names |= last_day_features(table, told, day, fatal)
    checked = [seat["chain"] for seat in told if seat["chain"]]
    return names | seen({"all fail on one day": len(checked) > 1 and set(checked) == {"broken"}})


def hand_of(table: Table, done: list[dict], seat: int) -> set[str]:
    """The killers of a seat on a day, the solid one too."""
    shown = [move["colors"] for move in done if move["move"] == "killers" and move["seat"] == seat]
    return {table.solid[seat], *(shown[0] if shown else ())}


def event_taken(done: list[dict], seat: int) -> dict[str, Any] | None:
    return next((move for move in done if move["move"] == "take" and move["seat"] == seat), None)


def died_of_event(table: Table, before: dict, done: list[dict], seat: int) -> bool:
    event = event_taken(done, seat)
    return event is not None and bool(event["colors"]) and set(event["colors"]) <= hand_of(table, done, seat)


def seat_features(table: Table, before: dict, done: list[dict], seat: int, fatal: bool) -> set[str]:
    """What a day did to a seat."""
    told, day, event = table.days[-1][seat], before["day"], event_taken(done, seat)
    counters, limit = total(table.told, seat, "death_counters"), table.options["counter_limit"]
    row, names = table.rows[seat], set()
    if event and not told["died"]:
        names.add(f"matched={told['matched']}")
    if died_of_event(table, before, done, seat):
        names.add(("killed by one colour", "killed by two", "killed by three")[told["matched"] - 1])
        names |= seen({"died on day 1": day == 1, "died on day 3 or later": day > 2})
    at_limit = told["died"] and not fatal
    by_hand = any(line["seat"] == seat and line["because"] == "adjust" for line in table.ledger)
    matched = told["matched"] if event else 0
    names |= seen(
        {
            "counters entered on a fatal reveal": fatal and not told["died"] and told["matched"] > 0,
            "at the limit on a fatal reveal": fatal and not told["died"] and counters >= limit,
            "row would break on a fatal reveal": fatal
            and event is not None
            and len(chains(row)) > len(chains(row[:-1])),
            "died at the limit": at_limit,
            "over the limit": at_limit and counters > limit,
            "broke and died at the limit": at_limit and event is None,
            "died at the limit by an adjust": at_limit and by_hand and counters - matched >= limit,
            "two at the limit together": at_limit and sum(of["died"] for of in table.days[-1]) > 1,
            "no check for who broke": event is None and not fatal and day > 2,
        }
    )
    return names | chain_features(table, seat, day)


def chain_features(table: Table, seat: int, day: int) -> set[str]:
    """What came of a chain check."""
    row, check = table.rows[seat], table.days[-1][seat]["chain"]
    if not check:
        return set()
    chain = chains(row)[-1]
    earlier = [of[seat]["chain"] for of in table.days[:-1]]
    held = check == "held"
    return {f"chain {check}"} - {"chain held"} | seen(
        {
            "chain held rising": held and chain[0] < chain[-1],
            "chain held falling": held and chain[0] > chain[-1],
            "chain held level": held and chain[0] == chain[-1],
            "chain broken twice running": not held and earlier[-1] == "broken",
            "chain held after it broke": held and earlier[-1] == "broken",
            "direction open until a check": held and len(chain) > 2 and len(set(chain[:-1])) == 1 < len(set(chain)),
            "equal inside a rise": held and len(set(chain)) > 1 and len(set(chain)) < len(chain),
            "check of two numbers": len(row) == 2,
            "failure on day 7": not held and day == LAST_DAY,
        }
    )


def last_day_features(table: Table, told: list[dict], day: int, fatal: bool) -> set[str]:
    deaths = sum(seat["died"] for seat in told)
    any_one = table.options["last_day"] == "any"
    won, last = table.outcome == "won", day == LAST_DAY
    return seen(
        {
            "lost on the last day": last and deaths > 0 and not any_one,
            "lost on the last day though one would be enough": last and any_one and deaths == len(told),
            "lost before the last day though one is enough then": not last and any_one and 0 < deaths < len(told),
            "won though somebody died on the reveal": won and fatal,
            "won though somebody died at the limit": won and deaths > 0 and not fatal,
            "died and scored": won and deaths > 0 and table.options["scoring"] != "none",
        }
    )


def end_features(record: dict) -> set[str]:
    """What is to be said of the whole."""
    result, options = score(record), with_defaults(record)
    seats = result["facts"]["seats"]
    won = result["outcome"] == "won"
    paid = [line["by"] for line in result["ledger"] if line["because"] == "chain"]
    worth = {1: 2, 2: 3, 4: 4, 7: 5, 11: 6, 16: 7}
    other_chain = {"longest": "running", "running": "longest"}[options["chain_scored"]]
    other_scoring = {"team": "each", "each": "team", "none": "none"}[options["scoring"]]
    points = result["tracks"].get("points", [0])
    return {f"chain of {worth[by]} paid" for by in paid} | seen(
        {
            "finished": result["over"],
            "won": won,
            "lost": result["outcome"] == "lost",
            "unfinished": result["outcome"] == "playing" and result["round"] > 0,
            "unfinished during setup": result["outcome"] == "playing" and result["round"] == 0,
            "stopped": result["outcome"] == "stopped",
            "stopped during setup": result["outcome"] == "stopped" and result["round"] == 0,
            "no break in a whole week": won and not any(seat["break_used"] for seat in seats),
            "whole week in one chain": any(seat["running"] == LAST_DAY for seat in seats),
            "running shorter than longest": any(seat["running"] < seat["longest"] for seat in seats),
            "no counters at the end": won and 0 in result["tracks"]["death_counters"],
            "minus points": any(line["because"] == "counters" for line in result["ledger"]),
            "points below 0": min(points) < 0,
            "tie for first place": won and options["scoring"] == "each" and result["places"].count(1) > 1,
            "longest or running matters": score(with_option(record, chain_scored=other_chain)) != result,
            "alone or as a team matters": won and score(with_option(record, scoring=other_scoring)) != result,
        }
    )


def with_option(record: dict, **options: str) -> dict:
    return record | {"options": with_defaults(record) | options}


def outcome_features(record: dict) -> set[str]:
    """What corrections did to the outcome at the moment they were written."""
    names = set()
    for line, move in enumerate(record["moves"], 1):
        if move["move"] != "correct":
            continue
        before, after = (score(record | {"moves": record["moves"][:length]}) for length in (line - 1, line))
        corrected = {record["moves"][of - 1]["move"] for of, _ in move["lines"]}
        names |= seen(
            {
                "outcome corrected": before["over"] and after["over"] and before["outcome"] != after["outcome"],
                "ended by a correction": before["outcome"] == "playing" and after["over"],
                "points corrected": before["over"] and after["over"] and before["totals"] != after["totals"],
                "correction of setup": before["round"] > 0 and bool({"solid", "redeal"} & corrected),
            }
        )
    return names
