"""Static files, under the hash of them all, and whole pages, compressed for browsers that take it."""

import gzip
import re

import pytest
from flask.testing import FlaskClient

from companion.games import GAMES
from companion.paths import resources
from companion.web.access.static_files import HTMX, LAYERS, UNREAD, layer, static_files, static_url
from tests.support.gathering import Gathering

NAMES = sorted(static_files().files)


def layered(name: str, sheet: bytes) -> bytes:
    """A sheet in its layer, as it is served."""
    order = b"@layer tokens,base,parts,house,games,hold;" if name == "css/tokens.css" else b""
    return order + f"@layer {layer(name)}{{".encode() + sheet + b"}"


@pytest.mark.parametrize("name", NAMES)
def test_a_file_comes_as_it_is_and_is_kept_for_good(client: FlaskClient, name: str) -> None:
    answer = client.get(static_url(name))
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert "Content-Encoding" not in answer.headers
    if name != HTMX:
        content = (resources("static") / name).read_bytes()
        assert answer.data == (layered(name, UNREAD.sub(b"", content)) if name.endswith(".css") else content)


def test_a_sheet_comes_without_its_comments_and_with_all_else(client: FlaskClient) -> None:
    sheet = client.get(static_url("css/parts.css")).text
    assert "/*" not in sheet
    assert "*/" not in sheet
    own = (resources("static") / "css" / "parts.css").read_text("utf-8")
    outside = "".join(part.rpartition("*/")[2] for part in own.split("/*"))
    assert "".join(sheet.split()) == "".join(layered("css/parts.css", outside.encode()).decode().split())


def test_the_layers_of_sheets_stand_in_one_order_and_what_the_house_holds_back_is_the_last() -> None:
    assert LAYERS == ("tokens", "base", "parts", "house", "games", "hold")
    sheets = {name: layer(name) for name in NAMES if name.endswith(".css")}
    assert {name for name, one in sheets.items() if one == "hold"} == {"css/hold.css", "css/print.css"}
    assert {name for name, one in sheets.items() if one == "games"} == {f"games/{slug}.css" for slug in GAMES}
    assert set(sheets.values()) == set(LAYERS)


@pytest.mark.parametrize("path", ["/", "/help", "/history/"])
def test_the_sheet_that_says_the_order_of_layers_is_read_first(client: FlaskClient, path: str) -> None:
    assert re.findall(r'<link rel="stylesheet" href="([^"]+)', client.get(path).text)[0] == static_url("css/tokens.css")


def test_who_takes_gzip_gets_less(client: FlaskClient) -> None:
    plain = client.get(static_url(HTMX)).data
    answer = client.get(static_url(HTMX), headers={"Accept-Encoding": "br;q=1, gzip;q=0.5"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data) == plain
    assert len(answer.data) < len(plain) / 2
    assert client.get(static_url(HTMX), headers={"Accept-Encoding": "gzip;q=0"}).data == plain


def test_scripts_and_sheets_say_what_they_are(client: FlaskClient) -> None:
    assert client.get(static_url("css/base.css")).mimetype == "text/css"
    assert client.get(static_url(HTMX)).mimetype == "text/javascript"
    assert client.get(static_url("icon.svg")).mimetype == "image/svg+xml"


def test_the_address_of_another_version_leads_to_this_one_and_is_not_kept(client: FlaskClient) -> None:
    answer = client.get("/static/0123456789abcdef/css/base.css")
    assert answer.status_code == 302
    assert answer.headers["Location"] == static_url("css/base.css")
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/static/css/base.css", "/static/HASH/nothing.css", "/static/HASH/../app.py", "/static/"]
)
def test_what_is_not_there_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(path.replace("HASH", static_files().hash)).status_code == 404


def test_all_that_a_page_loads_is_under_the_hash(evening: Gathering) -> None:
    linked = r'<(?:link(?! rel="manifest")|script)[^>]* (?:href|src)="([^"]+)"'
    loaded = re.findall(linked, evening.tablet.get("/").html)
    assert len(loaded) > 8
    for address in loaded:
        assert address.startswith(f"/static/{static_files().hash}/")
        assert evening.tablet.client.get(address).status_code == 200


# Pages


TAKES_GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def test_a_page_comes_in_gzip_to_who_takes_it(evening: Gathering) -> None:
    phone = evening.come("Ann").client
    plain, packed = phone.get("/"), phone.get("/", headers=TAKES_GZIP)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert gzip.decompress(packed.data) == plain.data
    assert {answer.headers["Vary"] for answer in (plain, packed)} == {"Accept-Encoding"}


def test_what_is_short_or_no_page_or_asked_for_something_is_not_packed(evening: Gathering) -> None:
    phone = evening.come("Ann").client
    for address in ("/healthz", "/history?q=Ann", "/nothing"):
        assert "Content-Encoding" not in phone.get(address, headers=TAKES_GZIP).headers, address
