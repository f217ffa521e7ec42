"""Nothing can be written for a while: what was not stored is not acknowledged, and all goes on without a restart."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from random import Random

from companion.storage.sqlite.condition import FILE
from tests.faults.children.obedient import Failed, Player, Reply, player
from tests.faults.children.players import Answered, Intent
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.stored import Answers, compare

OF_A_FOLDER = 10  # tries
AT_ONCE = 4  # intents that come together
MOST = 400  # lines that a disk of few pages may take
STEPS = 1500  # of SQLite, in one transaction
SOON = 30  # milliseconds that a writer waits for a file that stays locked


class Evening:
    """A player in a folder, and what it was answered."""

    def __init__(self, outcome: Outcome, playing: Player, folder: Path, rng: Random) -> None:
        self.outcome, self.player, self.folder, self.rng = outcome, playing, folder, rng
        self.answers = Answers()
        self._codes: list[str] = []

    def intents(self) -> list[Intent]:
        """A few intents, each for a table of its own; fewer where no new table can be opened."""
        codes = [*self._codes, *[""] * (AT_ONCE - len(self._codes))]
        meant = [reply for code in codes for reply in self.player.do("mean", code) if isinstance(reply, Intent)]
        self._codes = [intent.code for intent in meant]
        return meant

    def report(self, intents: list[Intent]) -> list[Failed]:
        """Report these; those that were not stored."""
        return self.note(self.player.order("report", intents))

    def note(self, replies: Iterable[Reply]) -> list[Failed]:
        """Note what is said of intents; those that were not stored."""
        failed = []
        for reply in replies:
            if isinstance(reply, Failed):
                failed.append(reply)
                self.answers.note(Answered(reply.intent, None))
            else:
                self.answers.note(reply)
        return failed

    def assert_goes_on(self, failed: list[Failed]) -> None:
        """What was not stored is not there; it is once it is reported again, and so is what comes next."""
        self._assert_not_there(failed)
        again = [*self.report([one.intent for one in failed]), *self.report(self.intents())]
        self.outcome.note("failed", f"not stored though it could be: {again[:1]}", len(again))

    def _assert_not_there(self, failed: list[Failed]) -> None:
        with closing(sqlite3.connect(self.folder / FILE)) as conn:
            keys = {key for (key,) in conn.execute("select key from lines")}
        there = [one for one in failed if one.intent.key in keys]
        self.outcome.note("doubled", f"not acknowledged, and there: {there[:1]}", len(there))


Fault = Callable[[Evening], None]


def tried(effort: Effort, fault: Fault) -> Outcome:
    """Let a fault come again and again while a player reports, in a new folder every few times."""
    outcome, rng = effort.outcome(), effort.rng
    for first in range(0, effort.tries, OF_A_FOLDER):
        folder = effort.folder / str(first)
        with player(folder, rng.getrandbits(30)) as playing:
            evening = Evening(outcome, playing, folder, rng)
            try:
                for _ in range(min(OF_A_FOLDER, effort.tries - first)):
                    evening.report(evening.intents())
                    fault(evening)
                    outcome.tries += 1
            except (EOFError, BrokenPipeError):
                outcome.note("failed", "the child ended by itself")
        compare(outcome, folder, evening.answers)
        outcome.load += len(evening.answers.lines)
    return outcome


def _fill_up(evening: Evening) -> list[Failed]:
    """Report until something is not stored, for want of room."""
    for _ in range(MOST):
        intents = evening.intents()
        failed = evening.report(intents)
        if failed or not intents:
            wrong = [one for one in failed if not one.is_space]
            evening.outcome.note("failed", f"not called full: {wrong[:1]}", len(wrong))
            return failed
    evening.outcome.note("failed", "the disk was never full")
    return []


def _full_of_pages(evening: Evening) -> None:
    with closing(sqlite3.connect(evening.folder / FILE)) as conn:
        pages = conn.execute("pragma page_count").fetchone()[0]
    evening.player.do("pragma", f"max_page_count = {pages + evening.rng.randint(0, 2)}")
    failed = _fill_up(evening)
    evening.player.do("pragma", "max_page_count = 1000000")
    evening.assert_goes_on(failed)


def _full_of_bytes(evening: Evening) -> None:
    evening.player.do("room", evening.rng.randrange(20_000))
    failed = _fill_up(evening)
    evening.player.do("room", None)
    evening.assert_goes_on(failed)


@row("disk full, by pages", load="acknowledged lines", whole=300, few=3)
def disk_full_by_pages(effort: Effort) -> Outcome:
    """The file may have no more pages."""
    return tried(effort, _full_of_pages)


@row("disk full, by bytes", load="acknowledged lines", whole=300, few=3)
def disk_full_by_bytes(effort: Effort) -> Outcome:
    """No file may grow."""
    return tried(effort, _full_of_bytes)


@row("file locked by another program", load="acknowledged lines", whole=200, few=4)
def locked_file(effort: Effort) -> Outcome:
    """Another program writes: for a moment, and for longer than a writer waits."""
    return tried(effort, _locked)


def _locked(evening: Evening) -> None:
    intents = evening.intents()
    with _lock(evening.folder) as held:
        if evening.rng.random() < 0.5:
            replies = evening.player.order("report", intents)
            first = next(replies)
            held.rollback()  # the child waits by now, or will not have to
            failed = evening.note(chain([first], replies))
            evening.outcome.note("failed", "a moment was too long", len(failed))
            return
        failed = _locked_for_long(evening, intents, held)
    evening.assert_goes_on(failed)


def _locked_for_long(evening: Evening, intents: list[Intent], held: sqlite3.Connection) -> list[Failed]:
    held.rollback()
    evening.player.do("pragma", f"busy_timeout = {SOON}")
    held.execute("begin immediate")
    failed = evening.report(intents)
    held.rollback()
    evening.outcome.note("failed", "stored though it was locked", len(intents) - len(failed))
    evening.player.do("pragma", "busy_timeout = 5000")
    return failed


@contextmanager
def _lock(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as conn:
        conn.execute("begin immediate")
        yield conn


@row("a statement that breaks off", load="acknowledged lines", whole=1000, few=25)
def broken_statement(effort: Effort) -> Outcome:
    """Anything goes wrong at any step of what is written."""
    broken: list[int] = []
    outcome = tried(effort, lambda evening: broken.append(_broken_off(evening)))
    outcome.note("failed", "nothing was broken off", int(not any(broken)))
    return outcome


def _broken_off(evening: Evening) -> int:
    """Report while some statement breaks off; how many intents were not stored."""
    intents = evening.intents()
    evening.player.do("break_off", evening.rng.randint(1, STEPS))
    failed = evening.report(intents)
    evening.player.do("break_off", 0)
    evening.assert_goes_on(failed)
    return len(failed)


@row("folder moved away", load="acknowledged lines", whole=200, few=3)
def vanished_folder(effort: Effort) -> Outcome:
    """The folder of data is somewhere else for a while, or another one is in its place."""
    return tried(effort, _moved)


def _moved(evening: Evening) -> None:
    intents, elsewhere = evening.intents(), evening.folder.with_name("elsewhere")
    evening.folder.rename(elsewhere)
    if evening.rng.random() < 0.5:
        evening.folder.mkdir()
        (evening.folder / FILE).write_bytes((elsewhere / FILE).read_bytes())
    failed = evening.report(intents)
    evening.outcome.note("lost", "acknowledged, and nothing is in the folder", len(intents) - len(failed))
    if evening.folder.exists():
        (evening.folder / FILE).unlink()
        evening.folder.rmdir()
    elsewhere.rename(evening.folder)
    evening.assert_goes_on(failed)
