"""Codes into English sentences: refusals of the rules and HTTP problems. Pure: no web, no translation."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games.moves import Refused


def N_(message: str) -> str:
    """Mark a message for the catalogue; it is translated where it is shown."""
    return message


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
    "stopped": N_("This table has broken off: only corrections are taken now."),
    "line-twice": N_("A correction names each line once."),
    "corrects-nothing": N_("The correction names no line."),
    "strike-only": N_("Line %(line)s is a correction: it can only be struck."),
    "no-longer-fits": N_("Line %(line)s would no longer fit: %(reason)s"),
    "too-long": N_(
        "That is too long: a correction has at most %(lines)s lines and %(moves)s moves for each, "
        "a table at most %(most)s lines."
    ),
    "no-decree": N_("No decree is open: the next one comes first."),
    "round-open": N_("Round %(round)s is not finished yet."),
    "icons": N_("A decree for this table has %(seats)s icons, not %(icons)s."),
    "other-day": N_("That does not belong to Day %(day)s."),
    "not-written": N_("%(seat)s has not written a name yet."),
    "not-all-written": N_("Not everybody has written a name yet."),
    "by-hand": N_("This round is drafted by hand: say whose card each one holds."),
    "by-declaring": N_("This round is drafted by declaring."),
    "kept-already": N_("%(seat)s is out of the draft."),
    "card-held": N_("%(seat)s holds that card already."),
    "card-used": N_("The card of round %(round)s is not there to choose."),
    "two-names": N_("Name two or more different seats."),
    "not-scored": N_("The round has to be scored first."),
    "name": N_("A name has 1 to 40 characters."),
    "sits-already": N_("%(name)s sits here already."),
    "deck-name": N_("There is a deck called “%(name)s” already."),
    "no-such-card": N_("There can be no such card: %(reason)s"),
    "card-gone": N_("That card is not in this deck any more."),
    "no-deck": N_("This file is no deck that can be taken in, and nothing has changed: %(reason)s"),
    "name-taken": N_("There is somebody called %(name)s already."),
    "mark-taken": N_("Somebody here tonight has that mark: take another colour or symbol."),
    "no-such-person": N_("Nobody like that is known here."),
    "two-people": N_("%(one)s and %(other)s have sat at one table: they are two people."),
    "plays-tonight": N_("%(name)s has a seat tonight: wait until the evening has ended."),
    "house-full": N_("The house is full."),
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
    "no-lives": N_("Lives are counted only where the last one standing wins."),
    "not-all-cards": N_("Not everybody's card is in yet."),
    "value-known": N_("The value of %(seat)s's card is known already."),
    "other-mode": N_("That is not told in this mode of the game."),
    "seat-out": N_("%(seat)s is out of the game."),
    "seat-twice": N_("Name each seat once."),
    "how-many": N_("Name %(least)s to %(most)s seats, not %(seats)s."),
    "executed-before": N_("That is said before the first execution."),
    "no-such-character": N_("There is no character “%(character)s”."),
    "character-active": N_("“%(character)s” is active."),
    "character-hiding": N_("“%(character)s” is hiding."),
    "character-candidate": N_("“%(character)s” is a candidate."),
    "character-executed": N_("“%(character)s” was executed."),
    "meeting-over": N_("The meeting of this turn has executed already."),
    "turn-player": N_("%(seat)s is the turn player, who names no candidates."),
    "too-many-alive": N_("Candidates are added only while at most %(most)s are alive, not %(alive)s."),
    "partner-none": N_("%(seat)s took no partner."),
    "partner-used": N_("The partner of %(seat)s has taken over already."),
    "nothing-to-answer": N_("In this turn no execution is left that might have been somebody's role."),
    "marker": N_("That attribute has a marker already."),
    "rule-off": N_("Rule %(rule)s for points is not played here."),
    "not-the-last": N_("%(seat)s is not the last one left."),
    "one-spy": N_("There is one spy, and that was %(seat)s."),
    "week-begun": N_("The solid killers are dealt: the week has begun."),
    "all-alike": N_("All solid killers would be %(color)s: deal again."),
    "in-setup": N_("Everybody needs a solid killer first."),
    "day-begun": N_("Day %(day)s has begun: its schedule stands."),
    "events": N_("A day at this table has %(seats)s events, not %(events)s."),
    "leads": N_("%(seat)s leads today, and the leader's killers are not exposed."),
    "unexposable": N_("The chain of %(seat)s broke the day before: nothing of theirs is exposed today."),
    "acted": N_("%(seat)s has had a turn today."),
    "no-such-event": N_("No such event with the number %(number)s is left today."),
    "break-used": N_("%(seat)s has used Break already."),
    "not-taken": N_("%(seat)s has no event to compare with killers."),
    "not-exposed": N_("One of the two killers is %(color)s, for it was exposed."),
    "no-survivor": N_("A last survivor needs 3 or more seats, not %(seats)s."),
    "dead": N_("%(seat)s is dead."),
    "itself": N_("That takes another seat than %(seat)s itself."),
    "wild-stolen": N_("A wild disease takes an afflicter of one's own."),
    "no-disease": N_("%(seat)s does not have %(disease)s."),
    "disease-held": N_("%(seat)s has %(disease)s already."),
    "no-outbreak": N_("The last disease of %(seat)s shows no outbreak."),
    "no-keeper": N_("%(seat)s keeps no outbreak."),
}


def sentence(refused: Refused, translate: Callable[[str], str] = str, seats: Sequence[str] = ()) -> str:
    """What a refusal says, in one sentence, with the names of `seats`; without them they are counted from 0."""
    numbers: dict[str, Any] = dict(refused.numbers)
    inner, seat = numbers.pop("refused", None), numbers.get("seat")
    if isinstance(inner, Refused):
        numbers["reason"] = sentence(inner, translate, seats)
    if isinstance(seat, int):
        numbers["seat"] = seats[seat] if seat < len(seats) else translate(SEAT) % {"n": seat}
    said = REFUSALS.get(refused.code)
    if said is None:
        return refused.code.replace("-", " ").capitalize() + "."
    return translate(said) % numbers


CODES = {
    400: ("unreadable", N_("This cannot be read.")),
    401: ("no-key", N_("No key, or one that is not known here.")),
    403: ("not-yours", N_("This is not yours to do.")),
    404: ("not-found", N_("There is nothing here.")),
    405: ("method", N_("This address is not called that way.")),
    408: ("slow", N_("That took too long.")),
    413: ("too-large", N_("That is too large.")),
    421: ("wrong-host", N_("This house does not go by that name.")),
    429: ("too-many", N_("Too many at once: wait a moment.")),
    503: ("disk", N_("The disk does not take it just now: nothing was added.")),
    507: ("disk-full", N_("The disk is full: nothing was added.")),
}
