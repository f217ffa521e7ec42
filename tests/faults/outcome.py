"""What a row of the fault suite counts, and what it is given."""

import threading
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.support.effort import patient
from tests.support.gaps import BAR, Gap

COUNTS = ("lost", "doubled", "leaked", "failed", "gap")

MOST_NOTES = 5


@dataclass
class Outcome:
    """What a row counts.

    `load`: how much was held under the fault, in the unit that the row names. `lost`: what was acknowledged and is not
    there, or is there otherwise. `doubled`: what is there twice, or though it was refused. `leaked`: secrets that came
    to whom may not know them. `failed`: answers of 5xx, and anything raised, where the fault does not account for it.
    `gap`: what the loop of a server process took for one turn at most, in ms of processor time of its thread; None
    where the row starts no server. `notes`: a sentence for each of the first few, to find them by. `runs`: how often it
    ran until it counted something. `until`: the count of a planted bug, with which the row ends. `is_skipped`: this
    machine lacks what the row needs.
    """

    row: str
    load: int = 0
    tries: int = 0
    lost: int = 0
    doubled: int = 0
    leaked: int = 0
    failed: int = 0
    gap: int | None = None
    notes: list[str] = field(default_factory=list)
    runs: int = 1
    until: str = ""
    is_skipped: bool = False

    def note(self, count: str, problem: object, times: int = 1) -> None:
        """Count something that went wrong, `times` over; nothing if that is 0. Raise Caught for `until`."""
        if times:
            setattr(self, count, getattr(self, count) + times)
            if len(self.notes) < MOST_NOTES:
                self.notes.append(f"{count}: {problem}")
            if count == self.until and threading.current_thread() is threading.main_thread():
                raise Caught(self)

    def take_gap(self, longest: Gap | None) -> None:
        """Take the longest gap of all servers of the row, if it started one."""
        if longest is not None:
            self.gap = round(longest.ms)
            self.notes += [f"gap: {longest.ms:.0f} ms in {longest.what}"] if self.gap > BAR else []

    def number(self, count: str) -> int:
        """How often something went wrong; of a gap, whether it was too long."""
        return int(self._is_gap_too_long) if count == "gap" else int(getattr(self, count))

    @property
    def _is_gap_too_long(self) -> bool:
        """Whether it is over the bar, which is that of a machine with nothing else to do."""
        return (self.gap or 0) > patient(BAR)

    @property
    def is_clean(self) -> bool:
        """Whether something was tried under load, and nothing went wrong."""
        return self.load > 0 and self.tries > 0 and not any(map(self.number, COUNTS))


@dataclass(frozen=True)
class Effort:
    """How much a row tries: so many times, with chance that begins at `seed`, in an empty folder of its own.

    `until`: with which count it may end.
    """

    row: str
    tries: int
    seed: int
    folder: Path
    until: str = ""

    @property
    def rng(self) -> Random:
        """New chance, the same at each call."""
        return Random(self.seed)

    def outcome(self) -> Outcome:
        """An outcome of the row, in which nothing is counted yet."""
        return Outcome(self.row, until=self.until)


class Caught(BaseException):
    """Ends a row that has counted what its planted bug does; no row takes it for a failure of its own."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.row)
        self.outcome = outcome
