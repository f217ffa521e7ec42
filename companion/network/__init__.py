"""Addresses, names and codes by which this machine is found."""
