"""DEATH Name: the effect of each move, refusals, and questions."""

from typing import Any, assert_never

from msgspec.structs import replace

from companion.games.death_name.moves import AnyMove, Choose, Declare, Decree, Hold, Reading, Same, Write
from companion.games.death_name.scoring import score, scored_if_known, with_entries
from companion.games.death_name.state import (
    TRACKS,
    Round,
    Ruling,
    State,
    asks_readings,
    hand,
    handed,
    lacks_reading,
    over,
    unused_rounds,
)
from companion.games.game import Ask, put
from companion.games.ledger import adjusted
from companion.games.moves import N_, Adjust, Refused, seated

REFUSALS = {
    "no-decree": N_("No decree is open: the next one comes first."),
    "round-open": N_("Round %(round)s is not finished yet."),
    "icons": N_("A decree for this table has %(seats)s icons, not %(icons)s."),
    "other-day": N_("That does not belong to Day %(day)s."),
    "not-written": N_("%(seat)s has not written a name yet."),
    "not-all-written": N_("Not everybody has written a name yet."),
    "by-hand": N_("This round is drafted by hand: say whose card each one holds."),
    "by-declaring": N_("This round is drafted by declaring."),
    "kept-already": N_("%(seat)s is out of the draft."),
    "card-held": N_("%(seat)s holds that card already."),
    "card-used": N_("The card of round %(round)s is not there to choose."),
    "two-names": N_("Name two or more different seats."),
    "not-scored": N_("The round has to be scored first."),
}


Reported = Decree | Write | Declare | Hold | Choose | Reading | Ruling


def as_reported(state: State, move: AnyMove | Adjust) -> Reported | Adjust:
    """`move` as reported in `state`: a `Same` becomes a ruling on the spellings that its seats have then [2]."""
    if not isinstance(move, Same):
        return move
    seated(state.seats, *move.seats)
    if len(move.seats) < 2 or len(set(move.seats)) != len(move.seats):
        raise Refused("two-names")
    now = _ruled_round(state)
    names = tuple(card.name for card in now.cards if card.writer in move.seats)
    return Ruling(frozenset(move.seats), names, frozenset(now.spelt[seat] for seat in move.seats))


def apply(state: State, move: Reported | Adjust) -> State:
    """The state after `move`, as reported; Refused if it is not asked for or does not fit."""
    match move:
        case Adjust():
            entry = adjusted(state.seats, TRACKS, move, state.newest.number if state.newest else 0)
            return replace(state, entries=state.entries.grown(entry), adjusts=state.adjusts.grown(entry))
        case Decree():
            return _decree(state, move)
        case Ruling():
            return _rule(state, move)
    seated(state.seats, move.seat)
    now = state.newest
    if now is None or now.scored:
        raise Refused("over" if over(state) else "no-decree")
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
            assert_never(move)
    return _with(state, scored_if_known(state, now))


def _with(state: State, now: Round) -> State:
    after = replace(state, rounds=(*state.rounds[:-1], now))
    return with_entries(after) if now.scored else after


def _new(reported: Any, value: Any) -> Any:
    if reported is not None:
        raise Refused("reported")
    return value


def _decree(state: State, move: Decree) -> State:
    if over(state):
        raise Refused("over")
    if not state.between:
        raise Refused("round-open", round=state.rounds[-1].number)
    if len(move.icons) != state.seats:
        raise Refused("icons", icons=len(move.icons), seats=state.seats)
    number = state.rounds[-1].number + 1 if state.rounds else int(not state.options.practice)
    return replace(state, rounds=(*state.rounds, Round.opened(number, move.icons, state.seats)))


def _declare(now: Round, move: Declare, limit: int | None) -> Round:
    """Record a declaration; the last one of a declaring carries all of them out [1]."""
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


def _hold(now: Round, move: Hold) -> Round:
    seated(len(now.names), move.card)
    if now.steps or any(now.declared):
        raise Refused("by-declaring")
    holding = put(now.holding, move.seat, _new(now.holding[move.seat], move.card))
    if move.card in now.holding:
        raise Refused("card-held", card=move.card, seat=now.holding.index(move.card))
    return replace(now, by_hand=True, holding=holding, drafting=())


def _choose(state: State, now: Round, move: Choose) -> Round:
    if move.round not in unused_rounds(state, move.seat):
        raise Refused("card-used", round=move.round)
    return replace(now, chosen=put(now.chosen, move.seat, _new(now.chosen[move.seat], move.round)))


def _rule(state: State, ruling: Ruling) -> State:
    now = _ruled_round(state)
    if any(ruling.seats <= group for group in now.ruled):
        raise Refused("reported")
    return _with(state, score(state, replace(now, same=(*now.same, ruling))))


def _ruled_round(state: State) -> Round:
    """The newest scored round, which a ruling concerns; Refused if no round is scored."""
    if state.newest is None or not state.newest.scored:
        raise Refused("not-scored")
    return state.newest


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """The questions to `seat`, the most urgent first. Anybody may report a decree, and rule names to be one."""
    if state.counted:
        return ()
    now = state.newest
    if now is None or now.scored:
        return (*_ask_decree(state), *_ask_same(state))
    if now.day == 2:
        choice = Ask("choose", seat, choices={"round": list(unused_rounds(state, seat))})
        return () if now.chosen[seat] is not None else (choice,)
    return (*_ask_name(now, seat), *_ask_draft(now, seat), *_ask_reading(state, now, seat))


def _ask_decree(state: State) -> tuple[Ask, ...]:
    if over(state):
        return ()
    many = (state.seats, state.seats)
    return (Ask("decree", choices={"icons": [-2, -1, 0, 1, 2]}, many={"icons": many}, repeats=True),)


def _ask_same(state: State) -> tuple[Ask, ...]:
    """Ask for names that count as one. One seat stands for each group of earlier rulings, so that any choice is new."""
    now = state.newest
    if now is None:
        return ()
    groups = now.ruled
    apart = [seat for seat in range(state.seats) if not any(seat in group and seat > min(group) for group in groups)]
    if len(apart) < 2:
        return ()
    return (Ask("same", choices={"seats": apart}, optional=True, many={"seats": (2, len(apart))}),)


def _ask_name(now: Round, seat: int) -> tuple[Ask, ...]:
    return () if now.names[seat] is not None else (Ask("write", seat, choices={"name": {"text": 80}}),)


def _ask_draft(now: Round, seat: int) -> tuple[Ask, ...]:
    """Ask for a declaration, or after a draft by hand for the card held: a round has one kind or the other."""
    asked: list[Ask] = []
    if now.written and not now.by_hand and seat in now.drafting and now.declared[seat] is None:
        asked.append(Ask("declare", seat, choices={"choice": ["keep", "pass"]}))
    if not now.steps and not any(now.declared) and now.holding[seat] is None:
        left = [card for card in range(len(now.names)) if card not in now.holding]
        asked.append(Ask("hold", seat, choices={"card": left}, optional=not now.by_hand))
    return tuple(asked)


def _ask_reading(state: State, now: Round, seat: int) -> tuple[Ask, ...]:
    """Ask for a reading. Optional until nothing else is missing, so that nobody learns early whose name is in kanji."""
    if now.names[seat] is None or now.readings[seat] is not None or not asks_readings(state.options):
        return ()
    last = now.written and not now.drafting and None not in now.holding and lacks_reading(state, now, seat)
    return (Ask("reading", seat, choices={"reading": {"text": 80}}, optional=not last),)
