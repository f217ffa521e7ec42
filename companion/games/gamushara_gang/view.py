"""Perhaps doing, are you spy?: what each viewer may know, and what is secret."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.games.game import Secret, as_everybody
from companion.games.gamushara_gang.cards import CHARACTERS
from companion.games.gamushara_gang.moves import AnyMove, Rule
from companion.games.gamushara_gang.state import (
    ADDING,
    PERSONALITIES,
    Execution,
    Marker,
    Meeting,
    Partner,
    State,
    Status,
    changing,
    due,
)
from companion.games.moves import Adjust
from companion.games.view import Onlooker, Question, ViewBase

SECRET_MOVES: tuple[type[AnyMove], ...] = ()


class Character(Struct, frozen=True, gc=False):
    """A character as it lies on the table."""

    name: str
    status: Status
    execution: Execution | None


class View(ViewBase, frozen=True, gc=False):
    """What everybody knows. `stage` is the thing of the moment: nominate, exchange, execute, turn, out or over.

    `changing`: who may still exchange a candidate or add one, in their order. `is_begun`: something was reported of
    this turn's meeting. `spy_is_missing`: five hold all five personalities, and every one was told as gang.
    """

    stage: str
    turn: int
    player: int
    due: tuple[int, ...]
    changing: tuple[int, ...]
    is_begun: bool
    characters: tuple[Character, ...]
    struck: tuple[Execution, ...]
    alive: tuple[bool, ...]
    out: tuple[int, ...]
    spy: int | None
    spy_is_missing: bool
    partners: tuple[Partner, ...]
    markers: tuple[tuple[Marker, ...], ...]
    rules: tuple[Rule, ...]

    @property
    def will_wake(self) -> bool:
        """Whether the next turn wakes all that hide: fewer are active than living players less one [1]."""
        lying = [character.status for character in self.characters]
        ready = lying.count("active") + lying.count("candidate")
        return self.stage == "turn" and "hiding" in lying and ready < sum(self.alive) - 1

    @property
    def can_add(self) -> bool:
        """Whether so few are alive that a candidate may be added."""
        return sum(self.alive) <= ADDING

    @property
    def habits(self) -> tuple[str, ...]:
        return ("lineup",)

    def lineup_stays(self, habits: Mapping[str, Any]) -> bool:
        """Whether who is active, hiding or a candidate is seen on the table alone: screens show who was executed."""
        return habits.get("lineup") == "table"

    def asks_table_first(self, habits: Mapping[str, Any]) -> bool:
        """Then nobody is waited for who would name a candidate: the turn player executes somebody."""
        return self.lineup_stays(habits) and self.stage in ("nominate", "exchange", "execute")

    def results(self, where: str) -> tuple[str, ...]:
        match where:
            case "about" if self.stage == "over":
                return ("totals", "places", "series_points", "asks", "cards")
            case "about":
                return ("asks", "cards")
            case "moment" if self.stage == "over":
                return ("series_points",)
            case "beside" if self.stage != "over":
                return ("series_points",)
            case _:
                return ()

    @property
    def piles(self) -> tuple[str, ...]:
        return (CHARACTERS,)

    @property
    def also_asked(self) -> tuple[int, ...]:
        return (self.player,)

    def has_field(self, ask: Question, onlooker: Onlooker) -> bool:
        if ask.move == "confess":  # a phone answers in words on a page of its own
            return onlooker.on_board and len(ask.choices["about"]) > 1
        return ask.move != "exchange" and super().has_field(ask, onlooker)


def view(state: State) -> View:
    """What everybody may know: what is secret stays on the table, the sheet never learns it."""
    executions, living = {execution.character: execution for execution in state.executed}, state.living
    return View(
        stage=_stage(state),
        turn=state.turn,
        player=state.player,
        due=() if state.over else due(state),
        changing=() if state.over else changing(state),
        is_begun=state.meeting != Meeting(),
        characters=tuple(
            Character(name, status, executions.get(name))
            for name, status in zip(state.options.characters, state.statuses, strict=True)
        ),
        struck=tuple(execution for execution in state.executed if execution.turn == state.turn),
        alive=tuple(one in living for one in range(state.seats)),
        out=state.out,
        spy=state.spy,
        spy_is_missing=state.seats == PERSONALITIES and state.survivor_told and state.spy is None,
        partners=state.partners,
        markers=state.markers,
        rules=state.options.points,
    )


own_view = as_everybody


def _stage(state: State) -> str:
    if state.over:
        return "over"
    if state.pressing:
        return "out"
    if due(state):
        return "nominate"
    if changing(state):
        return "exchange"
    return "execute" if state.executable and state.player not in state.out else "turn"


def secret_in(state: State, move: AnyMove | Adjust) -> Secret | None:
    """Nothing that is reported is secret: roles, partners and personalities are told when they are shown."""
    return None


def is_revealed(state: State, secret: Secret) -> bool:
    return True


settled = is_revealed
