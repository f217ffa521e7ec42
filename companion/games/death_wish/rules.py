"""Death Wish: what a move does, and what is refused."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from companion.games.death_wish.moves import (
    Act,
    AnyMove,
    Contract,
    Cure,
    Farewell,
    Give,
    Mutate,
    Outbreak,
    PlayKeeper,
    Revive,
)
from companion.games.death_wish.state import TRACKS, Death, Drawn, Keepers, State, disease_named, drawn_for
from companion.games.game import as_it_reads, put
from companion.games.ledger import Entry, adjusted
from companion.games.moves import Adjust, Refused, seated

as_reported = as_it_reads


def apply(state: State, move: AnyMove | Adjust) -> State:
    """The state after `move`; Refused if it is not asked for or cannot be. Any order of turns is taken."""
    match move:
        case Adjust():
            return _entered(state, {}, adjusted(state.seats, TRACKS, move, state.round))
        case Farewell():
            return _farewell(state, move)
        case Revive():
            return _revive(state, move)
    seated(state.seats, move.seat)
    if state.over:
        raise Refused("over")
    _alive(state, move.seat)
    match move:
        case Contract():
            return _contract(state, move)
        case Act():
            return replace(state, last=move.seat, tells_acts=True, outbreak=None)
        case Give():
            return _give(state, move)
        case Cure():
            return _cure(state, move)
        case Outbreak():
            return _outbreak(state, move)
        case PlayKeeper():
            return _play_keeper(state, move)
        case Mutate():
            return _mutate(state, move)
        case _:
            assert_never(move)


def _alive(state: State, seat: int) -> None:
    """The dead neither act, give nor receive [6]."""
    if seat in state.dead:
        raise Refused("dead", seat=seat)


def _other(state: State, seat: int, other: int) -> None:
    seated(state.seats, other)
    if other == seat:
        raise Refused("itself", seat=seat)
    _alive(state, other)


def _entered(state: State, causes: Mapping[int, str], *entries: Entry) -> State:
    """The ledger goes on; whoever reaches the agreed total by it dies at once, and draws no outbreak [3, 4]."""
    state = replace(state, entries=state.entries.grown(*(entry for entry in entries if entry.by)))
    skulls = state.skulls
    died = frozenset(seat for seat in state.living if skulls[seat] >= state.target)
    return replace(
        state,
        deaths=(*state.deaths, *(Death(seat, causes.get(seat), state.round) for seat in sorted(died))),
        due=state.due - died,
    )


def _contract(state: State, move: Contract) -> State:
    """A disease with its skulls; an afflicter may be stolen, but not for a wild disease [2, 3]."""
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


def _give(state: State, move: Give) -> State:
    """A disease moves with its skulls, in an exchange both at once; it brings no outbreak [4]."""
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
    return _entered(replace(state, stacks=tuple(stacks)), got, *sorted(entries, key=lambda entry: entry.seat))


def _cure(state: State, move: Cure) -> State:
    disease = _held(state, move.seat, move.disease)
    left = tuple(other for other in state.stacks[move.seat] if other != disease)
    entry = Entry(state.round, move.seat, "skulls", -disease.skulls, "cured")
    return _entered(replace(state, stacks=put(state.stacks, move.seat, left)), {}, entry)


def _held(state: State, seat: int, name: str) -> Contract:
    disease = disease_named(state, seat, name)
    if disease is None:
        raise Refused("no-disease", seat=seat, disease=name)
    return disease


def _lacks(state: State, seat: int, name: str) -> None:
    """Names are unique within a stack, so that a name says which disease is meant."""
    if disease_named(state, seat, name) is not None:
        raise Refused("disease-held", seat=seat, disease=name)


def _farewell(state: State, move: Farewell) -> State:
    """A burial preference, from anybody at any time, also after the end [7]."""
    seated(state.seats, move.seat)
    if state.farewells[move.seat] is not None:
        raise Refused("reported")
    return replace(state, farewells=put(state.farewells, move.seat, move.text))


def _outbreak(state: State, move: Outbreak) -> State:
    """One is drawn for a contract that shows the symbol, or by another outbreak; it may be kept [3].

    What brought it is not asked: the texts of outbreaks are on the cards alone.
    """
    drawn = Drawn(move.seat, drawn_for(state, move.seat), move.kept, move.text)
    outbreak = None if move.kept else move.text
    state = replace(state, due=state.due - {move.seat}, outbreak=outbreak, outbreaks=state.outbreaks.grown(drawn))
    keepers = state.keepers[move.seat]
    kept = replace(keepers, texts=(*keepers.texts, move.text))
    return replace(state, keepers=put(state.keepers, move.seat, kept)) if move.kept else state


def _play_keeper(state: State, move: PlayKeeper) -> State:
    """A keeper is used [3]. Its text is in the open once it is named, or once no other keeper is left."""
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


def _mutate(state: State, move: Mutate) -> State:
    """A disease has another colour or other skulls, wherever it came from [10]."""
    disease = _held(state, move.seat, move.disease)
    color = disease.color if move.color is None else move.color
    skulls = disease.skulls if move.skulls is None else move.skulls
    changed = replace(disease, color=color, skulls=skulls)
    stack = tuple(changed if other == disease else other for other in state.stacks[move.seat])
    entry = Entry(state.round, move.seat, "skulls", skulls - disease.skulls, "mutate")
    state = replace(state, stacks=put(state.stacks, move.seat, stack))
    return _entered(state, {move.seat: disease.disease}, entry)


def _revive(state: State, move: Revive) -> State:
    """Somebody dead lives again, without the diseases named, and leaves the order of dying; also after the end [10]."""
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
