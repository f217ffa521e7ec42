"""Pages of what a group keeps: people, decks, all of it as a file."""
