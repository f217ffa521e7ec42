"""Sentences of Final Deathweek."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, assert_never

from companion.games.final_deathweek import moves
from companion.games.final_deathweek.screens import View
from companion.games.moves import N_
from companion.games.sentences import Named, Sentences

COLORS: Mapping[moves.Color, str] = {
    "red": N_("red"),
    "blue": N_("blue"),
    "yellow": N_("yellow"),
    "black": N_("black"),
    "green": N_("green"),
}


class FinalDeathweekSentences(Sentences[moves.AnyMove]):
    ABOUT = N_("Live through seven days together. Everybody sees your killers but you. 2 to 4 players.")
    TRACKS: ClassVar = {"death_counters": N_("Death counters"), "points": N_("Points")}
    BECAUSE = Sentences.BECAUSE | {
        "match": N_("colours matched"),
        "break": N_("Break"),
        "chain": N_("the chain"),
        "counters": N_("death counters"),
    }
    MOVES = Sentences.MOVES | {
        "solid": N_("Solid killer"),
        "redeal": N_("Deal again"),
        "schedule": N_("Schedule"),
        "expose": N_("Expose a killer"),
        "take": N_("Take an event"),
        "break": N_("Use Break"),
        "killers": N_("Killers in hand"),
        "outcome": N_("Only what it did"),
    }
    FIELDS = Sentences.FIELDS | {
        "color": N_("Colour"),
        "colors": N_("Colours"),
        "number": N_("Number"),
        "day": N_("Day"),
        "events": N_("Event"),
        "event": N_("Turned face down"),
        "matched": N_("Colours matched"),
        "died": N_("Died of it"),
    }
    OPTIONS: ClassVar = {
        "counter_limit": N_("Death counters that kill"),
        "break_removes": N_("Break takes away"),
        "last_day": N_("On the last day"),
        "scoring": N_("Points"),
        "chain_scored": N_("The chain that scores"),
        "days": N_("Days of the week"),
        "leader": N_("Leads the first day"),
    }
    VALUES: ClassVar = {
        "all": N_("all have to live"),
        "any": N_("one survivor is enough"),
        "none": N_("none"),
        "each": N_("everybody alone"),
        "team": N_("as a team"),
        "longest": N_("the longest of the week"),
        "running": N_("the one that still runs"),
    }
    HIGHLIGHTS: ClassVar = {
        "survived": N_("Weeks survived"),
        "longest-chain": N_("Longest chains"),
        "break": N_("Breaks used"),
        "narrow-escapes": N_("Narrow escapes"),
        "died-on-day": N_("Earliest deaths, by day"),
    }
    BOASTS: ClassVar = {
        "survived": N_("%(name)s survives the week."),
        "break": N_("%(name)s uses a Break."),
        "narrow-escapes": N_("%(name)s has a narrow escape."),
        "died-on-day": N_("%(name)s dies on day %(n)s."),
    }
    EPITHETS: ClassVar = {
        "survived": N_("Hardest to kill"),
        "longest-chain": N_("The longest chain"),
        "break": N_("Most in need of a break"),
        "narrow-escapes": N_("Closest to the edge"),
        "died-on-day": N_("Died first"),
    }
    PILES: ClassVar = {"copy": N_("Events")}
    WAITING: ClassVar = {
        "solid": N_("No solid killer yet"),
        "take": N_("Still to take an event"),
        "killers": N_("Killers to come"),
    }
    HIDDEN: ClassVar = {moves.Killers: N_("%(name)s's killers are reported.")}
    TAKEN: ClassVar = {
        moves.Solid: N_("It is up."),
        moves.Take: N_("Taken."),
        moves.Break: N_("Break used."),
        moves.Expose: N_("Exposed."),
    }

    def round(self, result: Any, view: View) -> str:
        return self._day(view, view.day, view.stage)

    def _day(self, view: View, day: int, stage: str) -> str:
        if stage == "over":
            return self._("The week is over")
        return self._("Day %(n)s of %(days)s", n=day, days=view.days) if day else self._("Before the week")

    def phase(self, view: View, day: int, stage: str) -> str:
        """The day with its stage."""
        return self._day(view, day, stage) + ": " + self._waiting_in(stage)

    def choice(self, field: str, value: Any, seats: Sequence[Named]) -> str:
        match field:
            case "color" | "colors":
                return self._(COLORS[value])
            case "died":
                return self._("yes") if value else self._("no")
            case "day" | "number" | "matched":
                return str(value)
            case _ if isinstance(value, Mapping):
                return self._event(value["number"], value["colors"])
            case _:
                return super().choice(field, value, seats)

    def _event(self, number: int, colors: Sequence[moves.Color]) -> str:
        named = self._joined(self._(COLORS[color]) for color in colors) or self._("no colour")
        return self._("%(number)s (%(colors)s)", number=number, colors=named)

    def calm(self, view: View, seat: int) -> str:
        if view.stage == "over":
            return self._("It is over.")
        if view.stage == "solid":
            return self._("Yours is up. The others' are not.")
        if view.stage == "killers" and view.players[seat].broke:
            return self._("You broke: nothing to compare.")
        return self._("Done. The others are not.")

    def sentence(self, move: moves.AnyMove, seats: Sequence[Named]) -> str:
        name = "" if isinstance(move, moves.Redeal | moves.Schedule) else seats[move.seat].name
        match move:
            case moves.Solid():
                return self._("%(name)s's solid killer is %(color)s.", name=name, color=self._(COLORS[move.color]))
            case moves.Redeal():
                return self._("The solid killers are dealt again.")
            case moves.Schedule():
                events = self._joined(self._event(event.number, event.colors) for event in move.events)
                return self._("The schedule of day %(day)s: %(events)s.", day=move.day, events=events)
            case moves.Expose():
                return self._("One of %(name)s's killers is %(color)s.", name=name, color=self._(COLORS[move.color]))
            case moves.Take():
                return self._("%(name)s takes %(event)s.", name=name, event=self._event(move.number, move.colors))
            case moves.Break():
                if move.event is None:
                    return self._("%(name)s breaks.", name=name)
                face_down = self._event(move.event.number, move.event.colors)
                return self._("%(name)s breaks: %(event)s is turned face down.", name=name, event=face_down)
            case moves.Killers():
                one, other = (self._(COLORS[color]) for color in move.colors)
                if one == other:
                    return self._("%(name)s held two %(color)s killers.", name=name, color=one)
                return self._("%(name)s held a %(one)s and a %(other)s killer.", name=name, one=one, other=other)
            case moves.Outcome():
                if move.matched is None:
                    return self._("Event %(number)s kills %(name)s.", name=name, number=move.number)
                return self.ngettext(
                    "%(name)s survives the event %(number)s: %(num)s counter.",
                    "%(name)s survives the event %(number)s: %(num)s counters.",
                    move.matched,
                    name=name,
                    number=move.number,
                )
            case _:
                assert_never(move)
