"""DEATH Name: the view of each viewer, and the secrets in moves."""

from collections.abc import Mapping, Sequence
from itertools import combinations, groupby
from math import inf
from operator import attrgetter, sub
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
from companion.games.view import Aspect, Onlooker, ViewBase

SECRET_MOVES: tuple[type[AnyMove], ...] = (Write, Reading, Declare, Choose)


class Hand(Struct, frozen=True, gc=False):
    """A card that the viewer may read: its writer, and the name on it."""

    writer: int
    name: str


class Kept(Struct, frozen=True, gc=False):
    """An open name, kept for Day 2: the round in which it was written, and whether it may still be chosen."""

    round: int
    name: str
    unused: bool


class Ruled(Struct, frozen=True, gc=False):
    """The names that a ruling in `round` counts as one, and the names that have replaced some of them since."""

    round: int
    names: tuple[str, ...]
    instead: tuple[str, ...]


class View(ViewBase, frozen=True, gc=False):
    """The view of one viewer. `stage`: decree, write, draft, hold, read, choose or over.

    `penalty_days`: the days on which each writer of a duplicate loses a point. `ruled`: the writers of names on Day 2
    that were ruled one name on Day 1, and not yet on Day 2. `rulings`: those of all rounds. `practises`: a practice
    round comes first. `rounds`: their number, if the game is played to its end. `may_be_read`: the viewer's own name is
    in kanji, and a reading would move it.
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
        """The seats that passed at the newest declaring; a lone passer keeps the card [1]."""
        step = self.steps[-1] if self.steps else ()
        return tuple(seat for seat, choice in enumerate(step) if choice == "pass")

    def receiver(self, seat: int, passers: tuple[int, ...]) -> int:
        """The seat that gets the card of `seat`, if `passers` pass."""
        return dict(handed(passers, self.way))[seat]

    def lacking(self, what: str) -> list[int]:
        """The seats that have not reported their name (`what` is "written") or the card they hold ("holding")."""
        if what == "written":
            return [seat for seat, written in enumerate(self.written) if not written]
        return [seat for seat, card in enumerate(self.holding) if card is None]

    def name_of(self, writer: int) -> str:
        """The name on the card of `writer` in the open round; "" if no round is open."""
        return next((card.name for card in self.cards if card.writer == writer), "")

    def unused(self, decrees: Sequence[Sequence[int]], used: Sequence[Sequence[int]]) -> list[Sequence[int]]:
        """The `decrees` of a deck that no round has `used` yet: a card that was turned up does not come again."""
        return [decree for decree in decrees if decree not in used]

    def aspects(self, before_round: float) -> Mapping[Aspect, Any]:
        """The order of the newest round, if it is open, and the names kept for Day 2."""
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
        """The rulings from which names fall, or other names than until now [2]."""
        fallen = (ruling for ruling in after.rulings if ruling.instead and ruling not in self.rulings)
        return tuple(ruling for ruling in fallen if ruling.round < before_round)

    def shown_to(self, where: str, seat: int | None, habits: Mapping[str, Any]) -> "View":
        match where:
            case "head" | "me" | "watcher":
                return self.only("round", "day", "rounds")
            case "phone-head" if self.cards:
                return self.only("stage")
            case "phone-head":
                return self.only("stage", "icons", "way", steps=self.steps[-1:] if self.stage == "draft" else ())
            case "moment":
                return self._of_moment()
            case "spot":
                return self.only("day", "icons")
            case "standing":
                return self.only("kills")
            case "waiting":
                return self.only("stage", "round")
            case "about":
                return self._of_about()
            case "card":
                return self.only("kills")
            case "calm":
                return self.only("stage", "drafting", steps=self.steps[-1:])
            case "asks":
                return self._of_asks(by_hand=habits.get("drafting") == "hands" or set(self.holding) != {None})
        return self.only()

    def _of_moment(self) -> "View":
        """The open round with its hands; else the progress of each seat."""
        now, steps = ("stage", "round", "day", "icons", "way"), self.steps[-1:]
        if self.cards:
            return self.only(*now, "cards", "penalty_days", "kills", steps=steps)
        if self.day == 2:
            return self.only(*now, "chosen", "kept")
        if self.stage == "write":
            return self.only(*now, "written")
        return self.only(*now, steps=steps, declared=() if steps else self.declared)

    def _of_about(self) -> "View":
        """The effect of the round, or the hidden cards of this player; nothing at the end."""
        now = ("stage", "round", "day")
        if self.stage == "over":
            return self.only("stage")
        if self.cards:
            return self.only(*now, "cards", "penalty_days", "kills")
        if self.day == 2:
            return self.only(*now, "pick", kept=self.kept if self.pick is not None else ())
        return self.only(*now, "own", "hand", "drafting", "way")

    def _of_asks(self, by_hand: bool) -> "View":
        """The context of forms: the open names, or the card in the hand and the direction of passing.

        Only a draft `by_hand` shows who has written.
        """
        now = ("stage", "day")
        if self.cards or self.round is None:
            return self.only(*now, "round", "practises", "written", "cards", "alike", "ruled")
        if self.day == 2:
            return self.only(*now, "kept")
        hand = ("way", "hand", "drafting", "needs_reading", "may_be_read")
        return self.only(*now, *hand, written=self.written if by_hand else ())

    def results(self, where: str) -> tuple[str, ...]:
        match where:
            case "asks" if self.stage == "decree":
                return ("facts",)
            case "card":
                return ("totals", "places")
            case "about" if self.stage != "over":
                return ("entries",)
            case "moment":
                return ("entries", "totals")
            case _:
                return ()

    @property
    def whole_table(self) -> Literal["", "fold", "open"]:
        """Open on Day 2: everybody has to know which names the others have left."""
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

    def is_spotlit(self, newest: str) -> bool:
        return newest == "decree"

    def unfolding(self, newest: str) -> str:
        if newest in ("correct", "same", "count"):
            return ""
        counted = ["count"] if newest in ("declare", "choose") else []
        if not self.cards:
            return " ".join(counted) if self.steps else ""
        hands = ["hands"] if counted and self.passers else []  # no act where everybody kept
        places = ["open"] * (len({card.place for card in self.cards}) - 1)
        wait = ["wait"] if min(card.icons for card in self.cards) < 0 else []
        kills = ["hold"] if self.round == 4 else []
        return " ".join([*counted, *hands, *places, *wait, "open", "open", *kills])


def view(state: State) -> View:
    """The public view: of the tablet, the host, a watcher."""
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
        kills=_kills(state),
        kept=_kept(state),
        ruled=_ruled(state, now),
        rulings=_rulings(state),
        practises=state.options.practice,
        rounds=state.options.rounds,
        penalty_days=tuple([day for day in (1, 2) if duplicates_cost(state.options, day)]),
    )


def _kills(state: State) -> tuple[int, ...]:
    """The kill points of each seat, without adjusts."""
    both, by_hand = (ledger.sums("kill_points", state.seats) for ledger in (state.entries, state.adjusts))
    return tuple(map(sub, both, by_hand))


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
    """The `public` view with the name that `seat` wrote, and once cards were passed with the name in its hand."""
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
    """Pairs of writers whose open names may sound alike, or were ruled one until one of them was corrected [2]."""
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
    """The writers of the first names on Day 2 that a ruling of Day 1 counts as one and this round does not [2]."""
    if now.day == 1 or not now.scored:
        return ()
    places = {card.writer: card.place for card in now.cards}
    for ruling in (ruling for round in state.rounds if round.day == 1 for ruling in round.same):
        writers = tuple(seat for seat, spelling in enumerate(now.spelt) if spelling in ruling.spellings)
        if len({places[seat] for seat in writers}) > 1:
            return writers
    return ()


def _rulings(state: State) -> tuple[Ruled, ...]:
    """Every ruling, by round, with the names that have replaced ruled ones since."""
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
    """Whether the event of `secret.until` has happened."""
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
    """Whether names are open but for missing readings: which name in kanji needs one is secret until then [2]."""
    what, number, *_ = secret.until
    now = next((now for now in state.rounds if now.number == number), None)
    drafted = what == "scored" and now is not None and now.written and not now.drafting and None not in now.holding
    return drafted or is_revealed(state, secret)
