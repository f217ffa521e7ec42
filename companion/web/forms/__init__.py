"""Forms: their fields, and their values."""
