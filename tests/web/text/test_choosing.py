"""A device chooses its language, and large letters, on any page, and keeps them; others have their own."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone


def lang(phone: Phone, path: str = "/", accepted: str = "") -> str:
    html = phone.client.get(path, headers={"Accept-Language": accepted}).text
    return html.partition('<html lang="')[2].partition('"')[0]


def chosen(client: FlaskClient, name: str, page: str) -> TestResponse:
    """What is answered to a choice that is made on a page with this address."""
    return client.post("/language", data={"language": name}, headers=HERE | {"Referer": page})


def test_a_language_is_chosen_on_a_page_and_kept_for_all_of_them(app: Flask) -> None:
    phone, other = Phone(app).get("/rules/"), Phone(app)
    (form,) = phone.forms(action="/language")
    assert form.buttons == [("language", "en"), ("language", "es"), ("language", "ja")]
    phone.tap("/language", "ja")
    assert [lang(phone, path) for path in ("/", "/rules/", "/nowhere")] == ["ja", "ja", "ja"]
    assert lang(phone, accepted="es-MX, en") == "ja"
    assert lang(other, accepted="es-MX, en") == "es-MX"


def test_english_is_chosen_with_the_dates_of_the_region_that_the_device_names(app: Flask) -> None:
    phone = Phone(app).get("/")
    phone.tap("/language", "en")
    assert lang(phone, accepted="ja-JP, en-GB;q=0.5") == "en-GB"


@pytest.mark.parametrize("name", ["", "xx", "en-GB", "../en"])
def test_what_is_no_language_of_ours_changes_nothing(app: Flask, name: str) -> None:
    phone = Phone(app).get("/")
    answer = chosen(phone.client, name, "")
    assert (answer.status_code, lang(phone, accepted="es")) == (400, "es")


@pytest.mark.parametrize("planted", ["xx", '"ja"', "ja_JP", "%6a%61"])
def test_a_cookie_that_names_no_language_is_none(app: Flask, planted: str) -> None:
    answer = app.test_client(use_cookies=False).get(
        "/", headers={"Cookie": f"language={planted}", "Accept-Language": "es"}
    )
    assert '<html lang="es"' in answer.text


@pytest.mark.parametrize(
    ("page", "back"),
    [
        ("http://localhost/rules/death-name?q=kanji", "/rules/death-name?q=kanji"),
        ("http://localhost/language", "/"),
        ("http://localhost/table/7/move", "/"),  # a form was sent to it: it cannot be fetched
        ("http://localhost//elsewhere/", "/"),
        ("http://elsewhere/rules/", "/rules/"),
        ("//[", "/"),
        ("", "/"),
    ],
)
def test_one_goes_back_to_the_page_and_to_no_other_site(app: Flask, page: str, back: str) -> None:
    assert chosen(app.test_client(), "es", page).headers["Location"] == back


def test_a_game_has_the_title_of_the_box_in_the_language_and_the_other_one_beside_it(app: Flask) -> None:
    titles = "Perhaps doing, are you spy?", "がむしゃらギャング団"
    for accepted, (title, other), tag in (("en", titles, "ja"), ("es", titles, "ja"), ("ja", titles[::-1], "en")):
        html = app.test_client().get("/rules/gamushara-gang", headers={"Accept-Language": accepted}).text
        assert f'<h1 class="voice">{title}</h1>\n<p class="hint" lang="{tag}"><bdi>{other}</bdi></p>' in html
    html = app.test_client().get("/rules/death-wish", headers={"Accept-Language": "ja"}).text
    assert '<h1 class="voice">Death Wish</h1>\n<p class="hint" lang' not in html


@pytest.mark.parametrize("name", ["en", "ja"])
def test_names_are_ordered_in_the_language_of_the_host_unless_another_is_set(app: Flask, name: str) -> None:
    evening = Gathering(app)
    for guest in ("Ann", "Bo", "Cy", "Di"):
        evening.come(guest)
    assert f'<option value="{name}" selected>' in evening.tablet.speak(name).get("/").html


# Letters


LARGE = 'class="large-letters"'


def test_large_letters_are_chosen_on_a_page_and_kept_for_all_of_them(app: Flask) -> None:
    phone, other = Phone(app).get("/rules/"), Phone(app)
    phone.tap("/letters", "large")
    assert [LARGE in phone.get(path).html for path in ("/", "/rules/", "/language")] == [True, True, True]
    assert LARGE not in other.get("/rules/").html
    phone.get("/language").tap("/letters", "usual")
    assert LARGE not in phone.get("/rules/").html


@pytest.mark.parametrize("size", ["", "huge", "Large"])
def test_what_is_no_size_changes_nothing(app: Flask, size: str) -> None:
    phone = Phone(app)
    assert phone.post("/letters", {"letters": size}).status_code == 400
    assert LARGE not in phone.get("/rules/").html


def test_one_goes_back_to_the_page(app: Flask) -> None:
    page = HERE | {"Referer": "http://localhost/rules/death-name"}
    answer = app.test_client().post("/letters", data={"letters": "large"}, headers=page)
    assert answer.headers["Location"] == "/rules/death-name"


def test_a_screen_that_is_kept_is_another_one_in_large_letters(evening: Gathering) -> None:
    phone = evening.come("Ann")
    kept = phone.client.get("/").headers["ETag"]
    phone.get("/").tap("/letters", "large")
    answer = phone.client.get("/", headers={"If-None-Match": kept})
    assert answer.status_code == 200
    assert LARGE in answer.text
