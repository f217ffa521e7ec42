"""Death Over The Kingdom: what each viewer may know, and what is secret."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from companion.games.death_over_the_kingdom.moves import CHARACTERS, AnyMove, Character, Sides
from companion.games.death_over_the_kingdom.scoring import best_between, standing
from companion.games.death_over_the_kingdom.state import Round, Shown, State, shown, sides, unread_seats
from companion.games.game import Secret
from companion.games.moves import Adjust, Ask
from companion.games.view import Aspect, Onlooker, ViewBase, blank

COPIES = 2  # of each character [1]


class View(ViewBase, frozen=True, gc=False):
    """What everybody may know: at this court nothing is secret. `stage` is cards, values or over.

    `cards` lie in the round being played, `unread` are the seats whose turned card has to be read; `scored` are the
    rounds that count so far, `last` the newest of them. `zones` say per seat where it would end in a classic game, once
    a round is scored: high, winning, between or low. `values` are the two sides of each character, as far as they are
    known.

    `too_many`: characters of which more cards were reported for a round than the box holds, and how many. `ended`: how
    many cards of each somebody has ended a round of this turn with: they lie aside until the turn is over; then all are
    shuffled [2]. What was only drawn, swapped or looked at nobody has told.
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
                return self._of_round()
            case "phone-head":
                return replace(self._of_goal(), too_many=self.too_many, ended=self.seen(habits))
            case "moment":
                return self._of_moment()
            case "standing":
                last = self.last if self.mode == "crowd" else None
                return replace(BLANK, mode=self.mode, living=self.living, zones=self.zones, last=last)
            case "beside":
                return replace(BLANK, ended=self.seen(habits))
            case "waiting":
                return replace(BLANK, stage=self.stage, mode=self.mode, cards=self._any_card)
            case "about":
                return self._of_about(seat)
            case "calm":
                return replace(BLANK, stage=self.stage, living=self.living)
            case "asks":
                return self._of_asks()
        return BLANK

    def _of_round(self) -> "View":
        round, rounds = self.round, self.rounds
        return replace(
            BLANK, mode=self.mode, round=round, rounds=rounds, turn=self.turn, round_in_turn=self.round_in_turn
        )

    def _of_goal(self) -> "View":
        """What counts now, and who starts and deals."""
        return replace(BLANK, stage=self.stage, mode=self.mode, goal=self.goal, order=self.order)

    def _of_moment(self) -> "View":
        """The cards whose turned ones are read; else the last round, and what counts in this one."""
        now = replace(self._of_goal(), too_many=self.too_many)
        if self.stage == "values":
            return replace(now, cards=self.cards)
        return replace(now, last=self.last, zones=self.zones if self.stage == "over" else ())

    def _of_about(self, seat: int | None) -> "View":
        """The own card in this round; before it, what the last round did to this player."""
        now = replace(BLANK, stage=self.stage)
        if seat is not None:
            now = replace(now, cards=(*(None,) * seat, self.cards[seat]))
        if any(now.cards) and self.stage != "over":
            return replace(now, values=self.values if self.stage == "cards" else ())
        return replace(now, mode=self.mode, last=self.last, zones=self.zones)

    def _of_asks(self) -> "View":
        """The faces to choose from; cards that are read."""
        if self.stage == "values":
            return replace(BLANK, stage=self.stage, mode=self.mode, cards=self.cards, unread=self.unread)
        return replace(BLANK, stage=self.stage, mode=self.mode, cards=self._any_card, values=self.values)

    @property
    def _any_card(self) -> tuple[Shown, ...]:
        """That faces are reported, in this round or the last one; not whose, nor which."""
        last = self.last.cards if self.last else ()
        return (Shown(None, False, None),) if any(self.cards) or any(last) else ()

    def results(self, where: str) -> tuple[str, ...]:
        match where:
            case "standing":
                return ("places",)
            case "about" if self.stage == "over":
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
        """How many cards of each character `ended`, where the group wants that shown."""
        return self.ended if habits.get("seen") == "shown" else ()

    def asks_table_first(self, habits: Mapping[str, Any]) -> bool:
        """“Who won?” or “who lost?” comes before the faces where the group likes it so, until it reports by faces. In a
        crowd, and where the last one standing wins, it does unless the group says otherwise."""
        last = self.last.cards if self.last else ()
        if any(self.cards) or any(last):
            return False
        return bool(habits.get("winners") == "names" if self.mode == "classic" else habits.get("losers") != "faces")

    def with_form(self, asks: Sequence[Ask], for_other: bool, habits: Mapping[str, Any]) -> Sequence[Ask]:
        """What was read off a card is told with its face; an own card, where that comes second, in a fold behind."""
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
        is_told = self.last is not None and newest in ("card", "value") and self.stage != "values"
        return "open open open" if is_told and not any(self.cards) else ""


BLANK = blank(View)


def view(state: State) -> View:
    """The same for every viewer: cards are reported when they lie face up."""
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
    """Two of each are in the box."""
    counts = Counter([card.character for card in cards if card and card.character])
    return tuple([(character, number) for character, number in counts.items() if number > COPIES])


def _ended(state: State, cards: Sequence[Shown | None]) -> tuple[tuple[Character, int], ...]:
    """Nothing where a round is a turn, and once it is over."""
    if state.options.mode != "classic" or state.over:
        return ()
    before = [was.cards for was in state.scored if was.number > state.now.number - state.turn[1]]
    counts = Counter([card.character for lay in (*before, cards) for card in lay if card and card.character])
    return tuple([(character, min(counts[character], COPIES)) for character in CHARACTERS if counts[character]])


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
