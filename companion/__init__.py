"""Reaper's Ledger: the bookkeeping of five physical card games about dying."""
