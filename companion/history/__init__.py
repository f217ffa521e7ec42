"""Questions about games that were played."""
