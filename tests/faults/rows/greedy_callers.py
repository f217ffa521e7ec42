"""Whoever calls without pause is told to wait, by device or by address; nobody else is."""

import time
from collections.abc import Callable
from random import Random

from werkzeug.test import TestResponse

from companion.web.limits import Limits, Rate
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.api import GAME
from tests.support.gathering import Gathering
from tests.support.own_app import app_of_its_own
from tests.support.phone import HERE

OF_AN_APP = 500  # calls
TURN = 25  # calls, after which somebody modest calls
MODEST = {"REMOTE_ADDR": "10.0.0.8"}
Call = Callable[[], TestResponse]


@row("calls without pause", load="calls turned away", whole=50_000, few=2500)
def greedy_callers(effort: Effort) -> Outcome:
    """A device asks for pages, a stranger too or for a way in, a program lays tables; who is modest goes on."""
    outcome, rng = effort.outcome(), effort.rng
    for first in range(0, effort.tries, OF_AN_APP):
        with app_of_its_own(limits=Limits()) as app:
            _flood(outcome, rng, Gathering(app), first // OF_AN_APP)
    return outcome


def _flood(outcome: Outcome, rng: Random, evening: Gathering, which: int) -> None:
    greedy, modest = evening.come("Ann").client, evening.come("Bo").client
    stranger = evening.app.test_client(use_cookies=False)
    bounds = Limits()
    floods: list[tuple[Rate, Call]] = [
        (bounds.pages, lambda: greedy.get(rng.choice(["/network", "/nowhere"]))),
        (bounds.pages, lambda: greedy.post("/use", data={"kind": "phone"}, headers=HERE)),
        (bounds.pages, lambda: stranger.get("/", environ_overrides={"REMOTE_ADDR": "10.0.0.9"})),
        (bounds.tables, lambda: stranger.post("/api/tables", json=GAME)),
        (bounds.guesses, lambda: stranger.post("/code", data={"code": "WRONG"}, headers=HERE)),
    ]
    others: list[Call] = [
        lambda: modest.get("/network"),
        lambda: stranger.get("/", environ_overrides=MODEST),
        lambda: stranger.post("/api/tables", json=GAME, environ_overrides=MODEST),
    ]
    bound, call = floods[which % len(floods)]
    taken, began = 0, time.monotonic()
    for number in range(OF_AN_APP):
        answer = call()
        taken += answer.status_code != 429
        outcome.load += answer.status_code == 429
        outcome.note("failed", (number, answer.status), int(answer.status_code >= 500))
        if number % TURN == 0:
            status = rng.choice(others)().status_code
            outcome.note("lost", f"somebody else is answered by {status}", int(status >= 400))
    most = bound.burst + bound.per_second * (time.monotonic() - began) + 1
    outcome.note("doubled", f"{taken} calls were taken, and {most:.0f} may be", int(taken > most))
    outcome.tries += OF_AN_APP
