"""What is asked in two worlds takes as long in both: the time of an answer tells no secret.

No milliseconds are compared, but which of two answers was quicker, each asked for so many times by turns: where
nothing is told, either is in half of all pairs. An app may be a little quicker than another whatever it is asked, by
how its memory lies: so both worlds are played anew where they seem to differ, and have to differ in the same way.
"""

from bisect import bisect_left, bisect_right
from random import Random
from time import perf_counter

from tests.faults.asking import SEATED, Asking
from tests.faults.outcome import Effort, Outcome
from tests.faults.pairs import pair
from tests.faults.rows import row
from tests.faults.telling import Telling
from tests.faults.what_ifs import Plain
from tests.support.evening_worlds import World, two

SAMPLES = 150  # of each question in each world: by chance alone the share is then 0.5 ± 0.033
BOUND = 0.25  # from 0.5
LOOKS, GUESSES = 5, 4  # questions of each pair

Worlds = tuple[World, World]
Question = tuple[str, str, Plain | None]  # who asks, for which address, with which form


@row("two worlds, timed", load="answers timed", whole=100, few=4, is_timed=True)
def timed_worlds(effort: Effort) -> Outcome:
    """Time what scoreboard and viewer look at, and what a host guesses late: nothing of it changes the table."""
    outcome = effort.outcome()
    for number in range(effort.tries):
        rng = Random(f"{effort.seed} {number}")
        states = pair(rng, number)
        telling = Telling(rng, states)
        with two(effort.folder / f"{number} first", telling.tell) as worlds:
            questions = _questions(rng, worlds[0], Asking(rng, states, worlds[0]))
            shares = [_share_of_slower(rng, worlds, question) for question in questions]
            assert {world.live.line for world in worlds} == {len(states[0].table.lines)}, "something was taken"
        unlike = [(question, share) for question, share in zip(questions, shares, strict=True) if _differs(share)]
        if unlike:
            with two(effort.folder / f"{number} again", telling.tell) as worlds:
                for question, share in unlike:
                    again = _share_of_slower(rng, worlds, question)
                    note = f"{states[0]}: {question} is slower in the first world: {share:.2f}, {again:.2f}"
                    outcome.note("leaked", note, int(_differs(again) and (share < 0.5) == (again < 0.5)))
        outcome.load += 2 * SAMPLES * (len(questions) + len(unlike))
        outcome.tries += 1
    return outcome


def _questions(rng: Random, world: World, asking: Asking) -> list[Question]:
    looking = [name for name in world.clients if name in SEATED]
    looks: list[Question] = [(rng.choice(looking), *look) for look in rng.sample([*asking.looks()], LOOKS)]
    guesses = [*asking.guesses()]
    return [*looks, *rng.sample(guesses, min(GUESSES, len(guesses)))]


def _differs(share: float) -> bool:
    return abs(share - 0.5) > BOUND


def _share_of_slower(rng: Random, worlds: Worlds, question: Question) -> float:
    """In which share of all pairs of answers that of the first world was slower; of two alike, in half.

    This is U of Mann and Whitney over the number of pairs: by hand, since nothing else here needs a library for it.
    """
    seconds: tuple[list[float], list[float]] = [], []
    for _ in range(SAMPLES):
        for number in rng.sample((0, 1), 2):
            began = perf_counter()
            worlds[number].ask(*question)
            seconds[number].append(perf_counter() - began)
    first, other = seconds[0], sorted(seconds[1])
    return sum(bisect_left(other, one) + bisect_right(other, one) for one in first) / (2 * len(first) * len(other))
