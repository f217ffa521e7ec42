"""Death Wish: the view of each viewer, and the secrets in moves."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from msgspec.structs import replace

from companion.games.death_wish.moves import DISEASES, OUTBREAKS, POOLIO, AnyMove, Contract, Diagnosis, Outbreak
from companion.games.death_wish.rules import ask_outbreak
from companion.games.death_wish.state import Death, Drawn, State, is_told, next_player
from companion.games.game import Ask, Secret
from companion.games.moves import Adjust
from companion.games.view import Aspect, Onlooker, ViewBase, blank, dying

LONG_STACK = 24  # diseases: no real game has more, so longer stacks are listed, not drawn
RACE = ("stage", "target", "tells_turns")
ABSENT = {"skulls": 0, "keepers": 0, "stacks": (), "farewells": None}  # of a seat that is not shown
SECRET_MOVES: tuple[type[AnyMove], ...] = (Outbreak,)


class View(ViewBase, frozen=True, gc=False):
    """The view of one viewer. `stage`: play or over. `newest`: the newest diagnosis. `kept`: the viewer's own keepers.

    `outbreak`: the text of the current outbreak, if reported. `outbreaks`: once the game is over, all reported ones,
    without the texts of keepers that were never played. `longest`: skulls on the longest track. `tells_turns`: whether
    `next` is known to be at turn: before the first contract, and where other actions are reported; else `next` only
    follows from the order of seats.
    """

    stage: str
    target: int
    next: int | None
    skulls: tuple[int, ...]
    longest: int
    stacks: tuple[tuple[Contract, ...], ...]
    newest: Contract | None
    due: tuple[int, ...]
    keepers: tuple[int, ...]
    deaths: tuple[Death, ...]
    living: tuple[int, ...]
    farewells: tuple[str | None, ...]
    group_ignored: bool
    outbreak: str | None
    tells_turns: bool
    outbreaks: tuple[Drawn, ...]
    kept: tuple[str | None, ...] = ()

    def shown_to(self, where: str, seat: int | None, habits: Mapping[str, Any]) -> "View":
        match where:
            case "head" | "watcher" | "me":
                return self.only("target")
            case "waiting":
                return self.only("tells_turns")
            case "phone-head" if self.stage == "over":
                return self.only("stage", "target")
            case "phone-head":  # of stacks only whether anybody has anything
                return self.only("stage", "target", "outbreak", stacks=tuple(stack[:1] for stack in self.stacks))
            case "standing":
                return self.only("living", "tells_turns", next=self._next_told)
            case "fold-stacks":
                return self.only("stacks")
            case "moment" if self.stage == "over":
                return self.only("stage", "target", "skulls", "deaths", "living")
            case "moment":
                newest, due = self.newest if self.outbreak is None else None, self.due if self.group_ignored else ()
                return self.only(*RACE, "next", "outbreak", "deaths", "group_ignored", newest=newest, due=due)
            case "spot":
                return self.only("newest", "stacks")
            case "about":
                return self._of_own(seat)
            case "card" if seat is not None:
                own = self._of_one(seat, "skulls", "stacks", "farewells")
                return replace(own, target=self.target, deaths=self.deaths)
            case "calm" if seat is not None:
                return replace(self._of_one(seat, "living", "due", "skulls", "out"), tells_turns=self.tells_turns)
            case "calm":
                return self.only("living", "due", "skulls", "tells_turns")
            case "asks":
                return self.only(*RACE, "stacks", "due", "keepers", "living", "group_ignored", "kept")
            case "folds" if seat is not None:
                own = self._of_one(seat, "living", "due", "keepers")
                return replace(own, stage=self.stage, tells_turns=self.tells_turns)
        return self.only()

    def results(self, where: str) -> tuple[str, ...]:
        return {"asks": ("round",), "standing": ("winners",)}.get(where, ())

    def rows(self, where: str) -> tuple[int, ...]:
        return tuple(range(len(self.skulls))) if where in ("phone-head", "standing") else ()

    def row(self, where: str, row: int | str) -> "View":
        seat = int(row)
        place = ("skulls", "living") if where == "phone-head" else ("skulls", "living", "stacks", "due", "keepers")
        return replace(
            self._of_one(seat, *place),
            target=self.target,
            tells_turns=self.tells_turns,
            next=seat if self._next_told == seat else None,
            longest=0 if where == "phone-head" else self.longest,
        )

    @property
    def shared_folds(self) -> tuple[str, ...]:
        return ("stacks",)

    def _of_own(self, seat: int | None) -> "View":
        """The stack of a living seat; of the dead, and of all at the end, that they have died. None: of everybody."""
        own = self if seat is None else self._of_one(seat, "living", "stacks")
        if seat in self.living and self.stage != "over":
            return self.only("stage", "kept", living=own.living, stacks=own.stacks)
        return self.only("stage")

    def _of_one(self, seat: int, *names: str) -> "View":
        """The fields `names` of one seat, in its place; nothing of other seats."""
        own: dict[str, Any] = {}
        for name in names:
            values = getattr(self, name)
            if name in ABSENT:
                own[name] = (ABSENT[name],) * seat + (values[seat],)
            else:
                own[name] = (seat,) if seat in values else ()
        return replace(BLANK, **own)

    @property
    def _next_told(self) -> int | None:
        return self.next if self.tells_turns else None

    def aspects(self, before_round: float) -> Mapping[Aspect, Any]:
        """All facts of any round: the text of a keeper decides nothing."""
        aspects: dict[Aspect, Any] = {}
        for seat, stack in enumerate(self.stacks):
            aspects[Aspect("dead", seat)] = seat not in self.living
            aspects[Aspect("keepers", seat)] = self.keepers[seat]
            aspects[Aspect("drawing", seat)] = seat in self.due
            for one in stack:
                aspects[Aspect("disease", seat, one.disease)] = (one.color, one.skulls)
        return aspects | {Aspect("next"): self.next}

    @property
    def piles(self) -> tuple[str, ...]:
        return (DISEASES, OUTBREAKS) if self.stage == "play" else ()

    @property
    def on_table(self) -> Mapping[str, Sequence[Any]]:
        """All diseases in stacks, and the current outbreak."""
        had = {one.disease: one for stack in self.stacks for one in stack}
        fields = ("disease", "color", "skulls", "outbreak")
        diseases = [{field: getattr(one, field) for field in fields} for one in had.values()]
        return {DISEASES: diseases, OUTBREAKS: [] if self.outbreak is None else [{"text": self.outbreak}]}

    @property
    def own_cards(self) -> Mapping[str, Sequence[str]]:
        return {OUTBREAKS: [text for text in dict.fromkeys(self.kept) if text is not None]}

    @property
    def diagnosis(self) -> Diagnosis:
        """The diagnosis that the rulebook gives as its example."""
        return POOLIO

    def not_met(self, contracts: Sequence[dict[str, Any]], taken: Sequence[str]) -> list[dict[str, Any]]:
        """One of a deck's `contracts` for each disease that is not among the `taken` names, by name."""
        fresh = {one["disease"].casefold(): one for one in reversed(contracts) if one["disease"] not in taken}
        return [fresh[name] for name in sorted(fresh)]

    def unnamed(self, pattern: str, contracted: int, taken: Sequence[str]) -> str:
        """The name of an unnamed disease: `pattern` with its number at this table, or the next number that gives no
        name among `taken`."""
        names = (pattern.format(number) for number in count(contracted + 1))
        return next(name for name in names if name not in taken)

    @property
    def has_long_stack(self) -> bool:
        """Whether a stack has more than LONG_STACK diseases."""
        return max(map(len, self.stacks), default=0) > LONG_STACK

    def with_form(self, asks: Sequence[Ask], for_other: bool, habits: Mapping[str, Any]) -> Sequence[Ask]:
        """One form for all asks to give, and one for all to revive; with a long stack one for each `give`."""
        together = ("revive",) if self.has_long_stack else ("revive", "give")
        first = {ask.move: ask for ask in reversed(asks) if ask.move in together}
        return [ask for ask in asks if first.get(ask.move, ask) is ask]

    def is_folded(self, ask: Ask, asks: Sequence[Ask], for_other: bool) -> bool:
        match ask.move:
            case "contract":
                return self._is_out_of_turn(asks) or (ask.optional and not for_other)
            case "act":
                return self._is_out_of_turn(asks)
            case "play-keeper" | "mutate" | "revive":
                return True
            case "give" | "cure":
                return not self.has_long_stack
            case "farewell":
                return self.stage != "over" and ask.seat in self.living
            case _:
                return False

    def _is_out_of_turn(self, asks: Sequence[Ask]) -> bool:
        """Whether turns are known, and these asks go to a seat that is not at turn."""
        return self.tells_turns and any(ask.move == "contract" and ask.optional for ask in asks)

    def has_field(self, ask: Ask, onlooker: Onlooker) -> bool:
        if ask.move == "give":
            return self.has_long_stack and super().has_field(ask, onlooker)
        if ask.move == "play-keeper":
            return not onlooker.is_asked  # to whom it is put, every kept outbreak is a button
        return ask.move == "outbreak" or super().has_field(ask, onlooker)

    def further_outbreak(self, seat: int) -> Ask:
        """The ask for an outbreak that another outbreak made a living seat draw; `asks` never has it."""
        return ask_outbreak(seat)

    def has_ended_for(self, seat: int) -> bool:
        return self.stage == "over" or seat not in self.living

    def moment(self, result: Mapping[str, Any]) -> str:
        skulls = "-".join(map(str, self.skulls))
        return f"{result['round']}.{skulls}.{len(self.deaths)}.{result['over']}"

    def unfolding(self, newest: str) -> str:
        """The steps of a death that ends the game, or that follows from the newest contract."""
        if newest not in ("contract", "give", "mutate") or not self.deaths:
            return ""
        is_own = newest == "contract" and self.newest is not None and self.deaths[-1].seat == self.newest.seat
        if self.stage != "over" and not is_own:
            return ""
        dead = [death.seat for death in self.deaths if death.after == self.deaths[-1].after]
        return "beat " * min(self.target, 10) + "open hold" + dying(dead)

    def is_spotlit(self, newest: str) -> bool:
        """Whether a disease was diagnosed, passed on, changed or cured, and nobody died; an outbreak was named that is
        not kept; or somebody told a last wish, or came back to life."""
        if newest in ("outbreak", "play-keeper"):
            return self.outbreak is not None
        return newest in ("contract", "give", "mutate", "cure", "farewell", "revive") and not self.unfolding(newest)


BLANK: View = blank(View)


def view(state: State) -> View:
    """The public view. With two seats outbreaks for the group are ignored, and another is drawn [5]."""
    return View(
        stage="over" if state.over else "play",
        target=state.target,
        next=next_player(state),
        skulls=state.skulls,
        longest=max(state.target, *state.skulls),
        stacks=state.stacks,
        newest=state.contracts[-1] if state.contracts else None,
        due=() if state.over else tuple(seat for seat in state.living if seat in state.due),
        keepers=tuple(keepers.left for keepers in state.keepers),
        deaths=state.deaths,
        living=state.living,
        out=state.dead,
        farewells=state.farewells,
        group_ignored=state.seats == 2,
        outbreak=state.outbreak,
        tells_turns=state.tells_acts or not state.contracts,
        outbreaks=tuple(_as_told(state, drawn) for drawn in state.outbreaks) if state.over else (),
    )


def own_view(state: State, public: View, seat: int) -> View:
    """The `public` view with the texts of the outbreaks that `seat` keeps."""
    return replace(public, kept=state.keepers[seat].texts)


def _as_told(state: State, drawn: Drawn) -> Drawn:
    if not drawn.kept or drawn.text is None or is_told(state, drawn.seat, drawn.text):
        return drawn
    return replace(drawn, text=None)


def secret_in(state: State, move: AnyMove | Adjust) -> Secret | None:
    """The text of a kept outbreak, known to its seat alone until it is played."""
    if isinstance(move, Outbreak) and move.kept and move.text is not None:
        return Secret(("text",), (move.seat,), (move.seat, move.text), locks=False)
    return None


def is_revealed(state: State, secret: Secret) -> bool:
    """Whether the kept text was played, and the seat keeps no other with the same text."""

    seat, kept = secret.until
    return is_told(state, int(seat), str(kept))
