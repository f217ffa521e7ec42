"""The log: tables, their lines in a hash chain, and the seals of their results."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import astuple, replace

from companion.games import RULES
from companion.storage.database import Database, Newest, marks
from companion.storage.errors import Conflict
from companion.storage.identifiers import new_code, now, record_id, table_id
from companion.table.model import Table
from companion.table.moves import struct_to_json


class Row(Struct, frozen=True, rename={"reported_at": "at"}):
    """A stored line: the move's JSON, when and by whom it was reported, and the hash of all lines up to it."""

    line: int
    move: str
    reported_at: str
    reporter: str
    key: str
    hash: str


class Header(Struct, frozen=True):
    """A table of a group as it was opened. `people`: per seat the id of the person, after merges, or None."""

    id: str
    group: int
    code: str
    game: str
    seats: list[str]
    options: dict[str, Any]
    opened_at: str
    evening: int | None = None
    people: list[int | None] = []

    @property
    def record_id(self) -> str:
        return record_id(self.id)


COLUMNS = {"group": "group_id"}  # where the column of a field has another name
INSERT_LINE = f"insert into lines (table_id, {', '.join(Row.__struct_encode_fields__)}) values (?, ?, ?, ?, ?, ?, ?)"
INSERT_BEHIND = f"""{INSERT_LINE.replace("values (", "select ").removesuffix(")")}
                    where exists (select 1 from lines where table_id = ? and line = ? and hash = ?)"""
CANONICAL = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def to_json(value: Any) -> str:
    """JSON text in one canonical form, since it is hashed."""
    return CANONICAL.encode(value)


def new_header(db: Database, group: int, table: Table, evening: int | None, people: Sequence[int | None]) -> Header:
    """The header of a table that is opened now, with an id and a code of its own."""
    return Header(
        id=table_id(group, uuid4().hex),
        group=group,
        code=next(code for code in iter(new_code, None) if table_by_code(db, code) is None),
        game=table.game.SLUG,
        seats=list(table.seats),
        options=struct_to_json(table.options),
        opened_at=now(),
        evening=evening,
        people=list(people),
    )


def laid_anew(header: Header, table: Table) -> Header:
    """The header of a table with other options before its first line: by its new id no line of the old one fits."""
    return replace(header, id=table_id(header.group, uuid4().hex), options=struct_to_json(table.options))


def add_table(db: Database, header: Header) -> None:
    row = {COLUMNS.get(name, name): getattr(header, name) for name in Header.__struct_fields__}
    row |= {name: to_json(row[name]) for name in ("seats", "options", "people")}
    marks = ", ".join(f":{name}" for name in row)
    db.execute(f"insert into tables ({', '.join(row)}) values ({marks})", row)


def add_line(db: Database, header: Header, row: Row, sealed: str | None, before: str = "") -> None:
    """Append a line, and its seal if the game is over: `sealed` is the JSON of its result.

    `before`: the hash of the line before. Raise Conflict if that is not there: of a database that was lost another one
    took over, which had not got it.
    """
    if not before or row.line == 1:
        db.execute(INSERT_LINE, (header.id, *astuple(row)))
    elif not db.execute(INSERT_BEHIND, (header.id, *astuple(row), header.id, row.line - 1, before)).changed:
        raise Conflict("the line before is not there")
    if sealed is not None:
        add_seal(db, header, row.line, sealed, row.reported_at)
    db.newest = Newest(header.id, row.line, row.hash)


def add_seal(db: Database, header: Header, line: int, sealed: str, sealed_at: str) -> None:
    sql = "insert into seals (table_id, line, rules, result, at) values (?, ?, ?, ?, ?)"
    db.execute(sql, (header.id, line, RULES, sealed, sealed_at))


def line_hash(before: str, line: int, move: str, reported_at: str, reporter: str, key: str) -> str:
    """The hash of a line: of all its fields and the hash before it."""
    return hashlib.sha256(to_json([before, line, move, reported_at, reporter, key]).encode()).hexdigest()


def first_hash(header: Header) -> str:
    """The hash before line 1: of the table's header."""
    laid = [header.id, header.game, header.seats, header.options, header.opened_at]
    return hashlib.sha256(to_json(laid).encode()).hexdigest()


# Which tables are an evening's, as a condition that takes it twice: one that went on is of its last evening.
OF_EVENING = """(evening = ? and id not in (select table_id from resumed)
                or id in (select table_id from resumed where evening = ?))"""


PROJECTED = """exists (select 1 from chronicle c where c.table_id = tables.id
                       and (outcome = 'playing' or words is not null))"""


def all_tables(db: Database) -> list[Header]:
    return _headers(db, "1 = 1")


def table_by_id(db: Database, id: str) -> Header | None:
    return next(iter(_headers(db, "id = ?", [id])), None)


def table_by_code(db: Database, code: str) -> Header | None:
    return next(iter(_headers(db, "code = ?", [code])), None)


def tables_of_group(db: Database, group: int) -> list[Header]:
    return _headers(db, "group_id = ?", [group])


def ids_of_group(db: Database, group: int) -> dict[str, str]:
    """The ids of a group's tables, the oldest first, with their codes."""
    return dict(db.execute("select id, code from tables where group_id = ? order by opened_at, id", [group]))


def table_codes(db: Database, ids: Sequence[str]) -> dict[str, str]:
    return dict(db.execute(f"select id, code from tables where id in ({marks(ids)})", ids))


def first_people(db: Database, id: str) -> list[int | None]:
    """Per seat of a table the id of the person, before merges; nothing if that cannot be read."""
    row = db.execute("select people from tables where id = ?", [id]).first()
    people: list[int | None] = _json(row[0], []) if row else []
    return people


def tables_of_evening(db: Database, evening: int) -> list[Header]:
    """The tables of an evening, the oldest first. A resumed table belongs to its last evening."""
    return _headers(db, OF_EVENING, [evening, evening])


def tables_of_person(db: Database, group: int, person: int) -> list[Header]:
    """The tables at which this person sat, the oldest first, as the projection has them."""
    return _headers(db, "id in (select table_id from places where group_id = ? and person = ?)", [group, person])


def tables_to_project(db: Database) -> list[Header]:
    """The tables without rows of the history, or with those of an older release."""
    return _headers(db, f"not {PROJECTED}")


def is_projected(db: Database, id: str) -> bool:
    return bool(_headers(db, f"id = ? and {PROJECTED}", [id]))


def tables_of_older_rules(db: Database) -> list[Header]:
    """The tables whose last line is sealed under older rules alone, the oldest first."""
    last = "select max(line) from lines where table_id = tables.id"
    sealed = f"select max(rules) from seals where table_id = tables.id and line = ({last})"
    return _headers(db, f"({sealed}) < ?", [RULES])


def _headers(db: Database, where: str, values: Sequence[Any] = ()) -> list[Header]:
    """The headers of the tables for which the SQL condition `where` holds, the oldest first."""
    last = "coalesce((select evening from resumed where table_id = id), evening)"
    columns = COLUMNS | {"evening": last}
    fields = ", ".join(columns.get(name, name) for name in Header.__struct_fields__)
    rows = db.execute(f"select {fields} from tables where {where} order by opened_at, id", values)
    tables = [dict(zip(Header.__struct_fields__, row, strict=True)) for row in rows]
    same = db.execute("select id, same_as from people where same_as is not null") if tables else ()
    return [_header(row, dict(same)) for row in tables]


def _header(row: dict[str, Any], same: dict[int, int]) -> Header:
    read = {name: _json(row[name], empty) for name, empty in (("seats", []), ("options", {}), ("people", []))}
    people = read["people"] if len(read["people"]) == len(read["seats"]) else []
    return Header(**row | read | {"people": [same.get(person, person) for person in people]})


def _json(text: str, empty: Any) -> Any:
    """The value of a JSON text; `empty` if it is damaged, so that the table's hashes no longer fit."""
    try:
        read = json.loads(text)
    except (ValueError, TypeError):
        return empty
    return read if isinstance(read, type(empty)) else empty


def rows(db: Database, table_id: str, after: int = 0) -> list[Row]:
    """The lines of a table with higher numbers than `after`."""
    fields = ", ".join(Row.__struct_encode_fields__)
    sql = f"select {fields} from lines where table_id = ? and line > ? order by line"
    return [Row(*row) for row in db.execute(sql, [table_id, after])]


def number_of_keys(db: Database, table_id: str) -> int:
    """The number of lines by the index of their keys, which is stored apart from the lines."""
    sql = "select count(*) from lines where table_id = ? and key >= ''"  # so that this index answers
    number: int = db.execute(sql, [table_id]).first()[0]
    return number


def length(db: Database, table_id: str) -> int:
    """The characters of a table's lines."""
    sql = "select coalesce(sum(length(move)), 0) from lines where table_id = ?"
    characters: int = db.execute(sql, [table_id]).first()[0]
    return characters


def newest(db: Database) -> Newest | None:
    """The line that was reported last."""
    row = db.execute("select table_id, line, hash from lines order by at desc, line desc limit 1").first()
    return Newest(*row) if row else None


Seal = tuple[int, int, str]  # at which line, under which rules, and the result as JSON


def seals(db: Database, table_id: str) -> list[Seal]:
    """The seals of a table by line, the newest rules last; the last one counts."""
    sql = "select line, rules, result from seals where table_id = ? order by line, rules"
    return [tuple(row) for row in db.execute(sql, [table_id])]


def last_seal(db: Database, table_id: str) -> Seal | None:
    """The seal that counts; None if the table was never closed."""
    return next(reversed(seals(db, table_id)), None)


def first_seal(db: Database, table_id: str) -> tuple[int, str]:
    """The line and the time at which a table was first closed; 0 and empty if it never was."""
    row = db.execute("select line, at from seals where table_id = ? order by line limit 1", [table_id]).first()
    return row if row else (0, "")


def moments(db: Database, table_id: str, until: int) -> list[str]:
    """The times of a table's lines up to line `until`."""
    sql = "select at from lines where table_id = ? and line <= ? order by line"
    return [text for (text,) in db.execute(sql, [table_id, until])]


def orphans(db: Database) -> list[str]:
    """The ids of tables of which only lines or seals are left."""
    sql = "select table_id from (select table_id from lines union select table_id from seals) as kept"
    return [row[0] for row in db.execute(f"{sql} where table_id not in (select id from tables)")]
