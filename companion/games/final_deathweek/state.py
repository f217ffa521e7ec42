"""Final Deathweek: the state, and functions of a state."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.final_deathweek.moves import LAST_DAY, Color, Event, Options, Outcome
from companion.games.ledger import Entry, Ledger
from companion.games.ledger import Outcome as Ending
from companion.games.moves import seated

TRACKS = ("death_counters", "points")
SCORED = TRACKS[1:]


class Verdict(Struct, frozen=True, gc=False):
    """The day of a seat: the matched colours (unknown for an outcome) and their number, its death, its chain check."""

    matched: tuple[Color, ...]
    matches: int
    died: bool
    chain: Literal["held", "broken"] | None = None


class Day(Struct, frozen=True, gc=False):
    """A day with its reports. Tuples go by seat; None: not reported. `verdicts`: set once the day is judged."""

    number: int
    leader: int
    exposed: tuple[Color | None, ...]
    taken: tuple[Event | None, ...]
    broke: tuple[bool, ...]
    turned: tuple[Event | None, ...]
    killers: tuple[tuple[Color, ...] | None, ...]
    outcomes: tuple[Outcome | None, ...]
    verdicts: tuple[Verdict, ...] = ()

    @classmethod
    def begun(cls, number: int, leader: int, seats: int) -> "Day":
        """A day without reports."""
        nothing = (None,) * seats
        return cls(number, leader, nothing, nothing, (False,) * seats, nothing, nothing, nothing)

    @property
    def acted(self) -> tuple[bool, ...]:
        """Per seat whether it has taken an event, used Break, or reported an outcome."""
        days_of_seats = zip(self.broke, self.taken, self.outcomes, strict=True)
        return tuple([broke or taken is not None or outcome is not None for broke, taken, outcome in days_of_seats])

    def number_of(self, seat: int) -> int | None:
        """The number of the event that a seat took; None if it took none."""
        event = self.taken[seat] or self.outcomes[seat]
        return None if event is None else event.number

    def killed_by(self, seat: int) -> int | None:
        """The number of the event that killed `seat` on a judged day; None if it lives, or died at the limit."""
        event, outcome, verdict = self.taken[seat], self.outcomes[seat], self.verdicts[seat]
        if outcome is not None:
            return outcome.number if outcome.died else None
        return event.number if event and event.colors and verdict.matches == len(event.colors) else None

    @property
    def lacking(self) -> tuple[int, ...]:
        """The seats with an event, but without killers to compare it with yet."""
        return tuple(seat for seat, event in enumerate(self.taken) if event is not None and self.killers[seat] is None)


class State(Struct, frozen=True, gc=False):
    """The state. `counted`: the week has ended early, and the day that was not judged is dropped."""

    seats: int
    options: Options
    solid: tuple[Color | None, ...]
    schedule: tuple[tuple[Event, ...] | None, ...] = (None,) * LAST_DAY
    days: tuple[Day, ...] = ()
    entries: Ledger = Ledger()
    outcome: Ending = "playing"
    counted: bool = False

    @property
    def today(self) -> Day | None:
        return self.days[-1] if self.days else None

    @property
    def number(self) -> int:
        """The number of the day; 0 during setup."""
        return len(self.days)

    @property
    def leader(self) -> int:
        return self.today.leader if self.today else self.options.leader

    @property
    def only_outcomes(self) -> bool:
        """Whether an outcome or a Break began the week before all solid killers were reported."""
        return bool(self.days) and None in self.solid

    @property
    def over(self) -> bool:
        return self.outcome != "playing"


def initial_state(seats: int, options: Options) -> State:
    seated(seats, options.leader)
    return State(seats, options, (None,) * seats)


def tracks(state: State) -> Sequence[str]:
    """The tracks of the table: points only under a scoring [7]."""
    return TRACKS[:1] if state.options.scoring == "none" else TRACKS


def enter(state: State, entries: Iterable[Entry]) -> State:
    """The state with more entries, without those of 0."""
    return replace(state, entries=state.entries.grown(*(entry for entry in entries if entry.by)))


def next_day(state: State, leader: int) -> State:
    return replace(state, days=(*state.days, Day.begun(state.number + 1, leader, state.seats)))


def open_days(state: State) -> range:
    """The days without taken events."""
    if state.over:
        return range(0)
    today = state.today
    begun = state.number if today and any(today.acted) else max(state.number - 1, 0)
    return range(begun + 1, state.options.days + 1)


def unexposable(state: State, seat: int) -> bool:
    """Whether the chain check of the day before failed [5]."""
    return state.number > 1 and state.days[-2].verdicts[seat].chain == "broken"


def events_left(state: State) -> tuple[Event, ...] | None:
    """The events of the day that may still be taken; before the week those of day 1; None if the row is not known.

    An outcome has a number alone: all events of a number are left until there are as many outcomes.
    """
    today = state.today or Day.begun(1, state.leader, state.seats)
    row = state.schedule[today.number - 1]
    if row is None:
        return None
    named = Counter(event.card for event in (*today.taken, *today.turned) if event is not None)
    left = [event for event in row if not _used_up(named, event.card)]
    many = Counter(event.number for event in left)
    many.subtract(outcome.number for outcome in today.outcomes if outcome is not None)
    return tuple(event for event in left if many[event.number] > 0)


def _used_up(cards: Counter[Any], card: Any) -> bool:
    """Whether `cards` contain `card`, which is taken out."""
    cards[card] -= 1
    return cards[card] >= 0


def told_too_often(state: State) -> tuple[Event, ...]:
    """The events reported more often in the week than the box holds them (once; one without a colour) [1].

    Only those reported last for the newest day on which a seat has acted, or for a later day.
    """
    newest = max((day.number for day in state.days if any(day.acted)), default=0)
    events = [(number, event) for number in range(1, LAST_DAY + 1) for event in _events_of(state, number)]
    cards = Counter(_card_in_box(event) for _, event in events)
    last = {_card_in_box(event): (number, event) for number, event in events}
    return tuple(event for card, (number, event) in last.items() if cards[card] > 1 and number >= newest)


def _events_of(state: State, number: int) -> tuple[Event, ...]:
    """The known events of a day: its reported row, else those taken or turned face down."""
    row = state.schedule[number - 1]
    if row is not None or number > state.number:
        return row or ()
    day = state.days[number - 1]
    return tuple(event for event in (*day.taken, *day.turned) if event is not None)


def _card_in_box(event: Event) -> Any:
    return event.card if event.colors else None


def one_is_enough(state: State) -> bool:
    """Whether one survivor wins today [7]."""
    return state.number == state.options.days and state.options.last_day == "any"


def break_used(state: State, seat: int) -> bool:
    return any(day.broke[seat] for day in state.days)


def chains(row: Sequence[int]) -> list[tuple[int, ...]]:
    """The chains of a row in order; after a break the next begins with the card before the breaking one [4].

    >>> chains((3, 3, 7, 9, 4, 1, 1, 2))
    [(3, 3, 7, 9), (9, 4, 1, 1), (1, 2)]
    """
    row_chains: list[tuple[int, ...]] = []
    for index, number in enumerate(row):
        longer = (*row_chains[-1], number) if row_chains else (number,)
        if longer in (tuple(sorted(longer)), tuple(sorted(longer, reverse=True))):
            row_chains[-1:] = [longer]
        else:
            row_chains.append((row[index - 1], number))
    return row_chains


def row_of(state: State, seat: int) -> tuple[int, ...]:
    """The numbers of a seat's events on judged days, without gaps [4]."""
    numbers = (day.number_of(seat) for day in state.days if day.verdicts)
    return tuple(number for number in numbers if number is not None)


def chain_lengths(state: State, seat: int) -> dict[str, int]:
    """The lengths of the running chain and of the longest chain of a seat."""
    lengths = [len(chain) for chain in chains(row_of(state, seat))] or [0]
    return {"running": lengths[-1], "longest": max(lengths)}


def counters_of(state: State) -> tuple[int, ...]:
    return state.entries.sums("death_counters", state.seats)


def alive(state: State, seat: int) -> bool:
    return not any(day.verdicts and day.verdicts[seat].died for day in state.days)


def seat_order(today: Day, seats: int) -> tuple[int, ...]:
    """All seats from the leader's left, the leader last [2]."""
    return tuple((today.leader + 1 + step) % seats for step in range(seats))
