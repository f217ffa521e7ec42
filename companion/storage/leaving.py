"""Fates of each table: in the copy for a host of the home, in a group's file, and with a forgotten game or group.

A table or column that is added to the schema is added here; tests/storage/test_leaving.py compares with real copies.
"""

from collections.abc import Mapping

from msgspec import Struct

from companion.storage.database import Database

PARENTS = {"table_id": "tables", "evening": "evenings", "person": "people", "deck": "decks"}


class Leaving(Struct, frozen=True):
    """A table. `owner`: the column that says whose a row is, with whom it is forgotten; empty for rows of the server.

    `host_copy`, `group_file`: whether it is in there. `blanks`: columns with another value in the host's copy, as SQL.
    `anew`: columns that the reader of a group's file makes.
    """

    owner: str
    columns: str
    host_copy: bool
    group_file: bool
    blanks: Mapping[str, str] = {}
    anew: str = ""

    def of_groups(self, groups: str) -> str:
        """The SQL condition for rows of the groups whose numbers a query picks."""
        parent = PARENTS.get(self.owner)
        return f"{self.owner} in ({f'select id from {parent} where group_id in ({groups})' if parent else groups})"


ALL, COPY, HERE = (True, True), (True, False), (False, False)
# A table stands before those that it refers to, so that its rows are found and deleted first.
TABLES = {
    "boasts": Leaving(
        "table_id", "table_id game what seat person amount word counts group_id other", *ALL, anew="group_id"
    ),
    "places": Leaving(
        "table_id", "table_id seat person name game at counts aim place total won group_id", *ALL, anew="group_id"
    ),
    "chronicle": Leaving(
        "table_id",
        "table_id at game seats options line ended_at outcome aim secrets hidden group_id seconds rounds words",
        *ALL,
        anew="group_id",
    ),
    "seals": Leaving("table_id", "table_id line rules result at", *ALL, anew="rules"),
    "resumed": Leaving("table_id", "table_id evening", *COPY),
    "notes": Leaving("table_id", "device table_id owner character seat mark", *HERE),
    "laid_out": Leaving("table_id", "table_id items is_done", *HERE),
    "keys": Leaving("table_id", "hash table_id role seat", *HERE),
    "proposals": Leaving("table_id", "id evening table_id device seat line changes", *HERE),
    "lines": Leaving("table_id", "table_id line move at reporter key hash", *ALL, anew="key hash"),
    "tables": Leaving(
        "group_id", "id code game seats options opened_at evening people group_id", *ALL, anew="code evening group_id"
    ),
    "guests": Leaving("evening", "evening person place", *COPY),
    "claims": Leaving("evening", "evening device person", *HERE),
    "notices": Leaving("evening", "id evening device code about", *HERE),
    "screens": Leaving("evening", "evening device kind host front open barred entered", *HERE),
    "spectators": Leaving("evening", "id evening ticket made_at", *HERE),
    "holds": Leaving("person", "device person", *HERE),
    "keepers": Leaving("group_id", "group_id device", *HERE),
    "evenings": Leaving(
        "group_id",
        "id code ticket host_ticket opened_at closed_at table_code locked group_id version address stands_at",
        *COPY,
        blanks=dict.fromkeys(("code", "ticket", "host_ticket"), "'gone ' || id")
        | {"table_code": "null", "stands_at": "null", "closed_at": "coalesce(closed_at, opened_at)"},
    ),
    "people": Leaving("group_id", "id name colour shape seen_at same_as group_id", *ALL, anew="group_id"),
    "cards": Leaving("deck", "deck pile card used_at effect", *ALL),
    "decks": Leaving("group_id", "id game name in_play group_id", *ALL, anew="group_id"),
    "habits": Leaving("group_id", "group_id game name value", *ALL, anew="group_id"),
    "leagues": Leaving("group_id", "id group_id name since until kinds points best", *ALL, anew="group_id"),
    "groups": Leaving(
        "id",
        "id name opened_at keeper_ticket forgotten_at in_hall",
        *ALL,
        blanks={"keeper_ticket": "'gone ' || id"},
        anew="id opened_at keeper_ticket forgotten_at in_hall",
    ),
    "devices": Leaving("", "id hash", *HERE),
    "secrets": Leaving("", "name value", *HERE),
    "floor": Leaving("", "number name code", *HERE),
    "_sqlite_migrations": Leaving("", "id migration_set name applied_at", *COPY),
}
OF_A_GAME = (
    *(f"delete from {name} where table_id = ?" for name, table in TABLES.items() if table.owner == "table_id"),
    "delete from tables where id = ?",
)
FORGOTTEN = "select id from groups where forgotten_at is not null"


def of_groups(groups: str) -> list[str]:
    """The statements that delete all rows of the groups whose numbers a query picks."""
    return [f"delete from {name} where {table.of_groups(groups)}" for name, table in TABLES.items() if table.owner]


def drop_table(db: Database, id: str) -> None:
    """Delete a table without lines and all that belongs to it; the store refuses it for any other."""
    for statement in OF_A_GAME:
        db.execute(statement, [id])
