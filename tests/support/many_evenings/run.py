"""Many evenings at once on one server, which is killed in the middle: what came of them."""

import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tests.support.effort import patient
from tests.support.many_evenings import checks
from tests.support.many_evenings.device import Device
from tests.support.many_evenings.evening import PlayedEvening
from tests.support.many_evenings.marks import all_bytes
from tests.support.many_evenings.walk import guess, walk
from tests.support.server import Server

MIDDLE = 12  # lines of an evening on the average, before the server is killed: few games are over so soon


@dataclass
class Outcome:
    """What came of the evenings, in numbers; `seats` had to come back after the kill.

    `taken`: taps that became lines. `late`: screens that did not show a line soon, `behind`: of these the ones whose
    stream was open and did not bring it. `other_pages`: pages that hold something else once the server starts again.
    """

    evenings: int
    devices: int
    taps: int = 0
    seconds: float = 0.0
    refusals: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    received: Counter[str] = field(default_factory=Counter)
    taken: int = 0
    late: int = 0
    behind: int = 0
    seats: int = 0
    seats_lost: int = 0
    ended_wrongly: int = 0
    lost: int = 0
    doubled: int = 0
    leaks: list[tuple[str, bytes]] = field(default_factory=list)
    not_refused: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)
    unmarked: list[str] = field(default_factory=list)
    other_pages: list[str] = field(default_factory=list)
    exported: int = 0

    @property
    def is_right(self) -> bool:
        """Nothing is lost, doubled, shown to others, or other than its replay; all seats are back."""
        wrong = (self.leaks, self.not_refused, self.differing, self.unmarked, self.other_pages)
        return not any((self.lost, self.doubled, self.behind, self.seats_lost, self.ended_wrongly, *wrong))


def play(server: Server, number: int, most: int, seed: int = 0, pages: int = 60) -> Outcome:
    """Play so many evenings of at most so many lines each; the server is started, killed, started again, stopped.

    `pages`: so many pages and files a device opens at the end.
    """
    server.options = ("--open",)
    server.start(60)
    evenings = [PlayedEvening(server, place, seed) for place in range(number)]
    for evening in evenings:
        evening.received.foreign = frozenset(other.mark.encode() for other in evenings if other is not evening)
    outcome = Outcome(number, sum(len(evening.devices) for evening in evenings))
    try:
        _play(server, evenings, most, outcome)
        _look_around(evenings, pages, outcome)
        outcome.ended_wrongly = _end_every_other(evenings)
        outcome.other_pages = _start_again(server, evenings)
    finally:
        for evening in evenings:
            evening.close()
    assert server.stop(30) == 0
    _compare(server, evenings, outcome)
    return outcome


def _play(server: Server, evenings: Sequence[PlayedEvening], most: int, outcome: Outcome) -> None:
    """All evenings at once; in the middle the server is killed and started again."""
    with ThreadPoolExecutor(len(evenings)) as threads:
        list(threads.map(PlayedEvening.gather, evenings))
        for evening in evenings:
            others = [other.ticket.encode() for other in evenings if other is not evening]
            evening.received.secrets = frozenset(others)
        list(threads.map(PlayedEvening.start, evenings))
        began = time.monotonic()
        playing = [threads.submit(evening.play, most) for evening in evenings]
        while not all(one.done() for one in playing) and _lines(evenings) < len(evenings) * min(most // 2, MIDDLE):
            time.sleep(0.02)
        server.kill()
        server.start(60)
        seats = [device.has_seat() for evening in evenings for device in evening.devices]
        outcome.seats, outcome.seats_lost = len(seats), seats.count(False)
        for one in playing:
            one.result()
        outcome.seconds = time.monotonic() - began


def _lines(evenings: Sequence[PlayedEvening]) -> int:
    return sum(evening.line for evening in evenings)


def _look_around(evenings: Sequence[PlayedEvening], pages: int, outcome: Outcome) -> None:
    """Every group opens its pages and files, and tries those that the next group alone has."""
    addresses = []
    for evening in evenings:
        addresses.append(walk(evening.host.client, pages) | walk(evening.phones[1].client, pages))
        evening.download()
    for place, evening in enumerate(evenings):
        other = (place + 1) % len(evenings)
        phone = evening.phones[1].client
        outcome.not_refused += guess(phone, addresses[place], evenings[other], addresses[other])


def _end_every_other(evenings: Sequence[PlayedEvening]) -> int:
    """Every other host ends the evening; how many devices are out that were to stay, or stay."""
    ended = evenings[1::2]
    for evening in ended:
        evening.end()
    return sum(device.has_seat() == (evening in ended) for evening in evenings for device in evening.devices)


def _start_again(server: Server, evenings: Sequence[PlayedEvening]) -> list[str]:
    """Stop the server and start it again: whose pages hold something else than before, once their screens follow."""
    devices = [device for evening in evenings for device in evening.devices]
    before = [device.page() for device in devices]
    assert server.stop(30) == 0
    server.start(60)
    pages = [(device.name, old, _page_like(device, old)) for device, old in zip(devices, before, strict=True)]
    return [f"{name}: {old}, then {new}" for name, old, new in pages if old != new]


def _page_like(device: Device, old: dict[str, str]) -> dict[str, str]:
    """What the page of a device holds as soon as it holds this, or else after a while: a board is followed soon."""
    end = time.monotonic() + patient(5)
    while (page := device.page()) != old and time.monotonic() < end:
        time.sleep(0.1)
    return page


def _compare(server: Server, evenings: Sequence[PlayedEvening], outcome: Outcome) -> None:
    """Compare what the devices were told with what is stored, and what is stored with its replay."""
    outcome.lost, outcome.doubled = checks.lost_and_doubled(server, evenings)
    for evening, result in zip(evenings, checks.replayed(server, evenings), strict=True):
        rows_downloaded = checks.exported(evening.results)
        if result != checks.sealed(server, evening) or rows_downloaded not in ([], checks.rows_of_results(result)):
            outcome.differing.append(evening.table)
        outcome.games[f"{evening.game} {result['outcome']}"] += 1
        outcome.exported += bool(rows_downloaded)
        outcome.taps += len(evening.taps)
        outcome.refusals += evening.refusals
        outcome.taken += sum(tap.line is not None for tap in evening.taps)
        outcome.late += evening.late
        outcome.behind += evening.behind
        outcome.leaks += evening.received.leaks
    groups = [evening.received for evening in evenings]
    outcome.received = all_bytes(groups)
    outcome.unmarked = [f"{one.own}" for one in groups if not all(one.own[kind] for kind in ("pages", "streams"))]
