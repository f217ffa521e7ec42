"""How a game speaks: its codes and moves as sentences, in the language of whoever reads them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import convert, to_builtins
from msgspec.structs import fields

from companion.games.moves import N_, Move

M = TypeVar("M", bound=Move)
NOTED, WAITING_FOR, DOES = N_("Noted."), N_("Waiting for"), N_("What it does")
WITH_SEATS = ("seat", "seats", "to", "from")  # fields that hold seats, in any game


class Speech(Protocol):
    """A language: each text that is returned is HTML, in which what stands in a place (`places`) is escaped.

    `gettext`: a sentence by its English; `ngettext`: the one of two that is right for `num`, which is a place, too;
    `joined`: texts as a list; `ordinal`: 1st, 2nd …
    """

    def gettext(self, message: str, /, **places: Any) -> str: ...

    def ngettext(self, one: str, many: str, num: int, /, **places: Any) -> str: ...

    def joined(self, texts: Iterable[Any], /) -> str: ...

    def ordinal(self, n: int, /) -> str: ...


class Named(Protocol):
    """A seat, by the name of who sits there."""

    @property
    def name(self) -> str: ...


def signed(n: int) -> str:
    """A number with its sign, the minus a true one; 0 has none."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def readable(code: Any) -> str:
    """A code as words, a number as it is."""
    return code.replace("_", " ").replace("-", " ").capitalize() if isinstance(code, str) else str(code)


class Sentences(Generic[M]):
    """How a game with the moves `M` speaks; one without a class of its own makes its codes readable.

    What is returned is HTML, or a text that is still to be escaped: put them together with `+` or `joined` alone.
    The tables have a sentence for each code, `TAKEN` and `HIDDEN` for kinds of moves: what somebody reads who has just
    reported one, and what it says of which the reader may not know all.
    """

    ABOUT: ClassVar[str] = ""
    TRACKS: ClassVar[dict[str, str]] = {}
    BECAUSE: ClassVar[dict[str, str]] = {"adjust": N_("by hand")}
    MOVES: ClassVar[dict[str, str]] = {
        "adjust": N_("Points by hand"),
        "stop": N_("Break off"),
        "count": N_("Count it as it stands"),
        "correct": N_("Correction"),
    }
    FIELDS: ClassVar[dict[str, str]] = {
        "seat": N_("Who"),
        "track": N_("What"),
        "by": N_("By how much"),
        "why": N_("Why"),
    }
    OPTIONS: ClassVar[dict[str, str]] = {}
    VALUES: ClassVar[dict[str, str]] = {}
    HIGHLIGHTS: ClassVar[dict[str, str]] = {}
    PILES: ClassVar[dict[str, str]] = {}
    EFFECTS: ClassVar[dict[str, str]] = {}
    WAITING: ClassVar[dict[str, str]] = {}
    TAKEN: ClassVar[Mapping[type[Any], str]] = {}
    HIDDEN: ClassVar[Mapping[type[Any], str]] = {}

    def __init__(self, speech: Speech, kinds: Sequence[type[M]] = ()) -> None:
        self._, self.ngettext = speech.gettext, speech.ngettext
        self._joined, self._ordinal = speech.joined, speech.ordinal
        self._kinds: dict[Any, tuple[type[M], frozenset[str]]] = {
            kind.__struct_config__.tag: (kind, frozenset(one.encode_name for one in fields(kind) if one.required))
            for kind in kinds
        }

    def _named(self, table: Mapping[str, str], code: str) -> str:
        message = table.get(code)
        return readable(code) if message is None else self._(message)

    def about(self) -> str:
        """What the game is about, and for how many."""
        return self._(self.ABOUT) if self.ABOUT else ""

    def round(self, result: Any, view: Any) -> str:
        """How far the game is."""
        return self._("Round %(n)s", n=result["round"])

    def track(self, name: str) -> str:
        """What a track counts."""
        return self._named(self.TRACKS, name)

    def because(self, code: str) -> str:
        """Because of what an entry is in the ledger."""
        return self._named(self.BECAUSE, code)

    def move(self, name: str) -> str:
        """A kind of move."""
        return self._named(self.MOVES, name)

    def field(self, name: str) -> str:
        """A field of a move."""
        return self._named(self.FIELDS, name)

    def choice(self, field: str, value: Any, seats: Sequence[Named]) -> str:
        """A value that may stand in a field of a move."""
        return seats[value].name if field in WITH_SEATS else readable(value)

    def option(self, name: str) -> str:
        """A house setting."""
        return self._named(self.OPTIONS, name)

    def value(self, name: str, value: Any) -> str:
        """A value of the option called `name`."""
        return self._named(self.VALUES, value)

    def pile(self, name: str) -> str:
        """A pile of the decks."""
        return self._named(self.PILES, name)

    def named(self, pile: str) -> str:
        """What the name of a card of this pile is called."""
        return self._("Name of the card")

    def effect(self, pile: str) -> str:
        """What people tell of a card of this pile."""
        return self._(self.EFFECTS.get(pile, DOES))

    def names(self, pile: str) -> str:
        """What the names of this pile are called, where it lies on the table place by place."""
        return self._("Names")

    def place(self, pile: str, number: int) -> str:
        """One of these places."""
        return self._("Name of %(number)s", number=number)

    def total(self, n: int) -> str:
        """A total."""
        return signed(n)

    def calm(self, view: Any, seat: int) -> str:
        """What a player reads of whom nothing is asked."""
        return self._("Nothing to do just now.")

    def waiting(self, view: Any) -> str:
        """Whose tap is missing."""
        return self._waiting_in(view.stage)

    def _waiting_in(self, stage: str) -> str:
        return self._(self.WAITING.get(stage, WAITING_FOR))

    def anybody(self, view: Any) -> str:
        """What anybody may report."""
        return ""

    def standing(self, zone: str, over: bool) -> str:
        """Where somebody would end by now, beside their score (`zones` of the view), or where they have."""
        return ""

    def aspect(self, what: str) -> str:
        """Something that people look at besides scores (`aspects` of the view)."""
        return readable(what)

    def highlight(self, what: str) -> str:
        """What its players brag about."""
        return self._named(self.HIGHLIGHTS, what)

    def highlight_word(self, what: str, word: str) -> str:
        """The word that a highlight hangs on."""
        return word

    def taken(self, move: M) -> str:
        """What somebody reads who has just reported `move`."""
        return self._(self.TAKEN.get(type(move), NOTED))

    def line(self, move: Mapping[str, Any], seats: Sequence[Named]) -> str:
        """What a line says: `move` in plain JSON, without those fields that its reader may not know."""
        match move:
            case {"move": "correct", "lines": lines}:
                return self._corrected(lines)
            case {"move": "adjust", "seat": seat, "by": by, "why": why}:
                return self._("%(name)s %(by)s by hand: %(why)s", name=seats[seat].name, by=signed(by), why=why)
            case {"move": "stop"}:
                return self._("The game was stopped.")
            case {"move": "count"}:
                return self._("The game was counted as it stood.")
        if move["move"] not in self._kinds:
            return self._readable(move, seats)  # of a game that is not known here
        kind, required = self._kinds[move["move"]]
        if required <= move.keys():
            return self.sentence(convert(move, kind), seats)
        name = seats[move["seat"]].name if "seat" in move else ""
        hidden = self.HIDDEN.get(kind)
        return self._readable(move, seats) if hidden is None else self._(hidden, name=name)

    def sentence(self, move: M, seats: Sequence[Named]) -> str:
        """What a line says of which the reader may know all."""
        return self._readable(to_builtins(move), seats)

    def _corrected(self, lines: Sequence[tuple[int, Any]]) -> str:
        if not lines:
            return self._("A line that was left out.")
        struck = self._joined(number for number, reads in lines if reads is None)
        read = self._joined(number for number, reads in lines if reads is not None)
        first = self._("Struck: line %(lines)s.", lines=struck) if struck else ""
        then = self._("Corrected: line %(lines)s.", lines=read) if read else ""
        return first + " " + then if first and then else first or then

    def _readable(self, move: Mapping[str, Any], seats: Sequence[Named]) -> str:
        line = seats[move["seat"]].name + ": " if "seat" in move else ""
        line += readable(move["move"])
        for name, value in move.items():
            if name not in ("move", "seat"):
                words = str(value) if isinstance(value, str | int) else self._joined(value)
                line += ", " + readable(name) + " " + words
        return line
