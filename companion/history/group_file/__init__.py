"""A group as one file: written here, taken in elsewhere."""
