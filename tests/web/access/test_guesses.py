"""Nobody learns by guessing: not from a late tap, not from another's key, not from a look at a correction."""

import json
from random import Random

import pytest

from companion.web.screens.taps import key_for
from tests.support.forms import Form
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone
from tests.web.test_two_worlds import EVENINGS, flat, report

SECRET = "TNT5kq8zWd"


@pytest.fixture
def phones(evening: Gathering) -> dict[str, Phone]:
    return {name: evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")}


def drafted(evening: Gathering) -> None:
    """A round of DEATH Name in which all have written, and nobody has declared."""
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    evening.tell(*({"move": "write", "seat": seat, "name": f"{SECRET}{seat}"} for seat in range(4)))


@pytest.mark.parametrize("name", EVENINGS)
def test_a_look_at_what_was_forgotten_holds_nothing_that_stands_there(
    evening: Gathering, phones: dict[str, Phone], name: str
) -> None:
    game, seen, secret, _ = EVENINGS[name]
    evening.start(game)
    report(evening, phones | {"Cy": evening.tablet}, *seen, secret)
    track = evening.live.table.tracks[0]
    form = {
        "line": evening.live.line,
        "how": "before",
        "move": "adjust",
        "seat": 0,
        "track": track,
        "by": 1,
        "why": "x",
    }
    answer = evening.tablet.post(f"/table/{evening.now.table_code}/correct", form)
    assert answer.status_code == 200
    fields = [line for line in answer.text.splitlines() if "pending" in line]
    assert fields
    assert not any(str(value) in line for line in fields for value in flat(secret).values() if len(str(value)) > 2)


def test_what_was_forgotten_before_a_secret_line_is_put_in_and_the_secret_stays(
    evening: Gathering, phones: dict[str, Phone]
) -> None:
    drafted(evening)
    line, path = evening.live.line, f"/table/{evening.now.table_code}/correct"
    evening.tablet.get(f"/table/{evening.now.table_code}/sheet/{line}")
    for form in evening.tablet.forms(action=path):
        if ("how", "before") in form.hidden and ("move", "adjust") in form.hidden:
            given = {"seat": "0", "track": "points", "by": "2", "why": "sang"}
            evening.tablet.submit(form, [*(pair for pair in form.hidden if pair[0] not in given), *given.items()])
            break
    evening.tablet.tap(path, "yes")
    assert [type(written.move).__name__ for written in evening.live.table.sheet[line - 1]] == ["Adjust", "Write"]
    assert phones["Di"].get(f"/table/{evening.now.table_code}/sheet/{line}").says(f"{SECRET}3")


def put_in(evening: Gathering, line: int) -> int:
    """The host puts what was forgotten before a line, always with the same key; the status of the answer."""
    given = {"move": "adjust", "seat": 0, "track": "points", "by": 1, "why": "x"}
    form = {"pending": json.dumps([[line, "before", given]]), "sure": "yes", "key": "the-very-same-tap"}
    path = f"/table/{evening.now.table_code}/correct"
    return evening.tablet.post(path, form).status_code


def test_what_was_put_in_before_a_line_by_two_taps_stands_there_once(
    evening: Gathering, phones: dict[str, Phone]
) -> None:
    drafted(evening)
    line = evening.live.line
    assert [put_in(evening, line), put_in(evening, line)] == [303, 303]
    assert [type(written.move).__name__ for written in evening.live.table.sheet[line - 1]] == ["Adjust", "Write"]


@pytest.mark.parametrize("name", [f"{SECRET}3", "another"])
def test_a_tap_that_is_sent_again_does_not_tell_whether_a_name_was_changed(
    evening: Gathering, phones: dict[str, Phone], name: str
) -> None:
    drafted(evening)
    line, path = evening.live.line, f"/table/{evening.now.table_code}/correct"
    put_in(evening, line)
    for phone, pending in (
        (evening.tablet, [[line + 1, "strike", None]]),
        (phones["Di"], [[line, "replace", {"move": "write", "seat": 3, "name": name}]]),
    ):
        form = {"pending": json.dumps(pending), "sure": "yes", "key": f"a-tap-of-{evening.live.line:04}"}
        assert phone.post(path, form).status_code == 303
    assert put_in(evening, line) == 303
    assert evening.live.line == line + 3


def form_of(phone: Phone, move: str) -> Form:
    """The form by which a phone answers what is asked by this move now."""
    return next(form for form in phone.get("/").forms() if form.ask == move)


def tap(evening: Gathering, phone: Phone, form: Form) -> str:
    """Send a form, filled in somehow; the key of the newest line then."""
    phone.submit(form, form.filled(Random(0)))
    return evening.live.rows[-1].key


def test_no_key_is_on_a_page_or_that_of_another_device_or_question(
    evening: Gathering, phones: dict[str, Phone]
) -> None:
    evening.start()
    keys = [tap(evening, evening.tablet, form_of(evening.tablet, "decree"))]
    for move in ("write", "declare"):
        keys += [tap(evening, phone, form_of(phone, move)) for phone in phones.values()]
    assert len({*keys}) == len(keys) == evening.live.line == 9
    assert all(len(key) == 32 and not key.startswith("tap") for key in keys)
    pages = [phone.get("/").unfolded for phone in (*phones.values(), evening.tablet)]
    assert not any('name="key"' in page or key in page for page in pages for key in keys)


def test_the_same_question_has_another_key_on_another_device_and_at_another_table() -> None:
    keys = {key_for("?", device, code, "ask", 0, "decree", "") for device in (1, 2) for code in ("AAAAA", "BBBBB")}
    assert len(keys) == 4


def test_the_key_of_a_question_stays_as_long_as_the_question(evening: Gathering, phones: dict[str, Phone]) -> None:
    drafted(evening)
    assert evening.report(phones["Ann"], move="declare", seat=0, choice="keep").status_code == 303
    before = form_of(phones["Bo"], "declare")
    assert evening.report(phones["Cy"], move="declare", seat=2, choice="keep").status_code == 303
    after = form_of(phones["Bo"], "declare")
    assert tap(evening, phones["Bo"], before) == tap(evening, phones["Bo"], after)
    assert evening.live.line == 8


def test_a_form_that_says_neither_its_question_nor_a_key_is_no_tap(
    evening: Gathering, phones: dict[str, Phone]
) -> None:
    drafted(evening)
    mine = {"move": "declare", "seat": "1", "choice": "keep"}
    path = f"/table/{evening.now.table_code}/move"
    assert phones["Bo"].post(path, mine).status_code == 400
    assert evening.live.line == 5


def test_a_key_answers_nobody_but_who_used_it(evening: Gathering, phones: dict[str, Phone]) -> None:
    drafted(evening)
    form = form_of(phones["Bo"], "declare")
    mine = dict([*form.hidden, ("choice", "keep")])
    path, scripts = f"/table/{evening.now.table_code}/move", HERE | {"HX-Request": "true"}
    assert phones["Bo"].client.post(path, data=mine, headers=scripts).status_code == 200
    assert phones["Bo"].client.post(path, data=mine, headers=scripts).status_code == 200, "a tap that was sent again"
    told = evening.tablet.client.post(path, data=mine, headers=scripts)
    assert "Bo has reported it already" in told.text, "the same form has another key there"
    mine |= {"key": evening.live.rows[-1].key}
    assert phones["Bo"].client.post(path, data=mine, headers=scripts).status_code == 200, "by a page that holds keys"
    assert evening.tablet.client.post(path, data=mine, headers=scripts).status_code == 422
    other = mine | {"seat": "0"}
    assert phones["Ann"].client.post(path, data=other, headers=scripts).status_code == 422
    assert evening.live.line == 6


def test_a_tap_that_is_sent_again_may_find_the_phone_in_other_hands(evening: Gathering) -> None:
    for name in ("Ann", "Bo", "Cy"):
        shared = evening.come(name)
    shared.get("/choose").fill("/sit", name="Di")
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    shared.post("/front", {"person": evening.person("Cy"), "open": "1"})
    mine = {"move": "write", "seat": "2", "name": SECRET, "seen": evening.live.line, "key": "the-very-same-tap"}
    path, scripts = f"/table/{evening.now.table_code}/move", HERE | {"HX-Request": "true"}
    assert shared.client.post(path, data=mine, headers=scripts).status_code == 200
    assert shared.client.post(path, data=mine, headers=scripts).status_code == 200
    assert evening.live.line == 2


def test_a_host_who_plays_corrects_another_as_the_host(evening: Gathering, phones: dict[str, Phone]) -> None:
    """The one rule for who reports: a seat for itself, the host for everybody."""
    evening.tablet.post(f"/devices/{evening.device('Ann')}", {"how": "share"})
    evening.start()
    evening.round("Bob", "Chris", "Dora", "Ethan")
    phones["Ann"].get(f"/table/{evening.now.table_code}/sheet/3").tap(
        f"/table/{evening.now.table_code}/correct", how="strike"
    )
    while not phones["Ann"].says('<h1 class="voice">What would change</h1>'):
        phones["Ann"].tap(f"/table/{evening.now.table_code}/correct", how="strike")
    phones["Ann"].tap(f"/table/{evening.now.table_code}/correct", "yes")
    assert evening.live.rows[-1].reporter == "host"


@pytest.mark.parametrize("seen", ["-1", "-99"])
def test_nobody_has_seen_a_line_before_the_first(evening: Gathering, phones: dict[str, Phone], seen: str) -> None:
    drafted(evening)
    evening.tell({"move": "adjust", "seat": 0, "track": "points", "by": 1, "why": "sang"})
    tap = {"move": "declare", "seat": "1", "choice": "keep", "seen": seen, "key": "a-tap-from-before"}
    path = f"/table/{evening.now.table_code}"
    assert phones["Bo"].post(f"{path}/move", tap).status_code == 400
    sure = {"pending": '[[1,"strike",null]]', "sure": "yes", "seen": seen, "key": "a-tap-from-before"}
    assert evening.tablet.post(f"{path}/correct", sure).status_code == 400
    assert evening.live.line == 6
