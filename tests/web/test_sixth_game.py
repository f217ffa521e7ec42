"""A sixth game: one line in the register, and it works on all screens, for programs and in the history."""

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from flask import Flask

from companion.games import GAMES
from companion.table.model import Table
from companion.table.questions import asks
from companion.table.result import result
from tests.sixth.coffin_race import GAME as coffin_race
from tests.sixth.coffin_race.moves import STONES
from tests.support.api import ApiTable, Call, filled
from tests.support.evening_worlds import World, two
from tests.support.forms import Form
from tests.support.gathering import Gathering
from tests.support.phone import Phone

CAST = ("Ann", "Bartholomew Longname", "シーザー・ロングネーム・ジャパン", "Di")
LONGEST = 200


@pytest.fixture(autouse=True)
def coffins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The one line."""
    monkeypatch.setitem(GAMES, coffin_race.SLUG, coffin_race)
    yield


class CoffinRaceTable(Gathering):
    """Coffin Race at a table: the phones of the seats that have one, and the host's tablet."""

    def __init__(self, app: Flask, phones: int, guests: int = 0, **options: str) -> None:
        super().__init__(app)
        self.phones = [self.come(name) for name in CAST[:phones]]
        self.seat(*CAST[phones : phones + guests])
        self.set_up("coffin-race", **{f"option_{name}": value for name, value in options.items()})

    @property
    def table(self) -> Table:
        return self.live.table

    def offered(self, device: Phone) -> list[Form]:
        """What a device offers to report: the forms of its seat, or of all seats at the host's."""
        device.get("/")
        found = [form for form in device.forms() if form.ask]
        if device is not self.tablet:
            assert {form.seat for form in found} <= {None, self.phones.index(device)}
        return found

    def play(self, rng: random.Random, *devices: Phone) -> None:
        """Submit whatever these devices offer until the game is over."""
        for _ in range(LONGEST):
            if self.table.standing.over:
                return
            must = [
                ask.move for seat in range(len(self.table.seats)) for ask in asks(self.table, seat) if not ask.optional
            ]
            offers = [(device, form) for device in devices for form in self.offered(device)]
            assert {form.ask for _, form in offers} >= set(must), "what has to be reported is offered"
            lines = self.live.line
            device, form = rng.choice(offers)
            device.submit(form, form.filled(rng))
            assert self.live.line == lines + 1
        raise AssertionError("the game does not end")


def test_a_game_that_can_be_played_takes_few_lines() -> None:
    files = [*(Path(__file__).parent.parent / "sixth" / "coffin_race").glob("*.py")]
    assert len(files) == 6
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) < 400


@pytest.mark.parametrize(("phones", "guests"), [(2, 0), (4, 0), (0, 2), (0, 4), (2, 2)])
def test_it_is_played_with_and_without_phones_and_again(app: Flask, phones: int, guests: int) -> None:
    race = CoffinRaceTable(app, phones, guests, rounds="3", ground="gravel", midnight="true")
    assert race.table.options == coffin_race.Options(rounds=3, ground="gravel", midnight=True)
    race.play(random.Random(phones), *([race.tablet] if guests else []), *race.phones)
    assert result(race.table)["outcome"] == "won"
    race.tablet.get("/").fill("/put-away")
    race.set_up("coffin-race")
    assert race.live.line == 0


def test_it_offers_what_its_rules_offer_in_words_that_can_be_read(app: Flask) -> None:
    race = CoffinRaceTable(app, phones=3)
    (route,) = race.offered(race.phones[0])
    assert [(of.name, of.options) for of in route.fields] == [("stones", ["-1", "0", "1"])] * 3
    race.phones[0].submit(route, [*route.hidden, ("stones", "0"), ("stones", "1"), ("stones", "-1")])
    for seat, phone in enumerate(race.phones):
        (bet,) = race.offered(phone)
        assert bet.buttons == [("on", "0"), ("on", "1"), ("on", "2")]
        phone.submit(bet, [*bet.hidden, ("on", "1")])
        (*_,) = race.phones
        assert race.table.state.newest.bets[seat] == 1
    for by, phone in zip("321", race.phones, strict=True):
        (advance,) = race.offered(phone)
        phone.submit(advance, [*advance.hidden, ("by", by)])
    last, tied = race.offered(race.phones[2])
    assert {of.name: of.kind for of in last.fields} == {"about": "select", "mourners": "number", "words": "text"}
    assert [of.attributes["value"] for of in tied.fields] == ["0", "1", "2"]


def test_whoever_looks_reads_what_the_last_round_brought_and_how_it_ended(app: Flask) -> None:
    race = CoffinRaceTable(app, phones=3, rounds="1")
    race.play(random.Random(9), *race.phones)
    (winner, *_), places = result(race.table)["winners"], result(race.table)["places"]
    for seat, phone in enumerate(race.phones):
        page = phone.get("/").html
        assert "The game is over." in page
        assert f"You: place {places[seat]} of 3." in page
        assert CAST[winner] in page


def test_the_scoreboard_shows_what_the_newest_round_that_scored_brought(app: Flask) -> None:
    race = CoffinRaceTable(app, phones=2, rounds="5")
    rng = random.Random(13)
    while not (race.table.state.newest and race.table.state.newest.number == 2):
        phone, form = rng.choice([(phone, form) for phone in race.phones for form in race.offered(phone)])
        phone.submit(form, form.filled(rng))
    entries = [entry for entry in coffin_race.ledger(race.table.state) if entry.round == 1]
    assert entries
    page = race.tablet.get("/").html
    assert all(f"{entry.by:+}".replace("-", "−") in page for entry in entries)
    assert page.count("Round 1") == 1


def test_its_options_are_asked_for_and_a_number_with_bounds_is_typed_as_one(evening: Gathering) -> None:
    evening.seat("Ann", "Bo")
    forms = evening.tablet.get("/").forms(action="/tables")
    start = next(form for form in forms if ("game", "coffin-race") in form.hidden)
    assert {of.name for of in start.fields} == {"option.rounds", "option.ground", "option.midnight"}
    rounds = start.named("option.rounds")
    assert [rounds.attributes.get(name) for name in ("type", "min", "max")] == ["number", "1", "5"]


def test_a_seat_is_called_by_its_name_wherever_it_is_offered(app: Flask) -> None:
    race = CoffinRaceTable(app, phones=2)
    (route,) = race.offered(race.phones[0])
    race.phones[0].submit(route, route.filled(random.Random(1)))
    page = race.phones[0].get("/").html
    offered = page.partition('data-ask="bet"')[2].partition("</form>")[0]
    assert all(name in offered for name in CAST[:2]), offered


def test_a_bet_is_secret_until_all_have_bet(tmp_path: Path, engine: None) -> None:
    """Two houses that differ only in what Ann bets on look the same to everybody else."""

    def tell(world: World, number: int) -> None:
        race = CoffinRaceTable(world.app, phones=2)
        (route,) = race.offered(race.phones[0])
        race.phones[0].submit(route, [*route.hidden, ("stones", "0"), ("stones", "0"), ("stones", "0")])
        (bet,) = race.offered(race.phones[0])
        race.phones[0].submit(bet, [*bet.hidden, ("on", str(number))])
        world.clients = {"Bo": race.phones[1].client, "tablet": race.tablet.client}
        world.code = race.live.header.code

    with two(tmp_path / "houses", tell) as (one, other):
        sheet = f"/table/{one.code}/sheet"
        for device, path in product(
            one.clients, ("/", sheet, f"{sheet}/2", "/history/", f"/history/{one.live.header.id}")
        ):
            assert one.ask(device, path) == other.ask(device, path), (device, path)


def test_its_sheet_tells_and_corrects_every_line(app: Flask) -> None:
    race = CoffinRaceTable(app, phones=4, rounds="1")
    race.play(random.Random(10), *race.phones)
    sheet = f"/table/{race.live.header.code}/sheet"
    for number in range(1, race.live.line + 1):
        line = race.tablet.get(f"{sheet}/{number}")
        replacing = next(form for form in line.forms() if ("how", "replace") in form.hidden)
        said = race.table.lines[number - 1].recorded
        assert said is not None
        assert ("move", said.move.__struct_config__.tag) in replacing.hidden
        line.submit(replacing, replacing.untouched())
        (sure,) = (form for form in line.forms() if ("sure", "yes") in form.buttons)
        before = result(race.table)
        line.submit(sure, [*sure.hidden, ("sure", "yes")])
        assert result(race.table) == before, f"line {number}, written again as it stands, changes nothing"
    line = race.tablet.get(f"{sheet}/1")
    replacing = next(form for form in line.forms() if ("how", "replace") in form.hidden)
    assert len([of for of in replacing.fields if of.name.startswith("stones")]) == STONES


def test_a_number_can_be_adjusted_by_hand(app: Flask) -> None:
    race = CoffinRaceTable(app, phones=2)
    sheet = f"/table/{race.live.header.code}/sheet"
    phone = race.phones[0].get(sheet)
    adjust = next(form for form in phone.forms() if "track" in {of.name for of in form.fields})
    assert adjust.named("track").options == list(coffin_race.TRACKS)
    given = {"seat": "0", "track": "hunch", "by": "-3", "why": "spilt the tea"}
    phone.submit(adjust, [*adjust.hidden, *given.items()])
    assert result(race.table)["totals"] == [-3, 0]


def test_it_is_in_the_history_with_its_ledger_and_its_lines(app: Flask) -> None:
    race = CoffinRaceTable(app, phones=2, guests=2, rounds="1")
    race.play(random.Random(11), race.tablet, *race.phones)
    listed = race.phones[0].get("/history/").html
    assert "Coffin Race" in listed
    assert f"/history/{race.live.header.id}" in listed
    told = race.phones[0].get(f"/history/{race.live.header.id}").html
    for name in CAST:
        assert name in told
    for said in ("stride", "Words"):
        assert said in told or said.lower() in told or said.capitalize() in told


def test_it_is_played_by_programs(call: Call) -> None:
    (told,) = (game for game in call("GET", "/api/games").json["games"] if game["game"] == "coffin-race")
    assert (told["seats"], told["tracks"]) == ({"min": 2, "max": 4}, ["steps", "hunch"])
    table, rng = ApiTable(call, 3, "coffin-race", rounds=2), random.Random(12)
    for _ in range(LONGEST):
        looks = [table.look(key) for key in table.seats]
        if looks[0]["result"]["over"]:
            break
        seat = rng.choice(looks[0]["waiting"])
        move = filled(rng, looks[seat]["asks"][0], lambda _: "He ran")
        assert table.report(table.seats[seat], move).status == 201, move
    assert looks[0]["result"]["outcome"] == "won"
    assert table.get(table.host, "/record").json["game"] == "coffin-race"
