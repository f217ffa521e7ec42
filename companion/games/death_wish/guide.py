"""Death Wish: the rulebook at hand. The numbers in brackets are those of docs/rules/death-wish.md."""

from companion.games.death_wish.guide_cards import CARDS
from companion.games.death_wish.guide_questions import QUESTIONS
from companion.games.death_wish.moves import Options
from companion.games.death_wish.state import State, initial_state
from companion.games.guide import Guide, Item, Phase, Step
from companion.games.refusals import N_

POOL = 4  # diseases, and symptoms, that lie open
SYMPTOMS_EACH = 4
AFFLICTERS_EACH = 2

STEPS = (
    Step(
        "aim",
        N_("Die first"),
        N_("Diseases have skulls on them. Whoever first has enough skulls is dead, and has won."),
        "first",
    ),
    Step(
        "table",
        N_("What lies where"),
        N_("In the middle: diseases and symptoms to be had. You hold symptoms; your afflicters lie open before you."),
        "table",
    ),
    Step(
        "turn",
        N_("One of four"),
        N_(
            "Whoever is dressed for a burial begins; then clockwise. Symptoms, an afflicter, a disease spread or "
            "contracted."
        ),
        "four",
    ),
    Step(
        "paying",
        N_("How one falls ill"),
        N_(
            "Pay an afflicter of the disease's colour, and as many symptoms of it as the disease shows. All are "
            "discarded."
        ),
        "contract",
    ),
    Step(
        "thieves",
        N_("Use somebody else's"),
        N_("With the number of symptoms printed small, another player's afflicter will do. Yours is no safer."),
        "steal",
    ),
    Step(
        "telling",
        N_("Tell them, and tap"),
        N_("Say what it is and how you caught it. Tap its colour and its skulls; other actions need no tap."),
        "tap",
    ),
    Step(
        "outbreaks",
        N_("Outbreaks"),
        N_("If it shows ☣ and you still live, draw an outbreak and do what it says. One marked KEEPER may wait."),
        "outbreak",
    ),
    Step(
        "burying",
        N_("Rest in peace"),
        N_("At the total it is over at once: no outbreak, one wish for the burial. The others may play on."),
        "grave",
    ),
)


def laying_out(seats: int, options: Options) -> tuple[Item, ...]:
    """Four diseases open and one incubating, four symptoms open and four each, two afflicters each and one open."""
    return (
        Item(seats, N_("reference cards, one each. Every deck is shuffled and lies face down.")),
        Item(POOL, N_("diseases open in a row, right of their deck: the pool.")),
        Item(1, N_("disease open, left of that deck: it is incubating.")),
        Item(seats * SYMPTOMS_EACH, N_("symptoms dealt, four to each, for their eyes alone.")),
        Item(POOL, N_("symptoms open in a row above the diseases, right of their deck: the pool.")),
        Item(seats * AFFLICTERS_EACH, N_("afflicters dealt, two face up before each.")),
        Item(1, N_("afflicter open, beside its deck at the end of that row: the open pile.")),
        Item(0, N_("The outbreak deck ends the row of diseases. Discards lie face down, a pile for each kind.")),
        _total(seats, options),
        *_with_two(seats),
    )


def _total(seats: int, options: Options) -> Item:
    target = initial_state(seats, options).target
    return Item(0, N_("Skulls that kill: %(target)s. They are counted here."), {"target": target})


def _with_two(seats: int) -> tuple[Item, ...]:
    if seats > 2:
        return ()
    return (Item(0, N_("With two, an outbreak that shows the sign for the group is ignored, and another drawn.")),)


def phase(state: State) -> Phase | None:
    """What is done now: an outbreak that is due, or one of the four actions with its limits [1, 3, 5, 9]."""
    if state.over:
        return None
    due = tuple(contract.seat for contract in reversed(state.contracts) if contract.seat in state.due)
    if due:
        return Phase(
            N_("%(who)s draws an outbreak, reads it out and does it. Only a KEEPER waits."), seats={"who": due[0]}
        )
    return Phase(
        N_("Do one: up to 2 symptoms, 1 afflicter, spread 1, contract 1. Hold at most 7 symptoms, 3 afflicters.")
    )


GUIDE = Guide(STEPS, CARDS, QUESTIONS, laying_out, phase)
