"""The private notebook: its owner's alone, no part of the record, there again after a restart, also without scripts."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.storage.store import Store
from companion.storage.stored_table import record_of
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone

CAST = ("Ann", "Bo", "Cy")
HTMX = HERE | {"HX-Request": "true"}


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    """Three phones at a table of the gang."""
    come = [evening.come(name) for name in CAST]
    evening.start("gamushara-gang")
    return come


def notes(evening: Gathering) -> str:
    return f"/table/{evening.live.header.code}/notes"


def tap(evening: Gathering, phone: Phone, cell: str) -> int:
    return phone.post(notes(evening), {"cell": cell}).status_code


def cells(evening: Gathering, phone: Phone, page: str = "/") -> dict[str, str]:
    """What a phone shows in its cells: CHARACTER.SEAT, and the mark that a tap would write there next."""
    (grid,) = phone.get(page).forms(action=notes(evening))
    return dict(value.rsplit(".", 1) for _, value in grid.buttons)


def test_a_cell_goes_from_mark_to_mark_on_the_phone_and_on_a_page_of_its_own(
    evening: Gathering, phones: list[Phone]
) -> None:
    bo = phones[1]
    assert cells(evening, bo) == {f"{character}.{seat}": "no" for character in range(14) for seat in (0, 2)}
    for mark, following in (("no", "maybe"), ("maybe", ""), ("", "no")):
        assert tap(evening, bo, f"3.2.{mark}") == 303
        assert cells(evening, bo)["3.2"] == cells(evening, bo, notes(evening))["3.2"] == following
        assert set(cells(evening, bo).values()) == {"no", following}


def test_with_scripts_only_the_grid_comes_back(evening: Gathering, phones: list[Phone]) -> None:
    answer = phones[1].client.post(notes(evening), data={"cell": "3.0.no"}, headers=HTMX)
    assert "3.0.maybe" in answer.text
    assert "<header" not in answer.text


def test_nobody_else_sees_it_and_no_record_tells_of_it(evening: Gathering, phones: list[Phone]) -> None:
    others = [evening.tablet, phones[0], phones[2]]
    paths = ("/", f"/table/{evening.live.header.code}/sheet", "/history/")

    def seen() -> list[object]:
        pages = [device.get(path).html for device in others for path in paths]
        pages += [phone.get(notes(evening)).html for phone in others[1:]]
        return [*pages, record_of(evening.live), evening.live.line]

    before = seen()
    assert tap(evening, phones[1], "5.0.no") == 303
    assert seen() == before
    assert cells(evening, phones[1])["5.0"] == "maybe"


@pytest.mark.sqlite
def test_no_copy_that_the_host_takes_home_holds_it(evening: Gathering, phones: list[Phone], tmp_path: Path) -> None:
    assert tap(evening, phones[1], "5.0.no") == 303
    evening.tell({"move": "execute", "character": "6"}, {"move": "out", "seat": 0, "spy": "true"})
    assert evening.live.table.standing.over
    taken = tmp_path / "copy.db"
    with evening.tablet.client.get("/history/copy.db") as answer:
        taken.write_bytes(answer.data)
    with closing(sqlite3.connect(taken)) as copy:
        assert copy.execute("select count(*) from lines").fetchone() != (0,)
        assert copy.execute("select * from notes").fetchall() == []


def test_a_phone_that_two_share_has_a_notebook_for_each_and_none_while_covered(evening: Gathering) -> None:
    shared = evening.come("Ann")
    shared.get("/choose").fill("/sit", name="Bo")
    evening.come("Cy")
    evening.start("gamushara-gang")
    assert tap(evening, shared, "3.2.no") == 403, "covered until held"
    shared.get("/").tap("/front", person=evening.person("Ann"), open="1")
    assert tap(evening, shared, "3.2.no") == 303
    assert cells(evening, shared)["3.2"] == "maybe"
    shared.get("/").tap("/front", person=evening.person("Bo"))
    assert shared.get("/").forms(action=notes(evening)) == []
    shared.tap("/front", person=evening.person("Bo"), open="1")
    assert cells(evening, shared)["3.2"] == "no"


def test_it_is_there_again_after_a_restart(evening: Gathering, store: Store) -> None:
    phone, *_ = [evening.come(name) for name in CAST]
    evening.start("gamushara-gang")
    assert tap(evening, phone, "13.1.maybe") == 303
    cookie = phone.client.get_cookie(f"table_{evening.app.extensions['services'].instance}")
    assert cookie is not None
    again = Phone(create_app(Services(store)))
    again.client.set_cookie(cookie.key, cookie.value)
    assert cells(evening, again)["13.1"] == ""


@pytest.mark.parametrize("cell", ["", "3", "14.1.no", "-1.1.no", "3.3.no", "3.1.yes", "3.1.no.no", "x.1.no", "３.1.no"])
def test_what_is_no_cell_is_refused_and_notes_nothing(
    evening: Gathering, phones: list[Phone], store: Store, cell: str
) -> None:
    assert tap(evening, phones[0], cell) == 400
    assert list(store.reader().execute("select * from notes")) == []


def test_only_who_plays_on_a_phone_has_one(app: Flask, evening: Gathering, phones: list[Phone]) -> None:
    assert tap(evening, evening.tablet, "3.1.no") == 403
    assert tap(evening, evening.come(), "3.1.no") == 403
    assert tap(evening, Phone(app), "3.1.no") == 401


def test_only_where_there_are_characters_to_suspect(evening: Gathering) -> None:
    phone, _ = evening.come("Ann"), evening.come("Bo")
    evening.start("final-deathweek")
    assert tap(evening, phone, "3.1.no") == 404
