"""Sentences of Perhaps doing, are you spy?"""

from collections.abc import Sequence
from typing import Any, ClassVar, assert_never

from companion.games.gamushara_gang import moves
from companion.games.gamushara_gang.screens import View
from companion.games.moves import N_
from companion.games.sentences import Named, Sentences

CAUSES = {"meeting": N_("at the meeting"), "effect": N_("by a card")}
SIDES = {"active": N_("active"), "hiding": N_("hiding")}
ASKED = {
    "condition": N_("condition"),
    "gender": N_("gender"),
    "nationality": N_("nationality"),
    "career": N_("career"),
}


class GamusharaGangSentences(Sentences[moves.AnyMove]):
    ABOUT = N_("Execute the gang one by one. Be the last who is left, or catch the spy. 3 to 5 players.")
    TRACKS: ClassVar = {"points": N_("Points")}
    BECAUSE = Sentences.BECAUSE | {
        "win": N_("won"),
        "execution": N_("a role executed"),
        "spy-first-out": N_("the spy fell first"),
        "spy-wins": N_("the spy was the last"),
    }
    MOVES = Sentences.MOVES | {
        "no-partner": N_("No partner"),
        "nominate": N_("Name a candidate"),
        "exchange": N_("Exchange a candidate"),
        "add": N_("Add a candidate"),
        "execute": N_("Execute"),
        "succeed": N_("The partner takes over"),
        "out": N_("Out"),
        "flip": N_("Turn over"),
        "confess": N_("Confess"),
        "turn": N_("Next turn"),
        "personality": N_("Gang or spy, of the last one left"),
    }
    FIELDS = Sentences.FIELDS | {
        "character": N_("Character"),
        "out": N_("No longer a candidate"),
        "in": N_("Candidate instead"),
        "cause": N_("Why"),
        "spy": N_("The spy"),
        "to": N_("Is then"),
        "about": N_("About what"),
        "answer": N_("Answer"),
    }
    OPTIONS: ClassVar = {
        "points": N_("Rules for points"),
        "amounts": N_("Amounts"),
        "first": N_("Turn player"),
        "characters": N_("Characters"),
    }
    HIGHLIGHTS: ClassVar = {
        "last-spy": N_("Spies who were the last one left"),
        "unsuspected": N_("Never struck, never made to confess"),
        "first-out": N_("The first to be out"),
        "executions": N_("Executions as turn player"),
        "hits": N_("Others' roles executed"),
        "own-goal": N_("Own roles executed"),
        "second-life": N_("Alive in the end as the partner"),
    }
    BOASTS: ClassVar = {
        "last-spy": N_("%(name)s is the last one left, and the spy."),
        "unsuspected": N_("%(name)s is never struck, and never made to confess."),
        "first-out": N_("%(name)s is the first to be out."),
        "own-goal": N_("%(name)s executes a role of their own."),
        "second-life": N_("%(name)s is alive in the end as the partner."),
    }
    EPITHETS: ClassVar = {
        "last-spy": N_("The last spy standing"),
        "unsuspected": N_("Never suspected"),
        "first-out": N_("First against the wall"),
        "executions": N_("Quickest to execute"),
        "hits": N_("The best aim"),
        "own-goal": N_("Shot their own"),
        "second-life": N_("Outlived themselves"),
    }
    PILES: ClassVar = {"chances": N_("Chance cards"), "characters": N_("Characters")}
    WAITING: ClassVar = {
        "nominate": N_("Still to name one"),
        "exchange": N_("To execute, after the exchanges"),
        "execute": N_("Executes"),
        "turn": N_("Still to pass the turn player card on"),
        "out": N_("One of these is out"),
    }
    TAKEN: ClassVar = {
        moves.Succeed: N_("The partner takes over."),
        moves.Out: N_("Out. Show your cards."),
        moves.Confess: N_("Answered."),
    }

    def names(self, pile: str) -> str:
        return self._("Names of the 14 characters")

    def place(self, pile: str, number: int) -> str:
        return self._("Character %(n)s", n=number)

    def round(self, result: Any, view: View) -> str:
        return self._("Turn %(n)s", n=view.turn)

    def phase(self, turn: int, stage: str) -> str:
        """The turn with its stage."""
        return self._("Turn %(n)s", n=turn) + ": " + self._waiting_in(stage)

    def choice(self, field: str, value: Any, seats: Sequence[Named]) -> str:
        match field:
            case "cause":
                return self._(CAUSES[value])
            case "to":
                return self._(SIDES[value])
            case "about":
                return self._(ASKED[value])
            case "spy":
                return self._("the spy") if value else self._("gang")
            case "character" | "in" | "out":
                return str(value)
            case _:
                return super().choice(field, value, seats)

    def value(self, name: str, value: Any) -> str:
        return str(value) if name == "characters" else super().value(name, value)

    def calm(self, view: View, seat: int) -> str:
        if not view.alive[seat]:
            return self._("You are out. Whether the dead may talk, the table decides.")
        match view.stage:
            case "nominate":
                return self._("The others are still naming.")
            case "exchange" | "execute":
                return self._("Talk. Somebody is about to die.")
            case "out":
                return self._("Somebody has to own up.")
            case "turn" if any(struck.seat is None for struck in view.struck):
                return self._("If it was you, say so.")
            case _:
                return super().calm(view, seat)

    def taken(self, move: moves.AnyMove) -> str:
        match move:
            case moves.Execute():
                return self._("%(name)s is dead.", name=move.character)
            case moves.Nominate() | moves.Add():
                return self._("%(name)s is a candidate.", name=move.character)
            case _:
                return super().taken(move)

    def sentence(self, move: moves.AnyMove, seats: Sequence[Named]) -> str:
        name = "" if isinstance(move, moves.Execute | moves.Flip | moves.Turn) else seats[move.seat].name
        match move:
            case moves.NoPartner():
                return self._("%(name)s took no partner.", name=name)
            case moves.Nominate():
                return self._("%(name)s names %(character)s.", name=name, character=move.character)
            case moves.Exchange():
                return self._("%(name)s exchanges %(out)s for %(into)s.", name=name, out=move.out, into=move.into)
            case moves.Add():
                return self._("%(name)s adds %(character)s.", name=name, character=move.character)
            case moves.Execute(cause="effect"):
                return self._("%(character)s is executed by a card.", character=move.character)
            case moves.Execute():
                return self._("%(character)s is executed.", character=move.character)
            case moves.Succeed():
                return self._("That was %(name)s. The partner takes over.", name=name)
            case moves.Out(spy=True):
                return self._("That was %(name)s: out, and the spy.", name=name)
            case moves.Out():
                return self._("That was %(name)s: out, and no spy.", name=name)
            case moves.Flip(to="active"):
                return self._("%(character)s is active again.", character=move.character)
            case moves.Flip():
                return self._("%(character)s goes into hiding.", character=move.character)
            case moves.Confess():
                return self._confessed(name, move)
            case moves.Turn():
                return self._("The turn player card goes on to the left.")
            case moves.Personality(spy=True):
                return self._("%(name)s was the spy all along.", name=name)
            case moves.Personality():
                return self._("%(name)s was no spy.", name=name)
            case _:
                assert_never(move)

    def _confessed(self, name: str, move: moves.Confess) -> str:
        about = self._(ASKED[move.about])
        if move.answer is None:
            return self._("%(name)s answers: %(about)s.", name=name, about=about)
        answer = self._(SIDES[move.answer]) if move.answer in SIDES else move.answer
        if move.about == "condition":
            return self._("%(name)s: “my role is %(answer)s”.", name=name, answer=answer)
        return self._("%(name)s answers, %(about)s: %(answer)s.", name=name, about=about, answer=answer)
