"""Groups: opened, named, kept by devices, forgotten; what is left of them in the file."""

from contextlib import closing

import pytest

from companion.commands.forget import forget_groups
from companion.commands.transfer import _add_all, _id
from companion.group import decks, groups, keepers, paper, people
from companion.storage.data import Data
from companion.storage.errors import Conflict
from companion.storage.identifiers import HOME
from companion.storage.postgres.lock import use
from companion.storage.postgres.store import PostgresStore
from companion.storage.sqlite import condition
from companion.storage.sqlite.store import SqliteStore
from companion.table.record import read
from tests.reference.death_wish_records import games


def opened(store, name):
    return store.do(lambda db: groups.open_group(db, name))


def fill(store, group, name):
    """A person, a deck and a game of a group, under this name."""
    played = read(games(1) | {"seats": [name, *games(1)["seats"][1:]]})
    store.do(lambda db: _add_all(db, group, {_id(played): played}))
    store.do(lambda db: people.add(db, group, f"{name} too", "red", "star"))
    store.do(lambda db: decks.make(db, group, "death-wish", f"Of {name}"))
    pox = {"disease": f"{name} pox", "color": "red", "skulls": 1}
    store.do(lambda db: decks.remember_card(db, group, "death-wish", "diseases", pox))


def test_a_group_has_a_number_and_a_ticket_that_nobody_guesses(store):
    clubs = [opened(store, "Club") for _ in range(20)]
    assert len({club.id for club in clubs}) == len({club.keeper_ticket for club in clubs}) == 20
    assert all(HOME < club.id < 2**31 and len(club.keeper_ticket) > 20 for club in clubs)
    assert groups.all_groups(store.reader())[0].id == HOME
    assert len(groups.all_groups(store.reader())) == 21


def test_the_keepers_link_leads_to_its_group_and_none_to_the_home(store):
    club, home = opened(store, "Club"), groups.all_groups(store.reader())[0]
    assert groups.by_keeper_ticket(store.reader(), club.keeper_ticket) == club
    assert groups.by_keeper_ticket(store.reader(), home.keeper_ticket) is None
    assert groups.by_keeper_ticket(store.reader(), "") is None


def test_the_words_of_a_group_are_six_of_a_list_in_which_four_letters_tell_each(store):
    assert len(paper.LIST) == len(paper.BY_START) == 2048
    club, other = opened(store, "Club"), opened(store, "Other")
    assert len(club.words) == len(other.words) == 6
    assert {*club.words} <= {*paper.LIST}
    assert club.words != other.words


def test_words_open_their_group_in_any_spelling_and_nothing_beside(store):
    club, others = opened(store, "Club"), [opened(store, "Other") for _ in range(3)]
    one, *more = club.words
    spellings = (
        " ".join(club.words),
        f" {' - '.join(club.words).upper()}\n",
        ",".join(word[:4] for word in club.words),
    )
    wide = "".join(chr(ord(sign) + 0xFEE0) if sign.isalpha() else sign for sign in club.keeper_ticket)
    for typed in (*spellings, wide, club.keeper_ticket.title()):
        assert groups.by_keeper_ticket(store.reader(), typed) == club, typed
    wrong = next(word for word in paper.LIST if word != one)
    for typed in (" ".join(more), " ".join([wrong, *more]), " ".join([*club.words, one]), f"{club.keeper_ticket}x"):
        assert groups.by_keeper_ticket(store.reader(), typed) is None, typed
    assert all(groups.by_keeper_ticket(store.reader(), " ".join(other.words)) == other for other in others)


def test_a_ticket_that_an_older_version_made_is_valid_until_it_is_renewed(store):
    club, ticket = opened(store, "Club"), "Q7-zzKp_1xYw0aBcDeFgHi"
    store.do(lambda db: db.execute("update groups set keeper_ticket = ? where id = ?", [ticket, club.id]))
    found = groups.by_keeper_ticket(store.reader(), ticket)
    assert (found.id, found.words) == (club.id, [])
    assert groups.by_keeper_ticket(store.reader(), ticket.lower()) is None
    store.do(lambda db: keepers.renew_ticket(db, club.id))
    assert groups.by_keeper_ticket(store.reader(), ticket) is None
    assert len(groups.by_id(store.reader(), club.id).words) == 6


def test_a_device_keeps_the_groups_to_which_it_was_let_and_no_other(store):
    club, other = opened(store, "Club"), opened(store, "Other")
    store.do(lambda db: db.execute("insert into devices values (5, 'hash')"))
    for _ in range(2):
        store.do(lambda db: keepers.add(db, club.id, 5))
    assert [keepers.is_keeper(store.reader(), group.id, 5) for group in (club, other)] == [True, False]
    assert not keepers.is_keeper(store.reader(), club.id, 6)


def test_a_group_goes_by_its_newest_name(store):
    club = opened(store, "Club")
    store.do(lambda db: groups.rename(db, club.id, "Café Hein"))
    assert groups.chosen(store.reader(), "café hein").id == club.id
    with pytest.raises(groups.NoGroup, match="“Café Hein”"):
        groups.chosen(store.reader(), "Club")


def test_the_home_is_never_forgotten(store):
    with pytest.raises(ValueError, match="never forgotten"):
        store.do(lambda db: groups.forget(db, HOME))
    assert groups.forgotten(store.reader()) == 0


def test_a_forgotten_group_is_gone_at_once_and_out_of_the_file_at_the_next_start(tmp_path):
    with closing(SqliteStore(tmp_path)) as store:
        club, other = opened(store, "Club"), opened(store, "Other")
        for group, name in ((HOME, "Homer"), (club.id, "Xanthippe"), (other.id, "Otis")):
            fill(store, group, name)
        store.do(lambda db: groups.forget(db, club.id))
        assert [group.id for group in groups.all_groups(store.reader())] == [HOME, other.id]
        assert not groups.is_there(store.reader(), club.id)
        assert groups.by_keeper_ticket(store.reader(), club.keeper_ticket) is None
        kept = rows(store, HOME), rows(store, other.id)
    assert b"Xanthippe" in (tmp_path / condition.FILE).read_bytes()
    forget_groups(Data(tmp_path))
    with closing(SqliteStore(tmp_path)) as store:
        assert (rows(store, HOME), rows(store, other.id)) == kept
        assert all(of_one == [] for of_one in rows(store, club.id))
        assert groups.forgotten(store.reader()) == 0
    assert b"Xanthippe" not in (tmp_path / condition.FILE).read_bytes()
    assert len(list((tmp_path / condition.BACKUPS).glob("before-forget-*.db"))) == 1
    forget_groups(Data(tmp_path))
    assert len(list((tmp_path / condition.BACKUPS).iterdir())) == 1, "nothing to forget, nothing to keep"


def test_a_forgotten_group_is_out_of_a_database_once_a_server_starts_alone(tmp_path, postgres):
    with postgres.house() as url, closing(PostgresStore(url)) as store:
        club, other, data = opened(store, "Club"), opened(store, "Other"), Data(tmp_path, url)
        for group, name in ((HOME, "Homer"), (club.id, "Xanthippe"), (other.id, "Otis")):
            fill(store, group, name)
        store.do(lambda db: groups.forget(db, club.id))
        kept, forgotten = (rows(store, HOME), rows(store, other.id)), rows(store, club.id)
        with use(url, "http://here"), use(url, "http://there"):
            forget_groups(data)
            assert rows(store, club.id) == forgotten, "another server may be taking it in"
        with use(url, "http://here"):
            forget_groups(data)
        assert (rows(store, HOME), rows(store, other.id)) == kept
        assert all(of_one == [] for of_one in rows(store, club.id))
        assert groups.forgotten(store.reader()) == 0
        with pytest.raises(Conflict):
            store.do(lambda db: db.execute("delete from lines"))


def rows(store, group):
    """All rows of a group."""
    names = ("people", "decks", "tables", "chronicle", "places", "boasts", "evenings")
    return [store.reader().execute(f"select * from {name} where group_id = ?", [group]) for name in names]
