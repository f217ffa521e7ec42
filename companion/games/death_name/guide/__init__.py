"""DEATH Name: things to lay out, and the current step. The chapters are those of the detailed manual."""

from companion.games.death_name.moves import Options
from companion.games.death_name.screens import stage_of
from companion.games.death_name.state import DAY_1, State
from companion.games.guide import Item, Phase

ENVELOPES = {4: "silver", 5: "golden", 6: "bronze"}
LAID_OTHERWISE = (Options(practice=True),)


def laying_out(seats: int, options: Options) -> tuple[Item, ...]:
    """The things to lay out for this number of `seats` (chapters 2 and 4)."""
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
    """The current step; None once the game is over (chapters 5 and 7)."""
    stage, now = stage_of(state), state.newest
    if stage == "over":
        return None
    if stage == "decree" or now is None:
        return _turn_up(now.number + 1 if now else int(not state.options.practice))
    if stage == "write":
        return Phase("write-left" if now.way == 1 else "write-right")
    return Phase("draft-again" if stage == "draft" and now.steps else stage)


def _turn_up(number: int) -> Phase:
    """The step before round `number`: turning up its decree."""
    if number == 0:
        return Phase("practice")
    return Phase("decree" if number in DAY_1 else "black-decree", {"round": number})
