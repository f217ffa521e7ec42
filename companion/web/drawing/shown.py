"""A table as it is shown: its facts, each found once and noted by whoever is drawing."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from companion.evening import series
from companion.evening.model import Evening
from companion.games.game import Ask
from companion.games.guide import Phase
from companion.games.ledger import Entry, Highlight
from companion.games.view import ViewBase
from companion.group import decks, notebook, preferences
from companion.group.notebook import Notes
from companion.storage.stored_table import LiveTable
from companion.table import questions, visibility
from companion.table.result import is_closed, result, summary
from companion.web.drawing.reads import Lookup, Path, Watched, note
from companion.web.guide.laid_out import Ticks
from companion.web.play.context import Seat, seats_of
from companion.web.services import services
from companion.web.text.formatting import changes, entries_of

Find = TypeVar("Find", bound=Callable[..., Any])
FINDERS: dict[Any, Callable[..., Any]] = {}  # what finds the facts, by their names
FLEETING = "notes", "has_board"  # no version tells that these are otherwise by now: they are found each time


def fact(find: Find) -> Find:
    """A fact of a table: found once for each of what it is asked about, and noted whenever it is read."""
    name = find.__name__
    FINDERS[name] = find

    @wraps(find)
    def value(shown: "Shown", *about: Any) -> Any:
        path = (name, *about)
        value = shown.value(path)
        note(path, value)
        return value

    return cast(Find, value)


class Shown:
    """A table that a screen shows, at an evening or alone, as it is after its newest line.

    `version`: of the evening. `is_linked`: whether its links lead anywhere for this viewer, who then is told how others
    come in, too.
    """

    def __init__(self, live: LiveTable, evening: Evening | None, version: int = 0, is_linked: bool = True) -> None:
        self.header, self.table, self.evening = live.header, live.table, evening
        self._live, self._version = live, version
        self._newest_row = live.rows[-1] if live.rows else None
        self.seats: Sequence[Seat] = seats_of(live, evening)
        self.is_linked = is_linked and evening is not None
        self.code = live.header.code
        self._facts: dict[Path, Any] = {}

    def is_of(self, live: LiveTable, version: int) -> bool:
        """Whether this is the table as it is now, at this version of its evening."""
        return self.table is live.table and self.header is live.header and self._version == version

    def value(self, path: Path) -> Any:
        """The fact that is noted as this path, as it is here."""
        value = self._facts.get(path, self)
        if value is self:  # not found yet: nothing else is this table itself
            value = FINDERS[path[0]](self, *path[1:])
            if path[0] not in FLEETING:
                self._facts[path] = value
        return value

    # --- what the game says

    def view(self, seat: int | None) -> ViewBase:
        """The game as the viewer in `seat` may know it; each of its fields is a fact of its own."""
        return cast(ViewBase, Watched(self._view(seat), lambda field: self.view_field(seat, field)))

    @property
    def result(self) -> Mapping[str, Any]:
        """The result without its ledger; each of its fields is a fact of its own."""
        return Lookup(self.result_field, self.result_field)

    def _view(self, seat: int | None) -> ViewBase:
        path = ("view", seat)
        if path not in self._facts:
            self._facts[path] = visibility.view(self.table, seat)
        view: ViewBase = self._facts[path]
        return view

    @fact
    def view_field(self, seat: int | None, field: str) -> Any:
        return getattr(self._view(seat), field)

    @fact
    def result_field(self, *field: str) -> Any:
        return summary(self.table)[field[0]] if field else summary(self.table)

    @fact
    def stopped(self) -> bool:
        return self.table.stopped

    @fact
    def is_closed(self) -> bool:
        """Over or broken off."""
        return is_closed(self.table)

    @fact
    def phase(self) -> Phase | None:
        """What is done now; None once nothing more is asked, or where the game names no phases."""
        return None if is_closed(self.table) else self.table.game.GUIDE.phase(self.table.state)

    @fact
    def laid_out(self) -> Ticks | None:
        """What of the laying out is ticked off; None at a table of no evening, after the first line, or once done."""
        ticks = services().laid_out.ticks(self.header.id)
        return None if self.evening is None or self.table.lines or ticks.is_done else ticks

    @fact
    def asks(self, seat: int) -> tuple[Ask, ...]:
        """What a seat is asked."""
        return questions.asks(self.table, seat)

    def asked(self, seats: Collection[int]) -> Mapping[int, tuple[Ask, ...]]:
        """The same of these seats, by seat."""

        def asks(seat: int) -> tuple[Ask, ...]:
            if seat not in seats:
                raise KeyError(seat)
            return self.asks(seat)

        return Lookup(asks, lambda: {seat: self.asks(seat) for seat in seats})

    def reported(self, seat: int, own: int | None) -> tuple[Ask, ...]:
        """What a host may report for a seat: what it is asked itself, and on a phone of the host's `own` seat what is
        asked of the whole table, where that is not asked there already."""
        asked_there = () if own is None else self.asks(own)
        return tuple(
            ask for ask in self.asks(seat) if ask.seat is not None or (own is not None and ask not in asked_there)
        )

    @fact
    def waiting(self) -> tuple[int, ...]:
        """The seats that are waited for."""
        return questions.waiting(self.table)

    @fact
    def is_waited_for(self, seat: int | None) -> bool:
        return seat in questions.waiting(self.table)

    @fact
    def highlights(self) -> Sequence[Highlight]:
        return self.table.game.highlights(self.table.state)

    # --- what its lines say

    @fact
    def since(self, seat: int) -> int:
        """The line since which a seat is asked what it is asked now."""
        return self._live.asked_since[seat]

    @fact
    def newest(self) -> str:
        """What kind of move the newest line is: "correct" for a correction, nothing before the first line."""
        if not self.table.lines:
            return ""
        recorded = self.table.lines[-1].recorded
        return str(recorded.move.__struct_config__.tag) if recorded else "correct"

    @fact
    def last_line(self) -> tuple[dict[str, Any] | None, str]:
        """The newest line as everybody may know it, and who reported it where the line itself does not say so."""
        if self._newest_row is None:
            return None, ""
        last, reporter = visibility.visible_move(self.table, self.table.lines[-1], None), self._newest_row.reporter
        is_own = "seat" in last and self.table.seats[last["seat"]] == reporter
        return last, "" if is_own else reporter

    # --- what it adds up to

    @fact
    def newest_entries(self) -> Sequence[Entry]:
        """What the newest round entered into the ledger."""
        return entries_of(self.table, summary(self.table)["round"])

    @fact
    def newest_gains(self) -> Sequence[Entry]:
        """What the newest round that has any entry in the ledger entered; nothing once the game is closed."""
        ledger = self.table.game.ledger(self.table.state)
        return entries_of(self.table, ledger[-1].round) if ledger and not is_closed(self.table) else ()

    @fact
    def change(self, seat: int) -> int:
        """What a seat's score has changed by in the newest round."""
        return changes(self.table, seat)

    @fact
    def chart(self) -> Mapping[str, Any] | None:
        """The result with its ledger once nothing more is asked, if there is something in it."""
        whole = result(self.table) if is_closed(self.table) else None
        return whole if whole and whole["ledger"] else None

    # --- what the evening and the group know besides

    @fact
    def series_points(self) -> Sequence[int] | None:
        """Per seat, the points of tonight's games of this kind; None if it is the first, or they do not carry over."""
        if self.evening is None or not self.table.game.SCORES_CARRY_OVER:
            return None
        return series.points_so_far(services().tables, self.evening, self.header, self.table.standing.totals)

    @fact
    def habits(self) -> Mapping[str, Any]:
        """How this group likes the game."""
        return preferences.preferences(services().store.reader(), self.header.group, self.header.game)

    @fact
    def offered(self, pile: str) -> Sequence[Any]:
        """What the group's decks offer of a pile of the game."""
        return decks.offered(services().store.reader(), self.header.group, self.header.game, pile)

    @fact
    def effects(self) -> Mapping[str, Mapping[str, str]]:
        """By pile what its cards do, as somebody told it at this group's tables, by what they are known as.

        Of an evening's own table alone: it is the group's, and no part of a game that others may see.
        """
        if self.evening is None:
            return {name: {} for name in self.table.game.PILES}
        return decks.effects(services().store.reader(), self.header.group, self.header.game)

    @fact
    def notes(self, device: int, seat: int) -> Notes:
        """What the player in a seat has noted on a device."""
        return notebook.notes(services().store.reader(), device, self.header.id, seat)

    @fact
    def address(self) -> str:
        """Where phones come in, as it is printed; empty where links lead nowhere."""
        linked = self.evening if self.is_linked else None
        return services().entrances.printed(linked.address) if linked else ""

    @fact
    def has_board(self) -> bool:
        """Whether a scoreboard is at the evening, and shows it just now: its stream is open."""
        return self.evening is not None and services().presence.has_board(self.evening)
