"""Death Wish: what each viewer may know, and what is secret."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from msgspec.structs import replace

from companion.games.death_wish.moves import DISEASES, OUTBREAKS, POOLIO, AnyMove, Contract, Diagnosis, Outbreak
from companion.games.death_wish.rules import ask_outbreak
from companion.games.death_wish.state import Death, Drawn, State, is_told, next_player
from companion.games.game import Ask, Secret
from companion.games.moves import Adjust
from companion.games.view import Aspect, Onlooker, ViewBase, blank

LONG_STACK = 24
SECRET_MOVES: tuple[type[AnyMove], ...] = (Outbreak,)


class View(ViewBase, frozen=True, gc=False):
    """What a viewer may know. `stage` is play or over, `newest` the newest diagnosis, `kept` what the viewer keeps.

    `outbreak`: what the outbreak of the moment is called, where that was told.
    `outbreaks`: once it is over, those that were told, without what a kept one says that was never played.
    `longest`: how many skulls the longest track has room for.
    `tells_turns`: it is known whose turn it is: before anything is contracted, and where other actions are reported;
    elsewhere `next` is who comes next by the seats.
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
                return replace(BLANK, target=self.target)
            case "waiting":
                return replace(BLANK, tells_turns=self.tells_turns)
            case "phone-head":
                return self._of_head()
            case "standing":
                return replace(BLANK, living=self.living, tells_turns=self.tells_turns, next=self._next_told)
            case "fold-stacks":
                return replace(BLANK, stacks=self.stacks)
            case "moment":
                return self._of_end() if self.stage == "over" else self._of_moment()
            case "about":
                return self._of_own(seat)
            case "calm":
                return self._of_rest(seat)
            case "asks":
                return self._of_asks()
            case "folds" if seat is not None:
                return self._of_folds(seat)
        return BLANK

    def results(self, where: str) -> tuple[str, ...]:
        return {"asks": ("round",), "standing": ("winners",)}.get(where, ())

    def rows(self, where: str) -> tuple[int, ...]:
        return tuple(range(len(self.skulls))) if where in ("phone-head", "standing") else ()

    def row(self, where: str, row: int | str) -> "View":
        seat = int(row)
        own = self._of_one(seat)
        race = replace(
            BLANK,
            target=self.target,
            skulls=own.skulls,
            living=own.living,
            tells_turns=self.tells_turns,
            next=seat if self._next_told == seat else None,
        )
        if where == "phone-head":
            return race
        keepers = (0,) * seat + (self.keepers[seat],)
        return replace(race, stacks=own.stacks, due=own.due, keepers=keepers, longest=self.longest)

    @property
    def shared_folds(self) -> tuple[str, ...]:
        return ("stacks",)

    def _of_head(self) -> "View":
        """The outbreak of the moment; and whether anybody has anything."""
        if self.stage == "over":
            return replace(BLANK, stage=self.stage, target=self.target)
        first = tuple(stack[:1] for stack in self.stacks)
        return replace(BLANK, stage=self.stage, target=self.target, outbreak=self.outbreak, stacks=first)

    def _of_moment(self) -> "View":
        """Whose turn it is, and the newest diagnosis or outbreak; who has died of it."""
        return replace(
            BLANK,
            stage=self.stage,
            target=self.target,
            tells_turns=self.tells_turns,
            next=self.next,
            newest=self.newest if self.outbreak is None else None,
            outbreak=self.outbreak,
            deaths=self.deaths,
            group_ignored=self.group_ignored,
            due=self.due if self.group_ignored else (),
        )

    def _of_end(self) -> "View":
        """How somebody died, and who is left."""
        end = replace(BLANK, stage=self.stage, target=self.target, skulls=self.skulls)
        return replace(end, deaths=self.deaths, living=self.living)

    def _of_own(self, seat: int | None) -> "View":
        """What one has; of the dead, and of all in the end, the certificate. Everybody's is shown to everybody."""
        own = self if seat is None else self._of_one(seat)
        if seat in self.living and self.stage != "over":
            return replace(BLANK, stage=self.stage, living=own.living, stacks=own.stacks, kept=self.kept)
        return replace(
            BLANK,
            stage=self.stage,
            target=self.target,
            deaths=self.deaths,
            living=own.living,
            skulls=own.skulls,
            stacks=own.stacks,
            farewells=own.farewells,
        )

    def _of_rest(self, seat: int | None) -> "View":
        """What somebody may read to whom nothing is put."""
        own = self if seat is None else self._of_one(seat)
        return replace(BLANK, living=own.living, due=own.due, skulls=own.skulls, tells_turns=self.tells_turns)

    def _of_one(self, seat: int) -> "View":
        """What there is of one seat, in its place; of others nothing."""
        return replace(
            BLANK,
            living=(seat,) if seat in self.living else (),
            due=(seat,) if seat in self.due else (),
            skulls=(0,) * seat + (self.skulls[seat],),
            stacks=((),) * seat + (self.stacks[seat],),
            farewells=(None,) * seat + (self.farewells[seat],),
        )

    def _of_asks(self) -> "View":
        return replace(
            BLANK,
            stage=self.stage,
            target=self.target,
            stacks=self.stacks,
            due=self.due,
            keepers=self.keepers,
            living=self.living,
            group_ignored=self.group_ignored,
            tells_turns=self.tells_turns,
            kept=self.kept,
        )

    def _of_folds(self, seat: int) -> "View":
        """What the folds of somebody are called, and which there are."""
        return replace(
            BLANK,
            stage=self.stage,
            tells_turns=self.tells_turns,
            living=(seat,) if seat in self.living else (),
            due=(seat,) if seat in self.due else (),
            keepers=(0,) * seat + (self.keepers[seat],),
        )

    @property
    def _next_told(self) -> int | None:
        return self.next if self.tells_turns else None

    def aspects(self, before_round: float) -> Mapping[Aspect, Any]:
        """All of it: what a kept outbreak says decides nothing."""
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
        """The diseases that somebody has, and the outbreak of the moment."""
        had = {one.disease: one for stack in self.stacks for one in stack}
        fields = ("disease", "color", "skulls", "outbreak")
        diseases = [{field: getattr(one, field) for field in fields} for one in had.values()]
        return {DISEASES: diseases, OUTBREAKS: [] if self.outbreak is None else [{"text": self.outbreak}]}

    @property
    def own_cards(self) -> Mapping[str, Sequence[str]]:
        return {OUTBREAKS: [text for text in dict.fromkeys(self.kept) if text is not None]}

    @property
    def diagnosis(self) -> Diagnosis:
        """The diagnosis that the rulebook shares as its example."""
        return POOLIO

    def not_met(self, contracts: Sequence[dict[str, Any]], taken: Sequence[str]) -> list[dict[str, Any]]:
        """Of the contracts of a deck one for each disease that nobody has met in this game (`taken`), by name."""
        fresh = {one["disease"].casefold(): one for one in reversed(contracts) if one["disease"] not in taken}
        return [fresh[name] for name in sorted(fresh)]

    def unnamed(self, pattern: str, contracted: int, taken: Sequence[str]) -> str:
        """What a disease is called until somebody names it: `pattern` with the number that it has at this table in
        place of {}, or the next one that its seat has not met (`taken`)."""
        names = (pattern.format(number) for number in count(contracted + 1))
        return next(name for name in names if name not in taken)

    @property
    def has_long_stack(self) -> bool:
        """Whether somebody has more diseases than any real game: they are listed, not drawn one by one."""
        return max(map(len, self.stacks), default=0) > LONG_STACK

    def with_form(self, asks: Sequence[Ask], for_other: bool, habits: Mapping[str, Any]) -> Sequence[Ask]:
        """All ways to pass on a disease stand in one form, and all to come back to life; in long lists, each apart."""
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
        """Whether turns are told, and it is not theirs who are asked this."""
        return self.tells_turns and any(ask.move == "contract" and ask.optional for ask in asks)

    def has_field(self, ask: Ask, onlooker: Onlooker) -> bool:
        if ask.move == "give":
            return self.has_long_stack and super().has_field(ask, onlooker)
        if ask.move == "play-keeper":
            return not onlooker.is_asked  # to whom it is put, every kept outbreak is a button
        return ask.move == "outbreak" or super().has_field(ask, onlooker)

    def further_outbreak(self, seat: int) -> Ask:
        """The form in which a living seat tells an outbreak that another one made it draw: nobody is asked for it."""
        return ask_outbreak(seat)

    def has_ended_for(self, seat: int) -> bool:
        return self.stage == "over" or seat not in self.living

    def moment(self, result: Mapping[str, Any]) -> str:
        skulls = "-".join(map(str, self.skulls))
        return f"{result['round']}.{skulls}.{len(self.deaths)}.{result['over']}"

    def unfolding(self, newest: str) -> str:
        """A death, which ends the game, or is that of whoever has just contracted something."""
        if newest not in ("contract", "give", "mutate") or not self.deaths:
            return ""
        is_own = newest == "contract" and self.newest is not None and self.deaths[-1].seat == self.newest.seat
        return "beat " * min(self.target, 10) + "open hold" if self.stage == "over" or is_own else ""


BLANK = blank(View)


def view(state: State) -> View:
    """What everybody may know: the tablet, the host, a watcher.

    With two seats outbreaks for the group are ignored, and another is drawn [5].
    """
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
        farewells=state.farewells,
        group_ignored=state.seats == 2,
        outbreak=state.outbreak,
        tells_turns=state.tells_acts or not state.contracts,
        outbreaks=tuple(_as_told(state, drawn) for drawn in state.outbreaks) if state.over else (),
    )


def own_view(state: State, public: View, seat: int) -> View:
    """Whoever keeps outbreaks knows their texts."""
    return replace(public, kept=state.keepers[seat].texts)


def _as_told(state: State, drawn: Drawn) -> Drawn:
    if not drawn.kept or drawn.text is None or is_told(state, drawn.seat, drawn.text):
        return drawn
    return replace(drawn, text=None)


def secret_in(state: State, move: AnyMove | Adjust) -> Secret | None:
    """The text of a kept outbreak is its seat's alone until it is played."""
    if isinstance(move, Outbreak) and move.kept and move.text is not None:
        return Secret(("text",), (move.seat,), (move.seat, move.text), locks=False)
    return None


def is_revealed(state: State, secret: Secret) -> bool:
    """Whether the text was played, and the seat keeps no other of the same text."""
    seat, kept = secret.until
    return is_told(state, int(seat), str(kept))
