"""Bounds that a single figure has to keep, and how that is said."""

from typing import NamedTuple


class Verdict(NamedTuple):
    """What was measured, how much it may be, and whether it is that."""

    name: str
    value: float
    at_most: float

    @property
    def is_met(self) -> bool:
        return self.value <= self.at_most

    def __str__(self) -> str:
        word = "met" if self.is_met else "MISSED"
        return f"{word}: {self.name}: {self.value:.3g} (at most {self.at_most:g})"


def printed(verdicts: list[Verdict]) -> dict:
    """Print the verdicts; the same for the file of figures."""
    print("\n".join(str(verdict) for verdict in verdicts), flush=True)
    return {"bars": [verdict._asdict() | {"is_met": verdict.is_met} for verdict in verdicts]}
