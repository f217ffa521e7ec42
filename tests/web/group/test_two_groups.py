"""Two groups on one server: nothing that one is shown depends on the other, and no guessed address leads there."""

from contextlib import closing

import pytest

from companion.group import decks, people
from companion.group.groups import all_groups, forget
from companion.history import search
from companion.storage.identifiers import HOME
from companion.storage.sqlite import condition
from companion.storage.sqlite.store import SqliteStore
from tests.support.past_games import HERE, handed_over
from tests.support.two_groups import CLUB, FILES, MARKER, beside, without_chance

BY_CHANCE = ("Date", "ETag", "Content-Length")  # pages hold what is drawn by chance
TABLE = {"/sheet": None, "/sheet/1": None, "/notes": None, "/ask/0/card": None, "/move": {}, "/correct": {}}
NOBODY = 12345  # below every id of the club: never was one


@pytest.fixture(scope="module")
def worlds(tmp_path_factory, engine):
    """The club beside an empty home, and beside a crowded one."""
    folder = tmp_path_factory.mktemp("groups")
    with beside(folder / "empty", False) as empty, beside(folder / "crowded", True) as crowded:
        yield [empty, crowded]


@pytest.fixture
def crowded(worlds):
    return worlds[1]


def test_both_hold_the_same_names_decks_and_records(crowded):
    db = crowded.store.reader()
    for held in (
        lambda group: {game.id for game in search.games(db, group, search.GameFilter(), most=None)},
        lambda group: {person.name for person in people.recent(db, group, 99)},
        lambda group: {(deck.game, deck.name) for deck in decks.all_decks(db, group)},
    ):
        assert held(HOME) & held(CLUB)
        assert held(HOME) - held(CLUB)


def test_no_page_and_no_file_of_a_group_depends_on_what_another_holds(worlds):
    alone, beside = worlds
    assert alone.addresses(CLUB) == beside.addresses(CLUB)
    for address in alone.addresses(CLUB):
        (status, page, headers), other = (answer(world.host, address, None) for world in worlds)
        assert status == 200, (address, page)
        assert (status, without_chance(page), headers) == (other[0], without_chance(other[1]), other[2]), address
        assert MARKER not in other[1], address


def guesses(game, person, deck):
    """Addresses of a game, a person and a deck: pages, files and forms."""
    yield from ((f"/history/{game}{tail}", None) for tail in ("", "?line=1", *(f"/{name}" for name in FILES)))
    yield from ((f"/{kind}/{person}", None) for kind in ("people", "history/people"))
    yield from ((f"/decks/{deck}{tail}", None) for tail in ("", "/export"))
    yield f"/history/{game}/hide", {"hidden": "1"}
    yield f"/people/{person}/name", {"name": "Zoe"}
    yield f"/people/{person}/mark", {"colour": "red", "shape": "star"}
    yield f"/people/{person}/same", {"into": "1"}
    yield f"/people/{person}/apart", {}
    yield f"/guests/{person}/leave", {}
    yield "/sit", {"person": person}
    yield f"/decks/{deck}", {"how": "remove"}
    yield f"/decks/{deck}/cards", {"pile": "4", "old": "[1, 1, 1, 1]", "how": "drop"}


def answer(client, address, form):
    got = client.get(address) if form is None else client.post(address, data=form, headers=HERE)
    return got.status_code, got.text, sorted(pair for pair in got.headers if pair[0] not in BY_CHANCE)


@pytest.mark.parametrize(("whose", "other"), [(CLUB, HOME), (HOME, CLUB)])
def test_an_address_of_another_group_is_answered_like_one_that_never_was(crowded, whose, other):
    db = crowded.store.reader()
    ours = {game.id for game in search.games(db, whose, search.GameFilter(), most=None)}
    theirs = [game.id for game in search.games(db, other, search.GameFilter(), most=None) if game.id not in ours]
    person, deck = people.recent(db, other, 1)[0].id, decks.all_decks(db, other)[0].id
    client = crowded.host if whose == CLUB else crowded.home
    before = list(db.execute("select * from people order by id")), decks.all_decks(db, other)
    for game in (theirs[0], f"{theirs[0]}-{other}"):
        never = guesses("f" * len(game), NOBODY, NOBODY)
        for (address, form), (nowhere, nothing) in zip(guesses(game, person, deck), never, strict=True):
            refusal = answer(client, nowhere, nothing)
            assert refusal[0] in (404, 403, 422, 303), (nowhere, refusal)
            assert answer(client, address, form) == refusal, address
    assert (list(db.execute("select * from people order by id")), decks.all_decks(db, other)) == before


def test_a_table_of_another_group_that_is_played_or_damaged_is_answered_like_one_that_never_was(crowded):
    services = crowded.app.extensions["services"]
    assert crowded.home.post("/guests", data={"name": "Cy"}, headers=HERE).status_code == 303
    assert crowded.home.post("/tables", data={"game": "death-over-the-kingdom"}, headers=HERE).status_code == 303
    code = services.evenings.ensure(HOME).table_code
    for is_damaged in (False, True):
        if is_damaged:
            damage(crowded.store, code)
            services.tables._live.clear()
        for tail, form in TABLE.items():
            refusal = answer(crowded.host, f"/table/ZZZZZ{tail}", form)
            assert refusal[0] == 404
            assert answer(crowded.host, f"/table/{code}{tail}", form) == refusal, tail
        assert answer(crowded.host, f"/tables/{code}/go-on", {}) == answer(crowded.host, "/tables/ZZZZZ/go-on", {})
    assert crowded.home.get(f"/table/{code}/sheet").status_code == 503


def damage(store, code):
    """A line of a table that is not as it was written."""
    id = store.reader().execute("select id from tables where code = ?", [code]).first()[0]
    sql = "insert into lines values (?, 1, '{}', '', 'host', 'key', 'no hash')"
    store.do(lambda db: db.execute(sql, [id]))


@pytest.mark.sqlite
def test_a_copy_is_the_homes_alone_and_holds_nothing_of_another_group(crowded, tmp_path):
    assert answer(crowded.host, "/history/copy.db", None)[:2] == answer(crowded.host, "/history/never", None)[:2]
    assert "copy.db" not in crowded.host.get("/history/").text
    home = crowded.home
    over = search.GameFilter(over=True)
    assert "copy.db" in home.get("/history/").text
    with home.get("/history/copy.db") as copy:
        held = copy.get_data()
    assert MARKER.encode() in held
    assert b"Cleo" not in held
    assert b"Club" not in held
    (tmp_path / condition.FILE).write_bytes(held)
    with closing(SqliteStore(tmp_path)) as restored:
        assert [group.id for group in all_groups(restored.reader())] == [HOME]
        stores = (crowded.store, restored)
        ids = [{game.id for game in search.games(one.reader(), HOME, over, most=None)} for one in stores]
        assert ids[0] == ids[1] != set()


def test_a_short_address_leads_nowhere_once_its_group_is_forgotten(tmp_path, engine):
    with beside(tmp_path / "data", False) as world:
        over = search.games(world.store.reader(), CLUB, search.GameFilter(over=True))[0]
        short = handed_over(world.host, world.store, over.id)
        stranger = world.app.test_client()
        assert [stranger.get(f"{short}{tail}").status_code for tail in ("", "/play.bgsplay")] == [200, 200]
        world.store.do(lambda db: forget(db, CLUB))
        assert [stranger.get(f"{short}{tail}").status_code for tail in ("", "/play.bgsplay")] == [404, 404]
        assert world.host.get("/history/").status_code == 401
