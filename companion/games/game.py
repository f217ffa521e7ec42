"""What a game is, and what in it is secret."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from companion.games.cards import Pile
from companion.games.guide import Item, Phase
from companion.games.ledger import Aim, Highlight, HighlightRule, Ledger, Standing
from companion.games.moves import Adjust, Move
from companion.games.moves import Ask as Ask
from companion.games.sentences import Sentences
from companion.games.view import ViewBase

T = TypeVar("T")
S = TypeVar("S")
M = TypeVar("M")


class Secret(Struct, frozen=True, gc=False):
    """A secret in a move: which fields it hides, which seats may know them, and until what has happened.

    `locks`: True: whether a later move is legal can depend on what is hidden, so that while it is closed a correction
    of the round is held to narrow rules (`companion/table/open_round.py`; read it before you say False). False: no
    later move's legality depends on it, nor anything that is open, and the round may be corrected while it is closed.
    """

    fields: tuple[str, ...]
    seats: tuple[int, ...]
    until: tuple[str | int, ...]
    locks: bool = True


class OptionsBase(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """House settings of a game; a default is the rulebook's.

    `PER_TABLE`: those that say who begins, or what is in the box, not how it is played.
    """

    PER_TABLE: ClassVar[tuple[str, ...]] = ()


class GameOf(ABC, Generic[S, M]):
    """A game: pure functions over its own frozen state `S`, whose moves are `M`.

    Its package holds one object of a subclass, `GAME`. What is abstract, or stands here without a value, each game has
    to say; all else holds in most games. TypeError at the import if something is lacking.

    `TITLE` is its title in English, `NAMES` what its boxes are called besides, by the tags of the languages.
    `STARTER_OPTION` is the option that says who begins ("" if there is none); with `SCORES_CARRY_OVER` its points run
    on through the games of an evening; in a `COOPERATIVE` game all win or none; `BGG` is its number at BoardGameGeek.
    `MOVES`: its moves, besides adjust, stop and count. `SECRET_MOVES`: those in which `secret_in` may find something;
    without any, each seat is shown what everybody is. `PILES`: the piles of its decks, by name: what a table teaches,
    and screens offer again. `REFUSALS`: what those refusals say that this game alone raises: English sentences with
    places for their numbers. `TRACKS`: all that can be counted in this game, per seat; `SCORED`: the tracks that add up
    to the totals, all of them unless it says otherwise. `HIGHLIGHTS`: what `highlights` may tell of, and how it is
    counted over many games. `SENTENCES`: how it speaks.
    """

    SLUG: ClassVar[str]
    TITLE: ClassVar[str]
    SEATS: ClassVar[range]
    Options: ClassVar[type[OptionsBase]]
    MOVES: ClassVar[Sequence[type[Any]]]
    TRACKS: ClassVar[Sequence[str]]
    SCORED: ClassVar[Sequence[str]] = ()
    NAMES: ClassVar[Mapping[str, str]] = {}
    STARTER_OPTION: ClassVar[str] = ""
    SCORES_CARRY_OVER: ClassVar[bool] = False
    COOPERATIVE: ClassVar[bool] = False
    BGG: ClassVar[int | None] = None
    SECRET_MOVES: ClassVar[Sequence[type[Any]]] = ()
    PILES: ClassVar[Mapping[str, Pile]] = {}
    REFUSALS: ClassVar[Mapping[str, str]] = {}
    HIGHLIGHTS: ClassVar[Mapping[str, HighlightRule]] = {}
    LAID_OTHERWISE: ClassVar[Sequence[OptionsBase]] = ()
    SENTENCES: ClassVar[type[Sentences[Any]]] = Sentences

    def __init_subclass__(cls) -> None:
        lacking = [wanted for wanted in GameOf.__annotations__ if not hasattr(cls, wanted)]
        if lacking:
            raise TypeError(f"{cls.__module__} does not say its {', '.join(lacking)}")
        if not cls.MOVES:
            raise TypeError(f"{cls.__module__} names no move in MOVES: say MOVES = kinds(AnyMove)")
        if cls.SECRET_MOVES and not {"secret_in", "is_revealed"} <= vars(cls).keys():
            raise TypeError(
                f"{cls.__module__} does not say in secret_in and is_revealed what is secret in SECRET_MOVES"
            )
        cls.SCORED = cls.SCORED or cls.TRACKS

    @staticmethod
    @abstractmethod
    def initial_state(seats: int, options: Any) -> S:
        """The state before the first line; Refused where the options do not go with so many seats."""

    @staticmethod
    @abstractmethod
    def apply(state: S, move: Any) -> S:
        """The state after `move`, or an adjust, as `as_reported` has it; Refused if it does not fit."""

    @staticmethod
    @abstractmethod
    def count(state: S) -> S:
        """The state where a table ends and counts it as it stands: what is not scored yet is dropped, and nothing is
        asked any more. Refused `nothing-scored` where nothing was."""

    @staticmethod
    @abstractmethod
    def asks(state: S, seat: int) -> tuple[Ask, ...]:
        """What `seat` is asked now, the most urgent first."""

    @staticmethod
    @abstractmethod
    def ledger(state: S) -> Ledger:
        """Every change of every number, in the order in which they arose."""

    @staticmethod
    @abstractmethod
    def standing(state: S) -> Standing:
        """Outcome, round, totals, places, winners."""

    @staticmethod
    @abstractmethod
    def view(state: S) -> ViewBase:
        """What everybody may know, for the screens."""

    def own_view(self, state: S, public: Any, seat: int) -> ViewBase:
        """What the player in `seat` may know besides what is `public`."""
        view: ViewBase = public
        return view

    def laying_out(self, seats: int, options: Any) -> tuple[Item, ...]:
        """The things to lay out for this number of `seats` before the first line."""
        return ()

    def phase(self, state: S) -> Phase | None:
        """The current step, as a sentence of the guide; None once the game is over. Nothing secret."""
        return None

    def cards_in(self, options: dict[str, Any]) -> list[tuple[str, Any]]:
        """The cards that its options, as plain JSON, tell of, each with its pile."""
        return []

    def starter(self, seats: int, options: Any) -> int | None:
        """The seat that begins under `options`; None where all begin together."""
        return getattr(options, self.STARTER_OPTION) if self.STARTER_OPTION else None

    def tracks(self, state: S) -> Sequence[str]:
        """What is counted at this table, per seat: in some games a matter of the options."""
        return self.TRACKS

    def as_reported(self, state: S, move: M | Adjust) -> Any:
        """A move that is reported in `state`, with what is settled by that, whatever is corrected above it later."""
        return move

    def rounds_scored(self, state: S) -> int | None:
        """How many rounds are scored: one that is not yet is dropped when the table is counted as it stands. None where
        nothing is scored later than it happens."""
        return None

    @staticmethod
    def may_report(state: S, seat: int, move: Move) -> bool:
        """Whether the player in `seat` may report `move`, besides the host: its own, and what is the whole table's."""
        return bool(getattr(move, "seat", seat) == seat)

    def reads_off(self, state: S, move: Move, cause: Move) -> bool:
        """Whether `move`, reported in `state`, only read off what another seat's move `cause` of that round brought
        about, so that it falls away with it."""
        return False

    def aim(self, state: S) -> Aim:
        """What makes a score the better one: `most`, `fewest`, or `nothing` where no score is kept."""
        return "most"

    def facts(self, state: S) -> dict[str, Any]:
        """What else the contract tells of this game. Nothing secret."""
        return {}

    def roles(self, facts: Mapping[str, Any]) -> Mapping[int, str]:
        """By seat the role that somebody played, as far as the facts of a result tell it."""
        return {}

    def next_starters(self, state: S) -> tuple[int, ...]:
        """Among which seats the first of the next game is drawn; empty if the rulebook names nobody."""
        return ()

    def highlights(self, state: S) -> tuple[Highlight, ...]:
        """Named numbers worth remembering, once the game is over."""
        return ()

    def secret_in(self, state: S, move: M | Adjust) -> Secret | None:
        """What is secret in `move`, reported in `state`."""
        return None

    def is_revealed(self, state: S, secret: Secret) -> bool:
        """Whether everybody may know by now what `secret` hid."""
        return True

    def settled(self, state: S, secret: Secret) -> bool:
        """Whether it is revealed but for another secret that keeps it closed."""
        return self.is_revealed(state, secret)

    def read_ahead(self, language: str) -> None:
        """Read what takes a while, in a language by its tag, before somebody waits for it."""
        return


Game = GameOf[Any, Any]


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """`values` with `value` in the place of `seat`."""
    return (*values[:seat], value, *values[seat + 1 :])
