"""The web side of the house."""
