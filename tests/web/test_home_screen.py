"""What a device is given for its home screen, and on which pages."""

import io
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from PIL import Image

from companion.web.pages.home_screen import NIGHT
from tests.support.api import ApiTable
from tests.support.gathering import Gathering
from tests.support.phone import Phone

LINKED = re.compile(r'<link rel="manifest" href="([^"]+)"><link rel="apple-touch-icon" href="([^"]+)">')


def linked(page: Phone) -> list[str]:
    """The manifest that a page links."""
    return [manifest for manifest, _ in LINKED.findall(page.html)]


@pytest.mark.parametrize(("kind", "display"), [("board", "fullscreen"), ("phone", "standalone")])
def test_an_icon_opens_the_front_page_of_the_house(evening: Gathering, kind: str, display: str) -> None:
    evening.services.name = "The cellar"
    answer = evening.app.test_client().get(f"/manifest/{kind}")
    assert (answer.status_code, answer.mimetype) == (200, "application/manifest+json")
    manifest = answer.json
    assert manifest is not None
    assert (manifest["id"], manifest["start_url"], manifest["display"]) == (f"/{kind}", "/", display)
    assert manifest["name"] == manifest["short_name"] == "The cellar"


def test_a_house_without_a_name_is_the_ledger(client: FlaskClient) -> None:
    manifest = client.get("/manifest/phone").json
    assert manifest is not None
    assert manifest["name"] == "Reaper's Ledger"


def test_nothing_else_has_a_manifest(client: FlaskClient) -> None:
    assert client.get("/manifest/fridge").status_code == 404


def test_its_pictures_are_as_large_as_it_says_and_can_be_cut_to_a_circle(client: FlaskClient) -> None:
    manifest = client.get("/manifest/board").json
    assert manifest is not None
    drawn, *icons = manifest["icons"]
    assert drawn["sizes"] == "any"
    assert client.get(drawn["src"]).mimetype == "image/svg+xml"
    assert [(icon["sizes"], icon["purpose"]) for icon in icons] == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    for icon in icons:
        answer = client.get(icon["src"])
        assert answer.mimetype == "image/png"
        picture = Image.open(io.BytesIO(answer.data)).convert("RGBA")
        assert f"{picture.width}x{picture.height}" == icon["sizes"]
        clear, night = (0, 0, 0, 0), (*bytes.fromhex(NIGHT[1:]), 255)
        assert picture.getpixel((0, 0)) == (night if icon["purpose"] == "maskable" else clear)


def test_its_colour_is_that_of_the_pages_by_night() -> None:
    sheet = Path("static/css/tokens.css").read_text("utf-8")
    assert re.findall(r"--ink: light-dark\(#\w+, (#\w+)\);", sheet) == [NIGHT]
    assert f'fill="{NIGHT}"' in Path("static/icon.svg").read_text("utf-8")


def test_it_is_offered_where_people_come_in(evening: Gathering) -> None:
    outside = Phone(evening.app).get("/")
    phones = [evening.come(name) for name in ("Ann", "Bo")]
    assert linked(outside) == ["/manifest/phone"]
    assert [linked(phone.get("/")) for phone in phones] == [["/manifest/phone"]] * 2
    assert linked(evening.tablet.get("/")) == ["/manifest/board"]
    evening.tablet.tap("/tables", game="final-deathweek")
    screens = (evening.tablet, *phones)
    assert [linked(screen.get("/")) for screen in screens] == [[]] * 3, "a screen of a game loads as little as it can"
    for screen in screens:
        (_, icon), *_ = LINKED.findall(outside.html)
        picture = Image.open(io.BytesIO(screen.client.get(icon).data))
        assert picture.size == (180, 180)


def test_a_screen_that_is_opened_by_a_link_of_its_own_stays_with_that(evening: Gathering, table: ApiTable) -> None:
    evening.tablet.get("/spectators").tap("/spectators")
    link = re.findall(r"/board/[\w-]+", evening.tablet.html)[0]
    for address in (link, f"/watch/{table.watch}"):
        screen = Phone(evening.app).get(address)
        assert 'class="board ' in screen.html
        assert linked(screen) == []
