"""Perhaps doing, are you spy?: the games that its worked examples replay."""

from typing import Any

Moves = tuple[dict[str, Any], ...]


def executed(character: str, seat: int, **showing: bool) -> Moves:
    """A character is executed that was the role of `seat`, which is out and shows whether it is the `spy`."""
    return {"move": "execute", "character": character}, {"move": "out", "seat": seat, **showing}


TURN: Moves = ({"move": "turn"},)

# The turn player strikes a role; the partner takes over.
HIT: Moves = ({"move": "execute", "character": "5"}, {"move": "succeed", "seat": 1})

# The same, by a turn player who took no partner.
HIT_ALONE: Moves = ({"move": "no-partner", "seat": 0}, *HIT)

# Three players: the first to play is the only one left.
LAST_ONE: Moves = (*executed("5", 1, spy=False), *TURN, *executed("8", 2, spy=False))

# Four players: one of the gang is out, then the spy.
SPY_CAUGHT: Moves = (*executed("5", 3, spy=False), *TURN, *executed("8", 2, spy=True))

# Four players: the spy is the first to go out.
SPY_FIRST: Moves = executed("5", 2, spy=True)

# Three players: the last one turns out to be the spy.
SPY_LEFT: Moves = (*LAST_ONE, {"move": "personality", "seat": 0, "spy": True})
