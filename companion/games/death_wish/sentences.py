"""Sentences of Death Wish."""

from collections.abc import Sequence
from typing import Any, ClassVar, assert_never

from companion.games.death_wish import moves
from companion.games.death_wish.screens import View
from companion.games.moves import N_
from companion.games.sentences import Named, Sentences, signed

COLORS = {"white": N_("white"), "blue": N_("blue"), "orange": N_("orange"), "red": N_("red"), "wild": N_("wild")}
ACTIONS = {"symptoms": N_("Symptoms"), "afflicted": N_("Afflicters"), "spread": N_("Spread")}
ALLOWED = {
    "symptoms": N_("up to two, deck or pool"),
    "afflicted": N_("one of two, or the open one"),
    "spread": N_("put one over a disease of the pool"),
}
ACTED = {
    "symptoms": N_("%(name)s shows symptoms."),
    "afflicted": N_("%(name)s takes an afflicter."),
    "spread": N_("%(name)s spreads a disease."),
}


class DeathWishSentences(Sentences[moves.AnyMove]):
    ABOUT = N_("Collect diseases. The first to have enough skulls dies, and wins. 2 to 8 players.")
    TRACKS: ClassVar = {"skulls": N_("Skulls")}
    BECAUSE = Sentences.BECAUSE | {
        "contract": N_("contracted"),
        "gave": N_("passed on"),
        "got": N_("passed to them"),
        "cured": N_("cured"),
        "mutate": N_("mutated"),
        "revive": N_("cured by coming back"),
    }
    MOVES = Sentences.MOVES | {
        "contract": N_("Contract a disease"),
        "act": N_("Another action"),
        "give": N_("Pass on a disease"),
        "cure": N_("Cured"),
        "farewell": N_("Last wish"),
        "outbreak": N_("Outbreak"),
        "play-keeper": N_("Use a kept outbreak"),
        "mutate": N_("Mutated"),
        "revive": N_("Back to life"),
    }
    FIELDS = Sentences.FIELDS | {
        "disease": N_("Disease"),
        "color": N_("Colour"),
        "skulls": N_("Skulls"),
        "outbreak": N_("Shows an outbreak"),
        "from": N_("Afflicter stolen from"),
        "cause": N_("Cause"),
        "symptoms": N_("Symptoms"),
        "action": N_("What"),
        "to": N_("To whom"),
        "back": N_("In exchange for"),
        "text": N_("Words"),
        "kept": N_("Kept for later"),
        "cured": N_("Diseases cured by it"),
    }
    OPTIONS: ClassVar = {
        "target": N_("Skulls that kill"),
        "last_survivor": N_("Play on until one is left"),
        "first": N_("Who begins"),
    }
    HIGHLIGHTS: ClassVar = {
        "disease": N_("Diseases, the commonest first"),
        "diseases": N_("Diseases contracted"),
        "heaviest": N_("Most skulls on one disease"),
        "died-after": N_("Fastest deaths, by number of diseases at the table"),
        "passed-on": N_("Skulls passed on"),
        "stolen": N_("Afflicters stolen"),
    }
    BOASTS: ClassVar = {
        "died-after": N_("%(name)s is dead after %(n)s diseases at the table."),
        "stolen": N_("%(name)s steals an afflicter."),
    }
    EPITHETS: ClassVar = {
        "disease": N_("The disease of the night"),
        "diseases": N_("The sickest"),
        "heaviest": N_("The worst case"),
        "died-after": N_("The quickest death"),
        "passed-on": N_("Most contagious"),
        "stolen": N_("Stole the most misery"),
    }
    PILES: ClassVar = {"outbreaks": N_("Outbreaks"), "diseases": N_("Diseases")}
    EFFECTS: ClassVar = {"diseases": N_("Symptoms that it takes, and the small number")}
    TAKEN: ClassVar = {
        moves.Contract: N_("Diagnosed. Get worse soon."),
        moves.Give: N_("Handed over."),
        moves.Cure: N_("Cured. Condolences."),
        moves.Farewell: N_("It will be seen to."),
        moves.Revive: N_("Back among the living. Try again."),
    }

    def named(self, pile: str) -> str:
        return self._("What it is called")

    def round(self, result: Any, view: View) -> str:
        return self.ngettext("%(num)s skull kills", "%(num)s skulls kill", view.target)

    def total(self, n: int) -> str:
        return signed(n).replace("+", "")

    def choice(self, field: str, value: Any, seats: Sequence[Named]) -> str:
        match field:
            case "from" | "to":
                return super().choice(field, value, seats)
            case "color":
                return self._(COLORS[value])
            case "action":
                return self._(ACTIONS[value])
        if isinstance(value, bool):
            return self._("yes") if value else self._("no")
        return str(value)

    def allows(self, action: str) -> str:
        """The limits of an action other than a contract."""
        return self._(ALLOWED[action])

    def calm(self, view: View, seat: int) -> str:
        if seat not in view.living:
            return self._("You are dead. The others envy you.")
        if seat in view.due:
            return self._("After that the turn is over.")
        if not view.tells_turns:
            return super().calm(view, seat)
        if view.skulls[seat] == 0:
            return self._("Not your turn. You feel fine, unfortunately.")
        return self._("Not your turn. Rest, and get no better.")

    def waiting(self, view: View) -> str:
        return self._("Whose turn")

    def anybody(self, view: View) -> str:
        return "" if view.tells_turns else self._("Who is ill, says so.")

    def taken(self, move: moves.AnyMove) -> str:
        is_kept = isinstance(move, moves.Outbreak) and move.kept
        return self._("Kept for later.") if is_kept else super().taken(move)

    def diagnosis(self, name: str, contract: moves.Contract) -> str:
        """The disease of the player `name`."""
        return self.ngettext(
            "%(name)s has %(disease)s: %(color)s, %(num)s skull.",
            "%(name)s has %(disease)s: %(color)s, %(num)s skulls.",
            contract.skulls,
            name=name,
            disease=contract.disease,
            color=self._(COLORS[contract.color]),
        )

    def history(self, contract: moves.Contract) -> str:
        """The reported cause and symptoms; "" without any."""
        symptoms = self._joined(contract.symptoms)
        if contract.cause and symptoms:
            return self._("Cause: %(cause)s. Symptoms: %(symptoms)s.", cause=contract.cause, symptoms=symptoms)
        if contract.cause:
            return self._("Cause: %(cause)s.", cause=contract.cause)
        return self._("Symptoms: %(symptoms)s.", symptoms=symptoms) if symptoms else ""

    def sentence(self, move: moves.AnyMove, seats: Sequence[Named]) -> str:
        name = seats[move.seat].name
        match move:
            case moves.Contract():
                return self._contracted(name, move, seats)
            case moves.Act():
                return self._(ACTED[move.action], name=name)
            case moves.Give():
                passed = {"name": name, "other": seats[move.to].name, "disease": move.disease}
                if move.back is None:
                    return self._("%(name)s passes %(disease)s to %(other)s.", **passed)
                return self._("%(name)s and %(other)s exchange %(disease)s for %(back)s.", **passed, back=move.back)
            case moves.Cure():
                return self._("%(name)s is cured of %(disease)s. Bad luck.", name=name, disease=move.disease)
            case moves.Mutate():
                return self._mutated(name, move)
            case moves.Revive(cured=()):
                return self._("%(name)s comes back to life.", name=name)
            case moves.Revive():
                cured = self._joined(move.cured)
                return self._("%(name)s comes back to life, cured of %(diseases)s.", name=name, diseases=cured)
            case moves.Farewell():
                return self._("%(name)s's last wish: “%(wish)s”.", name=name, wish=move.text)
            case moves.Outbreak(kept=True):
                return self._("%(name)s keeps an outbreak for later.", name=name) + self._called(move.text)
            case moves.Outbreak():
                return self._("%(name)s had an outbreak.", name=name) + self._called(move.text)
            case moves.PlayKeeper():
                return self._("%(name)s uses a kept outbreak.", name=name) + self._called(move.text)
            case _:
                assert_never(move)

    def _contracted(self, name: str, move: moves.Contract, seats: Sequence[Named]) -> str:
        line, history = self.diagnosis(name, move), self.history(move)
        if move.from_ is not None:
            line += " " + self._("The afflicter was %(other)s's.", other=seats[move.from_].name)
        return line + " " + history if history else line

    def _mutated(self, name: str, move: moves.Mutate) -> str:
        changed = {"name": name, "disease": move.disease}
        if move.color is not None:
            changed["color"] = self._(COLORS[move.color])
        if move.skulls is None:
            return self._("%(name)s's %(disease)s mutates: %(color)s.", **changed)
        if move.color is None:
            return self.ngettext(
                "%(name)s's %(disease)s mutates: %(num)s skull.",
                "%(name)s's %(disease)s mutates: %(num)s skulls.",
                move.skulls,
                **changed,
            )
        return self.ngettext(
            "%(name)s's %(disease)s mutates: %(color)s, %(num)s skull.",
            "%(name)s's %(disease)s mutates: %(color)s, %(num)s skulls.",
            move.skulls,
            **changed,
        )

    def _called(self, text: str | None) -> str:
        return "" if text is None else " " + self._("“%(text)s”", text=text)
