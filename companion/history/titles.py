"""Titles of an evening: who won how often, who came where, and remarkable highlights."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, islice, zip_longest

from msgspec import Struct

from companion.games import GAMES
from companion.games.ledger import Highlight, HighlightRule, placed
from companion.history.search import Place, of_games, places
from companion.storage.database import Database

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


Rules = Mapping[str, Mapping[str, HighlightRule]]  # how the highlights of each game are counted


def titles(games: Sequence[Played], rules: Rules) -> Titles:
    """The standing and the titles of an evening with these games."""
    return Titles(_standing(_by_player(games)), won_titles(games, rules))


def won_titles(games: Sequence[Played], rules: Rules) -> tuple[Title, ...]:
    """The titles of these games: the best of each game, in the order in which they were played, then the others of
    each game, then those of the evening. No title comes twice, and none goes to everybody."""
    by_game = []
    for game in dict.fromkeys(played.game for played in games):
        of_kind = [played for played in games if played.game == game]
        by_what: dict[str, list[Boasted]] = {}
        for played in of_kind:
            for highlight in played.highlights:
                by_what.setdefault(highlight.what, []).append((played, highlight))
        everybody = len({player.who for played in of_kind for player in played.players})
        boasts = (
            _boast(by_what[what], everybody, rule) for what, rule in rules.get(game, {}).items() if what in by_what
        )
        by_game.append([*islice(filter(None, boasts), MOST_OF_A_GAME)])
    in_turns = [boast for turn in zip_longest(*by_game) for boast in turn if boast is not None]
    return (*in_turns, *_of_evening(games, _by_player(games)))


Evenings = Mapping[int | str, Sequence[Place]]  # who sat at which games, by who they are


def _standing(evenings: Evenings) -> tuple[Row, ...]:
    won = [sum([each.won for each in evening]) for evening in evenings.values()]
    ranked = zip(evenings.values(), won, placed(won), strict=True)
    return tuple(
        sorted((Row(own[0], len(own), times, place) for own, times, place in ranked), key=lambda row: row.place)
    )


def _of_evening(games: Sequence[Played], evenings: Evenings) -> Iterable[Title]:
    """The titles for the longest run of wins, the most second places, and the most games without a win."""
    for what, count, least in (("run", _run, RUN), ("second", _seconds, SECONDS), ("unlucky", _lost, UNLUCKY)):
        enough = {who: evening for who, evening in evenings.items() if len(evening) >= least}
        counts = {who: times for who, evening in enough.items() if (times := count(evening)) >= least}
        foremost = _foremost(counts, max, len(evenings))
        if foremost:
            last = {one.who: (played.table_id, seat) for played in games for seat, one in enumerate(played.players)}
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


Boasted = tuple[Played, Highlight]  # a game and a highlight of it


def _boast(highlights: Sequence[Boasted], everybody: int, rule: HighlightRule) -> Title | None:
    """The title for highlights of one kind; None where nobody stands out of the `everybody` players."""
    of_word = rule.by == "word"
    boasts: dict[int | str, list[tuple[Played, Place | None, Highlight]]] = {}
    for played, highlight in highlights:
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
    game, highlight = highlights[0]
    return Title(highlight.what, game.game, players, amount, word, tuple(won_at for _, won_at in holders.values()))


def _foremost(
    counts: Mapping[int | str, int], better: Callable[[Iterable[int]], int], everybody: int
) -> list[int | str]:
    """The keys with the best count; empty if too many share it, or everybody does."""
    if not counts:
        return []
    best = better(counts.values())
    foremost = [who for who, count in counts.items() if count == best]
    return foremost if len(foremost) <= SHARED_BY and len(foremost) < everybody else []


def played(db: Database, games: Mapping[str, str], boasting: Iterable[str]) -> dict[str, Played]:
    """The seats of these games, by their tables, each with its kind; the highlights of those that are `boasting`."""
    seats = places(db, [*games])
    highlights: dict[str, list[Highlight]] = {id: [] for id in games}
    sql = """select table_id, what, seat, amount, word from boasts
             where {} and counts = 1 order by table_id, what, seat, amount, word"""
    for table_id, what, seat, amount, word in of_games(db, sql, [*boasting]):
        if seat is None or seat < len(seats[table_id]):  # a damaged game may lack it
            highlights[table_id].append(Highlight(what, seat, amount, word))
    return {id: Played(kind, tuple(seats[id]), tuple(highlights[id]), id) for id, kind in games.items()}
