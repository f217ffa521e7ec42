"""The pages of a group's keepers, each a frozen value."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.group.people import Person
from companion.web.regions.region import Region


@dataclass(frozen=True)
class KeeperRow:
    """A device that keeps the group. `people`: for whom it speaks; `is_own`: it shows this very page."""

    device: int
    people: Sequence[Person]
    is_own: bool


@dataclass(frozen=True, kw_only=True)
class KeeperPage(Region):
    """A group, for its keepers. `link`: what makes another device one of them; empty for the home."""

    TEMPLATE: ClassVar[str] = "group/group.html"
    name: str
    link: str
    keepers: Sequence[KeeperRow]


@dataclass(frozen=True, kw_only=True)
class BecomeKeeper(Region):
    """The question whether a device shall keep the group to which the link with this `ticket` belongs."""

    TEMPLATE: ClassVar[str] = "group/become_keeper.html"
    name: str
    ticket: str


@dataclass(frozen=True, kw_only=True)
class GroupFile(Region):
    """The group as a file, and how to forget it, which the home is not. `is_asked`: whether it shall be forgotten."""

    TEMPLATE: ClassVar[str] = "group/file.html"
    name: str
    is_home: bool
    is_asked: bool
