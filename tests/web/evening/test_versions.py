"""The version of an evening: raised in the commit of each change, it orders what streams carry."""

import re
import time
from collections.abc import Callable

import pytest
from flask import Flask
from msgspec.structs import replace

from companion.evening import rows
from companion.games import GAMES
from companion.games.death_name.moves import Decree
from companion.games.moves import Adjust
from companion.storage.identifiers import HOME
from companion.storage.store import Store
from companion.table.fold import open_table
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.gathering import Gathering
from tests.support.phone import Phone

Act = Callable[[Gathering], object]


def posted(path: str, **form: str) -> Act:
    """A form that the host sends."""
    return lambda evening: evening.tablet.post(path, form)


ACTS: dict[str, Act] = {
    "somebody comes in": lambda evening: evening.come(),
    "somebody sits down": posted("/guests", name="Eve"),
    "a device is used otherwise": posted("/use", kind="watch"),
    "seats": posted("/order", way="rotate"),
    "the door": posted("/door", locked="yes"),
    "the Wi-Fi": posted("/network/wifi", wifi="Kitchen", phrase="12345678", security="WPA"),
    "a start": lambda evening: evening.start(),
    "a deck": posted("/decks/", game="death-wish", name="Of Ann"),
    "a name": lambda evening: posted(f"/people/{evening.person('Ann')}/name", name="Anna")(evening),
    "a mark": lambda evening: posted(f"/people/{evening.person('Ann')}/mark", colour="pink", shape="drop")(evening),
}


@pytest.fixture
def four(evening: Gathering) -> Gathering:
    evening.seat("Ann", "Bo", "Cy", "Di")
    return evening


@pytest.mark.parametrize("act", ACTS)
def test_each_change_raises_it_and_what_is_kept_is_what_was_written(four: Gathering, store: Store, act: str) -> None:
    before = four.now
    ACTS[act](four)
    assert four.now.version > before.version
    assert four.now == rows.read(store.reader(), before.id)


def test_each_line_raises_it(four: Gathering, store: Store) -> None:
    four.start()
    versions = [four.now.version]
    for move in ({"move": "decree", "icons": (0, -1, 1, 0)}, {"move": "write", "seat": 0, "name": "Zed"}):
        four.tell(move)
        versions.append(four.now.version)
    assert versions == sorted(set(versions))
    written = rows.read(store.reader(), four.now.id)
    assert written is not None
    assert four.now == replace(written, arranged=four.now.arranged)


def test_after_a_line_alone_nothing_of_the_evening_is_read_anew(four: Gathering) -> None:
    four.start()
    before = four.now
    four.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    assert four.now.version == before.version + 1
    assert four.now.guests is before.guests
    assert four.now.arranged == before.arranged


def test_a_line_of_another_table_than_the_one_shown_is_more_than_a_line(four: Gathering) -> None:
    four.start()
    four.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    earlier = four.live
    four.tablet.post("/put-away")
    four.start()
    assert four.live is not earlier
    before = four.now
    four.services.tables.report(earlier, Adjust(0, "points", 1, "a house rule"), "key-00000001", 1, "host")
    assert four.now.arranged == four.now.version > before.version


def test_a_table_of_an_evening_that_was_not_kept_takes_lines(services: Services) -> None:
    game = GAMES["death-name"]
    table = open_table(game, ("Ann", "Bo", "Cy", "Di"), game.Options())
    live, _ = services.tables.open(HOME, table, evening=77)
    assert services.tables.report(live, Decree((0, -1, 1, 0)), "key-00000001", 0, "host") == 1


def test_a_line_that_covers_a_phone_lets_the_evening_be_read_anew(evening: Gathering, store: Store) -> None:
    shared = evening.come("Ann")
    shared.get("/choose").fill("/sit", name="Bo")
    evening.seat("Cy", "Di")
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    (before,) = [screen for screen in evening.now.screens if len(screen.people) > 1]
    assert evening.report(shared, move="write", seat=0, name="Zed").status_code == 303
    assert evening.now.screen(before.device) != before
    assert evening.now == rows.read(store.reader(), evening.now.id)


def test_a_tap_that_is_sent_again_and_one_that_is_refused_raise_nothing(four: Gathering) -> None:
    four.start()
    four.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    version, tap = (
        four.now.version,
        {"key": "tap-00000000", "seen": 0, "move": "decree", "icons": ["0", "-1", "1", "0"]},
    )
    for form in (tap, {"key": "another-key", "move": "declare", "seat": 0, "choice": "keep"}):
        four.tablet.post(f"/table/{four.now.table_code}/move", form)
    assert four.now.version == version


def first_event(phone: Phone) -> tuple[str, int, int]:
    """The first event of a device's stream: its name, its number, and the line in it."""
    (layout,), (state,) = (re.findall(f'data-{name}="([^"]*)"', phone.get("/").html) for name in ("layout", "state"))
    stream = phone.client.get(
        "/live", query_string={"layout": layout, "game": phone_game(phone), "state": state.partition(".")[0]}
    )
    first = next(stream.iter_encoded()).decode()
    stream.close()
    name, number, line = re.findall(r"event: (\w+)\nid: (\d+)\ndata: \S+ (\d+)\n", first)[0]
    return name, int(number), int(line)


def phone_game(phone: Phone) -> str:
    games = re.findall('<body[^>]* data-game="([^"]*)"', phone.html)
    return games[0] if games else ""


def test_a_stream_is_ordered_by_it_also_after_a_restart(four: Gathering, store: Store) -> None:
    assert first_event(four.tablet) == ("shown", four.now.version, 0)
    four.start()
    four.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    assert first_event(four.tablet) == ("shown", four.now.version, 1)
    anew: Flask = create_app(Services(store))
    assert first_event(again(four.tablet, anew)) == ("shown", four.now.version, 1)
    anew.extensions["services"].writer.close()


def again(phone: Phone, app: Flask) -> Phone:
    """The same device, at another app."""
    same = Phone(app)
    for cookie in (phone.client._cookies or {}).values():
        same.client.set_cookie(cookie.key, cookie.value)
    return same


def etag(phone: Phone, **headers: str) -> str:
    """The ETag of a device's own page, which is the same when it is asked with that."""
    answer = phone.client.get("/", headers=headers)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    given = answer.headers["ETag"]
    not_changed = phone.client.get("/", headers=headers | {"If-None-Match": given})
    assert (not_changed.status_code, not_changed.data, not_changed.headers["ETag"]) == (304, b"", given)
    return given


def test_a_page_has_an_etag_of_what_it_depends_on(
    four: Gathering, app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = four.come("Eve")
    pages = [etag(four.tablet), etag(ann), etag(ann, **{"Accept-Language": "xx, de"})]
    assert pages[0] != pages[1]
    assert pages[1] == pages[2], "both are shown English"
    anew = create_app(Services(store))
    assert etag(again(ann, anew)) == pages[1], "in every process"
    anew.extensions["services"].writer.close()
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TZ", "Pacific/Auckland")
        time.tzset()
        assert etag(ann) != pages[1]
    time.tzset()
    assert etag(ann) == pages[1]
    for act in ("seats", "the Wi-Fi", "a start"):
        ACTS[act](four)
        pages.append(etag(ann))
    assert len(set(pages)) == len(pages) - 1


def test_a_reload_after_a_note_shows_it(four: Gathering) -> None:
    eve = four.come("Eve")
    four.start("gamushara-gang")
    before, version = etag(eve), four.now.version
    eve.post(f"/table/{four.now.table_code}/notes", {"cell": "0.1.no"})
    assert etag(eve) != before
    assert four.now.version == version, "nobody else may notice that something was noted"


def test_a_server_that_begins_raises_all(four: Gathering, app: Flask) -> None:
    before = four.now
    app.extensions["services"].evenings.raise_versions()
    app.extensions["services"].evenings.raise_versions()
    assert four.now.version > before.version + 1
    assert four.now.version > time.time() - 60
