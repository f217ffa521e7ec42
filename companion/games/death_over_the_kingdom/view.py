"""Death Over The Kingdom: what each viewer may know, and what is secret."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.games.death_over_the_kingdom.moves import CHARACTERS, AnyMove, Character, Sides
from companion.games.death_over_the_kingdom.scoring import best_between, standing
from companion.games.death_over_the_kingdom.state import Round, Shown, State, shown, sides, unread_seats
from companion.games.game import Secret
from companion.games.moves import Adjust
from companion.games.view import Onlooker, Question, ViewBase

COPIES = 2  # of each character [1]
SECRET_MOVES: tuple[type[AnyMove], ...] = ()


class View(ViewBase, frozen=True, gc=False):
    """What everybody may know: at this court nothing is secret. `stage` is cards, values or over.

    `cards` lie in the round being played, `unread` are the seats whose turned card has to be read; `scored` are the
    rounds that count so far, `last` the newest of them. `zones` say per seat where it would end in a classic game, once
    a round is scored: high, winning, between or low. `values` are the two sides of each character, as far as they are
    known.
    """

    stage: str
    mode: str
    goal: str
    round: int
    rounds: int | None
    turn: int
    round_in_turn: int
    dealer: int
    order: tuple[int, ...]
    living: tuple[bool, ...]
    cards: tuple[Shown | None, ...]
    unread: tuple[int, ...]
    last: Round | None
    scored: tuple[Round, ...]
    zones: tuple[str, ...]
    values: tuple[tuple[Character, Sides], ...]

    @property
    def too_many(self) -> tuple[tuple[Character, int], ...]:
        """Characters of which more cards were reported for a round than the box holds, and how many: two of each."""
        shown_cards = self.cards if any(self.cards) or not self.last else self.last.cards
        counts = Counter(card.character for card in shown_cards if card and card.character)
        return tuple((character, number) for character, number in counts.items() if number > COPIES)

    @property
    def piles(self) -> tuple[str, ...]:
        turned = (self.cards[seat] for seat in self.unread)
        return tuple(dict.fromkeys(card.character for card in turned if card and card.character))

    @property
    def habits(self) -> tuple[str, ...]:
        return ("winners", "losers", "seen")

    def seen(self, habits: Mapping[str, Any]) -> tuple[tuple[Character, int], ...]:
        """How many cards of each character somebody has ended a round of this turn with, where the group wants that
        shown; else, and where a round is a turn, nothing.

        They lie aside until the turn is over; then all are shuffled [2]. What was only drawn, swapped or looked at
        nobody has told.
        """
        if habits.get("seen") != "shown" or self.mode != "classic" or self.stage == "over":
            return ()
        before = [was.cards for was in self.scored if was.number > self.round - self.round_in_turn]
        ended = (card.character for cards in (*before, self.cards) for card in cards if card and card.character)
        counts = Counter(ended)
        return tuple((character, min(counts[character], COPIES)) for character in CHARACTERS if counts[character])

    def asks_table_first(self, habits: Mapping[str, Any]) -> bool:
        """“Who won?” or “who lost?” comes before the faces where the group likes it so, until it reports by faces. In a
        crowd, and where the last one standing wins, it does unless the group says otherwise."""
        last = self.last.cards if self.last else ()
        if any(self.cards) or any(last):
            return False
        return bool(habits.get("winners") == "names" if self.mode == "classic" else habits.get("losers") != "faces")

    def has_field(self, ask: Question, onlooker: Onlooker) -> bool:
        if ask.move == "card":
            return ask.optional and "character" in ask.choices
        return super().has_field(ask, onlooker)


def view(state: State, seat: int | None) -> View:
    """The same for every viewer: cards are reported when they lie face up."""
    turn, in_turn = state.turn
    cards, living = _lying(state), state.living
    unread = unread_seats(cards) if state.now.complete and not state.over else ()
    return View(
        stage="over" if state.over else "values" if unread else "cards",
        mode=state.options.mode,
        goal=state.goal,
        round=state.now.number,
        rounds=state.rounds,
        turn=turn,
        round_in_turn=in_turn,
        dealer=state.now.dealer,
        order=state.now.order,
        living=tuple(one in living for one in range(state.seats)),
        cards=cards,
        unread=unread,
        last=state.scored[-1] if state.scored else None,
        scored=state.scored,
        zones=_zones(state),
        values=tuple((character, sides(state, character)) for character in CHARACTERS),
    )


def _lying(state: State) -> tuple[Shown | None, ...]:
    """Before all cards are in nothing has been turned yet."""
    if state.now.complete:
        return shown(state)
    return tuple(
        None if played is None else Shown(played.character, False, played.value) for played in state.now.played
    )


def _zones(state: State) -> tuple[str, ...]:
    """Being first is dangerous, the second wins [4]."""
    if state.options.mode != "classic" or not state.scored:
        return ()
    totals = standing(state).totals
    high, low, second = max(totals), min(totals), best_between(totals)
    return tuple(
        "high" if points == high else "low" if points == low else "winning" if seat in second else "between"
        for seat, points in enumerate(totals)
    )


def secret_in(state: State, move: AnyMove | Adjust) -> Secret | None:
    """Nothing is secret."""
    return None


def is_revealed(state: State, secret: Secret) -> bool:
    return True


settled = is_revealed
