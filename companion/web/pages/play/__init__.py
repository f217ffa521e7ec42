"""Pages of a table: taps, its sheet, corrections, cards and names."""
