"""Sentences of Death Over The Kingdom."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, assert_never

from companion.games.death_over_the_kingdom import moves
from companion.games.death_over_the_kingdom.screens import View
from companion.games.death_over_the_kingdom.state import Round, Shown
from companion.games.moves import N_
from companion.games.sentences import Named, Sentences

CHARACTERS: Mapping[str, str] = {
    "death": N_("Death"),
    "innkeeper": N_("Innkeeper"),
    "merchant": N_("Merchant"),
    "thief": N_("Thief"),
    "jester": N_("Jester"),
    "juggler": N_("Juggler"),
    "monk": N_("Monk"),
    "sorceress": N_("Sorceress"),
    "dragon": N_("Dragon"),
    "knight": N_("Knight"),
    "princess": N_("Princess"),
    "queen": N_("Queen"),
    "king": N_("King"),
}
GOALS = {
    "highest": N_("Highest"),
    "lowest": N_("Lowest"),
    "intermediate": N_("In between"),
    "loss": N_("Not lowest"),
}
PROSPECTS = {
    "high": N_("If it ended now you would be dropped, for being first."),
    "winning": N_("If it ended now you would win."),
    "between": N_("If it ended now you would be behind."),
    "low": N_("If it ended now you would be dropped, for being last."),
}
# By mode the fate of seats that a round hits, and of the others.
FATES = {
    "classic": (N_("wins a point"), N_("wins nothing")),
    "crowd": (N_("takes a point"), N_("gets away")),
    "last-standing": (N_("loses a life"), N_("gets away")),
}


class DeathOverTheKingdomSentences(Sentences[moves.AnyMove]):
    ABOUT = N_(
        "Be neither first nor last at a court that turns on itself; in a crowd, or to be the last one standing, "
        "just not the lowest. 3 to 16 players."
    )
    TRACKS: ClassVar = {"points": N_("Points"), "lives": N_("Lives")}
    BECAUSE = Sentences.BECAUSE | {
        "highest": N_("the highest card"),
        "lowest": N_("the lowest card"),
        "intermediate": N_("a card in between"),
        "loss": N_("the lowest card loses"),
        "lives": N_("lives to begin with"),
    }
    MOVES = Sentences.MOVES | {
        "card": N_("Card"),
        "value": N_("Turned card"),
        "winners": N_("Who won"),
        "losers": N_("Who lost"),
    }
    FIELDS = Sentences.FIELDS | {
        "character": N_("Character"),
        "value": N_("Number on the card"),
        "seats": N_("Who"),
    }
    OPTIONS: ClassVar = {
        "mode": N_("How it is played"),
        "dealer": N_("First Dealer"),
        "lives": N_("Lives"),
        "turns": N_("Turns"),
        "rounds": N_("Rounds"),
        "flips": N_("Two Knights, or two Princesses"),
        "values": N_("The numbers on your cards"),
    }
    VALUES: ClassVar = {
        "classic": N_("Second wins"),
        "crowd": N_("Crowd"),
        "last-standing": N_("Last one standing"),
        "each": N_("turn a card twice"),
        "once": N_("turn a card once"),
    }
    HIGHLIGHTS: ClassVar = {
        "second": N_("Won as second, with most points"),
        "dropped-on-top": N_("Eliminated for having the most points"),
        "highest": N_("Rounds won by the highest card"),
        "lowest": N_("Rounds won by the lowest card"),
        "intermediate": N_("Rounds won in between"),
        "first-out": N_("The first without lives"),
        "spared": N_("Rounds survived"),
        "turned": N_("Rounds decided by a turned card"),
    }
    BOASTS: ClassVar = {
        "second": N_("%(name)s wins as second, with %(n)s."),
        "dropped-on-top": N_("%(name)s is dropped with the most points: %(n)s."),
        "first-out": N_("%(name)s is the first without lives."),
    }
    EPITHETS: ClassVar = {
        "second": N_("Won by coming second"),
        "dropped-on-top": N_("Too good to live"),
        "highest": N_("Above everybody"),
        "lowest": N_("Beneath everybody"),
        "intermediate": N_("Neither high nor low"),
        "first-out": N_("First into the crypt"),
        "spared": N_("Overlooked by Death"),
        "turned": N_("Saved by a turn of the card"),
    }

    def character(self, code: moves.Character) -> str:
        """The name of a character."""
        return self._(CHARACTERS[code])

    def pile(self, name: str) -> str:
        who = self._(CHARACTERS[name.removesuffix(moves.UPRIGHT)])
        return self._("%(who)s, turned", who=who) if name in CHARACTERS else self._("%(who)s, upright", who=who)

    def round(self, result: Any, view: View) -> str:
        return self._round(view, view.round, view.turn, view.round_in_turn)

    def _round(self, view: View, round: int, turn: int, round_in_turn: int) -> str:
        if view.mode == "classic":
            turns = (view.rounds or 0) // 3
            return self._(
                "Turn %(turn)s of %(turns)s · round %(round)s of 3", turn=turn, turns=turns, round=round_in_turn
            )
        if view.rounds:
            return self._("Round %(round)s of %(rounds)s", round=round, rounds=view.rounds)
        return self._("Round %(n)s", n=round)

    def phase(self, view: View, round: int, turn: int, round_in_turn: int, stage: str) -> str:
        """The round with its stage."""
        return self._round(view, round, turn, round_in_turn) + ": " + self._waiting_in(stage)

    def choice(self, field: str, value: Any, seats: Sequence[Named]) -> str:
        return self.character(value) if field == "character" else super().choice(field, value, seats)

    def goal(self, code: str) -> str:
        """The goal of a round, as one large word."""
        return self._(GOALS[code])

    def meaning(self, view: View) -> str:
        """The goal of the current round, as a sentence."""
        match view.goal:
            case "highest":
                return self._("The highest cards win a point each.")
            case "lowest":
                return self._("The lowest cards win a point each.")
            case "intermediate":
                return self._("Every card strictly between highest and lowest wins a point.")
        if view.mode == "crowd":
            return self._("The lowest cards take a point each. Points are bad.")
        return self._("The lowest cards lose a life each.")

    def why(self, card: Shown) -> str:
        """The reason of a card's value; "" for its upright side."""
        if card.character == "monk" and card.copies is not None:
            return self._("as the left neighbour")
        if not card.by:
            return ""
        who = self.character(card.by)
        if card.turned:
            return self._("turned: %(who)s", who=who)
        if card.times == 2:
            return self._("turned twice by %(who)s: not at all", who=who)
        return self._("turned %(n)s times by %(who)s: not at all", n=card.times, who=who) if card.times > 1 else ""

    def fate(self, view: View, was: Round, seat: int) -> str:
        """The fate of `seat` in a scored round."""
        return self._(FATES[view.mode][seat not in was.hit])

    def fates(self, view: View, names: str) -> str:
        """The seats hit by a round that was reported without cards."""
        if not names:
            return self._("A point for nobody.")
        if view.mode == "last-standing":
            return self._("A life less: %(names)s.", names=names)
        return self._("A point for %(names)s.", names=names)

    def standing(self, zone: str, over: bool) -> str:
        if over:
            return self._("won") if zone == "winning" else self._("dropped")
        return self._("would win") if zone == "winning" else self._("would be dropped")

    def prospects(self, zone: str) -> str:
        """A zone, in words to its player."""
        return self._(PROSPECTS[zone])

    def calm(self, view: View, seat: int) -> str:
        if view.stage == "over":
            return self._("It is over.")
        if not view.living[seat]:
            return self._("You are out. Watch the others go.")
        if view.stage == "values":
            return self._("Some cards were turned. They have to be read.")
        return self._("Reported. The others are not.")

    def _waiting_in(self, stage: str) -> str:
        return self._("Still to read the turned card") if stage == "values" else self._("Still to say the card")

    def highlight_word(self, what: str, word: str) -> str:
        return self._(CHARACTERS[word]) if what == "turned" else word

    def taken(self, move: moves.AnyMove) -> str:
        match move:
            case moves.Card():
                if move.character is None:
                    return self._("Worth %(n)s.", n=move.value)
                return self.character(move.character) + "."
            case _:
                return super().taken(move)

    def sentence(self, move: moves.AnyMove, seats: Sequence[Named]) -> str:
        match move:
            case moves.Card():
                return self._shown(seats[move.seat].name, move)
            case moves.Value():
                name = seats[move.seat].name
                return self._("%(name)s's turned card shows %(n)s.", name=name, n=move.value)
            case moves.Winners(seats=()):
                return self._("Nobody won the round.")
            case moves.Winners():
                names = self._joined(seats[seat].name for seat in move.seats)
                return self._("The round goes to %(names)s.", names=names)
            case moves.Losers():
                names = self._joined(seats[seat].name for seat in move.seats)
                return self._("The round is lost by %(names)s.", names=names)
            case _:
                assert_never(move)

    def _shown(self, name: str, card: moves.Card) -> str:
        if card.character is None:
            return self._("%(name)s's card shows %(n)s.", name=name, n=card.value)
        who = self.character(card.character)
        if card.value is None:
            return self._("%(name)s: %(who)s.", name=name, who=who)
        return self._("%(name)s: %(who)s, showing %(n)s.", name=name, who=who, n=card.value)
