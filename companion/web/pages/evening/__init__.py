"""Pages of an evening: coming in, devices, the network, starting a game."""
