"""How this machine is found."""
