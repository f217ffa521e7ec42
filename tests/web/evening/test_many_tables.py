"""An evening has so many tables, those included at which nothing was reported; those of programs are of no evening."""

import pytest

from companion.evening.rows import MOST_TABLES
from companion.evening.tables import Tables
from companion.games import GAMES
from companion.storage.log import tables_of_evening
from companion.storage.store import Store
from companion.table.fold import open_table
from companion.web.access.services import Services
from tests.support.api import ApiTable, Call
from tests.support.side_by_side import FOUR, Hosted, WithAnn, post


def lay(tables: Tables, evening: Hosted, number: int) -> None:
    game = GAMES["death-name"]
    for _ in range(number):
        tables.open(evening.now.group, open_table(game, FOUR, game.Options()), evening.now.id)


@pytest.fixture
def tonight(first: WithAnn, services: Services) -> WithAnn:
    """An evening at which one table more may be laid."""
    lay(services.tables, first, MOST_TABLES - 1)
    return first


def test_one_too_many_is_refused_and_leaves_no_row(tonight: WithAnn, store: Store) -> None:
    tonight.start()
    tonight.round("Anna", "Bob", "Cyd", "Dia")
    assert post(tonight.tablet, "/put-away")[0] == 303
    before = tonight.now
    status, page = post(tonight.tablet, "/tables", game="death-name")
    assert (status, "has had 200 games" in page) == (422, True)
    assert (tonight.now.table_code, tonight.now.version) == (None, before.version)
    assert len(tables_of_evening(store.reader(), tonight.now.id)) == MOST_TABLES


def test_no_other_evening_and_no_program_minds(
    tonight: WithAnn, second: Hosted, services: Services, call: Call, store: Store
) -> None:
    lay(services.tables, tonight, 1)
    second.start()
    assert second.now.table_code is not None
    code = ApiTable(call).code
    live = services.tables.find(code)
    assert live is not None and live.header.evening is None
    assert post(tonight.tablet, "/tables", game="death-name")[0] == 422


def test_one_that_goes_on_counts_where_it_goes_on(tonight: WithAnn, second: Hosted, services: Services) -> None:
    second.start()
    code = second.now.table_code
    second.round("Anna", "Bob", "Cyd", "Dia")
    post(second.tablet, "/put-away")
    post(second.tablet, "/end")
    lay(services.tables, tonight, 1)
    assert post(tonight.tablet, f"/tables/{code}/go-on")[0] == 422
    assert (tonight.now.table_code, tonight.names) == (None, [*FOUR])


def test_one_of_its_own_goes_on_at_any_time(tonight: WithAnn) -> None:
    tonight.start()
    code = tonight.now.table_code
    tonight.round("Anna", "Bob", "Cyd", "Dia")
    post(tonight.tablet, "/put-away")
    assert post(tonight.tablet, f"/tables/{code}/go-on")[0] == 303
    assert tonight.now.table_code == code
