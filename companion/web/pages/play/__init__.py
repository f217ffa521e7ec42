"""Pages of a table: taps, its sheet, corrections, and what lies on it."""
