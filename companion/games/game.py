"""The interface of a game, its options and its secrets."""

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
    """A secret in a move: the `fields` that it hides, the `seats` that may know them, and the event that opens it.

    `until`: the event, as the game's `is_revealed` reads it. `locks`: True: the legality of a later move can depend on
    the hidden fields, so that corrections of the round are limited while the secret is closed
    (`companion/table/open_round.py`; read it before you say False). False: no later move's legality depends on them,
    nor anything that is open, and the round may be corrected meanwhile.
    """

    fields: tuple[str, ...]
    seats: tuple[int, ...]
    until: tuple[str | int, ...]
    locks: bool = True


class OptionsBase(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """House settings of a game; defaults are the rulebook's.

    `PER_TABLE`: settings of one table (who begins, the cards in the box), not ways to play.
    """

    PER_TABLE: ClassVar[tuple[str, ...]] = ()


class GameOf(ABC, Generic[S, M]):
    """A game: pure functions over its frozen state `S`, with the moves `M`.

    A game's package has one object of a subclass, `GAME`. Each game defines the abstract methods and the attributes
    without a value; the rest are defaults. TypeError at import if something is missing.

    `TITLE`: the English title; `NAMES`: titles on other boxes, by language tag. `STARTER_OPTION`: the option for the
    starting seat ("": none). `SCORES_CARRY_OVER`: points run on through the games of an evening. `COOPERATIVE`: all win
    or none. `BGG`: the game's number at BoardGameGeek. `MOVES`: its moves, besides adjust, stop and count.
    `SECRET_MOVES`: the moves in which `secret_in` may find a secret; without any, all seats share one view. `PILES`:
    the piles of its decks, by name. `REFUSALS`: English sentences for the refusals of this game alone, with places for
    their numbers. `TRACKS`: all tracks of the game; `SCORED`: those that add up to the totals, by default all.
    `HIGHLIGHTS`: the kinds of `highlights`, with their statistics. `SENTENCES`: its sentences. `LAID_OTHERWISE`:
    options with which other things are laid out, or more people may play.
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
        """The state before the first line; Refused if the options do not fit the number of seats."""

    @staticmethod
    @abstractmethod
    def apply(state: S, move: Any) -> S:
        """The state after `move` (also an adjust), as `as_reported` returned it; Refused if it does not fit."""

    @staticmethod
    @abstractmethod
    def count(state: S) -> S:
        """The state of a table that ends early and counts the game: unscored rounds are dropped, and nothing is asked
        any more. Refused `nothing-scored` if nothing was scored."""

    @staticmethod
    @abstractmethod
    def asks(state: S, seat: int) -> tuple[Ask, ...]:
        """The questions to `seat`, the most urgent first."""

    @staticmethod
    @abstractmethod
    def ledger(state: S) -> Ledger:
        """All entries, in the order in which they arose."""

    @staticmethod
    @abstractmethod
    def standing(state: S) -> Standing:
        """Outcome, round, totals, places, winners."""

    @staticmethod
    @abstractmethod
    def view(state: S) -> ViewBase:
        """The public view, for the screens."""

    def own_view(self, state: S, public: Any, seat: int) -> ViewBase:
        """The view of the player in `seat`: the `public` one and the seat's own secrets."""
        view: ViewBase = public
        return view

    def laying_out(self, seats: int, options: Any) -> tuple[Item, ...]:
        """The things to lay out for this number of `seats` before the first line."""
        return ()

    def phase(self, state: S) -> Phase | None:
        """The current step, as a sentence of the guide; None once the game is over. Nothing secret."""
        return None

    def cards_in(self, options: dict[str, Any]) -> list[tuple[str, Any]]:
        """The cards in `options` (plain JSON), each with its pile."""
        return []

    def starter(self, seats: int, options: Any) -> int | None:
        """The starting seat under `options`; None if all start together."""
        return getattr(options, self.STARTER_OPTION) if self.STARTER_OPTION else None

    def tracks(self, state: S) -> Sequence[str]:
        """The tracks of this table; in some games they depend on the options."""
        return self.TRACKS

    def as_reported(self, state: S, move: M | Adjust) -> Any:
        """`move` as reported in `state`, with the choices that later corrections of earlier lines do not change."""
        return move

    def rounds_scored(self, state: S) -> int | None:
        """The number of scored rounds: `count` drops the others. None if every line is scored at once."""
        return None

    @staticmethod
    def may_report(state: S, seat: int, move: Move) -> bool:
        """Whether the player in `seat` may report `move`: one of its own, or of the whole table. A host may any."""
        return bool(getattr(move, "seat", seat) == seat)

    def reads_off(self, state: S, move: Move, cause: Move) -> bool:
        """Whether `move`, reported in `state`, only reads off the effect of `cause`, a move of another seat in the same
        round, so that it is struck together with `cause`."""
        return False

    def aim(self, state: S) -> Aim:
        """The better score: `most`, `fewest`, or `nothing` if no score is kept."""
        return "most"

    def facts(self, state: S) -> dict[str, Any]:
        """Further public facts of the result (docs/record-format.md)."""
        return {}

    def roles(self, facts: Mapping[str, Any]) -> Mapping[int, str]:
        """The roles played, by seat, as far as the facts of a result tell them."""
        return {}

    def next_starters(self, state: S) -> tuple[int, ...]:
        """The seats among which the starter of the next game is drawn; empty if the rulebook names nobody."""
        return ()

    def highlights(self, state: S) -> tuple[Highlight, ...]:
        """Named numbers worth remembering, once the game is over."""
        return ()

    def secret_in(self, state: S, move: M | Adjust) -> Secret | None:
        """The secret in `move`, reported in `state`; None if all is public."""
        return None

    def is_revealed(self, state: S, secret: Secret) -> bool:
        """Whether everybody may know the hidden fields by now."""
        return True

    def settled(self, state: S, secret: Secret) -> bool:
        """Whether `secret` is revealed, or kept closed only by another secret."""
        return self.is_revealed(state, secret)

    def read_ahead(self, language: str) -> None:
        """Load slow data for a language (tag) before the first request needs it."""

        return


Game = GameOf[Any, Any]


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """`values` with `value` in the place of `seat`."""
    return (*values[:seat], value, *values[seat + 1 :])
