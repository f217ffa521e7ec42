"""What the API says of each game: its schemas hold for what is asked and what is taken."""

import json
import random

import msgspec
import pytest

from companion.games import GAMES
from companion.table.questions import asks
from tests.support.api import (
    GAME,
    ApiTable,
    adjust,
    choose,
    correct,
    declare,
    decree,
    is_refused,
    whole_game,
    write,
)
from tests.support.api_moves import WRONG_SHAPES
from tests.support.games import random_play
from tests.support.json_schema import is_valid

CONTRACT = {  # by game: seats, moves and options of its own
    "death-name": (
        (4, 6),
        "decree write declare hold choose reading same",
        "language kill_rule pass_limit practice rounds same_reading day2_duplicates",
    ),
    "final-deathweek": (
        (2, 4),
        "solid redeal schedule expose take break killers outcome",
        "counter_limit break_removes last_day scoring chain_scored days leader",
    ),
    "gamushara-gang": (
        (3, 5),
        "no-partner nominate exchange add execute succeed out flip confess turn personality",
        "points amounts first characters",
    ),
    "death-wish": (
        (2, 8),
        "contract act give cure farewell outbreak play-keeper mutate revive",
        "target last_survivor first",
    ),
    "death-over-the-kingdom": ((3, 16), "card value winners losers", "mode dealer lives turns values flips rounds"),
}


def schemas(call, game="death-name"):
    (told,) = [told for told in call("GET", "/api/games").json["games"] if told["game"] == game]
    return told


def test_every_game_is_in_the_contract() -> None:
    assert CONTRACT.keys() == GAMES.keys()


@pytest.mark.parametrize("game", CONTRACT)
def test_the_games_are_told_with_the_seats_moves_and_options_of_the_contract(call, game):
    told, ((least, most), moves, options) = schemas(call, game), CONTRACT[game]
    kinds = told["moves"]["$defs"].values()
    names = {name for of in kinds for name in of.get("properties", {}).get("move", {}).get("enum", ())}
    assert names == {*moves.split(), "correct", "adjust", "stop", "count"}
    assert told["seats"] == {"min": least, "max": most}
    (shape,) = [of for of in told["options"]["$defs"].values() if of["title"] == "Options"]
    assert set(shape["properties"]) == set(options.split())


def as_json(value):
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("game", CONTRACT)
def test_the_schema_describes_whatever_a_random_game_holds(call, game):
    told, rng = schemas(call, game), random.Random(game)
    for _ in range(6):
        table = random_play.laid(rng, GAMES[game])
        assert is_valid(as_json(table.options), told["options"]), table.options
        end = [table, *random_play.played(rng, table, longest=120, optional=0.4)][-1]
        for line in end.lines:
            move = as_json(line.recorded.move)
            assert is_valid(move, told["moves"]), move
            assert not is_valid(move | {"extra": 1}, told["moves"])
            assert not is_valid(move | {"move": "dance"}, told["moves"])


@pytest.mark.parametrize("game", CONTRACT)
def test_a_seat_may_report_whatever_it_is_asked_in_every_game(app, call, game):
    """Also what is asked of the leader about others, and what concerns the whole table."""
    rng = random.Random(game)
    table = ApiTable(call, max(4, CONTRACT[game][0][0]) if game != "final-deathweek" else 3, game)
    for _ in range(80):
        state = app.extensions["services"].tables.find(table.code).table
        asked = [(seat, ask) for seat in range(len(table.seats)) for ask in asks(state, seat)]
        if not asked:
            break
        wanted = [(seat, ask) for seat, ask in asked if not ask.optional or rng.random() < 0.2]
        seat, ask = rng.choice(wanted or asked)
        assert ask.plain() in table.look(table.seats[seat])["asks"]
        move = random_play.answer(rng, ask)
        answer = table.report(table.seats[seat], move)
        assert answer.status == 201, (seat, move, answer)


def test_who_leads_may_report_what_others_expose_and_nobody_else_may(call):
    table = ApiTable(call, 3, "final-deathweek", leader=1)
    colors = ("red", "blue", "yellow")
    table.play([{"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(colors)])
    expose = [{"move": "expose", "seat": seat, "color": color} for seat, color in enumerate(colors)]
    for seat, key in enumerate(table.seats):
        for other in range(3):
            if seat not in (other, 1):
                assert is_refused(table.report(key, expose[other]), 403, "not-yours")
    assert table.report(table.seats[1], expose[0]).status == 201
    assert table.report(table.seats[2], expose[2]).status == 201  # its own
    assert is_refused(table.report(table.seats[1], {"move": "take", "seat": 0, "colors": [], "number": 1}), 403)
    assert is_refused(table.report(table.seats[2], correct((4, None))), 403)
    assert table.report(table.seats[1], correct((4, None))).status == 201


def test_who_no_longer_leads_still_gets_the_first_answer(call, app):
    table = ApiTable(call, 3, "final-deathweek", leader=1)
    colors = ("red", "blue", "yellow")
    table.play([{"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(colors)])
    expose = {"move": "expose", "seat": 0, "color": "red"}
    first = table.report(table.seats[1], expose, key="this-tap")
    rng = random.Random(1)
    while (live := app.extensions["services"].tables.find(table.code)).table.state.leader == 1:
        must = [ask for seat in range(3) for ask in asks(live.table, seat) if not ask.optional]
        assert table.report(table.host, random_play.answer(rng, must[0])).status == 201
    again = table.report(table.seats[1], expose, key="this-tap")
    assert (first.status, again.status, again.json) == (201, 201, first.json)
    assert is_refused(table.report(table.seats[1], expose, key="other-tap"), 403)


def test_what_an_outbreak_does_to_somebody_anybody_may_report_and_correct(call):
    table = ApiTable(call, 3, "death-wish", target=3)
    table.play([{"move": "contract", "seat": 0, "disease": "Rash", "color": "red", "skulls": 2}])
    mutate = {"move": "mutate", "seat": 0, "disease": "Rash", "skulls": 3}
    assert table.report(table.seats[1], mutate).status == 201
    assert (table.look()["result"]["winners"], table.look(table.seats[2])["asks"][0]["move"]) == ([0], "farewell")
    assert table.look(table.seats[0])["asks"][0] == {
        "move": "revive",
        "seat": 0,
        "choices": {"cured": {"of": ["Rash"], "least": 1, "most": 1}},
        "optional": True,
    }
    assert table.report(table.seats[2], {"move": "revive", "seat": 0, "cured": ["Rash"]}).status == 201
    assert (table.look()["result"]["outcome"], table.look()["result"]["totals"]) == ("playing", [0, 0, 0])
    assert is_refused(table.report(table.seats[1], correct((1, None))), 403)
    assert is_refused(table.report(table.seats[1], correct((2, None))), 422)
    assert table.report(table.seats[1], correct((2, None), (3, None))).status == 201
    assert table.look()["result"]["totals"] == [2, 0, 0]


def unseen_by_a_schema(move):
    """What JSON Schema has no words for: what is left of a text when it is trimmed, and which signs are in it."""
    texts = [value for value in move.values() if isinstance(value, str)]
    return any(not text.strip() or not text.isprintable() for text in texts) or move.get("by") == 0


@pytest.mark.parametrize("move", [move for move in WRONG_SHAPES if not unseen_by_a_schema(move)], ids=json.dumps)
def test_a_move_of_a_wrong_shape_does_not_fit_the_schema(call, move):
    assert not is_valid(move, schemas(call)["moves"])


def test_whatever_does_not_fit_the_schema_is_not_taken(call):
    """Moves with one thing about them changed: the schema and the reader are of one mind."""
    told, rng, counts = schemas(call)["moves"], random.Random(5), [0, 0]
    values = [None, True, 0, 1, 4, 5, -1, 16, 1.0, 2.5, "0", "", "keep", "x" * 81, [], [0], [0, 1], {}, ["points"]]
    for _ in range(8):
        table = ApiTable(call)
        for move in whole_game()[: rng.randint(0, 51)]:
            table.play([move])
        for _ in range(40):
            move = rng.choice([decree(), write(0), declare(0), choose(0, 1), adjust(0), correct((1, None)), adjust(0)])
            name = rng.choice([*move, "extra", "seat"])
            changed = move | {name: rng.choice(values)}
            if rng.random() < 0.2:
                changed = move
            answer = table.report(table.host, changed)
            fits = is_valid(changed, told)
            assert answer.status in (201, 400, 422), (changed, answer)
            assert fits or answer.status != 201, changed
            assert not fits or unseen_by_a_schema(changed) or answer.status != 400, (changed, answer)
            counts[fits] += 1
    assert min(counts) > 40, counts


@pytest.mark.parametrize(
    "options",
    [
        {"speed": 1},
        {"pass_limit": 0},
        {"pass_limit": 10},
        {"pass_limit": True},
        {"practice": 1},
        {"practice": None},
        {"kill_rule": "all"},
        {"language": "e"},
        {"language": "en_GB"},
        {"language": 7},
        [],
        None,
    ],
    ids=json.dumps,
)
def test_options_that_do_not_fit_the_schema_are_not_taken(call, options):
    assert not is_valid(options, schemas(call)["options"])
    assert is_refused(call("POST", "/api/tables", body=GAME | {"options": options}), 400)


def texts(plain):
    """Every pattern of a schema."""
    if isinstance(plain, dict):
        own = [plain["pattern"]] if isinstance(plain.get("pattern"), str) else []
        return own + texts(list(plain.values()))
    return [found for of in plain for found in texts(of)] if isinstance(plain, list) else []


def test_patterns_are_such_as_every_program_can_read(call):
    assert not [pattern for pattern in texts(schemas(call)) if "\\A" in pattern or "\\Z" in pattern]


def test_the_house_is_well(call):
    answer = call("GET", "/healthz")
    assert (answer.status, answer.json) == (200, {"ok": True})
