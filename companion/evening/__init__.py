"""Who is gathered, on which devices, at which table."""
