"""Laws of every game: what is offered is taken, every table ends, sums add up, secrets stay secret, corrections follow.

Random play shows that asks and rules agree, not that they are right: that is for each game's own test file.
"""

import inspect
import json
import re
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.game import GameOf
from companion.games.moves import Adjust, Move, Refused, Stop, kinds
from companion.table.corrections import struck
from companion.table.fold import append, open_table
from companion.table.model import Correct, Line, Table, move_of, step, with_line
from companion.table.moves import move, move_to_json
from companion.table.questions import asks, waiting
from companion.table.record import dump, read
from companion.table.result import is_closed, result
from companion.table.strict_json import parse
from companion.table.visibility import secrets_open, visible_move, visible_reading
from tests.reference.sheet import corrected_by, readings_of_lines
from tests.sixth.coffin_race import GAME as coffin_race
from tests.support.effort import tries
from tests.support.games.random_play import answer, every_game, fits, laid, offered, played, report, some_table
from tests.support.games.two_worlds import assert_alike, worlds

# Moves that may be accepted although no ask offers just them, with the reason.
UNASKED = {
    "death-name": {"same": "one seat stands in the ask for each group that was put together already"},
    "final-deathweek": {
        "redeal": "before the first solid killer there is nothing to forget",
        "take": "colours are a set, an ask names those of a known event in one order",
        "killers": "likewise, where one was exposed",
        "break": "without a schedule too it may be said which event was turned face down",
    },
    "gamushara-gang": {
        "turn": "not offered while there are more players than characters left: it was somebody's role",
        "succeed": "not offered where that would leave more players than characters",
    },
    "death-wish": {"outbreak": "one that another outbreak brought is told at any time, and never asked for"},
}

chance = st.randoms(use_true_random=True)
every = pytest.mark.parametrize("slug", every_game())


def law(examples: int) -> settings:
    """So many examples in a normal run."""
    return settings(max_examples=tries(examples))


def moves_of(table: Table) -> list[Move]:
    return [move_of(line) for line in table.lines]


def as_json(move: Move) -> dict[str, Any]:
    """A move as it stands in a record."""
    plain: dict[str, Any] = json.loads(json.dumps(move_to_json(move)))
    return plain


def folded(like: Table, moves: list[Move]) -> Table:
    """A table like the other one, with these lines."""
    table = open_table(like.game, like.seats, like.options)
    for each in moves:
        table = append(table, each)
    return table


@every
@law(20)
@given(chance)
def test_only_veiled_kinds_of_move_hold_secrets(slug: str, rng: Any) -> None:
    table = some_table(rng, GAMES[slug])
    for line in table.lines:
        for written in (*([line.recorded] if line.recorded else ()), *table.sheet[line.number - 1]):
            assert not written.secrets or isinstance(written.move, tuple(table.game.SECRET_MOVES))


@pytest.mark.parametrize("slug", [slug for slug in every_game() if not GAMES[slug].SECRET_MOVES])
@law(20)
@given(chance)
def test_where_no_kind_of_move_is_veiled_every_seat_sees_what_everybody_sees(slug: str, rng: Any) -> None:
    table = some_table(rng, GAMES[slug])
    public = table.game.view(table.state)
    views = [table.game.own_view(table.state, public, seat) for seat in range(len(table.seats))]
    assert views == [public] * len(table.seats)


# What is offered, and what is taken


@every
@law(12)
@given(chance)
def test_whatever_an_ask_offers_is_accepted(slug, rng):
    table = laid(rng, GAMES[slug])
    for after in [table, *played(rng, table, optional=0.3)]:
        for ask in offered(after):
            report(after, answer(rng, ask))


@every
@law(12)
@given(chance)
def test_a_move_that_is_accepted_was_offered(slug, rng):
    game = GAMES[slug]
    table = laid(rng, game)
    seen = [table, *played(rng, table, optional=0.3)]
    pool = [answer(rng, ask) for at in rng.sample(seen, min(len(seen), 12)) for ask in offered(at)]
    for at in rng.sample(seen, min(len(seen), 12)):
        for plain in rng.sample(pool, min(len(pool), 30)):
            if "seat" in plain:
                plain = plain | {"seat": rng.randrange(len(at.seats))}
            if taken(at, plain) and plain["move"] not in UNASKED.get(slug, ()):
                assert any(fits(ask, plain) for ask in offered(at)), plain


def taken(table: Table, plain: dict[str, Any]) -> bool:
    try:
        report(table, plain)
    except Refused:
        return False
    return True


@every
@law(12)
@given(chance)
def test_a_table_answered_only_from_what_must_be_answered_ends(slug, rng):
    *_, last = played(rng, laid(rng, GAMES[slug]), optional=0)
    assert last.standing.over
    assert is_closed(last)
    assert last.standing.outcome in ("won", "lost", "nobody")
    assert waiting(last) == ()


@every
@law(8)
@given(chance)
def test_while_a_table_is_not_closed_somebody_is_waited_for(slug, rng):
    table = laid(rng, GAMES[slug])
    for after in [table, *played(rng, table)]:
        assert bool(waiting(after)) != is_closed(after)


# What it adds up to


@every
@law(12)
@given(chance)
def test_tracks_are_the_sums_of_the_ledger_and_places_name_every_seat(slug, rng):
    table = laid(rng, GAMES[slug])
    for after in [table, *played(rng, table, optional=0.3)]:
        known = result(after)
        added = {track: [0] * len(after.seats) for track in after.tracks}
        for entry in known["ledger"]:
            assert entry["by"] != 0
            added[entry["track"]][entry["seat"]] += entry["by"]
        assert known["tracks"] == added
        assert len(known["totals"]) == len(after.seats)
        places = known["places"]
        assert places == [1 + sum(other < place for other in places) for place in places]
        rounds = [entry["round"] for entry in known["ledger"]]
        assert rounds == sorted(rounds)
        assert all(0 <= number <= max(known["round"], 0) for number in rounds)


@every
@law(8)
@given(chance)
def test_there_are_winners_exactly_when_a_game_is_won(slug, rng):
    table = laid(rng, GAMES[slug])
    for after in [table, *played(rng, table)]:
        known = result(after)
        assert bool(known["winners"]) == (known["outcome"] == "won")
        assert known["winners"] == sorted(set(known["winners"]))
        assert known["over"] == (known["outcome"] in ("won", "lost", "nobody"))


@every
@law(8)
@given(chance)
def test_a_result_and_all_asks_are_plain_json(slug, rng):
    table = some_table(rng, GAMES[slug])
    known = result(table)
    assert list(known) == [
        "game",
        "over",
        "outcome",
        "round",
        "tracks",
        "totals",
        "places",
        "winners",
        "ledger",
        "facts",
    ]
    assert json.loads(json.dumps(known)) == known
    for ask in offered(table):
        assert json.loads(json.dumps(ask.plain())) == ask.plain()


@every
@law(8)
@given(chance)
def test_states_are_values_with_a_hash(slug, rng):
    table = some_table(rng, GAMES[slug])
    again = folded(table, moves_of(table))
    assert hash(table.state) == hash(again.state)
    assert table == again


@every
@law(8)
@given(chance)
def test_an_adjust_stands_in_the_ledger_in_the_round_being_played(slug, rng):
    table = some_table(rng, GAMES[slug], shortest=0)
    seat, track = rng.randrange(len(table.seats)), rng.choice(table.tracks)
    before, after = result(table), result(append(table, Adjust(seat, track, -3, "a bet")))
    entry = {"round": before["round"], "seat": seat, "track": track, "by": -3, "because": "adjust"}
    assert after["ledger"].count(entry) == before["ledger"].count(entry) + 1
    assert after["tracks"][track][seat] == before["tracks"][track][seat] - 3


# Secrets


@every
@law(20)
@given(chance)
def test_two_worlds_that_differ_in_secrets_alone_look_the_same_to_everybody(slug, rng):
    for one, other, privy in worlds(rng, GAMES[slug]):
        assert_alike(one, other, privy)


@every
@law(12)
@given(chance)
def test_nothing_is_secret_any_more_once_a_game_is_over_whatever_was_corrected(slug, rng):
    if slug == "death-wish":
        return  # a kept outbreak is secret until it is played
    *_, last = played(rng, laid(rng, GAMES[slug]))
    assert not secrets_open(last)
    for line in last.lines:
        assert visible_move(last, line, None) == move_to_json(move_of(line))
    after = stirred(rng, last)
    assert not after.standing.over or not secrets_open(after)


@every
@law(12)
@given(chance)
def test_a_line_that_still_counts_tells_nobody_more_than_the_sheet_tells(slug, rng):
    table = stirred(rng, some_table(rng, GAMES[slug]))
    for line in table.lines:
        if line.recorded is not None and line.number not in struck(table):
            for viewer in (None, *range(len(table.seats))):
                (stands,) = visible_reading(table, line.number, viewer)
                assert visible_move(table, line, viewer).items() <= stands.items()


# Records


@every
@law(12)
@given(chance)
def test_a_record_written_and_read_again_gives_an_equal_table_and_equal_bytes(slug, rng):
    table = some_table(rng, GAMES[slug], shortest=0)
    table = stirred(rng, table)
    notes = [{"at": "2025-11-21T20:00:00Z", "reporter": rng.choice(table.seats)} for _ in table.lines]
    written = dump(table, notes, {"id": "an evening", "people": [1, None]})
    record = read(parse(written))
    assert record.table == table
    assert result(record.table) == result(table)
    assert dump(record.table, record.notes, record.extra) == written


def stirred(rng, table: Table) -> Table:
    """The table with a few corrections more, as far as they fit."""
    for _ in range(rng.randrange(4)):
        try:
            table = append(table, some_correct(rng, table))
        except Refused:
            continue
    return table


# Corrections


def some_correct(rng, table: Table) -> Correct:
    """A correction of one or two lines by something that was said at this table, or would be an answer now."""
    said_here = [line for line in moves_of(table) if not isinstance(line, Correct)]
    said_here += [move(table.game, answer(rng, ask)) for ask in offered(table)] + [Adjust(0, table.tracks[0], 1, "x")]
    lines = rng.sample(range(1, len(table.lines) + 1), min(len(table.lines), rng.choice([1, 1, 2])))
    return Correct(tuple((at, some_reads(rng, table, at, said_here)) for at in lines))


def some_reads(rng, table: Table, at: int, said_here: list[Move]) -> Any:
    own = move_of(table.lines[at - 1])
    if isinstance(own, Correct):
        return None
    one = rng.choice(said_here)
    return rng.choice([None, one, (own, one), (one, own), own])


@every
@law(20)
@given(chance)
def test_correcting_a_line_gives_the_result_of_the_game_played_right_from_the_start(slug, rng):
    right = some_table(rng, GAMES[slug], shortest=2)
    wrong, correction = spoilt(rng, right)
    assert result(append(wrong, correction)) == result(right)
    assert append(wrong, correction).state == right.state


def spoilt(rng, right: Table) -> tuple[Table, Correct]:
    """The same game with one line wrong, missing or too many, and the correction that mends it."""
    moves = moves_of(right)
    for _ in range(20):
        at = rng.randrange(len(moves))
        before, this, after = moves[:at], moves[at], moves[at + 1 :]
        another = move(right.game, answer(rng, rng.choice(offered(folded(right, before)))))
        replaced = [*before, another, *after], (at + 1, this)
        needless = [*before, another, this, *after], (at + 1, None)
        forgotten = [*before, *after], (at + 1, (this, *after[:1])) if after else (at, (*before[-1:], this))
        wrong, mended = rng.choice([replaced, needless, forgotten][: 3 if moves[1:] else 2])
        try:
            made = folded(right, wrong)
        except Refused:
            continue
        if last_reported(made, len(wrong) - mended[0]) == last_reported(right, len(wrong) - mended[0]):
            return made, Correct((mended,))
    slip = Adjust(0, right.tracks[0], 2, "a slip of the thumb")
    return folded(right, [*moves, slip]), Correct(((len(moves) + 1, None),))


def last_reported(table: Table, number: int) -> list[Any]:
    """What the newest lines meant when they were reported: a ruling on a wrong name is about that."""
    return [written.reported for stands in table.sheet[len(table.sheet) - number :] for written in stands]


@every
@law(30)
@given(chance)
def test_a_correct_is_taken_if_the_corrected_sheet_adds_up_else_it_names_the_first_line_that_does_not_fit(slug, rng):
    """The sheet is put together the plain way, from JSON, and folded without any correction in it."""
    table = some_table(rng, GAMES[slug], shortest=2)
    for _ in range(6):
        correct = some_correct(rng, table)
        lines = [as_json(of) for of in [*moves_of(table), correct]]
        sheet = readings_of_lines(lines)
        plain = open_table(table.game, table.seats, table.options)
        wrong = None
        for line, reads in sheet.items():
            try:
                for place, each in enumerate(reads):
                    plain = with_move(plain, each, as_it_was_put_there(plain, lines, line, place))
            except Refused as refused:
                wrong = (line, refused.code)
                break
        if wrong is None:
            table = append(table, correct)
            assert table.state == plain.state
            assert result(table) == result(plain)
            assert [[as_json(stands.move) for stands in line] for line in table.sheet if line] == [
                r for r in sheet.values() if r
            ]
        else:
            with pytest.raises(Refused) as caught:
                append(table, correct)
            numbers = caught.value.numbers
            assert (caught.value.code, numbers["line"], numbers["refused"].code) == ("no-longer-fits", *wrong)


def with_move(table: Table, plain: dict[str, Any], reported: Any) -> Table:
    """The table with one more line, read from its JSON, that means what it did when it was reported."""
    fold, recorded = step(table.game, table.fold, move(table.game, plain), reported)
    return with_line(table, Line(len(table.lines) + 1, recorded), (recorded,), fold)


def as_it_was_put_there(like: Table, lines: list[dict[str, Any]], line: int, place: int) -> Any:
    """What a ruling meant when it was reported, or when the correction was that put it there; None of other moves."""
    put_there, _ = corrected_by(lines).get(line, (line, None))
    then = readings_of_lines(lines[:put_there])
    ruling = then[line][place]
    if ruling["move"] != "same":
        return None
    above = [one for number, reads in then.items() if number < line for one in reads] + then[line][:place]
    at = open_table(like.game, like.seats, like.options)
    for one in above:
        at = at if one["move"] == "same" else report(at, one)
    return like.game.as_reported(at.state, move(like.game, ruling))


@every
@law(12)
@given(chance)
def test_striking_the_last_line_takes_it_back_and_striking_that_puts_it_back(slug, rng):
    table = laid(rng, GAMES[slug])
    steps = list(pairwise([table, *played(rng, table)]))
    for before, after in rng.sample(steps, min(len(steps), 12)):
        number = len(after.lines)
        undone = append(after, Correct(((number, None),)))
        assert undone.state == before.state
        assert append(undone, Correct(((number + 1, None),))).state == after.state


# Breaking off


@every
@law(12)
@given(chance)
def test_a_stop_leaves_scores_and_places_as_they_are_and_nobody_wins(slug, rng):
    table = laid(rng, GAMES[slug])
    running = [at for at in [table, *played(rng, table)] if not at.standing.over]
    table = rng.choice(running)
    before, stopped = result(table), append(table, Stop())
    assert result(stopped) == before | {"over": False, "outcome": "stopped", "winners": []}
    assert is_closed(stopped)
    assert not any(asks(stopped, seat) for seat in range(len(stopped.seats)))
    assert secrets_open(stopped) == secrets_open(table)
    assert append(stopped, Correct(((len(stopped.lines), None),))).state == table.state
    for refused in (Stop(), *(move(table.game, answer(rng, ask)) for ask in offered(table))):
        with pytest.raises(Refused, match="stopped"):
            append(stopped, refused)
    track = table.tracks[0]
    after = result(append(stopped, Adjust(0, track, 5, "a bet")))
    assert after["tracks"][track][0] == before["tracks"][track][0] + 5
    assert (after["outcome"], after["winners"]) == ("stopped", [])


@every
@law(6)
@given(chance)
def test_a_game_that_is_over_cannot_break_off(slug, rng):
    *_, last = played(rng, laid(rng, GAMES[slug]))
    with pytest.raises(Refused, match="over"):
        append(last, Stop())


@every
def test_a_table_has_as_many_seats_as_the_game_allows(slug):
    game = GAMES[slug]
    options = msgspec.convert({}, game.Options)
    for wrong in (game.SEATS[0] - 1, game.SEATS[-1] + 1):
        with pytest.raises(Refused, match="seats"):
            open_table(game, [f"Seat {number}" for number in range(wrong)], options)


@every
@law(8)
@given(chance)
def test_a_highlight_is_counted_in_a_way_that_is_told_and_belongs_to_a_seat(slug, rng):
    game = GAMES[slug]
    *_, at = played(rng, laid(rng, game))
    highlights = game.highlights(at.state)
    assert {highlight.what for highlight in highlights} <= game.HIGHLIGHTS.keys()
    assert {highlight.seat for highlight in highlights} <= {None, *range(len(at.seats))}
    assert all(highlight.word for highlight in highlights if game.HIGHLIGHTS[highlight.what].by == "word")
    assert all(highlight.seat is not None for highlight in highlights if game.HIGHLIGHTS[highlight.what].by == "person")
    assert game.aim(at.state) in ("most", "fewest", "nothing")


# The contract of a game


@pytest.mark.parametrize("game", [*GAMES.values(), coffin_race], ids=lambda game: game.SLUG)
def test_a_game_says_otherwise_only_what_a_game_is_asked_and_is_asked_the_same(game):
    general = {name: value for name, value in vars(GameOf).items() if not name.startswith("_")}
    own = {name for name in vars(type(game)) if not name.startswith("_")}
    assert own <= general.keys() | GameOf.__annotations__.keys()
    assert all(issubclass(kind, Move) for kind in game.MOVES), game.MOVES
    for name in general:
        if inspect.isfunction(getattr(GameOf, name)):
            parameters = [one for one in inspect.signature(getattr(GameOf, name)).parameters if one != "self"]
            assert list(inspect.signature(getattr(game, name)).parameters) == parameters, name


class Alone(Move, frozen=True, tag="alone"):
    """The only move of a game."""


def test_the_moves_of_a_game_are_those_of_a_union_or_the_only_one():
    assert kinds(Adjust | Stop) == (Adjust, Stop)
    assert kinds(Alone) == (Alone,)


SAYS = {name: getattr(coffin_race, name) for name in ("SLUG", "TITLE", "SEATS", "Options", "MOVES", "TRACKS")}


@pytest.mark.parametrize(
    ("says", "sentence"),
    [
        ({"MOVES": ()}, "tests.silence names no move in MOVES: say MOVES = kinds(AnyMove)"),
        (
            {"SECRET_MOVES": (Alone,)},
            "tests.silence does not say in secret_in and is_revealed what is secret in SECRET_MOVES",
        ),
        *(({name: None}, f"tests.silence does not say its {name}") for name in SAYS),
    ],
)
def test_a_game_that_forgets_something_is_refused_where_it_is_imported(says, sentence):
    body = {name: value for name, value in ({"__module__": "tests.silence"} | SAYS | says).items() if value is not None}
    with pytest.raises(TypeError, match=f"^{re.escape(sentence)}$"):
        type(GameOf)("Silence", (GameOf,), body)


def test_a_game_without_one_of_the_rules_that_each_has_is_refused_where_it_is_imported():
    body = {name: value for name, value in vars(type(coffin_race)).items() if name not in ("apply", "ledger")}
    with pytest.raises(TypeError, match=r"abstract .*Silence .*apply.*ledger"):
        type(GameOf)("Silence", (GameOf,), body)()
