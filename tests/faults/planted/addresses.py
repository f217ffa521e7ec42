"""Bugs of what an address may take."""

import re

from companion.server import request_head, room, turns
from companion.server.turns import Turns
from tests.faults.planted import planted, replace


@planted("nobody owes anything", row="one address asks without pause", counts="doubled", tries=150)
def nobody_owes() -> None:
    """An address is answered as often as it asks."""
    replace(Turns, "owed", lambda self, address: 0.0)
    replace(turns, "CONNECTION", turns.ADDRESS)


@planted("an address has no share", row="one address fills the room", counts="lost")
def no_share() -> None:
    """Whoever comes first keeps the room."""
    replace(room, "SHARE", 2)


@planted("a share counts from the first connection on", row="one NAT", counts="lost")
def share_from_the_start() -> None:
    """An address has its share, however much room there is."""
    replace(room, "NARROW", 0.1)


@planted("a header is matched in two ways", row="awkward and long", counts="gap", tries=800)
def header_in_two_ways() -> None:
    """Two parts of the pattern of a header match the same sign, and a head may have 64 KiB."""
    replace(request_head, "HEADER", re.compile(rb"([^:\s]+):[ \t]*([\t\x20-\x7e]*)\r\n"))
    replace(request_head, "LARGEST", 65_536)
