"""The geometry of charts: scores over rounds, places over rounds, totals over games."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from companion.games import GAMES
from companion.games.ledger import placed

LEFT = 54
WIDEST = 64  # columns of a group together
BY_HAND = 12  # so many entries by hand are shown one by one
Table = list[list[int]]


def scored(result: Mapping[str, Any]) -> Sequence[str]:
    """Tracks that add up to the totals of a result."""
    return GAMES[result["game"]].SCORED


def curves(result: dict[str, Any], wide: int, high: int, track: str = "") -> dict[str, Any]:
    """Chart of the scores over the rounds, or of one track, `wide` by `high`."""
    return lines(sums(result, [track] if track else scored(result)), wide, high)


def race(result: dict[str, Any], aim: str, wide: int, high: int) -> dict[str, Any]:
    """Chart of the places after every round: the first place is at the top.

    Before the last round places are by scores. After it they are those of the result, which also knows the rules that
    come before scores: the second who wins, ties that something else breaks, the order of dying.
    """
    table = [_places(scores, aim) for scores in sums(result, scored(result))[1:-1]]
    return lines([*table, list(result["places"])], wide, high, first=1, upside_down=True)


def running(totals: Sequence[Sequence[int]], wide: int, high: int) -> dict[str, Any]:
    """Chart of the running totals of several games, one game after the other."""
    table = [[0] * len(totals[0])]
    for game in totals:
        table.append([before + now for before, now in zip(table[-1], game, strict=True)])
    return lines(table, wide, high)


def sums(result: dict[str, Any], tracks: Sequence[str]) -> Table:
    """Sums of every seat on these tracks: before the first round, then after each."""
    seats, rounds = len(result["totals"]), max(1, result["round"])
    changes = [[0] * seats for _ in range(rounds + 1)]
    for entry in result["ledger"]:
        if entry["track"] in tracks:
            changes[entry["round"]][entry["seat"]] += entry["by"]
    total, table = [0] * seats, []
    for change in changes:
        total = [before + by for before, by in zip(total, change, strict=True)]
        table.append(total)
    return table


def shown(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Ledger for a page: more than `BY_HAND` entries by hand in a round become one sum for each seat and track."""
    by_hand = defaultdict[tuple[int, int, str], list[int]](list)
    for entry in result["ledger"]:
        if entry["because"] == "adjust":
            by_hand[_cell(entry)].append(entry["by"])
    summed = {cell: changes for cell, changes in by_hand.items() if len(changes) > BY_HAND}
    entries = [entry for entry in result["ledger"] if entry["because"] != "adjust" or _cell(entry) not in summed]
    sums = [
        {"round": round, "seat": seat, "track": track, "by": sum(changes), "because": "adjust", "times": len(changes)}
        for (round, seat, track), changes in summed.items()
    ]
    return entries + sums


def _cell(entry: dict[str, Any]) -> tuple[int, int, str]:
    return entry["round"], entry["seat"], entry["track"]


def _places(scores: Sequence[int], aim: str) -> list[int]:
    return list(placed([-score for score in scores] if aim == "fewest" else scores))


def lines(table: Table, wide: int, high: int, first: int = 0, upside_down: bool = False) -> dict[str, Any]:
    """Chart with one line for each column of a table; its rows are the steps, counted from `first`."""
    count, steps = len(table[0]), max(1, len(table) - 1)
    size = min(24, round((high - 60) / count) - 4)
    right, top, bottom = wide - size - 22 - 66, size // 2 + 4, high - 38
    ticks = list(range(1, count + 1)) if upside_down else _ticks(min(0, *_all(table)), max(1, *_all(table)))
    across = [round(LEFT + (right - LEFT) * column / steps, 1) for column in range(len(table))]

    def down(value: float, nudge: float = 0) -> float:
        part = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return round(top + (bottom - top) * (part if upside_down else 1 - part) + nudge, 1)

    nudges = [
        (column - (count - 1) / 2) * min(2.6, 14 / count) for column in range(count)
    ]  # equal scores lie side by side
    ends = _apart([down(table[-1][column], nudges[column]) for column in range(count)], size + 4, bottom)
    drawn = [
        {
            "points": [(x, down(row[column], nudges[column])) for x, row in zip(across, table, strict=True)],
            "label": ends[column],
        }
        for column in range(count)
    ]
    every = -(-len(table) // 10)
    return {
        "left": LEFT,
        "right": right,
        "size": size,
        "first": first,
        "table": table,
        "ticks": [(value, down(value)) for value in ticks],
        "steps": [
            (column + first, x) for column, x in enumerate(across) if column + first and (column + first) % every == 0
        ],
        "lines": drawn,
    }


def bar(counts: Iterable[tuple[int, int]], wide: int) -> list[tuple[int, float, float]]:
    """Parts of a bar `wide` as all counts together: of each that is not 0 its number, where it begins, and its width.

    >>> bar([(1, 1), (2, 0), (3, 3)], 80)
    [(1, 0.0, 20.0), (3, 20.0, 60.0)]
    """
    numbers, each = zip(*counts, strict=True)
    parts = zip(numbers, each, accumulate(each, initial=0), strict=False)
    return [(n, wide * start / sum(each), wide * count / sum(each)) for n, count, start in parts if count]


def columns(
    rates: Sequence[Sequence[float | None]], wide: int, high: int
) -> list[list[tuple[int, float, float, float]]]:
    """Columns of shares, side by side in each group: the number, where one begins, its width and its height; none of
    None.

    >>> columns([(0.5, None)], 40, 100)
    [[(0, 4.0, 14.0, 50.0)]]
    """
    group = wide / len(rates)
    each = min(group * 0.8, WIDEST) / len(rates[0])
    middles = [(n + 0.5) * group for n in range(len(rates))]
    return [
        [
            (n, round(middle + (n - len(some) / 2) * each, 1), round(each - 2, 1), round(max(2, rate * high), 1))
            for n, rate in enumerate(some)
            if rate is not None
        ]
        for middle, some in zip(middles, rates, strict=True)
    ]


def _all(table: Table) -> Iterable[int]:
    return [value for row in table for value in row]


def _ticks(low: int, high: int) -> list[int]:
    """Four or so round numbers that reach from `low` to `high`, zero among them.

    >>> _ticks(-2, 3), _ticks(0, 34)
    ([-2, 0, 2, 4], [0, 10, 20, 30, 40])
    """
    steps = (base * 10**power for power in range(17) for base in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= 4)
    return list(range(low // step * step, high + step, step))


def _apart(ys: Sequence[float], least: float, bottom: float) -> list[float]:
    """`ys` moved apart until `least` lies between any two, and none is below `bottom`."""
    order = sorted(range(len(ys)), key=lambda place: ys[place])
    moved = list(ys)
    for one, other in pairwise(order):
        moved[other] = max(moved[other], moved[one] + least)
    floor = bottom
    for place in reversed(order):
        moved[place] = round(min(moved[place], floor), 1)
        floor = moved[place] - least
    return moved


class Day(NamedTuple):
    """Square of a calendar: its place, in days to the right and down."""

    date: date
    x: int
    y: int
    games: int


def calendar(year: int, games: Mapping[date, int]) -> list[Day]:
    """Days of a year, each week a column that begins with Monday, with the number of games in each evening.

    >>> calendar(2026, {})[:2]
    [Day(date=datetime.date(2026, 1, 1), x=0, y=3, games=0), Day(date=datetime.date(2026, 1, 2), x=0, y=4, games=0)]
    """
    first = date(year, 1, 1)
    days = [date.fromordinal(first.toordinal() + n) for n in range((date(year + 1, 1, 1) - first).days)]
    return [Day(day, (n + first.weekday()) // 7, day.weekday(), games.get(day, 0)) for n, day in enumerate(days)]
