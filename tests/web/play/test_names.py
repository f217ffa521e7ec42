"""The names of the gang: told from any phone while it is laid out, and of a number alone when it is first tapped."""

from typing import Any

import gevent
import pytest
from werkzeug.test import TestResponse

from companion.evening.tables import Tables
from companion.games.gamushara_gang.moves import Execute
from companion.games.moves import Refused
from companion.group import decks, notebook
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone

GANG = "gamushara-gang"
NUMBERS = tuple(str(number) for number in range(1, 15))
ANN, BO = 0, 1
FIRST = {"move": "execute", "character": "7"}


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    """Three phones at a gang without names."""
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy")]
    evening.start(GANG)
    return phones


def page(evening: Gathering) -> str:
    return f"/table/{evening.now.table_code}/names"


def with_names(seen: tuple[str, ...] = NUMBERS, **named: str) -> tuple[str, ...]:
    """The names of a form in which some places, `n7`, were filled in."""
    return tuple(named.get(f"n{number}", there) for number, there in zip(NUMBERS, seen, strict=True))


def tell(evening: Gathering, phone: Phone, seen: tuple[str, ...] = NUMBERS, /, **named: str) -> TestResponse:
    data = {"seen": list(seen), "name": list(with_names(seen, **named))}
    return phone.post(page(evening), data)


def recorded(evening: Gathering) -> tuple[str, ...]:
    names: tuple[str, ...] = evening.live.table.options.characters
    return names


def known(evening: Gathering) -> set[str]:
    """The names of the group's decks."""
    db = evening.services.store.reader()
    return {card["name"] for card in decks.cards(db, evening.now.group, GANG, "characters")}


def offered(evening: Gathering) -> tuple[str, ...]:
    """The names with which the next game's form begins."""
    form = next(form for form in evening.tablet.get("/").forms(action="/tables") if ("game", GANG) in form.hidden)
    names = [value for name, value in form.untouched() if name == "option.characters"]
    return tuple(name or number for name, number in zip(names, NUMBERS, strict=True))


# --- while it is laid out --------------------------------------------------------------------------------------------


def test_every_phone_leads_to_the_names_until_the_first_line(evening: Gathering, phones: list[Phone]) -> None:
    link = f'<a class="button" href="{page(evening)}">'
    assert all(link in phone.get("/").html for phone in phones)
    evening.tell(FIRST)
    assert not any(link in phone.get("/").html for phone in phones)


def test_what_a_guest_fills_in_is_the_record_at_the_same_address(evening: Gathering, phones: list[Phone]) -> None:
    code, opened_at = evening.now.table_code, evening.live.header.opened_at
    phones[BO].post(f"/table/{code}/laid-out", {"item": "2"})
    assert tell(evening, phones[BO], n1="Risa", n7="  Lee ").status_code == 303
    assert recorded(evening) == with_names(n1="Risa", n7="Lee")
    assert (evening.now.table_code, evening.live.header.opened_at) == (code, opened_at)
    assert evening.live.header.people == [int(evening.person(name)) for name in ("Ann", "Bo", "Cy")]
    for screen in (evening.tablet, *phones):
        assert screen.get("/").says("Risa", "Lee", 'aria-pressed="true"'), "and what lies there lies there"
    assert evening.report(phones[BO], move="nominate", seat=BO, character="Lee").status_code == 303


def test_the_form_of_the_page_is_what_is_sent(evening: Gathering, phones: list[Phone]) -> None:
    (form,) = phones[ANN].get(page(evening)).forms(action=page(evening))
    fields = [(name, value) for name, value in form.untouched()]
    place = [place for place, (name, _) in enumerate(fields) if name == "name"][3]
    phones[ANN].submit(form, [*fields[:place], ("name", "Lee"), *fields[place + 1 :]])
    assert recorded(evening) == with_names(n4="Lee")


def test_the_deck_and_the_next_game_remember_them(evening: Gathering, phones: list[Phone]) -> None:
    tell(evening, phones[ANN], n1="Risa", n7="Lee")
    evening.tablet.get("/").tap("/put-away")
    assert known(evening) == {"Risa", "Lee"}
    assert offered(evening) == with_names(n1="Risa", n7="Lee")


def test_an_evening_without_a_tablet(evening: Gathering) -> None:
    """The host is a phone."""
    assert evening.tablet.post("/sit", {"name": "Ann"}).status_code == 303
    guests = [evening.come(name) for name in ("Bo", "Cy")]
    evening.start(GANG)
    assert not any(screen.kind == "board" for screen in evening.now.screens)
    assert tell(evening, guests[0], n2="Shinji").status_code == 303
    assert all(phone.get("/").says("Shinji") for phone in (evening.tablet, *guests))


def test_two_phones_fill_in_one_list(evening: Gathering, phones: list[Phone]) -> None:
    assert tell(evening, phones[ANN], n1="Risa").status_code == 303
    assert tell(evening, phones[BO], n2="Shinji").status_code == 303, "though it had seen only numbers"
    assert recorded(evening) == with_names(n1="Risa", n2="Shinji")


def test_many_taps_at_once_lose_no_name(evening: Gathering, phones: list[Phone]) -> None:
    """Each phone sends places of its own, a place a form, while the others do."""

    def send(seat: int) -> list[int]:
        return [
            tell(evening, phones[seat], **{f"n{place}": f"Name {place}"}).status_code
            for place in range(seat + 1, 13, 3)
        ]

    sending = [gevent.spawn(send, seat) for seat in range(len(phones))]
    gevent.joinall(sending, raise_error=True)
    assert [sent.value for sent in sending] == [[303] * 4] * 3
    assert recorded(evening) == (*(f"Name {place}" for place in range(1, 13)), "13", "14")


def test_two_phones_that_say_otherwise_are_asked_and_nothing_is_lost(evening: Gathering, phones: list[Phone]) -> None:
    tell(evening, phones[ANN], n1="Risa")
    answer = tell(evening, phones[BO], n1="Mei", n2="Shinji")
    assert answer.status_code == 409
    assert recorded(evening) == with_names(n1="Risa")
    for words in ('value="Mei"', 'value="Shinji"', "Another device says Risa.", "Nothing was kept yet"):
        assert words in answer.text
    assert tell(evening, phones[BO], with_names(n1="Risa"), n1="Mei", n2="Shinji").status_code == 303
    assert recorded(evening) == with_names(n1="Mei", n2="Shinji"), "who was told, decides"


def test_who_is_asked_sends_the_same_page_again_and_takes_nothing_from_others(
    evening: Gathering, phones: list[Phone]
) -> None:
    tell(evening, phones[ANN], n1="Risa", n3="Lee", n5="Saburo")
    phones[BO].html = tell(evening, phones[BO], n1="Mei", n2="Shinji").text
    (form,) = phones[BO].forms(action=page(evening))
    phones[BO].submit(form, form.untouched())
    assert recorded(evening) == with_names(n1="Mei", n2="Shinji", n3="Lee", n5="Saburo")


def test_two_places_of_one_name_are_refused_with_what_was_typed(evening: Gathering, phones: list[Phone]) -> None:
    tell(evening, phones[ANN], n1="Risa")
    for twice in ("Risa", "9"):
        answer = tell(evening, phones[BO], n2=twice, n3="Lee")
        assert answer.status_code == 422
        assert "Two of them have the same name." in answer.text
        assert 'value="Lee"' in answer.text
    assert recorded(evening) == with_names(n1="Risa")


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"seen": [*NUMBERS], "name": [*NUMBERS[1:]]},
        {"seen": [*NUMBERS], "name": ["x" * 81, *NUMBERS[1:]]},
        {"seen": [*NUMBERS], "name": ["a\u202eb", *NUMBERS[1:]]},
    ],
)
def test_what_is_no_list_of_names_is_refused(evening: Gathering, phones: list[Phone], data: dict[str, Any]) -> None:
    assert phones[ANN].post(page(evening), data).status_code == 400
    assert recorded(evening) == NUMBERS


def test_what_was_noted_stays_noted(evening: Gathering, phones: list[Phone]) -> None:
    services, device = evening.services, evening.device("Bo")
    services.writer.write(lambda db: notebook.note(db, device, evening.live.header.id, BO, 6, ANN, "no"))
    tell(evening, phones[ANN], n7="Lee")
    assert notebook.notes(services.store.reader(), device, evening.live.header.id, BO) == {(6, ANN): "no"}


def test_a_tap_on_what_has_another_name_by_now_is_no_line(evening: Gathering, phones: list[Phone]) -> None:
    """Somebody holds the table of before in hand, and reports to it."""
    before, tables = evening.live, evening.services.tables
    tell(evening, phones[ANN], n7="Lee")
    assert evening.report(phones[BO], move="nominate", seat=BO, character="7").status_code == 422
    with pytest.raises(Refused, match="stale"):
        tables.lay_anew(before, before.table)
    assert (evening.live.line, recorded(evening)) == (0, with_names(n7="Lee"))


def test_a_line_that_was_under_way_is_written_to_the_table_that_lies_there(
    evening: Gathering, phones: list[Phone]
) -> None:
    before, tables = evening.live, evening.services.tables
    tell(evening, phones[ANN], n7="Lee")
    tables.report(before, Execute("3"), "key-0001", 0, "host")
    assert evening.live.line == 1
    tables.read_anew(evening.now.table_code)  # and its chain of hashes is whole
    assert recorded(evening) == with_names(n7="Lee")


def test_where_nothing_has_a_name_there_is_no_such_page(evening: Gathering) -> None:
    phone, *_ = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    evening.start("death-name")
    assert phone.client.get(page(evening)).status_code == 404
    assert tell(evening, phone).status_code == 404


# --- after the first line --------------------------------------------------------------------------------------------


def test_the_first_tap_on_a_number_asks_for_its_name_and_no_other(evening: Gathering, phones: list[Phone]) -> None:
    asks = "What is 7 called?"
    tell(evening, phones[ANN], n1="Risa")
    quiet = {**HERE, "HX-Request": "true"}

    def tap(seat: int, **move: object) -> str:
        data = {"seen": evening.live.line, "seat": seat, **move}
        return phones[seat].client.post(f"/table/{evening.now.table_code}/move", data=data, headers=quiet).text

    assert asks in tap(BO, move="nominate", character="7")
    assert "called?" not in tap(2, move="nominate", character="1")
    assert "called?" not in tap(ANN, move="execute", character="7")


def test_a_number_is_named_after_the_first_line_beside_the_record(evening: Gathering, phones: list[Phone]) -> None:
    evening.tell(FIRST)
    before = evening.live.header
    assert phones[BO].get(f"/table/{evening.now.table_code}/cards").says("What is 7 called?")
    assert tell(evening, phones[BO], n7="Lee").status_code == 303
    assert recorded(evening) == NUMBERS
    assert evening.live.header == before
    assert all(screen.get("/").says("7\u00a0Lee") for screen in (evening.tablet, *phones))
    assert not phones[BO].get(f"/table/{evening.now.table_code}/cards").says("What is 7 called?")
    assert known(evening) == {"Lee"}
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/put-away")
    assert offered(evening) == with_names(n7="Lee")
    evening.start(GANG)
    assert evening.live.header.id != before.id
    assert not evening.tablet.get("/").says("7\u00a0Lee"), "of another table nothing was taught"


def test_a_name_of_the_record_is_changed_no_more(evening: Gathering, phones: list[Phone]) -> None:
    tell(evening, phones[ANN], n1="Risa")
    evening.tell(FIRST)
    answer = tell(evening, phones[BO], with_names(n1="Risa"), n1="Mei", n2="Shinji")
    assert answer.status_code == 409
    for words in ("You had typed Mei.", 'value="Shinji"', "keeps it."):
        assert words in answer.text
    assert recorded(evening) == with_names(n1="Risa")
    assert known(evening) == {"Risa"}


def test_a_table_with_a_line_is_not_laid_anew(evening: Gathering, phones: list[Phone]) -> None:
    evening.tell(FIRST)
    before = evening.live.header
    with pytest.raises(Refused, match="stale"):
        evening.services.tables.lay_anew(evening.live, evening.live.table)
    assert (evening.live.header, evening.live.line) == (before, 1)


def test_two_phones_that_teach_a_number_at_once(evening: Gathering, phones: list[Phone]) -> None:
    evening.tell(FIRST)
    assert tell(evening, phones[ANN], n7="Lee").status_code == 303
    assert tell(evening, phones[BO], n8="Mei").status_code == 303
    answer = tell(evening, phones[2], n7="Olga")
    assert answer.status_code == 409
    assert "Another device says Lee." in answer.text
    assert evening.tablet.get("/").says("7\u00a0Lee", "8\u00a0Mei")


def test_the_next_game_of_the_same_kind_has_what_was_taught(evening: Gathering, phones: list[Phone]) -> None:
    evening.tell(FIRST)
    tell(evening, phones[ANN], n7="Lee")
    evening.tell({"move": "out", "seat": BO, "spy": True})
    evening.tablet.get("/").tap("/rematch")
    assert recorded(evening) == with_names(n7="Lee")


def test_the_first_tap_counts_while_another_phone_tells_names(
    evening: Gathering, phones: list[Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names lay the table anew under the tap; what it answers with is read where its line stands."""
    report = Tables.report

    def named_meanwhile(tables: Tables, *given: Any, **named: Any) -> int:
        monkeypatch.setattr(Tables, "report", report)
        assert tell(evening, phones[1], ("",) * len(NUMBERS), n7="Vera").status_code == 303
        return report(tables, *given, **named)

    monkeypatch.setattr(Tables, "report", named_meanwhile)
    assert evening.report(evening.tablet, move="no-partner", seat=ANN).status_code == 303
    assert evening.live.line == 1
