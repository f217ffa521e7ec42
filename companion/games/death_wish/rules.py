"""Death Wish: the effect of each move, refusals, and questions."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never, get_args

from msgspec.structs import replace

from companion.games.death_wish import moves
from companion.games.death_wish.state import (
    TRACKS,
    Death,
    Drawn,
    Given,
    Keepers,
    State,
    disease_named,
    drawn_for,
    next_player,
)
from companion.games.game import Ask, GameOf, put
from companion.games.ledger import Entry, adjusted
from companion.games.moves import N_, Adjust, Move, Refused, seated

REFUSALS = {
    "no-survivor": N_("A last survivor needs 3 or more seats, not %(seats)s."),
    "dead": N_("%(seat)s is dead."),
    "itself": N_("That takes another seat than %(seat)s itself."),
    "wild-stolen": N_("A wild disease takes an afflicter of one's own."),
    "no-disease": N_("%(seat)s does not have %(disease)s."),
    "disease-held": N_("%(seat)s has %(disease)s already."),
    "alive": N_("%(seat)s is alive."),
    "still-deadly": N_("%(seat)s would still have %(skulls)s skulls, and %(target)s kill."),
    "no-keeper": N_("%(seat)s keeps no outbreak."),
}


def apply(state: State, move: moves.AnyMove | Adjust) -> State:
    """The state after `move`, in any order of turns; Refused if it does not fit."""
    match move:
        case Adjust():
            return _entered(state, {}, adjusted(state.seats, TRACKS, move, state.round))
        case moves.Farewell():
            return _farewell(state, move)
        case moves.Revive():
            return _revive(state, move)
    seated(state.seats, move.seat)
    if state.over:
        raise Refused("over")
    _alive(state, move.seat)
    match move:
        case moves.Contract():
            return _contract(state, move)
        case moves.Act():
            return replace(state, last=move.seat, tells_acts=True, outbreak=None)
        case moves.Give():
            return _give(state, move)
        case moves.Cure():
            return _cure(state, move)
        case moves.Outbreak():
            return _outbreak(state, move)
        case moves.PlayKeeper():
            return _play_keeper(state, move)
        case moves.Mutate():
            return _mutate(state, move)
        case _:
            assert_never(move)


def _alive(state: State, seat: int) -> None:
    """Refuse a dead seat, which neither acts, gives nor receives [6]."""
    if seat in state.dead:
        raise Refused("dead", seat=seat)


def _other(state: State, seat: int, other: int) -> None:
    """Refuse `other` unless it is another living seat."""
    seated(state.seats, other)
    if other == seat:
        raise Refused("itself", seat=seat)
    _alive(state, other)


def _entered(state: State, causes: Mapping[int, str], *entries: Entry) -> State:
    """The state with more `entries`; a seat that reaches the target dies at once, and draws no outbreak [3, 4].

    `causes`: the disease that kills, by seat.
    """
    state = replace(state, entries=state.entries.grown(*(entry for entry in entries if entry.by)))
    skulls = state.skulls
    died = frozenset(seat for seat in state.living if skulls[seat] >= state.target)
    return replace(
        state,
        deaths=(*state.deaths, *(Death(seat, causes.get(seat), state.round) for seat in sorted(died))),
        due=state.due - died,
    )


def _contract(state: State, move: moves.Contract) -> State:
    """Contract a disease with its skulls; an afflicter may be stolen, but not for a wild disease [2, 3]."""
    if move.from_ is not None:
        _other(state, move.seat, move.from_)
        if move.color == "wild":
            raise Refused("wild-stolen")
    _lacks(state, move.seat, move.disease)
    state = replace(
        state,
        stacks=put(state.stacks, move.seat, (*state.stacks[move.seat], move)),
        contracts=state.contracts.grown(move),
        last=move.seat,
        due=state.due | {move.seat} if move.outbreak else state.due - {move.seat},
        outbreak=None,
    )
    entry = Entry(state.round, move.seat, "skulls", move.skulls, "contract")
    return _entered(state, {move.seat: move.disease}, entry)


def _give(state: State, move: moves.Give) -> State:
    """Move a disease with its skulls, in an exchange both at once; no outbreak is drawn [4]."""
    _other(state, move.seat, move.to)
    passed = [(move.seat, move.to, _held(state, move.seat, move.disease))]
    if move.back is not None:
        passed.append((move.to, move.seat, _held(state, move.to, move.back)))
    stacks = list(state.stacks)
    entries: list[Entry] = []
    for giver, to, disease in passed:
        _lacks(state, to, disease.disease)
        stacks[giver] = tuple(other for other in stacks[giver] if other != disease)
        stacks[to] = (*stacks[to], disease)
        entries.append(Entry(state.round, giver, "skulls", -disease.skulls, "gave"))
        entries.append(Entry(state.round, to, "skulls", disease.skulls, "got"))
    got = {to: disease.disease for _, to, disease in passed}
    given = (*state.given, *(Given(giver, disease.skulls, disease.disease, to) for giver, to, disease in passed))
    return _entered(
        replace(state, stacks=tuple(stacks), given=given), got, *sorted(entries, key=lambda entry: entry.seat)
    )


def _cure(state: State, move: moves.Cure) -> State:
    disease = _held(state, move.seat, move.disease)
    left = tuple(other for other in state.stacks[move.seat] if other != disease)
    entry = Entry(state.round, move.seat, "skulls", -disease.skulls, "cured")
    return _entered(replace(state, stacks=put(state.stacks, move.seat, left)), {}, entry)


def _held(state: State, seat: int, name: str) -> moves.Contract:
    disease = disease_named(state, seat, name)
    if disease is None:
        raise Refused("no-disease", seat=seat, disease=name)
    return disease


def _lacks(state: State, seat: int, name: str) -> None:
    """Refuse a disease that the seat has: names are unique within a stack."""
    if disease_named(state, seat, name) is not None:
        raise Refused("disease-held", seat=seat, disease=name)


def _farewell(state: State, move: moves.Farewell) -> State:
    """Record a burial preference, of any seat at any time, also after the end [7]."""
    seated(state.seats, move.seat)
    if state.farewells[move.seat] is not None:
        raise Refused("reported")
    return replace(state, farewells=put(state.farewells, move.seat, move.text))


def _outbreak(state: State, move: moves.Outbreak) -> State:
    """Record an outbreak: drawn for a contract with the symbol, or by another outbreak; it may be kept [3].

    Its cause is not checked: the texts of outbreaks are on the cards alone.
    """
    drawn = Drawn(move.seat, drawn_for(state, move.seat), move.kept, move.text)
    outbreak = None if move.kept else move.text
    state = replace(state, due=state.due - {move.seat}, outbreak=outbreak, outbreaks=state.outbreaks.grown(drawn))
    keepers = state.keepers[move.seat]
    kept = replace(keepers, texts=(*keepers.texts, move.text))
    return replace(state, keepers=put(state.keepers, move.seat, kept)) if move.kept else state


def _play_keeper(state: State, move: moves.PlayKeeper) -> State:
    """Use a keeper [3]. Its text is public once it is named, or once no other keeper is left."""
    keepers = state.keepers[move.seat]
    if not keepers.left:
        raise Refused("no-keeper", seat=move.seat)
    if move.text is not None and move.text in keepers.texts:
        index = keepers.texts.index(move.text)
        keepers = replace(keepers, texts=(*keepers.texts[:index], *keepers.texts[index + 1 :]))
        state = replace(state, played=state.played | {move.text})
    else:
        keepers = replace(keepers, unnamed=keepers.unnamed + 1)
    if not keepers.left:
        state = replace(state, played=state.played.union(kept for kept in keepers.texts if kept is not None))
        keepers = Keepers()
    return replace(state, keepers=put(state.keepers, move.seat, keepers), outbreak=move.text)


def _mutate(state: State, move: moves.Mutate) -> State:
    """Change the colour or the skulls of a disease, of any origin [10]."""
    disease = _held(state, move.seat, move.disease)
    color = disease.color if move.color is None else move.color
    skulls = disease.skulls if move.skulls is None else move.skulls
    changed = replace(disease, color=color, skulls=skulls)
    stack = tuple(changed if other == disease else other for other in state.stacks[move.seat])
    entry = Entry(state.round, move.seat, "skulls", skulls - disease.skulls, "mutate")
    state = replace(state, stacks=put(state.stacks, move.seat, stack))
    return _entered(state, {move.seat: disease.disease}, entry)


def _revive(state: State, move: moves.Revive) -> State:
    """Return a dead seat to life without the named diseases, and out of the order of dying; also after the end [10]."""
    seated(state.seats, move.seat)
    if state.counted:
        raise Refused("over")
    if move.seat not in state.dead:
        raise Refused("alive", seat=move.seat)
    lost = [_held(state, move.seat, name) for name in move.cured]
    skulls = state.skulls[move.seat] - sum(disease.skulls for disease in lost)
    if skulls >= state.target:
        raise Refused("still-deadly", seat=move.seat, skulls=skulls, target=state.target)
    left = tuple(disease for disease in state.stacks[move.seat] if disease not in lost)
    state = replace(
        state,
        stacks=put(state.stacks, move.seat, left),
        deaths=tuple(death for death in state.deaths if death.seat != move.seat),
    )
    return _entered(state, {}, *(Entry(state.round, move.seat, "skulls", -one.skulls, "revive") for one in lost))


COLORS = list(get_args(moves.Color))


def may_report(state: State, seat: int, move: Move) -> bool:
    """Whether it is the seat's own move, or the effect of an outbreak, which anybody may report."""
    return isinstance(move, moves.Mutate | moves.Revive) or GameOf.may_report(state, seat, move)


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """The questions to `seat`, the most urgent first. Only the one to the seat at turn is mandatory."""
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
    """Ask whether a drawn outbreak is kept: after a contract; further outbreaks are reported unasked [3]."""
    return _may("outbreak", seat, kept=[True, False])


def _may(move: str, seat: int, **choices: Any) -> Ask:
    return Ask(move, seat, choices=choices, optional=True)


def _ask_contract(state: State, seat: int) -> Ask:
    """Ask for a contract. A stolen afflicter, the cause and the symptoms may be reported with it."""
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
    """Ask for gifts, one ask for all diseases that may go to the same seats; and for exchanges, one ask a seat."""
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
    """Ask for the colour and the skulls of a disease after an outbreak, also where one of them stays."""
    changed = {"disease": names, "color": COLORS, "skulls": {"min": 0, "max": 9}}
    return (_may("mutate", seat, **changed),) if names else ()


def _ask_revive(state: State, seat: int) -> tuple[Ask, ...]:
    """Ask for a return to life: by any diseases, at least as many as the lightest that suffice; and by each single
    disease that suffices."""
    names = [disease.disease for disease in state.stacks[seat]]
    skulls = [disease.skulls for disease in state.stacks[seat]]
    spare = state.target - 1 - state.skulls[seat]  # negative: the least number of skulls that have to go
    enough = [n for n in range(len(names) + 1) if sum(sorted(skulls)[:n]) + spare >= 0]
    if not enough:
        return ()
    if not names:
        return (Ask("revive", seat, optional=True),)
    any_of = Ask("revive", seat, choices={"cured": names}, optional=True, many={"cured": (enough[0], len(names))})
    alone = [name for name, n in zip(names, skulls, strict=True) if enough[0] > 1 and n + spare >= 0]
    return (any_of, *(Ask("revive", seat, {"cured": [name]}, optional=True) for name in alone))
