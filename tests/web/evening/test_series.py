"""One evening, many games (an evening among people, point 6): again, another game, what it adds up to, who begins."""

import re

import pytest

from companion.evening import series
from companion.evening.model import Evening
from companion.evening.tables import Tables
from companion.games import GAMES
from companion.storage.identifiers import HOME
from companion.storage.log import Header
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable, unfold
from companion.table.fold import open_table
from companion.table.moves import move as read_move
from companion.table.moves import options_for
from companion.table.result import result
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.evenings import EVENINGS
from tests.support.gathering import Gathering
from tests.support.phone import Phone
from tests.support.tonight import tonight

WISH = "death-wish"


def desk_of(evening: Gathering) -> Tables:
    tables: Tables = evening.services.tables
    return tables


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    """Four phones that have sat down."""
    return [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]


def begin(evening: Gathering, slug: str, **options: str) -> None:
    """The host starts a game with these options."""
    (form,) = (form for form in evening.tablet.get("/").forms(action="/tables") if ("game", slug) in form.hidden)
    evening.tablet.submit(form, [*form.hidden, *((f"option.{name}", value) for name, value in options.items())])


def finish_wish(evening: Gathering, winner: int) -> None:
    """A game of Death Wish of one skull, which goes to `winner`."""
    begin(evening, WISH, target="1", first=str(winner))
    contract = {"disease": "Boredom", "color": "red", "skulls": 1}
    evening.tell({"move": "contract", "seat": winner} | contract)


def by_name(evening: Gathering) -> dict[str, tuple[int, int]]:
    with evening.app.test_request_context():
        return {tally.person.name: (tally.wins, tally.games) for tally in series.tallies(desk_of(evening), evening.now)}


def test_the_same_seats_play_again_without_scanning(evening: Gathering, phones: list[Phone]) -> None:
    evening.start()
    ticket, first = evening.now.ticket, evening.now.table_code
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/rematch")
    assert evening.now.table_code != first
    assert evening.now.ticket == ticket
    assert evening.live.table.seats == ("Ann", "Bo", "Cy", "Di")
    assert [phone.get("/").says("DEATH Name") for phone in phones] == [True] * 4


def test_nothing_is_played_again_before_it_has_ended(evening: Gathering, phones: list[Phone]) -> None:
    evening.start()
    first = evening.now.table_code
    assert evening.tablet.post("/rematch").status_code == 409
    assert evening.now.table_code == first


def test_another_game_and_nobody_scans(evening: Gathering, phones: list[Phone]) -> None:
    evening.start()
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/put-away")
    begin(evening, WISH)
    assert all(phone.get("/").says(GAMES[WISH].TITLE) for phone in phones)


def test_whoever_came_late_is_in_from_the_next_game(evening: Gathering, phones: list[Phone]) -> None:
    evening.start()
    late = evening.come("Eve")
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/rematch")
    assert evening.live.table.seats == ("Ann", "Bo", "Cy", "Di", "Eve")
    assert not late.get("/").says("You watch.")


def test_the_evening_counts_who_won_how_often(evening: Gathering, phones: list[Phone]) -> None:
    assert by_name(evening) == {}
    for winner in (1, 2, 1):
        finish_wish(evening, winner)
        assert result(evening.live.table)["winners"] == [winner]
        evening.tablet.get("/").tap("/put-away")
    assert by_name(evening) == {"Bo": (2, 3), "Cy": (1, 3), "Ann": (0, 3), "Di": (0, 3)}
    assert evening.tablet.get("/").says("won 2 of 3", "won 1 of 3")
    assert phones[0].get("/").says("This evening")


def test_a_game_that_broke_off_counts_for_nobody(evening: Gathering, phones: list[Phone]) -> None:
    finish_wish(evening, 0)
    evening.tablet.get("/").tap("/put-away")
    evening.start()
    evening.tell({"move": "stop"})
    assert by_name(evening)["Ann"] == (1, 1)


def test_all_move_on_by_a_seat_or_are_shuffled(evening: Gathering, phones: list[Phone]) -> None:
    evening.tablet.get("/").tap("/order", "rotate")
    assert [guest.name for guest in evening.now.guests] == ["Bo", "Cy", "Di", "Ann"]
    evening.tablet.get("/").tap("/order", "shuffle")
    assert sorted(guest.name for guest in evening.now.guests) == ["Ann", "Bo", "Cy", "Di"]


def proposed(evening: Gathering, slug: str) -> dict[str, int]:
    with evening.app.test_request_context():
        return series.begins(desk_of(evening), evening.now, GAMES[slug])


def test_in_the_kingdom_the_next_dealer_sits_to_the_left(evening: Gathering, phones: list[Phone]) -> None:
    slug = "death-over-the-kingdom"
    begin(evening, slug, mode="last-standing", dealer="3", lives="1")
    while not evening.live.table.standing.over:
        living = [seat for seat in range(4) if evening.live.table.standing.totals[seat] > 0]
        evening.tell({"move": "losers", "seats": living[:1]})
    assert proposed(evening, slug) == {"dealer": 0}
    evening.tablet.get("/").tap("/rematch")
    assert evening.live.table.options.dealer == 0


def test_who_begins_follows_the_person_to_another_chair(evening: Gathering, phones: list[Phone]) -> None:
    test_in_the_kingdom_the_next_dealer_sits_to_the_left(evening, phones)
    ann = next(guest.id for guest in evening.now.guests if guest.name == "Ann")
    evening.tablet.post("/order", {"person": ann, "way": "on"})
    assert proposed(evening, "death-over-the-kingdom") == {"dealer": 1}


def test_somebody_is_moved_to_a_place_and_nobody_elses_order_changes(evening: Gathering, phones: list[Phone]) -> None:
    before = [guest.name for guest in evening.now.guests]
    for place, order in ((2, [1, 2, 0, 3]), (3, [1, 2, 3, 0]), (0, [0, 1, 2, 3])):
        data = {"person": evening.person(before[0]), "place": str(place)}
        evening.tablet.post("/order", data)
        assert [guest.name for guest in evening.now.guests] == [before[seat] for seat in order]


def test_the_box_of_tonights_last_game_is_taken_down(evening: Gathering, phones: list[Phone]) -> None:
    chosen = re.compile(r'id="box-([a-z-]+)" value="[a-z-]+" checked')
    assert chosen.findall(evening.tablet.get("/").html) == ["death-name"], "the first that so many may play"
    finish_wish(evening, 0)
    evening.tablet.get("/").tap("/put-away")
    assert chosen.findall(evening.tablet.get("/").html) == ["death-wish"]


def test_between_two_games_the_scoreboard_shows_the_evening_and_the_winners_card(
    evening: Gathering, phones: list[Phone]
) -> None:
    assert 'class="night"' not in evening.tablet.get("/").html, "before the first game there is nothing to show"
    finish_wish(evening, 2)
    evening.tablet.get("/").tap("/put-away")
    html = evening.tablet.get("/").html
    wins = re.search(r'<ol class="wins">(.*?)</ol>', html, re.S)
    assert wins is not None
    assert re.findall(r"<bdi>(\w+)</bdi>.*?(\d)</b>", wins[1])[0] == ("Cy", "1")
    assert html.count('<figure class="endcard') == 1, "the winner's, and nobody else's"
    assert "Death certificate of Cy" in html
    assert html.count('<li class="now">') == 2, "one thing worth remembering at a time, and one step of how to play"


def play(evening: Gathering, name: str) -> None:
    """The lines of a whole game that was recorded, at a table of those who sit."""
    told = EVENINGS[name].record
    services = evening.services
    game = GAMES[told["game"]]
    table = open_table(game, [guest.name for guest in evening.now.guests], options_for(game, told["options"]))
    live, _ = services.tables.open(HOME, table, evening.now.id, [guest.id for guest in evening.now.guests])
    for number, move in enumerate(told["moves"]):
        services.tables.report(live, read_move(game, move), f"recorded-{number:04}", None, "host")
    services.evenings.act(tonight(services), Evening.showing, live.header.code)


def test_the_gangs_points_run_on_and_its_winner_begins(evening: Gathering, phones: list[Phone]) -> None:
    slug = "gamushara-gang"
    assert proposed(evening, slug) == {}, "no game of it yet tonight"
    for games in (1, 2):
        play(evening, f"{slug}/four-with-names-of-their-own")
        ending = result(evening.live.table)
        assert ending["over"] and ending["winners"]
        with evening.app.test_request_context():
            running = {tally.person.name: tally.points[slug] for tally in series.tallies(desk_of(evening), evening.now)}
        assert running == {
            name: games * total for name, total in zip(["Ann", "Bo", "Cy", "Di"], ending["totals"], strict=True)
        }
        assert any(running.values())
        drawn = proposed(evening, slug)
        assert drawn["first"] in ending["winners"]
        assert drawn == proposed(evening, slug), "drawn once, not at every look"
    evening.tablet.get("/").tap("/rematch")
    assert evening.live.table.options.first == drawn["first"]
    assert evening.live.table.options.characters != type(evening.live.table.options)().characters, "as last time"


def test_a_game_that_went_on_another_day_counts_there(evening: Gathering, phones: list[Phone]) -> None:
    finish_wish(evening, 1)
    live, before = evening.live, evening.now
    services = evening.services
    services.evenings.close(tonight(services))
    day = Gathering(evening.app)
    services.writer.write(lambda db: db.execute("insert into resumed values (?, ?)", [live.header.id, day.now.id]))
    day.seat("Ann", "Bo", "Cy", "Di")
    assert by_name(day)["Bo"] == (1, 1)
    with evening.app.test_request_context():
        assert series.tallies(desk_of(evening), before) == []


def test_what_an_evening_adds_up_to_verifies_each_table_once_after_a_restart_and_keeps_the_last_alone(
    evening: Gathering, phones: list[Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    for winner in (1, 2):
        finish_wish(evening, winner)
        evening.tablet.get("/").tap("/put-away")
    for _ in range(2):
        play(evening, "gamushara-gang/four-with-names-of-their-own")
        evening.tablet.get("/").tap("/put-away")
    unfolded: list[str] = []

    def noted(store: Store, header: Header, until: int | None = None) -> LiveTable:
        unfolded.append(header.code)
        return unfold(store, header, until)

    monkeypatch.setattr("companion.evening.tables.unfold", noted)
    app = create_app(Services(evening.services.store))
    board = Phone(app).get(f"/j/{evening.now.ticket}")
    board.fill("/use", kind="board")
    assert board.says("won 1 of 4")
    assert len(set(unfolded)) == 4
    assert len(unfolded) == 4 + 1, "the last, for its winner's card"
    Phone(app).get(f"/host/{evening.now.host_ticket}").fill("/use", kind="board")
    assert len(unfolded) == 4 + 2, "of each kind the last, for who begins the next"
    board.get("/")
    assert len(unfolded) == 4 + 2
    app.extensions["services"].writer.close()
