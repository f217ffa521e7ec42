"""Final Deathweek: the view, which is the same for everybody, and the secret killers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import repeat
from math import inf
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.games.final_deathweek.moves import COLORS, COPY, AnyMove, Color, Event, Killers, Outcome
from companion.games.final_deathweek.state import (
    Day,
    State,
    alive,
    break_used,
    chains,
    counters_of,
    events_left,
    one_is_enough,
    open_days,
    row_of,
    seat_order,
    told_too_often,
    unexposable,
)
from companion.games.game import Secret
from companion.games.ledger import Outcome as Ending
from companion.games.moves import Adjust, Ask
from companion.games.view import Aspect, Onlooker, ViewBase, dying

COPIES = 4  # of each killer [1]
SECRET_MOVES: tuple[type[AnyMove], ...] = (Killers,)
DAY = ("stage", "day", "days")


class Player(Struct, frozen=True, gc=False):
    """The open facts about a player. `close`: the day's reveal could bring the counters to the limit."""

    solid: Color | None
    exposed: Color | None
    unexposable: bool
    alive: bool
    counters: int
    close: bool
    break_used: bool
    chains: tuple[tuple[int, ...], ...]
    event: Event | None = None
    broke: bool = False
    turned: Event | None = None
    killers_told: bool = False
    outcome: Outcome | None = None

    @property
    def acted(self) -> bool:
        """Whether this player has taken an event, broken, or told an outcome today."""
        return self.event is not None or self.broke or self.outcome is not None


class View(ViewBase, frozen=True, gc=False):
    """The view of everybody. `stage`: solid, take, killers or over.

    `due`: the seats that still have to act, in the proper order; `turn`: the first of them while events are taken.
    `week`: the judged days with their killers; `fresh`: the newest of them is still on show. `only_outcomes`: a week
    without reports of killers; on a phone before the week, that only outcomes are asked for. `told_too_often`: events
    of which more cards were reported than are in the box. `not_open`: the number of killers of each colour that do not
    lie open, while the group may see it.
    """

    stage: str
    days: int
    order: tuple[int, ...]
    due: tuple[int, ...]
    turn: int | None
    limit: int
    players: tuple[Player, ...]
    schedule: tuple[tuple[Event, ...] | None, ...]
    left: tuple[Event, ...] | None
    open_days: tuple[int, ...]
    week: tuple[Day, ...]
    fresh: bool
    only_outcomes: bool
    is_one_enough: bool
    break_removes: int
    told_too_often: tuple[Event, ...]
    not_open: tuple[tuple[Color, int], ...]
    day: int = -1
    leader: int = -1
    outcome: Ending = "playing"

    def shown_to(self, where: str, seat: int | None, habits: Mapping[str, Any]) -> "View":
        match where:
            case "about" | "card":
                return self._about(seat, habits, ends=where == "card")
            case "asks":
                return self._asked(seat)
            case "moment":
                return self._moment()
            case "phone-head" if self.stage == "over":
                return self.only("stage")
            case "phone-head" if self.day == 0:
                return self.only(*DAY, "told_too_often")
            case "phone-head":
                return self.only(*DAY, "told_too_often", "order", "not_open", "fresh")
            case "head" | "me" | "watcher":
                return self.only(*DAY)
            case "beside":
                return self.only("not_open")
            case "waiting" if self.stage == "solid" and self.asks_outcomes(habits):
                return self.only(stage="take")
            case "waiting":
                return self.only("stage")
            case "calm":
                return self.only("stage", players=_each(self.players, "broke"))
            case "spot":
                return self.only("day", "fresh")
            case _:
                return self.only()

    def _moment(self) -> "View":
        """The solid killers, then the judged days while the newest is on show; else `rows` draw the day."""
        if self.stage == "solid":
            return self.only(*DAY, "told_too_often", players=_each(self.players, "solid"))
        if not self.fresh and self.stage != "over":
            return self.only("day", "order")
        week = ("week", "leader", "is_one_enough", "order", "schedule", "limit", "only_outcomes", "outcome")
        return self.only(*DAY, "told_too_often", "fresh", *week, players=_each(self.players, *JUDGED))

    def rows(self, where: str) -> tuple[int | str, ...]:
        if not self.day or self.stage == "over":
            return ()
        match where:
            case "phone-head":
                return self.order
            case "moment" if not self.fresh:
                return (*self.order, "leaves")
            case _:
                return ()

    def row(self, where: str, row: int | str) -> "View":
        if isinstance(row, str):  # "leaves": the calendar, and the current step
            return self.only(*DAY, "leader", "turn", "is_one_enough", "schedule", "left")
        player = self.players[row]
        if where == "phone-head":
            player = replace(player, killers_told=False, chains=())
        return self.only(
            "days",
            "limit",
            stage="killers" if self.stage == "killers" and player.killers_told else "",
            leader=row if row == self.leader else -1,
            turn=row if row == self.turn else None,
            players=(NOBODY,) * row + (player,),
        )

    def _about(self, seat: int | None, habits: Mapping[str, Any], ends: bool) -> "View":
        """The player in `seat` alone (None: all), and the week; with its end only if the slot shows how it `ends`."""
        if self.stage == "over" and not ends:
            return self.only("stage")
        if self.stage == "solid":
            return self.only(*DAY, only_outcomes=self.asks_outcomes(habits))
        own = _each(self.players, *OWN)
        if seat is not None:
            own = (NOBODY,) * seat + own[seat : seat + 1]
        return self.only(*DAY, "week", "limit", "outcome", players=own)

    def _asked(self, seat: int | None) -> "View":
        """The context of forms; the turn only for seats that still take, and for the leader, who may expose first."""
        is_done = seat is not None and seat != self.leader and self.players[seat].acted
        shared = ("leader", "order", "due", "schedule", "fresh", "only_outcomes", "break_removes")
        players = _each(self.players, *(("solid",) if self.stage == "solid" else ("unexposable", "counters")))
        return self.only(*DAY, *shared, turn=None if is_done else self.turn, players=players)

    def results(self, where: str) -> tuple[str, ...]:
        match where:
            case "card":
                return ("facts", "totals")
            case "moment":
                return ("totals",)
            case _:
                return ()

    def aspects(self, before_round: float) -> Mapping[Aspect, Any]:
        week = [day for day in self.week if day.number < before_round]
        aspects: dict[Aspect, Any] = {}
        for seat, player in enumerate(self.players):
            row = [number for day in week if (number := day.number_of(seat)) is not None]
            aspects[Aspect("solid", seat)] = player.solid
            aspects[Aspect("chain", seat)] = tuple(chains(row))
            aspects[Aspect("unexposable", seat)] = bool(week) and week[-1].verdicts[seat].chain == "broken"
            aspects[Aspect("dead", seat)] = next((day.number for day in week if day.verdicts[seat].died), None)
            aspects[Aspect("break", seat)] = next((day.number for day in week if day.broke[seat]), None)
        if before_round < inf or self.stage == "over":
            return aspects
        for seat, player in enumerate(self.players):
            aspects[Aspect("today", seat)] = (player.event, player.outcome, player.broke) if player.acted else None
            aspects[Aspect("exposed", seat)] = player.exposed
        return aspects | {Aspect("phase"): (self.day, self.stage)}

    @property
    def piles(self) -> tuple[str, ...]:
        return (COPY,) if self.stage == "take" else ()

    @property
    def habits(self) -> tuple[str, ...]:
        return ("telling", "possible")

    @property
    def too_many(self) -> tuple[Color, ...]:
        """Colours of which more killers lay open on the newest judged day than the box holds: four of each."""
        hands = self.week[-1].killers if self.week else ()
        lying = Counter([player.solid for player in self.players] + [color for hand in hands for color in hand or ()])
        return tuple(color for color in COLORS if lying[color] > COPIES)

    def possible(self, habits: Mapping[str, Any]) -> tuple[tuple[Color, int], ...]:
        """`not_open`, if `habits` want it shown; else nothing."""
        return self.not_open if habits.get("possible") == "shown" else ()

    @property
    def next_taker(self) -> int | None:
        """The seat that takes the next event: before the week the one to the left of the leader."""
        return self.turn if self.day else self.order[0]

    @property
    def solid_told(self) -> bool:
        """Whether a solid killer was reported."""
        return any(player.solid for player in self.players)

    def asks_outcomes(self, habits: Mapping[str, Any]) -> bool:
        """Whether only outcomes are asked for: in a week that began so, or by `habits`, unless a solid killer was
        reported."""
        begins_otherwise = self.stage == "solid" and self.solid_told
        return self.only_outcomes or (habits.get("telling") == "outcomes" and not begins_otherwise)

    def broken_away(self, seat: int) -> int:
        """The number of counters that Break would take from `seat`."""
        return min(self.break_removes, max(self.players[seat].counters, 0))

    @property
    def also_asked(self) -> tuple[int, ...]:
        return (self.leader,)

    def expose_of(self, seat: int, asked: Mapping[int, Sequence[Ask]]) -> Ask | None:
        """The leader's ask to expose a killer of `seat`, among those `asked` by seat; it comes before `seat` takes."""
        asks = asked.get(self.leader, ())
        return next((ask for ask in asks if ask.move == "expose" and ask.seat == seat), None)

    def with_form(self, asks: Sequence[Ask], for_other: bool, habits: Mapping[str, Any]) -> Sequence[Ask]:
        """The first ask of each move: its form has all answers."""
        first: dict[str, Ask] = {}
        for ask in asks:
            first.setdefault(ask.move, ask)
        return [*first.values()]

    def numbered(self, cards: Sequence[Mapping[str, Any]], number: int) -> Sequence[Mapping[str, Any]]:
        """The events with this `number` among the `cards` of a deck."""
        return [card for card in cards if card["number"] == number]

    def alike(self, ask: Ask, asks: Sequence[Ask]) -> Sequence[Ask]:
        """The `asks` for the same move as `ask`."""
        return [one for one in asks if one.move == ask.move]

    def has_field(self, ask: Ask, onlooker: Onlooker) -> bool:
        if ask.given:
            return False
        match ask.move:
            case "take" | "outcome":  # out of turn a phone takes on a page of its own
                begins = self.day > 0 or self.asks_outcomes(onlooker.habits)
                return not onlooker.is_asked or (begins and self.next_taker == ask.seat)
            case "killers":  # every pair is a button
                return False
            case "schedule":
                return onlooker.on_board
            case _:
                return super().has_field(ask, onlooker)

    def moment(self, result: Mapping[str, Any]) -> str:
        return f"{self.day}.{self.stage}.{len(self.week)}"

    def is_spotlit(self, newest: str) -> bool:
        return newest in ("take", "break", "expose") or (self.fresh and newest in ("killers", "outcome"))

    def unfolding(self, newest: str) -> str:
        is_over = self.stage == "over"
        if newest not in ("take", "break", "killers", "outcome") or not (is_over or self.fresh):
            return ""
        dead = [seat for seat, verdict in enumerate(self.week[-1].verdicts) if verdict.died]
        end = [*["beat"] * len(self.week), "hold"] if is_over else []
        return " ".join([*["open"] * (len(self.order) - 1), *["wait"] * bool(dead), "open", *end]) + dying(dead)


NOBODY = Player(None, None, unexposable=False, alive=False, counters=0, close=False, break_used=False, chains=())
JUDGED = ("solid", "unexposable", "alive", "counters", "close", "chains")
OWN = ("solid", "alive", "counters", "break_used", "chains", "event", "broke", "outcome")


def _each(players: Sequence[Player], *fields: str) -> tuple[Player, ...]:
    """The players with these of their fields, all else blank."""
    shown = [zip(fields, map(getattr, repeat(player), fields), strict=True) for player in players]
    return tuple([replace(NOBODY, **dict(pairs)) for pairs in shown])


def view(state: State) -> View:
    """The view of everybody: nobody may know killers before the day is judged."""
    today = state.today or Day.begun(0, state.leader, state.seats)
    order = seat_order(today, state.seats)
    return View(
        stage=_stage(state),
        day=state.number,
        days=state.options.days,
        leader=state.leader,
        order=order,
        due=_due(state, order),
        turn=next((one for one in order if state.days and not today.acted[one]), None),
        limit=state.options.counter_limit,
        players=tuple(_player(state, today, one, counters) for one, counters in enumerate(counters_of(state))),
        schedule=state.schedule,
        left=events_left(state),
        open_days=tuple(open_days(state)),
        week=tuple(day for day in state.days if day.verdicts),
        fresh=state.number > 1 and not (any(today.acted) or any(today.exposed)),
        only_outcomes=state.only_outcomes,
        is_one_enough=one_is_enough(state),
        break_removes=state.options.break_removes,
        told_too_often=told_too_often(state),
        not_open=_not_open(state),
        outcome=state.outcome,
    )


def _stage(state: State) -> str:
    if state.over:
        return "over"
    if state.today is None:
        return "solid"
    return "killers" if all(state.today.acted) else "take"


def _not_open(state: State) -> tuple[tuple[Color, int], ...]:
    """The number of killers of each colour that do not lie open today: four of each [1] less solid and exposed ones.

    Reported hands do not count: nobody may know them before the day is judged, and then they go back [6].
    """
    if state.over or state.today is None or state.only_outcomes:
        return ()
    lying = Counter((*state.solid, *state.today.exposed))
    return tuple((color, max(COPIES - lying[color], 0)) for color in COLORS)


def _due(state: State, order: Sequence[int]) -> tuple[int, ...]:
    if state.over:
        return ()
    today = state.today
    if today is None:
        return tuple(seat for seat in order if state.solid[seat] is None)
    return tuple(seat for seat in order if not today.acted[seat]) or tuple(s for s in order if s in today.lacking)


def _player(state: State, today: Day, seat: int, counters: int) -> Player:
    return Player(
        solid=state.solid[seat],
        exposed=today.exposed[seat],
        unexposable=unexposable(state, seat),
        alive=alive(state, seat),
        counters=counters,
        close=counters + _threat(state, today, seat) >= state.options.counter_limit,
        break_used=break_used(state, seat),
        chains=tuple(chains(row_of(state, seat))),
        event=today.taken[seat],
        broke=today.broke[seat],
        turned=today.turned[seat],
        killers_told=today.killers[seat] is not None,
        outcome=today.outcomes[seat],
    )


def _threat(state: State, today: Day, seat: int) -> int:
    """The most counters that the day may still bring to a survivor: one for each colour of the event but one [3]."""
    if state.over or today.broke[seat]:
        return 0
    event, outcome = today.taken[seat], today.outcomes[seat]
    if outcome is not None:
        return outcome.matched or 0
    return 2 if event is None else max(len(event.colors) - 1, 0)


def secret_in(state: State, move: AnyMove | Adjust) -> Secret | None:
    """The killers of a hand, hidden from everybody, even the reporter, until the day is judged."""
    return Secret(("colors",), (), ("judged", max(state.number, 1))) if isinstance(move, Killers) else None


def is_revealed(state: State, secret: Secret) -> bool:
    """Whether the day of `secret` was judged, or can no longer be."""

    day = int(secret.until[1])
    judged = any(one.number == day and one.verdicts for one in state.days)
    return judged or (state.over and not state.counted)  # a day that was dropped when the week was counted stays closed
