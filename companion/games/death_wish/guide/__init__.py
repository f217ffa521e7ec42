"""Death Wish: things to lay out, and the current step. Numbers in brackets are those of docs/rules/death-wish.md."""

from companion.games.death_wish.moves import Options
from companion.games.death_wish.state import State, initial_state
from companion.games.guide import Item, Phase

POOL = 4  # diseases, and symptoms, that lie open
SYMPTOMS_EACH = 4
AFFLICTERS_EACH = 2


def laying_out(seats: int, options: Options) -> tuple[Item, ...]:
    """The things to lay out: open diseases and one incubating, symptoms and afflicters for each seat and open ones."""
    return (
        Item(seats, "references"),
        Item(POOL, "diseases"),
        Item(1, "incubating"),
        Item(seats * SYMPTOMS_EACH, "symptoms"),
        Item(POOL, "open-symptoms"),
        Item(seats * AFFLICTERS_EACH, "afflicters"),
        Item(1, "open-afflicter"),
        Item(0, "outbreaks"),
        Item(0, "skulls", {"target": initial_state(seats, options).target}),
        *((Item(0, "two"),) if seats == 2 else ()),
    )


def phase(state: State) -> Phase | None:
    """The current step: a due outbreak, or one of the four actions with its limits [1, 3, 5, 9]."""
    if state.over:
        return None
    due = tuple(contract.seat for contract in reversed(state.contracts) if contract.seat in state.due)
    if due:
        return Phase("outbreak", seats={"who": due[0]})
    return Phase("action")
