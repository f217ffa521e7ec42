"""Final Deathweek: the ledger, the standing, and highlights."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec.structs import replace

from companion.games.final_deathweek.state import (
    Day,
    State,
    Verdict,
    alive,
    break_used,
    chain_lengths,
    chains,
    counters_of,
    enter,
    next_day,
    one_is_enough,
    row_of,
    unexposable,
)
from companion.games.ledger import (
    Aim,
    Entry,
    Highlight,
    HighlightRule,
    Ledger,
    Standing,
    first,
    per_seat,
    placed,
    up_to,
)
from companion.games.moves import Refused

HIGHLIGHTS = {
    "survived": HighlightRule("person", "sum"),
    "longest-chain": HighlightRule("person", "most"),
    "break": HighlightRule("person", "sum"),
    "narrow-escapes": HighlightRule("person", "sum"),
    "died-on-day": HighlightRule("person", "least"),
}
FIRST_CHECK = 3
CHAIN_POINTS = (0, 0, 1, 2, 4, 7, 11, 16)  # by the cards in the chain [7]


def judged_if_known(state: State, today: Day) -> State:
    """The state with `today`, judged if its reports are complete."""
    state = replace(state, days=(*state.days[:-1], today))
    return _judge(state, today) if all(today.acted) and not today.lacking else state


def _judge(state: State, today: Day) -> State:
    """Judge a day: the reveal, the chain check, the counter limit. After a death at the reveal only the limit is
    checked, and that only on a last day that one survivor wins [3, 6, 7]."""
    verdicts = tuple(_reveal(state, today, seat) for seat in range(state.seats))
    is_fatal = any(verdict.died for verdict in verdicts)
    state = enter(
        state,
        (
            Entry(today.number, seat, "death_counters", verdict.matches, "match")
            for seat, verdict in enumerate(verdicts)
            if not verdict.died
        ),
    )
    if not is_fatal:
        verdicts = tuple(replace(each, chain=_check(state, today, seat)) for seat, each in enumerate(verdicts))
    if not is_fatal or one_is_enough(state):
        counters, limit = counters_of(state), state.options.counter_limit
        verdicts = tuple(replace(each, died=each.died or counters[seat] >= limit) for seat, each in enumerate(verdicts))
    state = replace(state, days=(*state.days[:-1], replace(today, verdicts=verdicts)))
    return _after(state, [verdict.died for verdict in verdicts])


def _reveal(state: State, today: Day, seat: int) -> Verdict:
    """The verdict of a seat: an event with all its colours among the three killers kills, one without never [3]."""
    event, outcome = today.taken[seat], today.outcomes[seat]
    if outcome is not None:
        return Verdict((), outcome.matched or 0, bool(outcome.died))
    if event is None:
        return Verdict((), 0, False)
    threats = {state.solid[seat], *(today.killers[seat] or ())}
    matched = tuple(color for color in event.colors if color in threats)
    return Verdict(matched, len(matched), died=bool(matched) and len(matched) == len(event.colors))


def _check(state: State, today: Day, seat: int) -> Literal["held", "broken"] | None:
    """The chain check: from day 3 on, whether the event of the day continues the chain [4]."""
    number = today.number_of(seat)
    if number is None or today.number < FIRST_CHECK:
        return None
    row = row_of(state, seat)
    return "held" if len(chains((*row, number))) <= max(len(chains(row)), 1) else "broken"


def _after(state: State, died: Sequence[bool]) -> State:
    """The next day, or the end: lost with a death, unless on a last day that one survivor wins [6, 7]."""
    if any(died) and (all(died) or not one_is_enough(state)):
        return replace(state, outcome="lost")
    if state.number == state.options.days:
        return enter(replace(state, outcome="won"), _week_points(state))
    return next_day(state, (state.leader + 1) % state.seats)


def _week_points(state: State) -> list[Entry]:
    """The points of the week: those of a chain by its length, and minus one for each counter [7]."""
    if state.options.scoring == "none":
        return []
    lengths = [chain_lengths(state, seat)[state.options.chain_scored] for seat in range(state.seats)]
    return [
        Entry(state.number, seat, "points", by, because)
        for seat, (length, counters) in enumerate(zip(lengths, counters_of(state), strict=True))
        for by, because in ((CHAIN_POINTS[length], "chain"), (-counters, "counters"))
    ]


def rounds_scored(state: State) -> int:
    return sum(bool(day.verdicts) for day in state.days)


def count(state: State) -> State:
    """The state with the judged days and their points, won by all; Refused without any. A Break of today is unspent."""
    days = tuple(day for day in state.days if day.verdicts)
    if not days:
        raise Refused("nothing-scored")
    ended = replace(state, days=days, entries=up_to(state.entries, len(days)), outcome="won", counted=True)
    return enter(ended, _week_points(ended))


def ledger(state: State) -> Ledger:
    """All entries: Breaks when used, counters by seat when a day is judged, points at the end."""
    return state.entries


def standing(state: State) -> Standing:
    """The standing: all win or none; places differ only if everybody scores alone [7]."""
    points = state.entries.sums("points", state.seats)
    totals = (sum(points),) * state.seats if state.options.scoring == "team" else points
    winners = tuple(range(state.seats)) if state.outcome == "won" else ()
    return Standing(state.outcome, state.number, totals, placed(totals), winners, state.counted)


def aim(state: State) -> Aim:
    return "nothing" if state.options.scoring == "none" else "most"


def facts(state: State) -> dict[str, Any]:
    """The week so far: seats, judged days; if everybody scores alone, the winners on points."""
    week: dict[str, Any] = {
        "leader": state.leader,
        "day": state.number,
        "seats": [_seat_as_json(state, seat) for seat in range(state.seats)],
        "days": [[_judged(verdict) for verdict in day.verdicts] for day in state.days if day.verdicts],
    }
    if state.options.scoring == "each":
        week["first"] = list(first(standing(state).places)) if state.outcome == "won" else []
    return week


def _seat_as_json(state: State, seat: int) -> dict[str, Any]:
    return {
        "solid": state.solid[seat],
        "alive": alive(state, seat),
        "break_used": break_used(state, seat),
        "numbers": list(row_of(state, seat)),
        **chain_lengths(state, seat),
        "unexposable": unexposable(state, seat),
    }


def _judged(verdict: Verdict) -> dict[str, Any]:
    return {"matched": verdict.matches, "died": verdict.died, "chain": verdict.chain}


def next_starters(state: State) -> tuple[int, ...]:
    """The next leader: the seat to the left of the last day's leader [6]."""
    return ((state.options.leader + state.number) % state.seats,)


def highlights(state: State) -> tuple[Highlight, ...]:
    """Highlights: weeks survived, Breaks, long chains, narrow escapes (all colours but one), days of deaths."""
    seats = range(state.seats)
    longest = [(seat, chain_lengths(state, seat)["longest"]) for seat in seats]
    narrow = [sum(_narrow(day, seat) for day in state.days) for seat in seats]
    deaths = [(seat, day.number) for day in state.days for seat, verdict in enumerate(day.verdicts) if verdict.died]
    broke = [(seat, day.number) for day in state.days for seat in seats if day.broke[seat]]
    return (
        *(Highlight("survived", seat, int(state.outcome == "won" and alive(state, seat))) for seat in seats),
        *(Highlight("break", seat, 1) for seat, _ in sorted(broke)),
        *(Highlight("longest-chain", seat, cards) for seat, cards in longest if cards >= FIRST_CHECK),
        *per_seat("narrow-escapes", narrow),
        *(Highlight("died-on-day", seat, number) for seat, number in deaths),
    )


def _narrow(day: Day, seat: int) -> bool:
    event = day.taken[seat]
    if event is None or not day.verdicts:
        return False
    verdict = day.verdicts[seat]
    return not verdict.died and len(verdict.matched) == len(event.colors) - 1 > 0
