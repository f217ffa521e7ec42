"""Records: what is read, what is not and on which line, and how they are written."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.commands.replay import why
from companion.table.record import Refusal, dump, read, split
from companion.table.result import result
from companion.table.strict_json import Unreadable, parse
from tests.reference.death_name_records import games
from tests.support.api_moves import WRONG_SHAPES
from tests.support.effort import tries

DECREE = {"move": "decree", "icons": [0, -1, 1, 0]}
WRITE = {"move": "write", "seat": 0, "name": "Bob"}
ADJUST = {"move": "adjust", "seat": 0, "track": "points", "by": 1, "why": "a bet"}


def record(*moves, **more):
    """A record of these moves."""
    return {"format": 1, "game": "death-name", "seats": ["Ann", "Bo", "Cy", "Di"], "moves": [*moves]} | more


def write(name, **more):
    return WRITE | {"name": name} | more


def correct(*lines):
    return {"move": "correct", "lines": [*lines]}


def table(plain):
    return read(parse(json.dumps(plain))).table


def canonical(plain):
    return dump(table(plain))


def wrong(source):
    """What is wrong with a record (JSON or its text): the line, a code, a sentence."""
    with pytest.raises((Unreadable, Refusal)) as caught:
        read(parse(source if isinstance(source, (str, bytes)) else json.dumps(source)))
    problem = caught.value
    assert why(problem).strip()
    return problem.line, "unreadable" if isinstance(problem, Unreadable) else problem.refused.code


class TestTheRecordItself:
    @pytest.mark.parametrize(
        "source", ["", " ", "{", "[]", "1", "null", '"x"', "{}", "{'a': 1}", '{"format": 1,}', "\ufeff{}"]
    )
    def test_what_is_no_record_is_wrong_on_line_0(self, source):
        assert wrong(source) == (0, "unreadable")

    @pytest.mark.parametrize("name", ["format", "game", "seats", "moves"])
    def test_it_has_a_format_a_game_seats_and_moves(self, name):
        assert wrong({key: value for key, value in record().items() if key != name}) == (0, "unreadable")

    @pytest.mark.parametrize(
        "more",
        [
            *({"format": value} for value in (0, 2, "1", 1.0, True, None, [1])),
            *({"game": value} for value in ("chess", "", "Death-Name", None, 1, ["death-name"], {})),
            *({"moves": value} for value in (None, {}, "", 1)),
            *({"seats": value} for value in (None, 4, "Ann", {}, [1, 2, 3, 4], ["Ann", "Bo", "Cy", None])),
            {"seats": ["Ann", "Bo", "Cy", "Ann"]},
            {"seats": ["Ann", "Bo", "Cy", " Ann\u3000"]},
            {"seats": ["Ann", "Bo", "Cy", " "]},
            {"seats": ["Ann", "Bo", "Cy", "D\ni"]},
            {"seats": ["Ann", "Bo", "Cy", "D" * 41]},
            *({"options": value} for value in (None, [], 1, "en")),
        ],
    )
    def test_each_of_them_has_its_shape(self, more):
        assert wrong(record(**more)) == (0, "unreadable")

    @pytest.mark.parametrize("seats", [[], ["Ann"], ["Ann", "Bo", "Cy"], ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]])
    def test_the_game_is_for_so_many_seats(self, seats):
        assert wrong(record(seats=seats)) == (0, "seats")

    @pytest.mark.parametrize(
        "options",
        [
            {"colour": "red"},
            {"language": 1},
            {"language": ""},
            {"language": "Spanish!"},
            {"language": "en\n"},
            {"kill_rule": "all"},
            {"pass_limit": 0},
            {"pass_limit": 10},
            {"pass_limit": 2.0},
            {"pass_limit": "2"},
            {"pass_limit": True},
            {"practice": 1},
            {"practice": None},
        ],
    )
    def test_an_unknown_option_and_one_out_of_range_are_errors(self, options):
        assert wrong(record(options=options)) == (0, "unreadable")

    def test_options_may_be_missing_and_may_say_the_default(self):
        default = {"language": "en", "kill_rule": "net", "pass_limit": None, "practice": False}
        assert table(record()) == table(record(options={})) == table(record(options=default))

    def test_seat_names_are_trimmed_and_have_up_to_40_characters(self):
        assert table(record(seats=["  Ann\u3000", "Bo", "Cy", "D" * 40])).seats == ("Ann", "Bo", "Cy", "D" * 40)

    def test_unknown_keys_of_the_record_do_not_matter_and_are_kept(self):
        read_back = read(parse(json.dumps(record(id="x", people=[None, {"a": []}]))))
        assert read_back.extra == {"id": "x", "people": [None, {"a": []}]}
        assert result(read_back.table) == result(table(record()))


class TestUnreadableJson:
    good = json.dumps(record(DECREE, WRITE))

    def changed(self, part, to):
        assert part in self.good
        return self.good.replace(part, to, 1)

    @pytest.mark.parametrize(
        ("part", "to"),
        [
            ('{"format": 1', '{"format": 1, "format": 1'),
            ('"seat": 0', '"seat": 0, "seat": 0'),
            ('"seat": 0', '"seat": 0, "at": {"a": 1, "a": 1}'),
            ("-1", "NaN"),
            ("-1", "Infinity"),
            ("-1", "-Infinity"),
            ("-1", "01"),
            ("-1", "9" * 5000),
            ("-1", "-9007199254740993"),
            ("-1", "1e999"),
            ('"Bob"', '"\\ud800"'),
            ('"Bob"', '"a\\udfffb"'),
            ('"name"', '"\\udc00"'),
            ('"Bob"', '"B\nob"'),
            ('"Bob"', '"B\tob"'),
            ('"Bob"', "'Bob'"),
            ('"Bob"', '"Bob" /* who? */'),
        ],
    )
    def test_what_cannot_be_read_as_json_is_wrong_on_line_0(self, part, to):
        assert wrong(self.changed(part, to)) == (0, "unreadable")

    @pytest.mark.parametrize("depth", [100, 900, 5_000, 200_000])
    def test_deep_nesting_breaks_nothing(self, depth):
        deep = "[" * depth + "]" * depth
        assert wrong(deep) == (0, "unreadable")
        for part in ('"Bob"', "-1", "0"):
            line, code = wrong(self.changed(part, deep))
            assert (line in (0, 1, 2), code) == (True, "unreadable")

    def test_what_is_not_utf_8_is_wrong_on_line_0(self):
        assert wrong(self.good.encode().replace(b"Bob", b"B\xf6b")) == (0, "unreadable")
        assert wrong(b"\xff\xfe\x00") == (0, "unreadable")


class TestMoves:
    @pytest.mark.parametrize("move", [None, 1, "decree", [], *WRONG_SHAPES], ids=repr)
    def test_a_move_of_a_wrong_shape_is_unreadable_on_its_line(self, move):
        assert wrong(record(DECREE, move)) == (2, "unreadable")

    @pytest.mark.parametrize(
        ("move", "code"),
        [
            (DECREE, "round-open"),
            (WRITE | {"seat": 15}, "no-such-seat"),
            (ADJUST | {"track": "skulls"}, "no-such-track"),
            (ADJUST | {"track": " points"}, "no-such-track"),
            ({"move": "same", "seats": []}, "two-names"),
            (correct([0, None]), "no-such-line"),
            (correct([2, None]), "no-such-line"),
            (correct([1, None], [1, None]), "line-twice"),
            (correct([1, WRITE]), "no-longer-fits"),
        ],
    )
    def test_a_move_that_does_not_fit_is_refused_on_its_line(self, move, code):
        assert wrong(record(DECREE, move)) == (2, code)

    def test_the_message_of_a_correct_names_the_first_line_that_no_longer_fits(self):
        plain = record(DECREE, WRITE, WRITE | {"seat": 1}, correct([1, None]))
        with pytest.raises(Refusal) as caught:
            read(plain)
        assert caught.value.line == 4
        assert "Line 2" in why(caught.value)

    def test_the_first_line_that_is_wrong_is_named_whatever_is_wrong_with_it(self):
        refused, unreadable = DECREE, {"move": "castle"}
        assert wrong(record(DECREE, ADJUST, refused, unreadable)) == (3, "round-open")
        assert wrong(record(DECREE, ADJUST, unreadable, refused)) == (3, "unreadable")
        assert wrong(record(DECREE, refused, options={"colour": "red"})) == (0, "unreadable")
        assert wrong(record(DECREE, refused, seats=["Ann"])) == (0, "seats")

    def test_a_line_has_to_fit_when_it_is_written_even_if_it_is_struck_later(self):
        assert wrong(record(DECREE, DECREE, correct([2, None]))) == (2, "round-open")

    def test_notes_on_a_line_do_not_matter_and_are_kept(self):
        noted = DECREE | {"at": "20:15", "reporter": ["Ann"], "key": None}
        read_back = read(parse(json.dumps(record(noted))))
        assert read_back.notes == ({"at": "20:15", "reporter": ["Ann"], "key": None},)
        assert read_back.table == table(record(DECREE))

    def test_texts_are_trimmed_before_they_are_measured(self):
        assert '"name":"Bob"' in canonical(record(DECREE, write(" \u3000 Bob\u00a0 ")))
        assert canonical(record(DECREE, write(" " + "x" * 80 + "\u3000"))) == canonical(record(DECREE, write("x" * 80)))
        assert '"why":"a bet"' in canonical(record(ADJUST | {"why": "\u2003a bet "}))


class TestWriting:
    def test_a_record_is_written_in_the_order_of_the_contract_without_needless_spaces(self):
        shuffled = {
            "moves": [
                {"icons": [0, -1, 1, 0], "move": "decree"},
                {"name": " Ñandú ", "seat": 0, "move": "write"},
                {"why": "a bet", "by": -2, "track": "kill_points", "seat": 3, "move": "adjust"},
                {"lines": [[2, [{"name": "花", "move": "write", "seat": 1}]], [3, None]], "move": "correct"},
            ],
            "options": {"practice": True, "kill_rule": "net", "language": "ja"},
            "seats": ["Ann ", "Bo", "Cy", "Di"],
            "game": "death-name",
            "format": 1,
        }
        assert canonical(shuffled) == (
            '{"format":1,"game":"death-name","seats":["Ann","Bo","Cy","Di"],"options":{"language":"ja","practice":true},'
            '"moves":[{"move":"decree","icons":[0,-1,1,0]},{"move":"write","seat":0,"name":"Ñandú"},'
            '{"move":"adjust","seat":3,"track":"kill_points","by":-2,"why":"a bet"},'
            '{"move":"correct","lines":[[2,{"move":"write","seat":1,"name":"花"}],[3,null]]}]}'
        )

    def test_options_that_say_the_default_are_left_out(self):
        default = {"language": "en", "kill_rule": "net", "pass_limit": None, "practice": False}
        assert canonical(record(options=default)) == canonical(record())
        assert '"options":{"kill_rule":"any"}' in canonical(record(options=default | {"kill_rule": "any"}))

    def test_one_record_has_one_spelling(self):
        written = canonical(record(DECREE, WRITE))
        assert canonical(json.loads(json.dumps(record(DECREE, WRITE), indent=3, sort_keys=True))) == written
        assert dump(read(parse(written)).table) == written

    def test_notes_and_keys_of_the_apps_own_come_after_what_the_contract_names(self):
        read_back = read(record(DECREE | {"reporter": "Ann", "at": "20:15"}, id="x"))
        written = dump(read_back.table, read_back.notes, read_back.extra)
        assert written.endswith('"icons":[0,-1,1,0],"at":"20:15","reporter":"Ann"}],"id":"x"}')

    def test_a_correction_is_written_as_it_was_said(self):
        lines = [DECREE, ADJUST, correct([2, [WRITE, ADJUST]]), correct([3, None]), correct([4, None], [2, None])]
        assert json.loads(canonical(record(*lines)))["moves"] == lines


class TestFiles:
    one = json.dumps(record(DECREE, WRITE))

    def records(self, content):
        return [read(parse(source)) for source in split(content)]

    @pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n \n"])
    def test_a_file_holds_one_record_or_one_per_line(self, end):
        assert len(self.records(self.one + end)) == 1
        assert len(self.records(self.one + "\n\n" + self.one + "\r\n" + self.one + end)) == 3

    @pytest.mark.parametrize("indent", [0, 1, 2, "\t"])
    def test_one_record_may_run_over_many_lines(self, indent):
        assert len(self.records(json.dumps(json.loads(self.one), indent=indent))) == 1

    def test_one_record_may_have_each_move_at_the_beginning_of_a_line(self):
        head = '{"format": 1, "game": "death-name", "seats": ["Ann", "Bo", "Cy", "Di"],'
        moves = ",\n".join(json.dumps(move) for move in (DECREE, WRITE))
        content = f'{head}\n"moves": [\n{moves}\n]}}\n'
        assert len(self.records(content)) == 1

    def test_a_line_that_is_broken_leaves_the_others_readable(self):
        for broken in ("{", "x", '{"format": 1}', "1", "]"):
            sources = list(split("\n".join([self.one, broken, self.one])))
            assert len(sources) == 3
            assert wrong(sources[1]) == (0, "unreadable")
            sources = list(split("\n".join([broken, self.one, self.one])))
            assert [read(parse(source)).table for source in sources[1:]] == [table(json.loads(self.one))] * 2


# Whatever is fed in, a record is read, or what is wrong is told on some line of it.

one = st.none() | st.booleans() | st.integers(-(2**54), 2**54) | st.integers(-3, 20) | st.floats() | st.text(max_size=5)
keys = st.text(max_size=4) | st.sampled_from(["move", "seat", "lines", "at"])
anything = st.recursive(one, lambda of: st.lists(of, max_size=4) | st.dictionaries(keys, of, max_size=4), max_leaves=8)


def told_or_read(source):
    """Whether the record could be read; if not, the problem names a line of it, and says something."""
    try:
        plain = parse(source)
    except Unreadable as problem:
        assert (problem.line, bool(str(problem))) == (0, True)
        return False
    try:
        read(plain)
    except (Unreadable, Refusal) as problem:
        moves = plain.get("moves") if isinstance(plain, dict) else None
        assert 0 <= problem.line <= (len(moves) if isinstance(moves, list) else 0)
        assert why(problem).strip()
        return False
    return True


@settings(max_examples=tries(300))
@given(anything)
def test_any_json_is_read_or_told_what_is_wrong(plain):
    told_or_read(json.dumps(plain))


@settings(max_examples=tries(400))
@given(st.integers(0, 30), st.randoms(use_true_random=True), anything)
def test_a_record_with_one_value_replaced_is_read_or_told_what_is_wrong(seed, rng, other):
    plain = games(seed)
    place = plain
    while True:
        key = rng.choice([*place] if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[key], (dict, list)) or not place[key] or rng.random() < 0.2:
            break
        place = place[key]
    place[key] = other
    told_or_read(json.dumps(plain))


@settings(max_examples=tries(300))
@given(st.randoms(use_true_random=True), st.binary(min_size=1, max_size=3))
def test_a_record_with_some_bytes_replaced_is_read_or_told_what_is_wrong(rng, noise):
    source = json.dumps(record(DECREE, WRITE, ADJUST, correct([2, write("はな")])), ensure_ascii=False).encode()
    at = rng.randrange(len(source))
    told_or_read(source[:at] + noise + source[at + rng.randrange(4) :])
