"""What SQLite does to its files, recorded, and what a disk may hold of it after the power was cut."""
