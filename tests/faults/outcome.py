"""What a row of the fault suite counts, and what it is given."""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

COUNTS = ("lost", "doubled", "leaked", "failed")


MOST_NOTES = 5


@dataclass
class Outcome:
    """What a row counts.

    `load`: how much was held under the fault, in the unit that the row names. `lost`: what was acknowledged and is not
    there, or is there otherwise. `doubled`: what is there twice, or though it was refused. `leaked`: secrets that came
    to whom may not know them. `failed`: answers of 5xx, and anything raised, where the fault does not account for it.
    `notes`: a sentence for each of the first few, to find them by. `runs`: how often it ran until it counted something.
    """

    row: str
    load: int = 0
    tries: int = 0
    lost: int = 0
    doubled: int = 0
    leaked: int = 0
    failed: int = 0
    notes: list[str] = field(default_factory=list)
    runs: int = 1

    def note(self, count: str, problem: object, times: int = 1) -> None:
        """Count something that went wrong, `times` over; nothing if that is 0."""
        if times:
            setattr(self, count, getattr(self, count) + times)
            if len(self.notes) < MOST_NOTES:
                self.notes.append(f"{count}: {problem}")

    @property
    def is_clean(self) -> bool:
        """Whether something was tried under load, and nothing went wrong."""
        return self.load > 0 and self.tries > 0 and not any(getattr(self, name) for name in COUNTS)


@dataclass(frozen=True)
class Effort:
    """How much a row tries: so many times, with chance that begins at `seed`, in an empty folder of its own."""

    row: str
    tries: int
    seed: int
    folder: Path

    @property
    def rng(self) -> Random:
        """New chance, the same at each call."""
        return Random(self.seed)

    def outcome(self) -> Outcome:
        """An outcome of the row, in which nothing is counted yet."""
        return Outcome(self.row)
