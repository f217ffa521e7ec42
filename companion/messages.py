"""Refusal and HTTP codes as English sentences. Pure: no web, no translation."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games import GAMES
from companion.games.moves import N_ as N_
from companion.games.moves import Refused

SEAT = N_("Seat %(n)s")
REFUSALS: Mapping[str, str] = {
    "seats": N_("This game is for %(least)s to %(most)s seats, not %(seats)s."),
    "same-seat-names": N_("Two seats have the same name."),
    "no-such-seat": N_("There is no %(seat)s at this table."),
    "no-such-track": N_("Nothing called “%(track)s” is counted in this game."),
    "no-such-line": N_("There is no earlier line %(line)s."),
    "no-such-move": N_("This game has no such move."),
    "reported": N_("That is reported already. If it was wrong, correct its line."),
    "over": N_("The game is over."),
    "not-out": N_("Only who is out of a game that goes on may send that."),
    "gesture-soon": N_("Once a minute: the last one is hardly there."),
    "nothing-scored": N_("Nothing has been scored yet that could be counted."),
    "stopped": N_("This table has broken off: only corrections are taken now."),
    "line-twice": N_("A correction names each line once."),
    "strike-only": N_("Line %(line)s is a correction: it can only be struck."),
    "no-longer-fits": N_("Line %(line)s would no longer fit: %(reason)s"),
    "too-long": N_(
        "That is too long: a correction has at most %(lines)s lines and %(moves)s moves for each, "
        "a table at most %(most)s lines. All corrections of a table read at most %(again)s moves again, "
        "those of a whole file %(file)s."
    ),
    "name": N_("A name has 1 to 40 characters."),
    "sits-already": N_("%(name)s sits here already."),
    "deck-name": N_("There is a deck called “%(name)s” already."),
    "no-such-card": N_(
        "There can be no such card: something is missing, or is nothing that a card of this game shows."
    ),
    "several-cards": N_("Several known cards have %(card)s: say what else is on it."),
    "card-gone": N_("That card is not in this deck any more."),
    "no-such-league": N_("A league ends no sooner than it begins, and a place gives 0 to 100 points."),
    "no-such-effect": N_("What a card does is told in 1 to %(most)s letters."),
    "deck-full": N_("This deck has %(most)s cards, and takes no more."),
    "no-deck": N_("This file is no deck that can be taken in, and nothing has changed: %(reason)s"),
    "deck-foreign": N_("it is not a deck that was saved by this program, for a game that is known here."),
    "deck-large": N_("it has more than %(most)s cards."),
    "deck-card": N_("there can be no card like number %(card)s of “%(pile)s”."),
    "no-group-file": N_("This file cannot be taken in, and nothing has changed: %(reason)s"),
    "group-foreign": N_("it is not a group that was saved by this program."),
    "group-newer": N_("a newer version of this program has saved it."),
    "group-cut": N_("its end is missing, or something in it has been changed since it was saved."),
    "group-line": N_("its line %(line)s does not say what it should."),
    "group-game": N_("the game in its line %(line)s cannot be replayed."),
    "group-result": N_("the game in its line %(line)s does not add up to what was saved of it."),
    "group-slow": N_(
        "The file came too slowly, and nothing has changed. On the computer that serves, "
        "“%(program)s import --whole FILE --group NAME” takes it in, once the server is stopped."
    ),
    "group-large": N_(
        "The file is too large for this page, and nothing has changed. On the computer that serves, "
        "“%(program)s import --whole FILE --group NAME” takes it in, once the server is stopped."
    ),
    "name-taken": N_("There is somebody called %(name)s already."),
    "mark-taken": N_("Somebody here tonight has that mark: take another colour or symbol."),
    "no-such-person": N_("Nobody like that is known here."),
    "two-people": N_("%(one)s and %(other)s have sat at one table: they are two people."),
    "plays-tonight": N_("%(name)s has a seat tonight: wait until the evening has ended."),
    "many-tables": N_("A group has at most %(most)s tables open at once: end one first."),
    "many-places": N_("A room has at most %(most)s numbered tables."),
    "place-taken": N_("Somebody sits at table %(number)s: move or end that evening first."),
    "print-over": N_("This print opens nothing. Ask at the counter."),
    "place-name": N_("The name of a table has at most %(most)s letters."),
    "evening-full": N_(
        "This evening has had %(most)s games, and that is all it may have: end it, and begin another one."
    ),
    "many-spectators": N_("An evening has at most %(most)s links to its scoreboard: revoke one first."),
    "group-forgotten": N_("The group of this table was forgotten: nothing of it is shown or taken any more."),
    "keeper-stays": N_("This device keeps the group: only another keeper can ask it to leave."),
    "may-undo": N_("This device stands in for the host: it asks nobody to leave who may still undo that."),
    "last-keeper": N_("Nobody else keeps this group: let another device keep it first."),
    "plays-elsewhere": N_("%(name)s plays at another table just now."),
    "no-seat-left": N_("All %(most)s seats of the evening are taken: somebody has to get up first."),
    "house-full": N_("No more people can join this evening."),
    "host-is-here": N_("The host is back: there is a sign of life."),
    "host-link-over": N_(
        "This host's link is over. On the computer that serves, “%(program)s host” prints the new one."
    ),
    "door-closed": N_("The host has closed the door. Ask for it to be opened."),
    "barred": N_("The host has asked this device to leave. Ask the host to let it in again."),
    "no-such-device": N_("That device is not here, or does not speak for this person."),
    "wifi-name": N_("The name of a Wi-Fi network has 1 to 32 letters."),
    "wifi-password": N_("The password of this Wi-Fi has 8 to 64 letters (WEP: at least one)."),
    "stale": N_("That came too late: the question has changed meanwhile."),
    "key-reused": N_("This key was used for something else."),
    "not-asked": N_("That is not asked for there any more."),
    "secrets-open": N_(
        "While this round holds secrets, its lines are struck, or replaced by the like of what you reported yourself."
    ),
    "contradicted": N_(
        "%(name)s has said otherwise, and what was said first stands. There: %(theirs)s Here: %(yours)s "
        "Talk it over: the sheet corrects it."
    ),
    "many-proposals": N_("At most %(most)s proposals wait at a table: some have to be answered first."),
    "seat-out": N_("%(seat)s is out of the game."),
}


def sentence(refused: Refused, translate: Callable[[str], str] = str, seats: Sequence[str] = ()) -> str:
    """The sentence of a refusal with the names of `seats`; without names, seats are counted from 0."""
    numbers: dict[str, Any] = dict(refused.numbers)
    inner, seat = numbers.pop("refused", None), numbers.get("seat")
    if isinstance(inner, Refused):
        numbers["reason"] = sentence(inner, translate, seats)
    if isinstance(seat, int):
        numbers["seat"] = seats[seat] if seat < len(seats) else translate(SEAT) % {"n": seat}
    message = source(refused.code)
    if message is None:
        return refused.code.replace("-", " ").capitalize() + "."
    return translate(message) % numbers


def source(code: str) -> str | None:
    """The English sentence of a refusal with placeholders for its numbers; None if no game has this code either."""
    everywhere = (REFUSALS, *(game.REFUSALS for game in GAMES.values()))
    return next((sentences[code] for sentences in everywhere if code in sentences), None)


CODES = {
    400: ("unreadable", N_("This cannot be read.")),
    401: ("no-key", N_("No key, or one that is not known here.")),
    403: ("not-yours", N_("This is not yours to do.")),
    404: ("not-found", N_("There is nothing here.")),
    405: ("method", N_("This page does not take that kind of request.")),
    408: ("slow", N_("That took too long.")),
    410: ("gone", N_("This link shows no scoreboard any more. Ask the host for another one.")),
    413: ("too-large", N_("That is too large.")),
    421: ("wrong-host", N_("This server does not answer to that host name.")),
    429: ("too-many", N_("Too many at once: wait a moment.")),
    500: (
        "http-500",
        N_("That went wrong here, and it is no fault of yours. Whoever serves reads what it was in the log."),
    ),
    503: ("disk", N_("The disk does not take it just now: nothing was added.")),
    507: ("disk-full", N_("The disk is full: nothing was added.")),
}
