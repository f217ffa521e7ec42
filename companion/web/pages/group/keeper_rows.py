"""What the pages of a group's keepers list, each a frozen value."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.group.people import Person


@dataclass(frozen=True)
class KeeperRow:
    """A device that keeps the group. `people`: for whom it speaks; `is_own`: it shows this very page."""

    device: int
    people: Sequence[Person]
    is_own: bool
