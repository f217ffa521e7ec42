"""An evening opens once, whoever asks first."""

from datetime import UTC, datetime, timedelta

import gevent
import pytest
from flask import Flask

from companion.evening import QUIET


@pytest.mark.parametrize("before", ["nothing", "a closed evening", "a quiet evening"])
def test_many_who_come_at_once_open_one_evening(app: Flask, before: str) -> None:
    house = app.extensions["house"]
    if before != "nothing":
        first = house.evenings.now()
        long_ago = (datetime.now(UTC) - 2 * QUIET - timedelta(hours=1)).isoformat()
        house.store.do(lambda db: db.execute("update evenings set opened_at = ?", [long_ago]))
        if before == "a closed evening":
            house.evenings.close()
        house.evenings._kept = None
    callers = [gevent.spawn(house.evenings.now) for _ in range(8)]
    gevent.joinall(callers, raise_error=True)
    (found,) = {caller.value for caller in callers}
    (opened,) = house.store.reader().execute("select count(*) from evenings").fetchone()
    assert opened == (1 if before == "nothing" else 2)
    assert before == "nothing" or found.id > first.id
