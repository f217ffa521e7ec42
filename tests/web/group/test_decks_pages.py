"""Decks on their pages (an evening among people, point 8): named, put right, handed on, taken in, refused in words."""

import io
import json
import re
from typing import Any

import pytest

from companion.group import decks
from companion.group.decks import Deck
from companion.storage.identifiers import HOME
from tests.group.test_decks import CARDS, GOOD
from tests.support.gathering import Gathering
from tests.support.phone import Phone


def known(evening: Gathering) -> list[Deck]:
    return decks.all_decks(evening.services.store.reader(), HOME)


def taught(evening: Gathering, game: str, pile: str, card: object) -> Deck:
    """The deck of a game after a table has taught it a card."""
    evening.services.store.do(lambda db: decks.remember_card(db, HOME, game, pile, card))
    return next(deck for deck in known(evening) if deck.game == game)


def send(device: Phone, source: bytes) -> tuple[int, str]:
    """Give a file to the house."""
    sent = {"deck": (io.BytesIO(source), "deck.json")}
    answer = device.post("/decks/import", sent)
    return answer.status_code, answer.text


def test_a_decree_is_taught_by_a_tap_and_put_right_for_ever(evening: Gathering) -> None:
    evening.seat("Ann", "Bo", "Cy", "Di")
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 1), "deck": "icons"})
    (deck,) = known(evening)
    page = evening.tablet.get(f"/decks/{deck.id}")
    assert page.says("Our cards", "Decrees for 4 players")
    page.fill(f"/decks/{deck.id}/cards", **{"card.0": "0", "card.1": "-1", "card.2": "1", "card.3": "0"})
    assert [of.piles for of in known(evening)] == [{"4": [[0, -1, 1, 0]]}]
    page.tap(f"/decks/{deck.id}/cards", "drop")
    assert [of.piles for of in known(evening)] == [{}]


@pytest.mark.parametrize("of", CARDS, ids=str)
def test_every_kind_of_card_is_shown_and_its_form_says_what_it_said(evening: Gathering, of: tuple[str, str]) -> None:
    deck = taught(evening, *of, CARDS[of])
    page = evening.tablet.get(f"/decks/{deck.id}")
    form = next(form for form in page.forms(action=f"/decks/{deck.id}/cards") if dict(form.hidden).get("old"))
    fields = re.findall(r'<(input|select)[^>]*name="(card[^"]*)"(.*?)(?:</select>|>)', page.html, re.S)
    assert fields
    before = known(evening)
    told = dict(form.hidden) | _as_it_stands(page.html)
    answer = page.post(f"/decks/{deck.id}/cards", told)
    assert answer.status_code == 303
    assert known(evening) == before


def _as_it_stands(html: str) -> dict[str, object]:
    """What the first form of a card would send as it stands."""
    (form,) = re.findall(r'<form[^>]*/cards"[^>]*><input[^>]*pile.*?</form>', html, re.S)[:1]
    given: dict[str, object] = {}
    for tag in re.findall(r'<input[^>]*name="card[^>]*>', form):
        name = re.findall(r'name="([^"]*)"', tag)[0]
        value = re.findall(r'value="([^"]*)"', tag)[0]
        if "checkbox" in tag or name.endswith("[]"):
            given.setdefault(name, [])
            if "checked" in tag:
                given[name].append(value)  # type: ignore[attr-defined]
        else:
            given[name] = value
    for name, options in re.findall(r'<select name="(card[^"]*)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.findall(r'<option value="([^"]*)" selected', options) or re.findall(r'value="([^"]*)"', options)
        given[name] = chosen[0]
    return given


@pytest.mark.parametrize(
    ("game", "pile", "fields", "card"),
    [
        ("death-name", "5", {f"card.{n}": "-2" for n in range(5)}, [-2] * 5),
        (
            "final-deathweek",
            "copy",
            {"card.number": "7", "card.colors[]": ["", "blue", "red"]},
            CARDS["final-deathweek", "copy"],
        ),
        ("final-deathweek", "copy", {"card.number": "7", "card.colors[]": [""]}, {"colors": [], "number": 7}),
        (
            "gamushara-gang",
            "characters",
            {"card.name": " Lee ", "card.gender": "", "card.career": "baker"},
            {"name": "Lee", "gender": "", "nationality": "", "career": "baker"},
        ),
        (
            "death-wish",
            "diseases",
            {"card.disease": "Dropsy", "card.color": "blue", "card.skulls": "3", "card.outbreak": "true"},
            CARDS["death-wish", "diseases"],
        ),
        ("death-over-the-kingdom", "monk", {"card": "7"}, 7),
    ],
)
def test_a_card_is_added_by_hand(evening: Gathering, game: str, pile: str, fields: dict, card: object) -> None:
    evening.tablet.get("/decks/").fill("/decks/", game=game, name="箱")
    (deck,) = known(evening)
    assert (deck.game, deck.name, deck.in_play) == (game, "箱", True)
    data = {"pile": pile} | fields
    answer = evening.tablet.post(f"/decks/{deck.id}/cards", data)
    assert answer.status_code == 303
    assert [of.piles for of in known(evening)] == [{pile: [card]}]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"card": "x"},
        {"card.0": "0"},
        {f"card.{n}": "7" for n in range(4)},
        {"card.x": "1"},
        {"card.0": "", "card.1": ""},
    ],
)
def test_a_card_that_cannot_be_is_refused_in_words_and_nothing_changes(evening: Gathering, fields: dict) -> None:
    deck = taught(evening, "death-name", "4", [0, -1, 1, 0])
    data = {"pile": "4", "old": "[0,-1,1,0]"} | fields
    answer = evening.tablet.post(f"/decks/{deck.id}/cards", data)
    assert answer.status_code == 422
    assert "There can be no such card" in answer.text
    assert known(evening) == [deck]


def test_a_forged_form_teaches_nothing_that_is_no_card(evening: Gathering) -> None:
    evening.seat("Ann", "Bo", "Cy", "Di")
    evening.start()
    move: dict[str, Any] = {"move": "decree", "icons": (0, -1, 1, 0)}
    forgeries: tuple[dict[str, Any], ...] = (
        {"deck": "move"},
        {"deck": "icons", "deck.of": "9"},
        {"deck": "x y"},
        {"deck": "icons", "deck.of": "6"},
    )
    for forged in forgeries:
        assert evening.report(evening.tablet, **move, **forged).status_code == 400
    assert (known(evening), evening.live.line) == ([], 0)


def test_a_deck_is_named_put_by_and_taken_apart(evening: Gathering) -> None:
    deck = taught(evening, "death-name", "4", [0, -1, 1, 0])
    path = f"/decks/{deck.id}"
    evening.tablet.get(path).fill(path, name="Envelopes")
    assert evening.tablet.says("Envelopes", "1 card")
    evening.tablet.tap(path, "rest")
    assert evening.tablet.says("not offered")
    assert not known(evening)[0].in_play
    evening.tablet.tap(path, "play")
    evening.tablet.get("/decks/").fill("/decks/", game="death-name", name="Home-made")
    answer = evening.tablet.post(path, {"how": "name", "name": "HOME-MADE"})
    assert (answer.status_code, "There is a deck called" in answer.text) == (422, True)
    evening.tablet.get(path).tap(path, "remove")
    assert [of.name for of in known(evening)] == ["Home-made"]
    assert evening.tablet.client.get(path).status_code == 404


def test_a_deck_goes_out_as_a_file_and_comes_into_another_house(evening: Gathering) -> None:
    for (game, pile), card in CARDS.items():
        taught(evening, game, pile, card)
    before = known(evening)
    for deck in before:
        answer = evening.tablet.client.get(f"/decks/{deck.id}/export")
        assert answer.mimetype == "application/json"
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{deck.game}-deck-{deck.id}.json"'
        assert send(evening.tablet, answer.data)[0] == 303
    brought = [deck for deck in known(evening) if deck.name == "Brought in"]
    assert [(of.game, of.piles) for of in brought] == [(of.game, of.piles) for of in before]


def test_no_file_at_all_is_refused(evening: Gathering) -> None:
    assert evening.tablet.post("/decks/import").status_code == 400
    assert send(evening.tablet, b"")[0] == 422
    assert send(evening.tablet, b" " * 70_000)[0] == 413


def test_only_the_host_changes_decks_and_everybody_may_look(evening: Gathering) -> None:
    deck = taught(evening, "death-name", "4", [0, -1, 1, 0])
    phone = evening.come("Bo")
    for path in ("/decks/", "/decks/import", f"/decks/{deck.id}", f"/decks/{deck.id}/cards"):
        assert phone.post(path).status_code == 403
        assert Phone(evening.app).post(path).status_code == 401
    assert phone.get(f"/decks/{deck.id}").forms() == []
    assert phone.get("/decks/").says(f'href="/decks/{deck.id}"')
    assert json.loads(phone.get(f"/decks/{deck.id}/export").html) == {
        "format": 2,
        "deck": GOOD["deck"] | {"name": "", "piles": {"4": [{"card": [0, -1, 1, 0]}]}},
    }
    assert known(evening) == [deck]


def test_the_screens_offer_what_was_put_right(evening: Gathering) -> None:
    evening.seat("Ann", "Bo", "Cy", "Di")
    deck = taught(evening, "death-name", "4", [0, -1, 2, 2])
    evening.start()
    offered = 'name="icons" value="{}"'
    assert evening.tablet.get("/").html.count(offered.format(2)) == 2
    data = {"pile": "4", "old": "[0,-1,2,2]"} | {f"card.{n}": icon for n, icon in enumerate(("0", "0", "-2", "2"))}
    assert evening.tablet.post(f"/decks/{deck.id}/cards", data).status_code == 303
    assert evening.tablet.get("/").html.count(offered.format(-2)) == 1


def test_the_gang_is_known_by_name_and_by_what_its_cards_say(evening: Gathering) -> None:
    phone = evening.come("Ann")
    evening.seat("Bo", "Cy")
    risa = CARDS["gamushara-gang", "characters"]
    taught(evening, "gamushara-gang", "characters", risa)
    names = ["Risa", "Lee", *(f"Nr {n}" for n in range(12))]
    form = {"game": "gamushara-gang", "option.characters": names}
    assert evening.tablet.post("/tables", form).status_code == 303
    assert phone.get("/").says("Who is who", "f · Japan · nurse")
    (deck,) = known(evening)
    assert {of["name"] for of in deck.piles["characters"]} == {*names}
    assert risa in deck.piles["characters"]
