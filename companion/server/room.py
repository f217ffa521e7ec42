"""How many connections there is room for: in all, and of each address as long as nothing whole has come from it."""

from collections import Counter

PER_ADDRESS = 64  # connections of one address that have not yet sent a whole request
KEPT_BACK = 64  # handles for all that is no connection: the file, its readers, what is sent
PLENTY = 10_240  # where the system names no number: what macOS allows at most


class Place:
    """A connection that was let in."""

    def __init__(self, room: "Room", address: str) -> None:
        self._room, self._address = room, address
        self._is_new = True

    def asked(self) -> None:
        """A whole request has come."""
        if self._is_new:
            self._is_new = False
            self._room.forget(self._address)

    def leave(self) -> None:
        """The connection has ended."""
        self.asked()
        self._room.taken -= 1


class Room:
    """Counts the connections that are open, and those of each address that have not asked for anything yet."""

    def __init__(self, connections: int, per_address: int = PER_ADDRESS) -> None:
        self._connections, self._per_address = connections, per_address
        self._new: Counter[str] = Counter()
        self.taken = 0

    def enter(self, address: str) -> Place | None:
        """A place for a new connection; None if there is none."""
        if self.taken >= self._connections or self._new[address] >= self._per_address:
            return None
        self.taken += 1
        self._new[address] += 1
        return Place(self, address)

    def forget(self, address: str) -> None:
        """One of this address has asked: it counts as new no longer."""
        self._new[address] -= 1
        if not self._new[address]:
            del self._new[address]


def connections() -> int:
    """For how many connections this process has handles, once it may have as many as the system lets it."""
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
