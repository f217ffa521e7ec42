"""What came from files is quoted on the terminal, and never steers it."""

import json

import pytest

from companion.cli import main
from companion.storage import log
from companion.storage.identifiers import HOME
from companion.storage.sqlite.store import SqliteStore
from companion.terminal import spelt_out
from tests.reference.death_wish_records import games

STEERING = "\x1b[31;1m\x9b2J\u202e\r\nKept\x7f\u2028\U000e0041"


@pytest.fixture
def say(capsys):
    """Run a command; its exit status and all that it printed."""

    def run(*words):
        status = main([*map(str, words)])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


def harmless(text):
    return all(sign.isprintable() or sign == "\n" for sign in text)


def file_of(tmp_path, record):
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(record) + "\n", "utf-8")
    return file


@pytest.mark.parametrize("sign", [chr(number) for number in range(0x2FFFF) if not chr(number).isprintable()][::997])
def test_a_sign_that_is_not_printable_is_spelt_as_json_would(sign):
    spelt = spelt_out(f"a{sign}b")
    assert harmless(spelt) or sign in "\u00a0\u1680\u2000\u202f\u205f\u3000"
    assert json.loads(f'"{spelt}"') == f"a{sign}b"


def test_letters_of_all_people_stay_as_they_are():
    assert spelt_out("死名\u3000をご記入 Käse ñ 💀") == "死名\u3000をご記入 Käse ñ 💀"


def test_a_result_is_the_same_value_and_holds_no_sign_that_steers(say, tmp_path):
    wish = {"format": 1, "game": "death-wish", "seats": ["Ann", "Bo"], "options": {}}
    disease = "Re\u00add"
    move = {"move": "contract", "seat": 0, "disease": disease, "color": "red", "skulls": 1}
    status, out = say("replay", file_of(tmp_path, wish | {"moves": [move]}))
    assert (status, harmless(out), disease in out) == (0, True, False)
    assert json.loads(out)["facts"]["diseases"][0][0]["disease"] == disease
    status, out = say("replay", file_of(tmp_path, wish | {"moves": [move | {STEERING: 1}]}))
    assert (status, harmless(out)) == (1, True)


def test_an_unknown_field_is_spelt_where_it_is_refused(say, tmp_path):
    move = {"move": "act", "seat": 0, "action": "spread", STEERING: 1}
    wish = {"format": 1, "game": "death-wish", "seats": ["Ann", "Bo"], "options": {}, "moves": [move]}
    status, out = say("import", file_of(tmp_path, wish), "--data", tmp_path / "data")
    assert (status, harmless(out), "\\u001b[31;1m" in out) == (1, True, True)
    assert len(out.splitlines()) == 2, "a line for the problem, and one that nothing was taken in"


@pytest.mark.parametrize("time", [STEERING, "yesterday", "", 5, "2026-13-01T00:00:00Z"])
def test_a_record_that_was_opened_at_no_time_does_not_come_in(say, tmp_path, time):
    data = tmp_path / "data"
    status, out = say("import", file_of(tmp_path, games(1) | {"opened_at": time}), "--data", data)
    assert (status, "opened_at" in out, harmless(out)) == (1, True, True)
    assert (
        say("import", file_of(tmp_path, games(1) | {"opened_at": "2026-01-01T20:00:00+01:00"}), "--data", data)[0] == 0
    )
    assert say("replay", file_of(tmp_path, games(1) | {"opened_at": time}))[0] == 0, "only keeping it asks for a time"


def test_what_was_kept_before_is_spelt_wherever_it_is_told(say, tmp_path):
    data = tmp_path / "data"
    head = {"id": "a" * 32, "code": "AAAAA", "game": "death-wish", "seats": [STEERING[:9], "Bo"]}
    store = SqliteStore(data)
    store.do(lambda db: log.add_table(db, log.Header(**head, group=HOME, options={}, opened_at=STEERING[:9])))
    store.close()
    assert say("backup", tmp_path / "copy.db", "--data", data)[0] == 0
    for words in (
        ["check"],
        ["export", tmp_path / "out"],
        ["restore"],
        ["restore", tmp_path / "copy.db", "--yes"],
        ["forget", "AAAAA"],
    ):
        printed = say(*words, "--data", data)[1]
        assert printed
        assert harmless(printed), words
