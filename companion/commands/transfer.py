"""`app.py export` and `app.py import`: every game as a record, or a whole group as one file."""

import hashlib
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from uuid import UUID

from companion.commands.check import report_skipped
from companion.commands.opening import exclusive_use, open_sound, open_store
from companion.commands.replay import records_in, why
from companion.games.moves import Refused, text
from companion.group import groups, people, records
from companion.group.groups import Group, chosen
from companion.history.group_file import intake, reader
from companion.history.group_file.entries import FORMAT as GROUP_FILE
from companion.history.group_file.writer import Writer
from companion.messages import sentence
from companion.paths import PROGRAM
from companion.storage import identifiers, log
from companion.storage.damage import Damaged
from companion.storage.data import Data
from companion.storage.database import Database
from companion.storage.identifiers import HOME
from companion.storage.log import Header
from companion.storage.sqlite import copies
from companion.storage.sqlite.condition import games
from companion.storage.store import Store
from companion.storage.stored_table import record_of, unfold
from companion.table.record import Record, Refusal, dump, read
from companion.table.strict_json import Unreadable, parse
from companion.table.visibility import secrets_open
from companion.table.words import normalised
from companion.terminal import columns, is_coloured, say

if TYPE_CHECKING:
    from companion.network.entrances import Entrances

Problems = list[str]
NAME = 40  # characters of a group's name


def export(data: Data, to: Path, group_name: str) -> int:
    """Write every game of a group as a record into `to`, one file each, named after its id; 1 if some are damaged."""
    with closing(open_store(data)) as store:
        group = chosen(store.reader(), group_name).id
        to.mkdir(parents=True, exist_ok=True)
        exports = [_export(store, header, to) for header in log.tables_of_group(store.reader(), group)]
    skipped = [problem for problem in exports if isinstance(problem, str)]
    open_games = exports.count(True)
    if open_games:
        say(f"{open_games} of them still hold secrets: do not look before they are over.", file=sys.stderr)
    return report_skipped(f"{games(len(exports) - len(skipped))} written to {to}.", skipped)


def _export(store: Store, header: Header, to: Path) -> bool | str:
    """Write a game; whether it still holds secrets, or what is wrong with it."""
    try:
        live = unfold(store, header)
    except Damaged as problem:
        return str(problem)
    (to / f"{header.record_id}.json").write_text(record_of(live) + "\n", "utf-8")
    return secrets_open(live.table)


def import_games(data: Data, files: Sequence[Path], group_name: str) -> int:
    """Take into a group every record of `files` which is not here yet; nothing at all if one does not replay."""
    with exclusive_use(data), closing(open_sound(data)) as store:
        group = chosen(store.reader(), group_name).id
        records, problems = _read_all(files)
        if problems:
            for problem in [*problems, "Nothing was taken in."]:
                say(problem, file=sys.stderr)
            return 1
        stored_ids = {header.record_id for header in log.tables_of_group(store.reader(), group)}
        fresh = {id: record for id, record in ((_id(record), record) for record in records) if id not in stored_ids}
        store.do(lambda db: _add_all(db, group, fresh))
        already = len(records) - len(fresh)
        say(f"{games(len(fresh))} taken in, {already} {'was' if already == 1 else 'were'} here already.")
    return 0


def _read_all(files: Sequence[Path]) -> tuple[list[Record], Problems]:
    records: list[Record] = []
    problems: Problems = []
    for file in files:
        try:
            sources = list(records_in(file))
        except OSError as problem:
            problems.append(f"{file} cannot be read: {problem.strerror}")
            continue
        for number, source in enumerate(sources, 1):
            try:
                plain = parse(source)
                if number == 1 and isinstance(plain, dict) and plain.get("format") == GROUP_FILE:
                    problems.append(f"{file} is the file of a whole group: {PROGRAM} import --whole takes it in.")
                    break
                records.append(_dated(read(plain, limited=True)))
            except (Unreadable, Refusal) as problem:
                problems.append(f"{file}, record {number}, line {problem.line}: {why(problem)}")
    return records, problems


def _dated(record: Record) -> Record:
    """The record, if its time is absent or a time; Unreadable otherwise."""
    opened_at = record.extra.get("opened_at")
    if opened_at is not None and identifiers.moment(records.text(opened_at)) is None:
        raise Unreadable(f"“opened_at” is no time: {opened_at}")
    return record


def _id(record: Record) -> str:
    """The record's own id as stored; without one, a digest of its content, so that it comes in only once."""
    own = record.extra.get("id")
    if isinstance(own, str):
        try:
            return UUID(own).hex
        except ValueError:
            pass  # another kind of id: its text identifies it
        return hashlib.sha256(own.encode()).hexdigest()[:32]
    return hashlib.sha256(dump(record.table).encode()).hexdigest()[:32]


def _add_all(db: Database, group: int, fresh: dict[str, Record]) -> None:
    """Store games from elsewhere, by their ids. A known name is that person; a new name becomes a new person."""
    person_by_name = people.by_name(db, group)
    for id, record in fresh.items():
        opened_at = records.text(record.extra.get("opened_at")) or identifiers.now()
        persons = _people(db, group, person_by_name, record.table.seats, opened_at)
        records.add(db, group, id, record, records.endings(record), persons, opened_at)


def _people(
    db: Database, group: int, person_by_name: dict[str, int], seats: Sequence[str], opened_at: str
) -> list[int | None]:
    """The person of each seat; None for a name that differs from another seat's by capitals alone."""
    persons = [
        person_by_name.get(normalised(name)) or _meet(db, group, person_by_name, name, opened_at) for name in seats
    ]
    return [None if person in persons[:seat] else person for seat, person in enumerate(persons)]


def _meet(db: Database, group: int, person_by_name: dict[str, int], name: str, opened_at: str) -> int:
    """Add a person known from an imported game, last seen when it was played."""
    person = people.add(db, group, name, *people.MARKS[len(person_by_name) % len(people.MARKS)])
    people.touch(db, person, identifiers.moment_or_epoch(opened_at))
    person_by_name[normalised(name)] = person
    return person


def export_group(data: Data, to: Path, group_name: str) -> int:
    """Write all that a group keeps into one file; 1 if damaged games are left out."""
    with closing(open_store(data)) as store:
        group = chosen(store.reader(), group_name)
        writer = Writer(store, group, with_secrets=True)
        copies.whole(to, lambda beside: _write_group(beside, writer))
    if writer.still_secret:
        say(
            f"{writer.still_secret} of its games still hold secrets: do not look before they are over.", file=sys.stderr
        )
    skipped = [f"{game.id} ({game.game})" for game in writer.left_out]
    called = group.called if group.name or group.id == HOME else group
    return report_skipped(f"{called}: {writer.written}, written to {to}.", skipped)


def _write_group(to: Path, writer: Writer) -> None:
    with to.open("w", encoding="utf-8", newline="") as file:
        file.writelines(writer.pieces())


def import_group(data: Data, file: Path, group_name: str, entrances: "Entrances") -> int:
    """Take in a group's file: as a new group of this name, without a name as the home, which must be empty.

    `entrances`: of the server that will serve the group, for the keeper's link. 1 if the file or name cannot be used.
    """
    with file.open("rb") as source, exclusive_use(data), closing(open_sound(data)) as store:
        try:
            head = reader.first(reader.read(source))
        except Refused as refused:
            say(f"{file}: {sentence(refused)}", file=sys.stderr)
            return 1
        if problem := _problem(store.reader(), group_name):
            say(f"{problem} Nothing was taken in.", file=sys.stderr)
            return 1
        group: Group = store.do(lambda db: _fill(db, source, group_name, head.name))
    say(f"{group} was taken in.")
    if group.id != HOME:
        from companion.network.qr import LabelledCode, drawn  # late: no other command draws one

        link = entrances.keeper_link("", group.keeper_ticket)
        print(drawn([LabelledCode("Keeper: scan it once the server runs", link)], columns(), is_coloured()))
        say(f"Whoever opens {link} looks after it, once the server runs at this address.")
    return 0


def _problem(db: Database, name: str) -> str:
    """The reason why no group can be taken in under this name; empty if there is none."""
    if not name:
        is_empty = groups.is_empty(db, HOME)
        return "" if is_empty else "The home has people or games already: say --group NAME for a group of its own."
    try:
        text(name, NAME)
    except ValueError:
        return f"A name has 1 to {NAME} characters."
    return f"There is a group called “{name}” already." if groups.has_name(db, name) else ""


def _fill(db: Database, source: BinaryIO, new_name: str, name_in_file: str) -> Group:
    """Store a file that was read to its end, in one transaction."""
    group = groups.open_group(db, new_name).id if new_name else HOME
    if group == HOME and name_in_file:
        groups.rename(db, HOME, name_in_file)
    for batch in intake.batches(reader.read_again(source)):
        intake.add(db, group, batch or [])
    return groups.by_id(db, group)
