"""Links to the line of a game by which something came that is remembered of it."""

import re
from html import unescape
from itertools import permutations
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from companion.games import GAMES
from companion.history.search import Game
from companion.history.verifying import header_of
from companion.storage.store import Store
from companion.storage.stored_table import unfold
from companion.table.model import Table
from tests.support.past_games import all_games, get


def moments(page: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="(/history/[0-9a-f]{32}\?moment=[^"]*)"', page)]


def linked(guest: FlaskClient, store: Store) -> set[str]:
    """All links to moments on the pages of games, of people, and of two of them."""
    ids = [id for (id,) in store.reader().execute("select id from people")]
    pages = [f"/history/people/{id}" for id in ids] + [f"/history/games/{slug}" for slug in GAMES]
    pages += [f"/history/people/{one}/{other}" for one, other in permutations(ids[:5], 2)]
    return {link for page in pages for link in moments(get(guest, page))}


def has_it(game: Game, table: Table, link: str, line: int) -> bool:
    """Whether a game has after so many lines, as they are corrected by now, what the link is about."""
    wanted = {name: value for name, (value,) in parse_qs(urlsplit(link).query).items()}
    state = table.folds[line].state
    if not wanted:
        return table.game.standing(state).over
    persons = [str(seat.person) for seat in game.seats]
    told = [
        {"moment": one.what, "amount": str(one.amount), "word": one.word}
        | {"by": "" if one.seat is None else persons[one.seat], "to": "" if one.other is None else persons[one.other]}
        for one in table.game.highlights(state)
    ]
    return any(wanted.items() <= one.items() for one in told)


@pytest.mark.slow
def test_a_link_leads_to_the_line_since_which_it_is_so(guest: FlaskClient, store: Store, games: object) -> None:
    links = linked(guest, store)
    kinds = {parse_qs(urlsplit(link).query).get("moment", [""])[0] for link in links}
    assert {"", "deadliest", "longest-chain", "heaviest"} <= kinds
    assert any("to=" in link for link in links)
    open_games = {game.id: game for game in all_games(store) if game.is_open}
    tables = {id: unfold(store, header_of(store, game)).table for id, game in open_games.items()}
    of_open = sorted((link, id) for link in links if (id := urlsplit(link).path.rpartition("/")[2]) in tables)
    assert of_open
    for link, id in of_open:
        there = guest.get(link)
        leads = re.fullmatch(r"/history/[0-9a-f]{32}\?until=\d+#line-(\d+)", there.headers["Location"])
        assert leads
        line = int(leads[1])
        assert has_it(open_games[id], tables[id], link, line)
        assert not has_it(open_games[id], tables[id], link, line - 1)
        page = get(guest, there.headers["Location"].partition("#")[0])
        assert f'id="line-{line}"' in page
        assert re.search(r'<details class="panel reported" open>', page)


def test_a_moment_that_there_is_not_leads_to_the_last_line(guest: FlaskClient, store: Store, games: object) -> None:
    game = next(game for game in all_games(store, over=True) if game.is_open)
    last = unfold(store, header_of(store, game)).line
    for query in ("moment=flown&amount=x&by=&to=99", "moment=kills&amount=9223372036854775807&word=%00"):
        assert guest.get(f"/history/{game.id}?{query}").headers["Location"].endswith(f"#line-{last}")


def test_what_still_holds_a_secret_tells_no_line(guest: FlaskClient, store: Store, games: object) -> None:
    closed = [game for game in all_games(store) if not game.is_open]
    assert closed
    for game in closed:
        assert guest.get(f"/history/{game.id}?moment=").status_code == 200
