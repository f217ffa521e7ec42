"""Moves of DEATH Name for the API: one of each kind, and those of the wrong shape."""

from tests.support.api import adjust, choose, correct, declare, decree, write

SEATED = [write, declare, lambda seat: choose(seat, 1), adjust]  # moves that are about a seat
SEATED += [
    lambda seat: {"move": "hold", "seat": seat, "card": 0},
    lambda seat: {"move": "reading", "seat": seat, "reading": "kana"},
]


def asked(look, move):
    """The asks for one kind of move."""
    return [ask for ask in look["asks"] if ask["move"] == move]


DECREE, WRITE, ADJUST = decree(0, -1, 1, 0), write(0, "Bob"), adjust(0)
WRONG_SHAPES = [
    *({}, {"icons": [0, -1, 1, 0]}),
    *({"move": name} for name in (None, 1, "", "Decree", "castle", "decree", ["decree"], {})),
    *(DECREE | {"icons": icons} for icons in (None, 0, "0000", {}, [[0], 0, 0, 0])),
    *(DECREE | {"icons": [icon, 0, 0, 0]} for icon in (3, -3, 0.0, "0", True, None)),
    DECREE | {"round": 1},
    *(WRITE | {"seat": seat} for seat in (None, -1, 16, 0.0, "0", True, [0])),
    *(WRITE | {"name": name} for name in (None, 1, ["Bob"], "", " ", "\u3000\u00a0", "x" * 81)),
    *(WRITE | {"name": f"B{sign}b"} for sign in "\0\x07\n\r\t\x1b\x7f\x85\u2028\u2029\u202e\u2066"),
    WRITE | {"card": 0},
    WRITE | {"Name": "Bob"},
    {"move": "declare", "seat": 0, "choice": "maybe"},
    {"move": "declare", "seat": 0},
    {"move": "choose", "seat": 0, "round": 0},
    {"move": "choose", "seat": 0, "round": 5},
    {"move": "same", "seats": 1},
    {"move": "same", "seats": [0, "1"]},
    {"move": "solid", "seat": 0, "color": "red"},
    *(ADJUST | {"by": by} for by in (None, 0, 0.5, 1.0, "1", True, 2**53)),
    *(ADJUST | {"why": why} for why in (None, "", " ", "x" * 81, "a\0b")),
    ADJUST | {"track": 1},
    {key: value for key, value in ADJUST.items() if key != "why"},
    {"move": "stop", "why": "late"},
    *({"move": "correct"} | more for more in ({}, {"lines": None}, {"lines": {}}, {"lines": [1]}, {"line": 1})),
    *(correct(pair) for pair in ([], [1], [1, None, None])),
    *(correct([line, None]) for line in ("1", 1.0, True, None, [1])),
    *(correct([1, reads]) for reads in (0, "x", {}, [None], [[]], [[DECREE]], DECREE | {"at": "now"})),
    correct([1, correct([1, None])]),
    correct([1, [DECREE, correct([1, None])]]),
    correct([1, WRITE | {"seat": "0"}]),
    correct([1, None]) | {"why": "x"},
]
