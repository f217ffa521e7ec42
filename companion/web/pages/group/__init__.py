"""Pages of a group: its people, decks, keepers and file."""
