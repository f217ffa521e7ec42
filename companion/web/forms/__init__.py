"""Forms: their fields, and what they say."""
