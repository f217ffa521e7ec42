"""The pool of workers: of each group one task at a time, in turns, and one thread that no long work ever has."""

from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import gevent
import pytest

from companion.storage.workers import HAS_HUNG_UP, WorkerPool
from tests.support.effort import patient

ONE, OTHER, THIRD = 1, 2, 3


class Held:
    """Work that lasts until it is let go; in what order it began."""

    def __init__(self, order: list[Any]) -> None:
        self._order, self._may_end = order, Event()

    def __call__(self, name: Any) -> Any:
        self._order.append(name)
        assert self._may_end.wait(patient(10))
        return name

    def let_go(self) -> None:
        self._may_end.set()


@pytest.fixture
def pool() -> WorkerPool:
    return WorkerPool()


@pytest.fixture
def order() -> list[Any]:
    return []


@pytest.fixture
def held(order: list[Any]) -> Iterator[Held]:
    held = Held(order)
    yield held
    held.let_go()


def until(is_so: Callable[[], bool]) -> None:
    with gevent.Timeout(patient(10)):
        while not is_so():
            gevent.sleep(0.001)


def test_of_a_group_one_task_is_done_at_a_time(pool: WorkerPool, held: Held, order: list[Any]) -> None:
    first = gevent.spawn(pool.run, ONE, held, "first")
    until(lambda: order == ["first"])
    second = gevent.spawn(pool.run, ONE, order.append, "second")
    assert pool.run(OTHER, lambda: "other") == "other"
    assert order == ["first"]
    held.let_go()
    gevent.joinall([first, second])
    assert order == ["first", "second"]


def test_groups_take_turns_however_much_one_of_them_asks(pool: WorkerPool, held: Held, order: list[Any]) -> None:
    tasks = [gevent.spawn(pool.run, group, held, "held") for group in (ONE, OTHER)]
    until(lambda: order == ["held"] * 2)
    tasks += [gevent.spawn(pool.run, group, order.append, group) for group in (ONE, ONE, ONE, OTHER, OTHER, OTHER)]
    gevent.sleep(0)
    tasks.append(gevent.spawn(pool.run, THIRD, order.append, THIRD))
    gevent.sleep(0)
    held.let_go()
    gevent.joinall(tasks)
    assert order.index(THIRD) <= 2 + 2, order


def test_what_comes_in_slices_leaves_a_thread_to_pages(pool: WorkerPool, held: Held, order: list[Any]) -> None:
    uploads = [gevent.spawn(list, pool.pieces(group, map(held, [group]))) for group in (ONE, OTHER)]
    until(lambda: len(order) == 1)
    assert pool.run(THIRD, lambda: "a page") == "a page"
    assert len(order) == 1
    held.let_go()
    gevent.joinall(uploads)
    assert sorted(order) == [ONE, OTHER]
    assert [upload.value for upload in uploads] == [[ONE], [OTHER]]


def test_a_page_of_the_same_group_waits_for_one_slice_at_most(pool: WorkerPool, order: list[Any]) -> None:
    pool.slice_seconds = 0.0
    is_answered = Event()

    def made() -> Iterator[str | None]:
        while not is_answered.is_set():
            order.append("slice")
            yield None
        yield "whole"

    upload = gevent.spawn(list, pool.pieces(ONE, made()))
    until(lambda: len(order) > 0)
    assert pool.run(ONE, lambda: "a page") == "a page"
    is_answered.set()
    upload.join()
    assert upload.value == ["whole"]


def test_long_work_ends_with_whoever_waits_for_it(pool: WorkerPool, order: list[Any]) -> None:
    def made() -> Iterator[None]:
        while True:
            order.append("slice")
            yield None

    upload = gevent.spawn(list, pool.pieces(ONE, made()))
    until(lambda: len(order) > 0)
    upload.kill()
    done = pool.run(ONE, lambda: len(order))
    assert pool.run(ONE, lambda: len(order)) == done, "no slice comes after the one that was under way"


def test_no_slice_is_begun_once_whoever_asked_has_hung_up(pool: WorkerPool, order: list[Any]) -> None:
    looks = iter([False, False, False, True])

    def upload() -> list[None]:
        HAS_HUNG_UP.set(lambda: next(looks))
        pool.slice_seconds = 0.0
        return list(pool.pieces(ONE, iter(lambda: order.append("slice"), 0)))

    ended = gevent.spawn(upload)
    ended.join(patient(10))
    assert isinstance(ended.value, gevent.GreenletExit)
    assert order == ["slice"] * 3


@pytest.mark.parametrize("has_begun", [True, False])
def test_who_is_ended_while_waiting_keeps_no_thread(
    pool: WorkerPool, held: Held, order: list[Any], has_begun: bool
) -> None:
    first = gevent.spawn(pool.run, ONE, held, "first")
    until(lambda: order == ["first"])
    waiting = gevent.spawn(pool.run, ONE, order.append, "never")
    gevent.sleep(0)
    (first if has_begun else waiting).kill()
    held.let_go()
    assert pool.run(ONE, lambda: "next") == "next"
    first.join()
    assert [pool.run(None, lambda: 1) for _ in range(5)] == [1] * 5
    assert ("never" in order) is has_begun


def test_what_work_raises_is_raised(pool: WorkerPool) -> None:
    with pytest.raises(ZeroDivisionError):
        pool.run(ONE, lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        list(pool.pieces(ONE, (1 // n for n in [1, 0])))
    assert pool.run(ONE, lambda: pool.run(ONE, lambda: "inside")) == "inside"
