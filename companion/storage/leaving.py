"""How each table leaves the house: the one list by which copies are made, and by which games and groups are forgotten.

Whoever adds a table or a column to the schema names it here, and says how it leaves by each of four ways: in the copy
that a host of the home takes along (storage/sqlite/copies.py), in the file of a group (history/group_file), with a game
or a group that is forgotten (commands/forget.py), and with everything that moves to another database. What the list
says is compared with what arrives, and with what stays, by tests/storage/test_leaving.py.
"""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from companion.storage.database import Database


class Leaves(Enum):
    """What becomes of a table or a column: it goes as it is; a row goes, and holds something else there; it stays."""

    TAKEN = "taken"
    EMPTIED = "emptied"
    LEFT_OUT = "left out"


TAKEN, EMPTIED, LEFT_OUT = Leaves
PARENTS = {"table_id": "tables", "evening": "evenings", "person": "people", "deck": "decks"}


class Leaving(Struct, frozen=True):
    """A table with all its `columns`. `owner`: the column that says whose a row is; empty where it is the house's.

    `forget`: whether its rows go with the game or the group that they belong to. `blanks`: the columns that are emptied
    in the host's copy, each with the SQL of what it holds then; `anew`: those that are emptied in a group's file, and
    made anew by whoever reads it.
    """

    owner: str
    columns: str
    host_copy: Leaves
    group_file: Leaves
    forget: Leaves
    move: Leaves
    blanks: Mapping[str, str] = {}
    anew: str = ""

    def of_groups(self, groups: str) -> str:
        """The condition on its rows that they belong to the groups whose numbers a query picks."""
        parent = PARENTS.get(self.owner)
        return f"{self.owner} in ({f'select id from {parent} where group_id in ({groups})' if parent else groups})"


# What refers to another table stands before it, so that its rows are told apart and deleted before those of the other.
TABLES = {
    "boasts": Leaving(
        "table_id",
        "table_id game what seat person amount word counts group_id",
        *(TAKEN, TAKEN, TAKEN, TAKEN),
        anew="group_id",
    ),
    "places": Leaving(
        "table_id",
        "table_id seat person name game at counts aim place total won group_id",
        *(TAKEN, TAKEN, TAKEN, TAKEN),
        anew="group_id",
    ),
    "chronicle": Leaving(
        "table_id",
        "table_id at game seats options line ended_at outcome aim secrets hidden group_id",
        *(TAKEN, TAKEN, TAKEN, TAKEN),
        anew="group_id",
    ),
    "seals": Leaving("table_id", "table_id line rules result at", TAKEN, TAKEN, TAKEN, TAKEN, anew="rules"),
    "resumed": Leaving("table_id", "table_id evening", TAKEN, LEFT_OUT, TAKEN, TAKEN),
    "notes": Leaving("table_id", "device table_id owner character seat mark", LEFT_OUT, LEFT_OUT, TAKEN, TAKEN),
    "keys": Leaving("table_id", "hash table_id role seat", LEFT_OUT, LEFT_OUT, TAKEN, TAKEN),
    "proposals": Leaving(
        "table_id",
        "id evening table_id device seat line changes",
        *(LEFT_OUT, LEFT_OUT, TAKEN, TAKEN),
    ),
    "lines": Leaving(
        "table_id",
        "table_id line move at reporter key hash",
        *(TAKEN, TAKEN, TAKEN, TAKEN),
        anew="key hash",
    ),
    "tables": Leaving(
        "group_id",
        "id code game seats options opened_at evening people group_id",
        *(TAKEN, TAKEN, TAKEN, TAKEN),
        anew="code evening group_id",
    ),
    "guests": Leaving("evening", "evening person place", TAKEN, LEFT_OUT, TAKEN, TAKEN),
    "claims": Leaving("evening", "evening device person", LEFT_OUT, LEFT_OUT, TAKEN, TAKEN),
    "notices": Leaving("evening", "id evening device code about", LEFT_OUT, LEFT_OUT, TAKEN, TAKEN),
    "screens": Leaving(
        "evening",
        "evening device kind host front open barred entered",
        *(LEFT_OUT, LEFT_OUT, TAKEN, TAKEN),
    ),
    "spectators": Leaving("evening", "id evening ticket made_at", LEFT_OUT, LEFT_OUT, TAKEN, TAKEN),
    "holds": Leaving("person", "device person", LEFT_OUT, LEFT_OUT, TAKEN, TAKEN),
    "keepers": Leaving("group_id", "group_id device", LEFT_OUT, LEFT_OUT, TAKEN, TAKEN),
    "evenings": Leaving(
        "group_id",
        "id code ticket host_ticket opened_at closed_at table_code locked group_id version address",
        *(TAKEN, LEFT_OUT, TAKEN, TAKEN),
        blanks={
            "code": "'gone ' || id",
            "ticket": "'gone ' || id",
            "host_ticket": "'gone ' || id",
            "table_code": "null",
            "closed_at": "coalesce(closed_at, opened_at)",
        },
    ),
    "people": Leaving(
        "group_id",
        "id name colour shape seen_at same_as group_id",
        *(TAKEN, TAKEN, TAKEN, TAKEN),
        anew="group_id",
    ),
    "cards": Leaving("deck", "deck pile card used_at effect", TAKEN, TAKEN, TAKEN, TAKEN),
    "decks": Leaving("group_id", "id game name in_play group_id", TAKEN, TAKEN, TAKEN, TAKEN, anew="group_id"),
    "habits": Leaving("group_id", "group_id game name value", TAKEN, TAKEN, TAKEN, TAKEN, anew="group_id"),
    "groups": Leaving(
        "id",
        "id name opened_at keeper_ticket forgotten_at",
        *(TAKEN, TAKEN, TAKEN, TAKEN),
        blanks={"keeper_ticket": "'gone ' || id"},
        anew="id opened_at keeper_ticket forgotten_at",
    ),
    "devices": Leaving("", "id hash", LEFT_OUT, LEFT_OUT, LEFT_OUT, TAKEN),
    "secrets": Leaving("", "name value", LEFT_OUT, LEFT_OUT, LEFT_OUT, TAKEN),
    "_sqlite_migrations": Leaving("", "id migration_set name applied_at", TAKEN, LEFT_OUT, LEFT_OUT, LEFT_OUT),
}
OF_A_GAME = (
    *(f"delete from {name} where table_id = ?" for name, table in TABLES.items() if table.owner == "table_id"),
    "delete from tables where id = ?",
)


def drop_table(db: Database, id: str) -> None:
    """Delete a table at which nothing was reported, with all that is noted of it; of any other the store refuses it."""
    for statement in OF_A_GAME:
        db.execute(statement, [id])
