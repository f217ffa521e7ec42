"""Quiet hours: for how long nothing has happened at an evening, and whether it has ended by that."""

from datetime import UTC, datetime, timedelta

from companion.evening.model import Evening
from companion.storage.database import Database
from companion.storage.identifiers import HOME, utc_time
from companion.storage.notifier import Notifier, evening_topic
from companion.storage.store import Store

QUIET = timedelta(hours=8)
QUIET_OF_OTHERS = timedelta(hours=2)  # of a group that is not the home's


class Hours:
    """Counted by a clock that only goes forward; the wall clock, which may jump, tells the time before this start."""

    def __init__(self, store: Store, notifier: Notifier) -> None:
        self._store = store
        self._notifier = notifier
        self._since: dict[int, float] = {}
        self._played: dict[int, tuple[float, str | None, bool]] = {}

    def begin(self, evening: int) -> None:
        """An evening was opened just now, whatever the wall says of that when it is asked again."""
        self._since[evening] = self._notifier.clock()

    def are_over(self, evening: Evening) -> bool:
        """Whether an evening has ended by its quiet hours; at home not while a table is shown and still played."""
        last = self._notifier.last(evening_topic(evening.id))
        if last is None:
            last = self._since_opened(evening)
        quiet = QUIET if evening.group == HOME else QUIET_OF_OTHERS
        if self._notifier.clock() - last < quiet.total_seconds():
            return False
        if evening.group != HOME:
            return True
        asked = (last, evening.table_code)
        if self._played.get(evening.id, ())[:2] != asked:  # only what is noticed can change it
            self._played[evening.id] = (*asked, _is_played(self._store.reader(), evening.table_code))
        return not self._played[evening.id][2]

    def _since_opened(self, evening: Evening) -> float:
        """Moment of the last event before this start, by the notifier's clock."""
        if evening.id not in self._since:
            age = _age(self._store.reader(), evening.id, evening.opened_at)
            self._since[evening.id] = self._notifier.clock() - age
        return self._since[evening.id]


def _age(db: Database, evening: int, opened_at: str) -> float:
    """Seconds for which the wall clock says that nothing happened; none if it says that all is still to come."""
    sql = """select max(at) from lines where table_id in (
             select id from tables where evening = ? union select table_id from resumed where evening = ?)"""
    newest = max(opened_at, db.execute(sql, [evening, evening]).first()[0] or "")
    return max(0.0, (datetime.now(UTC) - utc_time(newest)).total_seconds())


def _is_played(db: Database, table_code: str | None) -> bool:
    sql = "select 1 from chronicle join tables on id = table_id where code = ? and outcome = 'playing'"
    return db.execute(sql, [table_code]).first() is not None
