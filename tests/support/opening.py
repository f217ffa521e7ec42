"""What requests read first on the thread of the loop, once all was read ahead: `python -m tests.support.opening DATA`.

In a fresh process, which prints how many requests were sent, and then each file that they opened, and each type whose
annotations they read.
"""

import os
import random
import sys
from html import unescape
from pathlib import Path
from threading import get_ident
from typing import Any

import msgspec
from flask import Flask

from companion.games import GAMES
from companion.server.server import read_first
from companion.storage.sqlite.store import SqliteStore
from companion.web.access.services import Services
from companion.web.app import create_app
from companion.web.first_uses import first_uses
from tests.support.forms import flat
from tests.support.games.random_play import answer, offered
from tests.support.gathering import Gathering
from tests.support.many_evenings.walk import COPY, EXPORTS, LINK, STARTS
from tests.support.phone import Phone

MOVES = 12  # of a game
PAGES = 40  # in a language, after each game


def walk(phone: Phone) -> int:
    """Open what is linked from here on, a page or file each; how many."""
    waiting, seen = [*STARTS, "/rules/", "/help", "/nowhere", *EXPORTS, COPY], set[str]()
    while waiting and len(seen) < PAGES:
        address = waiting.pop(0)
        if address not in seen:
            seen.add(address)
            answer = phone.client.get(address)
            waiting += map(unescape, LINK.findall(answer.text)) if answer.mimetype == "text/html" else []
            answer.close()
    return len(seen)


def play(app: Flask, game: str, language: str) -> int:
    """Play a few moves of a game on screens in a language, look around; how many requests that were."""
    evenings = app.extensions["services"].evenings
    for left in evenings.all_open():
        evenings.close(left)
    evening, rng = Gathering(app), random.Random(game)
    evening.tablet.speak(language)
    phones = [evening.come(name).speak(language) for name in ("Ann", "Bo", "Cy", "Di")]
    evening.tablet.get("/")
    evening.set_up(game)
    for _ in range(MOVES):
        if asked := offered(evening.live.table, optional=False):
            evening.report(evening.tablet, **flat(answer(rng, rng.choice(asked))))
        for phone in (evening.tablet, *phones):
            phone.get("/")
    for page in ("sheet", "sheet/1", "notes"):
        evening.tablet.client.get(f"/table/{evening.now.table_code}/{page}")
    return MOVES * (2 + len(phones)) + walk(evening.tablet) + walk(phones[0])


def main() -> int:
    folder = Path(sys.argv[1])
    store = SqliteStore(folder)
    app = create_app(Services(store))
    read_first(app)
    for read in first_uses(app):
        read()
    Gathering(app)  # what only the client of a test needs
    opened: list[str] = []
    thread, is_over = get_ident(), False

    def hear(event: str, given: tuple[Any, ...]) -> None:
        is_heard = event == "open" and not is_over and get_ident() == thread
        if is_heard and isinstance(given[0], str | bytes | Path):
            opened.append(os.fsdecode(given[0]))

    def look(kind: Any) -> Any:
        if get_ident() == thread:
            opened.append(f"the annotations of {kind.__qualname__}")
        return annotated(kind)

    annotated = msgspec.structs.fields
    msgspec.structs.fields = look  # type: ignore[assignment]
    sys.addaudithook(hear)  # for as long as this process lives
    asked = sum(play(app, game, language) for game in GAMES for language in ("en", "es-MX", "ja"))
    is_over = True
    print(asked)
    for file in sorted({*opened}):
        if not Path(file).is_relative_to(folder):
            print(file)
    app.extensions["services"].writer.close()
    store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
