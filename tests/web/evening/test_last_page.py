"""The end of an evening and the next one a week later: what stays on which device, and who comes back by one tap."""

import re
from datetime import UTC, datetime, timedelta
from operator import methodcaller

import pytest
from flask import Flask

from companion.evening import last
from companion.evening.model import REPLACED, Evening
from companion.evening.rows import STANDS_IN
from companion.storage.identifiers import HOME
from companion.web.access.services import Services
from tests.support.gathering import Gathering
from tests.support.phone import Phone

NAMES = ("Ann", "Bo", "Cy", "Di")
PAGES = ("/history/", "/history/people", "/history/games")
WISH = "death-wish"
SAVES = r'</svg>\s*<button type="button" data-save="([^"]+)\.png"'
ROLE = "update screens set host = ? where device = ?"


@pytest.fixture
def phones(evening: Gathering) -> dict[str, Phone]:
    return {name: evening.come(name) for name in NAMES}


def play(evening: Gathering, winner: int = 0, disease: str = "Boredom") -> str:
    """A game of Death Wish of one skull, which goes to `winner`; the id of its record."""
    evening.set_up(WISH, option_target="1", option_first=str(winner))
    contract = {"move": "contract", "seat": winner, "disease": disease, "color": "red", "skulls": 1}
    evening.tell(contract)
    id: str = evening.live.header.record_id
    evening.tablet.get("/").tap("/put-away")
    return id


def end(evening: Gathering) -> None:
    evening.tablet.get("/").tap("/end")


def status(phone: Phone, path: str) -> int:
    return phone.client.get(path).status_code


def post(phone: Phone, path: str, **given: str) -> int:
    return phone.post(path, given).status_code


def test_the_last_page_stays_on_every_device_that_had_a_seat_or_hosts(
    evening: Gathering, phones: dict[str, Phone]
) -> None:
    ids = [play(evening, winner) for winner in (0, 1, 0)]
    end(evening)
    for device in (evening.tablet, *phones.values()):
        page = device.get("/")
        assert page.says("The evening is over.", "The night belongs to <bdi>Ann</bdi>.", "won 2 of 3", "won 1 of 3")
        assert page.says(*(f"/history/{id}" for id in ids), "/x/", "Most games without a victory") is True
    assert evening.tablet.says("Open the next evening")
    assert not phones["Ann"].says("Open the next evening")


def test_the_history_keeps_the_same_page_under_the_date(evening: Gathering, phones: dict[str, Phone]) -> None:
    for winner in (0, 0):
        play(evening, winner)
    (address,) = set(re.findall(r'"(/history/evenings/[^"]+)"', evening.tablet.get("/history/").html))
    pages = [drawn(evening.tablet.get(address).html)]
    end(evening)
    pages += [drawn(phones["Bo"].get(path).html) for path in ("/", address)]
    assert len(set(pages)) == 1
    assert ("The night belongs to" in pages[0][0], "Death Wish" in pages[0][1]) == (True, True)


def test_the_picture_is_saved_where_a_hand_is_and_not_on_a_scoreboard(
    evening: Gathering, phones: dict[str, Phone]
) -> None:
    play(evening)
    (address,) = set(re.findall(r'"(/history/evenings/[^"]+)"', evening.tablet.get("/history/").html))
    html = evening.tablet.get(address).html
    end(evening)
    saved = [re.findall(SAVES, page) for page in (html, phones["Bo"].get("/").html, evening.tablet.get("/").html)]
    assert [len(names) for names in saved] == [1, 1, 0]
    assert saved[0] == saved[1]
    assert saved[0][0].startswith("The evening of ")


def drawn(html: str) -> tuple[str, str]:
    """What is drawn of an evening: its picture, and all below it, but for the ways that stand between."""
    picture, after = html.index('<figure class="endcard framed"'), html.index('<section class="titles"')
    return html[picture : html.index("</figure>")], html[after : html.index("</main>", after)].partition(
        '<section class="ways'
    )[0]


@pytest.mark.parametrize(
    ("language", "verdict", "title"),
    [
        ("en", "The night belongs to Ann.", "The sickest: Ann."),
        ("ja", "今夜はAnnのもの。", "いちばんの病人: Ann."),
        ("es", "La noche es de Ann.", "Más enfermedades que nadie: Ann."),
    ],
)
def test_the_page_begins_with_a_picture_that_says_all_but_where_it_was(
    app: Flask, language: str, verdict: str, title: str
) -> None:
    club = Gathering.of_group(app, "The club")
    phones = [club.come(name) for name in NAMES]
    for winner in (0, 1, 0):
        play(club, winner)
    code = club.now.code
    end(club)
    html = phones[1].client.get("/", headers={"Accept-Language": language}).get_data(as_text=True)
    main = html[html.index("<main") :]
    assert main.index("<figure") < main.index("<section")
    picture = drawn(html)[0]
    spoken = re.sub("[\u2068\u2069]", "", "".join(re.findall("<(?:title|desc)>(.*?)</", picture, re.DOTALL)))
    for told in (verdict, title, "The club", "1. Ann: 2", "2. Bo: 1", "Death Wish ×3"):
        assert told in spoken
    assert not re.search(r"href|url\(|class=|<style|foreignObject", picture.partition("<svg")[2])
    assert (code in picture, "http" in picture.replace("http://www.w3.org/2000/svg", "")) == (False, False)


def test_the_best_titles_come_with_what_their_holders_were_left_with(
    evening: Gathering, phones: dict[str, Phone]
) -> None:
    for winner in (0, 1, 0):
        play(evening, winner)
    end(evening)
    for device in (evening.tablet, phones["Bo"]):
        _, *scenes = device.get("/").html.split('data-scene="title"')
        assert [scene.count('<figure class="endcard') for scene in scenes] == [2, 1, 2, 2]


def test_of_games_that_are_open_or_hidden_the_last_page_tells_nothing(
    evening: Gathering, phones: dict[str, Phone]
) -> None:
    shown, hidden = play(evening, 0, "Boredom"), play(evening, 1, "Gout")
    evening.tablet.post(f"/history/{hidden}/hide", {"hidden": "1"})
    evening.set_up(WISH, option_target="9", option_first="2")
    evening.tell({"move": "contract", "seat": 2, "disease": "Ague", "color": "red", "skulls": 1})
    evening.tablet.post("/end", {"sure": "yes"})
    page = phones["Di"].get("/")
    assert page.says(f"/history/{shown}", "The night belongs to <bdi>Ann</bdi>.", "Boredom")
    assert [secret for secret in (hidden, "Ague", "Gout") if page.says(secret)] == []


def test_between_two_games_a_candle_is_lit_for_each_victory(evening: Gathering, phones: dict[str, Phone]) -> None:
    for winner, lit in ((0, 1), (1, 2), (0, 3)):
        play(evening, winner)
        night = evening.tablet.get("/").html.partition('<ol class="wins')[2].partition("</ol>")[0]
        assert night.count('<svg viewBox="0 0 8 26">') == lit


def test_the_history_frames_who_won_and_a_persons_page_shows_their_stones_of_the_last_games(
    evening: Gathering, phones: dict[str, Phone]
) -> None:
    for winner in (0, 1, 0, 0):
        play(evening, winner)
    hidden = play(evening, 2)
    evening.tablet.post(f"/history/{hidden}/hide", {"hidden": "1"})
    frame = evening.tablet.get("/history/").html.partition('<span class="frame">')[2].partition("</span>")[0]
    assert frame.count("<svg") == 2
    stones = evening.tablet.get(f"/history/people/{evening.person('Cy')}").html.partition('class="endcards stones"')[2]
    assert stones.partition("</section>")[0].count('<figure class="endcard') == 3


def test_who_had_a_seat_goes_on_reading_the_history_and_nothing_else(
    evening: Gathering, phones: dict[str, Phone]
) -> None:
    id = play(evening)
    end(evening)
    for device in (phones["Ann"], evening.tablet):
        for path in (*PAGES, f"/history/{id}", f"/history/{id}?line=1", f"/history/{id}/record.json"):
            assert status(device, path) == 200, path
        for path in (
            "/devices",
            "/people/",
            "/decks/",
            "/history/records.jsonl",
            "/history/copy.db",
            "/phone",
            "/live",
        ):
            assert status(device, path) == 401, path
        assert post(device, f"/history/{id}/hide", hidden="1") == 401
    assert not phones["Ann"].get(f"/history/{id}").says("Hide this game")


def test_who_was_put_out_got_up_or_only_watched_is_left_nothing(evening: Gathering, phones: dict[str, Phone]) -> None:
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    evening.tablet.get("/devices").tap(f"/devices/{evening.device('Bo')}", "remove")
    evening.tablet.get("/").tap(f"/guests/{evening.person('Cy')}/leave")
    id = play(evening)
    end(evening)
    for device in (phones["Bo"], phones["Cy"], watcher, Phone(evening.app)):
        assert not device.get("/").says("Ann")
        assert [status(device, path) for path in (*PAGES, f"/history/{id}")] == [401] * 4
        assert post(device, "/again") == 401


def test_a_scoreboard_that_did_not_host_keeps_the_page_alone(evening: Gathering, phones: dict[str, Phone]) -> None:
    board = evening.come()
    board.fill("/use", kind="board")
    id = play(evening)
    end(evening)
    assert board.get("/").says("The night belongs to <bdi>Ann</bdi>.")
    assert not board.says("/history/")
    assert (status(board, f"/history/{id}"), post(board, "/again")) == (401, 401)


def test_nothing_is_read_of_another_group(evening: Gathering, phones: dict[str, Phone], app: Flask) -> None:
    club = Gathering.of_group(app, "The club")
    for name in ("Xi", "Yo"):
        club.come(name)
    theirs = play(club)
    end(club)
    ours = play(evening)
    end(evening)
    assert [status(phones["Ann"], f"/history/{id}") for id in (ours, theirs)] == [200, 404]
    assert [status(club.tablet, f"/history/{id}") for id in (ours, theirs)] == [404, 200]
    for path in ("/", *PAGES):
        assert not phones["Ann"].get(path).says("Xi")
        assert not club.tablet.get(path).says("Ann")


def test_the_host_opens_the_next_evening_by_one_tap_and_guests_sit_down_by_one(
    evening: Gathering, phones: dict[str, Phone], services: Services
) -> None:
    id = play(evening)
    end(evening)
    assert post(phones["Ann"], "/again") == 403, "it is the host's to open it"
    evening.tablet.get("/").tap("/again")
    opened = evening.now
    (tablet,) = opened.screens
    assert (tablet.host, tablet.kind, opened.guests) == (True, "board", ())
    assert evening.tablet.says("/tables")
    ann = phones["Ann"].get("/")
    assert ann.says("The next evening is open.", "Sit down again as Ann")
    assert status(ann, f"/history/{id}") == 401, "until she has sat down"
    ann.tap("/again")
    assert [guest.name for guest in evening.now.guests] == ["Ann"]
    assert not evening.now.screen(evening.device("Ann")).host  # type: ignore[union-attr]
    assert status(ann, f"/history/{id}") == 200
    assert len(services.evenings.all_open(HOME)) == 1


def test_a_phone_that_hosts_and_has_a_seat_opens_the_next_one_and_sits(app: Flask) -> None:
    evening = Gathering(app)
    ann = evening.come("Ann")
    evening.tablet.get("/devices").tap(f"/devices/{evening.device('Ann')}", "share")
    ann.get("/").tap("/end")
    ann.get("/").tap("/again")
    assert [(screen.host, [*screen.people]) for screen in evening.now.screens] == [(True, [int(evening.person("Ann"))])]


def test_who_stood_in_opens_the_next_one_and_stands_in_there_until_the_host_is_back(
    evening: Gathering, phones: dict[str, Phone], services: Services
) -> None:
    ann, tablet = evening.device("Ann"), next(screen.device for screen in evening.now.screens if screen.host)
    for role, device in ((STANDS_IN, ann), (0, tablet)):
        services.evenings.change(evening.now, methodcaller("execute", ROLE, [role, device]))
    services.evenings.act(evening.now, Evening.telling, [tablet], REPLACED, "Ann")
    phones["Ann"].get("/").tap("/end")
    phones["Ann"].get("/").tap("/again")
    assert [(screen.host, screen.stands_in) for screen in evening.now.screens] == [(True, True)]
    assert status(phones["Ann"], "/history/copy.db") == 403, "who stands in keeps nothing"
    evening.tablet.get("/").tap("/again")
    assert [(screen.host, screen.stands_in) for screen in evening.now.screens] == [(True, True), (True, False)]


def test_nobody_comes_back_as_somebody_else(evening: Gathering, phones: dict[str, Phone]) -> None:
    bo = evening.person("Bo")
    end(evening)
    evening.tablet.get("/").tap("/again")
    assert post(phones["Ann"], "/again", person=bo) == 404
    assert evening.now.guests == ()


def test_who_was_not_back_at_the_next_one_reads_no_more_after_it(evening: Gathering, phones: dict[str, Phone]) -> None:
    id = play(evening)
    end(evening)
    evening.tablet.get("/").tap("/again")
    phones["Ann"].get("/").tap("/again")
    evening.tablet.get("/").tap("/end")
    assert [status(phones[name], f"/history/{id}") for name in ("Ann", "Bo")] == [200, 401]
    assert not phones["Bo"].get("/").says("The evening is over.")
    evening.tablet.get("/").tap("/again")
    phones["Bo"].get("/").tap("/again")
    assert [guest.name for guest in evening.now.guests] == ["Bo"]


def test_an_evening_to_which_nobody_came_is_not_the_next_one(
    evening: Gathering, phones: dict[str, Phone], services: Services
) -> None:
    """The server is started anew, or somebody who was never here types a code: both open one."""
    id = play(evening)
    end(evening)
    stranger = Phone(evening.app)
    assert post(stranger, "/code", code="WRONG") == 404
    (opened,) = services.evenings.all_open(HOME)
    assert phones["Ann"].get("/").says("The evening is over.")
    assert status(phones["Ann"], f"/history/{id}") == 200
    assert post(phones["Ann"], "/again") == 403
    evening.tablet.get("/").tap("/again")
    assert [evening.id for evening in services.evenings.all_open(HOME)] == [opened.id]
    assert status(phones["Ann"], f"/history/{id}") == 401


def test_a_host_comes_back_as_host_though_somebody_else_was_first(
    evening: Gathering, phones: dict[str, Phone], services: Services
) -> None:
    end(evening)
    Phone(evening.app).get(f"/j/{evening.now.ticket}").fill("/sit", name="Ei")
    evening.tablet.get("/").tap("/again")
    assert [screen.host for screen in evening.now.screens] == [True, True]


@pytest.mark.parametrize(("days", "is_left"), [(29, True), (31, False)])
def test_after_thirty_days_nothing_is_left(
    evening: Gathering, phones: dict[str, Phone], services: Services, days: int, is_left: bool
) -> None:
    play(evening)
    device = evening.device("Ann")
    end(evening)
    moment = datetime.now(UTC) + timedelta(days)
    assert (last.of_device(services.store.reader(), device, moment) is not None) == is_left


def test_an_evening_that_ended_by_itself_leaves_the_same(
    evening: Gathering, phones: dict[str, Phone], services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = play(evening)
    monkeypatch.setattr(services.evenings._quiet, "are_over", lambda _: True)
    assert phones["Ann"].get("/").says("The evening is over.", "The night belongs to <bdi>Ann</bdi>.")
    assert status(phones["Ann"], f"/history/{id}") == 200


def test_a_forgotten_group_leaves_nothing(app: Flask, services: Services) -> None:
    club = Gathering.of_group(app, "The club")
    phones = [club.come(name) for name in ("Xi", "Yo")]
    id, group = play(club), club.now.group
    end(club)
    services.store.do(lambda db: db.execute("update groups set forgotten_at = 'now' where id = ?", [group]))
    assert not phones[0].get("/").says("Xi")
    assert [status(phones[0], path) for path in ("/history/", f"/history/{id}")] == [401, 401]


def test_while_another_table_is_open_beside_it_the_last_page_stays(
    first_and_second: tuple[Gathering, Gathering],
) -> None:
    first, second = first_and_second
    ann = first.come("Ann")
    end(first)
    assert ann.get("/").says("The evening is over.", "Sit down again as Ann")
    assert status(ann, "/history/") == 200
    ann.tap("/again")
    assert [guest.name for guest in second.now.guests] == ["Ann"]


@pytest.fixture
def first_and_second(app: Flask, services: Services) -> tuple[Gathering, Gathering]:
    """Two tables of one group."""
    first = services.evenings.ensure(HOME)
    return Gathering(app, first), Gathering(app, services.evenings.open(HOME))
