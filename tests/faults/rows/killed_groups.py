"""The process is killed while groups are taken in, kept and forgotten: each is there whole, or not at all."""

import random
from contextlib import closing
from pathlib import Path

from companion.commands.serve import open_history
from companion.group import groups, keepers, people
from companion.group.groups import Group
from companion.history.group_file.writer import Writer
from companion.storage.data import Data
from companion.storage.identifiers import HOME
from companion.storage.leaving import TABLES
from companion.storage.sqlite.store import SqliteStore
from companion.storage.store import Store
from tests.faults.children import killed
from tests.faults.children.keeping import Change, Told, keep_groups
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.effort import patient
from tests.support.empty_store import fill
from tests.support.gathering import Gathering
from tests.support.own_app import app_of_its_own

KILLS_OF_A_FOLDER = 10
MOST_TOLD = 12  # after so many messages and a moment the child is killed
MOMENT = 0.06  # seconds at most, on a machine for which the waits were made
NAME = "The club"
PEOPLE = 1200  # of the group that is taken in: of several commits
GAMES = 3


@row("kill -9 while groups come and go", load="acknowledged changes", whole=300, few=5)
def killed_groups(effort: Effort) -> Outcome:
    """Kill a child that takes in, hands on and forgets groups, again and again in one folder, at starts too."""
    outcome, rng, file = effort.outcome(), effort.rng, _file()
    for first in range(0, effort.tries, KILLS_OF_A_FOLDER):
        folder, expected = fill(effort.folder / str(first)), Expected(file)
        for _ in range(min(KILLS_OF_A_FOLDER, effort.tries - first)):
            outcome.note("failed", "a child ended by itself", int(not _killed(folder, expected, rng)))
            outcome.tries += 1
            with closing(SqliteStore(folder)) as store:
                expected.compare(outcome, store)
        with closing(open_history(Data(folder))) as store:
            expected.compare(outcome, store)
            _count_left(outcome, store)
        outcome.load += expected.acknowledged
    return outcome


def _file() -> bytes:
    """The file of a group with people and games."""
    with app_of_its_own() as app:
        club = Gathering.of_group(app, NAME)
        for number in range(4):
            club.tablet.get("/").fill("/guests", name=f"Guest {number}")
        for _ in range(GAMES):
            club.start()
            club.tell({"move": "decree", "icons": (0, -1, 1, 1)}, {"move": "stop"})
            club.tablet.get("/").tap("/put-away")
        store, group = app.extensions["services"].store, club.now.group
        store.do(lambda db: [people.add(db, group, f"Person {number}", "red", "star") for number in range(PEOPLE)])
        return "".join(Writer(store, groups.by_id(store.reader(), group)).pieces()).encode()


class Expected:
    """What has to be there, by what a child said: what it only meant may be there or not."""

    def __init__(self, file: bytes) -> None:
        self.file = file
        self._content = _inner(file.decode())
        self.told = self.acknowledged = 0
        self.meant: Change | None = None
        self._names: dict[int, str] = {}
        self._keepers: dict[int, set[int]] = {}
        self._guests: set[str] = set()
        self._gone: set[int] = set()

    def note(self, told: Told) -> None:
        """Take what a child says."""
        self.told += 1
        self.meant = None if told.is_done else told.change
        if told.is_done:
            self.acknowledged += 1
            self._apply(told.change)

    def _apply(self, change: Change) -> None:
        match change.kind:
            case "taken":
                self._names[change.group], self._keepers[change.group] = NAME, {change.device}
            case "kept":
                self._keepers[change.group].add(change.device)
            case "dismissed":
                self._keepers[change.group].discard(change.device)
            case "named":
                self._names[change.group] = change.name
            case "forgotten":
                self._gone.add(change.group)
                del self._names[change.group], self._keepers[change.group]
            case "guest":
                self._guests.add(change.name)

    def compare(self, outcome: Outcome, store: Store) -> None:
        """Count what differs; what was meant by the one that was killed is from now on as it is found."""
        there = {group.id: group for group in groups.all_groups(store.reader()) if group.id != HOME}
        devices = {id: {*keepers.keepers(store.reader(), id)} for id in there}
        self._adopt(there, devices)
        outcome.note("lost", f"groups {self._names.keys() - there.keys()}", len(self._names.keys() - there.keys()))
        outcome.note("doubled", f"groups {there.keys() - self._names.keys()}", len(there.keys() - self._names.keys()))
        for id in there.keys() & self._names.keys():
            text = "".join(Writer(store, there[id]).pieces())
            outcome.note("lost", f"a part of group {id}", int(_inner(text) != self._content))
            outcome.note("lost", f"the name of group {id}: {there[id].name}", int(there[id].name != self._names[id]))
            outcome.note("lost", f"keepers of {id}", len(self._keepers[id] - devices[id]))
            outcome.note("doubled", f"keepers of {id}", len(devices[id] - self._keepers[id]))
        outcome.note("lost", "guests", len(self._guests - _people(store)))

    def _adopt(self, there: dict[int, Group], devices: dict[int, set[int]]) -> None:
        """Take over what was meant, where it is there."""
        meant, self.meant = self.meant, None
        if meant is None:
            return
        now = devices.get(meant.group, set())
        match meant.kind:
            case "taken":
                for new in [*there.keys() - self._names.keys() - self._gone][:1]:
                    self._names[new], self._keepers[new] = NAME, devices[new]
            case "kept":
                self._keepers[meant.group] |= {*[*now - self._keepers[meant.group]][:1]}
            case "dismissed" if meant.device not in now:
                self._apply(meant)
            case "named" if meant.group in there and there[meant.group].name == meant.name:
                self._apply(meant)
            case "forgotten" if meant.group not in there:
                self._apply(meant)


def _inner(text: str) -> list[str]:
    """The lines of a group's file without its head, which names it, and its end, which seals that."""
    return text.splitlines()[1:-1]


def _people(store: Store) -> set[str]:
    return {name for (name,) in store.reader().execute("select name from people where group_id = ?", [HOME])}


def _count_left(outcome: Outcome, store: Store) -> None:
    """After a start nothing is left of groups that are not there."""
    for name, leaving in TABLES.items():
        if leaving.owner:
            sql = f"select count(*) from {name} where not ({leaving.of_groups('select id from groups')})"
            outcome.note("doubled", f"{name} of a forgotten group", store.reader().execute(sql).first()[0])


def _killed(folder: Path, expected: Expected, rng: random.Random) -> bool:
    """Kill a child after a while, every other time while it takes a group in; False if it ended before by itself."""
    seed, enough, pause = rng.getrandbits(30), expected.told + rng.randrange(MOST_TOLD), rng.uniform(0, patient(MOMENT))
    kind = rng.choice([None, "taken"])

    def is_enough() -> bool:
        is_meant = kind is None or (expected.meant is not None and expected.meant.kind == kind)
        return expected.told >= enough and is_meant

    given = folder, seed, expected.file
    return killed(keep_groups, *given, note=expected.note, is_enough=is_enough, pause=pause)
