"""DEATH Name: the ledger, the standing, and highlights."""

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from companion.games.death_name import alphabet, sounds
from companion.games.death_name.state import (
    COUNTED_OF_DAY_1,
    TRACKS,
    Card,
    Round,
    Ruling,
    Spelling,
    State,
    duplicates_cost,
    lacks_reading,
    over,
)
from companion.games.ledger import (
    Entry,
    Highlight,
    HighlightRule,
    Ledger,
    Standing,
    first,
    per_seat,
    placed,
    up_to,
)
from companion.games.moves import Refused

HIGHLIGHTS = {
    "kills": HighlightRule("person", "sum"),
    "duplicates": HighlightRule("person", "sum"),
    "deadliest": HighlightRule("word", "least"),
    "decree": HighlightRule("word", "mean"),
}


def scored_if_known(state: State, now: Round) -> Round:
    """Round `now`, scored if its reports are complete."""
    if now.day == 2:
        is_complete = None not in now.chosen
    else:
        is_complete = now.written and not now.drafting and None not in now.holding
        is_complete = is_complete and not any(lacks_reading(state, now, seat) for seat in range(state.seats))
    return score(state, now) if is_complete else now


def _shown(state: State, now: Round, seat: int) -> tuple[str, tuple[alphabet.Key, ...]]:
    """The name of `seat` in round `now`, and its sort keys: of its reading, and by `same_reading` of its text [2]."""
    writing = now
    if now.day == 2:
        writing = next(earlier for earlier in state.rounds if earlier.number == now.chosen[seat])
    name = writing.names[seat]
    assert name is not None
    read = writing.readings[seat] or name
    texts = (read, name) if state.options.same_reading == "two" else (read,)
    return name, tuple(alphabet.order(text, state.options.language) for text in texts)


def score(state: State, now: Round) -> Round:
    """Order the names, lay the icons on them, mark the cards [2, 3, 4]."""
    shown = [_shown(state, now, seat) for seat in range(state.seats)]
    keys = [key for _, key in shown]
    spelt = tuple(tuple(cleaned for _, cleaned in key) for key in keys)
    holders = {writer: holder for holder, writer in enumerate(now.holding)}
    cards: list[Card] = []
    for group in _groups(keys, spelt, now.same):
        place = len(cards) + 1
        covered = now.icons[len(cards) : len(cards) + len(group)]
        marked = sum(covered) < 0 if state.options.kill_rule == "net" else min(covered) < 0
        cards += [
            Card(
                name=shown[writer][0],
                writer=writer,
                holder=writer if now.day == 2 else holders[writer],
                place=place,
                icons=sum(covered),
                duplicate=len(group) > 1,
                marked=marked and now.day == 1,
            )
            for writer in group
        ]
    return replace(now, spelt=spelt, cards=tuple(cards))


def _groups(
    keys: Sequence[tuple[alphabet.Key, ...]], spelt: Sequence[Spelling], same: Sequence[Ruling]
) -> list[list[int]]:
    """Groups of seats whose names count as one, in the order of the names; a group has the place of its first name."""
    groups: list[set[Spelling]] = [{spelling} for spelling in dict.fromkeys(spelt)]
    for ruling in same:
        joined = [group for group in groups if group & ruling.spellings]
        if joined:
            groups = [group for group in groups if group not in joined] + [set().union(*joined)]
    seats = ([seat for seat, spelling in enumerate(spelt) if spelling in group] for group in groups)
    in_order = (sorted(group, key=lambda seat: (keys[seat], seat)) for group in seats)
    return sorted(in_order, key=lambda group: keys[group[0]])


def kill_points(state: State) -> tuple[Entry, ...]:
    """One kill point per marked card, to its writer, once round 4 has been scored [5]."""
    counted = [now for now in state.rounds if now.number in COUNTED_OF_DAY_1]
    if len(counted) < len(COUNTED_OF_DAY_1) or not counted[-1].scored:
        return ()
    kills = [0] * state.seats
    for card in (card for now in counted for card in now.cards):
        kills[card.writer] += card.marked
    return tuple(Entry(COUNTED_OF_DAY_1[-1], seat, "kill_points", by, "kill") for seat, by in enumerate(kills) if by)


def _points(state: State, now: Round) -> list[Entry]:
    """The icons, to the holders, and the point that each writer of a duplicate loses, on Day 2 by option [3, 6]."""
    icons = sorted((card.holder, card.icons) for card in now.cards if card.icons)
    costs = duplicates_cost(state.options, now.day)
    doubled = sorted(card.writer for card in now.cards if card.duplicate and costs)
    return [Entry(now.number, seat, "points", by, "decree") for seat, by in icons] + [
        Entry(now.number, seat, "points", -1, "duplicate") for seat in doubled
    ]


def with_entries(state: State) -> State:
    """The state with the ledger of its scored rounds: icons and duplicates, kill points after round 4, then adjusts."""
    points = [entry for now in state.rounds if now.number > 0 for entry in _points(state, now)]
    entries = sorted([*points, *kill_points(state), *state.adjusts], key=lambda entry: entry.round)
    return replace(state, entries=Ledger(entries))


def rounds_scored(state: State) -> int:
    return sum(now.scored for now in state.rounds)


def count(state: State) -> State:
    """The state with the scored rounds alone; Refused unless a round after the practice round is scored."""
    rounds = tuple(now for now in state.rounds if now.scored)
    if not rounds or not rounds[-1].number:
        raise Refused("nothing-scored")
    adjusts = up_to(state.adjusts, rounds[-1].number)
    return with_entries(replace(state, rounds=rounds, adjusts=adjusts, counted=True))


def ledger(state: State) -> Ledger:
    return state.entries


def standing(state: State) -> Standing:
    """The standing: the highest total first; kill points break ties; else the place is shared [7]."""
    points, kills = (state.entries.sums(track, state.seats) for track in TRACKS)
    totals = tuple(map(sum, zip(points, kills, strict=True)))
    places = placed(list(zip(totals, kills, strict=True)))
    number = state.newest.number if state.newest else 0
    if over(state):
        return Standing("won", number, totals, places, first(places), state.counted)
    return Standing("playing", number, totals, places)


def facts(state: State) -> dict[str, Any]:
    """The scored rounds; the practice round has number 0."""
    return {"rounds": [_round_as_json(now) for now in state.rounds if now.scored]}


def _round_as_json(now: Round) -> dict[str, Any]:
    direction = None if now.day == 2 else "left" if now.way == 1 else "right"
    cards = [to_builtins(card) for card in now.cards]
    return {"round": now.number, "day": now.day, "icons": list(now.icons), "direction": direction, "cards": cards}


def highlights(state: State) -> tuple[Highlight, ...]:
    """Highlights: kill points, duplicates, the deadliest names, and the damage of each decree."""
    cards = [card for now in state.rounds if now.number > 0 for card in now.cards]
    kills = [Highlight("kills", entry.seat, entry.by) for entry in kill_points(state)]
    doubled = [sum(card.duplicate for card in cards if card.writer == seat) for seat in range(state.seats)]
    deadly = [
        Highlight("deadliest", card.writer, card.icons, card.name, None if card.holder == card.writer else card.holder)
        for card in cards
        if card.marked
    ]
    decrees = [
        Highlight("decree", None, _damage(now), " ".join(map(str, now.icons))) for now in state.rounds if now.number
    ]
    return (*kills, *per_seat("duplicates", doubled), *deadly, *decrees)


def _damage(now: Round) -> int:
    """The points that the icons of a round took from the holders of its cards."""
    return -sum(card.icons for card in now.cards if card.icons < 0)


def read_ahead(language: str) -> None:
    """Load the collation of `language`, and the libraries that find similar sounds."""
    alphabet.order("死", language)
    sounds.alike("Ann", "Anne", language)
