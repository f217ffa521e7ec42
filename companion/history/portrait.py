"""The past of one person, and of two or three head to head."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise
from operator import attrgetter
from statistics import fmean, median

from msgspec import Struct

from companion.games import GAMES
from companion.group.people import Person, by_id
from companion.history.evenings import evening_date
from companion.history.search import OfGame
from companion.history.statistics import PLACES_DIFFER, RATED, Rival, Streak, streak
from companion.history.titles import RULES, Title, played, won_titles
from companion.storage.database import Database, marks
from companion.storage.projection import IS_OVER

FORM, LAST = 10, 5  # games
MONTHS = 12
EVEN = 10  # games in which one was ahead, for a rival
OFTEN = 4  # evenings, for a rhythm
RHYTHMS = {10: "week", 20: "second week", 45: "month"}  # by the days between two evenings, at most
EVENINGS = 520  # ten years of weekly ones, whose titles are counted
MEETINGS = 12  # deeds of two people, and others whom both met, that are told at most


class Sat(OfGame, frozen=True):
    """A game in which a person sat. `place`: None where it tells nothing; `is_divided`: others have lost, or won."""

    seats: int
    seconds: int | None
    place: int | None
    won: bool
    is_divided: bool


class Kind(Struct, frozen=True):
    """The games of one kind. `places`: how often which, in games that tell it; `chance`: the wins to expect there."""

    game: str
    played: int
    won: int
    places: dict[int, int]
    chance: float


class Month(Struct, frozen=True):
    """Games won and played in a month: against each other, and together."""

    month: date
    divided: tuple[int, int]
    together: tuple[int, int]

    @property
    def rates(self) -> list[float | None]:
        """The shares of games won, of both; None of no game."""
        return [won / played if played else None for won, played in (self.divided, self.together)]


class Portrait(Struct, frozen=True):
    """The finished games of a person, the oldest first, and what they add up to."""

    games: tuple[Sat, ...]

    @property
    def won(self) -> int:
        return sum(game.won for game in self.games)

    @property
    def streak(self) -> Streak:
        return streak(game.won for game in self.games)

    @property
    def form(self) -> tuple[Sat, ...]:
        """The last games, the newest first."""
        return self.games[: -FORM - 1 : -1]

    @property
    def timed(self) -> list[Sat]:
        """The games of which it is known how long they were, the longest first."""
        return sorted((game for game in self.games if game.seconds), key=lambda game: -(game.seconds or 0))

    @property
    def seconds(self) -> int:
        return sum(game.seconds or 0 for game in self.games)

    @property
    def kinds(self) -> list[Kind]:
        """Each kind of game, the most played first."""
        return sorted(map(self._kind, {game.game for game in self.games}), key=lambda kind: (-kind.played, kind.game))

    def _kind(self, slug: str) -> Kind:
        own = [game for game in self.games if game.game == slug]
        placed = [game for game in own if game.place is not None]
        places = Counter(game.place for game in placed if game.place is not None)
        chance = fmean(1 / game.seats for game in placed) if placed else 0
        return Kind(slug, len(own), sum(game.won for game in own), dict(sorted(places.items())), chance)

    @property
    def best_at(self) -> str:
        """The kind of game with the best rate of victories against others; empty if nothing was won often enough."""
        divided = Counter(game.game for game in self.games if game.is_divided)
        won = Counter(game.game for game in self.games if game.is_divided and game.won)
        rates = {slug: won[slug] / times for slug, times in divided.items() if times >= RATED and won[slug]}
        return max(rates, key=lambda slug: (rates[slug], divided[slug], slug), default="")

    @property
    def rhythm(self) -> str:
        """The usual time between two evenings of the person; empty if that says nothing."""
        evenings = sorted({evening_date(game.opened_at) for game in self.games})
        days = median((after - before).days for before, after in pairwise(evenings)) if len(evenings) >= OFTEN else 0
        return next((word for most, word in RHYTHMS.items() if 0 < days <= most), "")

    @property
    def months(self) -> list[Month]:
        """The last months in which something was played, the oldest first."""
        by_month: dict[date, list[Sat]] = {}
        for game in self.games:
            by_month.setdefault(evening_date(game.opened_at).replace(day=1), []).append(game)
        return [
            Month(
                month, *(_counted(game.won for game in own if game.is_divided == divided) for divided in (True, False))
            )
            for month, own in sorted(by_month.items())[-MONTHS:]
        ]

    @property
    def best(self) -> Sat | None:
        """The newest of the games won against most people."""
        won = [game for game in self.games if game.won and game.is_divided]
        return max(won, key=lambda game: (game.seats, game.opened_at), default=None)

    @property
    def worst(self) -> Sat | None:
        """The newest of the games in which most people were ahead."""
        behind = [game for game in self.games if not game.won and (game.place or 0) > 1]
        return max(behind, key=lambda game: (game.place or 0, game.opened_at), default=None)


def _counted(won: Iterable[bool]) -> tuple[int, int]:
    results = [*won]
    return sum(results), len(results)


def portrait(db: Database, group: int, person: int) -> Portrait:
    sql = f"""select places.table_id, places.at, places.game, seats, seconds, case when {PLACES_DIFFER} then place end,
                     won, exists (select 1 from places beside
                                  where beside.table_id = places.table_id and beside.won <> places.won)
              from places join chronicle on chronicle.table_id = places.table_id
              where places.group_id = ? and person = ? and counts = 1 order by places.at, places.table_id"""
    rows = db.execute(sql, [group, person])
    return Portrait(tuple(Sat(*(*row[:6], bool(row[6]), bool(row[7]))) for row in rows))


def roles(rivals: Sequence[Rival]) -> dict[str, Rival]:
    """Roles of some of all rivals of a person, the rarest first."""
    met = [rival for rival in rivals if rival.ahead + rival.behind >= EVEN]
    even = min(met, key=lambda one: abs(one.lead) / (one.ahead + one.behind), default=None)
    nemesis = min((one for one in rivals if one.lead < 0), key=attrgetter("lead"), default=None)
    victim = max((one for one in rivals if one.lead > 0), key=attrgetter("lead"), default=None)
    companion = rivals[0] if rivals else None
    cast = {"rival": even, "nemesis": nemesis, "victim": victim, "companion": companion}
    return {role: rival for role, rival in cast.items() if rival is not None}


def titles(db: Database, group: int, person: int, portrait: Portrait) -> list[tuple[Title, list[date]]]:
    """The titles that a person won at the last `EVENINGS`, each the newest with its evenings, the newest first.

    Games of a kind that the person did not play then give no such title, nor does a whole evening with one own game.
    """
    sql = f"""select table_id, at, game from chronicle
              where group_id = ? and hidden = 0 and {IS_OVER} order by at, table_id"""
    nights: defaultdict[date, dict[str, str]] = defaultdict(dict)
    for id, opened_at, game in db.execute(sql, [group]):
        if game in GAMES:
            nights[evening_date(opened_at)][id] = game
    sat = {game.table_id for game in portrait.games}
    own_nights = [(night, games) for night, games in nights.items() if sat & games.keys()][-EVENINGS:]
    there: dict[str, str] = {}
    boasting: list[str] = []
    for _, games in own_nights:
        own = [games[id] for id in games if id in sat]
        alike = {id: game for id, game in games.items() if game in own}
        boasting += alike
        there |= games if len(own) > 1 else alike
    all_played = played(db, there, boasting)
    won: dict[tuple[str, str], tuple[Title, list[date]]] = {}
    for night, games in reversed(own_nights):
        for title in won_titles([all_played[id] for id in games if id in all_played], RULES):
            if any(player.person == person for player in title.players):
                won.setdefault((title.game, title.what), (title, []))[1].append(night)
    return [*won.values()]


class Meeting(OfGame, frozen=True):
    """A game in which some people sat: the place of each, None where all have lost together."""

    places: tuple[int | None, ...]

    @property
    def ahead(self) -> int | None:
        """The number of the one who was ahead of all the others; None where nobody was, or all have lost."""
        places = [place for place in self.places if place is not None]
        return self.places.index(min(places)) if places and places.count(min(places)) == 1 else None


class Deed(OfGame, frozen=True):
    """A highlight that one person, `by`, did to another."""

    what: str
    amount: int
    word: str
    by: int
    to: int


class Score(Struct, frozen=True):
    """The games in which each of some people was ahead of all others, nobody was, and all have lost together."""

    ahead: tuple[int, ...]
    level: int
    lost: int


class HeadToHead(Struct, frozen=True):
    """All games in which some people sat, the oldest first, and what they did to each other, the newest first."""

    meetings: tuple[Meeting, ...]
    deeds: tuple[Deed, ...]

    @property
    def steps(self) -> list[tuple[int, ...]]:
        """Steps by each game with places: in the lead of the first of two, or in the games in which each was ahead."""
        scores = [score((one,)).ahead for one in self.meetings if None not in one.places]
        return [(ahead[0] - ahead[1],) if len(ahead) == 2 else ahead for ahead in scores]

    @property
    def kinds(self) -> list[tuple[str, Score]]:
        """The games, the most met in first, each with its score."""
        kinds: dict[str, list[Meeting]] = {}
        for one in self.meetings:
            kinds.setdefault(one.game, []).append(one)
        by_count = sorted(kinds.items(), key=lambda kind: (-len(kind[1]), kind[0]))
        return [(game, score(own)) for game, own in by_count]


def score(meetings: Sequence[Meeting]) -> Score:
    ahead, lost = Counter(one.ahead for one in meetings), sum(None in one.places for one in meetings)
    people = range(len(meetings[0].places) if meetings else 0)
    return Score(tuple(ahead[number] for number in people), ahead[None] - lost, lost)


def head_to_head(db: Database, group: int, persons: Sequence[int]) -> HeadToHead:
    others = range(1, len(persons))
    beside = " ".join(f"join places p{n} on p{n}.table_id = p0.table_id and p{n}.person = ?" for n in others)
    sql = f"""select p0.table_id, p0.at, p0.game, {", ".join(f"p{n}.place" for n in range(len(persons)))}
              from places p0 {beside}
              where p0.group_id = ? and p0.person = ? and p0.counts = 1 order by p0.at, p0.table_id"""
    rows = db.execute(sql, [*persons[1:], group, persons[0]])
    sql = f"""select b.table_id, at, b.game, what, amount, word, b.person, o.person
              from boasts b join places o on o.table_id = b.table_id and o.seat = b.other
              where b.group_id = ? and b.counts = 1 and b.person <> o.person
              and b.person in ({marks(persons)}) and o.person in ({marks(persons)})
              order by at desc, b.table_id, what, word, amount limit ?"""
    deeds = db.execute(sql, [group, *persons, *persons, MEETINGS])
    return HeadToHead(
        tuple(Meeting(*(*row[:3], row[3:])) for row in rows),
        tuple(Deed(*row) for row in deeds),
    )


def met_by_both(db: Database, group: int, one: int, other: int) -> list[tuple[Person, int]]:
    """The people whom two met together, the most often first, with the number of games."""
    sql = """select c.person, count(*) from places a join places b on b.table_id = a.table_id and b.person = ?
             join places c on c.table_id = a.table_id and c.person not in (a.person, b.person)
             where a.group_id = ? and a.person = ? and a.counts = 1
             group by c.person order by 2 desc, c.person limit ?"""
    rows = db.execute(sql, [other, group, one, MEETINGS])
    people = by_id(db, group, [id for id, _ in rows])
    return [(people[id], games) for id, games in rows]
