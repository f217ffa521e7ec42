"""The rulebook at hand: pages of what games say of themselves, with worked examples that are replayed."""
