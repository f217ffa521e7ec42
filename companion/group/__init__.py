"""Data that a group keeps from one evening to the next."""
