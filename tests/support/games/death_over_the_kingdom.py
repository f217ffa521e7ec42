"""Words for telling what happens at a Death Over The Kingdom table, and what came of it."""

from companion.games.death_over_the_kingdom import GAME as kingdom
from companion.games.death_over_the_kingdom.moves import Card, Winners
from companion.table.fold import append, open_table
from companion.table.moves import options_for
from companion.table.result import result
from tests.support.games import random_play

CAST = random_play.CAST
TURNED = {"innkeeper": [1, 13], "jester": [4, 14], "sorceress": [7, 3], "dragon": [8, 2], "knight": [9, 5]}
TURNED |= {"queen": [11, 1]}


def table(seats=4, **options):
    return open_table(kingdom, CAST[:seats], options_for(kingdom, {"values": TURNED} | options))


def crowd(seats=3, **options):
    return table(seats, mode="crowd", **options)


def last(seats=3, **options):
    return table(seats, mode="last-standing", **options)


def on(played, *moves):
    """The table with these lines more; a list stands for its moves."""
    for each in moves:
        played = on(played, *each) if isinstance(each, list) else append(played, each)
    return played


def cards(*faces):
    """Everybody's card in the order of the seats: a character, a value, both, or None for who reports none."""
    return [card(seat, face) for seat, face in enumerate(faces) if face is not None]


def card(seat, face):
    if isinstance(face, tuple):
        return Card(seat, *face)
    return Card(seat, face) if isinstance(face, str) else Card(seat, None, face)


def to_round(number, seats=4):
    """Rounds up to this one in which everybody has the same card: nobody wins an intermediate one."""
    return [cards(*[5] * seats)] * (number - 1)


def values(played):
    """What the cards of the last scored round were worth."""
    return [card and card["value"] for card in result(played)["facts"]["cards"]]


def turned(played):
    return [card["turned"] for card in result(played)["facts"]["cards"]]


def hit(played, number):
    """Who got an entry in a round."""
    rules = ("highest", "lowest", "intermediate", "loss")
    return [e["seat"] for e in result(played)["ledger"] if e["round"] == number and e["because"] in rules]


def ended(totals):
    """A classic game that came to these totals, told by the winners of its rounds."""
    left, played = list(totals), table(len(totals))
    must = 2 * len(totals)
    for number in range(3 * len(totals)):
        least, most = (0, len(totals) - 2) if number % 3 == 2 else (1, len(totals))
        must -= least
        count = min(max(sum(left) - must, least), most)
        best = sorted(range(len(left)), key=lambda seat: -left[seat])[:count]
        winners = tuple(seat for seat in best if left[seat] > 0)
        left = [points - (seat in winners) for seat, points in enumerate(left)]
        played = append(played, Winners(winners))
    assert result(played)["totals"] == list(totals)
    return played
