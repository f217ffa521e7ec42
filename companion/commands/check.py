"""`app.py check`: replay every stored game and verify the stored log. `app.py recount`: rebuild the statistics."""

import sys
from contextlib import closing

from companion.commands.opening import assert_there, exclusive_use, open_sound, open_store
from companion.games import RULES
from companion.history import rebuild
from companion.paths import PROGRAM
from companion.storage import log
from companion.storage.damage import Damaged, differs
from companion.storage.data import Data
from companion.storage.log import Header
from companion.storage.sqlite import condition, head
from companion.storage.sqlite.condition import games
from companion.storage.sqlite.store import SqliteStore
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable, unfold
from companion.table.fold import append, open_table
from companion.table.model import move_of
from companion.table.result import is_closed
from companion.terminal import say

Problems = list[str]


def report_skipped(done: str, skipped: Problems) -> int:
    """Print `done` and the games that were left out because they are damaged; 1 if there are any."""
    say(done)
    for problem in skipped:
        say(f"Left out, for it is damaged: {problem}. See “{PROGRAM} check”.", file=sys.stderr)
    return 1 if skipped else 0


def check(data: Data, accept: bool = False) -> int:
    """Print how stored games differ from their seals and chains; 1 if any does. `accept`: take a lost end as such."""
    if accept and not data.database:
        _accept(data)
    with closing(open_store(data)) as store:
        tables = log.all_tables(store.reader())
        problems = [f"{header.id} ({header.game}): {problem}" for header in tables for problem in _check(store, header)]
        problems += [f"{id}: its lines are here, and the game is not" for id in log.orphans(store.reader())]
        problems += _other_end(store, problems)
        whole = "The database" if data.database else "The file"
        problems += [f"{whole} itself: {problem}" for problem in store.damage()]
    for problem in problems:
        say(problem)
    say(f"{games(len(tables))}, {len(problems)} problem{'' if len(problems) == 1 else 's'}.")
    return 1 if problems else 0


def _accept(data: Data) -> None:
    with exclusive_use(data):
        head.drop(data.folder)
        condition.assert_there(data.folder)
        with closing(SqliteStore(data.folder)) as store:
            store.renew_head()


def _other_end(store: Store, problems: Problems) -> Problems:
    """The problem that the newest line differs from the head's, unless another problem names its game."""
    newest = head.read(store.path.parent) if store.path else None
    if newest is None or any(problem.startswith(newest.table_id) for problem in problems):
        return []
    rows = [row for row in log.rows(store.reader(), newest.table_id) if row.line == newest.line]
    return [] if [row.hash for row in rows] == [newest.hash] else [f"{newest.table_id}: its newest line is another one"]


def _check(store: Store, header: Header) -> Problems:
    """The problems of a game. A game that older rules sealed is sealed under those of now, which is no problem."""
    try:
        return _differs(store, unfold(store, header))
    except Damaged as problem:
        return [problem.problem]
    except ValueError as problem:
        return [f"a seal of it cannot be read: {problem}"]


def _differs(store: Store, live: LiveTable) -> Problems:
    sealed = {line: (rules, result) for line, rules, result in log.seals(store.reader(), live.header.id)}
    problems, anew = [], False
    table = open_table(live.table.game, live.table.seats, live.table.options)
    for line in live.table.lines:
        table = append(table, move_of(line))
        rules, kept = sealed.get(line.number, (RULES, ""))
        if is_closed(table) and not kept:
            problems.append(f"it was closed at line {line.number}, and there is no seal")
        elif kept and rules == RULES and differs(table, kept):
            problems.append(f"line {line.number} adds up to something else than was sealed")
        anew = bool(kept) and rules < RULES and line.number == live.line
    if anew and not problems:
        rebuild.score_anew(store, [live], tell_scored_anew)
    if not problems and not rebuild.is_right(store, live):
        problems.append(f"the statistics count it as something else than its lines add up to ({PROGRAM} recount)")
    return problems


def tell_scored_anew(live: LiveTable) -> None:
    """Print that a game adds up to another result by the rules of now."""
    say(f"{live.header.id} ({live.header.game}): scored anew, the rules have changed since it was played")


def recount(data: Data) -> int:
    skipped: Problems = []
    assert_there(data)
    with exclusive_use(data), closing(open_sound(data)) as store:
        entered = rebuild.catch_up(store, all_of_it=True, skipped=lambda damaged: skipped.append(str(damaged)))
    return report_skipped(f"{entered} games counted again.", skipped)
