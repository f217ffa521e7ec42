"""Corrections proposed, withdrawn, allowed and declined by many devices at once, and while their evening ends."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import gevent
from flask import Flask

from companion.evening.model import Proposal
from companion.table.rights import seats_that_may
from companion.web.forms.changes import correction, read
from companion.web.screens.proposals import digest
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.gathering import Gathering
from tests.support.own_app import app_of_its_own
from tests.support.phone import HERE, Phone, cookie

SEATS = 12
MOST = 20  # proposals that may wait at a table
LINES = 8  # that were reported before
OF_AN_EVENING = 25  # floods, the last of which meets the end of the evening
FORGED = 0.2  # so often somebody sends what no page gave them
HOWS = ("allow", "allow", "decline", "withdraw", "", "nothing")
Send = Callable[[], int]


class Flood:
    """A table of twelve, every seat of which speaks by two phones; a watcher, and two devices of another group.

    `_speaks`: for which seat each phone speaks, by its place; None: for none.
    """

    def __init__(self, outcome: Outcome, rng: Random, app: Flask) -> None:
        self._outcome, self._rng, self._services = outcome, rng, app.extensions["services"]
        self._evening, club = Gathering(app), Gathering.of_group(app, "Club")
        self._phones = [self._evening.come(f"P{seat}") for seat in range(SEATS)]
        self._phones += [self._second(guest.id) for guest in self._evening.now.guests]
        watcher = self._evening.come()
        watcher.fill("/use", kind="watch")
        self._phones += [watcher, club.come("P0"), club.tablet]
        self._speaks: list[int | None] = [*range(SEATS), *range(SEATS), None, None, None]
        self._evening.set_up("death-over-the-kingdom", option_mode="crowd")
        for seat in range(LINES):
            status = self._evening.report(self._phones[seat], move="losers", seats=[str(seat)]).status_code
            assert status == 303, status
        self._code, self._table_id = self._evening.live.header.code, self._evening.live.header.id

    def _second(self, person: int) -> Phone:
        """Another phone of a guest, which the host has allowed."""
        phone = self._evening.come()
        self._services.evenings.sit_as(self._evening.now, self._number(phone), person)
        self._evening.tablet.get("/").tap("/claims", "yes", person=str(person))
        return phone

    def _number(self, phone: Phone) -> int:
        number: int = self._services.devices.by_key(cookie(phone.client).value)
        return number

    def rush(self) -> None:
        """Many propose, or answer what waits, at the same moment."""
        self._outcome.tries += 1
        self._rng.choice([self._propose, self._answer])()
        self._check_what_waits()

    def end(self) -> None:
        """The host ends the evening while many propose and answer; nothing of it is left."""
        self._outcome.tries += 1
        lines, waiting = self._evening.live, [*self._evening.now.proposals]
        before = lines.line
        ends: Send = lambda: self._evening.tablet.client.post("/end", headers=HERE).status_code  # noqa: E731
        sends = [self._proposing(place, seen) for place, seen in self._crowd(2)] + [
            self._answering(place, proposal, "decline") for place in self._some() for proposal in waiting[:2]
        ]
        sends.insert(self._rng.randrange(len(sends)), ends)
        self._at_once(sends)
        self._at_once([self._proposing(place, seen) for place, seen in self._crowd(1)])
        self._at_once([self._answering(0, proposal, "allow") for proposal in waiting])
        left = self._stored()
        self._outcome.note("doubled", f"{len(left)} wait after the evening", len(left))
        self._outcome.note("doubled", "there are lines after the evening", lines.line - before)

    # --- what is sent

    def _some(self) -> list[int]:
        """Some devices, by their places."""
        return self._rng.sample(range(len(self._phones)), self._rng.randint(4, len(self._phones)))

    def _crowd(self, times: int) -> list[tuple[int, int]]:
        """So many taps of some devices, and the line that each is about."""
        taps = [(place, self._rng.randint(1, LINES)) for place in self._some() for _ in range(times)]
        self._rng.shuffle(taps)
        return taps

    def _proposing(self, place: int, line: int) -> Send:
        """What proposes that a line reads otherwise; `seat` and `device` are forged, and nobody reads them."""
        loser = self._rng.randrange(SEATS)
        pending: Any = [[line, "replace", {"move": "losers", "seats": [loser]}]]
        if self._rng.random() < FORGED:
            pending = self._rng.choice([[], [[line]], [[99, "strike", None]], [[line, "strike", None]] * 2, "x"])
        data = {"pending": json.dumps(pending), "seat": self._rng.randrange(SEATS), "device": self._rng.randrange(99)}
        return self._posting(place, f"/table/{self._code}/propose", data)

    def _answering(self, place: int, proposal: Proposal, how: str) -> Send:
        what = "0" * 16 if self._rng.random() < FORGED / 2 else digest(proposal)
        data = {"answer": how, "seen": proposal.line, "what": what, "seat": self._rng.randrange(SEATS)}
        return self._posting(place, f"/table/{self._code}/proposals/{proposal.id}", data)

    def _posting(self, place: int, path: str, data: dict[str, Any]) -> Send:
        return lambda: self._phones[place].client.post(path, data=data, headers=HERE).status_code

    def _at_once(self, sends: Sequence[Send]) -> list[int]:
        """The statuses of requests that are sent at the same moment."""
        running = [gevent.spawn(send) for send in sends]
        gevent.joinall(running, raise_error=True)
        self._outcome.load += len(running)
        statuses: list[int] = [one.value for one in running]
        failed = [status for status in statuses if status >= 500]
        self._outcome.note("failed", f"{len(failed)} answers of {failed[:1]}", len(failed))
        return statuses

    # --- what is there afterwards

    def _propose(self) -> None:
        taps = self._crowd(2)
        statuses = self._at_once([self._proposing(place, line) for place, line in taps])
        for (place, _), status in zip(taps, statuses, strict=True):
            is_taken = status < 400 and self._speaks[place] is None
            self._outcome.note("leaked", f"a stranger proposes, and is answered by {status}", int(is_taken))
        there = {proposal.device for proposal in self._evening.now.proposals}
        taken = {place for (place, _), status in zip(taps, statuses, strict=True) if status < 400}
        refused = {place for (place, _), status in zip(taps, statuses, strict=True) if status >= 400}
        lost = [place for place in taken - refused if self._number(self._phones[place]) not in there]
        self._outcome.note("lost", f"{len(lost)} proposals that were taken", len(lost))

    def _answer(self) -> None:
        before, waiting = self._evening.live.line, [*self._evening.now.proposals]
        acts = [(place, one, self._rng.choice(HOWS)) for one in waiting for place in self._rng.sample(self._some(), 3)]
        self._rng.shuffle(acts)
        rightful = {one.id: self._rightful(one) for one in waiting}
        statuses = self._at_once([self._answering(place, one, how) for place, one, how in acts])
        allowed: Counter[int] = Counter()
        for (place, one, how), status in zip(acts, statuses, strict=True):
            if status >= 400:
                continue
            is_own = self._number(self._phones[place]) == one.device
            may = is_own if how == "withdraw" else how in ("allow", "decline") and place in rightful[one.id]
            self._outcome.note("leaked", f"{place} may not {how} what {one.seat} proposes, and does", int(not may))
            allowed[one.id] += how == "allow"
        grown, most = self._evening.live.line - before, sum(1 for times in allowed.values() if times)
        self._outcome.note("doubled", f"{grown} lines by {most} that were allowed", max(grown - most, 0))
        self._outcome.note("lost", f"{grown} lines by {most} that were allowed", max(most - grown, 0))

    def _rightful(self, proposal: Proposal) -> set[int]:
        """The places of the devices that may answer it, as long as no line is corrected."""
        table = self._evening.live.table
        move, _ = correction(table, read(proposal.changes))
        may = seats_that_may(table, move, proposal.seat)
        return {place for place, seat in enumerate(self._speaks) if seat in may}

    def _stored(self) -> list[tuple[int, int]]:
        sql = "select device, seat from proposals where table_id = ?"
        rows: list[tuple[int, int]] = self._services.store.reader().execute(sql, [self._table_id])
        return rows

    def _check_what_waits(self) -> None:
        stored = self._stored()
        self._outcome.note("doubled", f"{len(stored)} wait at one table", max(len(stored) - MOST, 0))
        again = len(stored) - len({device for device, _ in stored})
        self._outcome.note("doubled", f"{again} devices have proposed twice", again)
        speaks = dict(zip(map(self._number, self._phones), self._speaks, strict=True))
        forged = [seat for device, seat in stored if speaks[device] != seat]
        self._outcome.note("leaked", f"proposed for the seats {forged} of others", len(forged))


@row("floods of proposals", load="requests sent", whole=1000, few=25)
def flooded_proposals(effort: Effort) -> Outcome:
    """Let so many floods come over tables, each of which ends in one of them."""
    outcome = effort.outcome()
    for evening in range(-(-effort.tries // OF_AN_EVENING)):
        with app_of_its_own() as app:
            flood = Flood(outcome, Random(f"{effort.seed} {evening}"), app)
            for _ in range(min(OF_AN_EVENING, effort.tries - evening * OF_AN_EVENING) - 1):
                flood.rush()
            flood.end()
    return outcome
