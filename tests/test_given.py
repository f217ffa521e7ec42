"""Files that versions of before have written (see tests/folders/given.py): group files, records and decks are read, and
hold what they held."""

import gzip
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.group import deck_files, decks
from companion.storage import log
from companion.storage.identifiers import HOME
from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.store import SqliteStore
from companion.storage.stored_table import unfold
from companion.table.result import result
from tests.folders.given import GIVEN, GROUPS, HELD, RECORDS, held
from tests.folders.make import GROUPS as FOLDERS_OF_GROUPS
from tests.folders.older import as_then
from tests.folders.stored import FOLDERS

DECKS = "deck-*.json.gz"
FORMATS = {"two_groups": (1, 1, 1), "release_0_1_0": (3, 2, 1)}  # of group files, decks and records


@pytest.fixture(params=FOLDERS_OF_GROUPS)
def given(request) -> Path:
    """A folder of files that were written by one version."""
    return FOLDERS / request.param / GIVEN


@pytest.fixture
def then(given) -> Any:
    """What they held when they were written."""
    return json.loads((given / HELD).read_text("utf-8"))


def unpacked(file: Path, to: Path) -> Path:
    """A file out of its gzip."""
    to.write_bytes(gzip.decompress(file.read_bytes()))
    return to


def results(data: Path) -> dict[str, Any]:
    """What all games of a folder add up to, by the ids of their records."""
    with closing(SqliteStore(data)) as store:
        headers = log.all_tables(store.reader())
        return {header.record_id: result(unfold(store, header).table) for header in headers}


def records(say, data: Path, group: str, to: Path) -> bytes:
    """All records of a group, as they are written today."""
    assert say("export", to, "--group", group, "--data", data)[0] == 0
    return b"".join(file.read_bytes() for file in sorted(to.iterdir()))


def test_each_version_has_files_in_its_own_formats(given):
    heads = [json.loads(gzip.decompress((given / f"{name}.jsonl.gz").read_bytes()).splitlines()[0]) for name in GROUPS]
    of_decks = {json.loads(gzip.decompress(file.read_bytes()))["format"] for file in given.glob(DECKS)}
    of_records = {json.loads(line)["format"] for line in gzip.decompress((given / RECORDS).read_bytes()).splitlines()}
    group_format, *others = FORMATS[given.parent.name]
    assert [head["version"] for head in heads] == [group_format] * len(GROUPS)
    assert [of_decks, of_records] == [{format} for format in others]


def test_all_that_can_be_lost_is_in_them(given, then):
    of_cards = [name for name in GROUPS if then[name].pop("effects")]
    assert of_cards == ([] if FORMATS[given.parent.name] == (1, 1, 1) else ["club"])
    games = [game for name in GROUPS for game in then[name]["games"]]
    assert {outcome for _, _, outcome, *_ in games} >= {"playing", "stopped", "won"}
    for name in GROUPS:
        assert sum(hidden for _, hidden, *_ in then[name]["games"]) == 1
        assert all(then[name].values())
    assert [other for *_, other in then["home"]["people"] if other] == ["Ann"]
    assert {in_play for *_, in_play in then["club"]["decks"]} == {0, 1}
    assert len({game for game, *_ in then["club"]["cards"]}) == len({of["game"] for of in then["results"].values()})


@pytest.mark.parametrize(("name", "called"), GROUPS.items(), ids=GROUPS)
def test_the_file_of_a_group_is_taken_in_and_holds_what_it_held(say, given, then, name, called, tmp_path):
    file, data = unpacked(given / f"{name}.jsonl.gz", tmp_path / f"{name}.jsonl"), tmp_path / "data"
    assert say("import", "--whole", file, "--group", called, "--data", data)[0] == 0
    assert held(data / FILE, called) == then[name]
    added_up = results(data)
    assert as_then(added_up, then["results"]) == {id: then["results"][id] for id in added_up}
    assert {id for id, *_ in then[name]["games"]} == added_up.keys()
    source = gzip.decompress((given / RECORDS).read_bytes()).splitlines(keepends=True)
    of_group = [line for line in source if json.loads(line)["id"] in added_up]
    assert records(say, data, called, tmp_path / "out") == b"".join(of_group)
    assert say("check", "--data", data)[:2] == (0, f"{len(added_up)} games, 0 problems.\n")


def test_records_are_taken_in_add_up_to_what_they_did_and_are_written_as_they_were(say, given, then, tmp_path):
    file, data = unpacked(given / RECORDS, tmp_path / "records.jsonl"), tmp_path / "data"
    assert say("import", file, "--data", data)[0] == 0
    assert as_then(results(data), then["results"]) == then["results"]
    assert records(say, data, "", tmp_path / "out") == file.read_bytes()


def test_decks_are_taken_in_and_hold_what_they_held(given, then, tmp_path):
    with closing(SqliteStore(tmp_path)) as store:
        for file in given.glob(DECKS):
            source = gzip.decompress(file.read_bytes())
            store.do(lambda db, source=source: deck_files.import_deck(db, HOME, source, "-"))
        made = decks.all_decks(store.reader(), HOME)
    cards = [(deck.game, pile, card) for deck in made for pile, cards in deck.piles.items() for card in cards]
    assert cards == [(game, pile, json.loads(card)) for game, _, pile, card, _ in then["club"]["cards"]]
    assert [[*of, effect] for deck in made for of, effect in deck.effects.items()] == then["club"]["effects"]
    assert [(deck.game, deck.name) for deck in made] == [(game, name or "-") for game, name, _ in then["club"]["decks"]]
