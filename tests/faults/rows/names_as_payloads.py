"""Names that are markup, templates, events, formulas: of pages the elements are as ever, in files stands the text."""

import csv
import io
import json
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.games import GAMES
from companion.games.game import Ask
from companion.table.fold import open_table
from companion.table.model import Table
from companion.table.moves import LONGEST_SEAT_NAME, options_for
from companion.table.record import read
from tests.faults.outcome import Effort, Outcome
from tests.faults.payloads import FORMULAS, NO_NAMES, TRIGGERS, Names, Shape, differences, letters
from tests.faults.rows import row
from tests.support.games.random_play import OPTIONS, played, with_texts
from tests.support.own_app import app_of_its_own
from tests.support.phone import HERE
from tests.support.states.around import PREPARED
from tests.support.states.around.crowd import Crowd
from tests.support.states.around.open_server import OPEN
from tests.support.states.around.page import AroundState, Page, looks
from tests.support.states.state import State

MOST = 16  # names
LONGEST = 40  # lines
SHEET = "/table/{code}/sheet"
PLAYED = looks(
    *("tablet /", "guest /", "tablet /live", "guest /live", f"guest {SHEET}", f"tablet {SHEET}", "tablet /devices"),
    *("tablet /people/", "tablet /history/", "tablet /history/{id}", "tablet /history/{id}?line=3", "guest /choose"),
    *("tablet /history/people", "tablet /history/games/{slug}", "tablet /decks/", "tablet /board/{watch}"),
)
EXPORTS = looks(
    *(f"tablet /history/{name}" for name in ("results.csv", "ledgers.csv", "records.jsonl", "plays.bgsplay"))
)
AROUND = [state for state in PREPARED if state.is_kept or state in OPEN]
ENTRIES = ("/guests", "/decks/", "/groups", "/sit", "/history/leagues")
NAMES = " union ".join(f"select name from {table}" for table in ("people", "decks", "groups", "leagues"))
OBEYED = frozenset(
    map(chr, (*range(32), *range(127, 160), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
)
Pair = tuple[AroundState, AroundState]


class Lines(logging.Handler):
    """What is logged that is more than a line, or that a terminal would obey; and all that is printed."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.broken: list[str] = []
        self.printed = io.StringIO()

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if not message.isprintable():
            self.broken.append(repr(message))


@dataclass(frozen=True)
class Got:
    """What a device got."""

    status: int
    headers: tuple[str, ...]
    kind: str
    text: str


@row("names as payloads", load="answers compared", whole=200, few=1)
def names_as_payloads(effort: Effort) -> Outcome:
    """Bring an evening into some state with payloads for names, another one with plain names, and compare all pages."""
    outcome, lines = effort.outcome(), Lines()
    logging.getLogger().addHandler(lines)
    with redirect_stdout(lines.printed):
        _try_all(outcome, effort)
    logging.getLogger().removeHandler(lines)
    broken = lines.broken + [line for line in lines.printed.getvalue().split("\n") if not line.isprintable()]
    outcome.note("leaked", broken[:3], len(broken))
    return outcome


def _try_all(outcome: Outcome, effort: Effort) -> None:
    for number in range(effort.tries):
        rng = Random(f"{effort.seed} {number}")
        names = Names(rng)
        payloads, plain = _table_states(rng, names) if (effort.seed + number) % 2 else _states(rng, names)
        with app_of_its_own() as app, app_of_its_own() as other_app:
            crowds = payloads.open(app), plain.open(other_app)
            for page in (*payloads.pages, *EXPORTS):
                _compare(outcome, names, page, *(_got(crowd, page) for crowd in crowds))
            _enter(outcome, crowds[0], rng.choice(NO_NAMES))
        outcome.tries += 1


def _states(rng: Random, names: Names) -> Pair:
    """A state around a game."""
    state, people = rng.choice(AROUND), tuple(names.new() for _ in range(MOST))
    return replace(state, names=people), replace(state, names=tuple(names.plainly(people)))


def _table_states(rng: Random, names: Names) -> Pair:
    """A table in the middle of its game, of whose texts each is a payload."""
    table = _played(rng, names)
    plain = read(names.plainly(State("", table).record)).table
    return _showing(table), _showing(plain)


def _showing(table: Table) -> AroundState:
    def prepare(crowd: Crowd) -> None:
        crowd.comes("guest", 0)
        crowd.sits(*range(1, len(table.seats)))
        crowd.lays(table)
        crowd.links(1)

    return AroundState("a table", prepare, PLAYED, names=table.seats)


def _played(rng: Random, names: Names) -> Table:
    game = GAMES[rng.choice([*GAMES])]
    seats = names.new(among=FORMULAS), *(names.new() for _ in range(rng.choice(game.SEATS) - 1))
    options = OPTIONS[game.SLUG](rng, len(seats))
    if "characters" in options:
        options["characters"] = [names.new() for _ in options["characters"]]

    def answered(rng: Random, ask: Ask) -> dict[str, Any]:
        """An answer whose texts are payloads; what they begin with decides how they are ordered."""
        texts = {name for name, fits in ask.choices.items() if isinstance(fits, dict) and "text" in fits} | {"text"}
        plain = with_texts(rng, ask)
        return {name: _payload(names, value) if name in texts else value for name, value in plain.items()}

    opened = open_table(game, seats, options_for(game, options))
    tables = [opened, *played(rng, opened, LONGEST, 0.3, answered)]
    return rng.choice([tables[-1], rng.choice(tables)])


def _payload(names: Names, value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_payload(names, one) for one in value]
    return names.new(letters(names.rng, 4))


def _got(crowd: Crowd, page: Page) -> Got:
    path = page.path.format(**crowd.values)
    if path == "/live":
        shape = Shape(crowd.ask(page.device, "/").text)
        path += f"?layout={shape.main.get('data-layout')}&game={crowd.live.header.game}"
    answer = (
        crowd.phones[page.device].client.get(path) if page.form is None else crowd.ask(page.device, path, page.form)
    )
    is_stream = answer.mimetype == "text/event-stream"
    text = next(iter(answer.iter_encoded())).decode() if is_stream else answer.get_data().decode("utf-8", "replace")
    answer.close()
    kind = path.rpartition(".")[2] if path.startswith("/history/") and "." in path else answer.mimetype or ""
    return Got(answer.status_code, tuple(sorted(answer.headers.keys())), kind, text)


def _compare(outcome: Outcome, names: Names, page: Page, one: Got, other: Got) -> None:
    outcome.load += 1
    if (one.status, one.headers, one.kind) != (other.status, other.headers, other.kind):
        outcome.note("leaked", f"{page}: {one.status} {one.headers}, {other.status} {other.headers}")
        return
    problems = _differences(names, one, other)
    outcome.note("leaked", f"{page}: {problems[:3]}", len(problems))
    outcome.note("failed", f"{page}: {one.status}", int(one.status >= 500 and one.status != page.status))


def _differences(names: Names, one: Got, other: Got) -> list[str]:
    """What differs besides the names, by the kind of an answer; and cells that a spreadsheet would calculate."""
    if one.status >= 400 and one.kind not in ("text/html",):
        return []
    match one.kind:
        case "text/html":
            return differences(names, one.text, other.text, is_whole=True)
        case "text/event-stream":
            (events, html), (other_events, other_html) = _events(one.text), _events(other.text)
            return [f"{events}"] * (events != other_events) + differences(names, html, other_html, is_whole=False)
        case "csv":
            cells, other_cells = ([*_cells(got.text)] for got in (one, other))
            formulas = [cell for cell in cells if cell.startswith(TRIGGERS) and not _is_number(cell)]
            return formulas + _missing(names, [_undefused(names, cell) for cell in cells], other_cells)
        case "jsonl":
            return _missing(
                names, *([*_texts(f"[{','.join(filter(None, got.text.split(chr(10))))}]")] for got in (one, other))
            )
        case "bgsplay":
            return _missing(names, [*_texts(one.text)], [*_texts(other.text)])
    return []


def _events(text: str) -> tuple[list[str], str]:
    """The fields of a stream but what they say, and all that it says of pages."""
    lines = [line.partition(": ") for line in text.split("\n")]
    fields = [name + (f": {value}" if name == "event" else "") for name, _, value in lines]
    return sorted({*fields}), "\n".join(value for name, _, value in lines if name == "data")


def _cells(text: str) -> Iterator[str]:
    return (cell for cells in csv.reader(io.StringIO(text.removeprefix("\ufeff"))) for cell in cells)


def _undefused(names: Names, cell: str) -> str:
    """A cell without the sign that it is a text; a name may begin with that sign by itself."""
    return cell[1:] if cell not in names.plain and cell.startswith(tuple(f"'{sign}" for sign in TRIGGERS)) else cell


def _is_number(cell: str) -> bool:
    return cell.removeprefix("-").isdecimal()


def _texts(text: str) -> Iterator[str]:
    """All texts in a piece of JSON."""
    left = [json.loads(text)]
    while left:
        value = left.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            left += value.values() if isinstance(value, dict) else value


def _missing(names: Names, one: list[str], other: list[str]) -> list[str]:
    """Payloads that are not there as often as the plain names that stand for them."""
    plain = {*names.plain.values()}
    there, wanted = (Counter(text for text in texts if text in plain) for texts in (names.plainly(one), other))
    return [f"{name} is not as often there as its payload" for name in (there - wanted) + (wanted - there)]


def _enter(outcome: Outcome, crowd: Crowd, text: str) -> None:
    """What is no name is refused wherever a name is entered, or is a name without what a screen would obey."""
    entries = [*ENTRIES, *([f"/people/{crowd.values['person']}/name"] if "person" in crowd.values else [])]
    for path in entries:
        answer = crowd.tablet.client.post(
            path, data={"name": text, "game": "death-name", "points": "3-1"}, headers=HERE
        )
        outcome.note("failed", f"{text!r} at {path}: {answer.status}", int(answer.status_code >= 500))
    seats = [text, "Bo", "Cy", "Di"]
    status = crowd.app.test_client().post("/api/tables", json={"game": "death-name", "seats": seats}).status_code
    outcome.note("failed", f"{text!r} as a seat: {status}", int(status >= 500))
    names = crowd.app.extensions["services"].store.reader().execute(NAMES)
    obeyed = [name for (name,) in names if not OBEYED.isdisjoint(name) or len(name) > LONGEST_SEAT_NAME]
    outcome.note("leaked", f"{obeyed} are names", len(obeyed))
