"""What devices and programs ask in two worlds."""

from collections.abc import Iterator
from itertools import count
from random import Random
from urllib.parse import urlencode

from companion.table.model import move_of
from companion.table.moves import move_to_json
from companion.table.open_round import HOST
from companion.table.questions import asks
from tests.faults.pairs import Pair
from tests.faults.what_ifs import Plain, Questions
from tests.support.evening_worlds import World
from tests.support.folds import folds
from tests.support.forms import flat
from tests.support.states.twin import changed_lines

PAGES = ("/", "/help", "/choose", "/people/", "/decks/", "/history/", "/history/games", "/history/people")
HISTORY = ("records.jsonl", "results.csv", "ledgers.csv", "plays.bgsplay")
GROUP_FILE = "/group/group.jsonl"
FILES = (*(f"/history/{name}" for name in HISTORY), GROUP_FILE)
SEATED = ("tablet", "viewer")
SOME = 3  # of lines, of questions
LOOKS = 6  # at what corrections would change, of a device
MADE = 3  # corrections that are made, of each who may
TAPS = 16  # moves that are tried
KINDS = ("board", "phone", "watch")  # of screens

Asked = tuple[str, Plain | None]  # a path, and a form if one is sent there
Attempt = tuple[str, str, Plain]  # who sends a form or JSON where


class Asking:
    """Drawn questions about a pair of tables that is played in this world, and in another one."""

    def __init__(self, rng: Random, pair: Pair, world: World) -> None:
        self._rng, self._pair, self._world, self._table = rng, pair, world, pair[0].table
        self._path, self._keys = f"/table/{world.code}", count()
        tables = self._table, pair[1].table
        self._changed = [*changed_lines(*tables)]
        self._questions = Questions(rng, *tables, pair[0].viewer)

    def looks(self) -> Iterator[Asked]:
        """Pages and streams, files, questions, lines, and what corrections would change."""
        table, path = self._table, self._path
        numbers = range(1, len(table.lines) + 1)
        corrections = [line.number for line in table.lines if line.recorded is None]
        some = self._rng.sample(numbers, min(SOME, len(numbers)))
        lines = dict.fromkeys([*(line.number for line, _ in self._changed), *corrections, *some])
        yield from (
            (page, None) for page in (*PAGES, f"{path}/sheet", f"{path}/notes", f"{path}/cards", f"{path}/names")
        )
        yield from ((file, None) for file in FILES)
        streams = [urlencode({"layout": f"{kind} table", "game": table.game.SLUG}) for kind in KINDS]
        yield from ((f"/live?{page}", None) for page in ("", *streams))
        for seat in range(len(table.seats)):
            yield from ((f"{path}/ask/{seat}/{ask.move}", None) for ask in asks(table, seat)[:SOME])
        yield from ((address, None) for address in self._folds())
        for line in lines:
            yield f"{path}/sheet/{line}", None
            yield f"{path}/correct", {"line": line, "how": "strike"}
        yield from ((f"{path}/correct", what_if.form) for what_if in self._questions.forms(LOOKS))
        for changed, _ in self._changed[-SOME:]:
            yield f"{path}/correct", self._entry | {"line": changed.number, "how": "before"}

    def _folds(self) -> list[str]:
        """What some folds hold, of any device that is here."""
        pages = [self._world.ask(name, "/").body.decode() for name in SEATED if name in self._world.clients]
        every = sorted({address for page in pages for address in folds(page)})
        return self._rng.sample(every, min(2 * SOME, len(every)))

    def guesses(self) -> Iterator[Attempt]:
        """The host reports what is secret as it is in one of the worlds: late, and by the key of who reported it."""
        rows = self._world.live.rows
        for line, other in self._changed:
            row = rows[line.number - 1]
            keys = [self._key(), *([row.key] if row.reporter != HOST else [])]
            for guess in (move_to_json(move_of(line)), move_to_json(move_of(other))):
                late = {"seen": line.number - 1}
                yield from (("tablet", f"{self._path}/move", flat(guess) | late | {"key": key}) for key in keys)
                yield from ((name, self._moves, guess | late | {"key": key}) for name in self._hosts for key in keys)

    def attempts(self) -> list[Attempt]:
        """Corrections that are made, and moves that somebody is asked for or was."""
        every: list[Attempt] = []
        for name in (name for name in self._world.clients if name in SEATED):
            made = self._questions.forms(MADE)
            every += [(name, f"{self._path}/correct", what_if.sure | {"key": self._key()}) for what_if in made]
            proposed = [{"pending": what_if.sure["pending"]} for what_if in self._questions.forms(MADE)]
            every += [(name, f"{self._path}/propose", form) for form in proposed]
        for name in self._reporting:
            own = [] if name in self._hosts else self._questions.programs(MADE, self._pair[0].viewer)
            made = [*own, *self._questions.programs(MADE)]
            every += [(name, self._moves, what_if.body | {"key": self._key()}) for what_if in made]
        among = self._questions.moves
        for plain in self._rng.sample(among, min(TAPS, len(among))):
            every.append(self._reported(plain))
        self._rng.shuffle(every)
        return every

    def _reported(self, plain: Plain) -> Attempt:
        """A move, by a device or by a program."""
        name = self._rng.choice([*self._world.clients, *self._reporting])
        beside = {"key": self._key(), "seen": self._rng.randint(0, len(self._table.lines))}
        if name in self._reporting:
            return name, self._moves, plain | beside
        return name, f"{self._path}/move", flat(plain) | beside

    @property
    def _entry(self) -> Plain:
        """An entry by hand, which fits anywhere."""
        return {"move": "adjust", "seat": 0, "track": self._table.tracks[0], "by": 1, "why": "a bet"}

    def _key(self) -> str:
        return f"guess-{next(self._keys):04}"

    @property
    def _moves(self) -> str:
        return f"/api/tables/{self._world.code}/moves"

    @property
    def _hosts(self) -> list[str]:
        """The programs that report for the host."""
        return [name for name in self._reporting if "host" in name]

    @property
    def _reporting(self) -> list[str]:
        """The programs that may report: for the host, for a seat."""
        return [name for name in self._world.programs if "watches" not in name]
