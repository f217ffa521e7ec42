"""Random Death Wish records that are valid line by line."""

import random
from itertools import count
from typing import Any, ClassVar

from companion.games.death_wish.state import State, next_player
from companion.games.game import Ask
from tests.reference.record_maker import RecordMaker

DISEASES = [
    *("Loomonia", "Poolio", "Hurty Face", "Cheesy Feet", "はしか", "O'Neil's Itch", "<b>", "%(seat)s", "Ñoño"),
    *("Bubonic Plaque", "Gripe Fluid", "Foot in Mouth", "Rot", "Rot 2", "Scurvier", "Dandruffle", "Measly", "Hic"),
]
CAUSES = ["I licked an armpit", "a bad oyster", "舐めた", "  my cousin "]
SYMPTOMS = ["meat cravings", "a hurty face", "cheesy feet", "咳", "sneezing"]
TEXTS = ["everybody coughs", "swap two cards", "keep calm", " draw again "]


def games(seed: int) -> dict[str, Any]:
    """A random valid record."""
    rng = random.Random(seed)
    seats = rng.randint(2, 8)
    return DeathWishMaker(rng, seats, some_options(rng, seats)).made()


def some_options(rng: random.Random, seats: int) -> dict[str, Any]:
    """Options that differ from the defaults, if any."""
    drawn = {
        "target": rng.choice([None, None, None, 1, rng.randint(2, 7), rng.randint(11, 20), 40]),
        "last_survivor": rng.choice([None, True, True]) if seats > 2 else None,
        "first": rng.choice([None, rng.randrange(seats)]),
    }
    return {option: value for option, value in drawn.items() if value is not None}


class DeathWishMaker(RecordMaker):
    """Mostly whose turn it is does something; some tables give away and cure a lot."""

    SLUG = "death-wish"
    OPTIONAL: ClassVar = {
        "give": 0.015,
        "cure": 0.005,
        "farewell": 0.007,
        "outbreak": 0.7,
        "play-keeper": 0.1,
        "mutate": 0.008,
        "revive": 0.01,
    }
    adjusts = 0.03

    def __init__(self, rng: random.Random, seats: int, options: dict[str, Any]) -> None:
        super().__init__(rng, seats, options)
        self.generous = 3.0 if rng.random() < 0.4 else 1.0
        if rng.random() < 0.1:
            self.put(self.some_adjust())

    def once_counted(self) -> dict[str, Any]:
        return {"move": "farewell", "seat": self.rng.choice(self.seats), "text": self.rng.choice(CAUSES)}

    def weight(self, state: State, ask: Ask) -> float:
        if ask.move == "contract":
            return 0.01 if ask.optional else 0.6
        if ask.move == "act":
            return 0.4 if ask.seat == next_player(state) else 0.01
        return super().weight(state, ask) * (self.generous if ask.move in ("give", "cure") else 1)

    def answered(self, state: State, ask: Ask) -> dict[str, Any]:
        answer = super().answered(state, ask)
        if ask.move == "contract" and self.rng.random() < 0.3:
            del answer["outbreak"]
        if ask.move == "mutate":
            dropped = self.rng.choice(["color", "skulls", None, None])
            return {name: value for name, value in answer.items() if name != dropped}
        if answer.get("cured") == [] and self.rng.random() < 0.5:
            del answer["cured"]
        return answer

    def filled(self, state: State, ask: Ask) -> dict[str, Any]:
        match ask.move:
            case "contract":
                return self.some_contract(state, ask) | self.some_diagnosis(state, ask)
            case "outbreak" | "play-keeper" if self.rng.random() < 0.5:
                return {"text": self.rng.choice(TEXTS)}
            case "mutate":
                return {"skulls": self.rng.choice([0, 1, 1, 2, 2, 3, 9])}
        return {}

    def some_contract(self, state: State, ask: Ask) -> dict[str, Any]:
        """A disease that the seat has not got yet."""
        taken = ask.taken["disease"]
        another = next(name for number in count(len(taken) + 3) if (name := f"Rot {number}") not in taken)
        name = self.rng.choice([name for name in DISEASES if name not in taken] or [another])
        return {
            "disease": f" {name}\u3000" if self.rng.random() < 0.05 else name,
            "skulls": self.rng.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 9]),
        }

    def some_diagnosis(self, state: State, ask: Ask) -> dict[str, Any]:
        """What may be said besides, and no ask offers: from whom it was stolen, the cause, the symptoms."""
        rng, said = self.rng, dict[str, Any]()
        if rng.random() < 0.3:
            said |= {
                "from": rng.choice([seat for seat in state.living if seat != ask.seat]),
                "color": rng.choice(["white", "blue", "orange", "red"]),
            }
        if rng.random() < 0.4:
            said["cause"] = rng.choice(CAUSES)
        if rng.random() < 0.3:
            said["symptoms"] = rng.sample(SYMPTOMS, rng.randint(0, 4))
        return said

    def some_adjust(self) -> dict[str, Any]:
        """Now and then as many skulls as kill."""
        adjust = super().some_adjust()
        short = self.table.state.target - self.table.state.skulls[adjust["seat"]]
        return adjust | ({"by": short} if short > 0 and self.rng.random() < 0.3 else {})
