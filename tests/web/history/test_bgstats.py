"""Plays for BG Stats."""

import json
import re
from uuid import UUID

from companion.games import GAMES
from companion.storage import log
from companion.table.record import read
from companion.table.result import is_closed
from tests.evenings import EVENINGS
from tests.reference import (
    death_wish_records,
)
from tests.support.past_games import all_games, bring, get, handed_over, linked, record

STRINGS = ("sourceName", "sourcePlayId", "playDate", "location", "board", "comments")


def test_a_short_address_leads_to_the_link_that_makes_a_play(app, guest, store, games):
    stranger = app.test_client()  # the phone that has BG Stats need not have come in
    for game in all_games(store, over=True):
        page = get(stranger, handed_over(guest, store, game.id))
        told, address = linked(page, "https")
        assert linked(page, "bgstats")[0] == told
        assert re.fullmatch(r"[A-Za-z0-9_.~%:/?=-]+", address)
        assert all(isinstance(told[name], str) for name in STRINGS)
        assert (told["sourcePlayId"], type(told["durationMin"])) == (game.id, int)
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", told["playDate"])
        of = told["game"]
        assert {type(of["highestWins"]), type(of["noPoints"])} == {bool}
        assert type(of.get("bggId", 1)) is int
        for seat, player in zip(game.seats, told["players"], strict=True):
            assert {type(player[name]) for name in ("startPlayer", "winner")} == {bool}
            assert (player["name"], player["score"], player["rank"]) == (seat.name, seat.total, seat.place or 0)
            assert player["winner"] == seat.won
            assert player["role"] == "" or game.game == "gamushara-gang"
            assert isinstance(player["sourcePlayerId"], str)
        assert sum(player["startPlayer"] for player in told["players"]) == (game.game != "death-name")
        if game.aim == "fewest":
            assert not of["highestWins"]
        if game.outcome == "lost":
            assert told["comments"] == "All have lost together."


def test_the_end_of_the_game_is_told_in_utc(app, guest, store):
    played = (record(death_wish_records, seed) for seed in range(50))
    whole = next(one for one in played if read(one).table.standing.over and not read(one).table.stopped)
    lines = next(end for end in range(1, 60) if is_closed(read(whole | {"moves": whole["moves"][:end]}).table))
    at = "2026-05-05T23:{:02d}:00+02:00"
    moves = [move | {"at": at.format(line % 60), "reporter": "Ann"} for line, move in enumerate(whole["moves"])]
    (id,) = bring(store, whole | {"moves": moves, "opened_at": "2026-05-05T22:30:00+02:00"})
    told, _ = linked(get(app.test_client(), handed_over(guest, store, id)), "https")
    assert told["playDate"].startswith("2026-05-05 21:")
    assert told["durationMin"] == lines - 1 > 10, "from the first line to that with which it was over"


def test_a_short_address_cannot_be_guessed_and_opens_one_game_only(app, guest, store, games):
    stranger = app.test_client()
    short = handed_over(guest, store, all_games(store, over=True)[0].id)
    other = handed_over(guest, store, all_games(store, over=True)[1].id)
    get(stranger, short[:-1] + ("a" if short[-1] != "a" else "b"), 404)
    get(stranger, short[:8] + other[8:], 404)
    page = get(stranger, short)
    assert "/history/" not in page


def assert_plays(store, plain, found):
    """What an importer relies on in a file of plays."""
    assert plain["about"].startswith("This is a Play file that can be read by Board Game Stats.")
    ids = {name: {of["id"]: of for of in plain[name]} for name in ("players", "games", "locations")}
    for of in (*plain["players"], *plain["games"], *plain["locations"], *plain["plays"]):
        assert of["uuid"] == str(UUID(of["uuid"])).upper()
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", of["modificationDate"])
    assert [UUID(play["uuid"]).hex for play in plain["plays"]] == [game.id for game in found]
    for play, game in zip(plain["plays"], found, strict=True):
        assert ids["games"][play["gameRefId"]]["name"] == GAMES[game.game].TITLE
        assert play["locationRefId"] in ids["locations"]
        assert play["playDateYmd"] == int(play["playDate"][:10].replace("-", ""))
        assert (type(play["rounds"]), play["playImages"]) == (int, "[]")
        for score, seat in zip(play["playerScores"], game.seats, strict=True):
            assert ids["players"][score["playerRefId"]]["name"] == seat.name
            assert (score["score"], score["winner"], score["rank"]) == (str(seat.total), seat.won, seat.place or 0)
        sealed = json.loads(log.last_seal(store.reader(), game.table_id)[2])
        assert play["rounds"] == sealed["round"]
        assert [score["seatOrder"] for score in play["playerScores"]] == list(range(1, len(game.seats) + 1))


def test_a_file_of_plays_can_be_read_back(guest, store, games):
    found = all_games(store, over=True)
    assert_plays(store, json.loads(get(guest, "/history/plays.bgsplay")), found)
    one = json.loads(get(guest, f"/history/{found[0].id}/play.bgsplay"))
    assert_plays(store, one, found[:1])
    again = json.loads(get(guest, f"/history/{found[0].id}/play.bgsplay"))
    assert again == one, "the same ids for ever"
    whole = json.loads(get(guest, "/history/plays.bgsplay"))
    assert one["plays"][0]["uuid"] == whole["plays"][0]["uuid"]
    assert {of["uuid"] for of in one["players"]} <= {of["uuid"] for of in whole["players"]}


def test_a_play_says_where_it_was_and_who_was_new_to_the_game(app, guest, store, games):
    app.extensions["services"].name = "The Tuesday club"
    plain = json.loads(get(guest, "/history/plays.bgsplay"))
    assert [location["name"] for location in plain["locations"]] == ["The Tuesday club"]
    found, told = all_games(store, over=True), {play["uuid"]: play for play in plain["plays"]}
    for game in found:
        before = [
            other
            for other in all_games(store)
            if other.over and other.game == game.game and other.opened_at < game.opened_at
        ]
        met = {seat.person for other in before for seat in other.seats}
        scores = told[str(UUID(game.id)).upper()]["playerScores"]
        new = [seat.person is not None and seat.person not in met for seat in game.seats]
        assert [score["newPlayer"] for score in scores] == new
    link, _ = linked(get(app.test_client(), handed_over(guest, store, found[0].id)), "https")
    assert link["location"] == "The Tuesday club"


def test_the_file_comes_by_the_short_address_too(app, guest, store, games):
    game = all_games(store, over=True)[0]
    short = handed_over(guest, store, game.id)
    assert_plays(store, json.loads(get(app.test_client(), f"{short}/play.bgsplay")), [game])


def test_a_play_of_the_gang_names_the_roles_that_were_executed_and_no_other(app, guest, store):
    (id,) = bring(store, EVENINGS["gamushara-gang/four-with-names-of-their-own"].record)
    executed = ["Boris, Maria", "Mei, Saburo", "Carlos", ""]  # the last one lives: nobody was shown a role
    plain = json.loads(get(guest, f"/history/{id}/play.bgsplay"))
    assert [score["role"] for score in plain["plays"][0]["playerScores"]] == executed
    link, _ = linked(get(app.test_client(), handed_over(guest, store, id)), "https")
    assert [player["role"] for player in link["players"]] == executed


def test_a_play_says_in_words_how_the_table_was_set(guest, store):
    (id,) = bring(store, EVENINGS["final-deathweek/two-of-whom-one-lives"].record)
    plain = json.loads(get(guest, f"/history/{id}/play.bgsplay"))
    settings = plain["plays"][0]["board"].split("／")
    assert settings[:2] == ["Death counters that kill: 6", "Break takes away: 2"]
    assert settings[2:4] == ["On the last day: one survivor is enough", "Points: as a team"]
    assert settings[4:] == ["The chain that scores: the one that still runs"]
