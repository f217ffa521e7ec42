"""Random Gamushara Gang records that are valid line by line."""

import random
from typing import Any, ClassVar

from companion.games.game import Ask
from companion.games.gamushara_gang.state import State
from tests.reference.gamushara_gang import AMOUNTS
from tests.reference.record_maker import RecordMaker

CHARACTERS = [
    *("Risa", "Shinji", "Saburo", "Lee", "ボス", "さぶろう", "Mei-Lin", "O'Neil", "Big Joe", "José"),
    *("Anna", "x", "<b>", "%(seat)s"),
]
POINTS = [[], [1], [2], [3], [4], [5], [2, 3], [1, 4], [1, 2, 3, 4], [5, 3, 1], [4, 3], [1, 2, 3, 4, 5]]
ANSWERS = ["active", "hiding", "man", "woman", "Japan", "a cook", "嘘"]


def games(seed: int) -> dict[str, Any]:
    """A random valid record."""
    rng = random.Random(seed)
    seats = rng.choice([3, 4, 4, 5])
    return GamusharaGangMaker(rng, seats, some_options(rng, seats)).made()


def some_options(rng: random.Random, seats: int) -> dict[str, Any]:
    """Options that differ from the defaults, if any."""
    named = [rng.choice(["", "", " ", "\u3000"]) + name for name in rng.sample(CHARACTERS, 14)]
    drawn = {
        "points": rng.choice([None, [], [1, 2, 3, 5], *rng.sample(POINTS, 4)]),
        "amounts": rng.choice([None, None, dict.fromkeys(rng.sample(sorted(AMOUNTS), 2), rng.choice([0, 1, 3, 20]))]),
        "first": rng.choice([None, rng.randrange(seats)]),
        "characters": rng.choice([None, named]),
    }
    return {option: value for option, value in drawn.items() if value is not None}


class GamusharaGangMaker(RecordMaker):
    """Knows what is on the cards of a table: people mostly say whose role was executed, now and then wrongly."""

    SLUG = "gamushara-gang"
    OPTIONAL: ClassVar = {
        "nominate": 0.5,
        "exchange": 0.06,
        "add": 0.05,
        "execute": 0.006,
        "turn": 0.01,
        "flip": 0.02,
        "confess": 0.02,
        "personality": 1.0,
    }
    adjusts, corrects, leaves = 0.015, 0.03, 0.25

    def __init__(self, rng: random.Random, seats: int, options: dict[str, Any]) -> None:
        super().__init__(rng, seats, options)
        dealt = rng.sample(self.table.state.options.characters, 2 * seats)
        self.roles, self.partners = dealt[:seats], dealt[seats:]
        self.lonely = [seat for seat in range(seats) if rng.random() < 0.4]
        self.spy = rng.choice([None, *range(seats)])
        self.deadly = rng.random() < 0.6
        self.chatty = 4 if rng.random() < 0.4 else 1

    def role(self, state: State, seat: int) -> str:
        """Whom somebody plays by now."""
        return self.partners[seat] if state.partners[seat] == "used" else self.roles[seat]

    def weight(self, state: State, ask: Ask) -> float:
        usual = super().weight(state, ask)
        match ask.move:
            case "succeed" | "out" if ask.optional:
                return self.weight_of_answer(state, ask)
            case "no-partner":
                return 0.3 if ask.seat in self.lonely else 0.001
            case "confess":
                return usual * self.chatty
        return usual

    def weight_of_answer(self, state: State, ask: Ask) -> float:
        """Mostly who was hit speaks, and says whether the partner steps in."""
        executed = [execution.character for execution in state.executed]
        newest = [executed[place] for place in state.unanswered]
        if ask.seat is None or self.role(state, ask.seat) not in newest:
            return 0.002
        has_partner = state.partners[ask.seat] == "held" and ask.seat not in self.lonely
        steps_in = has_partner and self.partners[ask.seat] not in executed
        return 3.0 if (ask.move == "succeed") == steps_in else 0.002

    def filled(self, state: State, ask: Ask) -> dict[str, Any]:
        rng, fields = self.rng, dict[str, Any]()
        roles = [self.role(state, seat) for seat in state.living]
        for name in ("character", "in"):
            fitting = [one for one in ask.choices.get(name, ()) if one in roles]
            if fitting and self.deadly and rng.random() < 0.5:
                fields[name] = rng.choice(fitting)
        match ask.move:
            case "execute" if "cause" not in ask.given and rng.random() < 0.3:
                fields["cause"] = "meeting"
            case "confess":
                fields["answer"] = rng.choice(ANSWERS)
            case "out" if rng.random() < 0.9 and True in ask.choices["spy"]:
                fields["spy"] = ask.seat == self.spy
            case "personality":
                fields["spy"] = True in ask.choices["spy"] and rng.random() < 0.6
        return fields

    def answered(self, state: State, ask: Ask) -> dict[str, Any]:
        """An answer may be left out of a confession, and spaces round a name do not matter."""
        answer = super().answered(state, ask)
        if ask.move == "confess" and self.rng.random() < 0.5:
            del answer["answer"]
        if "character" in answer and self.rng.random() < 0.05:
            answer["character"] = f" {answer['character']}\u3000"
        return answer

    def some_forgotten(self, state: State) -> dict[str, Any]:
        """Often an answer to the newest execution."""
        asked = [ask for ask in self.asked(state) if ask.move in ("succeed", "out", "no-partner")]
        if asked and self.rng.random() < 0.5:
            return self.answered(state, self.rng.choice(asked))
        return super().some_forgotten(state)
