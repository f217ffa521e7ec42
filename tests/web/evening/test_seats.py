"""A seat while a table is shown: only the host lets another device have it, whoever speaks for it until then."""

import pytest

from tests.support.gathering import Gathering
from tests.support.phone import Phone
from tests.support.tonight import tonight

SECRET = "TNT4b8kQz71"
ASKED = "The host has been asked for the seat of %s."
NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def played(evening: Gathering) -> Gathering:
    """A table of four without a phone; the host has reported a secret for Bo."""
    evening.seat(*NAMES)
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)}, {"move": "write", "seat": 1, "name": SECRET})
    return evening


def with_phone(evening: Gathering, *others: str) -> Phone:
    """Bo's own phone at a table that has begun; it has reported a secret."""
    bo = evening.come("Bo")
    evening.seat(*others or ("Ann", "Cy", "Di"))
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    bo.get("/").fill(f"/table/{evening.now.table_code}/move", name=SECRET)
    return bo


def holders(evening: Gathering, name: str) -> int:
    return len([screen for screen in evening.now.screens if int(evening.person(name)) in screen.people])


def sheet(evening: Gathering, phone: Phone) -> str:
    return phone.client.get(f"/table/{evening.now.table_code}/sheet").text


@pytest.mark.parametrize("how", [{"name": "Bo"}, {"name": "bO "}, {"person": ""}])
def test_the_seat_of_a_guest_without_a_phone_is_asked_for_in_the_middle_of_a_game(
    played: Gathering, how: dict[str, str]
) -> None:
    stranger = played.come()
    given = {"person": played.person("Bo")} if "person" in how else how
    stranger.post("/sit", given)
    assert ("name" in given) == (not asked_for(played)), "a name alone troubles nobody"
    stranger.post("/sit", given | {"person": played.person("Bo")})
    assert stranger.get("/").says(ASKED % "Bo")
    assert (holders(played, "Bo"), SECRET in stranger.html + sheet(played, stranger)) == (0, False)
    played.tablet.get("/").tap("/claims", "yes", person=played.person("Bo"))
    assert stranger.get("/").says("<bdi>Bo</bdi>")


def test_everybody_hears_that_a_seat_without_a_phone_has_one_now(played: Gathering) -> None:
    watcher = played.come()
    watcher.fill("/use", kind="watch")
    played.tablet.get("/choose").tap("/sit", person=played.person("Bo"))
    assert holders(played, "Bo") == 0, "the host's own device asks like any other"
    played.tablet.get("/").tap("/claims", "yes", person=played.person("Bo"))
    assert watcher.get("/").says("Bo now plays on a phone: the host has allowed it.")
    assert not played.tablet.get("/").says("now plays on a phone"), "whoever sits there knows it"


@pytest.mark.parametrize("kind", ["board", "watch"])
def test_a_phone_that_is_used_otherwise_for_a_moment_holds_its_seat(evening: Gathering, kind: str) -> None:
    bo = with_phone(evening)
    bo.get("/choose").tap("/use", kind=kind)
    stranger = evening.come()
    stranger.tap("/sit", person=evening.person("Bo"))
    assert stranger.says(ASKED % "Bo")
    assert (holders(evening, "Bo"), SECRET in stranger.html + sheet(evening, stranger)) == (1, False)
    bo.get("/choose").tap("/sit", person=evening.person("Bo"))
    assert bo.says("<bdi>Bo</bdi>", SECRET), "the device that speaks for Bo sits down again with one tap"


def test_between_games_too_a_phone_that_is_used_otherwise_holds_its_seat(evening: Gathering) -> None:
    evening.come("Bo").get("/choose").tap("/use", kind="watch")
    stranger = evening.come("Bo")
    assert stranger.says(ASKED % "Bo")


def test_a_seat_that_was_let_go_or_whose_device_has_left_is_asked_for(evening: Gathering) -> None:
    bo = with_phone(evening)
    assert bo.post("/let-go", {"person": evening.person("Bo")}).status_code == 303
    bo.get("/choose").tap("/sit", person=evening.person("Bo"))
    assert bo.says(ASKED % "Bo")
    evening.tablet.get("/").tap("/claims", "yes", person=evening.person("Bo"))
    gone = evening.device("Bo")
    evening.tablet.get("/devices").tap(f"/devices/{gone}", "remove")
    evening.tablet.get("/devices").tap(f"/devices/{gone}", "let-in")
    bo.get("/choose").tap("/sit", person=evening.person("Bo"))
    assert bo.says(ASKED % "Bo")


def test_who_got_up_from_a_table_that_is_played_asks_for_the_seat(evening: Gathering) -> None:
    bo = with_phone(evening)
    person = evening.person("Bo")
    evening.tablet.post(f"/guests/{person}/leave")
    bo.post("/sit", {"person": person})
    assert bo.get("/").says(ASKED % "Bo")
    evening.tablet.get("/").tap("/claims", "yes", person=person)
    assert bo.get("/").says("<bdi>Bo</bdi>", SECRET)


def test_a_merge_gives_nobody_a_seat_of_a_table_that_is_played(evening: Gathering) -> None:
    eve = evening.come("Eve")
    other = evening.person("Eve")
    evening.tablet.post(f"/guests/{other}/leave")
    bo = with_phone(evening)
    store = evening.services.store
    (device,) = {screen.device for screen in evening.now.screens} - {
        evening.device("Bo"),
        evening.now.screens[0].device,
    }
    store.do(lambda db: db.execute("insert into holds values (?, ?)", [device, other]))  # of another evening
    answer = evening.tablet.post(f"/people/{other}/same", {"into": evening.person("Bo")})
    assert answer.status_code == 303
    assert SECRET not in eve.get("/").html + sheet(evening, eve)
    assert bo.get("/").says("<bdi>Bo</bdi>", SECRET)


def test_a_merge_leaves_the_seat_to_the_phone_that_plays(evening: Gathering) -> None:
    services = evening.services
    evening.come("Bob")
    known = evening.person("Bob")
    evening.tablet.post(f"/guests/{known}/leave")
    bo = with_phone(evening)
    answer = evening.tablet.post(f"/people/{evening.person('Bo')}/same", {"into": known})
    assert answer.status_code == 303
    assert bo.get("/").says("<bdi>Bo</bdi>", SECRET), "the table keeps the name of then"
    assert tonight(services).has_phone(int(known))


def test_between_games_a_guest_without_a_phone_sits_down_with_one_tap(evening: Gathering) -> None:
    evening.seat(*NAMES)
    assert evening.come("Bo").says("<bdi>Bo</bdi>")
    evening.start()
    evening.tablet.post("/put-away")
    assert evening.come("Cy").says("<bdi>Cy</bdi>"), "nothing was said at that table yet"


def test_a_table_that_was_put_away_with_its_secrets_keeps_its_seats(played: Gathering) -> None:
    code = played.now.table_code
    played.tablet.post("/put-away")
    stranger = played.come()
    stranger.tap("/sit", person=played.person("Bo"))
    assert stranger.says(ASKED % "Bo")
    assert SECRET not in stranger.client.get(f"/table/{code}/sheet").text


def asked_for(evening: Gathering) -> list[str]:
    return [claim.name for claim in evening.now.claims]


def test_who_asks_for_another_seat_does_not_want_the_first_any_more(evening: Gathering) -> None:
    with_phone(evening)
    stranger, other = evening.come(), evening.come()
    other.post("/sit", {"person": evening.person("Cy")})
    for name in ("Bo", "Ann", "Ann"):
        stranger.post("/sit", {"person": evening.person(name)})
        assert stranger.get("/").says(ASKED % name)
    assert sorted(asked_for(evening)) == ["Ann", "Cy"]
    assert len(evening.tablet.get("/").forms(action="/claims")) == 2
    evening.tablet.tap("/claims", "yes", person=evening.person("Ann"))
    assert (holders(evening, "Ann"), holders(evening, "Bo"), asked_for(evening)) == (1, 1, ["Cy"])


@pytest.mark.parametrize(("path", "given"), [("/sit", {"name": "Eve"}), ("/use", {"kind": "watch"})])
def test_who_comes_otherwise_asks_for_no_seat_any_more(evening: Gathering, path: str, given: dict[str, str]) -> None:
    evening.come("Bo")
    stranger = evening.come("Bo")
    assert asked_for(evening) == ["Bo"]
    stranger.post(path, given)
    assert asked_for(evening) == []
    assert not evening.tablet.get("/").forms(action="/claims")
    assert not stranger.get("/").says(ASKED % "Bo")


def test_a_claim_that_two_hosts_allow_is_told_once(evening: Gathering) -> None:
    bo = with_phone(evening)
    stranger = evening.come()
    stranger.tap("/sit", person=evening.person("Bo"))
    (claim,) = evening.now.claims
    given = {"device": claim.device, "person": claim.person, "allow": "yes"}
    for _ in range(2):
        assert evening.tablet.post("/claims", given).status_code == 303
    assert bo.get("/").html.count("Bo now plays on another phone too") == 1
    assert not stranger.get("/").says("did not give you")


def test_who_shared_a_phone_last_week_does_not_look_into_it_tonight(evening: Gathering) -> None:
    shared = evening.come("Eve")
    shared.get("/choose").fill("/sit", name="Bo")
    evening.tablet.post("/end")
    night = Gathering(evening.app)
    shared.get(f"/j/{night.now.ticket}").tap("/sit", value=None, person=absent(night, "Eve"))
    bo = with_phone(night, "Ann", "Cy")
    assert bo.says(SECRET)
    shared.post("/front", {"person": night.person("Bo"), "open": "1"})
    assert SECRET not in shared.get("/").html + sheet(night, shared)
    assert (holders(night, "Bo"), holders(night, "Eve")) == (1, 1)


def absent(evening: Gathering, name: str) -> str:
    """Somebody of another evening."""
    people = evening.services.evenings.absent(evening.now)
    return str(next(person.id for person in people if person.name == name))
