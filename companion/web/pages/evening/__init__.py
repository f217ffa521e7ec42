"""Joining an evening, its devices and its network, starting a table."""
