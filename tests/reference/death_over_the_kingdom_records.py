"""Random Death Over The Kingdom records that are valid line by line."""

import random
from typing import Any

from companion.games.death_over_the_kingdom.state import State
from companion.games.game import Ask
from tests.reference.corrector import Lines
from tests.reference.death_over_the_kingdom import CHARACTERS
from tests.reference.record_maker import RecordMaker

TURNING = ("innkeeper", "jester", "sorceress", "dragon", "knight", "queen")
# Cards that do something to each other.
HANDS = [
    *(["dragon", "knight", "knight", "princess", "princess"], ["queen", "jester", "princess", "jester"]),
    *(["monk", "sorceress", "king", "innkeeper"], ["dragon", "knight", "knight"], ["monk", "queen", "king"]),
    *(["thief", "thief", "juggler"], ["death"], ["monk"]),
]


def games(seed: int) -> dict[str, Any]:
    """A random valid record."""
    rng = random.Random(seed)
    mode = rng.choice(["classic", "classic", "classic", "crowd", "crowd", "last-standing", "last-standing"])
    seats = rng.choice([3, 4, 5, 6, 7] if mode == "classic" else [3, 3, 4, 5, 7, 8, 9, 12, 16, 16])
    return KingdomMaker(rng, seats, some_options(rng, mode, seats)).made()


def some_options(rng: random.Random, mode: str, seats: int) -> dict[str, Any]:
    """Options that differ from the defaults, if any."""
    lives = rng.choice([None, 1, 2, 3, 9] if seats < 6 else [1, 1, 2])
    drawn = {
        "mode": None if mode == "classic" else mode,
        "dealer": rng.choice([None, seats - 1, rng.randrange(1, seats)]),
        "lives": lives if mode == "last-standing" else None,
        "turns": rng.choice([None, None, None, 1, 2, rng.randint(3, 8)]) if mode == "classic" else None,
        "values": some_values(rng),
        "flips": rng.choice([None, "once"]),
        "rounds": rng.choice([None, None, 1, 2, seats, rng.randint(3, 16)]) if mode == "crowd" else None,
    }
    return {option: value for option, value in drawn.items() if value is not None}


def some_values(rng: random.Random) -> dict[str, Any] | None:
    """What the table taught of its deck: nothing, some cards, or all of them."""
    taught = rng.choice([[], [], rng.sample(CHARACTERS, rng.randint(1, 6)), list(TURNING), list(CHARACTERS)])
    return {
        character: [
            rng.choice([None, CHARACTERS.index(character), rng.randint(0, 14), rng.choice([0, 99])]),
            rng.choice([None, rng.randint(0, 14), rng.randint(0, 14), rng.choice([0, 99])]),
        ]
        for character in taught
    } or None


class KingdomMaker(RecordMaker):
    """Some rounds are played with cards that turn each other; some tables tell who was hit instead."""

    SLUG = "death-over-the-kingdom"
    corrects = 0.03

    def __init__(self, rng: random.Random, seats: int, options: dict[str, Any]) -> None:
        super().__init__(rng, seats, options)
        self.telling = rng.choice([0.0, 0.02, 0.1])  # how often a round is told instead of shown
        self.reading = rng.choice([0.01, 0.1])  # how often a value is read off a card
        self.hand, self.hand_of_round = list(CHARACTERS), 0
        self.is_dull = rng.random() < 0.08  # all have the same card, all the time
        self.adjusts = 0.06 if options.get("mode") == "last-standing" else 0.0 if self.is_dull else 0.02

    def weight(self, state: State, ask: Ask) -> float:
        if ask.optional and self.is_dull:
            return 0
        if ask.move in ("winners", "losers"):
            return (self.telling + 0.003) / state.seats
        return self.reading if ask.optional else 1

    def filled(self, state: State, ask: Ask) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        if "character" in ask.choices:
            fields["character"] = self.rng.choice(self.hand_in(state))
        if "value" in ask.choices:
            fields["value"] = self.rng.choice([self.rng.randint(0, 14), self.rng.randint(0, 14), 0, 99])
        if "seats" in ask.choices and self.rng.random() < 0.5:
            fields["seats"] = self.rng.sample(ask.choices["seats"], ask.many["seats"][0])
        return fields

    def hand_in(self, state: State) -> list[str]:
        """What the cards of a round are drawn from."""
        if self.is_dull:
            return ["thief"]
        if self.hand_of_round != state.now.number:
            self.hand_of_round = state.now.number
            self.hand = self.rng.choice(HANDS) if self.rng.random() < 0.4 else list(CHARACTERS)
        return self.hand

    def some_adjust(self) -> dict[str, Any]:
        """A few points; of lives sometimes all that somebody has, sometimes of the one whose card is missing."""
        adjust, state = super().some_adjust(), self.table.state
        if state.options.mode != "last-standing":
            return adjust
        missing = [seat for seat in state.living if state.now.played[seat] is None]
        if any(state.now.played) and len(missing) == 1 and self.rng.random() < 0.5:
            adjust["seat"] = missing[0]
        elif self.rng.random() < 0.6:
            adjust["seat"] = self.rng.choice([state.now.dealer, *state.living])
        lives = state.entries.sums("lives", state.seats)[adjust["seat"]]
        return adjust | ({"by": -lives} if lives > 0 and self.rng.random() < 0.5 else {})

    # Corrections

    def kinds(self) -> list:
        return [*super().kinds(), self.play_out, self.play_out, self.put_in_a_round]

    def play_out(self) -> Lines | None:
        """The cards of a round of which only the winners, or losers, were told."""
        spot = self.spot("winners", "losers")
        hand = ["death", "merchant", "thief", "juggler", "king"]
        cards = [
            {"move": "card", "seat": seat, "character": self.rng.choice(hand)}
            for seat in self.rng.sample(self.seats, len(self.seats))
        ]
        return [self.reads(spot, *cards)] if spot else None

    def put_in_a_round(self) -> Lines | None:
        """A round that was forgotten; one that was played later is struck for it, if one can be."""
        spot = self.spot("winners", "losers", "adjust", "card")
        if not spot:
            return None
        kind = "winners" if self.table.state.options.mode == "classic" else "losers"
        seats = [self.rng.choice(self.table.state.living or (0,))]
        later = [other for other in self.spots if other.line > spot.line and other.move["move"] == kind]
        put_in = self.reads(spot, {"move": kind, "seats": seats}, spot.move)
        return [put_in, self.reads(self.rng.choice(later))] if later else [put_in]
