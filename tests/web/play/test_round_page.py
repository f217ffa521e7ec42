"""DEATH Name on one tablet: all names and holders on one page, which is reported whole or not at all."""

import pytest
from werkzeug.test import TestResponse

from tests.support.forms import Form
from tests.support.gathering import Gathering
from tests.support.phone import Phone

NAMES = ("Ann", "Bo", "Cy", "Di")
WRITTEN = ("Xa", "Xb", "Xc", "Xd")


@pytest.fixture
def tablet(evening: Gathering) -> Phone:
    """The tablet of an evening of four without phones, who draft with hands; the first decree lies there."""
    evening.seat(*NAMES)
    begin(evening)
    return evening.tablet


def begin(evening: Gathering) -> None:
    evening.set_up("death-name", habit_drafting="hands")
    evening.tell({"move": "decree", "icons": [0, -1, 1, 0]})


def page(evening: Gathering, seat: int = 0) -> Form:
    """The page of a round, and its form."""
    evening.tablet.get(f"/table/{evening.live.header.code}/ask/{seat}/write")
    return next(form for form in evening.tablet.forms() if form.attributes.get("data-ask") == "round")


def filled(form: Form, names: tuple[str, ...] = WRITTEN, **holders: int) -> list[tuple[str, str]]:
    """What is sent: these names by their writers; who holds the card of `card_N`, if not who got it first."""
    texts = [
        (field.name, name) for field, name in zip((f for f in form.fields if f.kind == "text"), names, strict=True)
    ]
    ticked = {f.name: f.attributes["value"] for f in form.fields if "checked" in f.attributes}
    changed = {f"moves.{4 + int(card.removeprefix('card_'))}.seat": str(seat) for card, seat in holders.items()}
    return [*form.hidden, *texts, *(ticked | changed).items()]


def send(evening: Gathering, form: Form, given: list[tuple[str, str]]) -> TestResponse:
    return evening.tablet.post(form.action, _multi(given))


def _multi(given: list[tuple[str, str]]) -> dict[str, list[str]]:
    return {name: [value for other, value in given if other == name] for name, _ in given}


def test_the_drawers_lead_to_it_and_it_says_who_may_look(evening: Gathering, tablet: Phone) -> None:
    assert tablet.get("/").says(f"/table/{evening.live.header.code}/ask/0/write", "All names and holders on one page")
    page(evening)
    assert tablet.says("then everybody may look", "only who types")


def test_a_round_is_names_changes_and_a_tap(evening: Gathering, tablet: Phone) -> None:
    form = page(evening)
    assert send(evening, form, filled(form, card_0=0, card_3=1)).status_code == 303
    (now,) = evening.live.table.state.rounds
    assert (now.scored, now.names, now.holding) == (True, WRITTEN, (0, 3, 1, 2))
    assert evening.live.line == 9


def test_the_same_form_again_adds_nothing_and_another_with_its_key_is_refused(
    evening: Gathering, tablet: Phone
) -> None:
    form = page(evening)
    send(evening, form, filled(form))
    before = evening.live.line
    assert send(evening, form, filled(form)).status_code == 303
    assert evening.live.line == before
    assert send(evening, form, filled(form, ("Xa", "Xb", "Xc", "Xe"))).status_code == 422
    assert evening.live.line == before


@pytest.mark.parametrize(
    ("names", "holders"),
    [(WRITTEN, {"card_0": 2}), (("Xa", "Xb", "Xc", "x" * 81), {}), (("Xa", "Xb", "Xc", " "), {})],
    ids=["two cards in one hand", "a name too long", "a name of spaces"],
)
def test_what_does_not_fit_keeps_all_lines_away(
    evening: Gathering, tablet: Phone, names: tuple[str, ...], holders: dict[str, int]
) -> None:
    form = page(evening)
    assert send(evening, form, filled(form, names, **holders)).status_code in (400, 422)
    assert evening.live.line == 1
    stored = evening.services.store.reader().execute("select count(*) from lines").first()
    assert stored == (1,)


def test_what_was_told_already_is_not_asked_again(evening: Gathering, tablet: Phone) -> None:
    form = page(evening)
    evening.tell({"move": "write", "seat": 2, "name": "Xc"}, {"move": "hold", "seat": 0, "card": 2})
    assert send(evening, form, filled(form)).status_code in (409, 422), "late"
    assert evening.live.line == 3
    assert [field.name for field in page(evening).fields if field.kind == "text"] == [
        "moves.0.name",
        "moves.1.name",
        "moves.3.name",
    ]


def test_it_is_the_hosts_alone(evening: Gathering) -> None:
    phones = [evening.come(name) for name in NAMES]
    begin(evening)
    assert not evening.tablet.get("/").says("All names and holders"), "who has a phone writes there"
    form = page(evening)
    assert send(evening, form, [pair for pair in form.hidden if not pair[0].startswith("moves.")]).status_code == 400
    answer = phones[0].post(form.action, _multi(filled(form)))
    assert answer.status_code == 403
    code = evening.live.header.code
    assert phones[0].get(f"/table/{code}/ask/0/write").forms(**{"data-ask": "write"})
    assert evening.live.line == 1
