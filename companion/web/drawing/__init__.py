"""How screens are drawn: what was drawn is kept, with what it has read, and sent in pieces."""
