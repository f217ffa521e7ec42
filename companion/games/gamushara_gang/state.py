"""Perhaps doing, are you spy?: the state, and functions of a state."""

from typing import Literal

from msgspec import Struct

from companion.games.gamushara_gang.moves import Attribute, Options
from companion.games.ledger import Ledger
from companion.games.moves import seated

TRACKS = ("points",)
PERSONALITIES = 5  # in the box, one of them the spy
ADDING = 3  # candidates are added only while at most this number of players live
Status = Literal["active", "hiding", "candidate", "executed"]
Partner = Literal["held", "none", "used"]


class Execution(Struct, frozen=True, gc=False):
    """An execution: the character, the turn, the turn player, the cause, and the seat whose role it was, if known."""

    character: str
    turn: int
    by: int
    cause: str
    seat: int | None = None


class Meeting(Struct, frozen=True, gc=False):
    """The meeting of a turn: the seats that named, those that exchanged or added, and whether a candidate was entered
    and a character executed."""

    named: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    entered: bool = False
    executed: bool = False


class Marker(Struct, frozen=True, gc=False):
    """An answered attribute; the answer may be a lie."""

    about: Attribute
    answer: str | None


class State(Struct, frozen=True, gc=False):
    """The state. `partners` and `markers` go by seat, `statuses` by character. `confessed`: the seats that answered
    anything, markers or not. `counted`: the table has ended early.
    """

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
    confessed: tuple[int, ...] = ()
    spy: int | None = None
    survivor_told: bool = False
    entries: Ledger = Ledger()
    counted: bool = False

    @property
    def living(self) -> tuple[int, ...]:
        return tuple(sorted({*range(self.seats)} - {*self.out}))

    @property
    def over(self) -> bool:
        """Whether the spy is out, one player is left [7], or the game was counted early."""
        return self.counted or self.spy in self.out or len(self.living) == 1

    def named(self, status: Status) -> tuple[str, ...]:
        """The characters with `status`."""
        return tuple([name for name, its in zip(self.options.characters, self.statuses, strict=True) if its == status])

    @property
    def executable(self) -> tuple[str, ...]:
        """The characters that the meeting may execute: candidates; all active ones if no candidate was entered [4]."""
        if self.meeting.executed:
            return ()
        return self.named("candidate" if self.meeting.entered else "active")

    @property
    def unanswered(self) -> tuple[int, ...]:
        """The executions of this turn that no seat has answered for, by their place in `executed`."""
        return tuple([n for n, one in enumerate(self.executed) if one.turn == self.turn and one.seat is None])

    @property
    def missing(self) -> int:
        """The number of living players above that of living characters: at least as many are out, unreported."""
        return len(self.living) - (len(self.statuses) - len(self.executed))

    @property
    def pressing(self) -> bool:
        """Whether an unanswered execution was certainly a role: every living player needs a character."""
        return self.missing > 0 and bool(self.unanswered)


def initial_state(seats: int, options: Options) -> State:
    seated(seats, options.first)
    active: tuple[Status, ...] = tuple("active" for _ in options.characters)
    partners: tuple[Partner, ...] = tuple("held" for _ in range(seats))
    return State(seats, options, options.first, active, partners, ((),) * seats)


def due(state: State) -> tuple[int, ...]:
    """The seats that have yet to name a candidate, from the turn player's left, while a character is active [3]."""
    if state.meeting.executed or state.player in state.out or state.pressing or not state.named("active"):
        return ()
    return tuple([seat for seat in from_the_left(state) if seat not in state.meeting.named])


def changing(state: State) -> tuple[int, ...]:
    """The seats that may still exchange or add a candidate, once all have named one; seats before one that did have
    passed. Optional: the execution ends it [3]."""
    meeting = state.meeting
    if meeting.executed or not meeting.entered or state.player in state.out or state.pressing or due(state):
        return ()
    if not state.named("active"):
        return ()
    others = from_the_left(state)
    passed = max((others.index(seat) + 1 for seat in meeting.changed if seat in others), default=0)
    return others[passed:]


def from_the_left(state: State) -> tuple[int, ...]:
    """The living seats except the turn player, from the turn player's left."""
    after = (*range(state.player + 1, state.seats), *range(state.player))
    return tuple([seat for seat in after if seat not in state.out])


def next_player(state: State) -> int:
    """The next living seat on the turn player's left; the turn player if no other lives [6]."""
    return (*from_the_left(state), state.player)[0]
