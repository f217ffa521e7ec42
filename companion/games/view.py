"""What every game's screens read of a view."""

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Any, Literal, NamedTuple, Protocol, Self, TypeVar, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from companion.games.moves import Ask


class Suspect(Protocol):
    """A character that a player may note something about: its name, and how it lies on the table."""

    @property
    def name(self) -> str: ...

    @property
    def status(self) -> str: ...


class Onlooker(Struct, frozen=True, gc=False):
    """For whom a question is shown: `is_asked`: to whom it is put; `on_board`: on the scoreboard, which has room for
    fields; `may_host`: who also sees what a host alone reports; `has_opened`: a fold of the question; `habits`: how the
    group likes the game."""

    is_asked: bool
    on_board: bool
    may_host: bool
    has_opened: bool
    habits: Mapping[str, Any]


class Aspect(NamedTuple):
    """Something that people look at besides scores: what, of which seat, and which where a seat has several of it."""

    what: str
    seat: int | None = None
    which: str | int = ""


class ViewBase(Struct, frozen=True, gc=False, kw_only=True):
    """What a viewer may know of a game. A game's own View adds its fields; screens of all games read these alone.

    `stage`: the thing of the moment, in one word. `due`: the seats that have still to do it, in the order in which
    they do it. `fresh`: what was decided last is still being looked at, and nobody is asked first. `zones`: per seat
    where it would end by now, in a game where more is not simply better. `characters`: about whom players keep
    private notes.
    """

    stage: str = ""
    due: tuple[int, ...] = ()
    fresh: bool = False
    zones: tuple[str, ...] = ()
    characters: tuple[Suspect, ...] = ()

    def shown(self, where: str) -> Self:
        """What the slot `where` of a screen shows of the view, all else blank: so far it is drawn once."""
        return self

    def shown_to(self, where: str, seat: int | None, habits: Mapping[str, Any]) -> Self:
        """The same for the viewer in `seat`, in a group that likes its things so: in most games no less."""
        return self.shown(where)

    def rows(self, where: str) -> tuple[int | str, ...]:
        """What of the slot `where` is drawn alone where it changes: seats of which it has a row each, in their order,
        by WHERE-row.html; after them other things by their names, by WHERE-NAME.html."""
        return ()

    def row(self, where: str, row: int | str) -> Self:
        """What one of these rows shows, all else blank."""
        return self.shown(where)

    @property
    def shared_folds(self) -> tuple[str, ...]:
        """The folds of a phone's shared part that the game has besides the standing."""
        return ()

    def results(self, where: str) -> tuple[str, ...]:
        """What the slot `where` reads besides the view, as far as few slots do.

        Of the result `facts`, `tracks`, `totals` and `places`; of the ledger `entries`, those of the newest round, and
        `gains`, those of the newest round that has any; `series_points`; on a phone `cards`. Here: what the
        templates read by which any game is drawn.
        """
        return {"moment": ("gains",), "about": ("places",)}.get(where, ())

    @property
    def whole_table(self) -> Literal["", "fold", "open"]:
        """Whether a phone has what the scoreboard is about besides its own: in a fold; or, where no scoreboard stands,
        open below its own while people still look at it; nothing where phones show all of it."""
        return "open" if self.fresh or self.stage == "over" else "fold"

    @property
    def piles(self) -> tuple[str, ...]:
        """The piles of the game's decks from which its screens offer cards now."""
        return ()

    @property
    def on_table(self) -> Mapping[str, Sequence[Any]]:
        """By pile the cards that lie open now, as decks have them, of which a group may tell what they do."""
        return {}

    @property
    def own_cards(self) -> Mapping[str, Sequence[str]]:
        """By pile what those cards are known as that this viewer alone may know."""
        return {}

    @property
    def habits(self) -> tuple[str, ...]:
        """What screens ask of how the group likes the game, besides its options."""
        return ()

    @property
    def own_habits(self) -> Mapping[str, tuple[str, ...]]:
        """What a player may say about their own things, by name, with its values: kept with these, as NAME.PLAYER."""
        return {}

    @property
    def closes(self) -> Mapping[str, str]:
        """Moves by which another one that was optional is closed, each with that one. Who thinks of it later puts it in
        before their line, which the sheet offers."""
        return {}

    def asks_table_first(self, habits: Mapping[str, Any]) -> bool:
        """Whether what is asked of the whole table stands before what each seat is asked."""
        return False

    def with_form(self, asks: Sequence[Ask], for_other: bool, habits: Mapping[str, Any]) -> Sequence[Ask]:
        """Of what is asked together, that with which a form begins on this viewer's screen: the others stand in it, or
        in none. `for_other`: a host is asked for that seat."""
        return asks

    def has_one_form(self, ask: Ask) -> bool:
        """Whether the form of `ask`, which the whole table is asked, is the same on every phone, and drawn once: it
        shows nothing but what everybody may know."""
        return False

    def is_folded(self, ask: Ask, asks: Sequence[Ask], for_other: bool) -> bool:
        """Whether of the form of `ask`, one of `asks`, no more is drawn than closed folds: then it is given nothing of
        what `ask` offers, and of the view what is `shown_to` "folds"."""
        return False

    @property
    def also_asked(self) -> tuple[int, ...]:
        """The seats of whose asks a form for another one shows something, too."""
        return ()

    def has_field(self, ask: Ask, onlooker: Onlooker) -> bool:
        """Whether the form of `ask` has something to fill in before it is sent, so that its page must not be fetched
        anew meanwhile. Here as in the form that serves every game: one open field with a list of values is buttons."""
        if len(ask.choices) != 1:
            return len(ask.choices) > 1
        ((name, values),) = ask.choices.items()
        return name in ask.many or isinstance(values, Mapping)

    def aspects(self, before_round: float) -> Mapping[Aspect, Any]:
        """What people look at besides scores, as far as nothing in the rounds from this one on decides it: those may
        hold secrets. A correction is said to change what is otherwise, or missing, in the view that it leads to."""
        return {}

    def overruled(self, after: Self, before_round: float) -> Sequence[Any]:
        """What a correction takes out of what the house ruled in rounds before this one: nothing in most games.

        `after`: the view that it leads to, as everybody has it.
        """
        return ()

    def moment(self, result: Mapping[str, Any]) -> str:
        """The thing of the moment by a key: another one is unfolded. `result`: without its ledger."""
        return str(result["round"])

    def unfolding(self, newest: str) -> str:
        """The steps of `static/js/reveal.js` in which it unfolds; `newest`: what kind of move the newest line is."""
        return ""

    def has_ended_for(self, seat: int) -> bool:
        """Whether the game is over for this seat: its player is told how it went."""
        return self.stage == "over"


V = TypeVar("V", bound=ViewBase)
NOTHING: Mapping[Any, Any] = {int: 0, bool: False, str: "", tuple: ()}


def blank(kind: type[V], **shown: Any) -> V:
    """The view that shows nothing but `shown`: all other fields without a default are None, or empty by their type."""
    wanted = {field.name: field.type for field in fields(kind) if field.required and field.name not in shown}
    nothing: dict[str, Any] = {
        name: None if NoneType in get_args(hint) else NOTHING[get_origin(hint) or hint] for name, hint in wanted.items()
    }
    return kind(**shown, **nothing)
