"""Services of one app, which every view works with."""

import logging
import secrets as chance
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from socket import gethostname
from typing import Any, TypeVar

from flask import Flask

from companion.evening.admission import Admission
from companion.evening.api_keys import ApiKeys
from companion.evening.devices import Devices
from companion.evening.evenings import Evenings
from companion.evening.gestures import Gestures
from companion.evening.model import Evening
from companion.evening.others import Others
from companion.evening.succession import Presence, Succession
from companion.evening.tables import Tables
from companion.history.callbacks import Callbacks
from companion.history.standings import Changes
from companion.history.verifying import Verdicts
from companion.network.entrances import EVERYWHERE, Entrances
from companion.storage.errors import Unavailable
from companion.storage.identifiers import CODE_LENGTH, HOME, OPEN_CODE
from companion.storage.notifier import Notifier, beside
from companion.storage.store import ANYTHING, Store, secret
from companion.storage.stored_table import LiveTable
from companion.storage.workers import WorkerPool
from companion.storage.writer import Writer
from companion.table.limits import is_long
from companion.terminal import say
from companion.web.access.limits import Buckets, Streams, device_of, screen_caller
from companion.web.text.drawn import AllDrawings

T = TypeVar("T")
log = logging.getLogger("companion.web.access.services")


@dataclass
class Services:
    """Objects that the views work with, made once when the server starts.

    `entrances`: the addresses that phones can reach. `own_names`: host names that are ours besides these. `notifier`:
    its clock also counts quiet hours. `drawings`: the drawn slots of screens; `gestures`: what the dead send to
    scoreboards. `hall_ticket`: the operator's secret for the hall: another one after each start, never stored, where
    one server has a file; in a database kept, and that of all its servers. `is_open`: anybody may open a group.
    `programs_group`: the one in which programs lay tables.
    """

    store: Store
    name: str = ""
    entrances: Entrances = field(default_factory=Entrances)
    notifier: Notifier = field(default_factory=Notifier)
    workers: WorkerPool = field(default_factory=WorkerPool)
    own_names: frozenset[str] = frozenset()
    buckets: Buckets = field(default_factory=Buckets)
    drawings: AllDrawings = field(default_factory=AllDrawings)
    is_open: bool = False
    programs_group: int = HOME
    gestures: Gestures = field(default_factory=Gestures)
    closing: bool = False
    hall_ticket: str = field(default_factory=lambda: chance.token_urlsafe(16))

    def __post_init__(self) -> None:
        if self.store.path is None:
            self.hall_ticket = secret(self.store, "hall", self.hall_ticket)
        self.instance = instance(self.store)
        self.form_key_secret = secret(self.store, "form keys", chance.token_hex(32))
        self.short_address_secret = secret(self.store, "short addresses", chance.token_hex(16))
        self.streams = Streams(self._ring_for_board)
        self.writer = Writer(self.store)
        self.evenings = Evenings(self.store, self.writer, self.notifier, OPEN_CODE if self.is_open else CODE_LENGTH)
        self.tables = Tables(self.store, self.writer, self.notifier, self.evenings.line_added)
        self.devices = Devices(self.store)
        self.admission = Admission(self.evenings)
        self.presence = Presence(self.notifier.clock, lambda device: self.streams.is_followed(screen_caller(device)))
        self.succession = Succession(self.evenings, self.tables, self.presence)
        self.verdicts = Verdicts(self.store)
        self.callbacks = Callbacks(self.store)
        self.league_changes = Changes(self.store)
        self.api_keys = ApiKeys(self.store)

    def listen(self) -> None:
        """Follow from now on what is written unseen: by other servers of the same database, or late by this one."""
        follow = Others(self.tables, self.notifier, self.gestures).follow
        self.store.listen(self.entrances.served.partition(" ")[0].replace(EVERYWHERE, gethostname()), follow)
        self.writer.after_late = partial(follow, ANYTHING)
        self.presence.is_alone = self.store.path is not None

    def _ring_for_board(self, caller: str) -> None:
        """Wake the evening of a scoreboard whose first stream has opened, or last one has ended: phones show whether it
        is there."""
        device = device_of(caller)
        if device is not None:
            beside(self._wake_for_board, device)  # a stream also ends where nobody may wait for the store

    def _wake_for_board(self, device: int) -> None:
        if self.closing:
            return
        try:
            evening = self.evenings.of_device(device)
        except Unavailable as problem:
            log.warning("Nobody is shown that a stream has begun or ended: %s", problem)
            return
        screen = evening.screen(device) if evening else None
        if evening is not None and screen is not None and screen.is_board:
            self.evenings.wake([evening.id])

    def say_evening(self, evening: Evening) -> None:
        """Print the address and code of a new evening of the home, and its host's link."""
        if evening.group != HOME:
            return
        with suppress(OSError):
            say(f"A new evening is open at {self.entrances.base(evening.address)} (code {evening.code})")
        self.say_host_link(evening)

    def say_host_link(self, evening: Evening) -> None:
        """Print the host's link of an evening of the home; the terminal is not for other groups."""
        if evening.group != HOME:
            return
        with suppress(OSError):  # a terminal that is gone keeps nobody from hosting
            say(f"The host's own link: {self.host_link(evening)}")

    def host_link(self, evening: Evening) -> str:
        """Link by which any device becomes host of an evening."""
        return self.entrances.host_link(evening.address, evening.host_ticket)

    def run_for(self, live: LiveTable, work: Callable[..., T], *given: Any) -> T:
        """Call `work`; for a long sheet on a worker thread, so that it does not delay taps."""
        return self.workers.run(live.header.id, work, *given) if is_long(live.table) else work(*given)

    def say_hall_link(self) -> None:
        """Print the operator's link to the hall, which lists the open evenings."""
        say(f"For whoever runs this server, all open tables: {self.entrances.base()}/hall/{self.hall_ticket}")


def services_of(app: Flask) -> Services:
    services: Services = app.extensions["services"]
    return services


def instance(store: Store) -> str:
    """Short name of this data folder, so that two servers at one address do not mix up their devices."""
    return secret(store, "instance", chance.token_hex(4))
