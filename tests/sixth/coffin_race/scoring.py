"""Coffin Race: the ledger, the standing, and what is worth remembering."""

from typing import Any

from msgspec.structs import replace

from companion.games.ledger import Entry, Highlight, HighlightRule, Ledger, Standing, first, placed, up_to
from companion.games.moves import Refused
from tests.sixth.coffin_race.state import TRACKS, State, last_seat, steps_of

HIGHLIGHTS = {"words": HighlightRule("word", "most")}


def ledger(state: State) -> Ledger:
    entries: list[Entry] = []
    for now in state.rounds:
        if now.run:
            steps = steps_of(now)
            entries += [Entry(now.number, seat, "steps", by, "stride") for seat, by in enumerate(steps) if by]
            entries += [Entry(now.number, seat, "steps", 1, "rope") for seat in now.tied]
            furthest = steps.index(max(steps))
            entries += [
                Entry(now.number, seat, "hunch", 2, "bet") for seat, on in enumerate(now.bets) if on == furthest
            ]
    return Ledger(sorted([*entries, *state.adjusts], key=lambda entry: entry.round))


def rounds_scored(state: State) -> int:
    return sum(now.over for now in state.rounds)


def count(state: State) -> State:
    rounds = tuple(now for now in state.rounds if now.over)
    if not rounds:
        raise Refused("nothing-scored")
    return replace(state, rounds=rounds, adjusts=tuple(up_to(state.adjusts, len(rounds))), counted=True)


def standing(state: State) -> Standing:
    steps, hunches = (ledger(state).sums(track, state.seats) for track in TRACKS)
    totals = tuple(map(sum, zip(steps, hunches, strict=True)))
    places = placed(totals)
    if state.buried or state.counted:
        return Standing("won", len(state.rounds), totals, places, first(places), state.counted)
    return Standing("playing", len(state.rounds), totals, places)


def facts(state: State) -> dict[str, Any]:
    return {"words": [now.words for now in state.rounds if now.over]}


def highlights(state: State) -> tuple[Highlight, ...]:
    return tuple(Highlight("words", last_seat(now), len(now.words), now.words) for now in state.rounds if now.over)
