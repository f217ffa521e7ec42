"""A moment that a room looks up for, and the object that fills the scoreboard at it (docs/stage.md)."""

from typing import Literal, NamedTuple


class Moment(NamedTuple):
    """A moment as docs/stage.md names it, and where it is seen.

    `state`: the name of a state (tests/support/states), or an evening of tests/evenings and the number of its line, as
    "death-wish/ends-in-a-tie 12". `object`: a selector of the object; several elements are one that moves together.
    `shown`: "spot", the spotlight of the state; "board", all of it open; "silence", the board while nothing is
    asked; a number, a reveal of which the steps up to this one are open.
    """

    name: str
    state: str
    object: str = ".spot > .thing"
    shown: Literal["spot", "board", "silence"] | int = "spot"
