"""Several servers start on one folder: one serves it, the others say where that is."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.api import ApiTable, adjust
from tests.support.server import TROUBLE, Server


class Rival(Server):
    """A server for a folder that others want too: it serves if it answers at its port, whatever the folder says."""

    def __init__(self, own: Path, data: Path) -> None:
        own.mkdir(parents=True)
        super().__init__(own)
        self.data = data

    def _answers(self) -> bool:
        try:
            with closing(self.program()) as program:
                return program.call("GET", "/healthz").status == 200
        except TROUBLE:
            return False

    def serves(self) -> bool:
        """Start it; whether it serves. Else it has ended."""
        try:
            self.start(60)
        except RuntimeError:
            return False
        return True


@row("several servers on one folder", load="servers refused", whole=50, few=1)
def several_servers(effort: Effort) -> Outcome:
    """Start servers on one folder at once, and again while one of them serves."""
    outcome, rng = effort.outcome(), effort.rng
    for number in range(effort.tries):
        folder = effort.folder / str(number)
        rivals = [Rival(folder / f"{place}", folder / "data") for place in range(rng.randint(2, 4))]
        with ThreadPoolExecutor(len(rivals)) as threads:
            serving = [*threads.map(Rival.serves, rivals)]
        outcome.note("doubled", f"serving: {serving}", abs(sum(serving) - 1))
        _compare(outcome, rivals[serving.index(True)], Rival(folder / "late", folder / "data"))
        outcome.tries += 1
        outcome.load += serving.count(False)
        complaints = "".join(rival.complaints for rival in rivals)
        outcome.note("failed", complaints, complaints.count("Traceback"))
        for rival in rivals:
            rival.close()
    return outcome


def _compare(outcome: Outcome, first: Server, late: Rival) -> None:
    """Nobody takes the folder from the one who serves it, and what is reported there goes on."""
    table = ApiTable(first.program().call).play([adjust(0)])
    outcome.note("doubled", "a server that came later serves", int(late.serves()))
    is_right = first.url in late.complaints and "Traceback" not in late.complaints
    outcome.note("failed", f"not told where: {late.complaints}", int(not is_right))
    outcome.note("lost", "a line", int(table.play([adjust(0)]).look()["line"] != 2))
    late.close()
