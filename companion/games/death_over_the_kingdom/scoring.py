"""Death Over The Kingdom: the ledger, the standing, and highlights."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.death_over_the_kingdom.state import (
    GOALS,
    Round,
    Shown,
    State,
    order_of_play,
    shown,
    tracks,
    unread_seats,
)
from companion.games.ledger import Aim, Entry, Highlight, HighlightRule, Ledger, Standing, first, placed, up_to
from companion.games.moves import Refused

HIGHLIGHTS = {
    "second": HighlightRule("person", "most"),
    "dropped-on-top": HighlightRule("person", "most"),
    "highest": HighlightRule("person", "sum"),
    "lowest": HighlightRule("person", "sum"),
    "intermediate": HighlightRule("person", "sum"),
    "first-out": HighlightRule("person", "sum"),
    "spared": HighlightRule("person", "sum"),
    "turned": HighlightRule("word", "times"),
}


def scored_if_known(state: State) -> State:
    """The state, with the round scored if the value of every living seat is known."""
    cards = shown(state) if state.now.complete else ()
    if not cards or unread_seats(cards):
        return state
    values = {seat: card.value for seat, card in enumerate(cards) if card and card.value is not None}
    return scored(state, _hit(values, state.goal), cards)


def _hit(values: dict[int, int], goal: str) -> tuple[int, ...]:
    """The seats with the highest, the lowest, or a value strictly between; ties share [1, 5]."""
    highest, lowest = max(values.values()), min(values.values())
    if goal == "intermediate":
        return tuple(seat for seat, value in values.items() if lowest < value < highest)
    return tuple(seat for seat, value in values.items() if value == (highest if goal == "highest" else lowest))


def scored(state: State, hit: tuple[int, ...], cards: tuple[Shown | None, ...]) -> State:
    """The state with the points or lives of `hit` seats, and the next round, after a turn with a new Dealer [2]."""
    (track,) = tracks(state)
    by = -1 if track == "lives" else 1
    entries = tuple(Entry(state.now.number, seat, track, by, state.goal) for seat in hit)
    done = replace(state.now, cards=cards, hit=hit)
    after = replace(state, now=done, entries=state.entries.grown(*entries), scored=(*state.scored, done))
    after = buried(after)
    if after.over:
        return after
    order = order_of_play(after, passes=state.goal in ("intermediate", "loss"))
    return replace(after, now=Round(done.number + 1, order, (None,) * state.seats))


def buried(state: State) -> State:
    """The state with all seats without lives out, for good [6]."""
    if state.options.mode != "last-standing":
        return state
    lives = state.entries.sums("lives", state.seats)
    gone = tuple(seat for seat in state.living if lives[seat] <= 0)
    return replace(state, out=(*state.out, gone)) if gone else state


def rounds_scored(state: State) -> int:
    return len(state.scored)


def count(state: State) -> State:
    """The state with the scored rounds alone; Refused without any. Later adjusts stay, and seats out by them."""
    if not state.scored:
        raise Refused("nothing-scored")
    last = state.scored[-1]
    return replace(state, now=last, entries=up_to(state.entries, last.number), counted=True)


def ledger(state: State) -> Ledger:
    return state.entries


def standing(state: State) -> Standing:
    """The standing. Classic: the best in between wins [4]. Crowd: fewest points [5]. Else: the last to go out [6]."""
    totals = state.entries.sums(tracks(state)[0], state.seats)
    places = placed(_merits(state, totals))
    winners = best_between(totals) if state.options.mode == "classic" else first(places)
    if not state.over:
        return Standing("playing", state.now.number, totals, places)
    return Standing("won" if winners else "nobody", state.now.number, totals, places, winners, state.counted)


def _merits(state: State, totals: tuple[int, ...]) -> list[Any]:
    """Per seat a key for its place; more is better."""
    match state.options.mode:
        case "classic":
            second = best_between(totals)
            return [(seat in second, points) for seat, points in enumerate(totals)]
        case "crowd":
            return [-points for points in totals]
    went = {seat: index for index, together in enumerate(state.out) for seat in together}
    lives = totals if state.counted else (0,) * state.seats  # else all who live are level: they play on
    return [(went[seat], 0) if seat in went else (len(state.out), lives[seat]) for seat in range(state.seats)]


def best_between(totals: Sequence[int]) -> tuple[int, ...]:
    """The seats with the best total strictly between the highest and the lowest [4]."""
    between = [points for points in totals if min(totals) < points < max(totals)]
    return tuple(seat for seat, points in enumerate(totals) if between and points == max(between))


def aim(state: State) -> Aim:
    return "fewest" if state.options.mode == "crowd" else "most"


def facts(state: State) -> dict[str, Any]:
    """The turn, its round, the Dealer, and the cards of the last scored round."""
    turn, in_turn = state.turn
    cards = state.scored[-1].cards if state.scored else (None,) * state.seats
    shown = [card and {name: getattr(card, name) for name in ("character", "turned", "value")} for card in cards]
    return {"turn": turn, "round_in_turn": in_turn, "dealer": state.now.dealer, "cards": shown}


def next_starters(state: State) -> tuple[int, ...]:
    """The next Dealer: one to the left of this game's first Dealer [2]."""
    return ((state.options.dealer + 1) % state.seats,)


def highlights(state: State) -> tuple[Highlight, ...]:
    """Highlights: wins as second, totals dropped on top, the first without lives, rounds won or survived, turned cards
    that gained."""
    named = _dropped(state) if state.options.mode == "classic" and state.over else []
    if state.out and len(state.out[0]) < state.seats:
        named += [Highlight("first-out", seat, 1) for seat in state.out[0]]
    for seat in range(state.seats):
        if state.options.mode == "classic":
            won = [entry.because for entry in state.entries if entry.seat == seat]
            named += [Highlight(goal, seat, won.count(goal)) for goal in GOALS if goal in won]
        else:
            spared = [now for now in state.scored if seat in now.order and seat not in now.hit]
            named += [Highlight("spared", seat, len(spared))] if spared else []
    return (*named, *(highlight for now in state.scored for highlight in _turned_to_gain(state, now)))


def _dropped(state: State) -> list[Highlight]:
    """The winners, and the seats that were dropped for the highest total [4]."""
    totals, winners = standing(state).totals, standing(state).winners
    on_top = [seat for seat, points in enumerate(totals) if points == max(totals)]
    return [
        *(Highlight("second", seat, totals[seat]) for seat in winners),
        *(Highlight("dropped-on-top", seat, totals[seat]) for seat in on_top),
    ]


def _turned_to_gain(state: State, now: Round) -> list[Highlight]:
    """The turned cards of seats that won the round, or got away."""
    gained = [seat for seat in range(state.seats) if (seat in now.hit) == (state.options.mode == "classic")]
    cards = [(seat, now.cards[seat]) for seat in gained]
    return [
        Highlight("turned", seat, card.value, card.character)
        for seat, card in cards
        if card and card.turned and card.character and card.value is not None
    ]
