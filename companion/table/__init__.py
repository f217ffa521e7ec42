"""A table of any game, folded from its lines; pure."""
