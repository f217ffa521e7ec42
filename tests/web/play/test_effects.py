"""What a card does: told once on the page of the table's cards, then shown; a kept outbreak's is its seat's alone."""

import json

import pytest
from flask import Flask

from companion.group import decks
from companion.storage.identifiers import HOME
from companion.storage.stored_table import record_of
from tests.support.gathering import Gathering
from tests.support.phone import Phone

ANN, BO, CY = 0, 1, 2
GANG, WISH, NAME = "gamushara-gang", "death-wish", "death-name"
SICK = {"move": "contract", "seat": ANN, "disease": "Dropsy", "color": "blue", "skulls": 2, "outbreak": True}
WAKES = "Wake one who hides, and look at its partner"


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    """Three phones in the room."""
    return [evening.come(name) for name in ("Ann", "Bo", "Cy")]


def cards(evening: Gathering, search: str = "") -> str:
    return f"/table/{evening.live.header.code}/cards{search}"


def tell(evening: Gathering, device: Phone, pile: str, name: str, effect: str) -> int:
    """Send what a card does; the status of the answer."""
    data = {"pile": pile, "name": name, "effect": effect}
    return device.post(cards(evening), data).status_code


def known(evening: Gathering, game: str, pile: str) -> dict[str, str]:
    return decks.effects(evening.services.store.reader(), HOME, game)[pile]


def execute(evening: Gathering, character: str = "9") -> None:
    evening.tell({"move": "execute", "character": character})


# --- told ------------------------------------------------------------------------------------------------------------


def test_who_plays_tells_by_the_form_of_the_card_and_it_is_kept(evening: Gathering, phones: list[Phone]) -> None:
    evening.start(GANG)
    phones[BO].get(cards(evening)).fill(cards(evening), pile="characters", name="9", effect=f"  {WAKES} ")
    assert known(evening, GANG, "characters") == {"9": WAKES}
    assert phones[CY].get(cards(evening)).says(WAKES)
    forms = phones[CY].forms(action=cards(evening))
    named = {dict(form.hidden).get("name") for form in forms if dict(form.hidden).get("pile") == "characters"}
    assert named == {str(n) for n in range(1, 15)} - {"9"}, "and what was told has no form any more"


def test_what_was_told_is_not_told_again_but_put_right_among_the_decks(evening: Gathering, phones: list[Phone]) -> None:
    evening.start(GANG)
    assert tell(evening, phones[BO], "characters", "9", WAKES) == 303
    assert tell(evening, phones[CY], "characters", "9", "Nothing") == 409
    (deck,) = decks.all_decks(evening.services.store.reader(), HOME)
    page = evening.tablet.get(f"/decks/{deck.id}")
    assert page.says(WAKES)
    (form,) = (form for form in page.forms(action=f"/decks/{deck.id}/cards") if form.untouched() and _old(form))
    page.submit(form, [pair for pair in form.untouched() if pair[0] != "effect"] + [("effect", "Wake all")])
    assert known(evening, GANG, "characters") == {"9": "Wake all"}
    assert phones[CY].get(cards(evening)).says("Wake all")


def _old(form: object) -> bool:
    named = dict(form.hidden)  # type: ignore[attr-defined]
    return bool(named.get("old")) and "how" not in dict(form.buttons)  # type: ignore[attr-defined]


def test_a_chance_card_is_told_by_its_name(evening: Gathering, phones: list[Phone]) -> None:
    evening.start(GANG)
    assert tell(evening, phones[ANN], "chances", "Lights out", "Nobody speaks") == 303
    assert phones[CY].get(cards(evening)).says("Lights out", "Nobody speaks")


def test_a_disease_is_told_as_it_lies_there(evening: Gathering, phones: list[Phone]) -> None:
    evening.start(WISH)
    evening.tell(SICK)
    assert tell(evening, phones[BO], "diseases", "Dropsy", "4 blue, small 2") == 303
    (deck,) = decks.all_decks(evening.services.store.reader(), HOME)
    card = {"disease": "Dropsy", "color": "blue", "skulls": 2, "outbreak": True}
    assert (deck.piles, deck.effect("diseases", card)) == ({"diseases": [card]}, "4 blue, small 2")
    assert tell(evening, phones[BO], "diseases", "Gout", "of which nobody knows more") == 422


def test_only_who_plays_or_hosts_tells(evening: Gathering, phones: list[Phone], app: Flask) -> None:
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    evening.start(GANG)
    assert tell(evening, watcher, "characters", "9", WAKES) == 403
    assert not watcher.get(cards(evening)).says("Tell what it does")
    assert tell(evening, Phone(app), "characters", "9", WAKES) == 401
    assert tell(evening, evening.tablet, "characters", "9", WAKES) == 303


@pytest.mark.parametrize(
    ("pile", "name", "effect", "status"),
    [
        ("chances", "Lights out", "", 422),
        ("chances", "Lights out", "x" * 301, 422),
        ("chances", " ", "Nobody speaks", 422),
        ("nothing", "9", "Nobody speaks", 400),
        ("", "", "", 400),
    ],
)
def test_what_cannot_be_told_is_refused(
    evening: Gathering, phones: list[Phone], pile: str, name: str, effect: str, status: int
) -> None:
    evening.start(GANG)
    assert tell(evening, phones[ANN], pile, name, effect) == status
    assert decks.all_decks(evening.services.store.reader(), HOME) == []


def test_a_game_of_whose_cards_nobody_tells_has_no_such_page(evening: Gathering, phones: list[Phone]) -> None:
    evening.start("death-over-the-kingdom")
    assert phones[ANN].client.get(cards(evening)).status_code == 404
    assert tell(evening, phones[ANN], "monk", "7", "Look left") == 404


def test_a_search_finds_names_and_texts(evening: Gathering, phones: list[Phone]) -> None:
    evening.start(GANG)
    tell(evening, phones[ANN], "chances", "Lights out", "Nobody speaks")
    tell(evening, phones[ANN], "chances", "Noise", "Everybody shouts")
    for asked in ("?q=lights", "?q=speaks+NOBODY"):
        page = phones[BO].get(cards(evening, asked))
        assert page.says("Lights out") and not page.says("Noise")
    assert phones[BO].get(cards(evening, "?q=whispers")).says("No card here speaks of that.")


# --- shown -----------------------------------------------------------------------------------------------------------


def test_at_the_execution_board_and_phones_say_what_the_character_does(evening: Gathering, phones: list[Phone]) -> None:
    evening.start(GANG)
    assert not evening.tablet.get("/").says("Tell it once")
    execute(evening)
    for device in (evening.tablet, phones[ANN]):
        assert device.get("/").says("What does 9 do? Tell it once.", f'href="{cards(evening)}"')
    tell(evening, phones[ANN], "characters", "9", WAKES)
    for device in (evening.tablet, *phones):
        assert device.get("/").says(WAKES) and not device.says("Tell it once")
    evening.tell({"move": "turn"})
    assert not evening.tablet.get("/").says(WAKES)
    assert phones[BO].get("/").says(WAKES), "among who is who"


def test_the_tile_of_a_character_leads_to_what_it_does(evening: Gathering, phones: list[Phone]) -> None:
    evening.start(GANG)
    place = f"{cards(evening)}#characters-8"
    assert evening.tablet.get("/").says(f'data-rule="{place}"')
    assert phones[BO].get(cards(evening)).says('id="characters-8"')


def test_what_a_disease_takes_stands_beside_it(evening: Gathering, phones: list[Phone]) -> None:
    evening.start(WISH)
    evening.tell(SICK)
    tell(evening, phones[BO], "diseases", "Dropsy", "4 blue, small 2")
    assert evening.tablet.get("/").says("4 blue, small 2")
    assert phones[ANN].get("/").says("4 blue, small 2")


def test_an_outbreak_that_happens_says_what_it_does_until_somebody_goes_on(
    evening: Gathering, phones: list[Phone]
) -> None:
    evening.start(WISH)
    tell(evening, phones[BO], "outbreaks", "All sneeze", "Pass one on")
    evening.tell(SICK, {"move": "outbreak", "seat": ANN, "kept": False, "text": "All sneeze"})
    for device in (evening.tablet, *phones):
        assert device.get("/").says("Outbreak: All sneeze.", "Pass one on")
    evening.tell({"move": "act", "seat": BO, "action": "spread"})
    assert not evening.tablet.get("/").says("Outbreak: All sneeze.")


def test_a_decree_says_what_else_it_says(evening: Gathering, phones: list[Phone]) -> None:
    evening.come("Di")
    evening.start(NAME)
    evening.tell({"move": "decree", "icons": (0, -1, 1, 1), "deck": "icons"})
    assert tell(evening, phones[BO], "4", "0 -1 1 1", "Only names of cats") == 303
    assert tell(evening, phones[BO], "4", "0 0 0 0", "of another decree") == 400
    for device in (evening.tablet, *phones):
        assert device.get("/").says("Only names of cats")


# --- kept in the deck, and nowhere else ------------------------------------------------------------------------------


def test_no_record_and_no_screen_of_the_past_tells_what_a_card_does(evening: Gathering, phones: list[Phone]) -> None:
    evening.start(WISH)
    tell(evening, phones[BO], "outbreaks", "All sneeze", "Pass one on")
    evening.tell(SICK, {"move": "outbreak", "seat": ANN, "kept": False, "text": "All sneeze"}, {"move": "stop"})
    live = evening.live
    assert "Pass one on" not in json.dumps(record_of(live))
    for line in (1, 2):
        for seat in ("", "&seat=1"):
            page = evening.tablet.get(f"/history/{live.header.record_id}?line={line}{seat}")
            assert not page.says("Pass one on")
    assert not evening.tablet.get(f"/table/{live.header.code}/sheet").says("Pass one on")


def test_another_group_knows_nothing_of_it(evening: Gathering, phones: list[Phone], app: Flask) -> None:
    evening.start(GANG)
    tell(evening, phones[ANN], "characters", "9", WAKES)
    club = Gathering.of_group(app, "Club")
    club.seat("Ann", "Bo", "Cy")
    club.tablet.get("/")
    club.start(GANG)
    execute(club)
    assert not club.tablet.get("/").says(WAKES)
    assert not club.tablet.get(cards(club)).says(WAKES)
    assert club.tablet.client.get(cards(evening)).status_code == 404


def test_a_kept_outbreak_is_its_seats_alone_until_it_is_played(evening: Gathering, phones: list[Phone]) -> None:
    evening.start(WISH)
    tell(evening, phones[BO], "outbreaks", "All sneeze", "Pass one on")
    evening.tell(SICK)
    before = [device.get(path).html for device in (phones[BO], evening.tablet) for path in (cards(evening), "/decks/")]
    answer = evening.report(phones[ANN], move="outbreak", seat=ANN, kept="true", text="My own one")
    assert answer.status_code == 303
    others = [device.get(path).html for device in (phones[BO], evening.tablet) for path in (cards(evening), "/decks/")]
    assert others == before, "nobody else is shown that there is such a card"
    assert phones[ANN].get(cards(evening)).says("Kept by you, and shown to nobody else", "My own one")
    assert phones[ANN].get(cards(evening, "?q=own+one")).says("My own one")
    assert not phones[BO].get(cards(evening, "?q=own+one")).says("<bdi>My own one</bdi>")
    evening.report(phones[ANN], move="play-keeper", seat=ANN, text="My own one")
    assert phones[BO].get(cards(evening)).says("My own one")
    assert evening.tablet.get("/").says("Outbreak: My own one.")


def test_a_kept_outbreak_that_the_deck_knows_says_on_its_own_phone_what_it_does(
    evening: Gathering, phones: list[Phone]
) -> None:
    evening.start(WISH)
    tell(evening, phones[BO], "outbreaks", "All sneeze", "Pass one on")
    evening.tell(SICK)
    evening.report(phones[ANN], move="outbreak", seat=ANN, kept="true", text="All sneeze")
    assert phones[ANN].get("/").says("Pass one on")
    for device in (evening.tablet, phones[BO], phones[CY]):
        assert not device.get("/").says("Pass one on")
