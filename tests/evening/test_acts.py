"""The acts of an evening, without a file: whatever comes after what, an evening stays one. And what is stored of it."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from msgspec.structs import replace

from companion.evening import admission, rows, seats, succession
from companion.evening.model import OFFERED, REPLACED, Evening, Spectator
from companion.evening.proposals import MOST, drop, propose
from companion.evening.seats import MOST_GUESTS, Known
from companion.games.moves import Refused
from companion.group import people
from companion.group.people import MARKS, Person
from companion.storage.database import Database, marks
from companion.storage.identifiers import HOME
from companion.storage.store import Store
from tests.support.effort import seeds

DEVICES, PERSONS = range(1, 9), range(1, 22)
ACTS_OF_AN_EVENING = 120
EMPTY = Evening(1, HOME, 0, "AAAAA", "ticket", "host", "2026-01-01", None, (), (), (), (), (), (), (), False, "")
TICKETS = ("BBBBB", "another", "another host")
Act = Callable[[Evening], Evening]
Find = Callable[[int], Known]


def known(person: int, **more: bool | frozenset[int]) -> Known:
    """Somebody whose mark two others have as well."""
    return Known(Person(person, f"Name {person}", *MARKS[person % 7]), **more)  # type: ignore[arg-type]


def an_act(rng: Random, evening: Evening, find: Find) -> Act:
    """An act by chance, of devices and persons by chance, most of whom are there."""
    device, other, person = rng.choice(DEVICES), rng.choice(DEVICES), rng.choice(PERSONS)
    if evening.guests and rng.random() < 0.4:
        person = rng.choice(evening.guests).id
    asked = rng.choice(evening.claims) if evening.claims else None
    proposal = rng.choice(evening.proposals) if evening.proposals else None
    host, truth = rng.random() < 0.3, rng.random() < 0.5
    order = rng.sample(PERSONS, 10)
    acts: list[Act] = [
        lambda now: admission.arrive(now, device, host, host and truth, [other]),
        lambda now: admission.arrive(now, other),
        lambda now: admission.lock(now, rng.random() < 0.2),
        lambda now: admission.remove(now, device, TICKETS),
        lambda now: admission.let_in(now, device),
        lambda now: admission.add_spectator(now, Spectator(0, f"T{len(now.spectators)}", f"{len(now.spectators):03}")),
        lambda now: seats.sit(now, device, find(person)),
        lambda now: seats.sit(now, other, find(person)),
        lambda now: seats.sit(now, None, find(person)),
        lambda now: seats.leave(now, person, by=other),
        lambda now: seats.ordered(now, order),
        lambda now: seats.use_as(now, device, rng.choice(seats.KINDS)),
        lambda now: seats.pass_phone(now, device, person, truth),
        lambda now: seats.cover_phone(now, device, order),
        lambda now: seats.let_go(now, device, person),
        lambda now: seats.drop_notices(now, device),
        lambda now: seats.answer(now, asked.device, find(asked.person), truth) if asked else now,
        lambda now: succession.make_host(now, device, other, truth),
        lambda now: succession.offer(now, [device], succession.NEXT_GAME),
        lambda now: succession.take(now, device),
        lambda now: succession.object_to(now, device),
        lambda now: succession.take_back(now, device),
        lambda now: propose(now, "a table", device, 0, 1, "[]"),
        lambda now: drop(now, proposal) if proposal else now,
        lambda now: now.showing("a code" if truth else None),
    ]
    return rng.choice(acts)


def problems(evening: Evening) -> Iterator[str]:
    """What must never be so at an evening."""
    guests, devices = [guest.id for guest in evening.guests], [screen.device for screen in evening.screens]
    if len({*guests}) < len(guests) or len({*devices}) < len(devices):
        yield "somebody is there twice"
    if len(guests) > MOST_GUESTS:
        yield f"{len(guests)} guests"
    if len({(guest.colour, guest.shape) for guest in evening.guests}) < len(guests):
        yield "two guests have one mark"
    if {person for _, person in evening.holds} - {*guests} or evening != evening.holding(evening.holds):
        yield "devices speak for others than guests"
    if any(screen.removed and (screen.people or screen.host) for screen in evening.screens):
        yield "a device that was asked to leave speaks or hosts"
    if any(screen.stands_in and not screen.host for screen in evening.screens):
        yield "a device stands in and does not host"
    asking = [asked.device for asked in evening.claims]
    if len({*asking}) < len(asking) or len({one.device for one in evening.proposals}) < len(evening.proposals):
        yield "a device asks, or proposes, twice"
    if len(evening.proposals) > MOST or len(evening.spectators) > admission.SPECTATORS:
        yield "too much waits"


@pytest.mark.parametrize("seed", seeds(30))
def test_whatever_comes_after_what_an_evening_stays_one(seed: int) -> None:
    rng, evening, refused = Random(seed), EMPTY, 0

    def find(person: int) -> Known:
        speakers = {device for device, one in evening.holds if one == person} or {*rng.sample(DEVICES, 1)}
        is_held = any(person in screen.people for screen in evening.screens)
        return known(person, speakers=frozenset(speakers), is_held=is_held, plays=rng.random() < 0.1)

    for _ in range(3 * ACTS_OF_AN_EVENING):
        before = evening
        try:
            evening = an_act(rng, evening, find)(evening)
        except Refused:
            refused += 1
            assert evening is before
        assert [*problems(evening)] == []
    assert evening.guests and refused < 3 * ACTS_OF_AN_EVENING, "otherwise nothing was tried"


def as_stored(evening: Evening) -> Evening:
    """An evening without what only the file counts."""
    parts = ("notices", "spectators", "proposals")
    return replace(
        evening,
        version=0,
        arranged=0,
        **{name: [replace(one, id=0) for one in getattr(evening, name)] for name in parts},
    )


@pytest.mark.parametrize("seed", seeds(10))
def test_what_is_stored_is_what_the_act_made(store: Store, seed: int) -> None:
    rng = Random(seed)

    def lay(db: Database) -> int:
        for device in DEVICES:
            db.execute("insert into devices (id, hash) values (?, ?)", [device, f"{device}"])
        for person in PERSONS:
            people.add(db, HOME, f"Name {person}", *MARKS[person % 7])
        columns, row = "id, code, game, seats, options, opened_at, people", ("a table", "CCCCC", *("",) * 5)
        db.execute(f"insert into tables ({columns}) values ({marks(row)})", row)
        return rows.open_evening(db, HOME, (), unless_open=False)

    def change(db: Database) -> None:
        before = rows.read(db, id)
        assert before is not None
        after = an_act(rng, before, lambda person: rows.read_known(db, HOME, id, persons[person]))(before)
        others = rows.store(db, before, after)
        now = rows.read(db, id)
        assert now is not None
        assert (as_stored(now), now.version, others) == (as_stored(after), before.version + 1, [])

    id = store.do(lay)
    persons = dict(
        zip(PERSONS, (row[0] for row in store.reader().execute("select id from people order by id")), strict=True)
    )
    taken = 0
    for _ in range(ACTS_OF_AN_EVENING):
        try:
            store.do(change)
            taken += 1
        except Refused:
            continue
    assert taken > ACTS_OF_AN_EVENING / 4


# --- single acts


def at_home(*devices: int) -> Evening:
    """An evening at which these devices are, the first of which hosts."""
    evening = EMPTY
    for device in devices:
        evening = admission.arrive(evening, device)
    return evening


def test_a_seat_that_a_device_holds_is_asked_for_and_given_by_a_host() -> None:
    evening = seats.sit(at_home(1, 2), 1, known(1))
    asked = seats.sit(evening, 2, known(1, speakers=frozenset({1}), is_held=True))
    assert [(one.device, one.person) for one in asked.claims] == [(2, 1)]
    assert asked.holds == evening.holds
    given = seats.answer(asked, 2, known(1), allow=True)
    assert (given.holds, given.claims) == (((1, 1), (2, 1)), ())
    assert [(notice.device, notice.code) for notice in given.notices] == [(1, "seat-shared")]
    assert seats.answer(given, 2, known(1), allow=False) == given, "another host was quicker"


def test_who_sits_without_a_device_is_spoken_for_by_those_that_did_before() -> None:
    evening = seats.sit(at_home(1, 2), None, known(1, speakers=frozenset({2, 77})))
    assert (evening.holds, [screen.people for screen in evening.screens]) == (((2, 1), (77, 1)), [(), (1,)])
    assert seats.leave(evening, 1).holds == ()


def test_who_plays_elsewhere_sits_by_their_own_device_alone() -> None:
    playing = known(1, speakers=frozenset({2}), plays=True, plays_elsewhere=True)
    for device in (None, 1):
        with pytest.raises(Refused, match="plays-elsewhere"):
            seats.sit(at_home(1, 2), device, playing)
    assert seats.sit(at_home(1, 2), 2, playing).holds == ((2, 1),)


def test_the_last_seat_is_one() -> None:
    evening = at_home(1)
    for person in range(1, MOST_GUESTS + 1):
        evening = seats.sit(evening, None, known(person))
    with pytest.raises(Refused, match="no-seat-left"):
        seats.sit(evening, 1, known(MOST_GUESTS + 1))
    assert seats.sit(evening, 1, known(1)).held_people == {1}, "who sits already needs no seat"


def test_who_hosts_no_longer_hands_nothing_on() -> None:
    evening = succession.make_host(at_home(1, 2, 3), 2, 1, instead=True)
    assert [screen.host for screen in evening.screens] == [False, True, False]
    with pytest.raises(Refused, match="stale"):
        succession.make_host(evening, 3, 1)


def test_a_device_that_was_asked_to_leave_does_not_host() -> None:
    evening = admission.remove(at_home(1, 2), 2, TICKETS)
    with pytest.raises(Refused, match="stale"):
        succession.make_host(evening, 2, 1)


def test_a_role_that_was_taken_goes_back_to_all_that_had_it() -> None:
    evening = succession.make_host(at_home(1, 2, 3, 4), 2, 1)
    evening = seats.sit(seats.sit(evening, 3, known(3)), 4, known(4))
    taken = succession.take(succession.offer(evening, [3], "next-game"), 3)
    assert [screen.host for screen in taken.screens] == [False, False, True, False]
    assert not taken.has_notice(3, OFFERED) and taken.has_notice(1, REPLACED)
    back = succession.object_to(taken, 4)
    assert [(screen.host, screen.stands_in) for screen in back.screens] == [(True, False)] * 2 + [(False, False)] * 2
    with pytest.raises(Refused, match="stale"):
        succession.take(back, 4)
