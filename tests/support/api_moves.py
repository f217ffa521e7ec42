"""Moves of DEATH Name for the API: one of each kind, and those of the wrong shape."""

from tests.support.api import (
    adjust,
    choose,
    declare,
    write,
)

SEATED = [write, declare, lambda seat: choose(seat, 1), adjust]  # moves that are about a seat
SEATED += [
    lambda seat: {"move": "hold", "seat": seat, "card": 0},
    lambda seat: {"move": "reading", "seat": seat, "reading": "kana"},
]


def asked(look, move):
    """The asks for one kind of move."""
    return [ask for ask in look["asks"] if ask["move"] == move]


WRONG_SHAPES = [
    {},
    {"icons": [0, 0, 0, 0]},
    {"move": "dance"},
    {"move": None},
    {"move": ["decree"]},
    {"move": "decree"},
    {"move": "decree", "icons": None},
    {"move": "decree", "icons": [0, 0, 0, 3]},
    {"move": "decree", "icons": [0, 0, 0, "1"]},
    {"move": "decree", "icons": [0, 0, 0, 0], "seat": 0},
    {"move": "decree", "icons": [0, 0, 0, 0], "extra": 1},
    {"move": "decree", "icons": {"0": 1}},
    {"move": "write", "seat": 0},
    {"move": "write", "name": "Ann"},
    {"move": "write", "seat": 0, "name": ""},
    {"move": "write", "seat": 0, "name": " \u3000 "},
    {"move": "write", "seat": 0, "name": "a\x00b"},
    {"move": "write", "seat": 0, "name": "a\u202eb"},
    {"move": "write", "seat": 0, "name": "x" * 81},
    {"move": "write", "seat": 0, "name": 7},
    {"move": "write", "seat": -1, "name": "Ann"},
    {"move": "write", "seat": 16, "name": "Ann"},
    {"move": "write", "seat": "0", "name": "Ann"},
    {"move": "write", "seat": 0.5, "name": "Ann"},
    {"move": "write", "seat": True, "name": "Ann"},
    {"move": "write", "seat": None, "name": "Ann"},
    {"move": "declare", "seat": 0, "choice": "maybe"},
    {"move": "choose", "seat": 0, "round": 5},
    {"move": "adjust", "seat": 0, "track": "points", "by": 0, "why": "x"},
    {"move": "adjust", "seat": 0, "track": "points", "by": 1.5, "why": "x"},
    {"move": "adjust", "seat": 0, "track": "points", "by": 2**53, "why": "x"},
    {"move": "adjust", "seat": 0, "track": "points", "by": 1, "why": ""},
    {"move": "stop", "seat": 0},
    {"move": "correct"},
    {"move": "correct", "lines": {}},
    {"move": "correct", "lines": [[1]]},
    {"move": "correct", "lines": [[1, None, None]]},
    {"move": "correct", "lines": [["1", None]]},
    {"move": "correct", "lines": [[True, None]]},
    {"move": "correct", "lines": [[1, 7]]},
    {"move": "correct", "lines": [[1, {"move": "dance"}]]},
    {"move": "correct", "lines": [[1, {"move": "correct", "lines": []}]]},
    {"move": "correct", "lines": [[1, [None]]]},
    {"move": "correct", "lines": [[1, None]], "seat": 0},
]
