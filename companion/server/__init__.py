"""One process that speaks HTTP."""
