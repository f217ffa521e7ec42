"""How screens are drawn: a screen is a list of slots, each with a value; another value is drawn anew."""
