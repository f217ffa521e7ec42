"""What a request would read at its first use is read before, once the server listens, on a worker thread."""

import gc
import time
from contextlib import suppress

import gevent
import msgspec
from flask import Flask

from companion.games import GAMES
from companion.games.guide import Texts
from companion.table.moves import any_move
from companion.web.access.services import Services
from companion.web.first_uses import first_uses

SHARE = 0.5  # of the time, at most, that goes into it: who comes in meanwhile has the rest


def read_ahead(app: Flask) -> None:
    """Read all of it, a little at a time."""
    services: Services = app.extensions["services"]
    for read in first_uses(app):
        began = time.monotonic()
        services.workers.run(None, read)
        gevent.sleep((time.monotonic() - began) * (1 / SHARE - 1))
    gc.freeze()


def read_shapes() -> None:
    """Let msgspec look at the shape of every move, option and guide on this thread, before any other reads one.

    It keeps what it has seen of a type where all threads find it, also while it is half done: two that are the first
    to use one end the process.
    """
    of_games = [shape for game in GAMES.values() for shape in (any_move(game.SLUG), game.Options)]
    for shape in (*of_games, Texts):
        with suppress(msgspec.ValidationError):
            msgspec.convert({}, shape)
