"""Addresses of this machine, one for each device of a test or a bench: what an address owes, it owes alone."""

from itertools import count

_numbers = count(1)


def own_address() -> str:
    """An address that no other device of this process has: 127.64.0.1 and on."""
    number = next(_numbers)
    return f"127.{64 + (number >> 16) % 64}.{number >> 8 & 255}.{number & 255}"
