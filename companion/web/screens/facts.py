"""Facts of a table after its newest line, each worked out once."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from companion.evening import series
from companion.evening.laid_out import Ticks, ticks
from companion.evening.model import Evening
from companion.games.game import Ask
from companion.games.guide import Phase
from companion.games.ledger import Entry, Highlight
from companion.games.moves import Count
from companion.games.view import ViewBase
from companion.group import decks, notebook, preferences
from companion.group.notebook import Notes
from companion.history import statistics
from companion.history.callbacks import Callback
from companion.history.standings import LeagueNews
from companion.history.statistics import Pair
from companion.storage.log import Header
from companion.storage.projection import Ended
from companion.storage.stored_table import LiveTable
from companion.table import questions, visibility
from companion.table.result import is_closed, result, summary
from companion.web.access.services import Services
from companion.web.screens.proposals import Proposed, proposed
from companion.web.screens.region import Seat, seats_of
from companion.web.text.charts import scored
from companion.web.text.formatting import entries_of
from companion.web.text.languages import Language, spoken
from companion.web.text.words import title_of, words_of

T = TypeVar("T")


class Besides:
    """Values of an evening and its group besides a table, each read once: no line of the table changes any."""

    def __init__(self, services: Services, header: Header, evening: Evening | None) -> None:
        self.header, self._services, self._evening = header, services, evening
        self.arranged = evening.arranged if evening else None
        self._offered: dict[str, Sequence[Any]] = {}

    def is_of(self, header: Header, evening: Evening | None) -> bool:
        """Whether the evening of a table has seen nothing but its lines since; of a table of no evening never."""
        return self.header is header and evening is not None and self.arranged == evening.arranged

    @cached_property
    def others_tonight(self) -> Sequence[Ended]:
        """Other games of this kind that have ended at the evening."""
        assert self._evening is not None
        return series.others_tonight(self._services.tables, self._evening, self.header)

    @cached_property
    def habits(self) -> Mapping[str, Any]:
        """Habits of this group with the game; `names`: those given at this very table."""
        habits = preferences.preferences(self._services.store.reader(), self.header.group, self.header.game)
        return preferences.shown(habits, self.header.record_id) if preferences.TAUGHT in habits else habits

    def offered(self, pile: str) -> Sequence[Any]:
        """Cards of a pile that the group's decks offer."""
        if pile not in self._offered:
            reader = self._services.store.reader()
            self._offered[pile] = decks.offered(reader, self.header.group, self.header.game, pile)
        return self._offered[pile]

    @cached_property
    def effects(self) -> Mapping[str, Mapping[str, str]]:
        """Effects of cards as entered by this group, by pile and then by name."""
        return decks.effects(self._services.store.reader(), self.header.group, self.header.game)


class Facts:
    """Table that a screen shows, at an evening or alone, as it is after its newest line.

    `is_linked`: whether its links lead anywhere for this viewer, who is then shown the way in, too. `has_board`:
    whether the stream of a scoreboard at the evening is open.
    """

    def __init__(
        self,
        services: Services,
        live: LiveTable,
        evening: Evening | None,
        is_linked: bool = True,
        besides: Besides | None = None,
    ) -> None:
        """`besides`: those of the facts before, kept if they are still right."""
        self.header, self.table, self.evening = live.header, live.table, evening
        self.stopped = live.table.stopped
        self._version = evening.version if evening else 0
        self.since = live.asked_since  # per question, the line since which it stands
        self._rows = live.rows
        self._newest_row = live.rows[-1] if live.rows else None
        self.seats: Sequence[Seat] = seats_of(services, live, evening)
        self.is_linked = is_linked and evening is not None
        self.code = live.header.code
        self.services = services
        self.has_board = self._has_board(evening)
        self._views: dict[int | None, ViewBase] = {}
        self._asks: dict[int, tuple[Ask, ...]] = {}
        is_kept = besides is not None and besides.is_of(live.header, evening)
        self.besides = besides if besides and is_kept else Besides(services, live.header, evening)
        self._ground: dict[Language, Mapping[str, Any]] = {}
        self._once: dict[tuple[Callable[..., Any], tuple[object, ...], Language], Any] = {}

    def is_of(self, live: LiveTable, evening: Evening | None) -> bool:
        """Whether this is the table as it is now, at this version of its evening."""
        if self.table is not live.table or self.header is not live.header:
            return False
        return self._version == (evening.version if evening else 0) and self.has_board == self._has_board(evening)

    def _has_board(self, evening: Evening | None) -> bool:
        return evening is not None and self.services.presence.has_board(evening)

    def once(self, prepare: Callable[..., T], *given: str | int) -> T:
        """Result of `prepare` for this table and the `given` values, in the language in use: computed once for all."""
        key = prepare, given, spoken()
        if key not in self._once:
            self._once[key] = prepare(self, *given)
        made: T = self._once[key]
        return made

    # --- what the game says

    def view(self, seat: int | None) -> ViewBase:
        """View of the game for the viewer in `seat`."""
        if seat not in self._views:
            self._views[seat] = visibility.view(self.table, seat)
        return self._views[seat]

    @cached_property
    def record_id(self) -> str:
        """Id of the game in the history."""
        return self.header.record_id

    @cached_property
    def result(self) -> Mapping[str, Any]:
        """Result without its ledger."""
        return summary(self.table)

    @cached_property
    def moment(self) -> str:
        """Key of the moment, the same in every language: another one is unfolded."""
        return self.view(None).moment(self.result)

    @cached_property
    def unfolding(self) -> str:
        """Steps in which the moment unfolds, who dies in it, and whether the game ends with it; in no language."""
        steps = self.view(None).unfolding(self.newest)
        return f"{steps} over" if steps and self.result["over"] else steps

    def ground(self) -> Mapping[str, Any]:
        """Values that no line changes, in the language in use."""
        language = spoken()
        if language not in self._ground:
            slug = self.header.game
            self._ground[language] = {
                "slug": slug,
                "title": title_of(slug),
                "code": self.code,
                "is_linked": self.is_linked,
                "seats": self.seats,
                "words": words_of(slug),
                "options": self.table.options,
            }
        return self._ground[language]

    @cached_property
    def counted_by(self) -> str:
        """Reporter who had the game counted as it stands; empty if nobody has."""
        if not self.table.counted:
            return ""
        lines = zip(reversed(self.table.sheet), reversed(self._rows), strict=True)
        return next(row.reporter for stands, row in lines if any(isinstance(one.move, Count) for one in stands))

    @cached_property
    def is_closed(self) -> bool:
        """Whether the game is over or broken off."""
        return is_closed(self.table)

    @cached_property
    def phase(self) -> Phase | None:
        """Phase of the game now; None once nothing more is asked, or if the game names no phases."""
        return None if is_closed(self.table) else self.table.game.phase(self.table.state)

    @cached_property
    def laid_out(self) -> Ticks | None:
        """Items of the laying out that are ticked off; None at a table of no evening, after the first line, or once
        done."""
        if self.evening is None or self._rows:
            return None
        laid_out = ticks(self.services.store.reader(), self.header.id)
        return None if laid_out.is_done else laid_out

    def asks(self, seat: int) -> tuple[Ask, ...]:
        """Asks of a seat."""
        if seat not in self._asks:
            self._asks[seat] = questions.asks(self.table, seat)
        return self._asks[seat]

    def reported(self, seat: int, own: int | None) -> tuple[Ask, ...]:
        """Asks of a seat for which a host may report: those of the seat itself, and on a phone of the host's `own` seat
        those of the whole table that are not shown there already."""
        asked_there = () if own is None else self.asks(own)
        is_shown = own is not None
        return tuple([ask for ask in self.asks(seat) if ask.seat is not None or (is_shown and ask not in asked_there)])

    @cached_property
    def waiting(self) -> tuple[int, ...]:
        """Seats that are waited for."""
        return questions.waiting(self.table)

    @cached_property
    def highlights(self) -> Sequence[Highlight]:
        """Highlights of a game that is over."""
        return tuple(self.table.game.highlights(self.table.state))

    # --- what its lines say

    @cached_property
    def newest(self) -> str:
        """Kind of move of the newest line: "correct" for a correction, empty before the first line."""
        if not self.table.lines:
            return ""
        recorded = self.table.lines[-1].recorded
        return str(recorded.move.__struct_config__.tag) if recorded else "correct"

    @cached_property
    def last_line(self) -> tuple[dict[str, Any] | None, str]:
        """Newest line as everybody may know it, and its reporter, unless the line itself names them."""
        if self._newest_row is None:
            return None, ""
        last, reporter = visibility.visible_move(self.table, self.table.lines[-1], None), self._newest_row.reporter
        is_own = "seat" in last and self.table.seats[last["seat"]] == reporter
        return last, "" if is_own else reporter

    # --- what it adds up to

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """Ledger entries of the newest round."""
        return tuple(entries_of(self.table, self.result["round"]))

    @cached_property
    def gains(self) -> Sequence[Entry]:
        """Ledger entries of the newest round that has any; empty once the game is closed."""
        ledger = self.table.game.ledger(self.table.state)
        return tuple(entries_of(self.table, ledger[-1].round)) if ledger and not self.is_closed else ()

    @cached_property
    def changes(self) -> Sequence[int]:
        """Change of each seat's score in the newest round."""
        tracks, changed = scored(self.result), [0] * len(self.seats)
        for entry in self.entries:
            if entry.track in tracks:
                changed[entry.seat] += entry.by
        return changed

    @cached_property
    def chart(self) -> Mapping[str, Any] | None:
        """Result with its ledger once nothing more is asked; None before, and if the ledger is empty."""
        whole = result(self.table) if self.is_closed else None
        return whole if whole and whole["ledger"] else None

    # --- what the evening and the group know besides

    @cached_property
    def with_phone(self) -> frozenset[int]:
        """Seats whose players report from a phone of their own."""
        people = self.evening.people_with_phones if self.evening else ()
        return frozenset(seat for seat, person in enumerate(self.header.people) if person in people)

    @cached_property
    def series_points(self) -> Sequence[int]:
        """Points of each seat in tonight's games of this kind; empty if it is the first, or they do not carry over."""
        if self.evening is None or not self.table.game.SCORES_CARRY_OVER:
            return ()
        others = self.besides.others_tonight
        return series.points_so_far(others, self.header, self.table.standing.totals) if others else ()

    @cached_property
    def callback(self) -> Callback | None:
        """Callback of a game that is over; None at a table of no evening, and if nothing is worth one."""
        if self.evening is None:
            return None
        damaged = self.services.tables.damaged_ids
        return self.services.callbacks.callback(self.header.group, self.evening.id, self.header.id, damaged)

    @cached_property
    def pair(self) -> Pair | None:
        """Pair of a game that is over, as `statistics.pair`; None at a table of no evening."""
        return statistics.pair(self.services.store.reader(), self.header.id) if self.evening else None

    @cached_property
    def league(self) -> LeagueNews | None:
        """Changes of a league by the game once it is over; None if it counts in none, and at a table of no evening."""
        is_counted = self.evening is not None and self.evening.has_leagues
        return self.services.league_changes.of_game(self.header.group, self.header.id) if is_counted else None

    @cached_property
    def habits(self) -> Mapping[str, Any]:
        """Habits of this group with the game, if its screens read them; `names`: those given at this very table."""
        return self.besides.habits if self.view(None).habits else {}

    def offered(self, pile: str) -> Sequence[Any]:
        """Cards of a pile that the group's decks offer."""
        return self.besides.offered(pile)

    @cached_property
    def effects(self) -> Mapping[str, Mapping[str, str]]:
        """Effects of cards as entered by this group, by pile and then by name.

        Empty for a table of no evening: they are the group's, and no part of a game that others may see.
        """
        if self.evening is None:
            return {name: {} for name in self.table.game.PILES}
        return self.besides.effects

    @cached_property
    def proposals(self) -> Sequence[Proposed]:
        """Corrections of this table that wait, as everybody may know them."""
        waiting = self.evening.proposals if self.evening else ()
        return tuple(proposed(self.table, one) for one in waiting if one.table_id == self.header.id)

    def notes(self, device: int, seat: int) -> Notes:
        """Notes of the player in a seat on a device, read from the store each time: no version covers them."""
        return notebook.notes(self.services.store.reader(), device, self.header.id, seat)

    @property
    def address(self) -> str:
        """Address at which phones come in, as it is printed; empty if links lead nowhere."""
        linked = self.evening if self.is_linked else None
        return self.services.entrances.printed(linked.address) if linked else ""
