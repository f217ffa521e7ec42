"""The chain of hashes over the lines of a table."""

import hashlib
import json

import pytest

from companion.storage import log
from companion.storage.damage import Damaged
from companion.storage.log import Header
from companion.storage.stored_table import unfold
from tests.support.stored_rows import a_row, a_table, add


def test_the_hash_of_a_line_is_that_of_the_line_and_of_the_hash_before_it(store):
    header = a_table(store)
    one = a_row(header, 1)
    two = a_row(header, 2, one.hash)

    def sha(*told):
        spelt = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(spelt.encode()).hexdigest()

    laid = sha(header.id, header.game, header.seats, header.options, header.opened_at)
    assert one.hash == sha(laid, 1, one.move, one.reported_at, "host", one.key)
    assert two.hash == sha(one.hash, 2, two.move, two.reported_at, "host", two.key)


@pytest.mark.parametrize("changed", range(6))
def test_whatever_is_changed_in_a_line_changes_its_hash(changed):
    told = ["before", 1, "{}", "2026-01-01", "host", "key"]
    other = [*told[:changed], 2 if changed == 1 else "else", *told[changed + 1 :]]
    assert log.line_hash(*told) != log.line_hash(*other)


@pytest.mark.parametrize("name", ["id", "game", "seats", "options", "opened_at"])
def test_whatever_is_changed_in_what_a_table_was_laid_with_changes_its_first_hash(store, name):
    header = a_table(store)
    fields = {field: getattr(header, field) for field in Header.__struct_fields__}
    assert log.first_hash(Header(**fields | {name: ["else"]})) != log.first_hash(header)


def test_words_cannot_be_moved_from_one_field_of_a_line_to_the_next():
    assert log.line_hash("", 1, "ab", "c", "", "") != log.line_hash("", 1, "a", "bc", "", "")


@pytest.mark.sqlite
def test_a_last_line_that_is_another_tables_by_one_bit_is_missed(store):
    header = a_table(store, "the-table")
    first = add(store, header, a_row(header, 1))
    add(store, header, a_row(header, 2, first.hash))
    store.checkpoint()
    where = store.path.read_bytes().index(b"the-table\x02{}")
    with store.path.open("r+b") as file:
        file.seek(where)
        file.write(b"u")
    store.reader().execute("pragma shrink_memory")  # what it has read before is forgotten
    assert [row.line for row in log.rows(store.reader(), "the-table")] == [1]
    with pytest.raises(Damaged, match="2 keys and 1 lines"):
        unfold(store, header)
