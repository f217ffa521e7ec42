"""Perhaps doing, are you spy?: the ledger, the standing, and highlights."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.gamushara_gang.moves import Rule
from companion.games.gamushara_gang.state import Execution, State
from companion.games.ledger import (
    BY_HAND,
    Aim,
    Entry,
    Highlight,
    HighlightRule,
    Ledger,
    Standing,
    first,
    per_seat,
    placed,
)
from companion.games.moves import Refused

HIGHLIGHTS = {
    "last-spy": HighlightRule("person", "sum"),
    "unsuspected": HighlightRule("person", "sum"),
    "first-out": HighlightRule("person", "sum"),
    "executions": HighlightRule("person", "sum"),
    "hits": HighlightRule("person", "sum"),
    "own-goal": HighlightRule("person", "sum"),
    "second-life": HighlightRule("person", "sum"),
}


RULES: dict[str, Rule] = {"win": 1, "execution": 2, "spy-first-out": 4, "spy-wins": 5}  # by reason of a payment


def taken_from_each(state: State, winner: int, because: str) -> list[Entry]:
    """The payments of all seats that are out to `winner`."""
    return [entry for loser in sorted(state.out) for entry in paid(state, loser, winner, because)]


def paid_to_each(state: State, payer: int, because: str) -> list[Entry]:
    """The payments of `payer` to all living seats."""
    return [entry for other in state.living for entry in paid(state, payer, other, because)]


def paid(state: State, payer: int, receiver: int, because: str) -> list[Entry]:
    """The two entries of a payment, none if its rule is off. A receiver without a partner gets double [9]."""
    by: int = getattr(state.options.amounts, because.replace("-", "_"))
    if RULES[because] not in state.options.points or not by:
        return []
    if 3 in state.options.points and state.partners[receiver] == "none":
        by *= 2
    both = sorted(((payer, -by), (receiver, by)))
    return [Entry(state.turn, seat, "points", amount, because) for seat, amount in both]


def count(state: State) -> State:
    """The state counted by the points for executions; Refused without rule 2 or without points."""
    if RULES["execution"] not in state.options.points:
        raise Refused("no-standing")
    if all(entry.because == BY_HAND for entry in state.entries):
        raise Refused("nothing-scored")
    return replace(state, counted=True)


def ledger(state: State) -> Ledger:
    return state.entries


def standing(state: State) -> Standing:
    """The standing by points; in a game without points the living come first [7, 9]."""
    totals = state.entries.sums("points", state.seats)
    alive = [seat not in state.out for seat in range(state.seats)]
    places = placed(totals if state.options.points else alive)
    if state.counted:
        return Standing("won", state.turn, totals, places, first(places), counted=True)
    if state.over:
        return Standing("won", state.turn, totals, places, state.living)
    return Standing("playing", state.turn, totals, places)


def aim(state: State) -> Aim:
    return "most" if state.options.points else "nothing"


def facts(state: State) -> dict[str, Any]:
    """The turn player, the living and the out, executions, partners, markers, and all characters."""
    return {
        "turn": state.player,
        "alive": [seat not in state.out for seat in range(state.seats)],
        "out": list(state.out),
        "executed": [
            {name: getattr(execution, name) for name in Execution.__struct_fields__} for execution in state.executed
        ],
        "partner": list(state.partners),
        "markers": [[marker.about for marker in own] for own in state.markers],
        "characters": dict(zip(state.options.characters, state.statuses, strict=True)),
    }


def next_starters(state: State) -> tuple[int, ...]:
    """The winners: one of them is the next turn player [9]."""
    return standing(state).winners


def highlights(state: State) -> tuple[Highlight, ...]:
    """Highlights: executions, other roles hit, own role hit, survivors as partners, spies who were the last, the first
    who was out, and the seats that were neither struck nor made to confess, if confessions were reported at all."""
    executions = [sum(execution.by == seat for execution in state.executed) for seat in range(state.seats)]
    struck = [execution for execution in state.executed if execution.seat is not None]
    hits = [Highlight("hits", hit.by, 1, hit.character, hit.seat) for hit in struck if hit.by != hit.seat]
    own = [Highlight("own-goal", hit.by, 1, hit.character) for hit in struck if hit.by == hit.seat]
    second = [Highlight("second-life", seat, 1) for seat in state.living if state.partners[seat] == "used"]
    spy = [Highlight("last-spy", seat, 1) for seat in state.living if seat == state.spy]
    first_out = [Highlight("first-out", seat, 1) for seat in state.out[:1]]
    suspects = {*state.confessed, *(hit.seat for hit in struck)}
    unsuspected = [Highlight("unsuspected", seat, 1) for seat in range(state.seats) if seat not in suspects]
    named = (*own, *second, *spy, *first_out, *(unsuspected if state.confessed else ()))
    return (*per_seat("executions", executions), *hits, *named)


def roles(facts: Mapping[str, Any]) -> Mapping[int, str]:
    """The executed roles by seat, the partner last; roles of the living stay unknown."""
    struck = [execution for execution in facts["executed"] if execution["seat"] is not None]
    seats = {execution["seat"] for execution in struck}
    return {seat: ", ".join(one["character"] for one in struck if one["seat"] == seat) for seat in seats}
