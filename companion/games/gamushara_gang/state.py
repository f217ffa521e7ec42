"""Perhaps doing, are you spy?: the state, and the questions that can be answered from it."""

from typing import Literal

from msgspec import Struct

from companion.games.gamushara_gang.moves import Attribute, Options
from companion.games.ledger import Ledger
from companion.games.moves import seated

TRACKS = ("points",)
PERSONALITIES = 5  # in the box, one of them the spy
ADDING = 3  # candidates are added only while so few, or fewer, are alive
Status = Literal["active", "hiding", "candidate", "executed"]
Partner = Literal["held", "none", "used"]


class Execution(Struct, frozen=True, gc=False):
    """A character executed: in which turn, by which turn player, why, and whose role it was, if anybody's."""

    character: str
    turn: int
    by: int
    cause: str
    seat: int | None = None


class Meeting(Struct, frozen=True, gc=False):
    """What was done at the meeting of this turn: who named, who exchanged or added, whether it has executed."""

    named: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    entered: bool = False
    executed: bool = False


class Marker(Struct, frozen=True, gc=False):
    """An attribute that was answered, truly or not."""

    about: Attribute
    answer: str | None


class State(Struct, frozen=True, gc=False):
    """Tuples `partners` and `markers` go by seat, `statuses` by character. `counted`: it ended before its end."""

    seats: int
    options: Options
    player: int
    statuses: tuple[Status, ...]
    partners: tuple[Partner, ...]
    markers: tuple[tuple[Marker, ...], ...]
    turn: int = 1
    meeting: Meeting = Meeting()
    executed: tuple[Execution, ...] = ()
    out: tuple[int, ...] = ()
    spy: int | None = None
    survivor_told: bool = False
    entries: Ledger = Ledger()
    counted: bool = False

    @property
    def living(self) -> tuple[int, ...]:
        return tuple(sorted({*range(self.seats)} - {*self.out}))

    @property
    def over(self) -> bool:
        """The spy is out, or one is left [7]; or it was counted before."""
        return self.counted or self.spy in self.out or len(self.living) == 1

    def named(self, status: Status) -> tuple[str, ...]:
        """The characters of one status."""
        return tuple([name for name, its in zip(self.options.characters, self.statuses, strict=True) if its == status])

    @property
    def executable(self) -> tuple[str, ...]:
        """Whom the meeting may execute: a candidate; any active one where none was entered [4]."""
        if self.meeting.executed:
            return ()
        return self.named("candidate" if self.meeting.entered else "active")

    @property
    def unanswered(self) -> tuple[int, ...]:
        """The executions of this turn to which nobody has said “my role”, by their place in the list."""
        return tuple([n for n, one in enumerate(self.executed) if one.turn == self.turn and one.seat is None])

    @property
    def missing(self) -> int:
        """By how many the players left outnumber the characters left: so many are out and have not said so."""
        return len(self.living) - (len(self.statuses) - len(self.executed))

    @property
    def pressing(self) -> bool:
        """It was somebody's role for certain: everybody living needs a character."""
        return self.missing > 0 and bool(self.unanswered)


def initial_state(seats: int, options: Options) -> State:
    seated(seats, options.first)
    active: tuple[Status, ...] = tuple("active" for _ in options.characters)
    partners: tuple[Partner, ...] = tuple("held" for _ in range(seats))
    return State(seats, options, options.first, active, partners, ((),) * seats)


def due(state: State) -> tuple[int, ...]:
    """Who has still to name a candidate, from the left of the turn player: while a character is active [3]."""
    if state.meeting.executed or state.player in state.out or state.pressing or not state.named("active"):
        return ()
    return tuple([seat for seat in from_the_left(state) if seat not in state.meeting.named])


def changing(state: State) -> tuple[int, ...]:
    """Who may still exchange a candidate, or add one, once all have named; whoever sits before one who did has passed.

    Nobody waits for it: the execution ends it [3].
    """
    meeting = state.meeting
    if meeting.executed or not meeting.entered or state.player in state.out or state.pressing or due(state):
        return ()
    if not state.named("active"):
        return ()
    others = from_the_left(state)
    passed = max((others.index(seat) + 1 for seat in meeting.changed if seat in others), default=0)
    return others[passed:]


def from_the_left(state: State) -> tuple[int, ...]:
    """The living but the turn player, from that seat's left."""
    after = (*range(state.player + 1, state.seats), *range(state.player))
    return tuple([seat for seat in after if seat not in state.out])
