"""Phones that sleep for hours, and whose streams are cut without a word: whoever wakes is current at once.

It keeps its seat, whoever else comes meanwhile, until the evening is over; and a tap on a question that nobody has
answered yet is taken.

Here is the server's half, with a phone that asks as its page does; a browser sleeps in tests/browser/test_sleep.py.
"""

import re
from contextlib import ExitStack
from contextvars import copy_context
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any
from urllib.parse import urlencode

from flask import Flask

from companion.evening.quiet import QUIET
from companion.games import GAMES
from companion.table.result import is_closed
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.api import CAST
from tests.support.clock import Clock
from tests.support.forms import flat
from tests.support.games.random_play import answer, offered
from tests.support.gathering import Gathering
from tests.support.many_evenings.screen import is_seated, state_of
from tests.support.own_app import app_of_its_own
from tests.support.phone import HERE, Phone
from tests.support.slots import slots_of, taken

OF_AN_EVENING = 20  # tries
MOST_MOVES = 6  # while a phone sleeps
UNPLAYED = 3  # of MOST_MOVES + UNPLAYED sleeps nothing is played
COMES = 0.4  # how often somebody comes while a phone sleeps
LONGEST = 180  # minutes from one move to the next
SHOWN = re.compile(r"event: shown\nid: (\d+)\ndata: (\S+) ")
SLOT = re.compile(r"event: slot\ndata: (\S+)\ndata: (.*?)\n\n", re.S)
RELOAD, GONE = "event: reload", 401
NOT_THEIRS = (401, 403, 404, 409)  # statuses of a tap from whom may not tap there, or too late


def with_news(slots: dict[str, str], news: str) -> dict[str, str]:
    """These slots with what came by the stream."""
    for name, html in SLOT.findall(news):
        slots = taken(slots, name, html.replace("\ndata: ", "\n"))
    return slots


@dataclass
class SleepyPhone:
    """A device, what its page holds of the screen, and its streams, of which none is ever ended."""

    phone: Phone
    left: ExitStack
    name: str = ""
    has: dict[str, str] = field(default_factory=dict)
    last_id: str = ""
    slots: dict[str, str] = field(default_factory=dict)

    def page(self) -> dict[str, str]:
        """What a page that is fetched now says of itself: layout, game, and the state; nothing if no screen."""
        held = state_of(self.phone.get("/").html)
        return held if held["layout"] else {}

    def has_seat(self) -> bool:
        """Whether the page that was fetched last is a screen of the evening, and a player's that of their seat."""
        return is_seated(self.phone.html, self.name)

    def take(self, news: str) -> None:
        """Show what came by the stream."""
        self.slots = with_news(self.slots, news)
        for id, state in SHOWN.findall(news):
            self.has["state"], self.last_id = state, id
        if RELOAD in news:
            self.load()

    def load(self) -> None:
        """Fetch the page."""
        self.has = self.page()
        self.slots = slots_of(self.phone.html)

    def listen(self) -> tuple[int, str]:
        """Open the stream as the page does: the status, and what comes at once."""
        headers = {"Last-Event-ID": self.last_id} if self.last_id else {}
        context, path = copy_context(), f"/live?{urlencode(self.has)}"
        response = context.run(self.phone.client.get, path, headers=headers, buffered=False)
        self.left.callback(context.run, response.close)
        news: Any = context.run(next, iter(response.response)) if response.status_code == 200 else b""
        return response.status_code, news.decode()


class Night:
    """An evening of the home in the hours of a clock, whose host reports."""

    def __init__(self, outcome: Outcome, rng: Random, app: Flask, clock: Clock, left: ExitStack) -> None:
        self._outcome, self._rng, self._clock = outcome, rng, clock
        self._evening = Gathering(app)
        phones = [self._evening.come(name) for name in CAST[:2]]
        for name in CAST[2:4]:
            app.extensions["services"].evenings.sit(self._evening.now, None, name)
        watcher = self._evening.come()
        watcher.fill("/use", kind="watch")
        named = [*zip(phones, CAST[:2], strict=True), (watcher, ""), (self._evening.tablet, "")]
        self._sleepy = [SleepyPhone(phone, left, name) for phone, name in named]

    def pass_on(self) -> None:
        """A phone sleeps, while the others play or do not, and wakes."""
        one = self._rng.choice(self._sleepy)
        one.load()
        self._play()
        one.take(one.listen()[1])
        one.page()
        taps, asked_last = [form for form in one.phone.forms() if form.ask and form.buttons], self._newest()
        for _ in range(max(0, self._rng.randint(1 - UNPLAYED, MOST_MOVES))):
            self._clock.wait(timedelta(minutes=self._rng.randint(0, LONGEST)))
            self._play()
        if self._rng.random() < COMES:
            self._evening.come()
        self._wake(one)
        if taps:
            tap = self._rng.choice(taps)
            self._send_late(one, tap.action, tap.filled(self._rng), is_open=asked_last == self._newest())

    def sleep_through(self) -> None:
        """All sleep for longer than an evening lasts at which nothing is played."""
        for one in self._sleepy:
            one.load()
        self._clock.wait(QUIET + timedelta(hours=1))
        for one in self._sleepy:
            if one.has:
                self._wake(one, may_be_gone=True)
            else:
                self._outcome.note("lost", f"the seat of “{one.name}”")

    def _play(self) -> None:
        if self._evening.now.table_code is None:
            self._evening.start(self._rng.choice([*GAMES]))
            return
        asked = [] if is_closed(self._evening.live.table) else offered(self._evening.live.table, optional=False)
        if not asked:
            self._evening.tablet.client.post("/put-away", headers=HERE)
            return
        self._evening.tell(flat(answer(self._rng, self._rng.choice(asked))))

    def _wake(self, one: SleepyPhone, may_be_gone: bool = False) -> None:
        """What comes at once is all that the screen of now has more than that of then; or the page is told to load.

        `may_be_gone`: the evening may be over.
        """
        status, news = one.listen()
        now = one.page()
        self._outcome.load += 1
        if not may_be_gone and (status != 200 or not one.has_seat()):
            self._outcome.note("lost", f"the seat of “{one.name}”, who is answered by {status}")
            return
        if (now.get("layout"), now.get("game")) != (one.has.get("layout"), one.has.get("game")):
            self._outcome.note(
                "lost", f"another screen, and {status} {news[:80]}", int(RELOAD not in news and status != GONE)
            )
            return
        sent = with_news(one.slots, news)
        wanted = slots_of(one.phone.html)
        self._outcome.note("lost", f"{status}, and not {set(wanted) - set(sent)}", int(sent != wanted))

    def _send_late(self, one: SleepyPhone, path: str, given: list[tuple[str, str]], is_open: bool) -> None:
        """A tap that was made before the phone slept is sent, and sent again: it is a line once, or none.

        If its question `is_open` still, it is taken; or refused for what it says, which is chance.
        """
        before = self._lines()
        form: dict[str, Any] = {}
        for name, value in given:
            form.setdefault(name, []).append(value)
        statuses = [one.phone.client.post(path, data=form, headers=HERE).status_code for _ in range(2)]
        new = self._lines() - before
        self._outcome.note("doubled", f"{path} {given}", max(0, new - 1))
        is_lost = statuses[0] in NOT_THEIRS or (statuses[0] < 400 and new == 0)
        self._outcome.note("lost", f"{path} {given}: {statuses}", int(is_open and is_lost))
        self._outcome.note("failed", f"{path}: {statuses}", int(max(statuses) >= 500))

    def _newest(self) -> tuple[str | None, int]:
        """The table that is shown, and its newest line."""
        code = self._evening.now.table_code
        return code, self._evening.live.line if code else 0

    def _lines(self) -> int:
        reader = self._evening.app.extensions["services"].store.reader()
        number: int = reader.execute("select count(*) from lines").first()[0]
        return number


@row("phones that sleep", load="wakes", whole=2000, few=10)
def sleeping_phones(effort: Effort) -> Outcome:
    """Let phones fall asleep and wake so often."""
    outcome = effort.outcome()
    while outcome.tries < effort.tries:
        clock = Clock()
        with app_of_its_own(clock) as app, ExitStack() as left:
            night = Night(outcome, Random(f"{effort.seed} {outcome.tries}"), app, clock, left)
            for _ in range(min(OF_AN_EVENING, effort.tries - outcome.tries)):
                night.pass_on()
                outcome.tries += 1
            night.sleep_through()
    return outcome
