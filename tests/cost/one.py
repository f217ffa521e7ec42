"""What one scene costs, in this process, which does nothing else: `python -m tests.cost.one SCENE`, printed as JSON.

Its game is played twice: the first time all that is kept for later is made, the second time it is counted.
"""

import gc
import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import mean, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask

from companion.network import addresses
from companion.server.server import read_first
from companion.storage import writer
from companion.storage.postgres.store import PostgresStore
from companion.storage.sqlite.store import SqliteStore
from companion.storage.store import Store
from companion.web.access.services import Services
from companion.web.app import create_app
from companion.web.first_uses import first_uses
from tests.cost.bars import FIRST_LOAD
from tests.cost.counting import Calls
from tests.cost.device import Device
from tests.cost.played import PAGE_EVERY, SCENES, PlayedEvening
from tests.support import postgres
from tests.support.first_load import files_named

BUSIEST = 40  # functions that are told


@contextmanager
def served() -> Iterator[Flask]:
    """An app that has read all that is read ahead, and does nothing by the clock."""
    gc.disable()
    for module, name, value in ((addresses, "_period", lambda now: 0), (writer, "QUIET_SECONDS", 1_000_000)):
        setattr(module, name, value)  # as long as this process lives
    with TemporaryDirectory(prefix="ledger-") as folder, _opened(Path(folder) / "data") as store:
        app = create_app(Services(store))
        read_first(app)
        for read in first_uses(app):
            read()
        yield app
        app.extensions["services"].writer.close()


@contextmanager
def _opened(folder: Path) -> Iterator[Store]:
    """An empty store of the engine that LEDGER_TEST_DATABASE names."""
    if postgres.ENGINE:
        with postgres.cluster() as server, server.house() as url, closing(PostgresStore(url)) as store:
            yield store
    else:
        with closing(SqliteStore(folder)) as file:
            yield file


def cost(scene: str) -> dict[str, Any]:
    """The figures of a scene, and its busiest functions with their calls a tap."""
    taps_of, pages_of = Calls(), Calls()
    with served() as app:
        reads = type(app.extensions["services"].store.reader()).execute
        evening = PlayedEvening(app, SCENES[scene])
        firsts = [first_load(evening.phones[0]) for line, _ in enumerate(evening.play(), 1) if line == PAGE_EVERY]
        taps = [*evening.play(taps_of, pages_of)]
    sizes = [size for tap in taps for size in tap.sizes]
    figures = {
        "calls a tap": mean(tap.calls for tap in taps),
        "reads of a hundred taps": taps_of.times(reads) * 100 / len(taps),
        "calls a page": pages_of.total / (len(taps) // PAGE_EVERY),
        "bytes a tap and screen, median": quantiles(sizes, n=10, method="inclusive")[4],
        "bytes a tap and screen, nine of ten": quantiles(sizes, n=10, method="inclusive")[8],
        "bytes a tap and screen, mean": mean(sizes),
        FIRST_LOAD: firsts[0],
    }
    busiest = {name: times / len(taps) for name, times in [*taps_of.by_function().items()][:BUSIEST]}
    return {"figures": {name: round(value) for name, value in figures.items()}, "busiest": busiest}


def first_load(phone: Device) -> int:
    """The bytes of a phone's page, and of all files that it loads, as they come."""
    sizes: dict[str, int] = {}
    left = ["/"]
    while left:
        path = left.pop()
        if path not in sizes:
            answer = phone.get(path)
            assert answer.status == 200, (path, answer)
            sizes[path] = len(answer.body)
            left += files_named(path, answer.plain)
    return sum(sizes.values())


if __name__ == "__main__":
    print(json.dumps(cost(sys.argv[1])))
