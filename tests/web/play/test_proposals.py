"""No dead end on the sheet: what a device may not correct it proposes, and whoever may allows it with a tap."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.evening.model import Proposal
from companion.evening.proposals import MOST, propose
from companion.games.moves import Refused
from companion.storage.store import Store
from companion.table.model import Correct
from companion.table.result import result
from companion.web.access.services import Services
from companion.web.app import create_app
from companion.web.screens.proposals import digest
from tests.support.forms import Form
from tests.support.gathering import Gathering
from tests.support.phone import Phone

SECRET = "TNT7f3a9cQ"
STRIKE = '[[3,"strike",null]]'


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    """Four phones at a table of DEATH Name after a round: Bob, Chris, Dora, Ethan under 0 −1 +1 0."""
    came = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    for seat, name in enumerate(("Bob", "Chris", "Dora", "Ethan")):
        assert evening.report(came[seat], move="write", seat=seat, name=name).status_code == 303
    for seat, phone in enumerate(came):
        assert evening.report(phone, move="declare", seat=seat, choice="keep").status_code == 303
    return came


def propose_it(evening: Gathering, phone: Phone, line: int = 3, name: str = "Zed", seat: str = "1") -> None:
    """By the forms of the sheet: what somebody else wrote should have read otherwise."""
    code = evening.now.table_code
    phone.get(f"/table/{code}/sheet/{line}")
    form = next(one for one in phone.forms(action=f"/table/{code}/correct") if ("how", "replace") in one.hidden)
    given = {"move": "write", "seat": seat, "name": name}
    phone.submit(form, [*(pair for pair in form.hidden if pair[0] not in given), *given.items()])
    phone.tap(f"/table/{code}/propose")


def answer(evening: Gathering, phone: Phone, how: str) -> None:
    form = form_of(evening, phone)
    phone.submit(form, [*form.hidden, ("answer", how)])


def form_of(evening: Gathering, phone: Phone) -> Form:
    """The form by which a device answers the newest proposal."""
    (form,) = phone.get("/").forms(action=f"/table/{evening.now.table_code}/proposals/{evening.now.proposals[-1].id}")
    return form


def post(evening: Gathering, phone: Phone, proposal: Proposal, how: str, what: str = "") -> TestResponse:
    path = f"/table/{evening.now.table_code}/proposals/{proposal.id}"
    data = {"answer": how, "seen": proposal.line, "what": what or digest(proposal)}
    return phone.post(path, data)


def test_what_another_wrote_is_proposed_by_the_same_form_and_both_read_so(
    evening: Gathering, phones: list[Phone]
) -> None:
    line = phones[0].get(f"/table/{evening.now.table_code}/sheet/3")
    assert line.says("What others reported, you propose", "the host", "Bo")
    before = evening.live.line
    propose_it(evening, phones[0])
    assert evening.live.line == before, "it is no line"
    assert phones[0].get("/").says("You have proposed:", "Line 3", "Chris", "Zed", "the host, <bdi>Bo</bdi>")
    for phone in (phones[1], evening.tablet):
        assert phone.get("/").says("Ann proposes:", "Zed")
    assert not phones[2].get("/").says("propose")


@pytest.mark.parametrize(("who", "name"), [(1, "Bo"), (None, "host")])
def test_its_author_or_a_host_allows_it_with_one_tap(
    evening: Gathering, phones: list[Phone], who: int | None, name: str
) -> None:
    propose_it(evening, phones[0])
    answer(evening, evening.tablet if who is None else phones[who], "allow")
    assert result(evening.live.table)["totals"] == [1, 0, 0, -1]
    assert evening.live.rows[-1].reporter == name
    assert not evening.now.proposals
    assert phones[0].get("/").says("What you proposed is corrected", "allowed it")
    assert not phones[1].get("/").says("proposes:")


def test_it_is_withdrawn_by_its_device_and_declined_by_whom_it_concerns(
    evening: Gathering, phones: list[Phone]
) -> None:
    propose_it(evening, phones[0])
    answer(evening, phones[0], "withdraw")
    assert not evening.now.proposals
    assert not phones[1].get("/").says("proposes:")
    propose_it(evening, phones[0])
    answer(evening, phones[1], "decline")
    assert not evening.now.proposals
    assert phones[0].get("/").says("What you proposed is not corrected", "Bo leaves it as it is", ">Understood<")
    assert evening.live.line == 9


def test_a_device_has_one_at_a_time_and_a_late_tap_allows_no_other(evening: Gathering, phones: list[Phone]) -> None:
    propose_it(evening, phones[0])
    old = form_of(evening, phones[1])
    propose_it(evening, phones[0], name="Zoe")
    assert len(evening.now.proposals) == 1
    late = phones[1].post(old.action, dict([*old.hidden, ("answer", "allow")]))
    assert late.status_code == 409
    assert evening.live.line == 9


def test_two_taps_are_one_line(evening: Gathering, phones: list[Phone]) -> None:
    propose_it(evening, phones[0])
    form = form_of(evening, phones[1])
    data = dict([*form.hidden, ("answer", "allow")])
    for _ in range(2):
        assert phones[1].post(form.action, data).status_code == 303
    assert evening.live.line == 10


def test_nobody_else_answers_it(evening: Gathering, phones: list[Phone]) -> None:
    propose_it(evening, phones[0])
    (proposal,) = evening.now.proposals
    for phone, how in ((phones[2], "allow"), (phones[2], "decline"), (phones[1], "withdraw"), (phones[0], "allow")):
        assert post(evening, phone, proposal, how, "another").status_code == 409
        assert post(evening, phone, proposal, how).status_code == 403
    assert evening.now.proposals == (proposal,)
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    path = f"/table/{evening.now.table_code}/propose"
    assert watcher.post(path, {"pending": '[[3,"strike",null]]'}).status_code == 403


@pytest.mark.parametrize(
    "pending",
    [
        '[[11,"strike",null]]',
        '[[11,"replace",{"move":"write","seat":0,"name":"Zed"}]]',
        '[[11,"replace",{"move":"write","seat":1,"name":"Zed"}]]',
        '[[11,"before",{"move":"adjust","seat":1,"track":"points","by":1,"why":"a bet"}]]',
        '[[12,"before",{"move":"write","seat":1,"name":"Zed"}]]',
        '[[12,"replace",{"move":"write","seat":1,"name":"Zed"}]]',
    ],
)
@pytest.mark.parametrize("name", [SECRET, "Zed"])
def test_what_is_secret_is_neither_proposed_nor_touched(
    evening: Gathering, phones: list[Phone], pending: str, name: str
) -> None:
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    assert evening.report(phones[0], move="write", seat=0, name=name).status_code == 303
    evening.tell({"move": "adjust", "seat": 1, "track": "points", "by": 1, "why": "a bet"})
    path = f"/table/{evening.now.table_code}/propose"
    assert phones[2].post(path, {"pending": pending}).status_code == 409
    assert not evening.now.proposals


def test_a_line_that_hides_something_offers_others_nothing(evening: Gathering, phones: list[Phone]) -> None:
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    assert evening.report(phones[0], move="write", seat=0, name=SECRET).status_code == 303
    page = phones[1].get(f"/table/{evening.now.table_code}/sheet/11")
    assert page.says("holds what not everybody may know yet")
    assert not page.forms(action=f"/table/{evening.now.table_code}/correct")
    on_tablet = evening.tablet.get(f"/table/{evening.now.table_code}/sheet/11")
    hows = [dict(form.hidden)["how"] for form in on_tablet.forms(action=f"/table/{evening.now.table_code}/correct")]
    assert hows == ["strike", "before"], "which the host may, whatever is hidden"


def test_what_no_longer_fits_is_told_and_waits_on(evening: Gathering) -> None:
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy")]
    evening.start("death-wish")
    rash: dict[str, Any] = {"move": "contract", "seat": 0, "disease": "Rash", "color": "red", "skulls": 2}
    assert evening.report(phones[0], **rash).status_code == 303
    path = f"/table/{evening.now.table_code}/propose"
    for pending, status in (('[[1,"strike",null],[2,"strike",null]]', 422), ('[[1,"strike",null]]', 303)):
        assert phones[1].post(path, {"pending": pending}).status_code == status
    assert evening.report(phones[0], move="give", seat=0, to=1, disease="Rash").status_code == 303
    form = form_of(evening, phones[0])
    late = phones[0].post(form.action, dict([*form.hidden, ("answer", "allow")]))
    assert late.status_code == 422
    assert "Line 2" in late.text or "line 2" in late.text
    assert evening.live.line == 2
    assert evening.now.proposals


def test_what_was_public_and_is_secret_again_is_neither_shown_nor_allowed(
    evening: Gathering, phones: list[Phone]
) -> None:
    propose_it(evening, phones[0], name=SECRET)
    assert SECRET in evening.tablet.get("/").html
    struck = Correct(tuple((number, None) for number in range(1, 10)))
    evening.services.tables.report(evening.live, struck, "host-strikes", None, "host")
    for phone in (*phones, evening.tablet):
        assert SECRET not in phone.get("/").html
    form = form_of(evening, evening.tablet)
    late = evening.tablet.post(form.action, dict([*form.hidden, ("answer", "allow")]))
    assert late.status_code == 409


def test_so_many_wait_at_a_table_and_no_more(evening: Gathering, phones: list[Phone]) -> None:
    services, live = evening.services, evening.live
    added = "insert into devices (id, hash) select max(id) + 1, ? from devices returning id"
    for number in range(MOST + 1):
        device = services.writer.write(lambda db, number=number: db.execute(added, [f"{number}"]).first()[0])
        proposal = (live.header.id, device, 0, live.line, STRIKE)
        if number < MOST:
            services.evenings.act(evening.now, propose, *proposal)
            continue
        with pytest.raises(Refused, match="many-proposals"):
            services.evenings.act(evening.now, propose, *proposal)
    assert len(evening.now.proposals) == MOST


def test_it_is_stored_and_ends_with_its_evening(evening: Gathering, phones: list[Phone], store: Store) -> None:
    propose_it(evening, phones[0])
    again = create_app(Services(store))
    (kept,) = again.extensions["services"].evenings.by_id(evening.now.id).proposals
    assert (kept.seat, kept.changes) == (0, evening.now.proposals[0].changes)
    services = evening.services
    services.evenings.close(evening.now)
    assert store.reader().execute("select count(*) from proposals").first() == (0,)


def test_what_comes_while_the_evening_ends_or_its_device_is_sent_out_is_not_kept(
    evening: Gathering, phones: list[Phone], store: Store
) -> None:
    services, tonight, live = evening.services, evening.now, evening.live
    ann, bo = (evening.device(name) for name in ("Ann", "Bo"))
    evening.tablet.post(f"/devices/{evening.device('Ann')}", {"how": "remove"})
    with pytest.raises(Refused, match="stale"):
        services.evenings.act(tonight, propose, live.header.id, ann, 0, live.line, STRIKE)
    services.evenings.close(tonight)
    with pytest.raises(Refused, match="stale"):
        services.evenings.act(tonight, propose, live.header.id, bo, 0, live.line, STRIKE)
    assert store.reader().execute("select count(*) from proposals").first() == (0,)


def test_a_device_that_is_asked_to_leave_takes_its_proposal_along(evening: Gathering, phones: list[Phone]) -> None:
    propose_it(evening, phones[0])
    evening.tablet.post(f"/devices/{evening.device('Ann')}", {"how": "remove"})
    assert not evening.now.proposals


def test_a_turned_card_falls_away_with_the_card_that_had_turned_it(evening: Gathering) -> None:
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy")]
    evening.start("death-over-the-kingdom")
    for seat, character in enumerate(("king", "innkeeper", "thief")):
        assert evening.report(phones[seat], move="card", seat=seat, character=character).status_code == 303
    assert evening.report(phones[1], move="value", seat=1, value=11).status_code == 303
    code = evening.now.table_code
    phones[0].get(f"/table/{code}/sheet/1")
    form = next(one for one in phones[0].forms(action=f"/table/{code}/correct") if ("how", "replace") in one.hidden)
    phones[0].submit(form, [*form.hidden, ("seat", "0"), ("character", "death"), ("value", "")])
    assert phones[0].says("Falls away with it", "11", "Correct it")
    phones[0].tap(f"/table/{code}/correct", "yes")
    assert result(evening.live.table)["totals"] == [0, 0, 1]
    assert evening.live.rows[-1].reporter == "Ann"


def test_the_own_forgotten_line_is_put_before_anothers(evening: Gathering, phones: list[Phone]) -> None:
    code = evening.now.table_code
    phones[0].get(f"/table/{code}/sheet/3")
    forms = [one for one in phones[0].forms(action=f"/table/{code}/correct") if ("how", "before") in one.hidden]
    form = next(one for one in forms if ("move", "adjust") in one.hidden)
    given = {"seat": "0", "track": "points", "by": "2", "why": "sang"}
    phones[0].submit(form, [*(pair for pair in form.hidden if pair[0] not in given), *given.items()])
    phones[0].tap(f"/table/{code}/correct", "yes")
    assert result(evening.live.table)["totals"] == [2, 0, -1, 1]
