"""Whether all that is kept is as it was written, and adds up to what was sealed: what `app.py check` does."""

from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from companion import condition, head, recount, store
from companion.damage import Damaged, differs
from companion.desk import Live, unfold
from companion.games import RULES
from companion.keeping import Problems, opened
from companion.lock import alone
from companion.store import Header, Store
from companion.table import append, is_closed, lay, result, said
from companion.terminal import say


def check(folder: Path, accept: bool = False) -> int:
    """Replay every game against its seals and verify the chain of its lines; 1, and what differs, if anything does.

    `accept`: what is there is all there is from now on, though its end was lost.
    """
    if accept:
        _accept(folder)
    with closing(opened(folder)) as drawer:
        tables = store.headers(drawer.reader())
        problems = [
            f"{header.id} ({header.game}): {problem}" for header in tables for problem in _check(drawer, header)
        ]
        problems += [f"{id}: its lines are here, and the game is not" for id in store.orphans(drawer.reader())]
        problems += _other_end(drawer, problems)
        for row in drawer.reader().execute("PRAGMA integrity_check"):
            problems += [f"The file itself: {row[0]}"] if row[0] != "ok" else []
    for problem in problems:
        say(problem)
    say(f"{len(tables)} games, {len(problems)} problems.")
    return 1 if problems else 0


def _accept(folder: Path) -> None:
    with alone(folder):
        head.drop(folder)
        condition.assert_there(folder)
        with closing(Store(folder)) as drawer:
            drawer.renew_head()


def _other_end(drawer: Store, problems: Problems) -> Problems:
    """Whether the line that was written last is another one now, and nothing else tells of it."""
    newest = head.read(drawer.path.parent)
    if newest is None or any(problem.startswith(newest.table_id) for problem in problems):
        return []
    rows = [row for row in store.rows(drawer.reader(), newest.table_id) if row.line == newest.line]
    return [] if [row.hash for row in rows] == [newest.hash] else [f"{newest.table_id}: its newest line is another one"]


def _check(drawer: Store, header: Header) -> Problems:
    """What is wrong with a game. One that older rules sealed otherwise is scored anew, and that is not wrong."""
    try:
        live = unfold(drawer, header)
        return _differs(drawer, live)
    except Damaged as problem:
        return [problem.problem]
    except ValueError as problem:
        return [f"a seal of it cannot be read: {problem}"]


def _differs(drawer: Store, live: Live) -> Problems:
    sealed = {line: (rules, result) for line, rules, result in store.seals(drawer.reader(), live.header.id)}
    problems, anew = [], False
    table = lay(live.table.game, live.table.seats, live.table.options)
    for line in live.table.lines:
        table = append(table, said(line))
        rules, kept = sealed.get(line.number, (RULES, ""))
        if is_closed(table) and not kept:
            problems.append(f"it was closed at line {line.number}, and there is no seal")
        elif kept and rules == RULES and differs(table, kept):
            problems.append(f"line {line.number} adds up to something else than was sealed")
        anew = bool(kept) and rules < RULES and line.number == live.line
    if anew and not problems:
        _score_anew(drawer, live, sealed[live.line][1])
    if not problems and not recount.is_right(drawer, live):
        problems.append("the statistics count it as something else than its lines add up to (app.py recount)")
    return problems


def _score_anew(drawer: Store, live: Live, sealed: str) -> None:
    """Seal a game under the rules of now, that was sealed under older ones."""
    if not is_closed(live.table):
        return
    if differs(live.table, sealed):
        say(f"{live.header.id} ({live.header.game}): scored anew, the rules have changed since it was played")
    drawer.do(lambda db: _seal_anew(db, live))


def _seal_anew(db: Database, live: Live) -> None:
    store.add_seal(db, live.header, live.line, result(live.table), store.now())
    recount.enter(db, live, store.first_seal(db, live.header.id))
