"""The room for connections: where it gets narrow, whoever has most gives up one, and nobody new stays outside."""

from companion.server.room import Place, Room, Use


class Filled:
    """A room of so many connections, in which it is noted which were ended."""

    def __init__(self, connections: int) -> None:
        self.room = Room(connections)
        self.ended: list[str] = []
        self._numbers = 0

    def enter(self, address: str, use: Use = Use.IDLE) -> Place | None:
        place = self.room.enter(address)
        if place is not None:
            self._numbers += 1
            name = f"{address}{self._numbers}"
            place.end = lambda: self.ended.append(name)
            place.begin(use)
        return place

    def fill(self, address: str, number: int, use: Use = Use.IDLE) -> list[Place]:
        places = [self.enter(address, use) for _ in range(number)]
        return [place for place in places if place is not None]


def test_an_address_may_have_three_quarters_as_long_as_nobody_else_comes() -> None:
    filled = Filled(160)
    assert len(filled.fill("a", 160)) == 120
    assert filled.room.taken == 120


def test_whoever_comes_new_takes_the_place_of_the_longest_idle_of_the_address_that_has_most() -> None:
    filled = Filled(160)
    first, second, *_ = filled.fill("a", 120)
    first.begin(Use.IDLE)
    assert filled.enter("b") is not None
    assert filled.ended == ["a2"]
    second.leave()
    assert filled.room.taken == 120


def test_live_streams_are_ended_last_and_no_answer() -> None:
    filled = Filled(160)
    streams = filled.fill("a", 60, Use.STREAM)
    filled.fill("a", 30, Use.SLOW)
    filled.fill("a", 20, Use.ANSWER)
    filled.fill("a", 10)
    filled.fill("b", 20)
    filled.fill("c", 20)
    filled.fill("d", 20)
    assert filled.ended[:10] == [f"a{number}" for number in range(111, 121)]
    assert filled.ended[10:40] == [f"a{number}" for number in range(61, 91)]
    assert filled.ended[40:] == [f"a{number}" for number in range(1, len(filled.ended) - 39)]
    assert len(streams) == 60


def test_a_full_room_of_many_addresses_ends_nobody() -> None:
    filled = Filled(160)
    for number in range(160):
        assert filled.enter(f"address {number}") is not None
    assert filled.enter("late") is None
    assert filled.ended == []


def test_where_all_of_an_address_is_being_answered_nobody_is_ended() -> None:
    filled = Filled(160)
    filled.fill("a", 120, Use.ANSWER)
    assert filled.enter("b") is not None
    assert (filled.ended, filled.room.taken) == ([], 121)


def test_a_place_is_given_back_once() -> None:
    filled = Filled(3)
    first, second = filled.fill("a", 2)
    first.leave()
    first.leave()
    first.begin(Use.IDLE)
    assert filled.room.taken == 1
    second.leave()
    assert filled.room.taken == 0


def test_a_connection_of_a_proxy_counts_for_whoever_asks_by_it() -> None:
    """It stands for itself until its head was read; of the room's places it takes one, whoever has it."""
    filled = Filled(160)
    unknown = filled.fill("proxy 1", 1) + filled.fill("proxy 2", 1)
    assert [place.move("b") for place in unknown] == [True, True]
    assert (filled.room.taken, {place.address for place in unknown}) == (2, {"b"})
    filled.fill("b", 120)
    assert filled.enter("c") is not None
    assert filled.ended[0].startswith("proxy 1"), "as the longest idle of whom it was used for"


def test_where_it_is_narrow_nobody_gets_more_than_a_share_by_way_of_a_proxy() -> None:
    filled = Filled(160)
    for number in range(100):
        filled.enter(f"address {number}")
    places = [place for number in range(30) if (place := filled.enter(f"proxy {number}"))]
    assert [place.move("greedy") for place in places] == [True] * 20 + [False] * 10
    assert places[0].move("greedy"), "what it has it keeps"
    for place in places:
        place.leave()
    assert filled.room.taken == 100


def test_a_connection_that_was_ended_is_moved_no_more() -> None:
    filled = Filled(3)
    (place,) = filled.fill("proxy 1", 1)
    place.leave()
    assert not place.move("a")
    assert filled.room.taken == 0
