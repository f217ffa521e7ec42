"""Titles of an evening: who won how often, who came where, and remarkable highlights."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, zip_longest

from msgspec import Struct

from companion.games import GAMES
from companion.games.ledger import Highlight, HighlightRule
from companion.history.search import Game, Place
from companion.storage.database import Database, marks

RULES = {slug: game.HIGHLIGHTS for slug, game in GAMES.items()}
MOST_OF_A_GAME = 2  # highlights of one kind of game
SHARED_BY = 2  # players at most in one title
RUN = 2  # wins in a row for a title
SECONDS = 2  # second places for a title
UNLUCKY = 3  # games without a win for a title


class Played(Struct, frozen=True):
    game: str
    players: tuple[Place, ...]
    highlights: tuple[Highlight, ...] = ()
    table_id: str = ""


class Row(Struct, frozen=True):
    """The evening of a player: games, games won, and the place by these; equals share the better one."""

    player: Place
    played: int
    won: int
    place: int


class Title(Struct, frozen=True):
    """A title of a game (empty: of the evening), its players, amount and word. The whole table's has no players.

    `won_at`: of each player the table, and their seat there; the last one where it was won at several.
    """

    what: str
    game: str
    players: tuple[Place, ...]
    amount: int
    word: str = ""
    won_at: tuple[tuple[str, int], ...] = ()


class Titles(Struct, frozen=True):
    """An evening: its standing, the first place first, and its titles, the most telling first."""

    standing: tuple[Row, ...] = ()
    titles: tuple[Title, ...] = ()

    @property
    def first(self) -> tuple[Place, ...]:
        """The players with the most wins; empty where nobody has won, or all equally often."""
        first = tuple(row.player for row in self.standing if row.place == 1 and row.won)
        return first if len(first) < len(self.standing) else ()


def titles(games: Sequence[Played], rules: Mapping[str, Mapping[str, HighlightRule]]) -> Titles:
    """The titles of these games: the best of each game, in the order in which they were played, then the others of
    each game, then those of the evening.

    `rules`: how the highlights of each game are counted. No title comes twice, and none goes to everybody.
    """
    evenings = _by_player(games)
    by_game = []
    for game in dict.fromkeys(played.game for played in games):
        of_kind = [played for played in games if played.game == game]
        everybody = len(_by_player(of_kind))
        boasts = (_boast(of_kind, everybody, what, rule) for what, rule in rules.get(game, {}).items())
        by_game.append([boast for boast in boasts if boast is not None][:MOST_OF_A_GAME])
    in_turns = [boast for turn in zip_longest(*by_game) for boast in turn if boast is not None]
    return Titles(_standing(evenings), (*in_turns, *_of_evening(games, evenings)))


Evenings = Mapping[int | str, Sequence[Place]]  # who sat at which games, by who they are


def _standing(evenings: Evenings) -> tuple[Row, ...]:
    won = {who: sum(each.won for each in evening) for who, evening in evenings.items()}
    rows = [
        Row(evening[0], len(evening), won[who], 1 + sum(other > won[who] for other in won.values()))
        for who, evening in evenings.items()
    ]
    return tuple(sorted(rows, key=lambda row: row.place))


def _of_evening(games: Sequence[Played], evenings: Evenings) -> Iterable[Title]:
    """The titles for the longest run of wins, the most second places, and the most games without a win."""
    last = {player.who: (played.table_id, seat) for played in games for seat, player in enumerate(played.players)}
    for what, count, least in (("run", _run, RUN), ("second", _seconds, SECONDS), ("unlucky", _lost, UNLUCKY)):
        counts = {who: count(evening) for who, evening in evenings.items()}
        foremost = _foremost({who: times for who, times in counts.items() if times >= least}, max, len(evenings))
        if foremost:
            players = tuple(evenings[who][0] for who in foremost)
            yield Title(what, "", players, counts[foremost[0]], won_at=tuple(last[who] for who in foremost))


def _by_player(games: Sequence[Played]) -> dict[int | str, list[Place]]:
    evenings: dict[int | str, list[Place]] = {}
    for played in games:
        for player in played.players:
            evenings.setdefault(player.who, []).append(player)
    return evenings


def _run(evening: Sequence[Place]) -> int:
    return max((sum(1 for _ in run) for won, run in groupby(each.won for each in evening) if won), default=0)


def _seconds(evening: Sequence[Place]) -> int:
    return sum(each.place == 2 and not each.won for each in evening)


def _lost(evening: Sequence[Place]) -> int:
    return 0 if any(each.won for each in evening) else len(evening)


HOW: dict[str, Callable[[Sequence[int]], int]] = {
    "times": len,
    "sum": sum,
    "most": max,
    "least": min,
    "mean": lambda amounts: round(sum(amounts) / len(amounts)),
}


def _boast(games: Sequence[Played], everybody: int, what: str, rule: HighlightRule) -> Title | None:
    """The title for one kind of highlight; None where nobody stands out of the `everybody` players."""
    of_word = rule.by == "word"
    boasts: dict[int | str, list[tuple[Played, Place | None, Highlight]]] = {}
    for played in games:
        for highlight in (one for one in played.highlights if one.what == what):
            player = None if highlight.seat is None else played.players[highlight.seat]
            if (of_word and not highlight.word) or (not of_word and player is None):
                continue
            key = highlight.word.casefold() if of_word or player is None else player.who
            boasts.setdefault(key, []).append((played, player, highlight))
    counts = {key: HOW[rule.how]([highlight.amount for *_, highlight in each]) for key, each in boasts.items()}
    if rule.how != "least":
        counts = {key: count for key, count in counts.items() if count > (of_word and rule.how == "times")}
    foremost = _foremost(counts, min if rule.how == "least" else max, len(counts) + 1 if of_word else everybody)
    if not foremost or (of_word and len(foremost) > 1):
        return None
    amount, is_of_one = counts[foremost[0]], rule.how in ("most", "least")
    holders: dict[int | str, tuple[Place, tuple[str, int]]] = {}
    for played, player, highlight in (boast for key in foremost for boast in boasts[key]):
        if player is None or highlight.seat is None:
            continue
        if player.who not in holders or not is_of_one or highlight.amount == amount:
            holders[player.who] = player, (played.table_id, highlight.seat)
    word = boasts[foremost[0]][0][2].word if of_word else ""
    players = tuple(player for player, _ in holders.values())
    return Title(what, games[0].game, players, amount, word, tuple(won_at for _, won_at in holders.values()))


def _foremost(
    counts: Mapping[int | str, int], better: Callable[[Iterable[int]], int], everybody: int
) -> list[int | str]:
    """The keys with the best count; empty if too many share it, or everybody does."""
    if not counts:
        return []
    best = better(counts.values())
    foremost = [who for who, count in counts.items() if count == best]
    return foremost if len(foremost) <= SHARED_BY and len(foremost) < everybody else []


def played(db: Database, games: Sequence[Game]) -> list[Played]:
    """The finished ones of these games, the oldest first."""
    over = sorted((game for game in games if game.over), key=lambda game: (game.opened_at, game.table_id))
    highlights: dict[str, list[Highlight]] = {game.table_id: [] for game in over}
    sql = f"""select table_id, what, seat, amount, word from boasts
              where table_id in ({marks(over)}) and counts = 1 order by table_id, what, seat, amount, word"""
    for table_id, *highlight in db.execute(sql, list(highlights)):
        highlights[table_id].append(Highlight(*highlight))
    return [Played(game.game, game.seats, tuple(highlights[game.table_id]), game.table_id) for game in over]
