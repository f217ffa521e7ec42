"""The regions by which a device reports: one thing that is asked, and what a host may report for others."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from markupsafe import Markup

from companion.games.cards import Printed
from companion.games.game import Ask
from companion.games.view import Onlooker
from companion.web.play.tap_keys import key_for
from companion.web.regions.region import Composite, PlayerRegion

EVERY = "*"  # in place of a fold's name: all of them
EDGE = "\3"  # stands before and behind what is in the fold that is wanted
BLANK = re.compile("\2([0-9]+)(?: ([a-z0-9-]+))?\2")  # no text that people type holds what cannot be printed


class TapForms:
    """What the forms of a device's taps carry besides the move: the line it has seen, and the key of its question.

    Forms are drawn with blanks in their places, so that a drawing serves as long as the question looks the same.
    """

    def __init__(self, device: int, code: str, since: Callable[[int], int], is_inert: bool = False) -> None:
        """`since`: the line since which a seat is asked what it is asked now. `is_inert`: nothing can be sent, for it
        is a screen of the past."""
        self._device, self._code, self._since = device, code, since
        self.is_inert = is_inert

    def seen(self, seat: int) -> str:
        """The blank for the line that a device has seen which is asked for `seat`."""
        return f"\2{seat}\2"

    def key(self, move: str, seat: int) -> str:
        """The blank for the key of a form that answers what `seat` is asked."""
        return f"\2{seat} {move}\2"

    def filled(self, html: str) -> str:
        """HTML with what belongs in its blanks."""
        return BLANK.sub(self._fill, html)

    def _fill(self, blank: re.Match[str]) -> str:
        since = self._since(int(blank[1]))
        return key_for(self._device, self._code, "ask", since, blank[2], int(blank[1])) if blank[2] else str(since)


@dataclass(frozen=True, kw_only=True)
class AskForm(PlayerRegion):
    """One thing that is asked. A game draws it by `ask-MOVE.html`.

    `asks`: all that is asked together with it; `asked`: the same by seat, for whomever this device may report.
    `for_other`: the host is asked on behalf of another seat. `may_host`: whether what only a host reports is shown.
    `drawer`: the group of folds of which one is open. `opened`: the closed fold that is drawn all the same, by its
    name; none of them, or EVERY. `whose`: the seat among whose asks it stands; None: the whole table's.
    `with_phone`: the seats that report from a phone of their own.
    `seat_fields`: the fields of the move that name a seat. `printed`: per pile, what the rulebook shows of it. For
    `cards` and `habits` see About.
    """

    TEMPLATE: ClassVar[str] = "play/_ask.html"
    ask: Ask
    asks: Sequence[Ask]
    asked: Mapping[int, Sequence[Ask]]
    for_other: bool
    may_host: bool
    drawer: str
    opened: str = ""
    whose: int | None
    with_phone: frozenset[int]
    seat_fields: frozenset[str]
    habits: Mapping[str, Any]
    cards: Mapping[str, Sequence[Any]]
    printed: Mapping[str, Sequence[Printed]]
    taps: TapForms

    def filled(self, html: Markup) -> Markup:
        return Markup(self.taps.filled(html))

    @property
    def has_field(self) -> bool:
        """Whether its form has something to fill in before it is sent."""
        is_asked = self.ask.seat is not None and self.ask.seat == self.seat
        onlooker = Onlooker(is_asked, self.kind == "board", self.may_host, self.habits)
        return bool(self.view.has_field(self.ask, onlooker))


@dataclass(frozen=True, kw_only=True)
class AloneAsk(AskForm):
    """The same on a page of its own, where somebody may type in peace. A game draws it by `alone-MOVE.html`."""

    TEMPLATE: ClassVar[str] = "play/_alone_ask.html"


@dataclass(frozen=True, kw_only=True)
class FoldedAsk(AskForm):
    """The part of one thing that is asked which is in the fold `opened`; nothing where it has no such fold."""

    def filled(self, html: Markup) -> Markup:
        _, inside, _ = html.split(EDGE) if EDGE in html else ("", Markup(""), "")
        return super().filled(inside)


@dataclass(frozen=True)
class ClaimRow:
    """A device that asks for the seat of the person called `name`, who `has_phone`, or has none.

    `askers`: for whom the device spoke until now.
    """

    device: int
    person: int
    name: str
    has_phone: bool
    askers: tuple[str, ...]


@dataclass(frozen=True)
class SeatDrawer:
    """What a host may report for one seat; the drawer of whoever is next is open, and there alone the asks are."""

    seat: int
    is_open: bool
    asks: Sequence[AskForm]


@dataclass(frozen=True, kw_only=True)
class HostPanel(PlayerRegion, Composite):
    """What a host reports for others, and decides. `common`: what is asked of the whole table; `is_begun`: whether
    something was reported."""

    TEMPLATE: ClassVar[str] = "play/_host.html"
    claims: Sequence[ClaimRow]
    common: Sequence[AskForm]
    drawers: Sequence[SeatDrawer]
    is_closed: bool
    is_begun: bool

    @property
    def asks(self) -> Iterator[AskForm]:
        """All that a host may report."""
        yield from self.common
        for drawer in self.drawers:
            yield from drawer.asks
