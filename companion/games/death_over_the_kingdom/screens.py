"""Death Over The Kingdom: the view, which is the same for everybody. Nothing is secret."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from companion.games.death_over_the_kingdom.moves import CHARACTERS, Character, Sides
from companion.games.death_over_the_kingdom.scoring import best_between, standing
from companion.games.death_over_the_kingdom.state import Round, Shown, State, shown, sides, unread_seats
from companion.games.moves import Ask
from companion.games.view import Aspect, Onlooker, ViewBase, dying

COPIES = 2  # of each character [1]
GOAL = ("stage", "mode", "goal", "order")


class View(ViewBase, frozen=True, gc=False):
    """The view of everybody. `stage`: cards, values or over.

    `cards`: those of the open round. `unread`: the seats whose turned card has to be read. `scored`: the scored rounds;
    `last`: the newest of them. `zones`: per seat its place if a classic game ended now, once a round is scored: high,
    winning, between or low. `values`: the two sides of each character, as far as they are known.

    `too_many`: characters of which more cards were reported for a round than are in the box, with their numbers.
    `ended`: the numbers of cards that ended a round of this turn, by character: they lie aside until the next turn, for
    which all cards are shuffled [2]. Cards that were only drawn, swapped or looked at are not reported.
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
    too_many: tuple[tuple[Character, int], ...] = ()
    ended: tuple[tuple[Character, int], ...] = ()

    def shown_to(self, where: str, seat: int | None, habits: Mapping[str, Any]) -> "View":
        match where:
            case "head" | "me" | "watcher":
                return self.only("mode", "round", "rounds", "turn", "round_in_turn")
            case "phone-head":
                return self.only(*GOAL, "too_many", ended=self.seen(habits))
            case "moment" if self.stage == "values":
                return self.only(*GOAL, "too_many", "cards")
            case "moment":
                return self.only(*GOAL, "too_many", "last", zones=self.zones if self.stage == "over" else ())
            case "spot":
                return self.only("cards")
            case "standing":
                return self.only("mode", "living", "zones", last=self.last if self.mode == "crowd" else None)
            case "beside":
                return self.only(ended=self.seen(habits))
            case "waiting":
                return self.only("stage", "mode", cards=self._any_card)
            case "about":
                return self._of_about(seat)
            case "card":
                return self.only("zones", "last")
            case "calm":
                return self.only("stage", "living")
            case "asks" if self.stage == "values":
                return self.only("stage", "mode", "cards", "unread")
            case "asks":
                return self.only("stage", "mode", "values", cards=self._any_card)
        return self.only()

    def _of_about(self, seat: int | None) -> "View":
        """The own card in this round; before it is reported, the effect of the last round on this player."""
        if self.stage == "over":
            return self.only("stage")
        own = () if seat is None else (*(None,) * seat, self.cards[seat])
        if any(own):
            return self.only("stage", cards=own, values=self.values if self.stage == "cards" else ())
        return self.only("stage", "mode", "last", "zones", cards=own)

    @property
    def _any_card(self) -> tuple[Shown, ...]:
        """One blank card if faces are reported in this round or the last one, whichever they are; else none."""
        last = self.last.cards if self.last else ()
        return (Shown(None, False, None),) if any(self.cards) or any(last) else ()

    def results(self, where: str) -> tuple[str, ...]:
        match where:
            case "standing":
                return ("places",)
            case "card":
                return ("totals", "places")
            case "moment" if self.stage == "over":
                return ("totals",)
            case _:
                return ()

    def aspects(self, before_round: float) -> Mapping[Aspect, Any]:
        aspects: dict[Aspect, Any] = {}
        rounds = {was.number: was.cards for was in self.scored}
        for number, cards in (rounds | ({} if self.stage == "over" else {self.round: self.cards})).items():
            for seat, card in enumerate(cards):
                aspects[Aspect("card", seat, number)] = card and (card.character, card.turned, card.value)
        for seat, is_living in enumerate(self.living):
            aspects[Aspect("out", seat)] = not is_living
        for seat, zone in enumerate(self.zones):
            aspects[Aspect("zone", seat)] = zone
        if self.stage == "over":
            return aspects
        now = (self.round, self.turn, self.round_in_turn, self.stage)
        return aspects | {Aspect("dealer"): self.dealer, Aspect("phase"): now}

    @property
    def whole_table(self) -> Literal["", "fold", "open"]:
        return "open" if self.stage == "over" or (self.last and not any(self.cards)) else "fold"

    @property
    def piles(self) -> tuple[str, ...]:
        if not self.unread:
            return ()
        turned = (self.cards[seat] for seat in self.unread)
        return tuple(dict.fromkeys(card.character for card in turned if card and card.character))

    @property
    def habits(self) -> tuple[str, ...]:
        return ("winners", "losers", "seen")

    def seen(self, habits: Mapping[str, Any]) -> tuple[tuple[Character, int], ...]:
        """`ended`, if `habits` want it shown; else nothing."""
        return self.ended if habits.get("seen") == "shown" else ()

    def asks_table_first(self, habits: Mapping[str, Any]) -> bool:
        """Whether "Who won?" or "Who lost?" comes before the faces, until faces are reported: by `habits`; without
        these in a crowd, and where the last one standing wins."""
        last = self.last.cards if self.last else ()
        if any(self.cards) or any(last):
            return False
        return bool(habits.get("winners") == "names" if self.mode == "classic" else habits.get("losers") != "faces")

    def with_form(self, asks: Sequence[Ask], for_other: bool, habits: Mapping[str, Any]) -> Sequence[Ask]:
        """One form for the faces and the values read off cards; where names come first, for an own card alone."""
        if for_other or not self.asks_table_first(habits):
            return [ask for ask in asks if ask.move != "card" or "character" in ask.choices]
        cards = [ask for ask in asks if ask.move == "card"]
        return [*(ask for ask in asks if ask.move != "card"), *cards[:1]]

    def has_one_form(self, ask: Ask) -> bool:
        return True

    def has_field(self, ask: Ask, onlooker: Onlooker) -> bool:
        if ask.move == "card":
            return ask.optional and "character" in ask.choices
        return super().has_field(ask, onlooker)

    def moment(self, result: Mapping[str, Any]) -> str:
        return f"{self.round}.{self.stage}"

    def unfolding(self, newest: str) -> str:
        if self.stage == "over" and self.zones and newest in ("card", "value", "winners"):
            return "open open open open wait open hold"
        if self.last is None or newest not in ("card", "value") or self.stage == "values" or any(self.cards):
            return ""
        return "open open open" + dying([seat for seat in self.last.hit if not self.living[seat]])

    def is_spotlit(self, newest: str) -> bool:
        """Whether a turned card was read while others are unread, or who won or lost was told without cards."""
        return newest in ("winners", "losers") or (newest == "value" and self.stage == "values")


def view(state: State) -> View:
    """The view of everybody: cards are reported when they lie face up."""
    turn, in_turn = state.turn
    cards, living = _lying(state), state.living
    last = state.scored[-1] if state.scored else None
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
        last=last,
        scored=state.scored,
        zones=_zones(state),
        values=tuple((character, sides(state, character)) for character in CHARACTERS),
        too_many=_too_many(cards if any(cards) or not last else last.cards),
        ended=_ended(state, cards),
    )


def _too_many(cards: Sequence[Shown | None]) -> tuple[tuple[Character, int], ...]:
    """The characters of which there are more than COPIES among `cards`, with their numbers."""
    counts = Counter([card.character for card in cards if card and card.character])
    return tuple([(character, number) for character, number in counts.items() if number > COPIES])


def _ended(state: State, cards: Sequence[Shown | None]) -> tuple[tuple[Character, int], ...]:
    """The number of `cards` and of cards of this turn's scored rounds by character; none where a round is a turn, or
    once the game is over."""
    if state.options.mode != "classic" or state.over:
        return ()
    before = [was.cards for was in state.scored if was.number > state.now.number - state.turn[1]]
    counts = Counter([card.character for lay in (*before, cards) for card in lay if card and card.character])
    return tuple([(character, min(counts[character], COPIES)) for character in CHARACTERS if counts[character]])


def _lying(state: State) -> tuple[Shown | None, ...]:
    """The cards of the open round; none is turned before all are in."""
    if state.now.complete:
        return shown(state)
    return tuple(
        None if played is None else Shown(played.character, False, played.value) for played in state.now.played
    )


def _zones(state: State) -> tuple[str, ...]:
    """Per seat its zone in a classic game: the highest and the lowest total are dropped, the second wins [4]."""
    if state.options.mode != "classic" or not state.scored:
        return ()
    totals = standing(state).totals
    high, low, second = max(totals), min(totals), best_between(totals)
    return tuple(
        "high" if points == high else "low" if points == low else "winning" if seat in second else "between"
        for seat, points in enumerate(totals)
    )
