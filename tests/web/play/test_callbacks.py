"""Callbacks at the end of a game: on every screen of the evening, in each language; of no other group's games, of none
that is hidden, damaged or open, and of no program's."""

import json
import re
from collections.abc import Mapping, Sequence
from unittest.mock import Mock

import pytest
from flask import Flask

from companion.games import GAMES
from companion.history import callbacks
from companion.history.callbacks import Callback
from companion.web.access.services import Services
from companion.web.app import create_app
from companion.web.text.languages import spoken
from companion.web.text.words import words_of
from tests.support.api import ApiTable, Call
from tests.support.gathering import Gathering
from tests.support.phone import Phone
from tests.support.tampering import tamper

LANGUAGES = ("en", "ja", "es")
ROWS = ("run", "last", "nobody", "everybody")
SICK = {"move": "contract", "disease": "Cough", "color": "red", "outbreak": False}
AGAIN = {
    "en": "Ann wins. As always.",
    "ja": "Annさんの勝利。 いつもどおり。",
    "es": "Gana Ann. Como siempre.",
}


def shown(phone: Phone) -> str:
    """The callback on a device's page; empty if there is none."""
    found = re.findall(r'<p class="voice callback">(.*?)</p>', phone.get("/").html, re.DOTALL)
    assert len(found) <= 1
    return " ".join(re.sub("<.*?>", "", found[0]).split()) if found else ""


def play(evening: Gathering, *skulls: int, game: str = "death-wish") -> None:
    """A game that is counted after a disease each: the most skulls win. It stays on the screens."""
    if evening.now.table_code:
        evening.tablet.post("/put-away")
    evening.set_up(game)
    evening.tell(*(SICK | {"seat": seat, "skulls": some} for seat, some in enumerate(skulls)), {"move": "count"})


def seated(evening: Gathering, *names: str) -> Gathering:
    evening.seat(*(names or ("Ann", "Bo")))
    return evening


def test_every_screen_says_it_once_the_game_is_over_in_its_language(evening: Gathering) -> None:
    ann, watcher = evening.come("Ann"), evening.come()
    watcher.fill("/use", kind="watch")
    evening.seat("Bo")
    evening.tablet.get("/spectators").tap("/spectators")
    television = Phone(evening.app).get(f"/board/{evening.now.spectators[0].ticket}")
    play(evening, 4, 2)
    play(evening, 5, 1)
    assert [shown(device) for device in (evening.tablet, ann, watcher)] == [""] * 3
    play(evening, 9, 3)
    for language, words in AGAIN.items():
        assert [shown(device.speak(language)) for device in (evening.tablet, ann, watcher)] == [words] * 3
    television.get(f"/board/{evening.now.spectators[0].ticket}")
    assert television.says("Ann wins.", "As always.")


def test_no_sentence_comes_twice_in_an_evening_and_a_restart_says_the_same(evening: Gathering, app: Flask) -> None:
    seated(evening)
    told = []
    for _ in range(4):
        play(evening, 4, 2)
        told.append(shown(evening.tablet))
    assert told == ["", "", "Ann wins. As always.", "Bo comes last. As always."]
    restarted = create_app(Services(evening.services.store)).test_client()
    restarted._cookies = evening.tablet.client._cookies
    evening.tablet.client = restarted
    assert shown(evening.tablet) == told[-1]
    play(evening, 4, 2)
    assert shown(evening.tablet) == ""


def test_games_of_another_group_are_none_of_ours(evening: Gathering, app: Flask) -> None:
    club = seated(Gathering.of_group(app, "Club"))
    seated(evening)
    for _ in range(2):
        play(evening, 4, 2)
        play(club, 2, 4)
    play(evening, 2, 4)
    assert (shown(evening.tablet), shown(club.tablet)) == ("", "")
    play(club, 2, 4)
    assert shown(club.tablet) == "Bo wins. As always."


def test_a_hidden_game_is_left_out_until_it_is_shown_again(evening: Gathering) -> None:
    seated(evening)
    play(evening, 4, 2)
    first = evening.live.header.record_id
    for _ in range(2):
        play(evening, 4, 2)
    assert shown(evening.tablet) == AGAIN["en"]
    assert evening.tablet.post(f"/history/{first}/hide", {"hidden": "1"}).status_code == 303
    assert shown(evening.tablet) == ""
    evening.tablet.post(f"/history/{first}/hide", {"hidden": ""})
    assert shown(evening.tablet) == AGAIN["en"]
    evening.tablet.post(f"/history/{evening.live.header.record_id}/hide", {"hidden": "1"})
    assert shown(evening.tablet) == "", "nor is anything said of a game that is hidden itself"


def test_a_correction_after_the_end_changes_it(evening: Gathering) -> None:
    seated(evening)
    for _ in range(3):
        play(evening, 4, 2)
    reads = SICK | {"seat": 0, "skulls": 1}
    answer = evening.tablet.post(
        f"/table/{evening.now.table_code}/correct",
        {"pending": f'[[1, "replace", {json.dumps(reads)}]]', "line": 1, "how": "replace", "sure": "yes",
         "key": "correct-0001", "seen": 3},
    )  # fmt: skip
    assert answer.status_code == 303
    assert evening.live.table.standing.winners == (1,)
    assert shown(evening.tablet) == ""


def test_what_the_evening_changes_besides_does_not_make_it_again(
    evening: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(evening)
    for _ in range(3):
        play(evening, 4, 2)
    assert shown(evening.tablet) == AGAIN["en"]
    made = Mock(return_value={})
    monkeypatch.setattr(callbacks, "callbacks", made)
    version, cy = evening.now.version, evening.come("Cy")
    assert evening.now.version > version
    assert [shown(device) for device in (evening.tablet, cy)] == [AGAIN["en"]] * 2
    for hidden, words in (("1", ""), ("", AGAIN["en"])):
        evening.tablet.post(f"/history/{evening.live.header.record_id}/hide", {"hidden": hidden})
        assert shown(evening.tablet) == words
    assert not made.called, "nor does what was so before"
    play(evening, 4, 2, 1)
    assert (shown(evening.tablet), made.call_count) == ("", 1)


def test_two_who_become_one_are_one_in_it_at_once(evening: Gathering) -> None:
    seated(evening, "Annie", "Bo")
    play(evening, 4, 2)
    play(evening, 4, 2)
    annie = evening.person("Annie")
    evening.tablet.post("/put-away")
    for name in ("Annie", "Bo"):
        evening.tablet.post(f"/guests/{evening.person(name)}/leave")
    seated(evening, "Ann", "Cy")
    play(evening, 4, 2)
    assert shown(evening.tablet) == ""
    evening.tablet.post(f"/people/{annie}/same", {"into": evening.person("Ann")})
    assert shown(evening.tablet) == AGAIN["en"]


def test_programs_and_games_that_go_on_are_left_out(evening: Gathering, call: Call) -> None:
    seated(evening)
    for _ in range(2):
        program = ApiTable(call, seats=2, game="death-wish")
        program.play([SICK | {"seat": seat, "skulls": some} for seat, some in enumerate((4, 2))])
        assert program.report(program.host, {"move": "count"}).status == 201
    play(evening, 4, 2)
    evening.tablet.post("/put-away")
    evening.set_up("death-wish")
    evening.tell(SICK | {"seat": 0, "skulls": 9})  # and nobody ends it
    play(evening, 4, 2)
    assert shown(evening.tablet) == ""
    play(evening, 4, 2)
    assert shown(evening.tablet) == AGAIN["en"]


def test_a_game_that_is_known_to_be_damaged_is_left_out(evening: Gathering, app: Flask) -> None:
    seated(evening)
    play(evening, 4, 2)
    first = evening.live.header.id
    for _ in range(2):
        play(evening, 4, 2)
    tamper(evening.services.store, "update lines set reporter = 'Zed' where table_id = ?", [first])
    services = Services(evening.services.store)
    restarted = create_app(services).test_client()
    restarted._cookies = evening.tablet.client._cookies
    assert len(services.tables.ended(evening.now.id)) == 2
    evening.tablet.client = restarted
    assert shown(evening.tablet) == ""


def test_a_page_of_the_past_says_none(evening: Gathering) -> None:
    seated(evening)
    for _ in range(3):
        play(evening, 4, 2)
    page = evening.tablet.get(f"/history/{evening.live.header.record_id}?line=3").html
    assert "data-moment" in page
    assert "callback" not in page


ABOUT: Mapping[str, Sequence[Callback]] = {
    slug: [
        *(Callback(what, name="<Ann>", times=3, is_always=always) for what in ROWS for always in (False, True)),
        Callback("drought", name="<Ann>", times=6),
        *(
            Callback(what, kind, "<Ann>", 3, 9, old=2, holder=holder)
            for kind, rule in game.HIGHLIGHTS.items()
            for what, holder in (("always", ""), ("first", ""), ("none", ""), ("record", ""), ("record", "Bo"))
            if rule.by == "person"
        ),
    ]
    for slug, game in GAMES.items()
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_each_has_two_sentences_of_its_own_in_each_language(app: Flask, slug: str, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        template = spoken().templates.get_template("play/_callback.html")
        sentences = {template.render(callback=one, words=words_of(slug)) for one in ABOUT[slug]}
    assert len(sentences) == len(ABOUT[slug])
    for words in sentences:
        first, then = re.findall(r"<span>(.*?)</span>", words, re.DOTALL)
        assert first.strip()[-1] in ".。"
        assert then.strip()[-1] in ".。"
        assert "<Ann>" not in words
        assert "%" not in words


def leads(phone: Phone) -> str:
    """Who leads whom, on a device's page; empty if nobody is named."""
    found = re.findall(r"<p>([^<]* \d : \d)</p>", phone.get("/").html)
    return found[0] if found else ""


def test_who_leads_whom_is_said_on_every_screen_as_the_page_of_the_game_has_it(evening: Gathering) -> None:
    ann = evening.come("Ann")
    evening.seat("Bo")
    said = []
    for skulls in ((4, 2), (5, 1), (2, 9), (1, 3), (1, 4)):
        play(evening, *skulls)
        assert leads(ann) == leads(evening.tablet)
        said.append(leads(evening.tablet))
    assert said == [
        *("", "Ann leads Bo 2 : 0", "Ann leads Bo 2 : 1", "Bo and Ann are level, 2 : 2", "Bo leads Ann 3 : 2"),
    ]
    assert leads(ann.speak("ja")) == "BoさんがAnnさんをリード 3 : 2"
    (id,) = re.findall(r"/history/([0-9a-f]{32})", ann.speak("en").get("/").html)[:1]
    page = re.sub(r"\s+", " ", re.sub("<.*?>", "", ann.get(f"/history/{id}").html))
    assert "Bo 3 : 2" in page
