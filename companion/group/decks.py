"""Decks of a group: the cards that its tables taught, copy by copy."""

import json
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from companion.games import GAMES
from companion.games.moves import Refused, text
from companion.storage.database import Database
from companion.storage.identifiers import next_id, now
from companion.storage.log import to_json

NAME = 40
MOST = 500  # cards of an imported deck, and of one to which an effect adds a card
PUT = """insert into cards (deck, pile, card, used_at, effect) values (?, ?, ?, ?, ?)
         on conflict (deck, pile, card) do update set used_at = excluded.used_at,
         effect = case excluded.effect when '' then cards.effect else excluded.effect end"""
LONGEST = 300  # characters of what a card does


class Deck(Struct, frozen=True):
    """A deck: its cards by pile. A group's first deck has no name. `in_play`: its cards are offered.

    `effects`: the known effects of its cards, by pile and by the card as JSON.
    """

    id: int
    game: str
    name: str
    in_play: bool
    piles: dict[str, list[Any]]
    effects: dict[tuple[str, str], str]

    @property
    def size(self) -> int:
        return sum(len(pile) for pile in self.piles.values())

    def effect(self, pile: str, card: Any) -> str:
        return self.effects.get((pile, to_json(card)), "")


def remember_card(db: Database, group: int, game: str, pile: str, card: Any) -> None:
    """Store a card of a pile, or note that it was used again. ValueError if the card is impossible."""
    card_json = to_json(card_of(game, pile, card))
    used = """update cards set used_at = ? where pile = ? and card = ?
              and deck in (select id from decks where group_id = ? and game = ? and in_play = 1)"""
    if db.execute(used, [now(), pile, card_json, group, game]).changed == 0:
        deck = _learning_deck(db, group, game)
        db.execute(PUT, [deck, pile, card_json, now(), ""])


def remember_cards(db: Database, group: int, game: str, pile: str, taught: Iterable[Any]) -> bool:
    """Store several cards of a pile; whether the choices on screens change, or their order, or what a card does."""
    before = offered(db, group, game, pile), effects(db, group, game)
    for card in taught:
        remember_card(db, group, game, pile, card)
    return (offered(db, group, game, pile), effects(db, group, game)) != before


def remember_options(db: Database, group: int, game: str, options: dict[str, Any]) -> None:
    """Store the cards that the options of a game name, if they are new."""
    for pile, card in GAMES[game].cards_in(options):
        pile_cards = cards(db, group, game, pile)
        if card not in pile_cards and not (
            isinstance(card, dict) and card["name"] in {pile_card["name"] for pile_card in pile_cards}
        ):
            remember_card(db, group, game, pile, card)


def _learning_deck(db: Database, group: int, game: str) -> int:
    """The deck that new cards go into: the first one in play, or a new one."""
    sql = "select id from decks where group_id = ? and game = ? and in_play = 1 order by id limit 1"
    row = db.execute(sql, [group, game]).first()
    return int(row[0]) if row else make(db, group, game, "")


def offered(db: Database, group: int, game: str, pile: str) -> list[Any]:
    """The cards of a pile as screens offer them; of two that contradict each other, the one used last is right."""
    newest_first = GAMES[game].PILES[pile].newest_first
    return cards(db, group, game, pile, "max(used_at) desc, card" if newest_first else "card")


def cards(db: Database, group: int, game: str, pile: str, order: str = "card") -> list[Any]:
    """The cards of a pile of all decks in play, in a lasting order."""
    sql = f"""select card from cards join decks on decks.id = deck
              where group_id = ? and game = ? and pile = ? and in_play = 1 group by card order by {order}"""
    return [json.loads(row[0]) for row in db.execute(sql, [group, game, pile])]


def effects(db: Database, group: int, game: str) -> dict[str, dict[str, str]]:
    """The known effects of the cards of all decks in play, by pile and by the card's `known_as`."""
    piles = {name: pile for name, pile in GAMES[game].PILES.items() if pile.has_effects}
    by_pile: dict[str, dict[str, str]] = {name: {} for name in piles}
    sql = """select pile, card, effect from cards join decks on decks.id = deck
             where group_id = ? and game = ? and in_play = 1 and effect <> '' order by used_at"""
    for name, card, effect in db.execute(sql, [group, game]) if piles else ():
        by_pile[name][piles[name].known_as(json.loads(card))] = effect
    return by_pile


def tell_effect(db: Database, group: int, game: str, pile: str, card: Any, effect: str) -> None:
    """Store the effect of a card in every deck in play that has it, else in the learning deck.

    Refused if the card is impossible, if its effect was stored meanwhile, or if the deck is full.
    """
    plain, effect = _read(game, pile, card, effect)
    if not effect:
        raise Refused("no-such-effect", most=LONGEST)
    known_as = GAMES[game].PILES[pile].known_as
    if known_as(plain) in effects(db, group, game)[pile]:
        raise Refused("stale")
    alike = [other for other in cards(db, group, game, pile) if known_as(other) == known_as(plain)]
    if not alike:
        (size,) = db.execute("select count(*) from cards where deck = ?", [_learning_deck(db, group, game)]).first()
        if size >= MOST:
            raise Refused("deck-full", most=MOST)
        remember_card(db, group, game, pile, plain)
    sql = """update cards set effect = ? where pile = ? and card = ?
              and deck in (select id from decks where group_id = ? and game = ? and in_play = 1)"""
    for one in alike or [plain]:
        db.execute(sql, [effect, pile, to_json(one), group, game])


def _read(game: str, pile: str, card: Any, effect: str, strict: bool = True) -> tuple[Any, str]:
    """A card in its one spelling, and its effect in one line; Refused if either is impossible."""
    try:
        plain = card_of(game, pile, card, strict)
    except ValueError:
        raise Refused("no-such-card") from None
    try:
        return plain, effect_of(game, pile, effect)
    except ValueError:
        raise Refused("no-such-effect", most=LONGEST) from None


def all_decks(db: Database, group: int) -> list[Deck]:
    sql = "select id, game, name, in_play from decks where group_id = ? order by game, id"
    return [_deck(db, *row) for row in db.execute(sql, [group])]


def find(db: Database, group: int, id: int) -> Deck | None:
    sql = "select id, game, name, in_play from decks where group_id = ? and id = ?"
    row = db.execute(sql, [group, id]).first()
    return _deck(db, *row) if row else None


def _deck(db: Database, id: int, game: str, name: str, in_play: int) -> Deck:
    rows = db.execute("select pile, card, effect from cards where deck = ? order by pile, card", [id])
    piles: dict[str, list[Any]] = {}
    for pile, card, _ in rows:
        piles.setdefault(pile, []).append(json.loads(card))
    return Deck(id, game, name, bool(in_play), piles, {(pile, card): effect for pile, card, effect in rows if effect})


def make(db: Database, group: int, game: str, name: str, in_play: bool = True) -> int:
    """Make a deck; its id. Refused if the game has one of that name."""
    _check_name(db, group, game, name, 0)
    id = next_id(db, "decks", group)
    sql = "insert into decks (id, group_id, game, name, in_play) values (?, ?, ?, ?, ?)"
    db.execute(sql, [id, group, game, name, int(in_play)])
    return id


def rename(db: Database, group: int, deck: Deck, name: str) -> None:
    _check_name(db, group, deck.game, name, deck.id)
    db.execute("update decks set name = ? where id = ?", [name, deck.id])


def _check_name(db: Database, group: int, game: str, name: str, but: int) -> None:
    sql = "select name from decks where group_id = ? and game = ? and id <> ?"
    for (other_name,) in db.execute(sql, [group, game, but]):
        if name and other_name.casefold() == name.casefold():
            raise Refused("deck-name", name=name)


def play(db: Database, deck: Deck, in_play: bool) -> None:
    """Offer the cards of a deck, or no longer."""
    db.execute("update decks set in_play = ? where id = ?", [int(in_play), deck.id])


def remove(db: Database, deck: Deck) -> None:
    """Delete a deck and its cards. Games played with them stay."""
    db.execute("delete from cards where deck = ?", [deck.id])
    db.execute("delete from decks where id = ?", [deck.id])


def add_card(
    db: Database, deck: Deck, pile: str, card: Any, instead_of: Any = None, strict: bool = True, effect: str = ""
) -> None:
    """Put a card into a pile of a deck, in place of `instead_of` if given. Refused if it is impossible."""
    plain, effect = _read(deck.game, pile, card, effect, strict)
    if instead_of is not None:
        remove_card(db, deck, pile, instead_of)
    db.execute(PUT, [deck.id, pile, to_json(plain), now(), effect])


def remove_card(db: Database, deck: Deck, pile: str, card: Any) -> None:
    sql = "delete from cards where deck = ? and pile = ? and card = ?"
    if db.execute(sql, [deck.id, pile, to_json(card)]).changed == 0:
        raise Refused("card-gone")


def card_of(game: str, pile: str, plain: Any, strict: bool = True) -> Any:
    """A card as plain JSON in its one spelling; without `strict` its numbers may be texts, as in a form.

    ValueError if that pile, which must be there, can have no such card. Of an unknown game any card is taken.
    """
    if game not in GAMES:
        return plain
    piles = GAMES[game].PILES
    if pile not in piles:
        raise ValueError(f"There is no pile “{pile}”")
    return piles[pile].read(plain, strict)


def effect_of(game: str, pile: str, text_given: Any) -> str:
    """The effect of a card in one line; empty for none. ValueError if it is no such text, or the pile has none."""
    if not isinstance(text_given, str):
        raise ValueError("What a card does is a text")
    line = " ".join(text_given.split())
    if not line:
        return ""
    if game in GAMES and not GAMES[game].PILES[pile].has_effects:
        raise ValueError(f"Of “{pile}” nobody tells what they do")
    return text(line, LONGEST)
