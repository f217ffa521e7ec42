"""Decks in files, of one deck or of a whole group: written, read, and taken in."""

from collections import defaultdict
from itertools import chain, count
from typing import Any

import msgspec
from msgspec import Struct

from companion.games import GAMES
from companion.games.moves import Refused, text
from companion.group.decks import MOST, NAME, PUT, Deck, all_decks, card_of, effect_of, make
from companion.storage.database import Database
from companion.storage.identifiers import moment, now
from companion.storage.log import to_json
from companion.table.strict_json import Unreadable, parse

FORMAT = 2  # in 1 a pile is a list of cards of which nobody tells what they do


class WrittenCard(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card in a pile. `used_at`: a moment, left out in a file of one deck. `effect`: empty if unknown."""

    card: Any
    used_at: str = ""
    effect: str = ""


class WrittenDeck(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    game: str
    name: str
    piles: dict[str, list[WrittenCard]]
    in_play: bool = True


class DeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    deck: WrittenDeck


def written(db: Database, deck: Deck) -> WrittenDeck:
    """A deck as the file of its group has it."""
    piles = defaultdict[str, list[WrittenCard]](list)
    sql = "select pile, card, used_at, effect from cards where deck = ? order by pile, card"
    for pile, card, used_at, effect in db.execute(sql, [deck.id]):
        piles[pile].append(WrittenCard(msgspec.Raw(card.encode()), used_at, effect))
    return WrittenDeck(deck.game, deck.name, piles, deck.in_play)


def exported(deck: Deck) -> str:
    """A deck as JSON for another server."""
    piles = {
        pile: [WrittenCard(card, effect=deck.effect(pile, card)) for card in cards]
        for pile, cards in deck.piles.items()
    }
    content = DeckFile(FORMAT, WrittenDeck(deck.game, deck.name, piles))
    return msgspec.json.format(msgspec.json.encode(content), indent=1).decode() + "\n"


def import_deck(db: Database, group: int, source: bytes, unnamed: str) -> int:
    """Store an exported deck, called `unnamed` without a name; its id. Refused if it or one of its cards is none."""
    try:
        deck = _read_file(source)
    except Refused as problem:
        raise Refused("no-deck", refused=problem) from None
    taken = {other.name.casefold() for other in all_decks(db, group) if other.game == deck.game}
    name = deck.name or unnamed
    names = chain([name], (f"{name[: NAME - 4]} {n}" for n in count(2)))
    return add(db, group, deck, next(one for one in names if one.casefold() not in taken))


def add(db: Database, group: int, deck: WrittenDeck, name: str) -> int:
    """Store a deck under a name of its own; its id."""
    id = make(db, group, deck.game, name, deck.in_play)
    for pile, cards in deck.piles.items():
        for card in cards:
            db.execute(PUT, [id, pile, to_json(card.card), card.used_at or now(), card.effect])
    return id


def _read_file(source: bytes) -> WrittenDeck:
    """The deck of a file; Refused if it is none."""
    try:
        plain = parse(source)
        if isinstance(plain, dict) and plain.get("format") == 1:
            piles = msgspec.convert(plain["deck"]["piles"], dict[str, list[Any]])
            plain["deck"]["piles"] = {pile: [{"card": card} for card in cards] for pile, cards in piles.items()}
        file = msgspec.convert(plain, DeckFile)
    except (Unreadable, KeyError, TypeError, msgspec.ValidationError):
        raise Refused("deck-foreign") from None
    if not 1 <= file.format <= FORMAT:
        raise Refused("deck-foreign")
    if sum(len(cards) for cards in file.deck.piles.values()) > MOST:
        raise Refused("deck-large", most=MOST)
    return read(msgspec.structs.replace(file.deck, name=file.deck.name.strip()))


def read(deck: WrittenDeck) -> WrittenDeck:
    """A deck with its cards in their one spelling; Refused names the pile and number of an impossible card."""
    if deck.game not in GAMES:
        raise Refused("deck-foreign")
    try:
        name = text(deck.name, NAME) if deck.name else ""
    except ValueError:
        raise Refused("name") from None
    piles = {
        pile: [_card(deck.game, pile, number, card) for number, card in enumerate(cards, 1)]
        for pile, cards in deck.piles.items()
    }
    return msgspec.structs.replace(deck, name=name, piles=piles)


def _card(game: str, pile: str, number: int, card: WrittenCard) -> WrittenCard:
    try:
        if card.used_at and moment(card.used_at) is None:
            raise ValueError("A card was used at a moment")
        return WrittenCard(card_of(game, pile, card.card), card.used_at, effect_of(game, pile, card.effect))
    except ValueError:
        raise Refused("deck-card", card=number, pile=pile) from None
