"""`app.py groups` and `app.py keeper`: which groups there are, and the words that make a keeper of one."""

import re
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from companion.commands.transfer import _add_all, _id
from companion.group import groups, people
from companion.group.groups import Group
from companion.paths import PROGRAM
from companion.storage.database import Database
from companion.storage.identifiers import HOME
from companion.storage.sqlite.lock import exclusive_use
from companion.storage.sqlite.store import SqliteStore
from companion.table.record import read
from tests.commands.test_host import Say
from tests.reference.death_wish_records import games
from tests.support.server import Server
from tests.support.terminal_pictures import picture_of
from tests.support.terminal_pictures import read as scanned


@pytest.fixture
def opened(tmp_path: Path) -> list[Group]:
    """The Café, and two groups without a name: five people and a game, and nobody."""
    with closing(SqliteStore(tmp_path)) as store:
        made = [store.do(partial(groups.open_group, name=name)) for name in ("Café\x1b[31m", "", "")]
        store.do(lambda db: _date(db, made))
        played = read(games(1) | {"seats": ["Ann", "Bo", *games(1)["seats"][2:]]})
        store.do(lambda db: _add_all(db, made[1].id, {_id(played): played}))
    return made


def _date(db: Database, made: list[Group]) -> None:
    """Open the groups on the first days of March, and let people come to the second, Ann as the last one."""
    for day, group in enumerate(made, 1):
        db.execute("update groups set opened_at = ? where id = ?", [f"2026-03-0{day}T12:00:00.000Z", group.id])
    for day, name in enumerate(("Eve", "Di", "Cy", "Bo", "Ann"), 1):
        people.touch(db, people.add(db, made[1].id, name, "red", "star"), f"2026-04-0{day}T12:00:00.000Z")


def test_groups_are_told_apart_also_without_a_name(say: Say, tmp_path: Path, opened: list[Group]) -> None:
    status, out, err = say("groups", "--data", tmp_path)
    home, café, played, empty = out.splitlines()
    assert (status, err) == (0, "")
    assert re.fullmatch(r"home \(0\), opened on \d+ \w+ \d{4}, nobody, 0 games", home)
    assert café == f"“Café\\u001b[31m” ({opened[0].id}), opened on 1 March 2026, nobody, 0 games"
    assert played.startswith(f"unnamed ({opened[1].id}), opened on 2 March 2026, Ann, Bo, Cy and ")
    assert played.endswith(" more, 1 game")
    assert empty == f"unnamed ({opened[2].id}), opened on 3 March 2026, nobody, 0 games"
    _, _, complaint = say("keeper", "Bridge", "--data", tmp_path)
    assert complaint == f"No group is called “Bridge” here. There are: {'; '.join(out.splitlines())}.\n"


def test_a_sentence_lists_eight_groups_and_says_where_the_others_stand(say: Say, tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path)) as store:
        for number in range(9):
            store.do(partial(groups.open_group, name=f"Group {number}"))
    _, _, complaint = say("keeper", "Bridge", "--data", tmp_path)
    assert complaint.count(", nobody, 0 games") == 8
    assert complaint.endswith(f"; and 2 more, see “{PROGRAM} groups”.\n")


@pytest.mark.parametrize("place", [0, 1])
def test_the_words_of_a_group_are_printed_by_its_name_or_number(
    say: Say, tmp_path: Path, opened: list[Group], place: int
) -> None:
    group = opened[place]
    for wanted in (group.id, *([group.name] if group.name else [])):
        status, out, err = say("keeper", wanted, "--data", tmp_path)
        assert (status, err) == (0, "")
        assert f"Its six words: {group.keeper_ticket.replace('-', ' ')}\n" in out
        assert f"whoever opens /keep/{group.keeper_ticket} at its address keeps the group" in out


def test_a_ticket_of_an_older_version_is_printed_as_it_is(say: Say, tmp_path: Path, opened: list[Group]) -> None:
    with closing(SqliteStore(tmp_path)) as store:
        sql = "update groups set keeper_ticket = 'Q7-zzKp_1xY' where id = ?"
        store.do(lambda db: db.execute(sql, [opened[0].id]))
    _, out, _ = say("keeper", opened[0].id, "--data", tmp_path)
    assert "/keep/Q7-zzKp_1xY " in out
    assert "words" not in out


def test_who_keeps_the_home_is_told_and_no_forgotten_group_has_words(
    say: Say, tmp_path: Path, opened: list[Group]
) -> None:
    status, out, _ = say("keeper", HOME, "--data", tmp_path)
    assert (status, out) == (0, f"Each host of the home keeps it: “{PROGRAM} host” prints the host's link.\n")
    with closing(SqliteStore(tmp_path)) as store:
        store.do(lambda db: groups.forget(db, opened[0].id))
    status, out, complaint = say("keeper", opened[0].id, "--data", tmp_path)
    assert (status, out) == (1, "")
    assert opened[0].keeper_ticket not in complaint


def test_where_a_server_runs_the_link_has_its_address_and_a_code(say: Say, tmp_path: Path, opened: list[Group]) -> None:
    with exclusive_use(tmp_path, "http://192.0.2.7:8123"):
        status, out, err = say("keeper", opened[1].id, "--data", tmp_path)
    link = f"http://192.0.2.7:8123/keep/{opened[1].keeper_ticket}"
    assert (status, err, f"Whoever opens {link} keeps the group." in out) == (0, "", True)
    assert scanned(picture_of(out)) == [link]


@pytest.mark.slow
def test_both_commands_work_while_the_server_runs(server: Server) -> None:
    assert server.run("groups").stdout.startswith("home (0), opened on ")
    assert server.run("keeper", "0").returncode == 0
