"""The six colours of the cards of DEATH Name: told by whoever likes, shown where cards go back to their owners."""

import pytest

from companion.group import preferences
from companion.storage.identifiers import HOME
from tests.support.gathering import Gathering
from tests.support.phone import Phone

SLUG = "death-name"
NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    return [evening.come(name) for name in NAMES]


def start(evening: Gathering, **colours: str) -> None:
    """The host starts a game, and says the colour of these people's cards."""
    form = next(form for form in evening.tablet.get("/").forms(action="/tables") if ("game", SLUG) in form.hidden)
    stands = dict(form.untouched())
    given = {f"habit.cards.{name}": colour for name, colour in colours.items()}
    assert given.keys() <= stands.keys()
    evening.tablet.submit(form, [*(stands | given).items()])


def colour_of(evening: Gathering, name: str) -> object:
    store = evening.services.store
    return preferences.preferences(store.reader(), HOME, SLUG).get(f"cards.{name}")


def play_to_day_2(evening: Gathering) -> None:
    for _ in range(4):
        evening.round(*NAMES)


def test_colours_are_shown_where_the_cards_are_given_back(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, Ann="purple", Bo="gray")
    play_to_day_2(evening)
    shown = evening.tablet.get("/").html
    assert shown.count('class="set ') == 2
    assert 'class="set purple"' in shown and 'class="set gray"' in shown
    given_back = "take your own four cards back. "
    assert phones[0].get("/").says(given_back + '<small class="set purple">')
    assert phones[2].get("/").says(given_back) and not phones[2].says(given_back + "<small")


def test_colours_are_shown_where_somebody_says_whose_card_they_hold(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, Di="yellow")
    evening.tell({"move": "decree", "icons": [0, -1, 1, 0]}, {"move": "hold", "seat": 0, "card": 1})
    assert phones[2].get("/").says('class="set yellow"')


def test_a_colour_is_remembered_and_may_be_taken_back(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, Ann="purple")
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/put-away")
    start(evening, Bo="purple")
    assert (colour_of(evening, "Ann"), colour_of(evening, "Bo")) == ("purple", "purple"), "nobody is forced"
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/put-away")
    start(evening, Ann="")
    assert (colour_of(evening, "Ann"), colour_of(evening, "Bo")) == ("", "purple")


def test_a_record_tells_no_colours(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, Ann="purple")
    assert "purple" not in str(evening.live.table.options)


def test_what_is_none_of_the_six_is_not_shown(evening: Gathering, phones: list[Phone]) -> None:
    start(evening, Ann="<b>mauve</b>")
    play_to_day_2(evening)
    assert not evening.tablet.get("/").says("mauve")


def own(phone: Phone, evening: Gathering, **form: str) -> int:
    path = f"/table/{evening.live.header.code}/own"
    return int(phone.post(path, {"name": "cards"} | form).status_code)


def test_a_player_says_it_on_the_own_phone_and_takes_it_back(evening: Gathering, phones: list[Phone]) -> None:
    start(evening)
    path = f"/table/{evening.live.header.code}/own"
    phones[1].get("/").tap(path, "green")
    assert colour_of(evening, "Bo") == "green"
    play_to_day_2(evening)
    assert evening.tablet.get("/").says('class="set green"')
    (form,) = phones[1].get("/").forms(action=path)
    assert ("value", "green") not in form.buttons and ("value", "") in form.buttons
    phones[1].tap(path, "")
    assert colour_of(evening, "Bo") == ""
    assert not evening.tablet.get("/").says('class="set ')


def test_others_screens_hear_of_it(evening: Gathering, phones: list[Phone]) -> None:
    start(evening)
    before = evening.now.version
    assert own(phones[0], evening, value="red") == 303
    assert evening.now.version > before


def test_nobody_says_what_is_none_of_the_six_or_another_thing(evening: Gathering, phones: list[Phone]) -> None:
    start(evening)
    before = colour_of(evening, "Ann")
    assert own(phones[0], evening, value="mauve") == 400
    assert own(phones[0], evening, name="drafting", value="hands") == 400
    assert own(evening.come(), evening, value="red") == 403
    assert own(evening.tablet, evening, value="red") == 403
    assert colour_of(evening, "Ann") == before


def test_in_another_game_there_is_nothing_of_the_kind(evening: Gathering, phones: list[Phone]) -> None:
    evening.start("death-wish")
    assert own(phones[0], evening, value="red") == 400
    assert not phones[0].get("/").forms(action=f"/table/{evening.live.header.code}/own")
