"""What a game is, what it asks, and what in it is secret."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from msgspec import Struct

from companion.games.cards import Pile
from companion.games.guide import Guide
from companion.games.ledger import Aim, Entry, Highlight, HighlightRule, Standing
from companion.games.moves import Move
from companion.games.view import ViewBase

T = TypeVar("T")
V = TypeVar("V", bound=ViewBase)


class Ask(Struct, frozen=True, gc=False):
    """What a seat is asked: a move with its open fields left out, and what may stand in them.

    `choices` says for each open field what fits: a list of values (for a list field: of its elements, all
    different unless `repeats`), `{"min", "max"}`, or `{"text": longest}`. `many` tells how many elements a list
    field takes, as (least, most); `taken` which texts a field may not repeat.
    """

    move: str
    seat: int | None = None
    given: dict[str, Any] = {}
    choices: dict[str, Any] = {}
    optional: bool = False
    many: dict[str, tuple[int, int]] = {}
    repeats: bool = False
    taken: dict[str, tuple[str, ...]] = {}

    def plain(self) -> dict[str, Any]:
        """The ask as the API gives it: a JSON object without the fields that are as by default."""
        ask: dict[str, Any] = {"move": self.move}
        if self.seat is not None:
            ask["seat"] = self.seat
        ask |= self.given
        ask["choices"] = {name: self._plain_choice(name) for name in self.choices}
        if self.optional:
            ask["optional"] = True
        return ask

    def _plain_choice(self, name: str) -> Any:
        """What fits an open field; of a list field of which not any number of values will do, how many too."""
        values = self.choices[name]
        least, most = self.many.get(name, (0, 0))
        if name not in self.many or (not self.repeats and (least, most) == (0, len(values))):
            return values
        return {"of": values, "least": least, "most": most}


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


class Game(Protocol):
    """A game: a module of pure functions over its own frozen state.

    `TITLE` is its title in English, `NAMES` what its boxes are called besides, by the tags of the languages.
    `STARTER_OPTION` is the option that says who begins ("" if there is none); with `SCORES_CARRY_OVER` its points run
    on through the games of an evening; in a `COOPERATIVE` game all win or none; `BGG` is its number at BoardGameGeek.
    """

    SLUG: str
    TITLE: str
    NAMES: dict[str, str]
    SEATS: range
    STARTER_OPTION: str
    SCORES_CARRY_OVER: bool
    COOPERATIVE: bool
    BGG: int | None
    Options: type[Any]

    @property
    def MOVES(self) -> Sequence[type[Move]]:
        """The moves of this game, besides adjust, stop and count."""

    @property
    def SECRET_MOVES(self) -> Sequence[type[Move]]:
        """The moves in which `secret_in` may find something. Without any, each seat is shown what everybody is."""

    @property
    def PILES(self) -> Mapping[str, Pile]:
        """The piles of its decks, by name: what a table teaches, and screens offer again."""

    def cards_in(self, options: dict[str, Any]) -> list[tuple[str, Any]]:
        """The cards that its options, as plain JSON, tell of, each with its pile: `no_cards` in most games."""

    @property
    def REFUSALS(self) -> Mapping[str, str]:
        """What those refusals say that this game alone raises: English sentences with places for their numbers."""

    @property
    def GUIDE(self) -> Guide:
        """The rulebook at hand: `Guide()` in a game that has none."""

    @property
    def TRACKS(self) -> Sequence[str]:
        """All that can be counted in this game, per seat."""

    @property
    def SCORED(self) -> Sequence[str]:
        """The tracks that add up to the totals."""

    def starter(self, seats: int, options: Any) -> int | None:
        """The seat that begins under `options`; None where all begin together."""

    def initial_state(self, seats: int, options: Any) -> Any:
        """The state before the first line; Refused where the options do not go with so many seats."""

    @property
    def HIGHLIGHTS(self) -> Mapping[str, "HighlightRule"]:
        """What `highlights` may tell of, and how it is counted over many games."""

    def tracks(self, state: Any) -> Sequence[str]:
        """What is counted at this table, per seat: in some games a matter of the options."""

    def as_reported(self, state: Any, move: Any) -> Any:
        """A move that is reported in `state`, with what is settled by that, whatever is corrected above it later:
        `as_it_reads` in most games."""

    def apply(self, state: Any, move: Any) -> Any:
        """The state after `move`, as it was reported; Refused if it does not fit."""

    def count(self, state: Any) -> Any:
        """The state where a table ends and counts it as it stands: what is not scored yet is dropped, and nothing is
        asked any more. Refused `nothing-scored` where nothing was."""

    def rounds_scored(self, state: Any) -> int | None:
        """How many rounds are scored: one that is not yet is dropped when the table is counted as it stands. None where
        nothing is scored later than it happens."""

    def asks(self, state: Any, seat: int) -> tuple[Ask, ...]:
        """What `seat` is asked now, the most urgent first."""

    def view(self, state: Any) -> ViewBase:
        """What everybody may know, for the screens."""

    def own_view(self, state: Any, public: Any, seat: int) -> ViewBase:
        """What the player in `seat` may know besides what is `public`: `as_everybody` where that is nothing."""

    def may_report(self, state: Any, seat: int, move: Any) -> bool:
        """Whether the player in `seat` may report `move`, besides the host: `reports_for_itself` in most games."""

    def reads_off(self, state: Any, move: Any, cause: Any) -> bool:
        """Whether `move`, reported in `state`, only read off what another seat's move `cause` of that round brought
        about, so that it falls away with it: `reads_off_nothing` in most games."""

    def ledger(self, state: Any) -> Sequence[Entry]:
        """Every change of every number, in the order in which they arose."""

    def standing(self, state: Any) -> Standing:
        """Outcome, round, totals, places, winners."""

    def aim(self, state: Any) -> Aim:
        """What makes a score the better one: `most`, `fewest`, or `nothing` where no score is kept."""

    def facts(self, state: Any) -> dict[str, Any]:
        """What else the contract tells of this game. Nothing secret."""

    def roles(self, facts: Mapping[str, Any]) -> Mapping[int, str]:
        """By seat the role that somebody played, as far as the facts of a result tell it: `no_roles` in most games."""

    def next_starters(self, state: Any) -> tuple[int, ...]:
        """Among which seats the first of the next game is drawn; empty if the rulebook names nobody."""

    def highlights(self, state: Any) -> tuple[Highlight, ...]:
        """Named numbers worth remembering, once the game is over."""

    def secret_in(self, state: Any, move: Any) -> Secret | None:
        """What is secret in `move`, reported in `state`."""

    def is_revealed(self, state: Any, secret: Secret) -> bool:
        """Whether everybody may know by now what `secret` hid."""

    def settled(self, state: Any, secret: Secret) -> bool:
        """Whether it is revealed but for another secret that keeps it closed: `is_revealed` itself in most games."""

    def read_ahead(self, language: str) -> None:
        """Read what takes a while, in a language by its tag, before somebody waits for it: mostly `reads_nothing`."""


def no_roles(facts: Mapping[str, Any]) -> Mapping[int, str]:
    """A game in which nobody plays a role, or the result tells of none."""
    return {}


def scores_at_once(state: Any) -> int | None:
    """A game in which nothing is scored later than it happens."""
    return None


def as_everybody(state: Any, public: V, seat: int) -> V:
    """A game in which each seat may know what everybody does, and no more."""
    return public


def as_it_reads(state: Any, move: Any) -> Any:
    """A game in which a move says all that it means."""
    return move


def reads_nothing(language: str) -> None:
    """A game that has all it needs when it is there."""


def reports_for_itself(state: Any, seat: int, move: Move) -> bool:
    """A seat reports its own, and what is the whole table's."""
    return bool(getattr(move, "seat", seat) == seat)


def reads_off_nothing(state: Any, move: Move, cause: Move) -> bool:
    """A game in which whatever is reported stands by itself."""
    return False


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """`values` with `value` in the place of `seat`."""
    return (*values[:seat], value, *values[seat + 1 :])
