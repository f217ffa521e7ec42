"""The saved history in pages and files: what is found, what stays secret, and what others' programs read of it."""

import csv
import io
import json
import re
import sqlite3
from contextlib import closing
from urllib.parse import parse_qs, unquote, urlsplit
from uuid import UUID

import pytest

from companion.commands.transfer import _add_all, _id
from companion.games import GAMES
from companion.history import search
from companion.storage import log, projection
from companion.storage.integrity import condition
from companion.storage.store import Store
from companion.table.record import read
from tests.reference import (
    death_name_records,
    death_over_the_kingdom_records,
    death_wish_records,
    final_deathweek_records,
    gamushara_gang_records,
)

MAKERS = (
    death_name_records,
    final_deathweek_records,
    gamushara_gang_records,
    death_wish_records,
    death_over_the_kingdom_records,
)
HERE = {"Origin": "http://localhost"}
SECRET = "TNTr4Nd0mAlNuM16x"


def bring(store, *records):
    """Take records in; their ids."""
    played = [read(record) for record in records]
    store.do(lambda db: _add_all(db, {_id(record): record for record in played}))
    return [_id(record) for record in played]


def record(slug_maker, seed, **more):
    at = f"2026-{seed % 12 + 1:02d}-{seed % 28 + 1:02d}T{seed % 24:02d}:00:00.000Z"
    return slug_maker.games(seed) | {"opened_at": at} | more


@pytest.fixture
def games(store):
    """Eight games of each kind."""
    return bring(store, *(record(maker, seed) for maker in MAKERS for seed in range(8)))


def device(app, kind="phone", host=False):
    client = app.test_client()
    evening = app.extensions["services"].evenings.now()
    client.get(f"/host/{evening.host_ticket}" if host else f"/j/{evening.ticket}")
    client.post("/use", data={"kind": kind}, headers=HERE)
    return client


@pytest.fixture
def host(app):
    return device(app, "board", host=True)


@pytest.fixture
def guest(app, host):
    return device(app)


def get(client, path, status=200):
    answer = client.get(path)
    assert answer.status_code == status, (path, answer.status_code, answer.text[:500])
    return answer.text


def all_games(store, **game_filter):
    return search.games(store.reader(), search.GameFilter(**game_filter), most=None)


def paths(store, id):
    lines = search.line_count(store.reader(), id)
    return [f"/history/{id}", *(f"/history/{id}?line={line}" for line in {0, 1, lines // 2, lines, lines + 5})]


# Pages


def test_every_page_opens_for_a_guest(guest, store, games):
    for path in ("/history/", "/history/people", "/history/games", "/history/evenings/2026-01-01"):
        get(guest, path)
    for slug in GAMES:
        get(guest, f"/history/games/{slug}")
    for (id,) in store.reader().execute("select id from people"):
        get(guest, f"/history/people/{id}")
    for game in all_games(store):
        for path in paths(store, game.id):
            get(guest, path)


def test_every_page_opens_where_nothing_was_played(guest):
    paths = ["/history/", "/history/?names=ann", "/history/people", "/history/games", "/history/evenings/2026-01-01"]
    for path in [*paths, *(f"/history/games/{slug}" for slug in GAMES)]:
        get(guest, path)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        *(("/history/nothing", 404), ("/history/people/99", 404), ("/history/games/chess", 404)),
        *(("/history/?since=yesterday", 400), ("/history/?until=9999-12-31", 400), ("/history/?since=0001-01-01", 200)),
        *(("/history/evenings/soon", 400), ("/history/?game=chess", 200), ("/history/?after=~", 200)),
        *(("/history/people?skip=-5", 200), ("/history/people?skip=99999999999999999999", 200)),
        *(
            ("/history/people/99999999999999999999", 404),
            ("/history/?after=x~y&names=,,", 200),
            ("/x/ABCDE-aaaaaa", 404),
        ),
        *(("/history/records.jsonl?since=x", 400), ("/history/nothing/record.json", 404), ("/x/%00", 404)),
        *(("/history/?names=%25_'%22;--", 200), ("/history/evenings/0001-01-01", 200)),
    ],
)
def test_odd_addresses_are_answered(guest, games, path, status):
    get(guest, path, status)


def test_a_stranger_sees_nothing_of_it(app, host, store, games):
    stranger = app.test_client()
    for path in ("/history/", f"/history/{games[0]}", f"/history/{games[0]}/record.json", "/history/records.jsonl"):
        get(stranger, path, 401)


def test_the_list_is_paged_to_its_end(guest, store, games):
    seen, path = [], "/history/"
    while path:
        page = get(guest, path)
        seen += re.findall(r'href="/history/([0-9a-f]{32})"', page)
        more = re.search(r'href="(\?[^"]*after=[^"]*)"', page)
        path = "/history/" + more[1].replace("&amp;", "&") if more else ""
    assert seen == [game.id for game in all_games(store)]


def test_search_finds_games_by_names_game_and_dates(guest, store, games):
    page = get(guest, "/history/?names=Bo&game=death-wish&since=2026-02-01&until=2026-06-30")
    found = re.findall(r'href="/history/([0-9a-f]{32})"', page)
    expected = [
        game.id
        for game in all_games(store)
        if game.game == "death-wish"
        and any("bo" in seat.name.casefold() for seat in game.seats)
        and "2026-02-01" <= game.night.isoformat() <= "2026-06-30"
    ]
    assert found == expected != []


def test_names_are_shown_as_text(guest, store):
    names = ["<script>alert(1)</script>", '" onload="x', "{{ 7 * 7 }}", "&amp;"]
    four = next(seed for seed in range(50) if len(death_name_records.games(seed)["seats"]) == 4)
    (id,) = bring(store, record(death_name_records, four, seats=names))
    for path in ("/history/", f"/history/{id}", f"/history/{id}?line=9", "/history/people", "/history/people/1"):
        page = get(guest, path)
        assert "<script>alert" not in page
        assert 'onload="x' not in page
    assert "{{ 7 * 7 }}" in get(guest, f"/history/{id}")


# Line by line


def test_a_game_is_shown_line_by_line_with_links_before_and_after(guest, store, games):
    game = next(game for game in all_games(store, game="death-name") if game.over and not game.secrets)
    last = search.line_count(store.reader(), game.id)
    page = get(guest, f"/history/{game.id}?line=5")
    assert f'rel="prev" href="/history/{game.id}?line=4"' in page
    assert f'rel="next" href="/history/{game.id}?line=6"' in page
    assert f'type="range" name="line" min="0" max="{last}" value="5"' in page
    assert 'rel="prev"' not in get(guest, f"/history/{game.id}?line=0")
    assert 'rel="next"' not in get(guest, f"/history/{game.id}?line={last + 9}")


def test_phones_of_a_game_that_is_over_are_shown_as_they_were_but_lead_nowhere(guest, store, games):
    for game in all_games(store):
        if not (game.over and not game.secrets):
            continue
        last = search.line_count(store.reader(), game.id)
        for line in {0, last // 3, last}:
            for seat in range(len(game.seats)):
                page = get(guest, f"/history/{game.id}?line={line}&as={seat}")
                screen = page[page.index("<main") : page.index("</main>")]
                assert not re.search(r'(?:href|action|hx-post)="', screen), screen
        get(guest, f"/history/{game.id}?line=1&as={len(game.seats)}", 404)
        get(guest, f"/history/{game.id}?line=1&as=-1", 404)


def test_what_a_player_knew_is_shown_of_that_player_and_not_on_the_scoreboard(guest, store):
    moves = [{"move": "decree", "icons": [0] * 4}, {"move": "write", "seat": 2, "name": SECRET}]
    moves += [{"move": "write", "seat": seat, "name": f"n{seat}"} for seat in (0, 1, 3)]
    moves += [{"move": "hold", "seat": seat, "card": seat} for seat in range(4)]
    for number in range(2, 8):
        moves.append({"move": "decree", "icons": [0] * 4})
        for seat in range(4):
            if number < 5:
                moves += [{"move": "write", "seat": seat, "name": f"{number} {seat}"}]
            else:
                moves += [{"move": "choose", "seat": seat, "round": number - 4}]
        if number < 5:
            moves += [{"move": "hold", "seat": seat, "card": seat} for seat in range(4)]
    (id,) = bring(store, {"format": 1, "game": "death-name", "seats": ["Ann", "Bo", "Cy", "Di"], "moves": moves})
    assert SECRET in get(guest, f"/history/{id}?line=2&as=2")
    for other in ("", "&as=0", "&as=1"):
        assert SECRET not in get(guest, f"/history/{id}?line=2{other}")
    assert SECRET in get(guest, f"/history/{id}?line=9")


# Secrets


def test_a_game_that_is_not_over_keeps_its_secrets_on_every_page_and_in_every_file(guest, host, store):
    moves = [{"move": "decree", "icons": [0] * 4}, {"move": "write", "seat": 2, "name": SECRET}]
    bare = {"format": 1, "game": "death-name", "seats": ["Ann", "Bo", "Cy", "Di"], "options": {}}
    playing, stopped = bring(
        store, bare | {"moves": moves, "id": "a" * 32}, bare | {"moves": [*moves, {"move": "stop"}], "id": "b" * 32}
    )
    bring(store, *(record(death_wish_records, seed) for seed in range(4)))
    files = ("/history/records.jsonl", "/history/results.csv", "/history/ledgers.csv", "/history/plays.bgsplay")
    for client in (guest, host):
        for id in (playing, stopped):
            for line in range(5):
                assert SECRET not in get(client, f"/history/{id}?line={line}")
            for seat in range(4):
                get(client, f"/history/{id}?line=2&as={seat}", 404)
            assert SECRET not in get(client, f"/history/{id}")
            for name in ("record.json", "ledger.csv", "play.bgsplay"):
                get(client, f"/history/{id}/{name}", 409)
        for path in files:
            assert SECRET not in get(client, path)
    with host.get("/history/copy.db") as copy:
        assert SECRET.encode() not in copy.data


def test_a_secret_that_nobody_ever_told_keeps_a_finished_game_in_the_house(guest, store):
    contract = {"move": "contract", "disease": "Rot", "color": "red"}
    moves = [contract | {"seat": 0, "skulls": 1, "outbreak": True}]
    moves += [{"move": "outbreak", "seat": 0, "kept": True, "text": SECRET}, contract | {"seat": 1, "skulls": 9}]
    (id,) = bring(
        store,
        {"format": 1, "game": "death-wish", "seats": ["Ann", "Bo"], "options": {"target": 5}, "moves": moves},
    )
    assert search.game(store.reader(), id).over
    assert SECRET not in get(guest, f"/history/{id}")
    get(guest, f"/history/{id}?line=2&as=0", 404)
    get(guest, f"/history/{id}/record.json", 409)
    assert SECRET not in get(guest, "/history/records.jsonl")


# The way out


def test_records_come_out_as_they_would_by_the_command(guest, app, store, games):
    from companion.storage.stored_table import exported, unfold

    told = get(guest, "/history/records.jsonl").splitlines()
    expected = {}
    for header in log.headers(store.reader()):
        expected[header.id] = exported(unfold(store, header))
    out = [game.id for game in all_games(store, over=True)]
    assert told == [expected[id] for id in out]
    assert len(told) > 20
    for id in out[:10]:
        assert get(guest, f"/history/{id}/record.json") == expected[id] + "\n"


def test_records_go_into_another_house_and_come_out_the_same(guest, store, games, tmp_path):
    from companion.commands.transfer import bring as take_in

    told = get(guest, "/history/records.jsonl")
    (tmp_path / "all.jsonl").write_text(told, "utf-8")
    for _ in range(2):  # what is there already does not come in twice
        assert take_in(tmp_path / "other", [tmp_path / "all.jsonl"]) == 0
    with closing(Store(tmp_path / "other")) as other:
        found = all_games(other, over=True)
        from companion.history.export import records

        assert records(other, found) == told


def test_only_the_games_that_are_sought_go_out(guest, store, games):
    told = get(guest, "/history/records.jsonl?game=death-wish").splitlines()
    assert {json.loads(line)["game"] for line in told} == {"death-wish"}
    assert len(told) == len(all_games(store, game="death-wish", over=True))


def test_results_and_ledgers_are_read_by_a_spreadsheet(guest, store, games):
    rows = list(csv.DictReader(io.StringIO(get(guest, "/history/results.csv").removeprefix("\ufeff"))))
    found = all_games(store, over=True)
    assert [(row["id"], row["name"], int(row["total"]), int(row["place"]), row["won"] == "1") for row in rows] == [
        (game.id, seat.name, seat.total, seat.place, seat.won) for game in found for seat in game.seats
    ]
    entries = list(csv.DictReader(io.StringIO(get(guest, "/history/ledgers.csv").removeprefix("\ufeff"))))
    sealed = {game.id: json.loads(log.last_seal(store.reader(), game.id)[-1]) for game in found}
    assert [(row["id"], int(row["seat"]), int(row["by"]), row["because"]) for row in entries] == [
        (game.id, entry["seat"], entry["by"], entry["because"]) for game in found for entry in sealed[game.id]["ledger"]
    ]
    one = list(csv.DictReader(io.StringIO(get(guest, f"/history/{found[0].id}/ledger.csv").removeprefix("\ufeff"))))
    assert len(one) == len(sealed[found[0].id]["ledger"])


FORMULAS = (
    "=1+1",
    "+49",
    "-1",
    "@SUM(A1)",
    '=HYPERLINK("http://x")',
    "=cmd|' /C calc'!A0",
    "  =2",
    "a,b",
    'a"b',
    "x;y",
)


def test_no_name_becomes_a_formula_and_numbers_stay_numbers(guest, store):
    whole = next(
        record(death_over_the_kingdom_records, seed)
        for seed in range(200)
        if len(death_over_the_kingdom_records.games(seed)["seats"]) >= 10
        and read(death_over_the_kingdom_records.games(seed)).table.standing.over
        and not read(death_over_the_kingdom_records.games(seed)).table.stopped
    )
    names = [*FORMULAS, *(f"x{n}" for n in range(16))][: len(whole["seats"])]
    bring(store, whole | {"seats": names})
    rows = list(csv.reader(io.StringIO(get(guest, "/history/results.csv").removeprefix("\ufeff"))))[1:]
    for row, name in zip(rows, names, strict=True):
        for cell in row:
            assert not cell.startswith(("=", "+", "@", "\t", "\r"))
            assert not cell.startswith("-") or cell[1:].isdigit()
        assert row[6] == (f"'{name.strip()}" if name.strip()[0] in "=+-@" else name)


# BG Stats

STRINGS = ("sourceName", "sourcePlayId", "playDate", "location", "board", "comments")


def handed_over(client, store, id):
    page = get(client, f"/history/{id}")
    short = re.search(r'href="(http://[^"]*/x/[^"]+)"', page)[1]
    return urlsplit(short).path


def linked(page, scheme):
    (address,) = re.findall(rf'href="({scheme}://app\.bgstatsapp\.com/createPlay\.html\?data=[^"]+)"', page)
    return json.loads(parse_qs(urlsplit(address).query, strict_parsing=True)["data"][0]), address


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
            assert (player["name"], player["score"], player["rank"]) == (seat.name, seat.total, seat.place)
            assert (player["winner"], player["role"]) == (seat.won, "")
            assert isinstance(player["sourcePlayerId"], str)
        assert sum(player["startPlayer"] for player in told["players"]) == (game.game != "death-name")
        if game.aim == "fewest":
            assert not of["highestWins"]


def test_the_end_of_the_game_is_told_in_utc(app, guest, store):
    played = (record(death_wish_records, seed) for seed in range(50))
    whole = next(one for one in played if read(one).table.standing.over and not read(one).table.stopped)
    at = "2026-05-05T23:{:02d}:00+02:00"
    moves = [move | {"at": at.format(line % 60), "reporter": "Ann"} for line, move in enumerate(whole["moves"])]
    (id,) = bring(store, whole | {"moves": moves, "opened_at": "2026-05-05T22:30:00+02:00"})
    told, _ = linked(get(app.test_client(), handed_over(guest, store, id)), "https")
    assert told["playDate"].startswith("2026-05-05 21:")
    assert 30 <= told["durationMin"] < 90


def test_a_short_address_cannot_be_guessed_and_opens_one_game_only(app, guest, store, games):
    stranger = app.test_client()
    short = handed_over(guest, store, all_games(store, over=True)[0].id)
    other = handed_over(guest, store, all_games(store, over=True)[1].id)
    get(stranger, short[:-1] + ("a" if short[-1] != "a" else "b"), 404)
    get(stranger, short[:8] + other[8:], 404)
    page = get(stranger, short)
    assert "/history/" not in page


def assert_plays(plain, found):
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
            assert (score["score"], score["winner"], score["rank"]) == (str(seat.total), seat.won, seat.place)
        assert [score["seatOrder"] for score in play["playerScores"]] == list(range(1, len(game.seats) + 1))


def test_a_file_of_plays_can_be_read_back(guest, store, games):
    found = all_games(store, over=True)
    assert_plays(json.loads(get(guest, "/history/plays.bgsplay")), found)
    one = json.loads(get(guest, f"/history/{found[0].id}/play.bgsplay"))
    assert_plays(one, found[:1])
    again = json.loads(get(guest, f"/history/{found[0].id}/play.bgsplay"))
    assert again == one, "the same ids for ever"
    whole = json.loads(get(guest, "/history/plays.bgsplay"))
    assert one["plays"][0]["uuid"] == whole["plays"][0]["uuid"]
    assert {of["uuid"] for of in one["players"]} <= {of["uuid"] for of in whole["players"]}


def test_the_file_comes_by_the_short_address_too(app, guest, store, games):
    game = all_games(store, over=True)[0]
    short = handed_over(guest, store, game.id)
    assert_plays(json.loads(get(app.test_client(), f"{short}/play.bgsplay")), [game])


# Hiding, and the copy


def test_a_hidden_game_is_gone_from_all_pages_but_the_hosts_and_comes_back(host, guest, store, games):
    game = all_games(store, over=True)[0]
    before = get(guest, f"/history/games/{game.game}")
    assert guest.post(f"/history/{game.id}/hide", data={"hidden": "1"}, headers=HERE).status_code == 403
    assert host.post(f"/history/{game.id}/hide", data={"hidden": "1"}, headers=HERE).status_code == 303
    assert game.id not in get(guest, "/history/")
    assert game.id not in get(guest, "/history/records.jsonl")
    get(guest, f"/history/{game.id}", 404)
    get(guest, f"/history/{game.id}/record.json", 404)
    get(guest, "/history/?hidden=1", 403)
    assert game.id in get(host, "/history/?hidden=1")
    assert get(guest, f"/history/games/{game.game}") != before
    get(host, f"/history/{game.id}")
    host.post(f"/history/{game.id}/hide", data={"hidden": ""}, headers=HERE)
    assert get(guest, f"/history/games/{game.game}") == before


def test_the_host_takes_a_copy_home_that_opens_and_is_in_order(host, guest, store, games, tmp_path):
    from companion.commands.check import check

    get(guest, "/history/copy.db", 403)
    (tmp_path / "home").mkdir()
    with host.get("/history/copy.db") as answer:
        (tmp_path / "home" / condition.FILE).write_bytes(answer.data)
    with closing(sqlite3.connect(tmp_path / "home" / condition.FILE)) as db:
        kept = {row[0] for row in db.execute("select id from tables")}
    assert kept == {game.id for game in all_games(store, over=True)}
    assert check(tmp_path / "home") == 0
    assert not [path for path in store.path.parent.iterdir() if path.is_dir()], "nothing is left behind"


def test_nothing_in_the_hosts_copy_lets_anybody_in(app, store, games, tmp_path):
    from companion.web.app import create_app
    from tests.support.gathering import Gathering

    night = Gathering(app)
    bo = night.come("Bo")
    night.come().tap("/sit", person=night.person("Bo"))
    keys = [bo.client._cookies[name].value for name in bo.client._cookies]
    hashes = [hash for (hash,) in store.reader().execute("select hash from devices")]
    secrets = [value for (value,) in store.reader().execute("select value from secrets")]
    assert app.test_client().post("/api/tables", json={"game": "death-wish", "seats": ["Ann", "Bo"]}).status_code == 201
    hashes += [hash for (hash,) in store.reader().execute("select hash from keys")]
    (tmp_path / "home").mkdir()
    with night.tablet.client.get("/history/copy.db") as answer:
        written = answer.data
    for secret in (night.now.ticket, night.now.host_ticket, night.now.code, *keys, *hashes, *secrets):
        assert secret.encode() not in written
    (tmp_path / "home" / condition.FILE).write_bytes(written)
    with closing(Store(tmp_path / "home")) as restored:
        anew = create_app(restored).extensions["services"]
        assert anew.evenings.now().guests == ()
        assert [person.name for person in anew.evenings.absent()][:1] == ["Bo"]
        assert restored.reader().execute("pragma foreign_key_check").fetchall() == []
        anew.writer._thread.kill()
        restored.reader().conn.close()


def test_a_table_of_a_program_is_in_the_history_too(guest, store, table):
    from tests.support.api import whole_game

    table.play(whole_game())
    (game,) = all_games(store)
    assert (game.over, [seat.person for seat in game.seats]) == (True, [None] * 4)
    assert "Ann" in get(guest, f"/history/{game.id}")
    assert game.id in get(guest, "/history/?names=ann")
    assert projection.is_hidden(store.reader(), game.id) is False
    assert unquote(linked(get(guest, handed_over(guest, store, game.id)), "https")[1])
