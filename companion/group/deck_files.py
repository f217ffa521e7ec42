"""A deck as a file: written and read."""

import json
from itertools import chain, count
from typing import Any

from sqlite_utils import Database

from companion.games import GAMES
from companion.games.moves import Refused, text
from companion.group.cards import card as spelt
from companion.group.cards import effect as read_effect
from companion.group.decks import MOST, NAME, Deck, all_decks, make
from companion.storage.identifiers import now
from companion.storage.log import to_json
from companion.table.strict_json import Unreadable, parse

FORMAT = 2  # in 1 a pile is a list of cards of which nobody tells what they do
CARD, EFFECT = "card", "effect"
Piles = dict[str, list[tuple[Any, str]]]  # each card with what it does


def exported(deck: Deck) -> str:
    """A deck as JSON, for another house."""
    piles = {pile: [_entry(deck, pile, card) for card in cards] for pile, cards in deck.piles.items()}
    content = {"format": FORMAT, "deck": {"game": deck.game, "name": deck.name, "piles": piles}}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _entry(deck: Deck, pile: str, card: Any) -> dict[str, Any]:
    effect = deck.effect(pile, card)
    return {CARD: card, EFFECT: effect} if effect else {CARD: card}


def import_deck(db: Database, group: int, source: bytes, unnamed: str) -> int:
    """Take in a deck that was exported, beside those that are there; its id. One without a name is called `unnamed`.

    Refused, and nothing has changed, if it is no deck, or one of its cards cannot be.
    """
    game, name, piles = _read(source)
    taken = {deck.name.casefold() for deck in all_decks(db, group) if deck.game == game}
    name = name or unnamed
    names = chain([name], (f"{name[: NAME - 4]} {n}" for n in count(2)))
    made = make(db, group, game, next(one for one in names if one.casefold() not in taken))
    for pile, pile_cards in piles.items():
        for card, effect in pile_cards:
            sql = "insert or ignore into cards (deck, pile, card, used_at, effect) values (?, ?, ?, ?, ?)"
            db.execute(sql, [made, pile, to_json(card), now(), effect])
    return made


def _read(source: bytes) -> tuple[str, str, Piles]:
    """The game, the name and the piles of an exported deck; Refused if it is none."""
    try:
        format, deck = _read_deck(source)
        game, name = deck["game"], deck["name"]
        return game, _read_name(name) if name.strip() else "", _read_piles(format, game, deck["piles"])
    except Refused as problem:
        raise Refused("no-deck", refused=problem) from None


def _read_deck(source: bytes) -> tuple[int, dict[str, Any]]:
    """The file's format, and what it says of a deck: a game that is known, a text as its name, lists as its piles."""
    try:
        content = parse(source)
    except Unreadable:
        raise Refused("deck-foreign") from None
    if not isinstance(content, dict) or content.keys() != {"format", "deck"}:
        raise Refused("deck-foreign")
    format, deck = content["format"], content["deck"]
    if type(format) is not int or not 1 <= format <= FORMAT:
        raise Refused("deck-foreign")
    if not isinstance(deck, dict) or deck.keys() != {"game", "name", "piles"} or deck["game"] not in [*GAMES]:
        raise Refused("deck-foreign")
    if not isinstance(deck["name"], str) or not isinstance(deck["piles"], dict):
        raise Refused("deck-foreign")
    if not all(isinstance(pile, list) for pile in deck["piles"].values()):
        raise Refused("deck-foreign")
    return format, deck


def _read_name(name: str) -> str:
    try:
        return text(name, NAME)
    except ValueError:
        raise Refused("name") from None


def _read_piles(format: int, game: str, piles: dict[str, list[Any]]) -> Piles:
    if sum(len(pile) for pile in piles.values()) > MOST:
        raise Refused("deck-large", most=MOST)
    read: Piles = {}
    for pile, entries in piles.items():
        cards = entries if format > 1 else [{CARD: card} for card in entries]
        read[pile] = [_read_card(game, pile, number, entry) for number, entry in enumerate(cards, 1)]
    return read


def _read_card(game: str, pile: str, number: int, entry: Any) -> tuple[Any, str]:
    """A card in its one spelling, and what it does.

    Its number in the pile, from 1 on, is told where there can be no such card, or nothing of what it does.
    """
    try:
        if not isinstance(entry, dict) or not {CARD} <= entry.keys() <= {CARD, EFFECT}:
            raise ValueError("An entry is a card, and what it does")
        return spelt(game, pile, entry[CARD]), read_effect(game, pile, entry.get(EFFECT, ""))
    except ValueError:
        raise Refused("deck-card", card=number, pile=pile) from None
