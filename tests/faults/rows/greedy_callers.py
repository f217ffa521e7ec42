"""Whoever lays tables, tries codes or sends files of groups without pause is told to wait; nobody else is."""

import time
from collections.abc import Callable
from io import BytesIO
from random import Random

from werkzeug.test import TestResponse

from companion.web.access.limits import Buckets, Limit
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.reference import maker
from tests.support.api import GAME
from tests.support.gathering import Gathering
from tests.support.own_app import app_of_its_own
from tests.support.past_games import bring, handed_over, record
from tests.support.phone import HERE

OF_AN_APP = 500  # calls
TURN = 25  # calls, after which somebody modest calls
MODEST = {"REMOTE_ADDR": "10.0.0.8"}
Call = Callable[[], TestResponse]


@row("calls without pause", load="calls turned away", whole=50_000, few=2500)
def greedy_callers(effort: Effort) -> Outcome:
    """A stranger tries codes, a program lays tables, a keeper sends files; who is modest goes on, wherever that is."""
    outcome, rng = effort.outcome(), effort.rng
    for first in range(0, effort.tries, OF_AN_APP):
        with app_of_its_own() as app:
            _flood(outcome, rng, Gathering(app), first // OF_AN_APP)
    return outcome


def _flood(outcome: Outcome, rng: Random, evening: Gathering, which: int) -> None:
    modest, keeper = evening.come("Bo").client, evening.tablet.client
    stranger = evening.app.test_client(use_cookies=False)
    services = evening.app.extensions["services"]
    evening.tablet.get("/spectators").tap("/spectators")
    (over,) = bring(services.store, record(maker("death-wish"), 3))
    bounds = Buckets()
    floods: list[tuple[Limit, Call]] = [
        (bounds.tables, lambda: stranger.post("/api/tables", json=GAME)),
        (bounds.guesses, lambda: stranger.post("/code", data={"code": "WRONG"}, headers=HERE)),
        (bounds.groups, lambda: keeper.post("/group/file", data={"group": (BytesIO(b"no file"), "x")}, headers=HERE)),
    ]
    others: list[Call] = [
        lambda: modest.get("/network"),
        lambda: stranger.get("/", environ_overrides=MODEST),
        lambda: stranger.post("/api/tables", json=GAME, environ_overrides=MODEST),
        lambda: stranger.get(f"/hall/{services.hall_ticket}"),
        lambda: stranger.get(f"/board/{evening.now.spectators[0].ticket}"),
        lambda: stranger.get(handed_over(modest, services.store, over)),
        lambda: keeper.get("/group/group.jsonl"),
    ]
    limit, call = floods[which % len(floods)]
    taken, began = 0, time.monotonic()
    for number in range(OF_AN_APP):
        answer = call()
        taken += answer.status_code != 429
        outcome.load += answer.status_code == 429
        outcome.note("failed", (number, answer.status), int(answer.status_code >= 500))
        if number % TURN == 0:
            status = rng.choice(others)().status_code
            outcome.note("lost", f"somebody else is answered by {status}", int(status >= 400))
    most = limit.rate.burst + limit.rate.per_second * (time.monotonic() - began) + 1
    outcome.note("doubled", f"{taken} calls were taken, and {most:.0f} may be", int(taken > most))
    outcome.tries += OF_AN_APP
