"""A deck as a file: written and read."""

import json
from itertools import chain, count
from typing import Any

from sqlite_utils import Database

from companion.games import GAMES
from companion.games.moves import Refused, text
from companion.group.cards import card as spelt
from companion.group.decks import MOST, NAME, Deck, all_decks, make
from companion.storage.identifiers import now
from companion.storage.log import to_json
from companion.table.strict_json import Unreadable, parse


def exported(deck: Deck) -> str:
    """A deck as JSON, for another house."""
    content = {"format": 1, "deck": {"game": deck.game, "name": deck.name, "piles": deck.piles}}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


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
        for card in pile_cards:
            db.execute("insert or ignore into cards values (?, ?, ?, ?)", [made, pile, to_json(card), now()])
    return made


def _read(source: bytes) -> tuple[str, str, dict[str, list[Any]]]:
    """The game, the name and the piles of an exported deck; Refused if it is none."""
    try:
        deck = _read_deck(source)
        game, name = deck["game"], deck["name"]
        return game, _read_name(name) if name.strip() else "", _read_piles(game, deck["piles"])
    except Refused as problem:
        raise Refused("no-deck", refused=problem) from None


def _read_deck(source: bytes) -> dict[str, Any]:
    """What the file says of a deck: a game that is known here, a text as its name, and lists as its piles."""
    try:
        content = parse(source)
    except Unreadable:
        raise Refused("deck-foreign") from None
    if not isinstance(content, dict) or content.keys() != {"format", "deck"} or content["format"] != 1:
        raise Refused("deck-foreign")
    deck = content["deck"]
    if not isinstance(deck, dict) or deck.keys() != {"game", "name", "piles"} or deck["game"] not in [*GAMES]:
        raise Refused("deck-foreign")
    if not isinstance(deck["name"], str) or not isinstance(deck["piles"], dict):
        raise Refused("deck-foreign")
    if not all(isinstance(pile, list) for pile in deck["piles"].values()):
        raise Refused("deck-foreign")
    return deck


def _read_name(name: str) -> str:
    try:
        return text(name, NAME)
    except ValueError:
        raise Refused("name") from None


def _read_piles(game: str, piles: dict[str, list[Any]]) -> dict[str, list[Any]]:
    if sum(len(pile) for pile in piles.values()) > MOST:
        raise Refused("deck-large", most=MOST)
    return {pile: [_read_card(game, pile, *card) for card in enumerate(cards, 1)] for pile, cards in piles.items()}


def _read_card(game: str, pile: str, number: int, card: Any) -> Any:
    """A card in its one spelling; its number in the pile, from 1 on, is told where there can be no such card."""
    try:
        return spelt(game, pile, card)
    except ValueError:
        raise Refused("deck-card", card=number, pile=pile) from None
