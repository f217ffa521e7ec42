"""Many evenings at once: `python -m bench.evenings [EVENINGS] [LINES] [SEED]`.

Serves a folder with a group for each evening, thirty without a number. Six phones and a board come in to each, play
one of all games in turn through their real pages to its end, or for so many lines, and hold their streams open; in the
middle the server is killed and started again. Tells how many taps were taken in what time, and what was lost, doubled,
late, or shown to a group that it is not of. The exit status is 1 if anything was.
"""

import sys
import tempfile
from pathlib import Path

from tests.support.many_evenings.run import Outcome, play
from tests.support.server import Server

EVENINGS, LINES = 30, 250
MOST = 5  # so many kinds of refusals are told, and leaks


def tell(outcome: Outcome) -> bool:
    """Print the outcome; whether all is as it should be."""
    print(f"{outcome.evenings} evenings, {outcome.devices} devices: {dict(outcome.games)}")
    print(f"{outcome.taps} taps in {outcome.seconds:.0f} s, {outcome.taps / outcome.seconds:.1f} a second")
    print(f"refused: {sum(outcome.refusals.values())}, screens that looked anew: {outcome.late}")
    for words, times in outcome.refusals.most_common(MOST):
        print(f"  {times} × {words}")
    print(f"received and searched, in bytes: {dict(outcome.received)}; files of results compared: {outcome.exported}")
    back = outcome.seats - outcome.seats_lost
    print(f"seats back after the kill: {back} of {outcome.seats}, ended wrongly: {outcome.ended_wrongly}")
    print(f"lost: {outcome.lost}, doubled: {outcome.doubled}, results unlike their replay: {outcome.differing}")
    print(f"leaked: {outcome.leaks[:MOST]}, not refused: {outcome.not_refused}, without a mark: {outcome.unmarked}")
    return outcome.is_right


def main() -> int:
    numbers = [int(word) for word in sys.argv[1:]]
    evenings, lines, seed = [*numbers, *(EVENINGS, LINES, 0)[len(numbers) :]]
    with tempfile.TemporaryDirectory(prefix="ledger-bench-") as made:
        server = Server(Path(made))
        try:
            return 0 if tell(play(server, evenings, lines, seed)) else 1
        finally:
            server.close()
            print(server.complaints, end="", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
