"""Chance and time in a test: what is drawn, and what time it is, depends on nothing but the name of the act."""

import random
import secrets
from datetime import UTC, datetime, timedelta, tzinfo
from uuid import UUID

import pytest

from companion.storage import identifiers, log

BEGIN = datetime.now(UTC).replace(microsecond=0)


class Moments(datetime):
    """Times, of which `now` is the one that was set."""

    moment = BEGIN

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Moments":
        return cls.fromisoformat(cls.moment.astimezone(tz).isoformat())


class SeededChance:
    """Draws tickets, codes, keys and ids of games by a seed for each act, as long as the test runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._rng = random.Random()
        monkeypatch.setattr(secrets, "token_urlsafe", lambda size: self._hex(size))
        monkeypatch.setattr(secrets, "token_hex", self._hex)
        monkeypatch.setattr(secrets, "randbelow", lambda most: self._rng.randrange(most))
        monkeypatch.setattr(secrets, "choice", lambda things: self._rng.choice(things))
        monkeypatch.setattr(log, "uuid4", lambda: UUID(self._hex(16)))
        monkeypatch.setattr(identifiers, "datetime", Moments)

    def _hex(self, size: int) -> str:
        return self._rng.randbytes(size).hex()

    def begin(self, name: str, seconds: int = 0) -> None:
        """An act begins, so many seconds after all began."""
        self._rng.seed(name)
        Moments.moment = BEGIN + timedelta(seconds=seconds)
