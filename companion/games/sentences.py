"""Sentences of a game: its codes and moves in the reader's language."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import convert, to_builtins
from msgspec.structs import fields

from companion.games.moves import N_, Move

M = TypeVar("M", bound=Move)
NOTED, WAITING_FOR, DOES = N_("Noted."), N_("Waiting for"), N_("What it does")
TITLED = N_("%(what)s: %(name)s, %(n)s.")
WITH_SEATS = ("seat", "seats", "to", "from")  # fields that hold seats, in any game


class Speech(Protocol):
    """A language. Each returned text is HTML, with the values of `places` escaped.

    `gettext`: a sentence by its English; `ngettext`: the plural form for `num`, which is a place too; `joined`: texts
    as a list; `ordinal`: 1st, 2nd …
    """

    def gettext(self, message: str, /, **places: Any) -> str: ...

    def ngettext(self, one: str, many: str, num: int, /, **places: Any) -> str: ...

    def joined(self, texts: Iterable[Any], /) -> str: ...

    def ordinal(self, n: int, /) -> str: ...


class Named(Protocol):
    """A seat with its player's name."""

    @property
    def name(self) -> str: ...


def signed(n: int) -> str:
    """`n` with its sign, the minus a true one; 0 has none."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def readable(code: Any) -> str:
    """A code as words, a number as it is."""
    return code.replace("_", " ").replace("-", " ").capitalize() if isinstance(code, str) else str(code)


class Sentences(Generic[M]):
    """The sentences of a game with the moves `M`. Without a subclass its codes are made readable.

    Methods return HTML, or a text that is still to be escaped: join them with `+` or `joined` alone. The tables have a
    sentence for each code; `BOASTS` for those highlights that happen to a player, and are no mere numbers. `TAKEN`: the
    answer to the reporter, by kind of move. `HIDDEN`: the sentence for a move with fields that the reader may not know.
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
    BOASTS: ClassVar[dict[str, str]] = {}
    EPITHETS: ClassVar[dict[str, str]] = {}
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
        """The subject of the game, and its number of players."""
        return self._(self.ABOUT) if self.ABOUT else ""

    def round(self, result: Any, view: Any) -> str:
        """The progress of the game."""
        return self._("Round %(n)s", n=result["round"])

    def track(self, name: str) -> str:
        """The name of a track."""
        return self._named(self.TRACKS, name)

    def because(self, code: str) -> str:
        """The reason of a ledger entry."""
        return self._named(self.BECAUSE, code)

    def move(self, name: str) -> str:
        """The name of a kind of move."""
        return self._named(self.MOVES, name)

    def field(self, name: str) -> str:
        """The label of a move's field."""
        return self._named(self.FIELDS, name)

    def choice(self, field: str, value: Any, seats: Sequence[Named]) -> str:
        """A value of a move's field."""
        return seats[value].name if field in WITH_SEATS else readable(value)

    def option(self, name: str) -> str:
        """The label of an option."""
        return self._named(self.OPTIONS, name)

    def value(self, name: str, value: Any) -> str:
        """A value of the option `name`."""
        return self._named(self.VALUES, value)

    def pile(self, name: str) -> str:
        """The title of a pile."""
        return self._named(self.PILES, name)

    def named(self, pile: str) -> str:
        """The label for the name of a card in `pile`."""
        return self._("Name of the card")

    def effect(self, pile: str) -> str:
        """The label for the effect of a card in `pile`."""
        return self._(self.EFFECTS.get(pile, DOES))

    def names(self, pile: str) -> str:
        """The title for the names of `pile`, if its cards lie in numbered places."""
        return self._("Names")

    def place(self, pile: str, number: int) -> str:
        """The label of place `number` in `pile`."""
        return self._("Name of %(number)s", number=number)

    def total(self, n: int) -> str:
        """A total score."""
        return signed(n)

    def calm(self, view: Any, seat: int) -> str:
        """The text for a player without a question."""
        return self._("Nothing to do just now.")

    def waiting(self, view: Any) -> str:
        """The heading over the seats that have yet to act."""
        return self._waiting_in(view.stage)

    def _waiting_in(self, stage: str) -> str:
        return self._(self.WAITING.get(stage, WAITING_FOR))

    def anybody(self, view: Any) -> str:
        """The hint that anybody may report something; "" for none."""
        return ""

    def standing(self, zone: str, over: bool) -> str:
        """The text for a zone (`zones` of the view) beside a score, now or once the game is `over`."""
        return ""

    def aspect(self, what: str) -> str:
        """The name of an aspect (`aspects` of the view)."""
        return readable(what)

    def highlight(self, what: str) -> str:
        """The title of a kind of highlight."""
        return self._named(self.HIGHLIGHTS, what)

    def boast(self, what: str, name: str, amount: int, counted: bool = False) -> str:
        """The sentence for a highlight of the player called `name`; `counted`: with its amount in any case."""
        sentence = self.BOASTS.get(what, TITLED)
        if counted and "%(n)s" not in sentence:
            sentence = TITLED
        return self._(sentence, what=self.highlight(what), name=name, n=amount)

    def epithet(self, what: str) -> str:
        """The title of who stands out by a kind of highlight."""
        return self._(self.EPITHETS[what]) if what in self.EPITHETS else self.highlight(what)

    def highlight_word(self, what: str, word: str) -> str:
        """The word of a highlight, as shown."""
        return word

    def taken(self, move: M) -> str:
        """The answer to the reporter of `move`."""
        return self._(self.TAKEN.get(type(move), NOTED))

    def line(self, move: Mapping[str, Any], seats: Sequence[Named]) -> str:
        """The sentence of a line: `move` in plain JSON, without fields that its reader may not know."""
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
        """The sentence of a move that the reader may know whole."""
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
