"""What a correction would change is shown as far as everybody may know it: the same in two worlds."""

import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import GAMES
from companion.games.death_name.moves import Write
from companion.games.final_deathweek.moves import Take
from companion.games.moves import Refused
from companion.table.fold import append
from companion.table.model import Correct, Table, move_of
from companion.table.open_round import Caller, corrected
from companion.web.pages.play.corrections import preview
from tests.faults.pairs import SECRETIVE, adjusted, opened_again
from tests.support.effort import tries
from tests.support.forms import flat
from tests.support.games import final_deathweek as of_week
from tests.support.games.random_play import laid, played, with_texts
from tests.support.gathering import Gathering
from tests.support.states.state import State
from tests.support.states.twin import twin


@pytest.mark.parametrize("slug", ["death-name", "final-deathweek"])
def test_what_putting_back_the_end_of_a_round_would_change_tells_none_of_its_secrets(slug: str) -> None:
    differ = False
    for number in range(tries(20)):
        rng = Random(f"{slug} {number}")
        for again in opened_again([*played(rng, laid(rng, GAMES[slug]))]):
            table = adjusted(rng, again)
            other = twin(State(f"{slug} {number} {len(table.lines)}", table))
            if other is None:
                continue
            put_back = Correct(((len(again.lines), None),))
            after, other_after = append(table, put_back), append(other.table, put_back)
            assert preview(table, after) == preview(other.table, other_after), (table.lines, other.table.lines)
            differ = differ or after.standing != other_after.standing
    assert differ, "there was nothing to be told"


def mended(table: Table, line: int) -> Table | None:
    """The table with another name or number in a line, or without a line that has neither, where the host may say so
    who has reported all of it."""
    match move_of(table.lines[line - 1]):
        case Write() as move:
            reads: Write | Take | None = replace(move, name="Zed")
        case Take() as move:
            reads = replace(move, number=17 - move.number)
        case _:
            reads = None
    try:
        return corrected(table, Correct(((line, reads),)), Caller(frozenset({"host"})), ["host"] * len(table.lines))
    except Refused:
        return None


@pytest.mark.parametrize("slug", SECRETIVE)
def test_what_a_correction_would_change_tells_no_secret(slug: str) -> None:
    told = 0
    for number in range(tries(9)):
        rng = Random(f"{slug} {number}")
        tables = [*played(rng, laid(rng, GAMES[slug]), 60, 0.3, with_texts)]
        for table in rng.sample(tables, min(8, len(tables))):
            other = twin(State(f"{slug} {number} {len(table.lines)}", table))
            if other is None:
                continue
            for line in range(1, len(table.lines) + 1):
                after, other_after = mended(table, line), mended(other.table, line)
                if after is not None and other_after is not None:
                    shown = preview(table, after)
                    assert shown == preview(other.table, other_after), (line, table.lines, other.table.lines)
                    told += bool(shown["aspects"])
    assert told or slug == "final-deathweek", "nothing but scores was told"


def test_of_a_week_nothing_of_the_day_that_is_open_is_told_before_it_is_judged() -> None:
    """The third day would be judged if the strike of a line was struck: only what the days before it say is told."""

    def told(last: str) -> list[dict[str, Any]]:
        table = of_week.on(of_week.week(), of_week.day(5, 1, 1), of_week.day(6, 2, 2))
        table = of_week.on(table, [of_week.take(seat, "green yellow", 3) for seat in range(3)])
        table = of_week.on(table, of_week.killers(0, last), of_week.killers(1, last), of_week.killers(2, "red red"))
        table = append(table, Correct(((len(table.lines), None),)))
        strike = append(table, Correct(((len(table.lines), None),)))
        first = append(table, Correct(((4, of_week.take(0, "", 7)),)))
        return [preview(table, strike), preview(table, first)]

    one, other = told("green red"), told("green yellow")
    assert one == other
    assert [aspect.what for aspect, _, _ in one[1]["aspects"]] == ["chain"]


Plain = dict[str, Any]


def page(evening: Gathering, line: int, reads: Plain | None) -> str:
    """What the host is told would change if a line read so, or were struck: as text, without blanks in a row."""
    data = {"line": line, "how": "strike"} if reads is None else {"line": line, "how": "replace", **flat(reads)}
    answer = evening.tablet.post(f"/table/{evening.now.table_code}/correct", data)
    assert answer.status_code == 200, answer.text
    html = answer.text.split('<ul class="differences">')[1].split("</ul>")[0]
    return " ".join(re.sub("<[^>]*>", " ", re.sub("<svg.*?</svg>", " ", html)).split())


def sit(evening: Gathering, game: str, count: int = 3, **fields: str) -> None:
    for name in ("Ann", "Bo", "Cy", "Di")[:count]:
        evening.come(name)
    evening.set_up(game, **fields)


def take(seat: int, number: int, *colors: str) -> Plain:
    return {"move": "take", "seat": seat, "colors": colors, "number": number}


def quiet(*numbers: int) -> list[Plain]:
    """A day on which nobody meets a killer."""
    takes = [take(seat, number, "yellow") for seat, number in enumerate(numbers)]
    return takes + [{"move": "killers", "seat": seat, "colors": ("green", "green")} for seat in range(len(numbers))]


SOLID = [{"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(("red", "blue", "black"))]


def test_a_corrected_event_tells_the_chain_that_breaks_by_it_and_who_may_not_be_exposed(evening: Gathering) -> None:
    sit(evening, "final-deathweek")
    evening.tell(*SOLID, *quiet(5, 1, 1), *quiet(6, 2, 2), *quiet(7, 3, 3))
    told = page(evening, 10, take(0, 4, "yellow"))
    assert "Chain 5 6 7 → 5 4 ✕ chain broken 7" in told
    assert "May be exposed yes → no" in told
    assert told.count("→") == 2, told


def test_a_corrected_event_tells_who_dies_of_it_and_that_the_week_is_over(evening: Gathering) -> None:
    sit(evening, "final-deathweek")
    evening.tell(*SOLID, *quiet(5, 1, 1)[:-1])
    last = {"move": "killers", "seat": 2, "colors": ("green", "black")}
    evening.tell(last)
    line = evening.live.line
    assert page(evening, line, {**last, "colors": ("green", "red")}) == "No score that is open changes."
    told = page(evening, line, {**last, "colors": ("green", "yellow")})
    assert "Cy Dies on day – → 1" in told
    assert "The game is over then." in told


def test_what_is_done_next_and_the_day_are_told_with_a_line_that_is_struck(evening: Gathering) -> None:
    sit(evening, "final-deathweek")
    evening.tell(*SOLID, *quiet(5, 1, 1))
    told = page(evening, evening.live.line, None)
    assert "Day 2 of 7: Still to take an event → Day 1 of 7: Killers to come" in told


def test_killers_that_are_secret_are_in_no_part_of_what_would_change(evening: Gathering) -> None:
    sit(evening, "final-deathweek")
    evening.tell(*SOLID, *quiet(5, 1, 1)[:-1])
    assert page(evening, evening.live.line, None) == "No score that is open changes."


def test_a_partner_who_was_forgotten_is_told_though_no_score_changes(evening: Gathering) -> None:
    sit(evening, "gamushara-gang")
    evening.tell({"move": "no-partner", "seat": 1}, {"move": "nominate", "seat": 1, "character": "3"})
    assert page(evening, 1, None) == "Bo Partner no partner → in the hand"
    assert page(evening, 2, {"move": "nominate", "seat": 1, "character": "5"}) == (
        "3 candidate → active 5 active → candidate"
    )


def test_a_disease_that_is_struck_takes_a_death_with_it(evening: Gathering) -> None:
    sit(evening, "death-wish")
    evening.tell({"move": "contract", "seat": 0, "disease": "Cough", "color": "red", "skulls": 4})
    evening.tell({"move": "contract", "seat": 0, "disease": "Cold", "color": "blue", "skulls": 8})
    told = page(evening, 1, None)
    assert "Ann Cough red, 4 skulls → –" in told
    assert "Ann Dead yes → no" in told
    assert "The game is not over any more." in told


def test_a_card_at_court_tells_what_it_turns(evening: Gathering) -> None:
    sit(evening, "death-over-the-kingdom")
    faces = ("king", "monk", "thief")
    evening.tell(*({"move": "card", "seat": seat, "character": face} for seat, face in enumerate(faces)))
    told = page(evening, 3, {"move": "card", "seat": 2, "character": "queen"})
    assert "Cy Card of round 1 Thief 3 → Queen 11" in told
    assert "Bo Card of round 1 Monk 3 → Monk 11" in told, "the Monk copies his neighbour"


def test_a_name_of_the_newest_round_tells_its_new_place_in_the_order(evening: Gathering) -> None:
    sit(evening, "death-name", 4)
    evening.round("Bob", "Chris", "Dora", "Ethan")
    told = page(evening, 3, {"move": "write", "seat": 1, "name": "Zed"})
    assert "Bo “Chris” 2nd, held by Cy → –" in told
    assert "Bo “Zed” – → 4th, held by Cy" in told
    assert "Cy “Dora” 3rd, held by Di → 2nd, held by Di" in told
    assert "Ann 2nd → 1st" in told
