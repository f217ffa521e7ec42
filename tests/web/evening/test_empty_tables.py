"""A table at which nothing was reported is no more once it is put away, and leaves nothing behind."""

import pytest

from companion.evening.rows import MOST_TABLES
from companion.games.moves import Refused, Stop
from companion.storage.identifiers import HOME
from companion.storage.leaving import TABLES
from companion.storage.store import Store
from companion.web.access.services import Services
from tests.support.side_by_side import Hosted, WithAnn, post

OF_TABLES = ["tables", *(name for name, table in TABLES.items() if table.owner == "table_id")]
MORE = 50


def rows(store: Store) -> dict[str, int]:
    """How many rows are kept of all that tells of tables."""
    return {name: store.reader().execute(f"select count(*) from {name}").first()[0] for name in OF_TABLES}


def test_the_wrong_game_may_be_left_as_often_as_anybody_likes(first: WithAnn, store: Store) -> None:
    before = rows(store)
    for _ in range(MOST_TABLES + MORE):
        assert post(first.tablet, "/tables", game="death-name")[0] == 303
        assert post(first.tablet, "/put-away")[0] == 303
    assert rows(store) == before
    first.start("death-wish")
    assert first.live.header.game == "death-wish"


def test_what_was_noted_at_it_goes_too(first: WithAnn, store: Store) -> None:
    before = rows(store)
    first.start("gamushara-gang")
    code = first.now.table_code
    assert post(first.ann, f"/table/{code}/notes", cell="0.1.no")[0] == 303
    assert rows(store)["notes"] == 1
    post(first.tablet, "/put-away")
    assert rows(store) == before
    for path in ("notes", "sheet"):
        assert first.ann.client.get(f"/table/{code}/{path}").status_code == 404
    assert post(first.tablet, f"/tables/{code}/go-on")[0] == 404


def test_one_at_which_something_was_reported_stays(first: WithAnn, store: Store) -> None:
    first.start()
    first.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    code, kept = first.now.table_code, rows(store)
    post(first.tablet, "/put-away")
    assert rows(store) == kept
    assert post(first.tablet, f"/tables/{code}/go-on")[0] == 303


def test_one_that_came_from_another_evening_stays(first: WithAnn, services: Services) -> None:
    first.start()
    code = first.now.table_code
    post(first.tablet, "/end")
    tonight = Hosted(first.app, services.evenings.ensure(HOME))
    post(tonight.tablet, f"/tables/{code}/go-on")
    assert tonight.now.table_code == code
    post(tonight.tablet, "/put-away")
    assert services.tables.find(str(code)) is not None


def test_what_is_under_way_when_it_goes_comes_too_late(first: WithAnn, services: Services, store: Store) -> None:
    """Whoever has found the table before, and writes after it."""
    before = rows(store)
    first.start()
    live = first.live
    services.evenings.put_away(first.now)
    for attempt in (
        lambda: services.tables.report(live, Stop(), "a-key-of-one", None, "host"),
        lambda: services.evenings.resume(first.now, live.header, []),
    ):
        with pytest.raises(Refused, match="'stale'"):
            attempt()
    assert rows(store) == before


def test_a_note_that_comes_too_late_is_refused(first: WithAnn, services: Services, store: Store) -> None:
    before = rows(store)
    first.start("gamushara-gang")
    code, ann = first.now.table_code, first.ann
    services.evenings.put_away(first.now)  # it is still in memory
    assert post(ann, f"/table/{code}/notes", cell="0.1.no")[0] == 409
    assert rows(store) == before
