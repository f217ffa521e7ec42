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
        content = parse(source)
        if not isinstance(content, dict) or content.keys() != {"format", "deck"} or content["format"] != 1:
            raise ValueError("it is not a deck that was saved here")
        deck = content["deck"]
        if not isinstance(deck, dict) or deck.keys() != {"game", "name", "piles"} or deck["game"] not in [*GAMES]:
            raise ValueError("it is not a deck of one of the games")
        if not isinstance(deck["name"], str):
            raise ValueError("its name is no text")
        return deck["game"], text(deck["name"], NAME) if deck["name"].strip() else "", _read_piles(deck)
    except (ValueError, Unreadable) as problem:
        raise Refused("no-deck", reason=str(problem)) from None


def _read_piles(deck: dict[str, Any]) -> dict[str, list[Any]]:
    piles = deck["piles"]
    if not isinstance(piles, dict) or not all(isinstance(pile, list) for pile in piles.values()):
        raise ValueError("its piles cannot be read")
    if sum(len(pile) for pile in piles.values()) > MOST:
        raise ValueError(f"it has more than {MOST} cards")
    return {pile: [spelt(deck["game"], pile, card) for card in pile_cards] for pile, pile_cards in piles.items()}
