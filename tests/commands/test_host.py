"""`app.py host`: the host's link of the server that runs, once more."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.serve import _announced, _print_addresses
from companion.evening.quiet import QUIET
from companion.network import addresses
from companion.network.addresses import Address
from companion.network.entrances import Entrances
from companion.paths import PROGRAM
from companion.storage.data import Data
from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.lock import exclusive_use, served_address
from companion.storage.sqlite.store import SqliteStore
from companion.web.access.services import Services
from tests.support.phone import Phone
from tests.support.server import Server
from tests.support.site import Browser, Site
from tests.support.states.around.network import NoNetwork
from tests.support.terminal_pictures import picture_of, read

pytestmark = pytest.mark.slow
LINK = r"own link: (\S+)"
Say = Callable[..., tuple[int, str, str]]


def content(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def links(server: Server) -> list[str]:
    """What the command prints."""
    return re.findall(LINK, server.run("host").stdout)


def board(server: Server, link: str) -> Phone:
    """A tablet that came by the host's link, and is the scoreboard."""
    tablet = Phone(Site(server.url)).get(link)
    tablet.fill("/use", kind="board")
    return tablet.get("/")


def change(server: Server, sql: str, *values: str) -> None:
    """Change the server's file behind its back, before it starts or while it has nothing of that in memory."""
    with closing(sqlite3.connect(server.data / FILE)) as db, db:
        db.execute(sql, values)


def test_the_link_that_the_server_printed_and_its_code_are_printed_again(server: Server) -> None:
    done = server.run("host")
    (link,) = re.findall(LINK, done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert [link] == server.wait_printed(LINK)
    assert read(picture_of(done.stdout)) == [link]
    assert board(server, link).forms(action="/guests"), "it hosts"


def test_after_a_device_was_asked_to_leave_it_is_the_new_link(server: Server) -> None:
    (old,) = server.wait_printed(LINK)
    tablet = board(server, old)
    Phone(Site(server.url)).get(old).fill("/sit", name="Bo")
    (other,) = {form.action for form in tablet.get("/devices").forms() if ("how", "remove") in form.buttons}
    tablet.tap(other, "remove")
    (new,) = links(server)
    assert new != old
    assert new == server.wait_printed(LINK, 2)[-1]
    assert f"{PROGRAM} host" in Browser(server.url).get(old).text, "who has the old one is told where the new one is"
    assert Phone(Site(server.url)).get(new).says("Sit down")


def test_where_the_evening_is_over_there_is_a_link_to_the_next(server: Server) -> None:
    """The server runs for ever, and the last evening was a week ago, or was ended by its host."""
    (old,) = server.wait_printed(LINK)
    board(server, old).tap("/end")
    (new,) = links(server)
    assert new != old
    assert links(server) == [new], "one is opened, not one for each time"
    long_ago = datetime.now(UTC) - QUIET - timedelta(hours=1)
    change(server, "update evenings set opened_at = ?", long_ago.isoformat())
    (newer,) = links(server)
    assert newer not in (old, new)
    assert board(server, newer).forms(action="/guests")


def test_a_start_without_a_network_says_that_no_phone_can_come(
    services: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = "This computer is in no network yet"
    for entrances, is_told in ((Entrances("http", 8000, "192.168.1.20"), False), (NoNetwork("http", 8000), True)):
        services.entrances = entrances
        _print_addresses(services, Data(tmp_path))
        assert (sentence in capsys.readouterr().out) == is_told


def test_a_house_in_a_database_tells_the_link_to_its_hall(
    services: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for database, is_told in (("", False), ("postgresql://ledger@db1/ledger", True)):
        _print_addresses(services, Data(tmp_path, database))
        assert (f"/hall/{services.hall_ticket}\n" in capsys.readouterr().out) == is_told


def test_where_people_reach_it_otherwise_the_terminal_says_so_and_the_link_leads_there(server: Server) -> None:
    server.stop()
    server.options = ("--reachable-at", "HTTPS://Cards.example:443/", "--reachable-at", "http://192.168.1.20:8000")
    server.start()
    server.wait_printed("http://192.168.1.20:8000\n")
    (_, link) = server.wait_printed(LINK, 2)
    assert link.startswith("https://cards.example/host/")
    assert links(server) == [link]
    assert server.wait_printed(r"is open at (\S+)")[-1] == "https://cards.example"
    second = server.run()
    assert second.returncode == 1
    assert "in use by the server that runs at https://cards.example" in second.stderr
    assert (server.stop(), server.complaints) == (0, "")


def test_a_local_name_is_announced_only_where_people_come_by_the_addresses_of_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "addresses", lambda: [Address("192.168.1.20", "wlan0", True)])
    for host in ("", "0.0.0.0", "192.168.1.20"):
        assert _announced(host, []) == ["192.168.1.20"]
        assert _announced(host, ["https://cards.example"]) == []


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--reachable-at", "cards.example", "'cards.example' is no address of a server: write http:// or https://, "),
        ("--reachable-at", "https://cards.example/ledger", "'https://cards.example/ledger' is no address of a server"),
        ("--behind", "nginx", "'nginx' is no address of a proxy: write one such as 127.0.0.1, or a network"),
        ("--behind", "10.0.0.0/40", "'10.0.0.0/40' is no address of a proxy"),
    ],
)
def test_an_address_that_is_none_is_told_in_a_sentence_and_nothing_is_made(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str, value: str, sentence: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--data", str(tmp_path / "data"), option, value])
    assert ended.value.code == 2
    assert f"error: argument {option}: {sentence}" in capsys.readouterr().err
    assert content(tmp_path) == {}


def test_where_no_server_runs_that_is_told_and_nothing_is_made(say: Say, tmp_path: Path) -> None:
    for folder in (tmp_path / "none", tmp_path / "data"):
        before = content(tmp_path)
        status, out, err = say("host", "--data", folder)
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert f"No server runs with the data folder {folder}" in err
        assert content(tmp_path) == before
        SqliteStore(tmp_path / "data").close()


def test_a_command_that_has_the_folder_is_no_server(say: Say, tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    with exclusive_use(tmp_path):
        assert say("host", "--data", tmp_path)[:2] == (1, "")


def test_a_server_that_was_killed_runs_no_more(server: Server) -> None:
    assert served_address(server.data) == server.url
    server.kill()
    assert served_address(server.data) == ""
    assert "No server runs" in server.run("host").stderr


@pytest.mark.parametrize(
    ("listening", "is_fixed"), [("http://0.0.0.0:8001", False), ("https://10.0.0.7:80", True), ("http://[::1]:8", True)]
)
def test_an_address_tells_on_what_a_server_listens(listening: str, is_fixed: bool) -> None:
    """One that listens on all addresses is called by those of now: the machine may have changed its network."""
    entrances = Entrances.of_server(listening)
    assert entrances.served == listening
    assert (entrances.base() == listening) == is_fixed
    assert entrances.base().rpartition(":")[2] == listening.rpartition(":")[2]
