"""A device chooses large letters on any page, and keeps them; others write as usual."""

import pytest
from flask import Flask

from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone

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
    assert phone.client.post("/letters", data={"letters": size}, headers=HERE).status_code == 400
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
