"""Perhaps doing, are you spy?: the ledger, the standing, and what is worth remembering."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.gamushara_gang.moves import Rule
from companion.games.gamushara_gang.state import Execution, State
from companion.games.ledger import BY_HAND, Aim, Entry, Highlight, HighlightRule, Ledger, Standing, first, placed
from companion.games.moves import Refused

HIGHLIGHTS = {
    "last-spy": HighlightRule("person", "sum"),
    "executions": HighlightRule("person", "sum"),
    "hits": HighlightRule("person", "sum"),
    "own-goal": HighlightRule("person", "sum"),
    "second-life": HighlightRule("person", "sum"),
}


RULES: dict[str, Rule] = {"win": 1, "execution": 2, "spy-first-out": 4, "spy-wins": 5}  # by why something is paid


def taken_from_each(state: State, winner: int, because: str) -> list[Entry]:
    """From each who is out, by seat."""
    return [entry for loser in sorted(state.out) for entry in paid(state, loser, winner, because)]


def paid_to_each(state: State, payer: int, because: str) -> list[Entry]:
    """To each who lives, by seat."""
    return [entry for other in state.living for entry in paid(state, payer, other, because)]


def paid(state: State, payer: int, receiver: int, because: str) -> list[Entry]:
    """A transfer, if its rule is on: two entries that cancel. Who took no partner receives double [9]."""
    by: int = getattr(state.options.amounts, because.replace("-", "_"))
    if RULES[because] not in state.options.points or not by:
        return []
    if 3 in state.options.points and state.partners[receiver] == "none":
        by *= 2
    both = sorted(((payer, -by), (receiver, by)))
    return [Entry(state.turn, seat, "points", amount, because) for seat, amount in both]


def count(state: State) -> State:
    """By the points that executions have brought: without these nobody is ahead of another."""
    if RULES["execution"] not in state.options.points:
        raise Refused("no-standing")
    if all(entry.because == BY_HAND for entry in state.entries):
        raise Refused("nothing-scored")
    return replace(state, counted=True)


def ledger(state: State) -> Ledger:
    """All entries in the order in which they arose: in this game nothing is scored later than it happens."""
    return state.entries


def standing(state: State) -> Standing:
    """By points; without points the winners, while it runs the living, are before the others [7, 9]."""
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
    """Turn player, who lives, who went out, whom it was, and every character."""
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
    """The next turn player is the winner; of several one is drawn [9]."""
    return standing(state).winners


def highlights(state: State) -> tuple[Highlight, ...]:
    """Executions, roles struck, the own one struck, a role outlived, and a spy who was the last."""
    executions = [sum(execution.by == seat for execution in state.executed) for seat in range(state.seats)]
    struck = [execution for execution in state.executed if execution.seat is not None]
    hits = [sum(hit.by == seat != hit.seat for hit in struck) for seat in range(state.seats)]
    own = [Highlight("own-goal", hit.by, 1, hit.character) for hit in struck if hit.by == hit.seat]
    second = [Highlight("second-life", seat, 1) for seat in state.living if state.partners[seat] == "used"]
    spy = [Highlight("last-spy", seat, 1) for seat in state.living if seat == state.spy]
    return (
        *(Highlight("executions", seat, n) for seat, n in enumerate(executions) if n),
        *(Highlight("hits", seat, n) for seat, n in enumerate(hits) if n),
        *own,
        *second,
        *spy,
    )


def roles(facts: Mapping[str, Any]) -> Mapping[int, str]:
    """By seat the roles that were executed, the partner's last; nobody is told what a living one plays."""
    struck = [execution for execution in facts["executed"] if execution["seat"] is not None]
    seats = {execution["seat"] for execution in struck}
    return {seat: ", ".join(one["character"] for one in struck if one["seat"] == seat) for seat in seats}
