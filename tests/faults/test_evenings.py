"""Several groups at once on a real server that is killed in the middle: none loses a tap, or sees another's.

`python -m bench.evenings` is the same with thirty.
"""

from contextlib import closing
from pathlib import Path

import pytest

from tests.support.effort import SEED, tries
from tests.support.many_evenings.marks import Received, mark
from tests.support.many_evenings.run import play
from tests.support.server import Server


@pytest.mark.slow
def test_evenings_of_three_groups_are_played_at_once_and_none_is_seen_by_another(tmp_path: Path) -> None:
    with closing(Server(tmp_path)) as server:
        outcome = play(server, 3, tries(10), seed=SEED + 2, pages=tries(20))
        assert outcome.is_right, outcome
        assert outcome.seats == outcome.devices == 3 * 7
        assert outcome.taps > 3 * tries(5)
        assert all(outcome.received[kind] for kind in ("pages", "streams", "exports", "refusals"))
        assert "Traceback" not in server.complaints


def test_a_mark_of_another_group_is_seen_however_it_is_spelt_and_its_own_is_not_a_leak() -> None:
    received = Received(mark(0))
    received.foreign = frozenset([mark(1).encode()])
    received.secrets = frozenset({b"ticket"})
    received.note("pages", "/", f"Ann {mark(0)}".encode())
    assert (received.leaks, received.own["pages"]) == ([], 1)
    received.note("exports", "/file", f"{mark(1).upper()} and a ticket".encode())
    assert received.leaks == [("/file", mark(1).encode()), ("/file", b"ticket")]
