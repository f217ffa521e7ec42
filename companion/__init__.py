"""Reaper's Ledger: the bookkeeping of physical card games about dying."""

__version__ = "0.1.0"
