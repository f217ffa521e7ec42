"""Turns: addresses take them one after the other, whatever each of them brings."""

import time
from collections.abc import Callable

import gevent
import pytest

from companion.server.turns import UNDER_WAY, Turn, Turns


@pytest.fixture
def turns() -> Turns:
    return Turns()


def bring(turns: Turns, order: list[str], address: str, work: Callable[[], None] = lambda: None) -> gevent.Greenlet:
    """A request of an address, which notes when its turn comes; it is answered at once."""

    def answer() -> None:
        turn = turns.take(address)
        order.append(address)
        work()
        turn.over()

    return gevent.spawn(answer)


def test_who_sends_one_is_answered_before_the_rest_of_who_sends_many(turns: Turns) -> None:
    order: list[str] = []
    requests = [bring(turns, order, "greedy") for _ in range(50)] + [bring(turns, order, "friend")]
    gevent.joinall(requests)
    assert order.index("friend") <= 1


def test_between_two_requests_the_loop_looks_who_has_come(turns: Turns) -> None:
    order: list[str] = []
    friends = []

    def work() -> None:
        end = time.perf_counter() + 0.001
        while time.perf_counter() < end:
            pass

    def come() -> None:
        friends.append(bring(turns, order, "friend"))

    requests = [bring(turns, order, "greedy", work) for _ in range(30)]
    gevent.spawn_later(0.003, come)
    gevent.joinall(requests)
    gevent.joinall(friends)
    assert "friend" in order[:-1], order


def test_each_request_begins_in_a_round_of_the_loop_of_its_own(turns: Turns) -> None:
    rounds, began = 0, []

    def count() -> None:
        nonlocal rounds
        rounds += 1

    watcher = gevent.get_hub().loop.prepare(ref=False)
    watcher.start(count)
    requests = [bring(turns, [], f"192.168.1.{number}", lambda: began.append(rounds)) for number in range(100)]
    gevent.joinall(requests)
    watcher.close()
    assert len({*began}) == len(began) == 100


def test_the_time_that_an_address_takes_counts_not_how_often_it_asks(turns: Turns) -> None:
    order: list[str] = []
    turns._charge("slow", 1.0)
    turns._charge("quick", 0.1)
    gevent.joinall([bring(turns, order, name) for name in ("slow", "quick") * 3])
    assert order == ["quick"] * 3 + ["slow"] * 3


def test_whoever_has_asked_for_much_begins_nothing_while_another_is_answered(turns: Turns) -> None:
    order: list[str] = []
    for _ in range(1000):
        turns.owed("greedy")
    answered = turns.take("friend")
    requests = [bring(turns, order, name) for name in ("greedy", "other", "greedy")]
    gevent.sleep(0.01)
    assert order == ["other"]
    answered.over()
    gevent.joinall(requests)
    assert order == ["other", "greedy", "greedy"]


def test_of_one_address_eight_are_answered_at_once(turns: Turns) -> None:
    taken: list[Turn] = []
    requests = [gevent.spawn(lambda: taken.append(turns.take("a"))) for _ in range(UNDER_WAY + 3)]
    gevent.sleep(0.01)
    assert len(taken) == UNDER_WAY
    other = gevent.spawn(lambda: turns.take("b"))
    other.join(1)
    assert other.successful()
    taken[0].over()
    taken[0].over()
    gevent.sleep(0.01)
    assert len(taken) == UNDER_WAY + 1, "once is enough"
    gevent.killall(requests)


def test_who_is_ended_while_it_waits_takes_no_turn(turns: Turns) -> None:
    taken: list[Turn] = []
    requests = [gevent.spawn(lambda: taken.append(turns.take("a"))) for _ in range(UNDER_WAY + 1)]
    gevent.sleep(0.01)
    requests[-1].kill()
    later = gevent.spawn(lambda: taken.append(turns.take("a")))
    taken[0].over()
    later.join(1)
    assert len(taken) == UNDER_WAY + 1


def test_an_address_owes_once_it_has_asked_a_thousand_times() -> None:
    turns = Turns()
    assert not any(turns.owed("a") for _ in range(1000))
    assert any(turns.owed("a") > 0 for _ in range(10_000)), "no machine is so slow that nothing is owed meanwhile"
    assert not turns.owed("b")
