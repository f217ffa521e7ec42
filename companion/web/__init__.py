"""Requests into calls, results into pages."""
