"""Whether answers and files of two worlds are the same."""

from collections.abc import Iterable
from random import Random

from companion.table.result import is_closed
from tests.faults.asking import FILES, GROUP_FILE, PAGES, SEATED, Asked, Asking
from tests.faults.outcome import Outcome
from tests.faults.pairs import Pair
from tests.faults.what_ifs import Plain
from tests.support.evening_worlds import World, differences
from tests.support.forms import forms

FEW = 8  # addresses, of those that another device asks for


class Comparison:
    """A pair of tables, played in two worlds; `outcome` counts where answers and files differ."""

    def __init__(self, outcome: Outcome, rng: Random, pair: Pair, worlds: tuple[World, World]) -> None:
        self._outcome, self._rng, self._pair, self._worlds = outcome, rng, pair, worlds
        self._code, self._table = worlds[0].code, pair[0].table
        self._asking = Asking(rng, pair, worlds[0])

    def make(self) -> None:
        """Ask for pages; then report moves until one is taken: that may open a secret, and the worlds differ."""
        self._compare_files("the game was played")
        for device in self._worlds[0].clients:
            self._ask_each(device, [*self._asking.looks()] if device in SEATED else self._some([*self._asking.looks()]))
        for program in self._worlds[0].programs:
            for path in ("", "/live", "/record"):
                self._ask(program, f"/api/tables/{self._code}{path}", None)
        if not is_closed(self._table):
            self._put_away()
        self._compare_files("all have looked")
        for device, path, form in (*self._asking.guesses(), *self._asking.attempts()):
            self._ask(device, path, form)
            if path.endswith("/propose"):
                self._answer_proposals()
            if self._is_taken():
                return
            self._compare_files(f"{device} has sent {form}")

    def _put_away(self) -> None:
        """The host puts the game away; all look; and it goes on."""
        self._ask("tablet", "/put-away", {})
        self._ask("tablet", GROUP_FILE, None)
        for device in self._worlds[0].clients:
            self._ask_each(device, [("/", None), *self._some([(path, None) for path in (*PAGES, *FILES)])])
        self._ask("tablet", f"/tables/{self._code}/go-on", {})

    def _answer_proposals(self) -> None:
        """All look at what was proposed, and whoever has a form for it allows it, or declines it."""
        for device in self._worlds[0].clients:
            self._ask(device, "/", None)
            page = self._worlds[0].ask(device, "/").body.decode()
            self._worlds[1].ask(device, "/")
            for form in forms(page):
                if "/proposals/" in form.action:
                    how = self._rng.choice(["allow", "allow", "decline", "withdraw"])
                    self._ask(device, form.action, dict([*form.hidden, ("answer", how)]))

    def _some(self, asked: list[Asked]) -> list[Asked]:
        return self._rng.sample(asked, FEW)

    def _ask_each(self, device: str, asked: Iterable[Asked]) -> None:
        for path, form in asked:
            self._ask(device, path, form)

    def _ask(self, device: str, path: str, form: Plain | None) -> None:
        one, another = (world.ask(device, path, form) for world in self._worlds)
        note = f"{self._pair[0]}: {device} asks for {path} {form}: {one.status}, {another.status}"
        self._outcome.load += 1
        self._outcome.note("leaked", note, int(one != another))
        self._outcome.note("failed", note, int(one.status >= 500))

    def _compare_files(self, after: str) -> None:
        tables = differences(*self._worlds)
        self._outcome.note("leaked", f"{self._pair[0]}: after {after} these differ: {tables}", len(tables))

    def _is_taken(self) -> bool:
        """Whether a line was taken, in one of the worlds alone or in both."""
        one, another = (len(world.live.table.lines) for world in self._worlds)
        self._outcome.note("leaked", f"{self._pair[0]}: a line is taken in one world", int(one != another))
        return one != len(self._table.lines) or another != one
