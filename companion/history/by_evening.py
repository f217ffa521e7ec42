"""The games of an evening, as `titles` takes them."""

from collections.abc import Sequence

from companion.games.ledger import Highlight
from companion.history.search import Game
from companion.history.titles import Played, Player
from companion.storage.database import Database, marks


def played(db: Database, games: Sequence[Game]) -> list[Played]:
    """Those of these games that are over, the oldest first."""
    over = sorted((game for game in games if game.over), key=lambda game: (game.opened_at, game.table_id))
    highlights: dict[str, list[Highlight]] = {game.table_id: [] for game in over}
    sql = f"""select table_id, what, seat, amount, word from boasts
              where table_id in ({marks(over)}) and counts = 1 order by table_id, what, seat, amount, word"""
    for table_id, *highlight in db.execute(sql, list(highlights)):
        highlights[table_id].append(Highlight(*highlight))
    return [
        Played(
            game.game,
            tuple(Player(seat.name, seat.person, seat.place, seat.won) for seat in game.seats),
            tuple(highlights[game.table_id]),
        )
        for game in over
    ]
