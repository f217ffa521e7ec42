"""Pages of people and decks."""
