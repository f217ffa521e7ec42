"""The values that the statistics are made of."""

from msgspec import Struct

from companion.group.people import Person
from companion.storage.identifiers import record_id

MOST = 10
# Of a row of places: not everybody at its table has won, or all have, but not with as many points.
PLACES_DIFFER = """exists (select 1 from places beside where beside.table_id = places.table_id
                           and (beside.won = 0 or beside.place > 1))"""
# Of two rows of places, a and b, at the same tables: how often the first was ahead, level, behind.
COMPARED = ", ".join(f"sum(case when a.place {than} b.place then 1 else 0 end)" for than in "<=>")


class Tally(Struct, frozen=True):
    """Somebody's games of one kind: how many, how many won, the newest of them, and how often which place.

    Who has won together with all others, or lost so, has no place in that game, unless points were kept.
    """

    played: int
    won: int
    places: dict[int, int]
    last_at: str
    game: str = ""
    person: Person | None = None


class Rival(Struct, frozen=True):
    """Somebody met at the same tables: how often one was ahead, level, behind."""

    person: Person
    together: int
    ahead: int
    level: int
    behind: int


class Streak(Struct, frozen=True):
    """Games won one after the other: the longest such run, and the one that still lasts."""

    longest: int
    lasting: int


class HighlightTally(Struct, frozen=True):
    """A highlight over many games: how often, in all, the most, the least; whose, and the word it hangs on."""

    what: str
    times: int
    sum: int
    most: int
    least: int
    game: str
    word: str = ""
    person: Person | None = None

    @property
    def mean(self) -> float:
        return self.sum / self.times


class Best(Struct, frozen=True):
    """A total worth remembering."""

    total: int
    name: str
    person: int | None
    table_id: str
    opened_at: str

    @property
    def id(self) -> str:
        """The id of the game's record."""
        return record_id(self.table_id)


class Ending(Struct, frozen=True):
    """How games with so many seats and these options ended."""

    seats: int
    options: str
    played: int
    won: int
    lost: int
    nobody: int


# --- several people --------------------------------------------------------------------------------------------------
