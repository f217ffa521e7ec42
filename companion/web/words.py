"""Codes into sentences: why the rules refuse, and a game's own words, in the reader's language."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import current_app
from jinja2 import TemplateNotFound
from markupsafe import Markup

from companion.games.game import Refused


def N_(message: str) -> str:
    """Mark a message for the catalogue; it is translated where it is shown."""
    return message


REFUSALS: Mapping[str, str] = {
    "seats": N_("This game is for %(least)s to %(most)s seats, not %(seats)s."),
    "same-seat-names": N_("Two seats have the same name."),
    "no-such-seat": N_("There is no seat %(seat)s at this table."),
    "no-such-track": N_("Nothing called “%(track)s” is counted in this game."),
    "no-such-line": N_("There is no earlier line %(line)s."),
    "no-such-move": N_("This game has no such move."),
    "reported": N_("That is reported already. If it was wrong, correct its line."),
    "over": N_("The game is over."),
    "stopped": N_("This table has broken off: only corrections are taken now."),
    "line-twice": N_("A correction names each line once."),
    "corrects-nothing": N_("The correction names no line."),
    "strike-only": N_("Line %(line)s is a correction: it can only be struck."),
    "no-longer-fits": N_("Line %(line)s would no longer fit: %(reason)s"),
    "no-decree": N_("No decree is open: the next one comes first."),
    "round-open": N_("Round %(round)s is not finished yet."),
    "icons": N_("A decree for this table has %(seats)s icons, not %(icons)s."),
    "other-day": N_("That does not belong to Day %(day)s."),
    "not-written": N_("Seat %(seat)s has not written a name yet."),
    "not-all-written": N_("Not everybody has written a name yet."),
    "by-hand": N_("This round is drafted by hand: say whose card each one holds."),
    "by-declaring": N_("This round is drafted by declaring."),
    "kept-already": N_("Seat %(seat)s is out of the draft."),
    "card-held": N_("Seat %(seat)s holds that card already."),
    "card-used": N_("The card of round %(round)s is not there to choose."),
    "two-names": N_("Name two or more different seats."),
    "not-scored": N_("The round has to be scored first."),
    "name": N_("A name has 1 to 40 characters."),
    "sits-already": N_("%(name)s sits here already."),
    "house-full": N_("The house is full."),
    "stale": N_("That came too late: the question has changed meanwhile."),
    "key-reused": N_("This key was used for something else."),
}


def sentence(refused: Refused, translate: Callable[[str], str] = str) -> str:
    """What a refusal says, in one sentence. Seats are counted from 0, as in the contract."""
    numbers: dict[str, Any] = dict(refused.numbers)
    inner = numbers.pop("refused", None)
    if isinstance(inner, Refused):
        numbers["reason"] = sentence(inner, translate)
    said = REFUSALS.get(refused.code)
    if said is None:
        return refused.code.replace("-", " ").capitalize() + "."
    return translate(said) % numbers


class Words:
    """How a game speaks: the macros of its own `words.html`, and the plain ones of any game."""

    def __init__(self, slug: str) -> None:
        self._slug = slug

    def say(self, name: str, *given: Any) -> Markup:
        """What the macro called `name` says of what is given: the game's own, or where it says nothing, any game's."""
        for template in (f"{self._slug}/words.html", "game/words.html"):
            macro = _macro(template, name)
            said = str(macro(*given)).strip() if macro else ""
            if said:
                return Markup(said)
        return Markup("")


def _macro(template: str, name: str) -> Any:
    try:
        return getattr(_module(template), name, None)
    except TemplateNotFound:
        return None


def _module(template: str) -> Any:
    return current_app.jinja_env.get_template(template).module


def of(slug: str) -> Words:
    """The words of the game called `slug`."""
    return Words(slug)
