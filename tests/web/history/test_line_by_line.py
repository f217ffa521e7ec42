"""A game of the past line by line, and what stays secret in it."""

import re

import pytest

from companion.history import search
from companion.storage.identifiers import HOME
from tests.reference import death_wish_records
from tests.support.past_games import all_games, bring, get, record

SECRET = "TNTr4Nd0mAlNuM16x"


def test_a_game_is_shown_line_by_line_with_links_before_and_after(guest, store, games):
    game = next(game for game in all_games(store, game="death-name") if game.over and not game.secrets)
    last = search.line_count(store.reader(), game.id)
    page = get(guest, f"/history/{game.id}?line=5")
    assert f'rel="prev" href="/history/{game.id}?line=4"' in page
    assert f'rel="next" href="/history/{game.id}?line=6"' in page
    assert f'type="range" name="line" min="0" max="{last}" value="5"' in page
    assert 'rel="prev"' not in get(guest, f"/history/{game.id}?line=0")
    assert 'rel="next"' not in get(guest, f"/history/{game.id}?line={last + 9}")


@pytest.mark.slow
def test_phones_of_a_game_that_is_over_are_shown_as_they_were_but_lead_nowhere(guest, store, games):
    over = [game for game in all_games(store) if game.over and not game.secrets]
    for number, game in enumerate(over):
        last = search.line_count(store.reader(), game.id)
        line = (0, last // 3, last)[number % 3]
        for seat in range(len(game.seats)):
            page = get(guest, f"/history/{game.id}?line={line}&as={seat}")
            screen = page[page.index("<main") : page.index("</main>")]
            assert not re.search(r'(?:href|action|hx-post)="[^#]', screen), screen
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
    assert search.game(store.reader(), HOME, id).over
    assert SECRET not in get(guest, f"/history/{id}")
    get(guest, f"/history/{id}?line=2&as=0", 404)
    get(guest, f"/history/{id}/record.json", 409)
    assert SECRET not in get(guest, "/history/records.jsonl")
