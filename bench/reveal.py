"""What a scoreboard computes while games unfold on it: `python -m bench.reveal [GAME …]`.

Four phones play each game by HTTP, one board is a browser slowed down to a fourth. Told of each game: how many tasks
its main thread had, the longest of them in milliseconds of processor, what those over 50 ms did, and the properties
that moved. A benchmark, not a test: a task that is long on a loaded machine is longer still here.
"""

import json
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import tests.support.many_evenings.evening as played
from companion.games import GAMES
from tests.support.browser.chromium import OPTIONS, program
from tests.support.browser.trace import Trace
from tests.support.server import Server

SLOWER = 4  # times
LONG = 50.0  # milliseconds
LINES = 400
TRACED = "toplevel,devtools.timeline,disabled-by-default-devtools.timeline,disabled-by-default-devtools.timeline.stack"
TASK = "ThreadControllerImpl::RunTask"
# Notes which properties move, by their names.
HEED = """() => {
    window.moved = {};
    const note = (name) => (moved[name] = (moved[name] ?? 0) + 1);
    document.addEventListener('transitionrun', ({ propertyName }) => note(propertyName));
    document.addEventListener('animationstart', ({ animationName, target }) => {
        for (const one of target.getAnimations({ subtree: true })) {
            if (one.animationName === animationName) {
                one.effect.getKeyframes().forEach((frame) => Object.keys(frame).forEach(note));
            }
        }
    });
}"""
OF_A_FRAME = {"offset", "computedOffset", "easing", "composite"}


def tell(slug: str, events: list[dict[str, Any]], moved: dict[str, int]) -> None:
    """Print what a game cost."""
    tasks = [one for one in events if one["name"] == TASK and "tdur" in one]
    long = [one for one in tasks if one["tdur"] / 1000 > LONG]
    within: Counter[str] = Counter()
    for one in events:
        if any(task["ts"] < one["ts"] <= task["ts"] + task["dur"] for task in long) and "tdur" in one:
            within[one["name"]] += round(one["tdur"] / 1000)
    found = {
        "game": slug,
        "tasks": len(tasks),
        "longest": [round(one["tdur"] / 1000) for one in sorted(long or tasks, key=lambda task: -task["tdur"])[:5]],
        "long": len(long),
        "in long ones, ms": dict(within.most_common(6)),
        "moved": sorted(moved.keys() - OF_A_FRAME),
    }
    print(json.dumps(found), flush=True)


def main(games: list[str]) -> None:
    """Play the games and tell of each."""
    played.TWICE = played.TOGETHER = played.BACK = 0.0  # an evening without a slip
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        server = Server(Path(made))
        server.options = ("--open",)
        server.start(60)
        chromium = playwright.chromium.launch(executable_path=program(), args=OPTIONS)
        for place, slug in enumerate(games or GAMES):
            number = 2 * place + 1  # its board hosts
            evening = played.PlayedEvening(server, number, played.SLUGS.index(slug) - number)
            evening.gather()
            context = chromium.new_context(viewport={"width": 1280, "height": 800})
            name, _, value = evening.board.client.cookie.partition("=")
            context.add_cookies([{"name": name, "value": value, "url": server.url}])
            board = context.new_page()
            board.goto(server.url)
            evening.start()
            board.wait_for_timeout(2000)
            board.evaluate(HEED)
            traced = Trace(board, TRACED, SLOWER)
            playing = threading.Thread(target=evening.play, args=(LINES,))
            playing.start()
            while playing.is_alive():
                board.wait_for_timeout(100)
            board.wait_for_timeout(8000)  # until the last step of its end
            tell(slug, traced.events(), board.evaluate("moved"))
            context.close()
            evening.close()
        chromium.close()
        server.stop(30)


if __name__ == "__main__":
    main(sys.argv[1:])
