"""The view of a game: the fields and methods that screens of every game read."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import repeat
from types import NoneType
from typing import Any, Literal, NamedTuple, Protocol, Self, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, replace

from companion.games.moves import Ask

NOTHING: Mapping[Any, Any] = {int: 0, bool: False, str: "", tuple: ()}


class Suspect(Protocol):
    """A character about whom players keep private notes: its name, and its state on the table."""

    @property
    def name(self) -> str: ...

    @property
    def status(self) -> str: ...


class Onlooker(Struct, frozen=True, gc=False):
    """The reader of a question. `is_asked`: the question is put to this reader; `on_board`: the scoreboard, which has
    room for fields; `may_host`: also sees questions for hosts alone; `has_opened`: has opened a fold of the question;
    `habits`: preferences of the group for this game."""

    is_asked: bool
    on_board: bool
    may_host: bool
    has_opened: bool
    habits: Mapping[str, Any]


class Aspect(NamedTuple):
    """The name of a visible fact other than a score, its seat, and `which` one where a seat has several."""

    what: str
    seat: int | None = None
    which: str | int = ""


class ViewBase(Struct, frozen=True, gc=False, kw_only=True):
    """The part of a game that one viewer may know. A game's own View adds its fields; shared screens read only these.

    `stage`: the current step, in one word. `due`: the seats that still have to do it, in their order. `fresh`: the
    newest decision is still on show, and nobody is asked first. `zones`: per seat its place if the game ended now, in a
    game where more is not simply better. `characters`: the characters about whom players keep private notes. `out`: the
    seats that are out of a game that goes on without them, as everybody knows; the slot "calm" reads its own.
    """

    stage: str = ""
    due: tuple[int, ...] = ()
    fresh: bool = False
    zones: tuple[str, ...] = ()
    characters: tuple[Suspect, ...] = ()
    out: tuple[int, ...] = ()

    def only(self, *names: str, **instead: Any) -> Self:
        """A view with the fields `names` of this one and the values of `instead`; all else is blank."""
        values = zip(names, map(getattr, repeat(self), names), strict=True)
        view: Self = replace(blank(type(self)), **dict(values), **instead)
        return view

    def shown_to(self, where: str, seat: int | None, habits: Mapping[str, Any]) -> Self:
        """The view as the slot `where` of a screen reads it for the viewer in `seat`, all else blank (`only`).

        Equal views are drawn once.
        """
        return self

    def rows(self, where: str) -> tuple[int | str, ...]:
        """The rows of the slot `where` that are slots themselves: seats, in their order (drawn by WHERE-row.html), then
        names (WHERE-NAME.html)."""
        return ()

    def row(self, where: str, row: int | str) -> Self:
        """The view as one of `rows` reads it, all else blank."""
        return self

    @property
    def shared_folds(self) -> tuple[str, ...]:
        """The folds of a phone's shared part besides the standing."""
        return ()

    def results(self, where: str) -> tuple[str, ...]:
        """The values that the slot `where` reads besides the view, if few slots read them.

        `facts`, `tracks`, `totals`, `places` of the result; `entries` (of the newest round of the ledger), `gains` (of
        its newest round that has any); `series_points`; on a phone `cards`. The default is for the templates that draw
        any game.
        """
        return {"moment": ("gains",), "about": ("places",)}.get(where, ())

    @property
    def whole_table(self) -> Literal["", "fold", "open"]:
        """The place of the scoreboard's content on a phone: in a fold; open below its own part, where there is no
        scoreboard, while it is on show; nowhere ("") where phones show everything anyway."""
        return "open" if self.fresh or self.stage == "over" else "fold"

    @property
    def piles(self) -> tuple[str, ...]:
        """The piles of the game's decks whose cards are offered now."""
        return ()

    @property
    def on_table(self) -> Mapping[str, Sequence[Any]]:
        """The open cards by pile, as decks have them; a group may have noted their effects."""
        return {}

    @property
    def own_cards(self) -> Mapping[str, Sequence[str]]:
        """The keys (`Pile.known_as`) by pile of cards that this viewer alone may know."""
        return {}

    @property
    def habits(self) -> tuple[str, ...]:
        """The names of the group's preferences for this game, besides its options."""
        return ()

    @property
    def own_habits(self) -> Mapping[str, tuple[str, ...]]:
        """A player's own preferences by name, with their values: stored as NAME.PLAYER."""
        return {}

    @property
    def closes(self) -> Mapping[str, str]:
        """Moves that close an optional question, each with the move that answers it. The sheet offers to put a late
        answer in before such a line."""
        return {}

    def asks_table_first(self, habits: Mapping[str, Any]) -> bool:
        """Whether questions to the whole table come before those to a seat."""
        return False

    def with_form(self, asks: Sequence[Ask], for_other: bool, habits: Mapping[str, Any]) -> Sequence[Ask]:
        """The asks that begin a form on this viewer's screen; other asks are part of these forms, or have none.

        `for_other`: a host answers for the seat.
        """
        return asks

    def has_one_form(self, ask: Ask) -> bool:
        """Whether the form of `ask`, a question to the whole table, is the same on every phone and drawn once: it shows
        public facts alone."""
        return False

    def is_folded(self, ask: Ask, asks: Sequence[Ask], for_other: bool) -> bool:
        """Whether the form of `ask`, one of `asks`, is drawn as closed folds: it is then given no choices, and the view
        that is `shown_to` "folds"."""
        return False

    @property
    def also_asked(self) -> tuple[int, ...]:
        """The seats whose asks the form of another seat reads too."""
        return ()

    def has_field(self, ask: Ask, onlooker: Onlooker) -> bool:
        """Whether the form of `ask` has a field to fill in, so that its page must not reload meanwhile.

        The default is for the form that serves every game: one open field with a list of values is buttons.
        """
        if len(ask.choices) != 1:
            return len(ask.choices) > 1
        ((name, values),) = ask.choices.items()
        return name in ask.many or isinstance(values, Mapping)

    def aspects(self, before_round: float) -> Mapping[Aspect, Any]:
        """The visible facts other than scores that depend on rounds before `before_round` alone: later rounds may hold
        secrets. A correction is described by the aspects that differ or are missing in the view that it leads to."""
        return {}

    def overruled(self, after: Self, before_round: float) -> Sequence[Any]:
        """The rulings in rounds before `before_round` that a correction undoes; `after`: the public view with it."""
        return ()

    def moment(self, result: Mapping[str, Any]) -> str:
        """The key of what the moment shows: a new key unfolds. `result`: the result without its ledger."""
        return str(result["round"])

    def unfolding(self, newest: str) -> str:
        """The steps of `static/js/reveal.js` in which the moment unfolds, and who dies in it (`dying`).

        `newest`: the kind of the newest move.
        """
        return ""

    def is_spotlit(self, newest: str) -> bool:
        """Whether the scoreboard shows the newest move, of the kind `newest`, alone for a moment, as the template
        spot.html of the game draws it. Not for moves that several players report at once."""
        return False

    def has_ended_for(self, seat: int) -> bool:
        """Whether the game is over for this seat, so that its player sees how it went."""
        return self.stage == "over"


def dying(seats: Iterable[int]) -> str:
    """The words of `unfolding` for the seats that die, whose phones vibrate once all is shown."""
    return "".join([f" dies-{seat}" for seat in seats])


@cache
def blank(kind: type[Any]) -> Any:
    """The view of this `kind` in which each field has its default, else None, or an empty value of its type."""
    wanted = {field.name: field.type for field in fields(kind) if field.required}
    return kind(
        **{name: None if NoneType in get_args(one) else NOTHING[get_origin(one) or one] for name, one in wanted.items()}
    )
