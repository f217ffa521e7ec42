"""Random records of any game: answers to what the rules ask, and what no ask offers: adjusts, corrections, an end.

`tests/reference/<game>_records.py` says how likely each ask is answered, and with what.
"""

import random
from typing import Any, ClassVar

from companion.games import GAMES
from companion.games.game import Ask
from companion.games.moves import Refused
from companion.table.fold import append, open_table
from companion.table.moves import move, options_for
from tests.reference.corrector import Corrector
from tests.reference.sheet import readings_of_lines
from tests.support.games.random_play import CAST, answer

LONGEST = 400  # a game in which nobody gets on is left after so many lines


class RecordMaker(Corrector):
    """Makes one record of a game.

    WEIGHTS: how often the asks of a kind of move are answered (1 without it), OPTIONAL: those that may be left undone
    (0.1 without it); adjusts, corrects: the shares of all lines that are one; leaves: how likely no more is written
    after each line once the game is over or stopped; WHY: what is said of an adjust.
    """

    SLUG: str
    WEIGHTS: ClassVar[dict[str, float]] = {}
    OPTIONAL: ClassVar[dict[str, float]] = {}
    adjusts, corrects, leaves = 0.02, 0.04, 0.35
    WHY = ("house rule", "forgotten", "spilt the tea")

    def __init__(self, rng: random.Random, seats: int, options: dict[str, Any]) -> None:
        game = GAMES[self.SLUG]
        self.rng = rng
        self.moves: list[dict[str, Any]] = []
        self.record = {"format": 1, "game": self.SLUG, "seats": list(CAST[:seats]), "options": options}
        self.record["moves"] = self.moves
        self.table = open_table(game, CAST[:seats], options_for(game, options))

    @property
    def seats(self) -> range:
        return range(len(self.table.seats))

    @property
    def is_over(self) -> bool:
        return self.table.stopped or self.table.standing.over

    def put(self, plain: dict[str, Any]) -> None:
        """Write a line; Refused if the rules do not take it."""
        self.table = append(self.table, move(self.table.game, plain))
        self.moves.append(plain)

    def is_put(self, plain: dict[str, Any]) -> bool:
        """Whether the rules take a line, which is written then."""
        try:
            self.put(plain)
        except Refused:
            return False
        return True

    # The course of the game

    def made(self) -> dict[str, Any]:
        """The record: mostly of a game to its end and a little further, sometimes only of so many lines."""
        fate = self.rng.choices(["finish", "leave", "stop", "count"], [6, 1, 3, 2])[0]
        enough = self.rng.choice([0, *(self.rng.randint(1, 70) for _ in range(7))])
        while len(self.moves) < LONGEST:
            if self.is_over:
                if self.rng.random() < self.leaves:
                    break
                self.afterwards()
            elif fate == "finish" or len(self.moves) < enough:
                self.go_on()
            elif fate == "leave":
                break
            elif fate == "count":
                if not self.is_put({"move": "count"}):
                    self.go_on()
            else:
                self.put({"move": "stop"})
                fate = "finish"
        return self.record

    def go_on(self) -> None:
        """Mostly an answer to what is asked."""
        chance = self.rng.random()
        if chance < self.adjusts:
            self.put(self.some_adjust())
        elif chance < self.adjusts + self.corrects:
            self.correct()
        else:
            self.put(self.some_answer(self.table.state))

    def afterwards(self) -> None:
        """What may still be written once the game is over or stopped."""
        chance = self.rng.random()
        if chance < 0.3:
            self.put(self.some_adjust())
        elif chance < 0.35 and self.table.counted:
            lines = readings_of_lines(self.moves).items()
            struck = [[line, None] for line, reads in lines if {"move": "count"} in reads]
            self.is_put({"move": "correct", "lines": struck})
        elif chance < 0.65 and self.table.counted:
            self.is_put(self.once_counted())
        elif chance < 0.65 and not self.table.stopped and self.asked(self.table.state):
            self.put(self.some_answer(self.table.state))
        else:
            self.correct()

    # What is asked

    def asked(self, state: Any) -> list[Ask]:
        """All that is asked of anybody in a state."""
        return [ask for seat in self.seats for ask in self.table.game.asks(state, seat)]

    def some_answer(self, state: Any) -> dict[str, Any]:
        """An answer to something that is asked."""
        asked = self.asked(state)
        (ask,) = self.rng.choices(asked, [self.weight(state, ask) for ask in asked])
        return self.answered(state, ask)

    def weight(self, state: Any, ask: Ask) -> float:
        """How likely this ask is answered next, compared with the others."""
        kinds, usual = (self.OPTIONAL, 0.1) if ask.optional else (self.WEIGHTS, 1.0)
        return kinds.get(ask.move, usual)

    def answered(self, state: Any, ask: Ask) -> dict[str, Any]:
        """An answer to an ask, with what its game says beside."""
        return answer(self.rng, ask) | self.filled(state, ask)

    def filled(self, state: Any, ask: Ask) -> dict[str, Any]:
        """The fields of an answer that are not drawn from all that fits, and those that no ask offers."""
        return {}

    # What nobody asks for

    def some_adjust(self) -> dict[str, Any]:
        """A few points more or less for somebody."""
        return {
            "move": "adjust",
            "seat": self.rng.choice(self.seats),
            "track": self.rng.choice(list(self.table.tracks)),
            "by": self.rng.choice([-3, -2, -1, 1, 2, 3]),
            "why": self.rng.choice(self.WHY),
        }

    def once_counted(self) -> dict[str, Any]:
        """What nobody is asked for once the game was counted as it stood, and what may be taken."""
        return {"move": "count"}

    def some_forgotten(self, state: Any) -> dict[str, Any]:
        """What may be put into the sheet later, at a place where the game stood so."""
        return self.some_adjust() if self.rng.random() < 0.4 else self.some_answer(state)
