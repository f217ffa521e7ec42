"""Pages around a table: coming in, devices, the network, starting a game."""
