"""Commands of the terminal on one folder, any after any, and which games have to be there after each."""

import io
import json
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from companion import cli
from companion.games import GAMES
from companion.storage.sqlite import condition
from companion.storage.sqlite.condition import FILE
from companion.table.record import dump, read
from companion.table.strict_json import parse
from tests.faults.children import begin
from tests.faults.outcome import Outcome
from tests.support.games.random_play import laid, played

Games = dict[str, str]  # records by their ids, each in its one spelling, without what an export adds
Change = tuple[list[Any], Games]  # the words of a command, and the games that are there after it
LONGEST = 40  # lines
STEERING = "\x1b[31;1m\x9b2J\u202e\x7f"  # what colours, clears and turns around on a terminal
ODD = (STEERING, -1, [], [STEERING], {STEERING: 1}, "x" * 99)
CHANGES = ("os.rename", "os.remove", "os.mkdir", "shutil.copyfile", "sqlite3.connect")  # audit events
CALLS = 20  # of these, in a command


class Commands:
    """A folder, the games that have to be in it, and the backups that were made of it."""

    def __init__(self, outcome: Outcome, folder: Path, rng: Random) -> None:
        self._outcome = outcome
        self._folder = folder
        self._rng = rng
        self._games: Games = {}
        self._backups: dict[Path, Games] = {}
        self._numbers = count()
        folder.mkdir()
        self._run(*self._taking_in())
        self._back_up()

    @property
    def number(self) -> int:
        """How many games have to be there."""
        return len(self._games)

    def act(self) -> None:
        """Some command, and what it has left; of those that change much, some are killed."""
        act = self._rng.choice([self._back_up, self._recount, self._take_in_what_is_none, *[self._change] * 4])
        act()

    def compare(self) -> None:
        """Count the games that are lost, or there though they should not be, and what `check` complains of."""
        there = self._exported()
        lost = [id for id, text in self._games.items() if there.get(id) != text]
        self._outcome.note("lost", lost[:3], len(lost))
        self._outcome.note("doubled", "games that have gone", len(there.keys() - self._games.keys()))
        status, told = self._say("check")
        expected = f"{condition.games(self.number)}, 0 problems.\n"
        self._outcome.note("lost", f"check: {told}", int((status, told) != (0, expected)))

    # --- what changes ---

    def _change(self) -> None:
        change = self._rng.choice([self._taking_in, self._forgetting, self._restoring])
        run = self._kill if self._rng.random() < 0.6 else self._run
        run(*change())

    def _taking_in(self) -> Change:
        fresh = dict(self._record() for _ in range(self._rng.randint(1, 3)))
        again = self._rng.sample(sorted(self._games), min(1, len(self._games)))
        sent = fresh | {id: self._games[id] for id in again}
        file = self._written(".jsonl", (json.loads(text) | {"id": id} for id, text in sent.items()))
        return ["import", file], self._games | fresh

    def _forgetting(self) -> Change:
        id = self._rng.choice(sorted(self._games) or ["0" * 32])
        return ["forget", id], {other: text for other, text in self._games.items() if other != id}

    def _restoring(self) -> Change:
        file = self._rng.choice(sorted(self._backups))
        return ["restore", file, "--yes"], self._backups[file]

    def _run(self, words: list[Any], after: Games) -> None:
        copies = self._copies()
        status, told = self._say(*words)
        is_there = words[0] != "forget" or words[1] in self._games
        self._outcome.note("failed", f"{words}: {status}, {told}", int(status != (0 if is_there else 1)))
        if words[0] != "import" and status == 0:
            self._assert_copied(words, copies)
        self._games = after

    def _assert_copied(self, words: list[Any], before: set[Path]) -> None:
        """What was there before is in a backup; of what was forgotten nothing is left in the file."""
        made = self._copies() - before
        ids = [condition.look(file).ids for file in made if file.stat().st_size]
        self._outcome.note("lost", f"{words}: nothing of before was kept", int(self._games.keys() not in ids))
        if words[0] == "forget":
            is_left = str(words[1]).encode() in (self._folder / "data" / FILE).read_bytes()
            self._outcome.note("leaked", f"{words}: it is in the file", int(is_left))

    def _kill(self, words: list[Any], after: Games) -> None:
        """Run a command in a child that is killed in the middle: all of it has been done, or nothing."""
        child = begin(command, [*map(str, words), *self._where], self._rng.randrange(CALLS))
        child.join()
        is_expected = child.exitcode in (-signal.SIGKILL, 0)
        self._outcome.note("failed", f"{words} ended with {child.exitcode}", int(not is_expected))
        if self._exported().keys() == after.keys():
            self._games = after

    # --- what changes nothing ---

    def _back_up(self) -> None:
        file = self._file(".db")
        self._assert_done("backup", file)
        self._backups[file] = self._games

    def _recount(self) -> None:
        self._assert_done("recount")

    def _assert_done(self, *words: object) -> None:
        status, told = self._say(*words)
        self._outcome.note("failed", f"{words}: {status}, {told}", int(status != 0))

    def _take_in_what_is_none(self) -> None:
        """A file of two records, one with something that does not belong there: mostly nothing of it is taken."""
        records = [json.loads(text) | {"id": id} for id, text in (self._record(), self._record())]
        broken = self._rng.choice(records)
        name = self._rng.choice(sorted(broken))
        broken[self._rng.choice([name, f"{name}{STEERING}"])] = self._rng.choice(ODD)
        file = self._written(f"{STEERING}.jsonl", records)
        status, told = self._say("import", file)
        self._outcome.note("failed", f"import: {status}, {told}", int(status not in (0, 1)))
        if status == 0:
            there, before = self._exported(), self.number
            is_whole = name == "id" or len(there) == before + len(records)
            self._outcome.note("doubled", f"import: of two records {len(there) - before} are there", int(not is_whole))
            self._games = there | self._games

    # --- helpers ---

    @property
    def _where(self) -> list[str]:
        return ["--data", str(self._folder / "data")]

    def _file(self, tail: str) -> Path:
        return self._folder / f"{next(self._numbers)}{tail}"

    def _written(self, tail: str, records: Iterable[Any]) -> Path:
        file = self._file(tail)
        file.write_text("".join(f"{json.dumps(record)}\n" for record in records), "utf-8")
        return file

    def _record(self) -> tuple[str, str]:
        """A random game, as a record under an id."""
        table = laid(self._rng, GAMES[self._rng.choice(sorted(GAMES))])
        for grown in played(self._rng, table, LONGEST):
            table = grown
        return f"{self._rng.getrandbits(128):032x}", dump(table)

    def _copies(self) -> set[Path]:
        return {*(self._folder / "data" / condition.BACKUPS).glob("before-*.db")}

    def _exported(self) -> Games:
        """The games that an export writes."""
        to = self._file("")
        self._assert_done("export", to)
        records = {file.stem: file.read_text("utf-8") for file in to.glob("*.json")}
        return {id: dump(read(parse(text)).table) for id, text in records.items()}

    def _say(self, *words: object) -> tuple[int, str]:
        """Run a command; its exit status, and what it told, in which nothing may steer a terminal."""
        told = io.StringIO()
        with redirect_stdout(told), redirect_stderr(told):
            status = cli.main([*map(str, words), *self._where])
        steers = any(not sign.isprintable() for sign in told.getvalue().replace("\n", ""))
        self._outcome.note("leaked", f"{words} steers the terminal: {told.getvalue()!r}", int(steers))
        return status, told.getvalue()


def command(words: Sequence[str], last: int) -> None:
    """Run a command, whatever comes of it; kill this process once it has made, moved or opened so many files."""
    calls = 0

    def count(event: str, _: object) -> None:
        nonlocal calls
        calls += event in CHANGES
        if calls > last:
            os.kill(os.getpid(), signal.SIGKILL)

    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        cli.parser()  # its defaults make no file
        sys.addaudithook(count)
        cli.main(words)
