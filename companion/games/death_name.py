"""死名をご記入ください / DEATH Name: write a name that hurts whoever ends up holding it.

The numbers in brackets are those of the reading of the rulebook (docs/rules/death-name.md).
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.games import alphabet
from companion.games.game import Ask, OptionsBase, Veil, put, speaks_for_itself
from companion.games.ledger import Aim, Boast, Counted, Entry, Ledger, Standing, adjusted, first, placed, sums
from companion.games.moves import Adjust, Move, Refused, Seat, Text, seated

SLUG = "death-name"
TITLE = "DEATH Name"
SEATS = range(4, 7)
FIRST = ""
RUNS_ON = False
TRACKS = ("points", "kill_points")
SCORED = TRACKS
BOASTS = {
    "kills": Counted("person", "sum"),
    "duplicates": Counted("person", "sum"),
    "deadliest": Counted("word", "least"),
    "decree": Counted("word", "mean"),
}
DAY_1 = range(5)  # the practice round is a Day 1 round that counts nothing
LAST_ROUND = 7

Icon = Literal[-2, -1, 0, 1, 2]
Choice = Literal["keep", "pass"]


class Options(OptionsBase, frozen=True):
    FOR_THIS_TABLE = ("language",)

    language: Annotated[str, Meta(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$(?!\n)", max_length=35)] = "en"
    kill_rule: Literal["net", "any"] = "net"
    pass_limit: Annotated[int, Meta(ge=1, le=9)] | None = None
    practice: bool = False


# --- the moves ---------------------------------------------------------------------------------------------------


class Decree(Move, frozen=True, tag="decree"):
    """Opens the next round: one icon per place, first alphabetical place first."""

    icons: tuple[Icon, ...]


class Write(Move, frozen=True, tag="write"):
    """The name on a seat's card."""

    seat: Seat
    name: Text


class Declare(Move, frozen=True, tag="declare"):
    """Keep or pass, secretly and all at once."""

    seat: Seat
    choice: Choice


class Hold(Move, frozen=True, tag="hold"):
    """After a draft by hand: the seat ended with the card that `card` wrote."""

    seat: Seat
    card: Seat


class Choose(Move, frozen=True, tag="choose"):
    """Day 2: the own card picked, by the round in which it was written."""

    seat: Seat
    round: Annotated[int, Meta(ge=1, le=4)]


class Reading(Move, frozen=True, tag="reading"):
    """How a written name is read (kana, say)."""

    seat: Seat
    reading: Text


class Same(Move, frozen=True, tag="same"):
    """The names of these seats count as one name."""

    seats: tuple[Seat, ...]


MOVES = (Decree, Write, Declare, Hold, Choose, Reading, Same)
VEILED: tuple[type[Move], ...] = (Write, Reading, Declare, Choose)


# --- the state ---------------------------------------------------------------------------------------------------


class Card(Struct, frozen=True):
    """A card of a scored round, in its place of the order."""

    name: str
    writer: int
    holder: int
    place: int
    icons: int
    duplicate: bool
    x: bool


class Round(Struct, frozen=True):
    """One decree and what was done under it. Tuples go by seat; None: not yet reported."""

    number: int
    icons: tuple[int, ...]
    names: tuple[str | None, ...]
    readings: tuple[str | None, ...]
    drafting: tuple[int, ...]
    declared: tuple[Choice | None, ...]
    steps: tuple[tuple[Choice | None, ...], ...]
    holding: tuple[int | None, ...]
    by_hand: bool
    chosen: tuple[int | None, ...]
    same: tuple[frozenset[int], ...] = ()
    cards: tuple[Card, ...] = ()

    @property
    def day(self) -> int:
        return 1 if self.number in DAY_1 else 2

    @property
    def way(self) -> int:
        """Passing: +1 to the left, -1 to the right [1]; the practice round goes left."""
        return -1 if self.number in (2, 4) else 1

    @property
    def written(self) -> bool:
        return None not in self.names

    @property
    def scored(self) -> bool:
        return bool(self.cards)


class State(Struct, frozen=True):
    seats: int
    options: Options
    rounds: tuple[Round, ...] = ()
    adjusts: Ledger = Ledger()

    @property
    def newest(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def between(self) -> bool:
        """No round is open: a decree may come, or the game is over."""
        return self.newest is None or self.newest.scored


def opening(seats: int, options: Options) -> State:
    return State(seats, options)


def tracks(state: State) -> Sequence[str]:
    return TRACKS


# --- what a move does --------------------------------------------------------------------------------------------


def apply(state: State, move: Any) -> State:
    """The state after `move`; Refused if it is not asked for or cannot be."""
    match move:
        case Adjust():
            entry = adjusted(state.seats, TRACKS, move, state.newest.number if state.newest else 0)
            return replace(state, adjusts=state.adjusts.grown(entry))
        case Decree():
            return _decree(state, move)
        case Same():
            return _same(state, move)
    seated(state.seats, move.seat)
    now = state.newest
    if now is None or now.scored:
        raise Refused("over" if _over(state) else "no-decree")
    if isinstance(move, Choose) != (now.day == 2):
        raise Refused("other-day", day=now.day)
    match move:
        case Write():
            now = replace(now, names=put(now.names, move.seat, _new(now.names[move.seat], move.name)))
        case Reading():
            if now.names[move.seat] is None:
                raise Refused("not-written", seat=move.seat)
            now = replace(now, readings=put(now.readings, move.seat, _new(now.readings[move.seat], move.reading)))
        case Declare():
            now = _declare(now, move, state.options.pass_limit)
        case Hold():
            now = _hold(now, move)
        case Choose():
            now = _choose(state, now, move)
        case _:
            raise Refused("no-such-move", move=type(move).__name__)
    return _with(state, _scored_if_known(state, now))


def _with(state: State, now: Round) -> State:
    return replace(state, rounds=(*state.rounds[:-1], now))


def _new(reported: Any, value: Any) -> Any:
    if reported is not None:
        raise Refused("reported")
    return value


def _decree(state: State, move: Decree) -> State:
    if _over(state):
        raise Refused("over")
    if not state.between:
        raise Refused("round-open", round=state.rounds[-1].number)
    if len(move.icons) != state.seats:
        raise Refused("icons", icons=len(move.icons), seats=state.seats)
    number = state.rounds[-1].number + 1 if state.rounds else int(not state.options.practice)
    nobody = (None,) * state.seats
    everybody = tuple(range(state.seats)) if number in DAY_1 else ()
    opened = Round(number, move.icons, nobody, nobody, everybody, nobody, (), nobody, False, nobody)
    return replace(state, rounds=(*state.rounds, opened))


def _declare(now: Round, move: Declare, limit: int | None) -> Round:
    """A declaration; the last one of a declaring carries all of them out [1]."""
    if now.by_hand:
        raise Refused("by-hand")
    if not now.written:
        raise Refused("not-all-written")
    if move.seat not in now.drafting:
        raise Refused("kept-already", seat=move.seat)
    declared = put(now.declared, move.seat, _new(now.declared[move.seat], move.choice))
    if any(declared[seat] is None for seat in now.drafting):
        return replace(now, declared=declared)
    passers = tuple(seat for seat in now.drafting if declared[seat] == "pass")
    holding = list(hand(now))
    if len(passers) > 1:
        for seat, to in handed(passers, now.way):
            holding[to] = hand(now)[seat]
    steps = (*now.steps, declared)
    over = len(passers) < 2 or len(steps) == limit
    return replace(
        now,
        declared=(None,) * len(declared),
        steps=steps,
        drafting=() if over else passers,
        holding=tuple(holding),
    )


def handed(passers: Sequence[int], way: int) -> list[tuple[int, int]]:
    """Who hands on to whom: the next in that direction who also passed; a lone passer keeps the card [1]."""
    return [(seat, passers[(at + way) % len(passers)]) for at, seat in enumerate(passers)]


def hand(now: Round) -> tuple[int | None, ...]:
    """Per seat, the writer of the card in that hand as far as it follows: after the first passing, or as reported."""
    if now.by_hand or now.steps or now.day == 2:
        return now.holding
    if not now.written:
        return (None,) * len(now.names)
    seats = len(now.names)
    return tuple((seat - now.way) % seats for seat in range(seats))


def _hold(now: Round, move: Hold) -> Round:
    seated(len(now.names), move.card)
    if now.steps or any(now.declared):
        raise Refused("by-declaring")
    holding = put(now.holding, move.seat, _new(now.holding[move.seat], move.card))
    if move.card in now.holding:
        raise Refused("card-held", card=move.card, seat=now.holding.index(move.card))
    return replace(now, by_hand=True, holding=holding, drafting=())


def _choose(state: State, now: Round, move: Choose) -> Round:
    if move.round not in _unused(state, move.seat):
        raise Refused("card-used", round=move.round)
    return replace(now, chosen=put(now.chosen, move.seat, _new(now.chosen[move.seat], move.round)))


def _unused(state: State, seat: int) -> tuple[int, ...]:
    """The rounds whose own card `seat` has not revealed yet in Day 2 [6]."""
    used = {now.chosen[seat] for now in state.rounds if now.scored}
    return tuple(number for number in range(1, 5) if number not in used)


def _same(state: State, move: Same) -> State:
    seated(state.seats, *move.seats)
    if len(move.seats) < 2 or len(set(move.seats)) != len(move.seats):
        raise Refused("two-names")
    now = state.newest
    if now is None or not now.scored:
        raise Refused("not-scored")
    joined = frozenset(move.seats)
    if any(joined <= group for group in now.same):
        raise Refused("reported")
    touching = [group for group in now.same if group & joined]
    apart = tuple(group for group in now.same if not group & joined)
    return _with(state, _score(state, replace(now, same=(*apart, joined.union(*touching)))))


# --- scoring -----------------------------------------------------------------------------------------------------


def _scored_if_known(state: State, now: Round) -> Round:
    """Score `now` as soon as everything about it is known."""
    if now.day == 2:
        known = None not in now.chosen
    else:
        known = now.written and not now.drafting and None not in now.holding
        known = known and not any(_lacks_reading(state, now, seat) for seat in range(state.seats))
    return _score(state, now) if known else now


def _lacks_reading(state: State, now: Round, seat: int) -> bool:
    """Kanji have no alphabetical order of their own: under `ja` such a name needs a reading [2]."""
    name = now.names[seat]
    japanese = state.options.language.split("-")[0].lower() == "ja"
    return japanese and name is not None and now.readings[seat] is None and alphabet.has_kanji(name)


def _shown(state: State, now: Round, seat: int) -> tuple[str, str]:
    """The name that `seat` put on the table in `now`, and what of it is compared."""
    at = now
    if now.day == 2:
        at = next(earlier for earlier in state.rounds if earlier.number == now.chosen[seat])
    name = at.names[seat]
    assert name is not None
    return name, at.readings[seat] or name


def _score(state: State, now: Round) -> Round:
    """Order the names, lay the icons on them, mark the cards [2, 3, 4]."""
    shown = [_shown(state, now, seat) for seat in range(state.seats)]
    holders = {writer: holder for holder, writer in enumerate(now.holding)}
    cards: list[Card] = []
    for group in _groups([compared for _, compared in shown], now.same, state.options.language):
        place = len(cards) + 1
        covered = now.icons[len(cards) : len(cards) + len(group)]
        marked = sum(covered) < 0 if state.options.kill_rule == "net" else min(covered) < 0
        cards += [
            Card(
                name=shown[writer][0],
                writer=writer,
                holder=writer if now.day == 2 else holders[writer],
                place=place,
                icons=sum(covered),
                duplicate=len(group) > 1,
                x=marked and now.day == 1,
            )
            for writer in group
        ]
    return replace(now, cards=tuple(cards))


def _groups(compared: Sequence[str], same: Sequence[frozenset[int]], language: str) -> list[list[int]]:
    """The seats whose names count as one, in the order of the names; a group stands where its first spelling does."""
    keys = [alphabet.order(name, language) for name in compared]
    spelt: dict[str, frozenset[int]] = {}
    for seat, name in enumerate(compared):
        cleaned = alphabet.clean(name)
        spelt[cleaned] = spelt.get(cleaned, frozenset()) | {seat}
    groups = list(spelt.values())
    for joined in same:
        touching = [group for group in groups if group & joined]
        groups = [group for group in groups if not group & joined] + [joined.union(*touching)]
    in_order = (sorted(group, key=lambda seat: (keys[seat], seat)) for group in groups)
    return sorted(in_order, key=lambda group: keys[group[0]])


def _over(state: State) -> bool:
    return state.newest is not None and state.newest.number == LAST_ROUND and state.newest.scored


def _kill_points(state: State) -> tuple[Entry, ...]:
    """One kill point per marked card, to its writer, once round 4 has been scored [5]."""
    counted = [now for now in state.rounds if now.number in range(1, 5)]
    if len(counted) < 4 or not counted[-1].scored:
        return ()
    kills = [0] * state.seats
    for card in (card for now in counted for card in now.cards):
        kills[card.writer] += card.x
    return tuple(Entry(4, seat, "kill_points", by, "kill") for seat, by in enumerate(kills) if by)


def _points(now: Round) -> list[Entry]:
    """The holder has the icons, every writer of a duplicated name loses one besides [3]."""
    icons = sorted((card.holder, card.icons) for card in now.cards if card.icons)
    doubled = sorted(card.writer for card in now.cards if card.duplicate)
    return [Entry(now.number, seat, "points", by, "decree") for seat, by in icons] + [
        Entry(now.number, seat, "points", -1, "duplicate") for seat in doubled
    ]


def ledger(state: State) -> tuple[Entry, ...]:
    """All entries by round: icons, duplicates, after round 4 the kill points, then what was written by hand."""
    return tuple(sorted([*_scored_entries(state), *state.adjusts], key=lambda entry: entry.round))


def _scored_entries(state: State) -> list[Entry]:
    points = [entry for now in state.rounds if now.number > 0 for entry in _points(now)]
    return [*points, *_kill_points(state)]


def standing(state: State) -> Standing:
    """Highest total first; a tie is broken by kill points; still tied, the place is shared [7]."""
    points, kills = (_sums(state, track) for track in TRACKS)
    totals = tuple(map(sum, zip(points, kills, strict=True)))
    places = placed(list(zip(totals, kills, strict=True)))
    number = state.newest.number if state.newest else 0
    if _over(state):
        return Standing("won", number, totals, places, first(places))
    return Standing("playing", number, totals, places)


def _sums(state: State, track: str) -> tuple[int, ...]:
    scored, by_hand = sums(_scored_entries(state), track, state.seats), state.adjusts.sums(track, state.seats)
    return tuple(map(sum, zip(scored, by_hand, strict=True)))


def aim(state: State) -> Aim:
    return "most"


def facts(state: State) -> dict[str, Any]:
    """The scored rounds, the practice round as 0."""
    return {"rounds": [_told(now) for now in state.rounds if now.scored]}


def _told(now: Round) -> dict[str, Any]:
    direction = None if now.day == 2 else "left" if now.way == 1 else "right"
    cards = [{name: getattr(card, name) for name in Card.__struct_fields__} for card in now.cards]
    return {"round": now.number, "day": now.day, "icons": list(now.icons), "direction": direction, "cards": cards}


def begins_next(state: State) -> tuple[int, ...]:
    """Nobody begins: all write at once."""
    return ()


def boasts(state: State) -> tuple[Boast, ...]:
    """Kill points, duplicates, the names that cost their holders most, and what each decree took from them."""
    cards = [card for now in state.rounds if now.number > 0 for card in now.cards]
    kills = [Boast("kills", entry.seat, entry.by) for entry in _kill_points(state)]
    doubled = [sum(card.duplicate for card in cards if card.writer == seat) for seat in range(state.seats)]
    deadly = [Boast("deadliest", card.writer, card.icons, card.name) for card in cards if card.x]
    decrees = [Boast("decree", None, _damage(now), " ".join(map(str, now.icons))) for now in state.rounds if now.number]
    return (*kills, *(Boast("duplicates", seat, n) for seat, n in enumerate(doubled) if n), *deadly, *decrees)


def _damage(now: Round) -> int:
    """How many points the icons of a round took from those who held its cards."""
    return -sum(card.icons for card in now.cards if card.icons < 0)


may_report = speaks_for_itself

# --- what is asked, and what may be seen ---------------------------------------------------------------------------


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """What `seat` is asked, the most urgent first. A decree, and names that sound alike, are everybody's to report."""
    now = state.newest
    if now is None or now.scored:
        return (*_ask_decree(state), *_ask_same(state))
    if now.day == 2:
        choice = Ask("choose", seat, choices={"round": list(_unused(state, seat))})
        return () if now.chosen[seat] is not None else (choice,)
    return (*_ask_name(now, seat), *_ask_draft(now, seat), *_ask_reading(state, now, seat))


def _ask_decree(state: State) -> tuple[Ask, ...]:
    if _over(state):
        return ()
    many = (state.seats, state.seats)
    return (Ask("decree", choices={"icons": [-2, -1, 0, 1, 2]}, many={"icons": many}, repeats=True),)


def _ask_same(state: State) -> tuple[Ask, ...]:
    """One seat stands for each group that was put together already, so that whatever is picked is new."""
    now = state.newest
    if now is None:
        return ()
    apart = [seat for seat in range(state.seats) if not any(seat in group and seat > min(group) for group in now.same)]
    if len(apart) < 2:
        return ()
    return (Ask("same", choices={"seats": apart}, optional=True, many={"seats": (2, len(apart))}),)


def _ask_name(now: Round, seat: int) -> tuple[Ask, ...]:
    return () if now.names[seat] is not None else (Ask("write", seat, choices={"name": {"text": 80}}),)


def _ask_draft(now: Round, seat: int) -> tuple[Ask, ...]:
    """Declare, or say after a draft by hand whose card one holds: one or the other in a round."""
    asked: list[Ask] = []
    if now.written and not now.by_hand and seat in now.drafting and now.declared[seat] is None:
        asked.append(Ask("declare", seat, choices={"choice": ["keep", "pass"]}))
    if not now.steps and not any(now.declared) and now.holding[seat] is None:
        left = [card for card in range(len(now.names)) if card not in now.holding]
        asked.append(Ask("hold", seat, choices={"card": left}, optional=not now.by_hand))
    return tuple(asked)


def _ask_reading(state: State, now: Round, seat: int) -> tuple[Ask, ...]:
    """A reading may wait until nothing else is missing: so nobody learns early whose name is in kanji."""
    if now.names[seat] is None or now.readings[seat] is not None:
        return ()
    last = now.written and not now.drafting and None not in now.holding and _lacks_reading(state, now, seat)
    return (Ask("reading", seat, choices={"reading": {"text": 80}}, optional=not last),)


class Hand(Struct, frozen=True):
    """A card that the viewer may read: who wrote it, and what is on it."""

    writer: int
    name: str


class Kept(Struct, frozen=True):
    """A name in the open, kept for Day 2: the round in which it was written, and whether it may still be chosen."""

    round: int
    name: str
    unused: bool


class View(Struct, frozen=True):
    """What a viewer may know. `stage` is the thing of the moment: decree, write, draft, hold, read, choose or over."""

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
    own: str | None = None
    needs_reading: bool = False
    hand: Hand | None = None
    pick: int | None = None


def view(state: State, seat: int | None) -> View:
    """What the viewer in `seat` may know; None is everybody: the tablet, the host, a watcher."""
    now = state.newest
    nobody = (None,) * state.seats
    if now is None:
        now = Round(-1, (), nobody, nobody, (), nobody, (), nobody, False, nobody)
    public = View(
        stage=_stage(state),
        round=now.number if state.rounds else None,
        day=now.day,
        icons=now.icons,
        way=now.way,
        written=tuple(name is not None for name in now.names),
        drafting=now.drafting,
        declared=tuple(choice is not None for choice in now.declared),
        steps=now.steps,
        holding=now.holding if now.by_hand or now.steps else nobody,
        chosen=tuple(choice is not None for choice in now.chosen),
        cards=now.cards,
        alike=_alike(now),
        kills=sums(_kill_points(state), "kill_points", state.seats),
        kept=tuple(_kept(state, of) for of in range(state.seats)),
    )
    return public if seat is None else _with_own(state, now, public, seat)


def _stage(state: State) -> str:
    now = state.newest
    if now is None or now.scored:
        return "over" if _over(state) else "decree"
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
        needs_reading=_lacks_reading(state, now, seat),
        hand=Hand(card, name) if card is not None and name is not None else None,
        pick=now.chosen[seat],
    )


def _kept(state: State, seat: int) -> tuple[Kept, ...]:
    unused = _unused(state, seat)
    scored = [now for now in state.rounds if now.number in range(1, 5) and now.scored]
    return tuple(Kept(now.number, now.names[seat] or "", now.number in unused) for now in scored)


def _alike(now: Round) -> tuple[tuple[int, int], ...]:
    """Pairs of writers whose names may sound alike, once they are in the open: a question, not a verdict [2]."""
    singles = [card for card in now.cards if not card.duplicate]
    pairs = [(a, b) for at, a in enumerate(singles) for b in singles[at + 1 :]]
    return tuple((a.writer, b.writer) for a, b in pairs if alphabet.alike(a.name, b.name))


def veil(state: State, move: Any) -> Veil | None:
    """A name is secret until its round is scored, a declaration and a Day 2 choice until all are in."""
    now = state.newest
    if now is None:
        return None
    match move:
        case Write():
            return Veil(("name",), (move.seat,), ("scored", now.number))
        case Reading():
            return Veil(("reading",), (move.seat,), ("scored", now.number))
        case Declare():
            return Veil(("choice",), (move.seat,), ("declared", now.number, len(now.steps)))
        case Choose():
            return Veil(("round",), (move.seat,), ("chosen", now.number))
    return None


def lifted(state: State, veil: Veil) -> bool:
    """Whether what `veil` waited for has happened."""
    what, number, *step = veil.until
    now = next((now for now in state.rounds if now.number == number), None)
    if now is None:
        return False
    match what:
        case "declared":
            return now.scored or len(now.steps) > int(step[0])
        case "chosen":
            return None not in now.chosen
    return now.scored


def settled(state: State, veil: Veil) -> bool:
    """Names are open but for a reading that a name in kanji still needs: which one does, is secret until then [2]."""
    what, number, *_ = veil.until
    now = next((now for now in state.rounds if now.number == number), None)
    drafted = what == "scored" and now is not None and now.written and not now.drafting and None not in now.holding
    return drafted or lifted(state, veil)
