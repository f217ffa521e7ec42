"""Screens: each is a list of slots with values; a slot is drawn again only if its value has changed."""
