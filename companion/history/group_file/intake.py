"""Intake of a group's file: nobody reaches the group before it is complete."""

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from companion.group import deck_files, groups, leagues, preferences, records
from companion.group.deck_files import WrittenDeck
from companion.group.leagues import League
from companion.history.group_file.entries import PersonEntry, PreferencesEntry, SameEntry
from companion.history.group_file.reader import ReadEntry, ReadGame
from companion.storage import projection
from companion.storage.database import Database
from companion.storage.identifiers import COUNTED, moment_or_epoch, table_id

AT_ONCE = 500  # entries of a batch
COMMIT_SECONDS = 0.02  # so long a commit goes on with a batch while others play: a tap waits for it
Step = Callable[[Database], object]


def batches(entries: Iterable[ReadEntry | None], most: int = AT_ONCE) -> Iterator[list[ReadEntry] | None]:
    """Entries in lists of at most `most`, which a game ends; None as in `read`."""
    batch: list[ReadEntry] = []
    for entry in entries:
        if entry is None:
            yield None
            continue
        batch.append(entry)
        if len(batch) == most or isinstance(entry, ReadGame):
            yield batch
            batch = []
    if batch:
        yield batch


def begin(db: Database, name: str) -> int:
    """Make a group to be filled from a file. Until `finish` it counts as forgotten: the next start would delete it."""
    group = groups.open_group(db, name).id
    groups.forget(db, group)
    return group


def finish(db: Database, group: int) -> int:
    groups.remember(db, group)
    return group


def add(db: Database, group: int, entries: Iterable[ReadEntry]) -> None:
    """Store entries, which were `read` and `read_again`, in a group that holds only the entries before them."""
    for step in steps(group, entries):
        step(db)


def add_some(db: Database, left: Iterator[Step]) -> bool:
    """Run the steps that fit into a short commit; whether there may be more."""
    end = time.perf_counter() + COMMIT_SECONDS
    for step in left:
        step(db)
        if time.perf_counter() >= end:
            return True
    return False


def steps(group: int, entries: Iterable[ReadEntry]) -> Iterator[Step]:
    for entry in entries:
        if isinstance(entry, ReadGame):
            yield from _game_steps(group, entry)
        else:
            yield partial(_store, group=group, entry=entry)


def _person(group: int, number: int) -> int:
    return (group << COUNTED) + number


def _store(db: Database, group: int, entry: ReadEntry) -> None:
    match entry:
        case PersonEntry(id, name, colour, shape, seen_at):
            sql = "insert into people (id, group_id, name, colour, shape, seen_at) values (?, ?, ?, ?, ?, ?)"
            db.execute(sql, [_person(group, id), group, name, colour, shape, moment_or_epoch(seen_at)])
        case SameEntry(person, into):
            db.execute("update people set same_as = ? where id = ?", [_person(group, into), _person(group, person)])
        case WrittenDeck():
            deck_files.add(db, group, entry, entry.name)
        case PreferencesEntry(game, values):
            preferences.save_preferences(db, group, game, values)
        case League():
            leagues.add(db, group, entry)


def _game_steps(group: int, game: ReadGame) -> Iterator[Step]:
    people = [None if person is None else _person(group, person) for person in game.people]
    yield from records.steps(group, game.id, game.record, game.ended_after, people, game.opened_at)
    if game.hidden:
        yield lambda db: projection.hide(db, table_id(group, game.id), True)
