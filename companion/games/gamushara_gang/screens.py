"""Perhaps doing, are you spy?: what each viewer may know, and what is secret."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.game import Secret
from companion.games.gamushara_gang.moves import CHANCE_CARDS, CHARACTER_CARDS, AnyMove, Rule
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
from companion.games.moves import Adjust, Ask
from companion.games.view import Aspect, Onlooker, ViewBase, blank


class Character(Struct, frozen=True, gc=False):
    """A character as it lies on the table."""

    name: str
    status: Status
    execution: Execution | None


class View(ViewBase, frozen=True, gc=False):
    """What everybody knows. `stage` is the thing of the moment: nominate, exchange, execute, turn, out or over.

    `changing`: who may still exchange a candidate or add one, in their order. `is_begun`: something was reported of
    this turn's meeting. `spy_is_missing`: five hold all five personalities, and every one was told as gang.
    `will_wake`: the next turn wakes all that hide.
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
                return replace(BLANK, turn=self.turn)
            case "phone-head":
                return self._of_turn()
            case "moment":
                return self._of_end() if stage else BLANK
            case "standing":
                return replace(self._of_people(), stage=stage, player=self.player)
            case "beside":
                return replace(BLANK, stage=stage, rules=self.rules)
            case "waiting":
                return replace(BLANK, stage=self.stage)
            case "about":
                return self._of_own(seat)
            case "calm":
                alive = self.alive if seat is None else self._of_one(seat).alive
                return replace(BLANK, stage=self.stage, alive=alive, struck=self.struck if self.stage == "turn" else ())
            case "notebook" if seat is None:
                return replace(BLANK, stage=stage, characters=self.characters)
            case "notebook":  # on a screen, where it is folded
                return replace(BLANK, stage=stage)
            case "asks":
                return self._of_asks()
            case "folds":
                return replace(BLANK, turn=self.turn, struck=self.struck)
        return BLANK

    def rows(self, where: str) -> tuple[int | str, ...]:
        """The characters, by their places, and what is done now."""
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
            return self._of_meeting()
        return replace(BLANK, characters=(NOBODY,) * row + (self.characters[row],))

    def _of_turn(self) -> "View":
        """Whose turn it is, and who died in it."""
        return replace(BLANK, player=self.player, struck=self.struck, will_wake=self.will_wake)

    def _of_meeting(self) -> "View":
        """What is done about the line-up."""
        return replace(
            self._of_turn(),
            stage=self.stage,
            due=self.due,
            changing=self.changing,
            is_begun=self.is_begun,
            alive=self.alive,
        )

    def _of_end(self) -> "View":
        """Who has won, and whose roles they were."""
        return replace(
            BLANK,
            stage=self.stage,
            characters=self.characters,
            alive=self.alive,
            out=self.out,
            spy=self.spy,
            spy_is_missing=self.spy_is_missing,
            rules=self.rules,
        )

    def _of_people(self) -> "View":
        """What is told of everybody and of their roles."""
        return replace(BLANK, alive=self.alive, spy=self.spy, partners=self.partners, markers=self.markers)

    def _of_own(self, seat: int | None) -> "View":
        """How it ended for somebody; before that, what is told of them."""
        if self.stage == "over":
            return replace(BLANK, stage=self.stage, characters=self.characters, spy=self.spy, rules=self.rules)
        return self._of_people() if seat is None else self._of_one(seat)

    def _of_one(self, seat: int) -> "View":
        """What is told of one seat, in its place; of others nothing."""
        return replace(
            BLANK,
            alive=(False,) * seat + (self.alive[seat],),
            spy=seat if self.spy == seat else None,
            partners=("held",) * seat + (self.partners[seat],),
            markers=((),) * seat + (self.markers[seat],),
        )

    def _of_asks(self) -> "View":
        return replace(
            BLANK,
            stage=self.stage,
            turn=self.turn,
            player=self.player,
            due=self.due,
            changing=self.changing,
            characters=self.characters,
            struck=self.struck,
        )

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
                return ("totals", "places", "series_points", "cards")
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
        """Until the end every phone shows the line-up."""
        return "open" if self.stage == "over" else ""

    @property
    def piles(self) -> tuple[str, ...]:
        return (CHARACTER_CARDS,)

    def with_form(self, asks: Sequence[Ask], for_other: bool, habits: Mapping[str, Any]) -> Sequence[Ask]:
        """To turn characters over is among what a card does, a partner who takes over among who is out; where the
        line-up stays on the table, nobody says what is done about it."""
        left_out = {"flip", "succeed"} | ({"add", "exchange"} if self.lineup_stays(habits) else set())
        return [ask for ask in asks if ask.move not in left_out and not self._is_left_open(ask, habits)]

    def _is_left_open(self, ask: Ask, habits: Mapping[str, Any]) -> bool:
        """Whether it is asked as well, but there is no need to say so."""
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

    def unfolding(self, newest: str) -> str:
        if self.stage != "over":
            return "silence" if newest == "execute" else ""
        return "open wait hold" if newest in ("out", "personality") else ""


NOBODY = Character("", "active", None)
BLANK = blank(View)


def view(state: State) -> View:
    """What everybody may know: what is secret stays on the table, the sheet never learns it."""
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
    """Whether fewer are active, or candidates, than living players less one: then all that hide are woken [1]."""
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


def secret_in(state: State, move: AnyMove | Adjust) -> Secret | None:
    """Nothing that is reported is secret: roles, partners and personalities are told when they are shown."""
    return None


def is_revealed(state: State, secret: Secret) -> bool:
    return True
