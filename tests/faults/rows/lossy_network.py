"""A network that loses every fifth exchange, there or back, and doubles others: each tap is taken once.

Whoever is not answered sends the same again, by the same key, until an answer comes.
"""

from contextlib import closing
from random import Random
from threading import Event

from tests.faults.counting import count
from tests.faults.history import Client, History, crowd, insisting, player
from tests.faults.lossy import LossyProgram
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.api import ApiTable, adjust
from tests.support.server import Server

CLIENTS = 4


@row("a network that loses every fifth exchange", load="exchanges lost", whole=8000, few=60)
def lossy_network(effort: Effort) -> Outcome:
    """Let four programs report so many moves: two by hand at one table, two play games of their own."""
    outcome, history = effort.outcome(), History()
    with closing(Server(effort.folder).start(60)) as server:
        programs = [LossyProgram(server.url, Random(f"{effort.seed} {number}")) for number in range(CLIENTS)]
        shared = ApiTable(server.program().call)
        each = -(-effort.tries // CLIENTS)
        clients = [_adjuster(programs[seat], history, shared, seat, each) for seat in range(2)]
        clients += [
            player(insisting(program), history, effort.seed + number, moves=each)
            for number, program in enumerate(programs[2:])
        ]
        with crowd(*clients):
            pass
        outcome.tries, outcome.load = len(history.intents), sum(program.lost for program in programs)
        outcome.note("failed", server.complaints[-400:], server.complaints.count("Traceback"))
        count(outcome, history, server)
        for program in programs:
            program.close()
    return outcome


def _adjuster(program: LossyProgram, history: History, table: ApiTable, seat: int, moves: int) -> Client:
    """Writes so many entries into the ledger, one after the other."""

    def report(_: Event) -> None:
        for number in range(moves):
            history.report(
                insisting(program), table, table.seats[seat], adjust(seat, number + 1, f"{number} of {seat}")
            )

    return report
