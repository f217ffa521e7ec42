"""The one file: written in one commit, read back, watched."""
