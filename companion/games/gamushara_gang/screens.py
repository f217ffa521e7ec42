"""Perhaps doing, are you spy?: the view, which is the same for everybody. What is secret stays on the table."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.gamushara_gang.moves import CHANCE_CARDS, CHARACTER_CARDS, Rule
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
from companion.games.moves import Ask
from companion.games.view import Aspect, Onlooker, ViewBase, blank, dying

PEOPLE = ("alive", "spy", "partners", "markers")
TURN = ("player", "struck", "will_wake")


class Character(Struct, frozen=True, gc=False):
    """A character as it lies on the table."""

    name: str
    status: Status
    execution: Execution | None


class View(ViewBase, frozen=True, gc=False):
    """The view of everybody. `stage`: nominate, exchange, execute, turn, out or over.

    `changing`: the seats that may still exchange or add a candidate, in their order. `is_begun`: this turn's meeting
    has a report. `spy_is_missing`: five hold all five personalities, and all were reported as gang. `will_wake`: the
    next turn wakes all hiding characters.
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
    will_wake: bool

    def shown_to(self, where: str, seat: int | None, habits: Mapping[str, Any]) -> "View":
        stage = self.stage if self.stage == "over" else ""  # where it matters only whether it is over
        match where:
            case "head" | "watcher" | "me":
                return self.only("turn")
            case "phone-head":
                return self.only(*TURN)
            case "moment" if stage:
                return self.only("stage", "characters", "alive", "out", "spy", "spy_is_missing", "rules")
            case "standing":
                return self.only(*PEOPLE, "player", stage=stage)
            case "beside":
                return self.only("rules", stage=stage)
            case "waiting":
                return self.only("stage")
            case "spot":
                return self.only("struck")
            case "about" if stage:
                return self.only("stage", "rules")
            case "card":
                return self.only("characters", "spy", "rules")
            case "about":
                return self.only(*PEOPLE) if seat is None else self._of_one(seat)
            case "calm" if seat is not None and seat in self.out:
                return self.only(alive=(False,) * (seat + 1), out=(seat,))
            case "calm":
                alive = self.alive if seat is None else (False,) * seat + self.alive[seat : seat + 1]
                return self.only("stage", alive=alive, struck=self.struck if self.stage == "turn" else ())
            case "notebook" if seat is None:
                return self.only("characters", stage=stage)
            case "notebook":  # on a screen, where it is folded
                return self.only(stage=stage)
            case "asks":
                return self.only("stage", "turn", "player", "due", "changing", "characters", "struck")
            case "folds":
                return self.only("turn", "struck")
        return self.only()

    def rows(self, where: str) -> tuple[int | str, ...]:
        """The characters, by their places, and below them the text of the current step."""
        lineup = tuple(range(len(self.characters))) if self.stage != "over" else ()
        match where:
            case "moment" if lineup:
                return (*lineup, "text")
            case "about":
                return lineup
            case _:
                return ()

    def row(self, where: str, row: int | str) -> "View":
        if isinstance(row, str):
            return self.only(*TURN, "stage", "due", "changing", "is_begun", "alive")
        return replace(BLANK, characters=(NOBODY,) * row + (self.characters[row],))

    def _of_one(self, seat: int) -> "View":
        """The fields of PEOPLE for one seat, in its place; nothing of other seats."""
        return replace(
            BLANK,
            alive=(False,) * seat + (self.alive[seat],),
            spy=seat if self.spy == seat else None,
            partners=("held",) * seat + (self.partners[seat],),
            markers=((),) * seat + (self.markers[seat],),
        )

    @property
    def can_add(self) -> bool:
        """Whether a candidate may be added: at most ADDING are alive."""
        return sum(self.alive) <= ADDING

    @property
    def habits(self) -> tuple[str, ...]:
        return ("lineup",)

    def lineup_stays(self, habits: Mapping[str, Any]) -> bool:
        """Whether only the table shows active, hiding and candidate characters: screens show the executed ones."""
        return habits.get("lineup") == "table"

    def asks_table_first(self, habits: Mapping[str, Any]) -> bool:
        """True where `lineup_stays`: the turn player executes, and nobody waits for candidates."""
        return self.lineup_stays(habits) and self.stage in ("nominate", "exchange", "execute")

    def results(self, where: str) -> tuple[str, ...]:
        match where:
            case "card":
                return ("totals", "places")
            case "about" if self.stage == "over":
                return ("series_points", "cards")
            case "about":
                return ("cards",)
            case "moment" if self.stage == "over":
                return ("series_points", "newest")
            case "beside" if self.stage != "over":
                return ("series_points",)
            case _:
                return ()

    def aspects(self, before_round: float) -> Mapping[Aspect, Any]:
        aspects: dict[Aspect, Any] = {}
        for one in self.characters:
            aspects[Aspect("character", which=one.name)] = (one.status, one.execution and one.execution.seat)
        for seat, is_alive in enumerate(self.alive):
            aspects[Aspect("out", seat)] = None if is_alive else self.spy == seat
            aspects[Aspect("partner", seat)] = self.partners[seat]
            aspects[Aspect("answered", seat)] = tuple(marker.about for marker in self.markers[seat])
        if self.stage == "over":
            return aspects
        return aspects | {Aspect("turn player"): self.player, Aspect("phase"): (self.turn, self.stage)}

    @property
    def on_table(self) -> Mapping[str, Sequence[Any]]:
        return {CHARACTER_CARDS: [{"name": character.name} for character in self.characters], CHANCE_CARDS: ()}

    @property
    def whole_table(self) -> Literal["", "fold", "open"]:
        """Not needed until the end: every phone shows the line-up."""
        return "open" if self.stage == "over" else ""

    @property
    def piles(self) -> tuple[str, ...]:
        return (CHARACTER_CARDS,)

    def with_form(self, asks: Sequence[Ask], for_other: bool, habits: Mapping[str, Any]) -> Sequence[Ask]:
        """All asks, except: `flip` is part of the form of a card's effect, `succeed` of that of `out`; where
        `lineup_stays`, changes of the line-up are not reported."""
        left_out = {"flip", "succeed"} | ({"add", "exchange"} if self.lineup_stays(habits) else set())
        return [ask for ask in asks if ask.move not in left_out and not self._is_left_open(ask, habits)]

    def _is_left_open(self, ask: Ask, habits: Mapping[str, Any]) -> bool:
        """Whether the optional `ask` needs no form of its own."""
        return ask.optional and (ask.move == "turn" or (ask.move == "nominate" and self.lineup_stays(habits)))

    def is_folded(self, ask: Ask, asks: Sequence[Ask], for_other: bool) -> bool:
        match ask.move:
            case "confess" | "no-partner" | "add":
                return True
            case "nominate" | "out":
                return ask.optional
            case "exchange":
                return ask.seat not in self.changing
            case "execute":
                return bool(ask.given)
            case _:
                return False

    @property
    def also_asked(self) -> tuple[int, ...]:
        return (self.player,)

    def has_field(self, ask: Ask, onlooker: Onlooker) -> bool:
        if ask.move == "confess":  # a phone answers in words on a page of its own
            return onlooker.on_board and len(ask.choices.get("about", ())) > 1
        return ask.move != "exchange" and super().has_field(ask, onlooker)

    def moment(self, result: Mapping[str, Any]) -> str:
        whose = sum(struck.seat is not None for struck in self.struck)
        return f"{self.turn}.{len(self.struck)}.{whose}.{result['over']}.{self.spy}"

    def is_spotlit(self, newest: str) -> bool:
        if newest == "turn":  # who died in the turn before was nobody's role
            died = [one.execution for one in self.characters if one.execution and one.execution.turn == self.turn - 1]
            return {execution.seat for execution in died} == {None}
        return newest in ("nominate", "exchange", "add", "flip", "succeed")

    def unfolding(self, newest: str) -> str:
        if self.stage != "over":
            return "silence" if newest == "execute" else ""
        if newest not in ("out", "personality"):
            return ""
        return "open wait hold" + dying(self.out[-1:] if newest == "out" else ())


NOBODY = Character("", "active", None)
BLANK: View = blank(View)


def view(state: State) -> View:
    """The view of everybody: secrets stay on the table and are never reported."""
    executions = {execution.character: execution for execution in state.executed}
    stage = _stage(state)
    return View(
        stage=stage,
        turn=state.turn,
        player=state.player,
        due=() if state.over else due(state),
        changing=() if state.over else changing(state),
        is_begun=state.meeting != Meeting(),
        characters=tuple(
            [
                Character(name, status, executions.get(name))
                for name, status in zip(state.options.characters, state.statuses, strict=True)
            ]
        ),
        struck=tuple(execution for execution in state.executed if execution.turn == state.turn),
        alive=tuple([one not in state.out for one in range(state.seats)]),
        out=state.out,
        spy=state.spy,
        spy_is_missing=state.seats == PERSONALITIES and state.survivor_told and state.spy is None,
        partners=state.partners,
        markers=state.markers,
        rules=state.options.points,
        will_wake=stage == "turn" and _will_wake(state),
    )


def _will_wake(state: State) -> bool:
    """Whether fewer characters are active or candidates than living players less one, so that hiding ones wake [1]."""
    ready = state.statuses.count("active") + state.statuses.count("candidate")
    return "hiding" in state.statuses and ready < len(state.living) - 1


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
