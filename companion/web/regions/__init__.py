"""The regions of a screen: each a frozen value, prepared here, and one template that is rendered from it."""
