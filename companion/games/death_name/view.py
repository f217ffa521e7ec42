"""DEATH Name: what each viewer may know, and what is secret."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.games.death_name import alphabet
from companion.games.death_name.cards import COLOURS
from companion.games.death_name.moves import AnyMove, Choice, Choose, Declare, Reading, Write
from companion.games.death_name.state import (
    COUNTED_OF_DAY_1,
    Card,
    Round,
    State,
    duplicates_cost,
    hand,
    handed,
    lacks_reading,
    over,
    unused_rounds,
)
from companion.games.game import Secret
from companion.games.moves import Adjust
from companion.games.view import Onlooker, Question, ViewBase

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


class View(ViewBase, frozen=True, gc=False):
    """What a viewer may know. `stage` is the thing of the moment: decree, write, draft, hold, read, choose or over.

    `penalty_days`: the days on which the writers of a name that several wrote lose a point. `ruled`: who chose names on
    Day 2 that were ruled one name on Day 1, and are not yet again. `practises`: a practice round comes first.
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
    practises: bool
    own: str | None = None
    needs_reading: bool = False
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

    def has_field(self, ask: Question, onlooker: Onlooker) -> bool:
        if ask.move == "reading":
            return not ask.optional or (onlooker.is_asked and self.needs_reading)
        if ask.move == "same":
            return onlooker.may_host and len(ask.choices["seats"]) > 1
        return super().has_field(ask, onlooker)


def view(state: State, seat: int | None) -> View:
    """What the viewer in `seat` may know; None is everybody: the tablet, the host, a watcher."""
    now = state.newest
    if now is None:
        now = Round.opened(-1, (), state.seats)
    public = View(
        stage=stage_of(state),
        round=now.number if state.rounds else None,
        day=now.day,
        icons=now.icons,
        way=now.way,
        written=tuple(name is not None for name in now.names),
        drafting=now.drafting,
        declared=tuple(choice is not None for choice in now.declared),
        steps=now.steps,
        holding=now.holding if now.by_hand or now.steps else (None,) * state.seats,
        chosen=tuple(choice is not None for choice in now.chosen),
        cards=now.cards,
        alike=_alike(now),
        kills=state.entries.sums("kill_points", state.seats),
        kept=_kept(state),
        ruled=_ruled(state, now),
        practises=state.options.practice,
        penalty_days=tuple(day for day in (1, 2) if duplicates_cost(state.options, day)),
    )
    return public if seat is None else _with_own(state, now, public, seat)


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


def _with_own(state: State, now: Round, public: View, seat: int) -> View:
    """A written name is known to its writer, and once the cards were passed to whoever holds the card."""
    card = hand(now)[seat] if now.day == 1 and not now.scored else None
    name = now.names[card] if card is not None else None
    return replace(
        public,
        own=now.names[seat],
        needs_reading=lacks_reading(state, now, seat),
        hand=Hand(card, name) if card is not None and name is not None else None,
        pick=now.chosen[seat],
    )


def _kept(state: State) -> tuple[tuple[Kept, ...], ...]:
    scored = [now for now in state.rounds if now.number in COUNTED_OF_DAY_1 and now.scored]
    unused = [unused_rounds(state, seat) if scored else () for seat in range(state.seats)]
    return tuple(
        tuple(Kept(now.number, now.names[seat] or "", now.number in unused[seat]) for now in scored)
        for seat in range(state.seats)
    )


def _alike(now: Round) -> tuple[tuple[int, int], ...]:
    """Pairs of writers whose names may sound alike, once they are in the open: a question, not a verdict [2]."""
    singles = [card for card in now.cards if not card.duplicate]
    pairs = [(a, b) for index, a in enumerate(singles) for b in singles[index + 1 :]]
    return tuple((a.writer, b.writer) for a, b in pairs if alphabet.alike(a.name, b.name))


def _ruled(state: State, now: Round) -> tuple[int, ...]:
    """The writers of the first such group: a ruling is a ruling, but it is the house that makes it [2]."""
    if now.day == 1:
        return ()
    for group, names in ((group, round.names) for round in state.rounds if round.day == 1 for group in round.same):
        one_name = {names[seat] for seat in group}
        writers = tuple(sorted(card.writer for card in now.cards if card.name in one_name))
        if len(writers) > 1 and not any(same.issuperset(writers) for same in now.same):
            return writers
    return ()


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
