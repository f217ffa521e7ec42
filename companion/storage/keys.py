"""Keys: of devices and programs, stored as hashes; of lines, stored as they are."""

import hashlib
from typing import TypeGuard

LENGTHS = range(8, 65)  # characters of the key of a line


def hashed(key: str) -> str:
    """What is stored of the key of a device or a program."""
    return hashlib.sha256(key.encode()).hexdigest()


def is_key(key: object) -> TypeGuard[str]:
    """Whether a line may have this key."""
    return isinstance(key, str) and len(key) in LENGTHS and key.isprintable()
