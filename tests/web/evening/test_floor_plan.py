"""The hall as a floor plan: places that are free or taken, an evening that moves, and who may lay the places out."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.evening import floor
from companion.evening.floor import Place
from companion.web.access.services import Services
from tests.support.clock import Clock
from tests.support.phone import HERE, Phone
from tests.support.side_by_side import Hosted, WithAnn

Laid = Callable[[int], None]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def operator(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def hall(services: Services) -> str:
    return f"/hall/{services.hall_ticket}"


@pytest.fixture
def lay_out(services: Services) -> Laid:
    """So many places are laid out."""
    return lambda number: services.evenings.change_floor(lambda db: floor.lay_out(db, number))


def places(services: Services) -> list[Place]:
    return floor.places(services.store.reader())


def tile(page: Phone, number: int) -> str:
    """What the page says of a place."""
    (own,) = [one for one in re.findall("<li class.*?</li>", page.html, re.DOTALL) if f">Table {number}</span>" in one]
    return own


def test_each_place_is_free_or_taken_by_an_evening(
    first: WithAnn, other: Hosted, operator: Phone, services: Services, hall: str, lay_out: Laid
) -> None:
    assert operator.get(hall).says("Number the tables …")
    lay_out(12)
    services.evenings.change_floor(lambda db: floor.name(db, 7, "Window"))
    services.evenings.put_at(other.now, 7)
    other.start("final-deathweek")
    operator.get(hall)
    assert not operator.says("Number the tables …")
    assert [n for n in range(1, 13) if 'class="free"' in tile(operator, n)] == [n for n in range(1, 13) if n != 7]
    own = tile(operator, 7)
    taken = ('class="taken"', "Window", "Final Deathweek", "Before the week", "4 are waited for", "open for 0 min")
    assert [text for text in (*taken, other.now.code) if text not in own] == []
    assert "own table" not in own
    elsewhere = operator.html.partition("At no numbered table")[2]
    assert first.now.code in elsewhere
    assert "the house's own table" in elsewhere


def test_an_evening_moves_in_the_middle_of_a_game_with_all_its_devices(
    first: WithAnn, operator: Phone, services: Services, hall: str, lay_out: Laid
) -> None:
    lay_out(9)
    first.start()
    first.round("Written1", "Written2", "Written3", "Written4")
    before, played = first.now, first.live
    lines, rung = played.line, services.notifier.count(f"evening {before.id}")
    for number in (2, 9, 0):
        operator.get(f"{hall}/{before.code}/move").tap(f"{hall}/{before.code}/move", str(number))
        now = first.now
        assert now.stands_at == (number or None)
        assert (now.screens, now.guests, now.code, now.table_code) == (
            *(before.screens, before.guests),
            *(before.code, before.table_code),
        )
        assert (first.live.header, first.live.line) == (played.header, lines)
        assert now.version > before.version
    assert services.notifier.count(f"evening {before.id}") == rung + 3
    assert "Written" not in operator.html
    first.tell({"move": "decree", "icons": (0, 1, 1, 0)})
    assert first.live.line == lines + 1


def test_a_taken_place_is_refused_and_offered_to_nobody(
    first: WithAnn, second: Hosted, operator: Phone, services: Services, hall: str, lay_out: Laid
) -> None:
    lay_out(2)
    services.evenings.put_at(first.now, 1)
    path = f"{hall}/{second.now.code}/move"
    (form,) = operator.get(path).forms(action=path)
    assert [value for _, value in form.buttons] == ["2"]
    answer = operator.post(path, {"place": "1"})
    assert (answer.status_code, "Somebody sits at table 1" in answer.text) == (422, True)
    assert (first.now.stands_at, second.now.stands_at) == (1, None)
    services.evenings.put_at(second.now, 2)
    assert operator.get(f"{hall}/{second.now.code}/move").says("No numbered table is free.", "At no numbered table")


@pytest.mark.parametrize(
    ("given", "status"), [({"place": "3"}, 409), ({"place": "x"}, 400), ({"place": "9" * 20}, 400), ({}, 400)]
)
def test_what_is_no_place_moves_nobody(
    first: WithAnn, operator: Phone, hall: str, lay_out: Laid, given: dict[str, str], status: int
) -> None:
    lay_out(2)
    assert operator.post(f"{hall}/{first.now.code}/move", given).status_code == status
    assert first.now.stands_at is None


def test_the_place_of_an_evening_that_has_ended_by_its_hours_is_free(
    first: WithAnn, other: Hosted, operator: Phone, services: Services, hall: str, lay_out: Laid, clock: Clock
) -> None:
    lay_out(1)
    services.evenings.put_at(other.now, 1)
    ended = other.now.id
    clock.seconds += 3 * 3600
    assert 'class="free"' in tile(operator.get(hall), 1)
    operator.get(f"{hall}/{first.now.code}/move").tap(f"{hall}/{first.now.code}/move", "1")
    assert first.now.stands_at == 1
    assert services.evenings.by_id(ended) is None


def test_places_are_laid_out_and_named(operator: Phone, services: Services, hall: str) -> None:
    path = f"{hall}/places"
    operator.get(path).fill(path, number="3")
    codes = [place.code for place in places(services)]
    assert len(codes) == 3
    operator.fill(f"{path}/names", **{"name-1": "  Window  seat ", "name-3": "隅" * 20})
    assert [place.name for place in places(services)] == ["Window seat", "", "隅" * 20]
    answer = operator.post(f"{path}/names", {"name-1": "Bar", "name-2": "W" * 21})
    assert (answer.status_code, "at most 20 letters" in answer.text) == (422, True)
    assert operator.post(f"{path}/names", {"name-1": "a\x07b"}).status_code == 422
    operator.post(f"{path}/names", {"name-1": "", "name-9": "Nowhere"})
    assert [place.name for place in places(services)] == ["", "", "隅" * 20]
    assert [place.code for place in places(services)] == codes
    operator.get(path)
    for link in ("/prints", "/prints?place=3", "/door"):
        assert f'href="{hall}{link}"' in operator.html
    assert [code for code in codes if code in operator.html] == []


@pytest.mark.parametrize(("number", "status"), [("100", 422), ("-1", 422), ("many", 400), ("", 400)])
def test_a_number_of_places_that_cannot_be_changes_nothing(
    operator: Phone, services: Services, hall: str, lay_out: Laid, number: str, status: int
) -> None:
    lay_out(2)
    before = places(services)
    assert operator.post(f"{hall}/places", {"number": number, "sure": "yes"}).status_code == status
    assert places(services) == before


def test_it_asks_before_places_go_and_who_sat_there_stays_open(
    first: WithAnn, second: Hosted, operator: Phone, services: Services, hall: str, lay_out: Laid
) -> None:
    lay_out(5)
    services.evenings.put_at(first.now, 2)
    services.evenings.put_at(second.now, 5)
    before, path = places(services), f"{hall}/places"
    operator.get(path).fill(path, number="2")
    assert operator.says("3 tables lose their numbers", "1 evening that is open there goes on")
    assert places(services) == before
    operator.tap(path, "yes")
    assert places(services) == before[:2]
    assert (first.now.stands_at, second.now.stands_at) == (2, None)
    operator.fill(path, number="5")
    assert [place.code in {old.code for old in before} for place in places(services)] == [True] * 2 + [False] * 3


def test_it_asks_before_there_are_new_codes_for_one_place_or_all(
    operator: Phone, services: Services, hall: str, lay_out: Laid
) -> None:
    lay_out(3)
    path = f"{hall}/places/codes"

    def codes() -> list[str]:
        return [place.code for place in places(services)]

    def renewed(link: str, value: str, *asked: str) -> list[bool]:
        before = codes()
        assert operator.get(link).says(*asked)
        assert codes() == before
        operator.tap(path, value)
        return [old != new for old, new in zip(before, codes(), strict=True)]

    assert f'href="{path}?place=2"' in operator.get(f"{hall}/places").html
    assert renewed(f"{path}?place=2", "2", "for table 2 up to now opens nothing") == [False, True, False]
    assert renewed(path, "0", "All prints hang up to now open nothing") == [True] * 3
    before = codes()
    assert operator.post(path, {"place": "7"}).status_code == 303
    assert operator.post(path).status_code == 400
    assert codes() == before


def test_no_page_tells_a_name_a_score_or_a_code_in_print(
    first: WithAnn, operator: Phone, services: Services, hall: str, lay_out: Laid
) -> None:
    names = ["Xanthippe", "Zoroaster", "Quetzal", "Wolfram"]
    for guest, name in zip(first.now.guests, names, strict=True):
        first.tablet.post(f"/people/{guest.id}/name", {"name": name})
    lay_out(3)
    services.evenings.put_at(first.now, 2)
    first.start("death-name")
    first.round("Written1", "Written2", "Written3", "Written4")
    first.tell({"move": "adjust", "seat": 0, "track": "points", "by": 7654, "why": "Because"})
    hidden = (*names, "Written", "7654", "Because", first.now.table_code, first.now.ticket, first.now.host_ticket)
    own = f"{hall}/{first.now.code}"
    for path in (hall, own, f"{own}/move", f"{hall}/places", f"{hall}/places/codes", f"{hall}/results.csv"):
        page = operator.get(path).html
        assert [text for text in (*hidden, *(p.code for p in places(services))) if str(text) in page] == [], path
    assert 'class="taken"' in tile(operator.get(hall), 2)


def test_to_look_changes_nothing_and_who_lacks_the_ticket_finds_nothing(
    first: WithAnn, operator: Phone, services: Services, hall: str, lay_out: Laid
) -> None:
    lay_out(3)
    before, laid = first.now, places(services)
    paths = [
        f"/{before.code}/move",
        "/places",
        "/places/codes",
        "/places/codes?place=1",
        "/results.csv",
        "/places/names",
    ]
    nowhere = operator.client.get("/nowhere").data
    for path in paths:
        assert operator.client.get(hall + path).status_code in (200, 405), path
        stranger = operator.client.get(f"/hall/{before.host_ticket}{path}")
        assert (stranger.status_code, stranger.data) in [(404, nowhere), (405, stranger.data)], path
        sent = operator.client.post(
            f"/hall/never{path}", data={"number": "0", "place": "1", "sure": "yes"}, headers=HERE
        )
        assert sent.status_code in (404, 405), path
    assert (first.now, places(services)) == (before, laid)


def test_an_evening_at_no_place_is_put_at_one(other: Hosted, operator: Phone, hall: str, lay_out: Laid) -> None:
    lay_out(2)
    assert not other.tablet.get("/").says("Table 2")
    operator.get(hall)
    assert f"{hall}/{other.now.code}/move" in operator.html
    operator.get(f"{hall}/{other.now.code}/move").tap(f"{hall}/{other.now.code}/move", "2")
    assert other.now.stands_at == 2
    assert other.now.code in tile(operator, 2)
    assert other.now.code not in operator.html.partition("At no numbered table")[2]
    assert other.tablet.get("/").says("Table 2")
