"""JSON, read strictly."""

import json
from typing import Any, NoReturn

LARGEST = 2**53


class Unreadable(Exception):
    """No record or move; the message is a sentence. `line`: 0 for the record itself."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def parse(source: str | bytes) -> Any:
    """JSON without doubled keys, NaN, halves of signs, or numbers beyond 2^53; Unreadable otherwise."""
    try:
        plain = json.loads(
            source, object_pairs_hook=_undoubled, parse_constant=_no_constant, parse_int=_whole, parse_float=_finite
        )
        json.dumps(plain, ensure_ascii=False).encode()  # half a sign (a lone surrogate) cannot be written
        return plain
    except (ValueError, RecursionError) as problem:
        raise Unreadable(f"This is not readable JSON: {problem}") from problem


def _undoubled(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        raise ValueError("a key occurs twice")
    return plain


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        raise ValueError("a number is too large")
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if abs(value) > LARGEST:
        raise ValueError("a number is too large")
    return value
