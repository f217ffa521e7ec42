"""The page of what cards do, prepared for one device."""

from collections.abc import Sequence

from companion.web.forms import lineup
from companion.web.pages.rows import CardEntry, PileEntry
from companion.web.screens.facts import Facts
from companion.web.text import words
from companion.web.text.titles import title_of


def cards_page(table: Facts, seat: int | None, asked: str, may_tell: bool) -> dict[str, object]:
    """The cards on a table and in the group's decks that have to do with `asked`, as the viewer in `seat` may know."""
    game, view = table.table.game, table.view(seat)
    own = [_own(table, pile, name) for pile, names in view.own_cards.items() for name in names]
    piles = [PileEntry(name, game.PILES[name].is_of_names, _entries(table, seat, name)) for name in view.on_table]
    wanted = asked.casefold().split()
    return {
        "slug": game.SLUG,
        "title": title_of(game.SLUG),
        "code": table.code,
        "words": words.words_of(game.SLUG),
        "asked": asked,
        "may_tell": may_tell,
        "own": [entry for entry in own if _fits(entry, wanted)],
        "piles": [PileEntry(one.name, one.is_of_names, _fitting(one.cards, wanted)) for one in piles],
    }


def _own(table: Facts, pile: str, name: str) -> CardEntry:
    """A card that this viewer alone may know."""
    return CardEntry(name, {table.table.game.PILES[pile].name: name}, table.effects[pile].get(name, ""), "")


def _entries(table: Facts, seat: int | None, name: str) -> list[CardEntry]:
    """The cards of a pile: those that lie open first, then what decks offer; of each the one that says most."""
    pile, effects = table.table.game.PILES[name], table.effects[name]
    lying, offered = table.view(seat).on_table[name], table.offered(name)
    in_decks = {pile.known_as(card): card for card in reversed(offered)}
    there = [pile.known_as(card) for card in lying]
    others = [one for one in in_decks if one not in there and (pile.is_of_names or one in effects)]
    nameless = lineup.numbers(table.table, name, table.habits.get("names", {}))
    all_cards = {pile.known_as(card): card for card in lying} | in_decks
    return [
        CardEntry(one, all_cards[one], effects.get(one, ""), f"{name}-{place}", one if one in nameless else "")
        for place, one in enumerate((*there, *sorted(others)))
    ]


def _fitting(entries: Sequence[CardEntry], wanted: list[str]) -> list[CardEntry]:
    return [entry for entry in entries if _fits(entry, wanted)]


def _fits(entry: CardEntry, wanted: list[str]) -> bool:
    """Whether each of the words stands in the name of a card, or in what it does."""
    words_of_card = f"{entry.name} {entry.effect}".casefold()
    return all(word in words_of_card for word in wanted)
