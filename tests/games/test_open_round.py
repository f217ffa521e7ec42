"""Corrections while contents are open: taken or refused, they answer nobody what they may not know."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.moves import Refused
from companion.table.fold import append, open_table
from companion.table.model import Correct, Table, move_of
from companion.table.moves import move, options_for
from companion.table.open_round import HOST, Caller, corrected, is_locked, reporter
from companion.table.questions import may_report
from tests.games.test_every_game import law
from tests.support.effort import SEED, tries
from tests.support.games.random_play import CAST
from tests.support.games.two_worlds import assert_alike

chance = st.randoms(use_true_random=True)
Plain = dict[str, Any]
CORRECTIONS = 12


# By hand, from what was tried as an attack


def table_of(slug: str, *plain: dict[str, Any], **options: Any) -> Table:
    game = GAMES[slug]
    seats = 4 if slug == "death-name" else 3
    laid = open_table(game, CAST[:seats], options_for(game, options))
    for one in plain:
        laid = append(laid, move(game, one))
    return laid


def draft(*choices: str | None, after: tuple[dict[str, Any], ...] = ()) -> Table:
    """A round of DEATH Name in which these have declared; None has not."""
    lines: list[Plain] = [{"move": "decree", "icons": [0, -1, 1, 0]}]
    lines += [{"move": "write", "seat": seat, "name": f"Name {seat}"} for seat in range(4)]
    lines += [
        {"move": "declare", "seat": seat, "choice": choice} for seat, choice in enumerate(choices) if choice is not None
    ]
    return table_of("death-name", *lines, *after)


def by_seats(table: Table) -> list[str]:
    """Everybody reports from a phone of their own."""
    return [CAST[getattr(move_of(line), "seat", 0) or 0] for line in table.lines]


def try_it(table: Table, reads: list[Any], seat: int | None, reporters: list[str] | None = None) -> str:
    """What a correction is answered: taken, or the code of the refusal."""
    read = move(table.game, {"move": "correct", "lines": reads})
    assert isinstance(read, Correct)
    who = caller(table, seat)
    try:
        corrected(table, read, who, by_seats(table) if reporters is None else reporters)
    except Refused as refused:
        return refused.code
    return "taken"


def caller(table: Table, seat: int | None, phones: frozenset[int] = frozenset()) -> Caller:
    return Caller(frozenset({reporter(table, seat)}), frozenset() if seat is None else frozenset({seat}), phones)


ADJUSTS = tuple({"move": "adjust", "seat": 3, "track": "points", "by": by, "why": "a bet"} for by in (1, -1))


@pytest.mark.parametrize("others", [("keep", "keep", "keep"), ("pass", "keep", "keep")])
def test_nobody_asks_by_two_declarations_in_the_place_of_adjusts_whether_somebody_passed(
    others: tuple[str, ...],
) -> None:
    table = draft(*others, after=ADJUSTS)
    declare = {"move": "declare", "seat": 3, "choice": "pass"}
    assert try_it(table, [[9, declare], [10, declare]], 3) == "secrets-open"


@pytest.mark.parametrize("secret", [1, 2, 3, 4])
def test_nobody_asks_by_a_second_choice_which_card_was_chosen(secret: int) -> None:
    lines: list[dict[str, Any]] = []
    for number in range(4):
        lines.append({"move": "decree", "icons": [0, 0, 0, 0]})
        lines += [{"move": "write", "seat": seat, "name": f"Name {number}{seat}"} for seat in range(4)]
        lines += [{"move": "declare", "seat": seat, "choice": "keep"} for seat in range(4)]
    lines.append({"move": "decree", "icons": [0, 0, 0, 0]})
    lines += [{"move": "choose", "seat": 0, "round": secret}, *ADJUSTS, *ADJUSTS]
    table = table_of("death-name", *lines)
    first = len(table.lines) - 3
    chosen = [[first, {"move": "choose", "seat": 1, "round": 1}]]
    decree = [[first + 1, {"move": "decree", "icons": [0, 0, 0, 0]}]]
    for guess in range(1, 5):
        twice = [[first + 2, [{"move": "choose", "seat": 0, "round": guess}] * 2]]
        assert try_it(table, [*chosen, *decree, *twice], None) == "secrets-open"


@pytest.mark.parametrize("color", ["red", "blue", "yellow", "black", "green"])
def test_a_leader_asks_no_adjust_which_killers_another_has(color: str) -> None:
    solid = [{"move": "solid", "seat": seat, "color": of} for seat, of in enumerate(("red", "blue", "black"))]
    lines = [
        {"move": "adjust", "seat": 0, "track": "death_counters", "by": 1, "why": "a bet"},
        {"move": "take", "seat": 1, "colors": ["red", "blue"], "number": 3},
        {"move": "killers", "seat": 1, "colors": ["black", "green"]},
    ]
    table = table_of("final-deathweek", *solid, *lines)
    assert try_it(table, [[4, {"move": "expose", "seat": 1, "color": color}]], 0) == "secrets-open"


@pytest.mark.parametrize("color", ["red", "blue", "yellow", "black", "green"])
def test_what_was_exposed_of_a_seat_whose_killers_are_in_is_struck_but_not_changed(color: str) -> None:
    solid = [{"move": "solid", "seat": seat, "color": of} for seat, of in enumerate(("red", "blue", "black"))]
    lines = [
        {"move": "expose", "seat": 1, "color": "green"},
        {"move": "take", "seat": 1, "colors": ["red", "blue"], "number": 3},
        {"move": "killers", "seat": 1, "colors": ["black", "green"]},
    ]
    table = table_of("final-deathweek", *solid, *lines)
    expose = {"move": "expose", "seat": 1, "color": color}
    assert try_it(table, [[4, expose]], 0) == ("taken" if color == "green" else "secrets-open")
    assert try_it(table, [[4, None]], 0) == "taken"
    assert try_it(table_of("final-deathweek", *solid, *lines[:2]), [[4, expose]], 0) == "taken"


def test_in_the_open_round_lines_are_struck_and_replaced_by_the_like_of_ones_own() -> None:
    table = draft("keep", "pass", None, None, after=ADJUSTS)
    name = {"move": "write", "seat": 0, "name": "Zed"}
    assert try_it(table, [[2, name]], 0) == "taken"
    assert try_it(table, [[2, name]], None) == "secrets-open"
    assert try_it(table, [[2, name]], None, [HOST] * 9) == "taken"
    assert try_it(table, [[6, None]], 0) == try_it(table, [[6, None]], None) == "taken"
    assert try_it(table, [[6, {"move": "declare", "seat": 0, "choice": "pass"}]], 0) == "taken"
    assert try_it(table, [[1, {"move": "decree", "icons": [1, 1, 1, 1]}]], 2) == "taken"
    assert try_it(table, [[6, {"move": "declare", "seat": 2, "choice": "pass"}]], None) == "secrets-open"
    assert try_it(table, [[9, ADJUSTS[1]], [8, None]], None) == "taken"
    assert try_it(table, [[9, [ADJUSTS[1], {"move": "declare", "seat": 3, "choice": "keep"}]]], 3) == "secrets-open"


def test_a_host_does_not_replace_what_it_reported_for_a_seat_that_has_a_phone_by_now() -> None:
    table = draft("keep", None, None, None)
    read = move(table.game, {"move": "correct", "lines": [[2, {"move": "write", "seat": 0, "name": "Zed"}]]})
    assert isinstance(read, Correct)
    reporters = [HOST] * len(table.lines)
    assert corrected(table, read, caller(table, None, frozenset({1})), reporters)
    with pytest.raises(Refused, match="secrets-open"):
        corrected(table, read, caller(table, None, frozenset({0})), reporters)


def struck_and_declared(*after: Plain) -> tuple[Table, list[str]]:
    """A declaration was struck, and all the others have declared since."""
    table = append(draft("keep", "pass", "keep", None), Correct(((6, None),)))
    for plain in ({"move": "declare", "seat": 3, "choice": "pass"}, *after):
        table = append(table, move(table.game, plain))
    return table, [CAST[getattr(move_of(line), "seat", 0) or 0] for line in table.lines]


def test_a_strike_may_be_struck_though_that_opens_what_was_secret() -> None:
    """It is as if that seat declared at last: nothing that follows could fit or not."""
    for after in ((), ADJUSTS):
        table, reporters = struck_and_declared(*after)
        assert try_it(table, [[9, None]], 0, reporters) == "taken"


def test_a_strike_is_not_struck_where_a_later_line_would_tell_what_was_secret() -> None:
    table, reporters = struck_and_declared({"move": "reading", "seat": 0, "reading": "Abe"})
    assert try_it(table, [[9, None]], 0, reporters) == "secrets-open"
    assert try_it(table, [[9, None], [11, None]], 0, reporters) == "taken"


def test_a_kept_outbreak_does_not_lock_the_sheet() -> None:
    table = table_of(
        "death-wish",
        {"move": "contract", "seat": 0, "disease": "Cough", "color": "red", "skulls": 2, "outbreak": True},
        {"move": "outbreak", "seat": 0, "kept": True, "text": "All sneeze"},
    )
    assert not is_locked(table)
    wider = {"move": "contract", "seat": 0, "disease": "Cold", "color": "red", "skulls": 3, "outbreak": True}
    assert try_it(table, [[1, wider]], None) == "taken"


def test_a_player_who_is_called_host_is_not_the_host() -> None:
    game = GAMES["death-name"]
    table = open_table(game, ("host", "Bo", "Cy", "Di"), options_for(game, {}))
    assert reporter(table, None) == HOST != reporter(table, 0)


# Whatever is corrected, by whomever: each kind of move, in each line, in each way


COLORS = ("red", "blue", "yellow", "black", "green")
DECREE: Plain = {"move": "decree", "icons": [0, -1, 1, 0]}


def write(seat: int, name: str) -> Plain:
    return {"move": "write", "seat": seat, "name": name}


def declare(seat: int, choice: str) -> Plain:
    return {"move": "declare", "seat": seat, "choice": choice}


def choose(seat: int, number: int) -> Plain:
    return {"move": "choose", "seat": seat, "round": number}


def adjust(seat: int, track: str = "points", by: int = 1) -> Plain:
    return {"move": "adjust", "seat": seat, "track": track, "by": by, "why": "a bet"}


def written(*names: str) -> list[Plain]:
    return [DECREE, *(write(seat, name) for seat, name in enumerate(names))]


def day_one() -> list[Plain]:
    rounds = [[*written(*(f"{n}{seat}" for seat in range(4)))] for n in "ABCD"]
    return [one for lines in rounds for one in (*lines, *(declare(seat, "keep") for seat in range(4)))]


def week(*lines: Plain) -> list[Plain]:
    solid = [{"move": "solid", "seat": seat, "color": of} for seat, of in enumerate(("red", "blue", "black"))]
    return [*solid, *lines]


def killers(*pair: str, seat: int = 1) -> Plain:
    return {"move": "killers", "seat": seat, "colors": list(pair)}


TAKE: Plain = {"move": "take", "seat": 1, "colors": ["red", "blue"], "number": 3}
LATER = [adjust(0, "death_counters"), {"move": "take", "seat": 2, "colors": ["red"], "number": 5}]

# What everybody has seen, and in the place of each None what seat 1 alone knows, in one world and the other.
Secret = list[Plain]
WORLDS: dict[str, tuple[str, Plain, list[Plain | None], Secret, Secret]] = {
    "a name": ("death-name", {}, [*written("A")[:2], None, adjust(3), adjust(3)], [write(1, "Bob")], [write(1, "Zed")]),
    "a name in kanji": (
        "death-name",
        {"language": "ja"},
        [DECREE, write(0, "A"), None, write(2, "C"), write(3, "D"), adjust(3), declare(0, "keep"), declare(2, "keep")],
        [write(1, "花子")],
        [write(1, "はな")],
    ),
    "a declaration": (
        "death-name",
        {},
        [*written(*"ABCD"), declare(0, "pass"), None, declare(2, "keep"), adjust(3), adjust(3)],
        [declare(1, "keep")],
        [declare(1, "pass")],
    ),
    "a second declaration": (
        "death-name",
        {},
        [
            *written(*"ABCD"),
            *(declare(seat, "pass") for seat in range(3)),
            declare(3, "keep"),
            None,
            adjust(3),
            declare(0, "pass"),
        ],
        [declare(1, "keep")],
        [declare(1, "pass")],
    ),
    "a choice of Day 2": (
        "death-name",
        {},
        [*day_one(), DECREE, None, adjust(3), adjust(3), adjust(3)],
        [choose(1, 1)],
        [choose(1, 3)],
    ),
    "another choice of Day 2": (
        "death-name",
        {},
        [
            *day_one(),
            DECREE,
            *(choose(seat, 2) for seat in range(4)),
            DECREE,
            None,
            adjust(3),
            {"move": "choose", "seat": 0, "round": 1},
        ],
        [choose(1, 1)],
        [choose(1, 3)],
    ),
    "killers": (
        "final-deathweek",
        {},
        [*week(adjust(0, "death_counters"), adjust(2, "death_counters"), TAKE), None, adjust(0, "death_counters")],
        [killers("black", "green")],
        [killers("yellow", "yellow")],
    ),
    "killers of which one was exposed": (
        "final-deathweek",
        {"last_day": "any"},
        [
            *week({"move": "expose", "seat": 1, "color": "green"}, TAKE),
            None,
            adjust(0, "death_counters"),
            {"move": "take", "seat": 2, "colors": ["red"], "number": 5},
        ],
        [killers("black", "green")],
        [killers("green", "red")],
    ),
}
MOVES: dict[str, Callable[[int], list[Plain]]] = {
    "death-name": lambda seat: [
        DECREE,
        write(seat, "Zed"),
        write(seat, "花"),
        declare(seat, "keep"),
        declare(seat, "pass"),
        *({"move": "choose", "seat": seat, "round": number} for number in range(1, 5)),
        {"move": "hold", "seat": seat, "card": (seat + 1) % 4},
        {"move": "reading", "seat": seat, "reading": "はな"},
        {"move": "same", "seats": [seat, (seat + 1) % 4]},
        adjust(seat),
        {"move": "stop"},
    ],
    "final-deathweek": lambda seat: [
        {"move": "solid", "seat": seat, "color": "green"},
        {"move": "redeal"},
        {"move": "schedule", "day": 1, "events": [{"colors": ["red"], "number": n} for n in (3, 5, 8)]},
        *({"move": "expose", "seat": seat, "color": color} for color in COLORS),
        {"move": "take", "seat": seat, "colors": ["red"], "number": 3},
        {"move": "break", "seat": seat},
        *(killers(*pair, seat=seat) for pair in (("red", "red"), ("black", "green"), ("yellow", "green"))),
        adjust(seat, "death_counters"),
        {"move": "stop"},
    ],
}


def two(name: str) -> tuple[Table, Table]:
    """The two worlds, alike but for what seat 1 alone knows."""
    slug, options, seen, *contents = WORLDS[name]
    filled = [[one for each in seen for one in (secret if each is None else [each])] for secret in contents]
    one, other = (table_of(slug, *lines, **options) for lines in filled)
    assert is_locked(one)
    assert is_locked(other)
    return one, other


def singles(table: Table) -> list[tuple[int, Any]]:
    """Each line, struck, read as each move, and with each move before or behind one that stands there."""
    game = table.game
    found: list[tuple[int, Any]] = []
    moves = [move(game, plain) for seat in range(len(table.seats)) for plain in MOVES[game.SLUG](seat)]
    for line, stands in zip(table.lines, table.sheet, strict=True):
        public = [written.move for written in stands if not written.secrets]
        found += [(line.number, None), *((line.number, one) for one in moves)]
        found += [(line.number, pair) for one in moves for each in public for pair in ((one, each), (each, one))]
    return found


def assert_same_answers(name: str, many: Sequence[tuple[tuple[int, Any], ...]]) -> Counter[str]:
    """No caller but seat 1 tells the two worlds apart by one of these corrections; how they were answered."""
    one, other = two(name)
    answered: Counter[str] = Counter()
    for lines in many:
        read = Correct(lines)
        for seat in (None, 0, 3) if len(one.seats) > 3 else (None, 0, 2):
            if seat is not None and not may_report(one, seat, read):
                continue
            answers = [outcome(world, read, caller(world, seat), by_seats(world)) for world in (one, other)]
            assert_same(answers, read)
            answered["taken" if isinstance(answers[0], Table) else answers[0][0]] += 1
    return answered


def assert_same(answers: Sequence[Any], read: Correct) -> None:
    one, other = answers
    if isinstance(one, Table) and isinstance(other, Table):
        assert_alike(one, other, {1})
    else:
        assert one == other, read


def outcome(table: Table, read: Correct, who: Caller, reporters: list[str]) -> Table | tuple[str, Any]:
    try:
        return corrected(table, read, who, reporters)
    except Refused as refused:
        return refused.code, spelt(refused)


def spelt(refused: Refused) -> Any:
    return {
        name: (value.code, spelt(value)) if isinstance(value, Refused) else value
        for name, value in refused.numbers.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_no_correction_of_a_line_tells_one_world_from_another(name: str) -> None:
    found = singles(two(name)[0])
    drawn = random.Random(SEED).sample(found, min(tries(1600), len(found)))
    answered = assert_same_answers(name, [(single,) for single in drawn])
    assert min(answered["taken"], answered["secrets-open"], answered["no-longer-fits"]) > 0, answered


@pytest.mark.parametrize("name", WORLDS)
@law(3)
@given(chance)
def test_no_correction_of_several_lines_tells_one_world_from_another(name: str, rng: random.Random) -> None:
    pool = [single for single in singles(two(name)[0]) if single[1] is None or rng.random() < 0.3]
    many = [
        tuple({line: (line, reads) for line, reads in rng.sample(pool, rng.choice([2, 2, 3, 4]))}.values())
        for _ in range(tries(150))
    ]
    assert_same_answers(name, many)
