"""`app.py move`: the whole house into a database of PostgreSQL and back, as whoever runs it does that."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import DATABASE
from companion.commands.opening import exclusive_use
from companion.storage.data import Data
from companion.storage.postgres.store import PostgresStore
from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.store import SqliteStore
from tests.folders import stored
from tests.support.postgres import Postgres
from tests.support.tampering import tamper

Say = Callable[..., tuple[int, str, str]]
BEGUN = "11 games and all around them are copied and compared: thousands take minutes.\n"
MOVED = "11 games, with all people, devices and open evenings: moved to {}, and compared row by row.\n"
LEFT = "{} says so now, and is served no more.\n"
GONE = "All that was kept in {} has moved to {}: go on there.\n"


@pytest.fixture
def url(postgres: Postgres) -> Iterator[str]:
    """The address of a database without a table."""
    with postgres.empty() as url:
        yield url


@pytest.fixture
def data(folder: Path) -> Path:
    """The folder of a home and a club."""
    SqliteStore(stored.copied("two_groups", folder)).close()
    return folder


def files(say: Say, to: Path, *where: object) -> dict[str, bytes]:
    """What the commands that export give out of a place."""
    for name in ("home", "Club"):
        group = () if name == "home" else ("--group", name)
        assert say("export", to / name, *where, *group)[0] == 0
        assert say("export", "--whole", to / f"{name}.jsonl", *where, *group)[0] == 0
    return {str(file.relative_to(to)): file.read_bytes() for file in to.rglob("*") if file.is_file()}


def test_a_house_moves_into_an_empty_database_and_back_into_another_folder(
    say: Say, data: Path, url: str, tmp_path: Path
) -> None:
    before, back = files(say, tmp_path / "1", "--data", data), tmp_path / "back"
    assert len(before) == 13
    assert say("move", "--to", url, "--data", data) == (0, MOVED.format(url) + LEFT.format(data), BEGUN)
    assert files(say, tmp_path / "2", "--data", data, "--database", url) == before
    assert say("check", "--data", data, "--database", url) == (0, "11 games, 0 problems.\n", "")
    assert say("move", "--from", url, "--data", back) == (0, MOVED.format(back) + LEFT.format(url), BEGUN)
    assert files(say, tmp_path / "3", "--data", back) == before
    assert say("check", "--data", back) == (0, "11 games, 0 problems.\n", "")


@pytest.mark.parametrize("words", [(), ("check",), ("export", "out"), ("groups",), ("recount",), ("move", "--to", "")])
def test_a_place_that_it_has_left_is_neither_served_nor_read_nor_written(
    say: Say, data: Path, url: str, tmp_path: Path, words: tuple[str, ...]
) -> None:
    back = tmp_path / "back"
    assert say("move", "--to", url, "--data", data)[0] == 0
    assert say("move", "--from", url, "--data", back)[0] == 0
    command = [url if word == "" else word for word in words]
    before = (data / FILE).read_bytes()
    assert say(*command, "--data", data) == (1, "", GONE.format(data, url))
    assert (data / FILE).read_bytes() == before
    if "move" not in words:
        assert say(*command, "--data", tmp_path / "other", "--database", url) == (1, "", GONE.format(url, back))


def test_an_address_of_the_environment_is_taken_with_its_password_and_told_without(
    say: Say, data: Path, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATABASE, url.replace("ledger@", "ledger:hushhush@"))
    back = tmp_path / "back"
    assert say("move", "--to", "--data", data) == (0, MOVED.format(url) + LEFT.format(data), BEGUN)
    monkeypatch.delenv(DATABASE)
    assert say("check", "--data", data) == (1, "", GONE.format(data, url))
    assert say("move", "--from", "--data", back)[::2] == (
        1,
        "Say which database: an address after --to or --from, or in LEDGER_DATABASE.\n",
    )
    assert not back.exists()


@pytest.mark.parametrize("way", ["--to", "--from"])
def test_a_password_does_not_stand_among_the_words(
    say: Say, data: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    with pytest.raises(SystemExit):
        say("move", way, "postgresql://ledger:hushhush@db1/hall", "--data", data)
    assert "a password is not given here, where others can read it" in capsys.readouterr().err


def test_a_place_that_holds_something_is_refused_both_ways(say: Say, data: Path, url: str, tmp_path: Path) -> None:
    with closing(PostgresStore(url)) as store:
        store.do(lambda db: db.execute("insert into devices (id, hash) values (1, 'x')"))
    for way, place in (("--to", url), ("--from", data)):
        status, printed, complaint = say("move", way, url, "--data", data)
        assert (status, printed) == (1, "")
        assert f"\n{place} holds something already (" in complaint
        assert complaint.endswith("), and stays as it is: choose an empty place.\n")
    assert say("check", "--data", data)[0] == 0


def test_where_nothing_is_nothing_moves_or_is_made(say: Say, url: str, tmp_path: Path) -> None:
    status, _, complaint = say("move", "--to", url, "--data", tmp_path / "none")
    assert (status, complaint) == (1, f"There is no saved history in {tmp_path / 'none'}.\n")
    assert say("move", "--from", url, "--data", tmp_path / "none")[2] == "There is no saved history in the database.\n"


def test_a_damaged_game_is_told_and_the_house_stays(say: Say, data: Path, url: str) -> None:
    with closing(SqliteStore(data)) as store:
        assert tamper(store, "update lines set reporter = 'Zed' where line = 2")
    status, printed, complaint = say("move", "--to", url, "--data", data)
    assert (status, printed) == (1, "")
    assert complaint.endswith("is not as it was written, or one before it is missing. Nothing was moved.\n")
    assert say("check", "--data", data)[2] == "", "it is where it was"


def test_a_server_that_is_not_there_leaves_everything_where_it_was(say: Say, data: Path) -> None:
    status, _, complaint = say("move", "--to", "postgresql://ledger@/house?host=/nowhere", "--data", data)
    assert status == 1
    assert complaint.startswith("The saved history in postgresql://ledger@/house?host=/nowhere cannot be used: ")
    assert say("check", "--data", data)[0] == 0


def test_while_somebody_else_has_either_place_nothing_moves(say: Say, data: Path, url: str, tmp_path: Path) -> None:
    for place, what in ((Data(data), "data folder"), (Data(tmp_path / "other", url), "database")):
        with exclusive_use(place):
            status, _, complaint = say("move", "--to", url, "--data", data)
        assert (status, complaint) == (1, f"The {what} is in use by the server that runs: stop it first.\n")
    assert say("check", "--data", data)[0] == 0
    assert say("check", "--data", data, "--database", url)[2] == "There is no saved history in the database.\n"
