"""The clock of the machine jumps while players report: lines stand in the order in which they were taken."""

import random
from contextlib import closing
from multiprocessing import Pipe
from pathlib import Path

from flask import Flask

from companion.storage.identifiers import HOME
from companion.storage.sqlite.store import SqliteStore
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.faults.children import begin
from tests.faults.children.jumping_clock import jumping_clock, play_while_it_jumps
from tests.faults.outcome import Effort, Outcome
from tests.faults.past import TOLD, served
from tests.faults.rows import row
from tests.faults.stored import Answers, compare
from tests.support.gathering import Gathering
from tests.support.past_games import device

OF_A_FOLDER = 300  # lines
LOOKS = 10  # at a table that is played
OPENED = 10  # evenings, one after the other


@row("the clock jumps", load="acknowledged lines", whole=20_000, few=150)
def jumping_clocks(effort: Effort) -> Outcome:
    """Hours, a day, ten years, to and fro, at each look at the clock; also while the history is read."""
    outcome, rng = effort.outcome(), effort.rng
    for first in range(0, effort.tries, OF_A_FOLDER):
        folder, answers = effort.folder / str(first), Answers()
        lines = min(OF_A_FOLDER, effort.tries - first)
        ended = _play(folder, rng.getrandbits(30), lines, answers)
        outcome.note("failed", f"a child ended with {ended} after {answers.number} lines", int(ended != 0))
        outcome.tries += answers.number
        outcome.load += len(answers.lines)
        compare(outcome, folder, answers)
        try:
            _read(outcome, folder, rng)
        except Exception as problem:
            outcome.note("failed", repr(problem))
    return outcome


def _play(folder: Path, seed: int, lines: int, answers: Answers) -> int | None:
    """Play so many lines in a child; its exit code."""
    ours, theirs = Pipe(duplex=False)
    child = begin(play_while_it_jumps, folder, seed, lines, theirs)
    theirs.close()
    while True:
        try:
            answers.note(ours.recv())
        except EOFError:
            break
    child.join()
    ours.close()
    return child.exitcode


def _sit(outcome: Outcome, app: Flask) -> None:
    """Whoever has come and plays stays, whatever the clock says: phones, and the host's tablet."""
    evening = Gathering(app)
    phones = [evening.tablet, *(evening.come(name) for name in ("Ann", "Bo", "Cy", "Di"))]
    evening.start()
    address = f"/table/{evening.now.table_code}"
    for number in range(LOOKS):
        answer = phones[number % len(phones)].client.get("/")
        is_there = answer.status_code == 200 and address in answer.text
        outcome.note("lost", f"somebody who plays is no longer there: {answer.status}", int(not is_there))


def _read(outcome: Outcome, folder: Path, rng: random.Random) -> None:
    """Every game is served as it was reported, and on its page."""
    with closing(SqliteStore(folder)) as store, jumping_clock(rng):
        contents = served(store)
        app = create_app(Services(store))
        games = [name.split()[1] for name in contents if name.startswith("listed")]
        evenings = app.extensions["services"].evenings
        _sit(outcome, app)
        for _ in range(OPENED):  # each is open from now on, whatever the clock says
            evenings.close(evenings.ensure(HOME))
        board = device(app, "board", host=True)
        answers = [board.get(path) for path in ("/", "/history/", *(f"/history/{id}" for id in games))]
        app.extensions["services"].writer.close()
    damaged = [name for name, content in contents.items() if content == TOLD]
    outcome.note("lost", damaged[:3], len(damaged))
    failed = [answer for answer in answers if answer.status_code >= 500]
    outcome.note("failed", failed[:3], len(failed))
