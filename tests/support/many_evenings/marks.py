"""Words that only one group knows: they are in each of its names, and are searched for in all that others got."""

import re
import threading
from collections import Counter
from collections.abc import Iterable

MARK = re.compile(rb"zq[a-z]{2}qz", re.IGNORECASE)


def mark(number: int) -> str:
    """The mark of a group: letters alone, so that it can be in any name.

    >>> mark(27)
    'zqbbqz'
    """
    return f"zq{chr(97 + number // 26)}{chr(97 + number % 26)}qz"


class Received:
    """All that the devices of one group got: how many bytes by kind, and which marks and secrets of others were there.

    `own` counts its own mark, which is there to be seen; `foreign` are the marks of the other groups, for chance spells
    like a mark in some random key; `secrets` are their tickets.
    """

    def __init__(self, own: str) -> None:
        self._own = own.encode()
        self._lock = threading.Lock()
        self.foreign: frozenset[bytes] = frozenset()
        self.secrets: frozenset[bytes] = frozenset()
        self.bytes: Counter[str] = Counter()
        self.own: Counter[str] = Counter()
        self.leaks: list[tuple[str, bytes]] = []

    def note(self, kind: str, address: str, answer: bytes) -> None:
        """One answer, or event of a stream, whole; `kind` is what it is counted as."""
        marks = [seen.lower() for seen in MARK.findall(answer)]
        foreign = [seen for seen in marks if seen in self.foreign]
        foreign += [secret for secret in self.secrets if secret in answer]
        with self._lock:
            self.bytes[kind] += len(answer)
            self.own[kind] += marks.count(self._own)
            self.leaks += [(address, seen) for seen in foreign]


def all_bytes(received: Iterable[Received]) -> Counter[str]:
    """What several groups got together, by kind."""
    return sum((one.bytes for one in received), Counter())
