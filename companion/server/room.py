"""Room for connections, and the one that is ended where it gets narrow."""

from collections.abc import Callable
from enum import IntEnum

KEPT_BACK = 64  # handles for all else: the database, its readers, files sent
PLENTY = 10_240  # where the system has no limit: the most that macOS allows
NARROW = 3 / 4  # of the room, from which on shares count
SHARE, LEAST = 1 / 8, 8  # of the room, and least number: the share of one address


class Use(IntEnum):
    """The present use of a connection, in the order in which connections are ended where there is no room."""

    IDLE = 0  # nothing was asked, or not all of a head has come
    SLOW = 1  # the body of a request still comes, or what is asked takes long
    STREAM = 2
    ANSWER = 3  # never ended: it is being answered


class Place:
    """A connection that was let in. `end` ends it."""

    def __init__(self, room: "Room", address: str) -> None:
        self._room, self.address = room, address
        self.use = Use.IDLE
        self.end: Callable[[], None] = lambda: None
        self._room.add(self)

    def begin(self, use: Use) -> None:
        """Set the present use; of all with this use it is now the last to be ended."""
        self.use = use
        if self._room.drop(self):
            self._room.add(self)

    def move(self, address: str) -> bool:
        """Count it for another address; False if that has no room, or the connection was ended meanwhile."""
        if address != self.address and not self._room.has_share(address):
            return False
        if not self._room.drop(self):
            return False
        self.address = address
        self._room.add(self)
        return True

    def leave(self) -> None:
        """Give the place up. Idempotent."""
        self._room.drop(self)


class Room:
    """Open connections by address, those of an address in the order of their last use."""

    def __init__(self, connections: int) -> None:
        self._connections = connections
        self._share = max(LEAST, SHARE * connections)
        self._places: dict[str, dict[Place, None]] = {}
        self.taken = 0

    def enter(self, address: str) -> Place | None:
        """A place for a new connection; None if there is none.

        Where it is narrow, no address gets more than its share. The address with the most, if above its share, loses
        its longest idle connection, live streams last, and none that is being answered: a new address always gets in.
        """
        if not self.has_share(address):
            return None
        if self._is_narrow:
            self._make_room()
        if self.taken >= self._connections:
            return None
        return Place(self, address)

    @property
    def _is_narrow(self) -> bool:
        return self.taken >= NARROW * self._connections

    def has_share(self, address: str) -> bool:
        return not self._is_narrow or len(self._places.get(address, ())) < self._share

    def _make_room(self) -> None:
        most = max(self._places.values(), key=len)
        endable = [place for place in most if place.use is not Use.ANSWER]
        if len(most) > self._share and endable:
            place = min(endable, key=lambda place: place.use)
            self.drop(place)
            place.end()

    def add(self, place: Place) -> None:
        """Count a connection as the most recently used one of its address."""
        self.taken += 1
        self._places.setdefault(place.address, {})[place] = None

    def drop(self, place: Place) -> bool:
        """Remove a connection; whether it was there."""
        places = self._places.get(place.address, {})
        if place not in places:
            return False
        self.taken -= 1
        del places[place]
        if not places:
            del self._places[place.address]
        return True


def connections() -> int:
    """The number of connections for which this process has handles, after raising its limit as far as allowed."""
    handles = _handles()
    return max(handles - KEPT_BACK, handles // 2)


def _handles() -> int:
    try:
        import resource
    except ImportError:  # Windows, where connections are no files
        return PLENTY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = max(soft, PLENTY) if hard == resource.RLIM_INFINITY else hard
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (ValueError, OSError):  # the system names more than it gives
        return soft
    return most
