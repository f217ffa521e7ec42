"""DEATH Name: what each viewer may know, and what is secret."""

from collections.abc import Mapping, Sequence
from itertools import combinations, groupby
from math import inf
from operator import attrgetter
from typing import Any, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from companion.games.death_name import sounds
from companion.games.death_name.moves import COLOURS, AnyMove, Choice, Choose, Declare, Reading, Write
from companion.games.death_name.state import (
    COUNTED_OF_DAY_1,
    Card,
    Round,
    State,
    asks_readings,
    duplicates_cost,
    hand,
    handed,
    has_unread_kanji,
    lacks_reading,
    over,
    unused_rounds,
)
from companion.games.game import Secret
from companion.games.moves import Adjust, Ask
from companion.games.view import Aspect, Onlooker, ViewBase, blank

SECRET_MOVES: tuple[type[AnyMove], ...] = (Write, Reading, Declare, Choose)


class Hand(Struct, frozen=True, gc=False):
    """A card that the viewer may read: who wrote it, and what is on it."""

    writer: int
    name: str


class Kept(Struct, frozen=True, gc=False):
    """A name in the open, kept for Day 2: the round in which it was written, and whether it may still be chosen."""

    round: int
    name: str
    unused: bool


class Ruled(Struct, frozen=True, gc=False):
    """Names that the house counts as one in a round, and the names that came into the place of some of them."""

    round: int
    names: tuple[str, ...]
    instead: tuple[str, ...]


class View(ViewBase, frozen=True, gc=False):
    """What a viewer may know. `stage` is the thing of the moment: decree, write, draft, hold, read, choose or over.

    `penalty_days`: the days on which the writers of a name that several wrote lose a point. `ruled`: who chose names on
    Day 2 that were ruled one name on Day 1, and are not yet again. `rulings`: those of all rounds. `practises`: a
    practice round comes first. `rounds`: how many are played, unless it is counted before. `may_be_read`: the own name
    is in kanji, and a reading would give it another place.
    """

    stage: str
    round: int | None
    day: int
    icons: tuple[int, ...]
    way: int
    written: tuple[bool, ...]
    drafting: tuple[int, ...]
    declared: tuple[bool, ...]
    steps: tuple[tuple[Choice | None, ...], ...]
    holding: tuple[int | None, ...]
    chosen: tuple[bool, ...]
    cards: tuple[Card, ...]
    alike: tuple[tuple[int, int], ...]
    kills: tuple[int, ...]
    kept: tuple[tuple[Kept, ...], ...]
    penalty_days: tuple[int, ...]
    ruled: tuple[int, ...]
    rulings: tuple[Ruled, ...]
    practises: bool
    rounds: int
    own: str | None = None
    needs_reading: bool = False
    may_be_read: bool = False
    hand: Hand | None = None
    pick: int | None = None

    @property
    def passers(self) -> tuple[int, ...]:
        """Who passed at the newest declaring; a lone passer keeps the card [1]."""
        step = self.steps[-1] if self.steps else ()
        return tuple(seat for seat, choice in enumerate(step) if choice == "pass")

    def receiver(self, seat: int, passers: tuple[int, ...]) -> int:
        """Who gets the card that `seat` passes on, if these pass."""
        return dict(handed(passers, self.way))[seat]

    def lacking(self, what: str) -> list[int]:
        """The seats whose name was not reported yet (`written`), or which card they hold (`holding`)."""
        if what == "written":
            return [seat for seat, written in enumerate(self.written) if not written]
        return [seat for seat, card in enumerate(self.holding) if card is None]

    def name_of(self, writer: int) -> str:
        """The name on the card of `writer` in the round that lies open; "" if it does not."""
        return next((card.name for card in self.cards if card.writer == writer), "")

    def unused(self, decrees: Sequence[Sequence[int]], used: Sequence[Sequence[int]]) -> list[Sequence[int]]:
        """The decrees of a deck that lay in no round yet: a card that was turned up does not come again."""
        return [decree for decree in decrees if decree not in used]

    def aspects(self, before_round: float) -> Mapping[Aspect, Any]:
        """The order of the newest round, where it lies open, and the names kept for Day 2."""
        aspects: dict[Aspect, Any] = {}
        for card in self.cards if self.round is not None and self.round < before_round else ():
            aspects[Aspect("order", card.writer, card.name)] = (card.place, card.duplicate, card.holder)
        for seat, names in enumerate(self.kept):
            for one in names:
                if one.round < before_round:  # which of them are chosen in an open round is secret
                    aspects[Aspect("kept", seat, one.round)] = (one.name, before_round < inf or one.unused)
        if before_round < inf or self.stage == "over":
            return aspects
        return aspects | {Aspect("phase"): (self.round, self.day, self.stage)}

    def overruled(self, after: Self, before_round: float) -> Sequence[Ruled]:
        """The rulings out of which names fall, or other names than until now [2]."""
        fallen = (ruling for ruling in after.rulings if ruling.instead and ruling not in self.rulings)
        return tuple(ruling for ruling in fallen if ruling.round < before_round)

    def shown_to(self, where: str, seat: int | None, habits: Mapping[str, Any]) -> "View":
        match where:
            case "head" | "me" | "watcher":
                return replace(BLANK, round=self.round, day=self.day, rounds=self.rounds)
            case "phone-head":
                return self._of_phone_head()
            case "moment":
                return self._of_moment()
            case "standing":
                return replace(BLANK, kills=self.kills)
            case "waiting":
                return replace(BLANK, stage=self.stage, round=self.round)
            case "about":
                return self._of_about()
            case "calm":
                return replace(BLANK, stage=self.stage, steps=self.steps[-1:], drafting=self.drafting)
            case "asks":
                return self._of_asks(by_hand=habits.get("drafting") == "hands" or set(self.holding) != {None})
        return BLANK

    def _of_phone_head(self) -> "View":
        """The decree, while the round is played, and who passed to whom while that goes on."""
        if self.cards:
            return replace(BLANK, stage=self.stage)
        steps = self.steps[-1:] if self.stage == "draft" else ()
        return replace(BLANK, stage=self.stage, icons=self.icons, steps=steps, way=self.way)

    def _of_moment(self) -> "View":
        """The round that lies open with its hands; else what is being done, and who has done it."""
        now = replace(BLANK, stage=self.stage, round=self.round, day=self.day, icons=self.icons, way=self.way)
        if self.cards:
            penalty_days, kills = self.penalty_days, self.kills
            return replace(now, steps=self.steps[-1:], cards=self.cards, penalty_days=penalty_days, kills=kills)
        if self.day == 2:
            return replace(now, chosen=self.chosen, kept=self.kept)
        if self.stage == "write":
            return replace(now, written=self.written)
        return replace(now, steps=self.steps[-1:], declared=self.declared if not self.steps else ())

    def _of_about(self) -> "View":
        """What the round did, or the cards of this player that nobody sees yet."""
        now = replace(BLANK, stage=self.stage, round=self.round, day=self.day)
        if self.cards:
            return replace(now, cards=self.cards, penalty_days=self.penalty_days, kills=self.kills)
        if self.day == 2:
            return replace(now, pick=self.pick, kept=self.kept if self.pick is not None else ())
        return replace(now, own=self.own, hand=self.hand, drafting=self.drafting, way=self.way)

    def _of_asks(self, by_hand: bool) -> "View":
        """What forms say besides what they ask for: the names that lie open, the card in the hand, or how cards go.

        Who has written is told in a draft `by_hand` alone.
        """
        now = replace(BLANK, stage=self.stage, day=self.day)
        if self.cards or self.round is None:
            return replace(
                now,
                round=self.round,
                practises=self.practises,
                written=self.written,
                cards=self.cards,
                alike=self.alike,
                ruled=self.ruled,
            )
        if self.day == 2:
            return replace(now, kept=self.kept)
        return replace(
            now,
            way=self.way,
            written=self.written if by_hand else (),
            hand=self.hand,
            drafting=self.drafting,
            needs_reading=self.needs_reading,
            may_be_read=self.may_be_read,
        )

    def results(self, where: str) -> tuple[str, ...]:
        match where:
            case "asks" if self.stage == "decree":
                return ("facts",)
            case "about" if self.stage == "over":
                return ("totals", "places")
            case "about":
                return ("entries",)
            case "moment":
                return ("entries", "totals")
            case _:
                return ()

    @property
    def whole_table(self) -> Literal["", "fold", "open"]:
        """On Day 2 everybody has to know what the others have left."""
        return "open" if self.cards or self.stage == "choose" else "fold"

    @property
    def piles(self) -> tuple[str, ...]:
        return (str(len(self.written)),) if self.stage == "decree" else ()

    @property
    def on_table(self) -> Mapping[str, Sequence[Any]]:
        return {str(len(self.written)): [list(self.icons)] if self.icons else []}

    @property
    def habits(self) -> tuple[str, ...]:
        return ("drafting",)

    @property
    def own_habits(self) -> Mapping[str, tuple[str, ...]]:
        return {"cards": COLOURS}

    @property
    def closes(self) -> Mapping[str, str]:
        return {"decree": "same"}

    def with_form(self, asks: Sequence[Ask], for_other: bool, habits: Mapping[str, Any]) -> Sequence[Ask]:
        return [ask for ask in asks if self._has_form(ask, for_other, habits.get("drafting") == "hands")]

    def has_one_form(self, ask: Ask) -> bool:
        return True

    def _has_form(self, ask: Ask, for_other: bool, by_hand: bool) -> bool:
        match ask.move:
            case "declare":
                return not by_hand
            case "hold":
                return not ask.optional or by_hand
            case "reading":
                return not ask.optional or (self.may_be_read and not for_other)
        return True

    def has_field(self, ask: Ask, onlooker: Onlooker) -> bool:
        if ask.move == "reading":
            return not ask.optional or (onlooker.is_asked and self.may_be_read)
        if ask.move == "same":
            is_open = onlooker.has_opened or (bool(self.ruled) and not onlooker.on_board)
            return is_open and len(ask.choices["seats"]) > 1
        return super().has_field(ask, onlooker)

    def moment(self, result: Mapping[str, Any]) -> str:
        return f"{self.round}.{len(self.steps)}.{len(self.cards)}.{result['over']}"

    def unfolding(self, newest: str) -> str:
        if newest in ("correct", "same", "count"):
            return ""
        counted = ["count"] if newest in ("declare", "choose") else []
        if not self.cards:
            return " ".join(counted) if self.steps else ""
        hands = ["hands"] if counted and self.steps else []
        places = ["open"] * (len({card.place for card in self.cards}) - 1)
        wait = ["wait"] if min(card.icons for card in self.cards) < 0 else []
        return " ".join([*counted, *hands, *places, *wait, *["open"] * (3 if self.round == 4 else 2)])


BLANK = blank(View)


def view(state: State) -> View:
    """What everybody may know: the tablet, the host, a watcher."""
    now = state.newest
    if now is None:
        now = Round.opened(-1, (), state.seats)
    return View(
        stage=stage_of(state),
        round=now.number if state.rounds else None,
        day=now.day,
        icons=now.icons,
        way=now.way,
        written=tuple([name is not None for name in now.names]),
        drafting=now.drafting,
        declared=tuple([choice is not None for choice in now.declared]),
        steps=now.steps,
        holding=now.holding if now.by_hand or now.steps else (None,) * state.seats,
        chosen=tuple([choice is not None for choice in now.chosen]),
        cards=now.cards,
        alike=_alike(state, now),
        kills=state.entries.sums("kill_points", state.seats),
        kept=_kept(state),
        ruled=_ruled(state, now),
        rulings=_rulings(state),
        practises=state.options.practice,
        rounds=state.options.rounds,
        penalty_days=tuple([day for day in (1, 2) if duplicates_cost(state.options, day)]),
    )


def stage_of(state: State) -> str:
    now = state.newest
    if now is None or now.scored:
        return "over" if over(state) else "decree"
    if now.day == 2:
        return "choose"
    if not now.written and not (now.by_hand and None not in now.holding):
        return "write"
    if now.by_hand and None in now.holding:
        return "hold"
    return "draft" if now.drafting else "read"


def own_view(state: State, public: View, seat: int) -> View:
    """A written name is known to its writer, and once the cards were passed to whoever holds the card."""
    now = state.newest
    if now is None:
        return public
    card = hand(now)[seat] if now.day == 1 and not now.scored else None
    name = now.names[card] if card is not None else None
    return replace(
        public,
        own=now.names[seat],
        needs_reading=lacks_reading(state, now, seat),
        may_be_read=asks_readings(state.options) and has_unread_kanji(now, seat),
        hand=Hand(card, name) if card is not None and name is not None else None,
        pick=now.chosen[seat],
    )


def _kept(state: State) -> tuple[tuple[Kept, ...], ...]:
    scored = [now for now in state.rounds if now.number in COUNTED_OF_DAY_1 and now.cards]
    if not scored:
        return ((),) * state.seats
    return tuple([_kept_of(state, scored, seat) for seat in range(state.seats)])


def _kept_of(state: State, scored: Sequence[Round], seat: int) -> tuple[Kept, ...]:
    unused = unused_rounds(state, seat)
    return tuple([Kept(now.number, now.names[seat] or "", now.number in unused) for now in scored])


def _alike(state: State, now: Round) -> tuple[tuple[int, int], ...]:
    """Pairs of writers whose names may sound alike, or were ruled one until one of them was corrected: once they are in
    the open, a question, not a verdict [2]."""
    if not now.cards:
        return ()
    groups = [[card.writer for card in cards] for _, cards in groupby(now.cards, key=attrgetter("place"))]
    pairs = ([(a, b) for a in one for b in other] for one, other in combinations(groups, 2))
    fitting = ([pair for pair in between if _may_be_one(state, now, *pair)] for between in pairs)
    return tuple(between[0] for between in fitting if between)


def _may_be_one(state: State, now: Round, one: int, other: int) -> bool:
    is_open = any({one, other} <= ruling.seats for ruling in now.same)
    return is_open or sounds.alike(now.spelt[one][0], now.spelt[other][0], state.options.language)


def _ruled(state: State, now: Round) -> tuple[int, ...]:
    """The writers of the first such group: a ruling is a ruling, but it is the house that makes it [2]."""
    if now.day == 1 or not now.scored:
        return ()
    places = {card.writer: card.place for card in now.cards}
    for ruling in (ruling for round in state.rounds if round.day == 1 for ruling in round.same):
        writers = tuple(seat for seat, spelling in enumerate(now.spelt) if spelling in ruling.spellings)
        if len({places[seat] for seat in writers}) > 1:
            return writers
    return ()


def _rulings(state: State) -> tuple[Ruled, ...]:
    """Every ruling by its round, and what its seats have written instead since."""
    rulings = []
    for now in state.rounds:
        names = {card.writer: card.name for card in now.cards}
        for ruling in now.same:
            rulings.append(Ruled(now.number, ruling.names, tuple(names[seat] for seat in now.fallen_out(ruling))))
    return tuple(rulings)


def secret_in(state: State, move: AnyMove | Adjust) -> Secret | None:
    """A name is secret until its round is scored, a declaration and a Day 2 choice until all are in."""
    now = state.newest
    if now is None:
        return None
    match move:
        case Write():
            return Secret(("name",), (move.seat,), ("scored", now.number))
        case Reading():
            return Secret(("reading",), (move.seat,), ("scored", now.number))
        case Declare():
            return Secret(("choice",), (move.seat,), ("declared", now.number, len(now.steps)))
        case Choose():
            return Secret(("round",), (move.seat,), ("chosen", now.number))
    return None


def is_revealed(state: State, secret: Secret) -> bool:
    """Whether what `secret` waited for has happened."""
    what, number, *step = secret.until
    now = next((now for now in state.rounds if now.number == number), None)
    if now is None:
        return False
    match what:
        case "declared":
            return now.scored or len(now.steps) > int(step[0])
        case "chosen":
            return None not in now.chosen
    return now.scored


def settled(state: State, secret: Secret) -> bool:
    """Names are open but for a reading that a name in kanji still needs: which one does, is secret until then [2]."""
    what, number, *_ = secret.until
    now = next((now for now in state.rounds if now.number == number), None)
    drafted = what == "scored" and now is not None and now.written and not now.drafting and None not in now.holding
    return drafted or is_revealed(state, secret)
