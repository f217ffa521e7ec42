"""Callbacks: what in a game that has just ended was so before, or never was, in the same group's games of its kind."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from operator import add
from typing import Any

from msgspec import Struct

from companion.games import GAMES
from companion.games.ledger import HighlightRule
from companion.history.search import Place, places
from companion.storage.database import Database, marks
from companion.storage.log import OF_EVENING
from companion.storage.projection import IS_OVER
from companion.storage.store import Store

KEPT = 64  # evenings of which is kept what was made
WINDOW = 30  # games before it with which a game is compared
ROW = 3  # times in a row
DROUGHT = 5  # games without a victory
ENOUGH = 8  # games by the same options, before something is rare or a record
BEST: Mapping[str, Callable[..., int]] = {"sum": max, "most": max, "least": min}  # by how a highlight is counted
TOGETHER: Mapping[str, Callable[[int, int], int]] = {"sum": add, "most": max, "least": min}  # of a seat in one game


class Ended(Struct, frozen=True):
    """A game that is over. `evening`: its last one; `amounts`: by highlight, the amount of each seat that has any."""

    table_id: str
    game: str
    options: str
    evening: int | None
    players: tuple[Place, ...]
    amounts: Mapping[str, Mapping[int, int]]

    @property
    def is_divided(self) -> bool:
        """Whether some have won, and others not."""
        return len({player.won for player in self.players}) > 1

    @property
    def last(self) -> Place | None:
        """The only player in the last place; None if several share it, or all lost together."""
        places = [player.place or 0 for player in self.players]
        last = [player for player in self.players if player.place == max(places)]
        return last[0] if len(last) == 1 and min(places) < max(places) else None

    def amount(self, what: str, person: int) -> int:
        """The amount of a highlight that a person has; 0 if none."""
        amounts = self.amounts.get(what, {})
        return next((amounts.get(seat, 0) for seat, one in enumerate(self.players) if one.person == person), 0)


class Callback(Struct, frozen=True, gc=False):
    """A sentence about a game, as a code with its values.

    `what`: run, drought, always, nobody, everybody, last, first, none or record. `about`: the highlight, empty if it is
    about victories and places. `name`: the player; `amount`: of the highlight. `times`: in a row with this one, games
    without before it, or games that were compared. `is_always`: in all games that there were. `old`, `holder`: the
    amount of before and who had it, for a record; the holder is empty if it was the same player.
    """

    what: str
    about: str = ""
    name: str = ""
    amount: int = 0
    times: int = 0
    is_always: bool = False
    old: int = 0
    holder: str = ""


Rules = Mapping[str, HighlightRule]  # by highlight
Rows = tuple[tuple[Any, ...], ...]


def callbacks(
    games: Sequence[Ended], evening: int, rules: Mapping[str, Rules], events: Mapping[str, Container[str]]
) -> dict[str, Callback]:
    """The callback of each game of an evening, by its id, if anything is worth one; none is made twice.

    `games`: of all kinds played, in the order in which they ended; `rules`: how highlights are counted, by game;
    `events`: the highlights that happen to somebody, and are no mere numbers.
    """
    chosen: dict[str, Callback] = {}
    for number, game in enumerate(games):
        if game.evening == evening:
            before = [one for one in games[:number] if one.game == game.game][-WINDOW:]
            made = {(one.what, one.about) for one in chosen.values()}
            of_kind = rules.get(game.game, {}), events.get(game.game, ())
            fresh = (one for one in _true(game, before, *of_kind) if (one.what, one.about) not in made)
            callback = next(fresh, None)
            if callback is not None:
                chosen[game.table_id] = callback
    return chosen


def _true(game: Ended, before: Sequence[Ended], rules: Rules, events: Container[str]) -> Iterator[Callback]:
    """All callbacks that are true of a game, the most telling first; `before`: the games of its kind before it."""
    newest_first = before[::-1]
    own: dict[int, list[Ended]] = {player.person: [] for player in game.players if player.person is not None}
    for one in newest_first:
        for player in one.players:
            if player.person in own:
                own[player.person].append(one)
    counted = _counted(rules)
    is_whole = len(before) < WINDOW
    alike = [*takewhile(lambda one: one.options == game.options, newest_first)]
    yield from _droughts(game, own)
    yield from _longest(_runs(game, own, is_whole))
    yield from _longest(_always(game, own, {what: how for what, how in counted.items() if what in events}, is_whole))
    yield from _together(game, newest_first, is_whole)
    yield from _lasts(game, own, is_whole)
    if len(alike) >= ENOUGH:
        yield from _firsts(game, alike, [*counted])
        yield from _nones(game, alike, [*counted])
        yield from _records(game, alike, counted)


def _counted(rules: Rules) -> Mapping[str, str]:
    """The highlights of persons that can be compared, with how they are counted."""
    return {what: rule.how for what, rule in rules.items() if rule.by == "person" and rule.how in BEST}


Own = Mapping[int, Sequence[Ended]]  # by person, their games before, the newest first


def _streak(so: Iterable[bool]) -> int:
    return sum(1 for _ in takewhile(bool, so))


def _longest(streaks: Iterable[Callback]) -> list[Callback]:
    return sorted((one for one in streaks if one.times >= ROW), key=lambda one: -one.times)


def _won(game: Ended, person: int) -> bool:
    return any(player.won for player in game.players if player.person == person)


def _winners(game: Ended) -> Iterator[tuple[int, str]]:
    """The persons who won what others lost, with their names."""
    for player in game.players:
        if player.won and player.person is not None and game.is_divided:
            yield player.person, player.name


def _droughts(game: Ended, own: Own) -> Iterator[Callback]:
    for person, name in _winners(game):
        without = _streak(not _won(one, person) for one in own[person])
        if without >= DROUGHT:
            yield Callback("drought", name=name, times=without)


def _runs(game: Ended, own: Own, is_whole: bool) -> Iterator[Callback]:
    for person, name in _winners(game):
        times = 1 + _streak(_won(one, person) for one in own[person])
        yield Callback("run", name=name, times=times, is_always=is_whole and times > len(own[person]))


def _always(game: Ended, own: Own, counted: Mapping[str, str], is_whole: bool) -> Iterator[Callback]:
    """Highlights that a person has in game after game; with the same amount, unless amounts are added up.

    None that everybody has now.
    """
    for what, how in counted.items():
        amounts_now = game.amounts.get(what, {})
        for seat, amount in amounts_now.items():
            player = game.players[seat]
            if player.person is None or len(amounts_now) == len(game.players):
                continue
            games = own[player.person]
            amounts = (one.amount(what, player.person) for one in games)
            times = 1 + _streak(before == amount or (how == "sum" and before != 0) for before in amounts)
            is_always = is_whole and times > len(games)
            yield Callback("always", what, player.name, amount, times, is_always)


def _together(game: Ended, newest_first: Sequence[Ended], is_whole: bool) -> Iterator[Callback]:
    """Games that all win or lose together."""
    if game.is_divided:
        return
    won = game.players[0].won
    times = 1 + _streak(not one.is_divided and one.players[0].won == won for one in newest_first)
    if times >= ROW:
        is_always = is_whole and times > len(newest_first)
        yield Callback("everybody" if won else "nobody", times=times, is_always=is_always)


def _lasts(game: Ended, own: Own, is_whole: bool) -> Iterator[Callback]:
    last = game.last
    if last is None or last.person is None:
        return
    games = own[last.person]
    times = 1 + _streak(one.last is not None and one.last.person == last.person for one in games)
    if times >= ROW:
        yield Callback("last", name=last.name, times=times, is_always=is_whole and times > len(games))


def _firsts(game: Ended, alike: Sequence[Ended], kinds: Sequence[str]) -> Iterator[Callback]:
    """Highlights of one player that nobody had before."""
    for what in kinds:
        amounts = game.amounts.get(what, {})
        if len(amounts) == 1 and not any(one.amounts.get(what) for one in alike):
            ((seat, amount),) = amounts.items()
            yield Callback("first", what, game.players[seat].name, amount, len(alike) + 1)


def _nones(game: Ended, alike: Sequence[Ended], kinds: Sequence[str]) -> Iterator[Callback]:
    """Highlights that somebody had every time before."""
    for what in kinds:
        if not game.amounts.get(what) and all(one.amounts.get(what) for one in alike):
            yield Callback("none", what, times=len(alike))


def _records(game: Ended, alike: Sequence[Ended], counted: Mapping[str, str]) -> Iterator[Callback]:
    """Amounts of one player that are better than all before."""
    for what, how in counted.items():
        best, amounts = BEST[how], game.amounts.get(what, {})
        olds = [(amount, one.players[seat]) for one in alike for seat, amount in one.amounts.get(what, {}).items()]
        if not olds or not amounts:
            continue
        amount, old = best(amounts.values()), best(old for old, _ in olds)
        seats = [seat for seat, of_seat in amounts.items() if of_seat == amount]
        if len(seats) == 1 and amount != old and best(amount, old) == amount:
            player, first = game.players[seats[0]], [holder for of_holder, holder in olds if of_holder == old][-1]
            holder = "" if first.who == player.who else _name_now(game, first)
            yield Callback("record", what, player.name, amount, len(alike), old=old, holder=holder)


def _name_now(game: Ended, player: Place) -> str:
    return next((one.name for one in game.players if one.who == player.who), player.name)


# The last games of each kind that the evening has played: so many that most evenings have WINDOW before the first.
GAMES_OF_KINDS = f"""
    select table_id, c.game, c.options, coalesce(resumed.evening, tables.evening), c.seats, ended_at, c.at, line
    from (select distinct c.game from chronicle c join tables on id = table_id
          where {IS_OVER} and hidden = 0 and {OF_EVENING}) as kinds
    join chronicle c on c.game = kinds.game join tables on id = table_id left join resumed using (table_id)
    where c.group_id = ? and hidden = 0 and {IS_OVER} and c.at >= coalesce(
        (select at from chronicle where group_id = ? and game = kinds.game and hidden = 0 and {IS_OVER}
         order by at desc limit 1 offset {2 * WINDOW - 1}), '')
    order by coalesce(ended_at, c.at), c.at, table_id"""
MERGED = "select id, same_as from people where group_id = ? and same_as is not null order by id"
AMOUNTS = """select table_id, what, seat, amount from boasts
             where table_id in ({}) and what in ({}) and counts = 1 and seat is not null"""


class Callbacks:
    """The callbacks of evenings: made once, and again when a game that is compared ends, changes, or is hidden, or when
    two people become one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made = lru_cache(KEPT)(self._make)

    def callback(self, group: int, evening: int, table_id: str, damaged: Container[str]) -> Callback | None:
        """The callback of a game that is over at this evening of its group; None if nothing is worth one.

        Hidden games, those of other groups, those without any person of the group, and the `damaged` ones are left out.
        """
        db = self._store.reader()
        compared = db.execute(GAMES_OF_KINDS, [evening, evening, group, group])
        often = Counter([row[1] for row in compared])
        rows = [row for row in compared if often[row[1]] >= ROW]  # of fewer nothing is true
        if table_id not in [row[0] for row in rows]:
            return None
        whole = tuple([row for row in rows if row[0] not in damaged])
        return self._made(evening, whole, tuple(db.execute(MERGED, [group]))).get(table_id)

    def _make(self, evening: int, games: Rows, merged: Rows) -> Mapping[str, Callback]:
        """The callbacks of an evening. `games`: the rows of those that are compared, in the order in which they ended,
        each with its newest line; who their players are hangs on the people that are `merged`."""
        rules = {kind: GAMES[kind].HIGHLIGHTS for _, kind, *_ in games if kind in GAMES}
        events = {kind: GAMES[kind].SENTENCES.BOASTS for kind in rules}
        return callbacks(_ended(self._store.reader(), games, rules), evening, rules, events)


def _ended(db: Database, rows: Rows, rules: Mapping[str, Rules]) -> list[Ended]:
    """The games of these rows in their order, but for those of programs, and those whose seats are not all there."""
    kind_of: dict[str, str] = {row[0]: row[1] for row in rows}
    amounts: dict[str, dict[str, dict[int, int]]] = {id: {} for id in kind_of}
    ids = [*kind_of]
    players = places(db, ids)
    kinds = [*{what for highlights in rules.values() for what in _counted(highlights)}]
    for id, what, seat, amount in db.execute(AMOUNTS.format(marks(ids), marks(kinds)), [*ids, *kinds]):
        rule = rules.get(kind_of.get(id, ""), {}).get(what)
        if rule is not None and amount and seat < len(players[id]):
            of_seats = amounts[id].setdefault(what, {})
            of_seats[seat] = TOGETHER[rule.how](of_seats[seat], amount) if seat in of_seats else amount
    return [
        Ended(id, kind, options, evening, tuple(players[id]), amounts[id])
        for id, kind, options, evening, seats, *_ in rows
        if len(players[id]) == seats and {player.person for player in players[id]} != {None}
    ]
