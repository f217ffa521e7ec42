"""The screens of a table, and the taps on them."""
