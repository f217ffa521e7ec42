"""Places of the room: laid out, named, renewed; one open evening stands at each."""

import pytest

from companion.evening import floor, rows
from companion.evening.floor import MOST_PLACES, places
from companion.games.moves import Refused
from companion.storage.identifiers import HOME


@pytest.fixture
def twelve(store):
    store.do(lambda db: floor.lay_out(db, 12))
    return store


def codes(store):
    return {place.number: place.code for place in places(store.reader())}


def opened(store):
    return store.do(lambda db: rows.open_evening(db, HOME, (), unless_open=False))


def test_places_are_numbered_and_each_has_a_code_of_its_own(twelve):
    assert [place.number for place in places(twelve.reader())] == [*range(1, 13)]
    assert {len(code) for code in codes(twelve).values()} == {16}
    assert len({*codes(twelve).values()}) == 12


def test_more_or_fewer_places_leave_the_others_as_they_are(twelve):
    before, evening = codes(twelve), opened(twelve)
    twelve.do(lambda db: floor.name(db, 3, "Window"))
    twelve.do(lambda db: floor.put_at(db, evening, 12))
    twelve.do(lambda db: floor.lay_out(db, 14))
    assert codes(twelve).items() >= before.items()
    twelve.do(lambda db: floor.lay_out(db, 3))
    assert codes(twelve) == {number: before[number] for number in (1, 2, 3)}
    assert floor.by_number(twelve.reader(), 3).name == "Window"
    assert floor.by_number(twelve.reader(), 12) is None
    assert rows.read(twelve.reader(), evening).stands_at is None


@pytest.mark.parametrize("number", [-1, MOST_PLACES + 1])
def test_a_number_of_places_that_no_house_has_is_refused(twelve, number):
    before = codes(twelve)
    with pytest.raises(Refused):
        twelve.do(lambda db: floor.lay_out(db, number))
    assert codes(twelve) == before


def test_a_renewed_code_is_another_one_and_the_others_stay(twelve):
    before = codes(twelve)
    twelve.do(lambda db: floor.renew(db, [7]))
    assert {number for number, code in codes(twelve).items() if code != before[number]} == {7}


def test_one_open_evening_stands_at_a_place_and_leaves_it_when_it_closes(twelve):
    one, other = opened(twelve), opened(twelve)
    twelve.do(lambda db: floor.put_at(db, one, 7))
    assert floor.evening_at(twelve.reader(), 7) == one
    assert rows.read(twelve.reader(), one).stands_at == 7
    with pytest.raises(Refused):
        twelve.do(lambda db: floor.put_at(db, other, 7))
    twelve.do(lambda db: floor.put_at(db, one, 8))
    twelve.do(lambda db: floor.put_at(db, other, 7))
    twelve.do(lambda db: rows.close(db, one))
    assert (floor.evening_at(twelve.reader(), 7), floor.evening_at(twelve.reader(), 8)) == (other, None)
