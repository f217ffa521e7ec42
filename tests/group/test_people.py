"""People across evenings (an evening among people, point 7): one name is one person; two are one, and two again."""

import pytest

from companion.games.moves import Refused
from companion.group import people
from companion.storage import log, projection
from companion.storage.identifiers import HOME, now
from companion.storage.log import Header
from companion.storage.sqlite.store import SqliteStore


@pytest.fixture
def db(store: SqliteStore):
    return store._writer


def person(db, name, at=0):
    return people.add(db, HOME, name, *people.MARKS[at])


def table(db, *persons, code="AAAAA", evening=None, seats=None):
    """A table at which these sat."""
    names = seats or [f"seat {at}" for at in range(len(persons))]
    header = Header(code, HOME, code, "death-name", names, {}, now(), evening, list(persons))
    log.add_table(db, header)
    projection.insert_table(db, header)


def evening(db, *guests, closed=False):
    """An evening with these guests."""
    id = db.execute("select count(*) from evenings").first()[0] + 1
    row = [id, f"C{len(guests)}{guests}", f"t{guests}", f"h{guests}", now(), now() if closed else None]
    sql = "insert into evenings (id, code, ticket, host_ticket, opened_at, closed_at) values (?, ?, ?, ?, ?, ?)"
    db.execute(sql, row)
    for place, guest in enumerate(guests):
        db.execute("insert into guests values (?, ?, ?)", [id, guest, place])
    return id


def sat(db):
    """Who sat where, by table."""
    return {header.id: header.people for header in log.all_tables(db)}


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("ANN", "Ann"),
        ("ａｎｎ", "Ann"),
        ("Straße", "STRASSE"),
        ("ﾊﾙ", "ハル"),
        ("Ann  Lee", "Ann Lee"),
        ("é", "e\u0301"),
    ],
)
def test_a_name_is_found_however_it_is_typed(db, typed, known):
    id = person(db, known)
    assert people.named(db, HOME, typed) == people.Person(id, known, "red", "circle")


@pytest.mark.parametrize("typed", ["Anna", "An", "Ánn", "", "はる"])
def test_another_name_is_another_person(db, typed):
    person(db, "Ann")
    person(db, "ハル")
    assert people.named(db, HOME, typed) is None


def test_a_renamed_person_keeps_mark_and_games(db):
    bo = person(db, "Bo")
    table(db, bo, None)
    people.rename(db, HOME, bo, "Boris")
    assert people.named(db, HOME, "boris") == people.Person(bo, "Boris", "red", "circle")
    assert people.named(db, HOME, "Bo") is None
    people.rename(db, HOME, bo, "BORIS")
    assert people.named(db, HOME, "boris").name == "BORIS", "one's own name can be spelt otherwise"
    assert sat(db) == {"AAAAA": [bo, None]}


def test_a_name_that_somebody_has_is_refused(db):
    bo, _ = person(db, "Bo"), person(db, "Ann")
    with pytest.raises(Refused) as refused:
        people.rename(db, HOME, bo, "ＡＮＮ")
    assert (refused.value.code, refused.value.numbers) == ("name-taken", {"name": "Ann"})
    assert people.by_id(db, HOME, [bo])[bo].name == "Bo"


def test_a_merge_keeps_every_game_of_both_and_the_phones(db):
    bob, bo, ann = person(db, "Bob", 1), person(db, "Bo", 2), person(db, "Ann", 3)
    table(db, bob, ann, code="AAAAA", seats=["Bob", "Ann"])
    table(db, ann, bo, code="BBBBB", seats=["Ann", "Bo"])
    past = evening(db, bob, ann, closed=True)
    for device, holder in ((1, bob), (2, bo), (2, bob)):
        db.execute("insert into devices values (?, ?) on conflict do nothing", [device, str(device)])
        db.execute("insert into holds values (?, ?)", [device, holder])
    before = db.execute("select people from tables order by id")
    people.merge(db, HOME, bob, bo)
    assert sat(db) == {"AAAAA": [bo, ann], "BBBBB": [ann, bo]}
    assert [header.seats for header in log.all_tables(db)] == [["Bob", "Ann"], ["Ann", "Bo"]], "the record is history"
    assert db.execute("select people from tables order by id") == before, "what is written stays as it was"
    assert people.by_id(db, HOME, [bo])[bo] == people.Person(bo, "Bo", *people.MARKS[2])
    assert {of.name for of in people.recent(db, HOME)} == {"Bo", "Ann"}
    assert people.named(db, HOME, "bob").id == bo, "the old name leads to the same person"
    assert sorted(db.execute("select device, person from holds")) == [(1, bo), (2, bo)]
    assert sorted(db.execute("select person from guests where evening = ?", [past])) == sorted([(bo,), (ann,)])
    assert (
        people.merged(db, HOME, bo),
        people.canonical_id(db, HOME, bob),
        people.canonical_id(db, HOME, bo),
    ) == (
        {bob: "Bob"},
        bo,
        bo,
    )


def test_a_merge_of_the_merged_leads_to_the_last(db):
    one, two, three = person(db, "One"), person(db, "Two"), person(db, "Three")
    table(db, one)
    people.merge(db, HOME, one, two)
    people.merge(db, HOME, two, three)
    assert sat(db) == {"AAAAA": [three]}
    assert people.merged(db, HOME, three) == {one: "One", two: "Two"}


def test_who_sat_at_one_table_is_not_one(db):
    bob, bo, ann = person(db, "Bob"), person(db, "Bo"), person(db, "Ann")
    table(db, bob, bo)
    table(db, ann, None, code="BBBBB")
    for one, other in ((bob, bo), (bo, bob)):
        with pytest.raises(Refused, match="'two-people'"):
            people.merge(db, HOME, one, other)
    assert people.known_distinct(db, HOME, bob) == {bo}
    people.merge(db, HOME, ann, bob)
    assert people.known_distinct(db, HOME, bo) == {bob}
    with pytest.raises(Refused):
        people.merge(db, HOME, bo, bob)
    assert sat(db) == {"AAAAA": [bob, bo], "BBBBB": [bob, None]}


def test_who_became_one_with_a_neighbour_is_apart_from_all_neighbours(db):
    one, two, three = person(db, "One"), person(db, "Two"), person(db, "Three")
    table(db, one, three)
    people.merge(db, HOME, one, two)
    with pytest.raises(Refused):
        people.merge(db, HOME, two, three)


def test_who_sits_together_tonight_is_not_one_and_may_have_been_guests_of_an_evening_before(db):
    bob, bo = person(db, "Bob"), person(db, "Bo")
    tonight = evening(db, bob, bo)
    with pytest.raises(Refused, match="'two-people'"):
        people.merge(db, HOME, bob, bo)
    db.execute("update evenings set closed_at = ? where id = ?", [now(), tonight])
    people.merge(db, HOME, bob, bo)
    assert db.execute("select person from guests") == [(bo,)]


@pytest.mark.parametrize("into", [99, None])
def test_nobody_is_merged_with_nobody_or_with_themselves(db, into):
    bo = person(db, "Bo")
    with pytest.raises(Refused, match="'no-such-person'"):
        people.merge(db, HOME, bo, into or bo)


def test_who_was_merged_is_not_merged_again_by_the_old_number(db):
    bob, bo, ann = person(db, "Bob"), person(db, "Bo"), person(db, "Ann")
    people.merge(db, HOME, bob, bo)
    for one, other in ((bob, ann), (ann, bob)):
        with pytest.raises(Refused):
            people.merge(db, HOME, one, other)


def test_two_after_all(db):
    bob, bo, ann = person(db, "Bob"), person(db, "Bo"), person(db, "Ann")
    table(db, bob, ann, code="AAAAA")
    table(db, ann, bo, code="BBBBB")
    people.merge(db, HOME, bob, bo)
    people.split(db, HOME, bob)
    assert sat(db) == {"AAAAA": [bob, ann], "BBBBB": [ann, bo]}
    assert people.named(db, HOME, "Bob").id == bob
    with pytest.raises(Refused):
        people.split(db, HOME, bob)


def test_who_has_a_seat_tonight_stays_whole_until_the_evening_ends(db):
    bob, bo = person(db, "Bob"), person(db, "Bo")
    tonight = evening(db, bob)
    table(db, bob, evening=tonight)
    people.merge(db, HOME, bob, bo)
    with pytest.raises(Refused, match="'plays-tonight'"):
        people.split(db, HOME, bob)
    db.execute("update evenings set closed_at = ? where id = ?", [now(), tonight])
    people.split(db, HOME, bob)
    assert people.canonical_id(db, HOME, bob) == bob


@pytest.mark.parametrize("sign", ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u2066"])
def test_what_nobody_sees_in_a_name_tells_nobody_apart(db, sign):
    ann = person(db, "Ann")
    assert people.named(db, HOME, f"A{sign}nn").id == people.named(db, HOME, f"{sign}ANN{sign}").id == ann
    assert people.by_name(db, HOME) == {"ann": ann}
    bo = person(db, "Bo")
    with pytest.raises(Refused):
        people.rename(db, HOME, bo, f"An{sign}n")
    other = person(db, f"Zo{sign}e")
    assert people.by_id(db, HOME, [other])[other].name == f"Zo{sign}e", "the text is kept as it is"
