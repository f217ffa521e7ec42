"""Sentences of DEATH Name."""

from collections.abc import Sequence
from typing import Any, ClassVar, assert_never

from companion.games.death_name import moves
from companion.games.death_name.screens import View
from companion.games.moves import N_
from companion.games.sentences import Named, Sentences, signed

VALUES = {
    ("day2_duplicates", "none"): N_("cost nothing besides"),
    ("same_reading", "two"): N_("are two names"),
    ("kill_rule", "any"): N_("as soon as one of its icons is below 0"),
}


class DeathNameSentences(Sentences[moves.AnyMove]):
    ABOUT = N_(
        "Write names that hurt whoever ends up holding them; on Day 2 they are your own again. "
        "4 to 6 players, seven rounds."
    )
    TRACKS: ClassVar = {"points": N_("Points"), "kill_points": N_("Kill points")}
    BECAUSE = Sentences.BECAUSE | {
        "decree": N_("the decree"),
        "duplicate": N_("the same name as somebody else"),
        "kill": N_("marked cards"),
    }
    MOVES = Sentences.MOVES | {
        "decree": N_("Decree"),
        "write": N_("Write"),
        "declare": N_("Keep or pass"),
        "hold": N_("Hold"),
        "choose": N_("Choose"),
        "reading": N_("Reading"),
        "same": N_("One name"),
    }
    FIELDS = Sentences.FIELDS | {
        "icons": N_("Icons"),
        "name": N_("Name"),
        "choice": N_("Keep or pass"),
        "card": N_("Whose card"),
        "round": N_("Written in round"),
        "reading": N_("Reading"),
        "seats": N_("Written by"),
    }
    OPTIONS: ClassVar = {
        "language": N_("Alphabet"),
        "kill_rule": N_("A card is marked"),
        "pass_limit": N_("Passing"),
        "practice": N_("Practice round first"),
        "rounds": N_("Rounds"),
        "same_reading": N_("Two spellings that are read alike"),
        "day2_duplicates": N_("Equal names on Day 2"),
    }
    HIGHLIGHTS: ClassVar = {
        "kills": N_("Kill points"),
        "duplicates": N_("Names that others wrote too"),
        "deadliest": N_("Deadliest names"),
        "decree": N_("Decrees by average damage"),
    }
    BOASTS: ClassVar = {"duplicates": N_("%(name)s writes what others write.")}
    EPITHETS: ClassVar = {
        "kills": N_("The deadliest pen"),
        "duplicates": N_("The least original"),
        "deadliest": N_("The deadliest name"),
        "decree": N_("The cruellest decree"),
    }
    WAITING: ClassVar = {
        "write": N_("Still writing"),
        "draft": N_("Still deciding"),
        "hold": N_("Still to say"),
        "read": N_("Still to be read"),
        "choose": N_("Still choosing"),
    }
    HIDDEN: ClassVar = {
        moves.Write: N_("%(name)s wrote a name."),
        moves.Reading: N_("%(name)s gave a reading."),
        moves.Declare: N_("%(name)s has decided."),
        moves.Choose: N_("%(name)s has chosen."),
    }
    TAKEN: ClassVar = {moves.Write: N_("It is written."), moves.Choose: N_("Chosen.")}

    def pile(self, name: str) -> str:
        return self._("Decrees for %(n)s players", n=name)

    def effect(self, pile: str) -> str:
        return self._("What this decree says besides its icons")

    def round(self, result: Any, view: View) -> str:
        return self._round(view, view.round, view.day)

    def _round(self, view: View, round: int | None, day: int) -> str:
        if round is None:
            return self._("Before the first decree")
        if round == 0:
            return self._("Practice round")
        return self._("Day %(day)s · round %(round)s of %(rounds)s", day=day, round=round, rounds=view.rounds)

    def phase(self, view: View, round: int | None, day: int, stage: str) -> str:
        """The round with its stage, unless that is the decree."""
        phase = self._round(view, round, day)
        return phase if stage == "decree" else phase + ": " + self._waiting_in(stage)

    def value(self, name: str, value: Any) -> str:
        if name == "pass_limit":
            return self.ngettext("at most once", "at most %(num)s times", value)
        message = VALUES.get((name, value))
        return super().value(name, value) if message is None else self._(message)

    def choice(self, field: str, value: Any, seats: Sequence[Named]) -> str:
        match field:
            case "card" | "seats":
                return super().choice("seats", value, seats)
            case "choice":
                return self._("Keep") if value == "keep" else self._("Pass")
            case "icons":
                return signed(value)
            case _:
                return str(value)

    def calm(self, view: View, seat: int) -> str:
        if view.stage == "over":
            return self._("It is over.")
        if view.cards:
            return self._("Look at the table.")
        if view.stage == "draft" and view.steps and seat not in view.drafting:
            return self._("You are out of the draft.")
        return self._("Done. The others are not.")

    def anybody(self, view: View) -> str:
        if view.stage != "decree":
            return ""
        if view.round and view.round > 3:
            return self._("Anybody may enter the decree; those of Day 2 have a black back.")
        return self._("Anybody may enter the decree.")

    def meaning(self, *icons: int) -> str:
        """The effect of a decree, place by place."""
        effects = [
            self._("%(place)s gains %(n)s", place=self._ordinal(place), n=icon)
            if icon > 0
            else self._("%(place)s loses %(n)s", place=self._ordinal(place), n=-icon)
            for place, icon in enumerate(icons, 1)
            if icon
        ]
        if not effects:
            return self._("No place of the order gains or loses anything.")
        places = self._joined(effects)
        return self._("The names go in alphabetical order. Whoever holds them: %(told)s.", told=places)

    def highlight_word(self, what: str, word: str) -> str:
        return " ".join(signed(int(icon)) for icon in word.split()) if what == "decree" else word

    def taken(self, move: moves.AnyMove) -> str:
        if isinstance(move, moves.Declare):
            return self._("You keep it.") if move.choice == "keep" else self._("You pass it on.")
        return super().taken(move)

    def sentence(self, move: moves.AnyMove, seats: Sequence[Named]) -> str:
        name = "" if isinstance(move, moves.Decree | moves.Same) else seats[move.seat].name
        match move:
            case moves.Decree():
                return self._("The decree: %(icons)s.", icons=" ".join(map(signed, move.icons)))
            case moves.Write():
                return self._("%(name)s wrote “%(written)s”.", name=name, written=move.name)
            case moves.Reading():
                return self._("%(name)s's name reads “%(reading)s”.", name=name, reading=move.reading)
            case moves.Declare(choice="keep"):
                return self._("%(name)s keeps.", name=name)
            case moves.Declare():
                return self._("%(name)s passes.", name=name)
            case moves.Hold():
                return self._("%(name)s holds the card of %(writer)s.", name=name, writer=seats[move.card].name)
            case moves.Choose():
                return self._("%(name)s chose the card of round %(round)s.", name=name, round=move.round)
            case moves.Same():
                names = self._joined(seats[seat].name for seat in move.seats)
                return self._("One name: what %(names)s wrote.", names=names)
            case _:
                assert_never(move)
