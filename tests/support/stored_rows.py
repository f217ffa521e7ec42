"""Tables and lines for tests of the store."""

from companion.storage import identifiers, log
from companion.storage.identifiers import HOME
from companion.storage.log import Header, Row

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
    return list(store.reader().conn.iterdump())
