"""Bugs of who is let in, and who gets a seat."""

from typing import Any

import msgspec

from companion.evening import admission, rows, seats
from companion.evening.admission import Admission
from companion.evening.evenings import Evenings
from companion.evening.model import Evening
from companion.evening.seats import Known
from companion.games.moves import Refused
from companion.group import people
from companion.server import deadlines
from companion.web.access import guard
from companion.web.access.guard import guest_only
from tests.faults.planted import planted, replace


@planted("who was asked to leave comes by the host's link", row="seats and the door", counts="doubled", tries=1200)
def barred_host_comes_back() -> None:
    """A host's own link lets in any device, also one that was asked to leave."""

    def arrive(evening: Evening, device: int, host: bool = False, *given: Any) -> Evening:
        return own(evening.changing(device, removed=False) if host else evening, device, host, *given)

    own = replace(admission, "arrive", arrive)


@planted("the host's link of before is that of now", row="seats and the door", counts="doubled")
def hosts_link_stays() -> None:
    """Code and ticket are other ones once somebody was asked to leave, the host's own link is not."""

    def tickets(letters: int) -> tuple[str, str, str]:
        code, ticket, _ = made(letters)
        return code, ticket, "the very same link"

    made = replace(rows, "new_tickets", tickets)


@planted("the seat of a scoreboard is free", row="seats and the door", counts="doubled", tries=1200)
def seat_of_a_scoreboard_is_free() -> None:
    """A seat counts as somebody's while the device is used as a phone, and not because somebody plays there."""

    replace(rows, "HOLDERS", f"{rows.HOLDERS} and screens.kind = 'phone'")
    replace(Known, "is_asked_for", lambda self, device: self.is_held)


@planted("devices are counted before", row="seats and the door", counts="doubled", tries=1200)
def devices_are_counted_before() -> None:
    """Whether an evening is full is looked up before a device is let in, and not in the commit."""

    def arrive(self: Admission, evening: Evening, *given: Any, **named: Any) -> str | None:
        if len(evening.screens) >= 2 * seats.MOST_GUESTS + admission.STRANGERS:
            raise Refused("house-full")
        return own(self, evening, *given, **named)

    own = replace(Admission, "arrive", arrive)
    replace(admission, "is_full", lambda evening: False)


@planted("guests are counted before", row="seats and the door", counts="doubled", tries=1200)
def guests_are_counted_before() -> None:
    """Whether a seat is left is looked up before somebody sits down, and not in the commit."""
    most = 4  # as the row has it

    def sit(self: Evenings, evening: Evening, *given: Any) -> None:
        if len(evening.guests) >= most:
            raise Refused("no-seat-left", most=most)
        own(self, evening, *given)

    own = replace(Evenings, "sit", sit)

    def seated(*given: Any) -> Evening:
        limit, seats.MOST_GUESTS = seats.MOST_GUESTS, 10**6
        try:
            return seated_within(*given)
        finally:
            seats.MOST_GUESTS = limit

    seated_within = replace(seats, "seated", seated)


@planted("phones that sleep are let go", row="phones that sleep", counts="lost", tries=60)
def sleeping_phones_are_let_go() -> None:
    """Whoever has been here for ten minutes is forgotten when somebody else comes, but for hosts."""

    def longer_here(self: Admission, evening: Evening) -> list[int]:
        now, joined = self._evenings.clock(), self._joined.setdefault(evening.id, {})
        since = {screen.device: joined.setdefault(screen.device, now) for screen in evening.screens}
        return [device for device, moment in since.items() if now - moment >= admission.SILENT_SECONDS]

    def arrive(evening: Evening, device: int, *given: Any) -> Evening:
        *_, silent = given
        here = [one for one in evening.screens if one.device not in silent or one.host or one.removed]
        return own(msgspec.structs.replace(evening, screens=tuple(here)), device, *given)

    replace(Admission, "_silent", longer_here)
    own = replace(admission, "arrive", arrive)


@planted("a closed door lets in", row="seats and the door", counts="doubled", tries=240)
def closed_door_lets_in() -> None:
    """Nobody looks whether the door is closed."""

    def arrive(evening: Evening, *given: Any, **named: Any) -> Evening:
        came = own(msgspec.structs.replace(evening, locked=False), *given, **named)
        return msgspec.structs.replace(came, locked=evening.locked)

    own = replace(admission, "arrive", arrive)


@planted("a device asks for many seats", row="seats and the door", counts="doubled", tries=240)
def many_seats_asked_for() -> None:
    """What a device asked for stays when it asks for something else."""
    replace(seats, "begin_anew", lambda evening, device: evening)


@planted("names differ by what nobody sees", row="seats and the door", counts="doubled")
def names_differ_unseen() -> None:
    """Names are compared letter by letter."""
    replace(people, "normalised", str.casefold)


@planted("guests do what hosts may", row="seats and the door", counts="doubled", tries=1200)
def guests_do_what_hosts_may() -> None:
    """Whoever has come in is taken for a host."""
    replace(guard, "AUDIENCES", guard.AUDIENCES | {"host": guest_only})


@planted("a request may take as long as it likes", row="connections that drip", counts="failed")
def request_as_long_as_it_likes() -> None:
    """Only silence ends a connection: a byte now and then keeps it."""
    replace(deadlines, "HEAD_SECONDS", 1e6)
    replace(deadlines, "BODY_SECONDS", 1e6)
