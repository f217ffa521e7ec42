"""Commands that mean one group: the home's, or the one that `--group` names; and those that mean the whole folder."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from companion.group import groups, people
from companion.storage.identifiers import HOME
from companion.storage.sqlite.store import SqliteStore
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.reference.death_wish_records import games
from tests.support.api import ApiTable
from tests.support.server import Server


@pytest.fixture
def data(tmp_path):
    """A data folder with the groups Chess Club and Café beside the home."""
    with closing(SqliteStore(tmp_path / "data")) as store:
        for name in ("Chess Club", "Café"):
            store.do(lambda db, name=name: groups.open_group(db, name))
    return tmp_path / "data"


@pytest.fixture
def number(data):
    """The number of the Chess Club."""
    with closing(SqliteStore(data)) as store:
        return groups.chosen(store.reader(), "Chess Club").id


@pytest.fixture
def records(tmp_path):
    """A file of three records."""
    file = tmp_path / "records.jsonl"
    file.write_text("".join(json.dumps(games(seed) | {"id": f"game {seed}"}) + "\n" for seed in range(3)))
    return file


def written(folder: Path):
    """What an export wrote, by the names of the files."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_record_comes_into_each_group_once_and_goes_out_of_each_with_the_same_bytes(say, data, records, tmp_path):
    for words in ([], ["--group", "chess club"]):
        assert say("import", records, "--data", data, *words)[:2] == (0, "3 games taken in, 0 were here already.\n")
    again = say("import", records, "--data", data, "--group", "Chess Club")
    assert again == (0, "0 games taken in, 3 were here already.\n", "")
    assert say("export", tmp_path / "home", "--data", data)[0] == 0
    assert say("export", tmp_path / "club", "--data", data, "--group", "Chess Club")[0] == 0
    assert say("export", tmp_path / "none", "--data", data, "--group", "Café")[0] == 0
    assert written(tmp_path / "home").keys() == written(tmp_path / "club").keys()
    assert len(written(tmp_path / "home")) == 3
    assert written(tmp_path / "none") == {}
    records.write_bytes(b"".join(written(tmp_path / "home").values()))
    assert say("import", records, "--data", data, "--group", "Café")[0] == 0
    assert say("export", tmp_path / "again", "--data", data, "--group", "Café")[0] == 0
    assert written(tmp_path / "again") == written(tmp_path / "home")


def test_check_and_recount_mean_the_whole_folder(say, data, records):
    for words in ([], ["--group", "Café"]):
        say("import", records, "--data", data, *words)
    assert say("check", "--data", data) == (0, "6 games, 0 problems.\n", "")
    assert say("recount", "--data", data)[:2] == (0, "6 games counted again.\n")
    assert say("check", "--data", data)[:2] == (0, "6 games, 0 problems.\n")


def test_a_game_is_forgotten_in_one_group_and_stays_in_the_others(say, data, records, tmp_path, number):
    for words in ([], ["--group", number]):
        say("import", records, "--data", data, *words)
    say("export", tmp_path / "home", "--data", data)
    id = min(written(tmp_path / "home")).removesuffix(".json")
    assert say("forget", id, "--data", data, "--group", "Café") == (1, "", f"There is no game {id} here.\n")
    assert say("forget", id, "--data", data, "--group", number)[0] == 0
    assert say("check", "--data", data)[:2] == (0, "5 games, 0 problems.\n")
    say("export", tmp_path / "club", "--data", data, "--group", number)
    assert written(tmp_path / "home").keys() - written(tmp_path / "club").keys() == {f"{id}.json"}


def test_people_of_one_name_are_one_in_each_group(say, data, records, number):
    for words in ([], ["--group", number]):
        say("import", records, "--data", data, *words)
    with closing(SqliteStore(data)) as store:
        home, club = (people.by_name(store.reader(), group) for group in (HOME, number))
    assert home.keys() == club.keys() != set()
    assert min(home.values()) == 1
    assert min(club.values()) == (number << 20) + 1


@pytest.mark.parametrize("command", ["export", "import", "forget"])
def test_a_group_that_is_not_there_is_told_with_those_that_are(say, data, records, number, command):
    before = (data / "ledger.db").read_bytes()
    status, out, complaint = say(command, records, "--data", data, "--group", "Bridge")
    assert (status, out) == (1, "")
    assert complaint.startswith("No group is called “Bridge” here. There are: home (0), opened on ")
    assert "“Chess Club” (" in complaint  # groups that were opened in one millisecond stand in no order
    assert str(number) in complaint
    assert (data / "ledger.db").read_bytes() == before


def test_of_two_groups_with_one_name_neither_is_meant_but_by_its_number(say, data, tmp_path, number):
    with closing(SqliteStore(data)) as store:
        store.do(lambda db: groups.open_group(db, "CHESS club"))
    status, _, complaint = say("export", tmp_path / "out", "--data", data, "--group", "Chess Club")
    assert (status, complaint.startswith("More than one group is called “Chess Club” here.")) == (1, True)
    assert not (tmp_path / "out").exists()
    assert say("export", tmp_path / "out", "--data", data, "--group", number)[0] == 0


def test_programs_lay_tables_in_the_group_that_the_server_was_told(data, number):
    with closing(SqliteStore(data)) as store:
        app = create_app(Services(store, programs_group=number))
        laid = (
            app.test_client().post("/api/tables", json={"game": "death-name", "seats": ["Ann", "Bo", "Cy", "Di"]}).json
        )
        (found,) = store.reader().execute("select group_id from tables where code = ?", [laid["table"]]).first()
        app.extensions["services"].writer.close()
    assert found == number


@pytest.mark.slow
def test_a_server_that_is_told_a_group_which_was_forgotten_serves_the_home_and_says_so(tmp_path, data, number):
    with closing(SqliteStore(data)) as store:
        store.do(lambda db: groups.forget(db, number))
    with closing(Server(tmp_path)) as server:
        server.options = ("--group", "Chess Club")
        laid = ApiTable(server.start().program().call)
        told = "No group is called “Chess Club” here: programs lay their tables in the home.\n"
        assert server.complaints == told
        assert server.stop() == 0
        with closing(SqliteStore(data)) as store:
            sql = "select group_id from tables where code = ?"
            assert store.reader().execute(sql, [laid.code]).first() == (HOME,)
        assert server.start().complaints == told * 2, "it is no reason not to serve, also the next time"


def test_a_group_named_before_the_command_is_meant_too(say, data, records, tmp_path):
    assert say("--group", "Café", "import", records, "--data", data)[0] == 0
    assert say("export", tmp_path / "of home", "--data", data)[1].startswith("0 games")
