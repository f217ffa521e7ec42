"""Coffin Race: what a card of its decks may say. It has no decks."""

from companion.games.cards import Pile, no_cards

PILES: dict[str, Pile] = {}
cards_in = no_cards
