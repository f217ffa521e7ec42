"""The servers that are measured in one run: ours, its peer, and the bare limit."""
