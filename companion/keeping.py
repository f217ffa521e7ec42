"""What is kept, looked after from the host machine: check, export, import, recount."""

import hashlib
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlite_utils import Database

from companion import chronicle, people, recount, store
from companion.desk import exported, free_code, unfold
from companion.record import Record, Refusal, Unreadable, dump, parse, plain_move, plain_struct, read, split
from companion.replaying import why
from companion.store import Header, Row, Store, alone
from companion.table import append, is_closed, lay, result, said, secrets_open
from companion.terminal import say

Problems = list[str]


def check(folder: Path) -> int:
    """Replay every game against its seals and verify the chain of its lines; 1, and what differs, if anything does."""
    with closing(Store(folder)) as drawer:
        tables = store.headers(drawer.reader())
        problems = [
            f"{header.id} ({header.game}): {problem}" for header in tables for problem in _check(drawer, header)
        ]
        problems += [f"{id}: its lines are here, and the game is not" for id in store.orphans(drawer.reader())]
        for row in drawer.reader().execute("PRAGMA integrity_check"):
            problems += [f"The file itself: {row[0]}"] if row[0] != "ok" else []
    for problem in problems:
        say(problem)
    say(f"{len(tables)} games, {len(problems)} problems.")
    return 1 if problems else 0


def _check(drawer: Store, header: Header) -> Problems:
    rows = store.rows(drawer.reader(), header.id)
    return _broken_chain(header, rows) or _differs(drawer, header)


def _broken_chain(header: Header, rows: Sequence[Row]) -> Problems:
    before = store.first_hash(header)
    for number, row in enumerate(rows, 1):
        before = store.chained(before, row.line, row.move, row.at, row.reporter, row.key)
        if row.line != number or row.hash != before:
            return [f"line {row.line} is not as it was written, or one before it is missing"]
    return []


def _differs(drawer: Store, header: Header) -> Problems:
    try:
        live = unfold(drawer, header)
        sealed = dict(store.seals(drawer.reader(), header.id))
    except Exception as problem:  # whatever a damaged line or seal brings up is what has to be told
        return [f"it no longer replays: {problem}"]
    problems = [f"its seal of line {line} has no line" for line in sealed if line > live.line]
    table = lay(live.table.game, live.table.seats, live.table.options)
    for line in live.table.lines:
        table = append(table, said(line))
        kept = sealed.get(line.number)
        if is_closed(table) and kept is None:
            problems.append(f"it was closed at line {line.number}, and there is no seal")
        elif kept is not None and kept != json.loads(store.plain(result(table))):
            problems.append(f"line {line.number} adds up to something else than was sealed")
    if not problems and not recount.is_right(drawer, live):
        problems.append("the statistics count it as something else than its lines add up to (app.py recount)")
    return problems


def count_again(folder: Path) -> int:
    """Make all that the statistics count anew from the lines."""
    with alone(folder), closing(Store(folder)) as drawer:
        say(f"{recount.catch_up(drawer, all_of_it=True)} games counted again.")
    return 0


def export(folder: Path, to: Path) -> int:
    """Write every game as a record into `to`, one file each, named after its id."""
    to.mkdir(parents=True, exist_ok=True)
    open_games = 0
    with closing(Store(folder)) as drawer:
        tables = store.headers(drawer.reader())
        for header in tables:
            live = unfold(drawer, header)
            open_games += secrets_open(live.table)
            (to / f"{header.id}.json").write_text(exported(live) + "\n", "utf-8")
    say(f"{len(tables)} games written to {to}.")
    if open_games:
        say(f"{open_games} of them still hold secrets: do not look before they are over.", file=sys.stderr)
    return 0


def bring(folder: Path, files: Sequence[Path]) -> int:
    """Take in every record of `files` which is not here yet; nothing at all if one does not replay."""
    with alone(folder), closing(Store(folder)) as drawer:
        records, problems = _read_all(files)
        if problems:
            for problem in [*problems, "Nothing was taken in."]:
                say(problem, file=sys.stderr)
            return 1
        known = {row[0] for row in drawer.reader().execute("select id from tables")}
        fresh = {id: record for id, record in ((_id(record), record) for record in records) if id not in known}
        drawer.do(lambda db: _add_all(db, fresh))
        say(f"{len(fresh)} games taken in, {len(records) - len(fresh)} were here already.")
    return 0


def _read_all(files: Sequence[Path]) -> tuple[list[Record], Problems]:
    records: list[Record] = []
    problems: Problems = []
    for file in files:
        try:
            sources = list(split(file.read_text("utf-8-sig")))
        except (OSError, UnicodeDecodeError) as problem:
            problems.append(f"{file} cannot be read: {problem}")
            continue
        for number, source in enumerate(sources, 1):
            try:
                records.append(_dated(read(parse(source))))
            except (Unreadable, Refusal) as problem:
                problems.append(f"{file}, record {number}, line {problem.line}: {why(problem)}")
    return records, problems


def _dated(record: Record) -> Record:
    """A record whose time, if it has one, is a time; Unreadable otherwise."""
    opened_at = record.extra.get("opened_at")
    if opened_at is not None and chronicle.moment(_text(opened_at)) is None:
        raise Unreadable(f"“opened_at” is no time: {opened_at}")
    return record


def _id(record: Record) -> str:
    """The record's own id; one without has the id of its content, so that it too comes in once."""
    own = record.extra.get("id")
    if isinstance(own, str):
        try:
            return UUID(own).hex
        except ValueError:
            pass  # somebody else's kind of id: told apart by its text
        return hashlib.sha256(own.encode()).hexdigest()[:32]
    return hashlib.sha256(dump(record.table).encode()).hexdigest()[:32]


def _add_all(db: Database, fresh: dict[str, Record]) -> None:
    known = people.by_name(db)
    for id, record in fresh.items():
        _add(db, id, record, known)


def _add(db: Database, id: str, record: Record, known: dict[str, int]) -> None:
    """A game from elsewhere. Whoever has a name that is known here is that person; others become known by it."""
    table = record.table
    opened_at = _text(record.extra.get("opened_at")) or store.now()
    header = Header(
        id=id,
        code=free_code(db),
        game=table.game.SLUG,
        seats=list(table.seats),
        options=plain_struct(table.options),
        opened_at=opened_at,
        people=_people(db, known, table.seats, opened_at),
    )
    store.add_table(db, header)
    chronicle.lay(db, header)
    before = store.first_hash(header)
    so_far, closed = lay(table.game, table.seats, table.options), False
    for line, note in zip(table.lines, record.notes, strict=True):
        so_far = append(so_far, said(line))
        written = store.plain(plain_move(said(line)))
        at, reporter = _text(note.get("at")) or header.opened_at, _text(note.get("reporter"))
        key = f"import-{line.number}"
        before = store.chained(before, line.number, written, at, reporter, key)
        row = Row(line.number, written, at, reporter, key, before)
        ended = chronicle.closing(so_far)
        store.add_line(db, header, row, ended.result if ended else None)
        if ended is not None or closed:
            chronicle.seal(db, id, line.number, store.first_seal(db, id), ended)
        closed = ended is not None


def _people(db: Database, known: dict[str, int], seats: Sequence[str], opened_at: str) -> list[int | None]:
    """Who sits there; nobody twice, should two names differ in their capitals alone."""
    found = [known.get(people.spelt(name)) or _meet(db, known, name, opened_at) for name in seats]
    return [None if person in found[:seat] else person for seat, person in enumerate(found)]


def _meet(db: Database, known: dict[str, int], name: str, opened_at: str) -> int:
    """Somebody who is known by a game from elsewhere, and was seen when that was played."""
    person = people.add(db, name, *people.MARKS[len(known) % len(people.MARKS)])
    people.greet(db, person, chronicle.moment(opened_at) or chronicle.EPOCH)
    known[people.spelt(name)] = person
    return person


def _text(note: Any) -> str:
    return note if isinstance(note, str) else ""
