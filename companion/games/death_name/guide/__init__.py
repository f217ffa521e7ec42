"""DEATH Name: what is laid out, and what is done now. The chapters are those of the detailed manual."""

from companion.games.death_name.moves import Options
from companion.games.death_name.screens import stage_of
from companion.games.death_name.state import DAY_1, State
from companion.games.guide import Item, Phase

ENVELOPES = {4: "silver", 5: "golden", 6: "bronze"}
LAID_OTHERWISE = (Options(practice=True),)


def laying_out(seats: int, options: Options) -> tuple[Item, ...]:
    """What goes on the table for so many players (chapters 2 and 4)."""
    practice = (Item(1, "practice"),) if options.practice else ()
    return (
        Item(4, "names"),
        Item(seats, "pens"),
        Item(1, ENVELOPES[seats]),
        Item(4, "day1"),
        Item(3, "day2"),
        *practice,
    )


def phase(state: State) -> Phase | None:
    """What everybody does now; None once it is over (chapters 5 and 7)."""
    stage, now = stage_of(state), state.newest
    if stage == "over":
        return None
    if stage == "decree" or now is None:
        return _turn_up(now.number + 1 if now else int(not state.options.practice))
    if stage == "write":
        return Phase("write-left" if now.way == 1 else "write-right")
    return Phase("draft-again" if stage == "draft" and now.steps else stage)


def _turn_up(number: int) -> Phase:
    """Before a round: which decree is next."""
    if number == 0:
        return Phase("practice")
    return Phase("decree" if number in DAY_1 else "black-decree", {"round": number})
