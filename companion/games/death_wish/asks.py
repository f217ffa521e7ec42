"""Death Wish: what each seat is asked, and may report."""

from typing import Any

from companion.games.death_wish.state import State, next_player
from companion.games.game import Ask, reports_for_itself

may_report = reports_for_itself


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """What `seat` is asked, the most urgent first. Only whose turn it is is waited for."""
    farewell = () if state.farewells[seat] is not None else (_may("farewell", seat, text={"text": 80}),)
    if state.over or seat in state.dead:
        return farewell
    outbreak = (_may("outbreak", seat, kept=[True, False]),) if seat in state.due else ()
    keeper = (_may("play-keeper", seat),) if state.keepers[seat].left else ()
    names = [disease.disease for disease in state.stacks[seat]]
    cure = (_may("cure", seat, disease=names),) if names else ()
    act = _may("act", seat, action=["symptoms", "afflicted", "spread"])
    return (*outbreak, _ask_contract(state, seat), act, *keeper, *_ask_give(state, seat), *cure, *farewell)


def _may(move: str, seat: int, **choices: Any) -> Ask:
    return Ask(move, seat, choices=choices, optional=True)


def _ask_contract(state: State, seat: int) -> Ask:
    """From whom an afflicter was stolen, the cause and the symptoms may be said besides."""
    return Ask(
        "contract",
        seat,
        choices={
            "disease": {"text": 80},
            "color": ["white", "blue", "orange", "red", "wild"],
            "skulls": {"min": 0, "max": 9},
            "outbreak": [False, True],
        },
        optional=seat != next_player(state),
        taken={"disease": tuple(disease.disease for disease in state.stacks[seat])},
    )


def _ask_give(state: State, seat: int) -> tuple[Ask, ...]:
    """Diseases that may go to the same others are asked for together; an exchange, with each of the others."""
    others = [other for other in state.living if other != seat]
    names = {other: {disease.disease for disease in state.stacks[other]} for other in others}
    receivers: dict[tuple[int, ...], list[str]] = {}
    for disease in state.stacks[seat]:
        lacking = tuple(to for to in others if disease.disease not in names[to])
        receivers.setdefault(lacking, []).append(disease.disease)
    gifts = tuple(_may("give", seat, to=list(to), disease=names) for to, names in receivers.items() if to)
    return (*gifts, *(exchange for to in others for exchange in _ask_exchange(state, seat, to)))


def _ask_exchange(state: State, seat: int, to: int) -> tuple[Ask, ...]:
    mine, theirs = ([disease.disease for disease in state.stacks[one]] for one in (seat, to))
    both = {*mine} & {*theirs}
    give = [name for name in mine if name not in both]
    back = [name for name in theirs if name not in both]
    exchange = Ask("give", seat, {"to": to}, {"disease": give, "back": back}, optional=True)
    return (exchange,) if give and back else ()
