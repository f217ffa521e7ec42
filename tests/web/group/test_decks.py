"""What a house was taught comes back: the diseases that it met, the numbers on its cards, how it likes to play."""

import re

import pytest

from companion.storage.identifiers import HOME
from companion.storage.notifier import evening_topic
from companion.web.access.services import Services
from tests.support.gathering import Gathering

WISH, KINGDOM = "death-wish", "death-over-the-kingdom"
PRINTED = ["Loomonia", "Poolio"]  # of which the rulebook tells
MORE_THAN_THE_BOX_HOLDS = 60
LESSON = {"deck": "disease color skulls outbreak", "deck.of": "diseases"}


@pytest.fixture
def court(evening: Gathering) -> Gathering:
    """Three without phones."""
    evening.seat("Ann", "Bo", "Cy")
    return evening


def begin(evening: Gathering, slug: str, **fields: str) -> None:
    """The host starts a game with these fields of its form in place of what stands in them."""
    (form,) = (form for form in evening.tablet.get("/").forms(action="/tables") if ("game", slug) in form.hidden)
    given = {name.replace("_", ".", 1): value for name, value in fields.items()}
    evening.tablet.submit(form, [*(pair for pair in form.hidden if pair[0] not in given), *given.items()])


def put_away(evening: Gathering) -> None:
    """The game is broken off, and the host chooses anew."""
    evening.tell({"move": "stop"})
    evening.tablet.get("/").fill("/put-away")
    evening.tablet.get("/")


def contract(evening: Gathering, disease: str, color: str = "red", skulls: int = 0) -> None:
    move = {"move": "contract", "seat": 0, "disease": disease, "color": color, "skulls": skulls}
    evening.tell(move | LESSON)


def suggested(evening: Gathering) -> list[str]:
    """The diseases that the form of the seat offers by name."""
    html = evening.tablet.get("/").unfolded
    (known,) = re.findall(r'<datalist id="diseases-0">(.*?)</datalist>', html, re.S)
    return re.findall(r'<option value="([^"]*)">', known)


def test_every_disease_that_was_ever_entered_is_suggested_to_who_lacks_it(court: Gathering) -> None:
    begin(court, WISH)
    names = [f"Disease {n:02}" for n in range(MORE_THAN_THE_BOX_HOLDS)]
    for name in names:
        contract(court, name)
    assert suggested(court) == PRINTED, "nobody has a disease twice"
    put_away(court)
    begin(court, WISH)
    assert suggested(court) == names + PRINTED


def test_of_a_disease_that_was_entered_in_two_ways_the_newer_is_offered(court: Gathering) -> None:
    begin(court, WISH)
    contract(court, "Rot", "blue", 3)
    court.tell({"move": "cure", "seat": 0, "disease": "Rot"})
    contract(court, "rot", "red", 2)
    court.tell({"move": "cure", "seat": 0, "disease": "rot"})
    assert suggested(court) == ["rot", *PRINTED]
    forms = [form for form in court.tablet.forms() if ("disease", "rot") in form.hidden]
    assert ("color", "red") in forms[0].hidden and ("skulls", "2") in forms[0].hidden


def test_what_a_line_teaches_a_deck_is_offered_at_the_other_evenings_of_the_group_at_once(court: Gathering) -> None:
    services: Services = court.services
    here, beside = (Gathering(court.app, opened) for opened in (court.now, services.evenings.open(HOME)))
    beside.seat("Di", "Ed")
    for evening in (here, beside):
        begin(evening, WISH)
    assert "Rot" not in suggested(beside)
    rung = services.notifier.count(evening_topic(beside.now.id))
    contract(here, "Rot")
    assert services.notifier.count(evening_topic(beside.now.id)) == rung + 1
    assert suggested(beside) == ["Rot", *PRINTED]


def test_a_line_that_teaches_a_deck_changes_other_evenings_and_one_that_teaches_nothing_does_not(
    court: Gathering,
) -> None:
    services: Services = court.services
    court = Gathering(court.app, court.now)
    begin(court, WISH)
    beside = Gathering(court.app, services.evenings.open(HOME))
    taught = []
    for _ in range(2):
        before = beside.now.version
        contract(court, "Rot")
        taught.append(beside.now.version - before)
        court.tell({"move": "cure", "seat": 0, "disease": "Rot"})
    assert taught == [1, 0]


def test_lives_go_with_their_mode_alone_and_stand_there_the_next_time(court: Gathering) -> None:
    begin(court, KINGDOM, option_mode="last-standing", option_lives="2")
    assert court.live.table.options.lives == 2
    put_away(court)
    assert '<option value="2" selected>2</option>' in court.tablet.html
    begin(court, KINGDOM, option_mode="crowd", option_lives="2")
    assert court.live.table.options.lives == 4


def test_what_a_turned_card_showed_last_stands_in_the_options(court: Gathering) -> None:
    begin(court, KINGDOM, option_mode="crowd")
    for seat, character in enumerate(("knight", "dragon", "king")):
        court.tell({"move": "card", "seat": seat, "character": character})
    shown = {"move": "value", "seat": 1, "deck": "value", "deck.of": "dragon"}
    court.tell(shown | {"value": 13})
    back = court.tablet.post(f"/table/{court.now.table_code}/back", {"line": court.live.line})
    assert back.status_code == 303
    court.tell(shown | {"value": 3})
    put_away(court)
    assert re.search(r'name="option.values.dragon.1"[^>]* value="3"', court.tablet.html)
