"""Death Wish: what each seat is asked, and may report."""

from collections.abc import Sequence
from typing import Any, get_args

from companion.games.death_wish.moves import Color, Mutate, Revive
from companion.games.death_wish.state import State, next_player
from companion.games.game import Ask, reads_off_nothing, reports_for_itself
from companion.games.moves import Move

COLORS = list(get_args(Color))
reads_off = reads_off_nothing


def may_report(state: State, seat: int, move: Move) -> bool:
    """A seat reports its own; what an outbreak does to somebody, anybody."""
    return isinstance(move, Mutate | Revive) or reports_for_itself(state, seat, move)


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """What `seat` is asked, the most urgent first. Only whose turn it is is waited for."""
    if state.counted:
        return ()
    farewell = () if state.farewells[seat] is not None else (_may("farewell", seat, text={"text": 80}),)
    if seat in state.dead:
        return (*_ask_revive(state, seat), *farewell)
    if state.over:
        return farewell
    outbreak = (ask_outbreak(seat),) if seat in state.due else ()
    keeper = (_may("play-keeper", seat),) if state.keepers[seat].left else ()
    names = [disease.disease for disease in state.stacks[seat]]
    cure = (_may("cure", seat, disease=names),) if names else ()
    act = _may("act", seat, action=["symptoms", "afflicted", "spread"])
    return (
        *(*outbreak, _ask_contract(state, seat), act, *keeper, *_ask_give(state, seat), *cure),
        *_ask_mutate(seat, names),
        *farewell,
    )


def ask_outbreak(seat: int) -> Ask:
    """What became of an outbreak that was drawn: asked after a contract, and told of further ones by themselves [3]."""
    return _may("outbreak", seat, kept=[True, False])


def _may(move: str, seat: int, **choices: Any) -> Ask:
    return Ask(move, seat, choices=choices, optional=True)


def _ask_contract(state: State, seat: int) -> Ask:
    """From whom an afflicter was stolen, the cause and the symptoms may be said besides."""
    return Ask(
        "contract",
        seat,
        choices={
            "disease": {"text": 80},
            "color": COLORS,
            "skulls": {"min": 0, "max": 9},
            "outbreak": [False, True],
        },
        optional=seat != next_player(state),
        taken={"disease": tuple(disease.disease for disease in state.stacks[seat])},
    )


def _ask_give(state: State, seat: int) -> tuple[Ask, ...]:
    """Diseases that may go to the same others are asked for together; an exchange, with each of the others."""
    others = [other for other in state.living if other != seat]
    names = {one: [disease.disease for disease in state.stacks[one]] for one in (seat, *others)}
    receivers: dict[tuple[int, ...], list[str]] = {}
    for disease in names[seat]:
        lacking = tuple([to for to in others if disease not in names[to]])
        receivers.setdefault(lacking, []).append(disease)
    gifts = [_may("give", seat, to=list(to), disease=given) for to, given in receivers.items() if to]
    return (*gifts, *[exchange for to in others for exchange in _ask_exchange(seat, to, names[seat], names[to])])


def _ask_exchange(seat: int, to: int, mine: Sequence[str], theirs: Sequence[str]) -> tuple[Ask, ...]:
    give = [name for name in mine if name not in theirs]
    back = [name for name in theirs if name not in mine]
    exchange = Ask("give", seat, {"to": to}, {"disease": give, "back": back}, optional=True)
    return (exchange,) if give and back else ()


def _ask_mutate(seat: int, names: list[str]) -> tuple[Ask, ...]:
    """What an outbreak made of a disease; what it leaves as it is, is said as it is."""
    changed = {"disease": names, "color": COLORS, "skulls": {"min": 0, "max": 9}}
    return (_may("mutate", seat, **changed),) if names else ()


def _ask_revive(state: State, seat: int) -> tuple[Ask, ...]:
    """Any so many diseases that what is left does not kill; and one by one those that alone would do."""
    names = [disease.disease for disease in state.stacks[seat]]
    skulls = [disease.skulls for disease in state.stacks[seat]]
    spare = state.target - 1 - state.skulls[seat]  # negative: so many skulls at least have to be lost
    enough = [n for n in range(len(names) + 1) if sum(sorted(skulls)[:n]) + spare >= 0]
    if not enough:
        return ()
    if not names:
        return (Ask("revive", seat, optional=True),)
    any_of = Ask("revive", seat, choices={"cured": names}, optional=True, many={"cured": (enough[0], len(names))})
    alone = [name for name, n in zip(names, skulls, strict=True) if enough[0] > 1 and n + spare >= 0]
    return (any_of, *(Ask("revive", seat, {"cured": [name]}, optional=True) for name in alone))
