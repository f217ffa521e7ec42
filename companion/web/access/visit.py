"""Visits: the device behind a request, known by its cookie, its evening, and its seats at a table."""

import hashlib
import hmac
import time
from functools import cached_property

from flask import Response, abort, current_app, g, request

from companion.evening.api_keys import ApiKey
from companion.evening.last import LastEvening
from companion.evening.model import Evening, EveningDevice
from companion.games.moves import Move, Refused
from companion.group import keepers
from companion.storage.database import Database
from companion.storage.identifiers import HOME
from companion.storage.log import Header
from companion.storage.stored_table import LiveTable
from companion.table import questions
from companion.table.open_round import Caller, reporter
from companion.table.rights import NOBODY
from companion.web.access.services import Services, services_of

YEAR = 365 * 24 * 3600
TOGETHER = "evening"  # the cookie by which a proxy leads a device to the server of its evening
LETTERS = "letters"  # the cookie of their size; the scoreboard has a size of its own


class Visit:
    """Device that sent a request, with all that a view works with. Each attribute is looked up once.

    `live`, `key` and `shown`: the table that the address names, the key that was given for it, and its rights.
    `watched`: the evening whose scoreboard a link shows. The guard sets these for their audiences alone.
    """

    live: LiveTable
    key: str
    shown: ApiKey
    watched: Evening

    def __init__(self, services: Services) -> None:
        self.services = services

    @property
    def db(self) -> Database:
        """Reader of the store for this thread."""
        return self.services.store.reader()

    @cached_property
    def number(self) -> int | None:
        """Number of the device; None if it has not been here before."""
        return self.services.devices.by_key(_given_key(self._cookie))

    @cached_property
    def here(self) -> Evening | None:
        """Evening at which the device is; None if it is at none."""
        return None if self.number is None else self.services.evenings.of_device(self.number)

    @cached_property
    def last(self) -> LastEvening | None:
        """Rights that the device's last evening has left to it; None while it is at an evening, and where none are
        left."""
        is_nowhere = self.number is not None and self.here is None
        return self.services.evenings.last_of_device(self.number) if self.number and is_nowhere else None

    @property
    def evening(self) -> Evening:
        """Evening at which the device is: 401 if there is none."""
        if self.here is None:
            abort(401)
        return self.here

    @cached_property
    def device(self) -> EveningDevice:
        """Device at its evening, which it has joined: 401 for any other, Refused (`barred`) for one that was
        removed."""
        device = self.evening.screen(self.number)
        if device is None:
            abort(401)
        if device.removed:
            raise Refused("barred")
        return device

    @property
    def group(self) -> int:
        """Group whose people, decks and history are shown: that of the evening; after it, that whose history the device
        may still read; else the home."""
        if self.here is not None:
            return self.here.group
        return self.last.group if self.last is not None and self.last.may_read else HOME

    @property
    def phones_base(self) -> str:
        """Address at which phones reach us, as the host of this evening, or of the last one, has chosen it."""
        evening = self.here or self.last
        return self.services.entrances.base(evening.address if evening is not None else "")

    @property
    def is_keeper(self) -> bool:
        """Whether the device keeps the group of its evening; False after the evening. At home every host does, unless
        it stands in for another."""
        if self.here is None:
            return False
        is_home = self.here.group == HOME
        return (self.device.host and not self.device.stands_in) if is_home else self.keeps(self.here.group)

    def keeps(self, group: int) -> bool:
        """Whether the device is a keeper of a group that is not the home."""
        return self.number is not None and keepers.is_keeper(self.db, group, self.number)

    def count_guess(self, is_right: bool = False) -> None:
        """Count a guess of a code, for the address and for the device if it is known: 429 for who tries one after the
        other. One that `is_right` needs room, and takes none."""
        guesses, now = self.services.buckets.guesses, time.monotonic()
        callers = [f"address {request.remote_addr}", *([] if self.number is None else [f"device {self.number}"])]
        allowed = [(guesses.has_room if is_right else guesses.takes)(caller, now) for caller in callers]
        if not all(allowed):
            abort(429)

    def table(self, code: str) -> LiveTable:
        """Table with this code; 404 if it is not one of the evening's."""
        return table_of(self.services, self.evening, code)

    def guest(self, code: str) -> "Guest":
        """Device at the table with this code; 404 if that is not one of the evening's."""
        return Guest(self.services, self.evening, self.device, self.table(code))

    def remember(self, response: Response, key: str) -> None:
        """Set the cookie that holds the key of a new device."""
        sealed = request.is_secure
        response.set_cookie(self._cookie, key, max_age=YEAR, secure=sealed, httponly=True, samesite="Lax", path="/")

    def keep_together(self, response: Response) -> None:
        """Set the cookie that all devices of an evening have alike, if this one is at an evening."""
        here: Evening | None = vars(self).get("here")  # not looked up for this: the database may be out of reach
        if here is None:
            return
        own = self.services.short_address_secret.encode()
        place = hmac.new(own, str(here.id).encode(), hashlib.sha256).hexdigest()[:16]  # tells nothing of others
        if request.cookies.get(TOGETHER) != place:
            response.set_cookie(TOGETHER, place, secure=request.is_secure, httponly=True, samesite="Lax", path="/")

    @property
    def _cookie(self) -> str:
        """Name of the cookie: another one under https, for a plain page could plant one, and never replace a secure
        one."""
        return f"table_{self.services.instance}{'_s' if request.is_secure else ''}"


def this_visit() -> Visit:
    """Visit of the current request: one value for all that answers it."""
    visit: Visit | None = g.get("visit")
    if visit is None:
        visit = g.visit = Visit(services_of(current_app))
    return visit


def _given_key(wanted: str) -> str:
    """Value of the cookie `wanted`; empty without one. The other cookies are not unquoted."""
    for cookie in request.environ.get("HTTP_COOKIE", "").split(";"):
        name, _, value = cookie.partition("=")
        if name.strip() == wanted:
            return str(value.strip())
    return ""


def letters_are_large() -> bool:
    """Whether the device has chosen large letters."""
    return request.cookies.get(LETTERS) == "large"


def table_of(services: Services, evening: Evening, code: str) -> LiveTable:
    """Table with this code; 404 if it is not one of the evening's."""
    live = services.tables.find_in_group(evening.group, code)
    if live is None or live.header.evening != evening.id:
        abort(404)
    return live


def seat_in_hand(table: Header, device: EveningDevice) -> int | None:
    """Seat for whose player a phone is; None if it is no phone, or its players do not sit at this table."""
    if device.kind != "phone":
        return None
    holder, people = device.holder, table.people
    if holder is not None and holder in people:
        return people.index(holder)
    return next((seat for seat, person in enumerate(people) if person in device.people), None)


class Guest:
    """Device of an evening at one of its tables. `own`: the seats for which it speaks; `in_hand`: the one whose player
    holds it (None: none)."""

    def __init__(self, services: Services, evening: Evening, device: EveningDevice, live: LiveTable) -> None:
        self.services, self.evening, self.device, self.live = services, evening, device, live
        self.code = live.header.code
        self.own = [seat for seat, person in enumerate(live.header.people) if person in device.people]

    @cached_property
    def in_hand(self) -> int | None:
        return seat_in_hand(self.live.header, self.device)

    @property
    def reads(self) -> int | None:
        """Viewer for whom the device reads the table: its own seat, or None for everybody. A scoreboard has no
        secrets."""
        return None if self.device.is_covered else self.in_hand

    @property
    def speakers(self) -> tuple[int | None, ...]:
        """Speakers as which the device corrects: a host (None), its seats, or nobody."""
        return (None,) if self.device.host else tuple(self.own) or (NOBODY,)

    def reporter(self, move: Move, key: str = "") -> str:
        """Name of the reporter of `move`: a seat for itself or the whole table, the host for everybody; 403 for anybody
        else.

        A move that is sent again, by its `key`, keeps its reporter, even if that seat may no longer report it.
        """
        row = self.live.by_key.get(key)
        if row is not None and row.reporter in self.caller().names:
            return row.reporter
        own = sorted(self.own, key=lambda seat: seat != self.in_hand)
        mine = [seat for seat in own if questions.may_report(self.live.table, seat, move)]
        if not mine and not self.device.host:
            abort(403)
        return reporter(self.live.table, mine[0] if mine else None)

    def caller(self) -> Caller:
        """All reporters that the device may act for: a tap that is sent again may find the phone in other hands."""
        own = frozenset(self.own)
        names = {reporter(self.live.table, seat) for seat in ([*own, None] if self.device.host else own)}
        held = self.evening.held_people
        phones = {seat for seat, person in enumerate(self.live.header.people) if seat not in own and person in held}
        return Caller(frozenset(names), own, frozenset(phones))
