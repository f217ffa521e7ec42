"""Tables and lines for tests of the store."""

from companion.storage import identifiers, log
from companion.storage.identifiers import HOME
from companion.storage.leaving import TABLES
from companion.storage.log import Header, Row
from companion.storage.postgres.store import PostgresStore
from companion.storage.sqlite.store import SqliteStore

NAME = "Zoë 花 \u2028 \U0001f480 \"';--"


def a_table(store, id="t1", code="ABCDE"):
    header = Header(id, HOME, code, "death-name", [NAME, "Bo"], {"language": "ja"}, identifiers.now(), None, [7, None])
    store.do(lambda db: log.add_table(db, header))
    return header


def a_row(header, line, before=None, move="{}", key=""):
    at = identifiers.now()
    link = before or log.first_hash(header)
    key = key or f"intent-{line}"
    return Row(line, move, at, "host", key, log.line_hash(link, line, move, at, "host", key))


def add(store, header, row, result=None):
    store.do(lambda db: log.add_line(db, header, row, result))
    return row


def content(store):
    """All rows of our tables."""
    names = [name for name in TABLES if not name.startswith("_")]
    return {name: sorted(store.reader().execute(f"select * from {name}"), key=repr) for name in names}


def opened_again(store):
    """Another store of the same rows, as another process has it."""
    return SqliteStore(store.path.parent) if store.path else PostgresStore(store.url)
