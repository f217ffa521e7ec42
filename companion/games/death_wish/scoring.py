"""Death Wish: the ledger, the standing, and highlights."""

from typing import Any

from msgspec.structs import replace

from companion.games.death_wish.state import State, next_player
from companion.games.ledger import Highlight, HighlightRule, Ledger, Standing, first, per_seat, placed
from companion.games.moves import Refused

HIGHLIGHTS = {
    "disease": HighlightRule("word", "times"),
    "diseases": HighlightRule("person", "sum"),
    "heaviest": HighlightRule("person", "most"),
    "died-after": HighlightRule("person", "least"),
    "passed-on": HighlightRule("person", "sum"),
    "stolen": HighlightRule("person", "sum"),
}


def count(state: State) -> State:
    """The state counted by the skulls of now; Refused before the first contract."""
    if not state.contracts:
        raise Refused("nothing-scored")
    return replace(state, counted=True)


def ledger(state: State) -> Ledger:
    return state.entries


def standing(state: State) -> Standing:
    """The standing: the first to die, then by skulls; with `last_survivor` all dead in their order first [6]."""
    skulls, dead = state.skulls, state.dead
    ranked = dead if state.options.last_survivor or state.counted else dead[:1]
    order = {seat: (1, -index) for index, seat in enumerate(ranked)}
    places = placed([order.get(seat, (0, skulls[seat])) for seat in range(state.seats)])
    if state.counted:
        return Standing("won", state.round, skulls, places, first(places), counted=True)
    if state.over:
        return Standing("won", state.round, skulls, places, dead[:1])
    return Standing("playing", state.round, skulls, places)


def facts(state: State) -> dict[str, Any]:
    """The dead in their order, all stacks, the number of keepers of each seat, and the seat at turn."""
    return {
        "dead": list(state.dead),
        "diseases": [
            [{"disease": lying.disease, "color": lying.color, "skulls": lying.skulls} for lying in stack]
            for stack in state.stacks
        ],
        "keepers": [keepers.left for keepers in state.keepers],
        "next": next_player(state),
    }


def highlights(state: State) -> tuple[Highlight, ...]:
    """Highlights: diseases, contracts by seat, stolen afflicters, skulls passed on, heaviest diseases, quick deaths."""
    seats = range(state.seats)
    own = [[contract for contract in state.contracts if contract.seat == seat] for seat in seats]
    stolen = [sum(contract.from_ is not None for contract in own[seat]) for seat in seats]
    heaviest = [max(state.stacks[seat], key=lambda disease: disease.skulls, default=None) for seat in seats]
    return (
        *per_seat("diseases", [*map(len, own)]),
        *per_seat("stolen", stolen),
        *(Highlight("passed-on", *given) for given in state.given if given.skulls),
        *(
            Highlight("heaviest", seat, worst.skulls, worst.disease)
            for seat, worst in enumerate(heaviest)
            if worst is not None
        ),
        *(Highlight("disease", contract.seat, contract.skulls, contract.disease) for contract in state.contracts),
        *(Highlight("died-after", death.seat, death.after) for death in state.deaths),
    )
