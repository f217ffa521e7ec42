"""Numbers in addresses and forms: too large, too long, or written in ways that only Python reads."""

import sqlite3
from itertools import product

import pytest

from companion.group import people
from companion.history import search
from companion.history.search import GameFilter
from companion.storage.identifiers import HOME
from companion.web.forms.numbers import MOST, whole
from tests.support.phone import HERE

LONG = "9" * 4301  # Python itself reads no number that is longer than 4,300 digits
TOO_LARGE = (str(MOST + 1), "9" * 40, LONG)
ODD = (*TOO_LARGE, "-1", "--5", "+5", "1_0", " 1", "1 ", "", "x", "1.0", "1e3", "²", "٣", "0x1", "\x00", "1\n")


@pytest.mark.parametrize("text", [*TOO_LARGE, *ODD[4:]], ids=lambda text: repr(text[:9]))
def test_what_is_no_whole_number_is_none(text):
    with pytest.raises(ValueError):
        whole(text)


def test_a_whole_number_has_a_sign_and_ends_where_the_file_ends():
    assert [whole(text) for text in ("0", "-5", "007", str(MOST), str(-MOST))] == [0, -5, 7, MOST, -MOST]


@pytest.fixture
def host(evening):
    """The host's tablet, with a table before it at which nothing was reported."""
    for name in ("Ann", "Bo", "Cy", "Di"):
        evening.come(name)
    evening.start()
    return evening.tablet.client


def test_no_address_with_an_odd_number_is_a_fault(app, host):
    rules = [rule for rule in app.url_map.iter_rules() if "<int" in rule.rule]
    assert len(rules) >= 12
    for number, rule in product(ODD, rules):
        given = dict.fromkeys(rule.arguments, "XXXXX")
        path = "/".join(
            number if part.startswith("<int") else given.get(part.strip("<>"), part) for part in rule.rule.split("/")
        )
        for method in ("GET", "POST"):
            answer = host.open(path, method=method, data={}, headers=HERE)
            assert answer.status_code < 500, (method, path[:80], answer.status_code)


FIELDS = {
    "/claims": ("device", "person"),
    "/front": ("person",),
    "/heard": ("notice",),
    "/let-go": ("person",),
    "/sit": ("person",),
    "/order": ("person", "place"),
    "/people/1/same": ("into",),
    "/table/{}/back": ("line",),
    "/table/{}/move": ("seen", "seat", "by"),
    "/table/{}/correct": ("line", "seen", "seat"),
}


@pytest.mark.parametrize("path", FIELDS)
def test_no_form_with_an_odd_number_is_a_fault(evening, host, path):
    for number, field in product(ODD, FIELDS[path]):
        form = {"device": "1", "person": "1", "allow": "yes", "way": "on", "how": "strike", "key": "tap-00000001"}
        form |= {"move": "adjust", "seat": "0", "track": "points", "by": "1", "why": "x", "seen": "0", "line": "1"}
        answer = host.post(path.format(evening.now.table_code), data=form | {field: number}, headers=HERE)
        assert answer.status_code < 500, (path, field, answer.status_code)


@pytest.mark.parametrize("seat", [4, 99, MOST])
def test_a_seat_that_no_table_has_is_asked_nothing(evening, host, seat):
    evening.round("Xi", "Yo", "Zo", "Wu")
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    for move in ("decree", "write", "declare", "hold"):
        assert host.get(f"/table/{evening.now.table_code}/ask/{seat}/{move}").status_code == 404


@pytest.mark.parametrize("line", ["0", "-1", "1", ""])
def test_nothing_is_taken_back_at_a_table_without_lines(evening, host, line):
    answer = host.post(f"/table/{evening.now.table_code}/back", data={"line": line}, headers=HERE)
    assert answer.status_code == 409


OPTIONS = {
    "death-name": ("option.pass_limit",),
    "final-deathweek": ("option.counter_limit",),
    "gamushara-gang": ("option.target", "option.points"),
    "death-over-the-kingdom": ("option.values.king.0",),
    "death-wish": ("option.points",),
}


def test_a_search_for_many_names_among_many_people_asks_the_file_no_more_than_it_answers(store):
    """SQLite as others build it takes 32,766 values at once, in old days 999; PostgreSQL 65,535."""
    store.do(lambda db: [people.add(db, HOME, f"Ann {number}", "red", "circle") for number in range(400)])
    db = store.reader()
    if store.path is not None:
        db.conn.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 999)
    assert search.games(db, HOME, GameFilter(names=",".join(["ann", "a", "nn", "n"] * 20))) == []


@pytest.mark.parametrize("game", OPTIONS)
def test_no_option_with_an_odd_number_is_a_fault(host, game):
    for number, field in product(ODD, OPTIONS[game]):
        answer = host.post("/tables", data={"game": game, field: number}, headers=HERE)
        assert answer.status_code < 500, (game, field, answer.status_code)


def test_no_search_with_an_odd_number_is_a_fault(evening, host):
    table = evening.live.header.id
    evening.tell({"move": "adjust", "seat": 0, "track": "points", "by": 1, "why": "x"})
    for number in ODD:
        for asked in ({"line": number}, {"line": "1", "as": number}):
            assert host.get(f"/history/{table}", query_string=asked).status_code in (200, 404), asked
    for number, name in product(ODD, ("skip", "since", "until", "after", "names", "game")):
        for path in ("/history/", "/history/people"):
            assert host.get(path, query_string={name: number}).status_code in (200, 400), (path, name, number)


def test_no_card_with_an_odd_number_is_a_fault(host):
    made = host.post("/decks/", data={"game": "gamushara-gang", "name": "x"}, headers=HERE)
    for number, name in product(ODD, ("card.{}", "card.0", "card", "old")):
        field = name.format(number)
        answer = host.post(f"{made.location}/cards", data={"pile": "options", field: number}, headers=HERE)
        assert answer.status_code < 500, (field, answer.status_code)
