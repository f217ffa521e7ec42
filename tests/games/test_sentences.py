"""How games speak: a word for every code, and no word for a code that is none."""

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import fields

from companion.games import GAMES
from companion.games.game import Game
from companion.games.sentences import Sentences, readable, signed
from tests.sixth.coffin_race import GAME as coffin_race

every = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
SHARED = {"MOVES": {*Sentences.MOVES}, "FIELDS": {*Sentences.FIELDS}}


class English:
    """The sentences as they stand in the code."""

    def gettext(self, message: str, /, **places: Any) -> str:
        return message % places

    def ngettext(self, one: str, many: str, num: int, /, **places: Any) -> str:
        return (one if num == 1 else many) % ({"num": num} | places)

    def joined(self, texts: Iterable[Any], /) -> str:
        return ", ".join(map(str, texts))

    def ordinal(self, n: int, /) -> str:
        return str(n)


class Player:
    name = "Ann"


@every
def test_a_game_has_a_word_for_each_of_its_moves_fields_tracks_options_and_highlights(game: Game) -> None:
    has = game.SENTENCES
    assert has.MOVES.keys() == SHARED["MOVES"] | {kind.__struct_config__.tag for kind in game.MOVES}
    assert has.FIELDS.keys() == SHARED["FIELDS"] | {one.encode_name for kind in game.MOVES for one in fields(kind)}
    assert has.TRACKS.keys() == {*game.TRACKS}
    assert has.OPTIONS.keys() >= {one.encode_name for one in fields(game.Options)}
    assert has.HIGHLIGHTS.keys() == game.HIGHLIGHTS.keys()


@every
def test_what_nobody_may_know_whole_is_said_of_moves_in_which_something_is_secret(game: Game) -> None:
    assert {*game.SENTENCES.HIDDEN} <= {*game.SECRET_MOVES}
    assert {*game.SENTENCES.TAKEN} <= {*game.MOVES}


def test_a_game_without_words_of_its_own_makes_its_codes_readable() -> None:
    words: Sentences[Any] = coffin_race.SENTENCES(English(), coffin_race.MOVES)
    assert words.line({"move": "bet", "seat": 0}, [Player()]) == "Ann: Bet", "on whom is hidden"
    assert words.line({"move": "bet", "seat": 0, "on": 0}, [Player()]) == "Ann: Bet, On 0"
    assert words.line({"move": "route", "stones": [-1, 0, 1]}, [Player()]) == "Route, Stones -1, 0, 1"
    assert words.choice("on", 0, [Player()]) == "0"
    assert words.choice("seat", 0, [Player()]) == "Ann"
    assert readable("kill_points") == "Kill points"


def test_a_correction_says_what_it_strikes_and_what_it_corrects() -> None:
    words: Sentences[Any] = Sentences(English())
    both = {"move": "correct", "lines": [[1, None], [2, []], [3, None]]}
    assert words.line(both, []) == "Struck: line 1, 3. Corrected: line 2."
    assert words.line({"move": "correct", "lines": [[2, []]]}, []) == "Corrected: line 2."
    assert words.line({"move": "correct", "lines": []}, []) == "A line that was left out."


@pytest.mark.parametrize(("n", "shown"), [(3, "+3"), (0, "0"), (-3, "−3")])
def test_a_number_is_shown_with_its_sign(n: int, shown: str) -> None:
    assert signed(n) == shown
    assert readable(-1) == "-1"


def test_the_names_of_characters_are_shown_as_somebody_wrote_them() -> None:
    game = GAMES["gamushara-gang"]
    words = game.SENTENCES(English(), game.MOVES)
    assert words.value("characters", "Lee-Ann McCoy") == "Lee-Ann McCoy"
    assert words.value("points", 2) == "2"


def test_a_line_of_a_game_that_is_not_known_reads_as_its_codes() -> None:
    spoken = Sentences(English())
    assert spoken.line({"move": "dig-up", "seat": 0, "bones": 3}, [Player()]) == "Ann: Dig up, Bones 3"
