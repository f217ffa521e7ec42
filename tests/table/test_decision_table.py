"""The tables of docs/corrections.md, tried row by row: each is a function, and decides what it says."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from companion.games import GAMES
from companion.games.moves import Refused
from companion.table import open_round, rights
from companion.table.fold import append, open_table
from companion.table.model import Correct, Table, move_of
from companion.table.moves import move, options_for
from companion.table.open_round import HOST, Caller, Reading, corrected, is_locked, reporter
from companion.table.questions import may_report
from companion.table.rights import NOBODY, may_correct
from tests.support import TOP

PAGE = (TOP / "docs" / "corrections.md").read_text("utf-8")
NAMES = ("Ann", "Bo", "Cy", "Di")
Plain = dict[str, Any]


def table_of(heading: str) -> dict[str, str]:
    """The rows of the first table behind some words of the page: the name of each, and its answer."""
    behind = PAGE[PAGE.index(heading) :]
    rows = re.search(r"\|---.*\n((?:\|.*\n)+)", behind)
    assert rows
    cells = [[cell.strip() for cell in line.strip("| \n").split("|")] for line in rows[1].splitlines()]
    return {row[0]: row[-1] for row in cells}


def function(name: str) -> str:
    return name.replace("'", "").replace(" ", "_")


TABLES: dict[str, Sequence[Callable[[Any], Any]]] = {
    "## Who\n": rights.WHO,
    "## While a secret is open": open_round.MOVE_BY_MOVE,
    "A move of another kind": open_round.LINE_BY_LINE,
}


@pytest.mark.parametrize("heading", TABLES)
def test_each_row_of_the_page_is_a_function_in_the_same_order(heading: str) -> None:
    assert [function(name) for name in table_of(heading)] == [row.__name__ for row in TABLES[heading]]


# What each row is tried with


def table(slug: str, *plain: Plain, **options: Any) -> Table:
    game = GAMES[slug]
    laid = open_table(game, NAMES[: 3 if slug == "final-deathweek" else 4], options_for(game, options))
    for one in plain:
        laid = append(laid, move(game, one))
    return laid


def write(seat: int, name: str) -> Plain:
    return {"move": "write", "seat": seat, "name": name}


def declare(seat: int, choice: str) -> Plain:
    return {"move": "declare", "seat": seat, "choice": choice}


def adjust(seat: int, by: int = 1) -> Plain:
    return {"move": "adjust", "seat": seat, "track": "points", "by": by, "why": "a bet"}


def card(seat: int, character: str, **value: int) -> Plain:
    return {"move": "card", "seat": seat, "character": character, **value}


def value(seat: int, number: int) -> Plain:
    return {"move": "value", "seat": seat, "value": number}


DECREE: Plain = {"move": "decree", "icons": [0, -1, 1, 0]}
NAMED = [DECREE, *(write(seat, f"Name {seat}") for seat in range(4))]
KEPT = [*NAMED, *(declare(seat, "keep") for seat in range(4))]
OPEN = [DECREE, write(0, "Bob"), adjust(1), adjust(1)]  # line 2 is Ann's secret, lines 3 and 4 are Bo's and public
TURNED = [card(0, "king"), card(1, "innkeeper"), card(2, "thief"), card(3, "merchant"), value(1, 11)]
SICK = {"move": "contract", "seat": 1, "disease": "Cough", "color": "red", "skulls": 2, "outbreak": True}
WISH = [SICK, {"move": "outbreak", "seat": 1, "kept": True, "text": "All sneeze"}, adjust(0) | {"track": "skulls"}]


class Example(NamedTuple):
    """A correction of a table by somebody: a seat, NOBODY, or a host (None)."""

    slug: str
    lines: list[Plain]
    who: int | None
    reads: list[Any]

    @property
    def laid(self) -> Table:
        return table(self.slug, *self.lines)

    @property
    def move(self) -> Correct:
        read = move(GAMES[self.slug], {"move": "correct", "lines": self.reads})
        assert isinstance(read, Correct)
        return read


NAME, KINGDOM = "death-name", "death-over-the-kingdom"
WHO: dict[str, list[Example]] = {
    "a host": [Example(NAME, OPEN, None, [[2, None]]), Example(NAME, OPEN, None, [[3, adjust(2)]])],
    "nobody who sits here": [Example(NAME, OPEN, NOBODY, [[1, None]]), Example(NAME, OPEN, NOBODY, [[99, None]])],
    "a line that is not there": [Example(NAME, OPEN, 0, [[99, None]]), Example(NAME, OPEN, 0, [[0, adjust(0)]])],
    "an own line": [
        Example(NAME, OPEN, 0, [[2, None]]),
        Example(NAME, OPEN, 0, [[2, write(0, "Zed")]]),
        Example(NAME, OPEN, 3, [[1, [DECREE, adjust(3)]]]),
    ],
    "an own line made another's": [
        Example(NAME, OPEN, 0, [[2, write(1, "Zed")]]),
        Example(NAME, OPEN, 1, [[3, [adjust(0), adjust(1)]]]),
    ],
    "another's line with a secret": [
        Example(NAME, OPEN, 1, [[2, None]]),
        Example(NAME, OPEN, 1, [[2, [adjust(1), write(0, "Bob")]]]),
        Example(NAME, OPEN, 1, [[2, [adjust(1), write(0, "Zed")]]]),
        Example(NAME, [*OPEN, {"move": "correct", "lines": [[2, None]]}], 1, [[2, [adjust(1)]]]),
        Example(NAME, [*OPEN, {"move": "correct", "lines": [[3, write(1, "Cy")]]}], 2, [[5, None]]),
        Example("death-wish", WISH, 0, [[2, None]]),
    ],
    "an own line forgotten before another's": [
        Example(NAME, OPEN, 0, [[3, [adjust(0), adjust(1)]]]),
        Example(NAME, OPEN, 0, [[3, [adjust(1), adjust(0)]]]),
        Example(NAME, KEPT, 0, [[3, [adjust(0), write(1, "Name 1")]]]),
    ],
    "another's line that only read off": [
        Example(KINGDOM, TURNED, 0, [[1, card(0, "death")], [5, None]]),
        Example(KINGDOM, TURNED, 0, [[1, None], [5, None]]),
        Example(KINGDOM, [card(0, "king"), card(1, "innkeeper", value=11)], 0, [[1, card(0, "thief")], [2, None]]),
        Example(KINGDOM, [card(1, "innkeeper", value=11), card(0, "king")], 0, [[2, card(0, "thief")], [1, None]]),
    ],
    "another's line": [
        Example(NAME, OPEN, 0, [[3, None]]),
        Example(NAME, OPEN, 0, [[3, adjust(0)]]),
        Example(NAME, OPEN, 0, [[3, [adjust(0), adjust(1, 2)]]]),
        Example(NAME, OPEN, 0, [[3, [adjust(0)]]]),
        Example(NAME, KEPT, 0, [[3, [adjust(2), write(1, "Name 1")]]]),
        Example(KINGDOM, TURNED, 0, [[5, None]]),
        Example(KINGDOM, TURNED, 0, [[1, card(0, "king", value=7)], [5, None]]),
        Example(KINGDOM, TURNED, 2, [[3, card(2, "death")], [5, None]]),
        Example(KINGDOM, TURNED, 0, [[1, card(0, "death")], [2, None]]),
        Example(KINGDOM, TURNED, 0, [[1, card(0, "death")], [5, value(1, 2)]]),
        Example(KINGDOM, [card(0, "king"), card(1, "queen", value=11)], 0, [[1, card(0, "thief")], [2, None]]),
        Example(KINGDOM, [*TURNED, *(card(seat, "king") for seat in range(3))], 0, [[1, card(0, "death")], [7, None]]),
    ],
}


@pytest.mark.parametrize("name", table_of("## Who\n"))
def test_who_may_correct_which_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    says = table_of("## Who\n")[name]
    met: list[tuple[str, Any]] = []
    monkeypatch.setattr(rights, "WHO", [_noting(row, met) for row in TABLES["## Who\n"]])
    for example in WHO[name]:
        met.clear()
        assert may_correct(example.laid, example.move, example.who) == says, example
        assert (function(name), says) in met, example
        if example.who is not None and example.who != NOBODY:
            assert may_report(example.laid, example.who, example.move) == (says == "own")


def _noting(row: Callable[[Any], Any], met: list[tuple[str, Any]]) -> Callable[[Any], Any]:
    def noted(claim: Any) -> Any:
        answer = row(claim)
        met.append((row.__name__, answer))
        return answer

    return noted


def test_what_is_nobodys_alone_is_each_ones_share_of_two_who_correct_together() -> None:
    both = Example(NAME, OPEN, 0, [[2, None], [3, None]])
    assert may_correct(both.laid, both.move, 0) == "proposed"
    assert may_correct(both.laid, both.move, 1) == "refused"
    assert may_correct(both.laid, both.move, 0, 1) == "own"
    assert may_correct(both.laid, both.move, 0, None) == "allowed"


EXPOSED = [
    *({"move": "solid", "seat": seat, "color": of} for seat, of in enumerate(("red", "blue", "black"))),
    {"move": "expose", "seat": 1, "color": "green"},
    {"move": "take", "seat": 1, "colors": ["red", "blue"], "number": 3},
    {"move": "killers", "seat": 1, "colors": ["black", "green"]},
]
SECOND = [*KEPT, DECREE, write(0, "Bob"), adjust(1)]  # the second round, in which line 11 is a secret
STRUCK = [  # a declaration was struck; once the fourth has declared, to put it back would open them all
    *NAMED,
    *(declare(seat, choice) for seat, choice in enumerate(("keep", "pass", "keep"))),
    {"move": "correct", "lines": [[6, None]]},
]
MOVES: dict[str, list[Example]] = {
    "a move struck": [Example(NAME, OPEN, None, [[2, None]]), Example(NAME, OPEN, 0, [[2, None]])],
    "a move that ends or adjusts put in": [
        Example(NAME, OPEN, None, [[3, [adjust(0), adjust(1)]]]),
        Example(NAME, OPEN, None, [[4, {"move": "stop"}]]),
    ],
    "a struck move put back": [Example(NAME, STRUCK, 0, [[9, None]])],
    "a move put into the open round": [
        Example(NAME, OPEN, 1, [[3, [write(1, "Bo"), adjust(1)]]]),
        Example(NAME, OPEN, 1, [[3, write(1, "Bo")]]),
        Example(NAME, SECOND, None, [[12, [DECREE]]]),
    ],
    "a move put into an earlier round": [
        Example(
            NAME,
            [*KEPT, {"move": "same", "seats": [0, 1]}, *SECOND[9:]],
            2,
            [[10, [{"move": "same", "seats": [2, 3]}, {"move": "same", "seats": [0, 1]}]]],
        ),
    ],
    "a public move of the same kind and seat": [
        Example(NAME, OPEN, None, [[3, adjust(1, 5)]]),
        Example(NAME, OPEN, 2, [[1, {"move": "decree", "icons": [1, 1, 1, 1]}]]),
        Example(NAME, SECOND, 0, [[2, write(0, "Zed")]]),
    ],
    "another's secret": [Example(NAME, OPEN, None, [[2, write(0, "Zed")]])],
    "a secret that is asked for otherwise": [
        Example("final-deathweek", EXPOSED, 0, [[4, EXPOSED[3] | {"color": "red"}]])
    ],
    "a secret that stays": [
        Example(NAME, OPEN, 2, [[1, {"move": "decree", "icons": [1, 1, 1, 1]}]]),
        Example("final-deathweek", EXPOSED, 0, [[4, None]]),
    ],
    "an own secret": [Example(NAME, OPEN, 0, [[2, write(0, "Zed")]])],
}
LINES: dict[str, list[Example]] = {
    "a line behind what was opened": [
        Example(NAME, [*STRUCK, declare(3, "pass"), {"move": "reading", "seat": 0, "reading": "Abe"}], 0, [[9, None]])
    ],
    "a secret opened by more than strikes": [
        Example(NAME, [*STRUCK, declare(3, "pass"), adjust(1)], None, [[9, None], [11, adjust(1, 2)]])
    ],
    "a line of any other kind": [
        Example(NAME, [*STRUCK, declare(3, "pass"), adjust(1)], 0, [[9, None]]),
        Example(NAME, OPEN, None, [[3, adjust(1, 5)]]),
    ],
}


def caller(laid: Table, seat: int | None) -> Caller:
    return Caller(frozenset({reporter(laid, seat)}), frozenset() if seat is None else frozenset({seat}))


@pytest.mark.parametrize(
    ("heading", "name"), [(heading, name) for heading in [*TABLES][1:] for name in table_of(heading)]
)
def test_what_is_open_decides_move_by_move_and_line_by_line(heading: str, name: str) -> None:
    says = table_of(heading)[name]
    examples: Mapping[str, list[Example]] = MOVES | LINES
    for example in examples[name]:
        laid = example.laid
        assert is_locked(laid)
        reporters = [NAMES[getattr(move_of(line), "seat", 0) or 0] for line in laid.lines]
        reading = Reading(laid, example.move, caller(laid, example.who), reporters, frozenset())
        try:
            reading.check()
            refused = None
        except Refused as problem:
            refused = problem.code
        assert (function(name), says) in reading.met, (example, reading.met)
        assert refused == ("secrets-open" if says == "refused" else None), example
        if says == "refused":
            assert reading.met[-1] == (function(name), says)
            with pytest.raises(Refused, match="secrets-open"):
                corrected(laid, example.move, caller(laid, example.who), reporters)


def test_a_host_knows_what_it_reported_for_a_seat_without_a_phone() -> None:
    example = Example(NAME, OPEN, None, [[2, write(0, "Zed")]])
    for phones, row in ((frozenset({1}), "an_own_secret"), (frozenset({0}), "anothers_secret")):
        who = Caller(frozenset({HOST}), frozenset(), phones)
        reading = Reading(example.laid, example.move, who, [HOST] * 4, frozenset())
        try:
            reading.check()
        except Refused:
            assert row == "anothers_secret"
        assert row in [name for name, _ in reading.met]


def test_what_is_put_before_a_secret_leaves_it_as_it_stands() -> None:
    example = Example(NAME, OPEN, None, [[2, [adjust(3), write(0, "Bob")]]])
    reading = Reading(example.laid, example.move, caller(example.laid, None), ["Ann"] * 4, frozenset({2}))
    reading.check()
    assert ("a_secret_that_stays", "allowed") in reading.met
