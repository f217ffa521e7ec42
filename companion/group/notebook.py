"""Private notes of players."""

from companion.storage.database import Database

MARKS = ("", "no", "maybe")  # as they follow one another
Notes = dict[tuple[int, int], str]


def note(db: Database, device: int, table_id: str, owner: int, character: int, seat: int, mark: str) -> None:
    """Store a mark of the player in `owner`: whether `character` may be that of `seat`. An empty mark deletes it."""
    cell = [device, table_id, owner, character, seat]
    if mark:
        anew = "on conflict (device, table_id, owner, character, seat) do update set mark = excluded.mark"
        db.execute(f"insert into notes values (?, ?, ?, ?, ?, ?) {anew}", [*cell, mark])
    else:
        db.execute("delete from notes where (device, table_id, owner, character, seat) = (?, ?, ?, ?, ?)", cell)


def notes(db: Database, device: int, table_id: str, owner: int) -> Notes:
    """The marks of the player in `owner` on this device at a table, by character and seat."""
    sql = "select character, seat, mark from notes where (device, table_id, owner) = (?, ?, ?)"
    return {(character, seat): mark for character, seat, mark in db.execute(sql, [device, table_id, owner])}


def after(mark: str) -> str:
    """The mark that follows on another tap."""
    return MARKS[(MARKS.index(mark) + 1) % len(MARKS)]
