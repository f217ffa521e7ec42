"""What is asked of the figures: each bar is a ratio to a peer in the same run, or a bound of its own."""

from typing import NamedTuple

PEER = "boardgame.io"
OURS = "ledger"


class Bar(NamedTuple):
    """A figure of a scene, and what it has to be at least or at most, as a ratio to the peer or as it is."""

    scene: str
    figure: str
    contestant: str = OURS
    at_least: float | None = None
    at_most: float | None = None
    aim: float | None = None
    is_ratio: bool = True


BARS = (
    Bar("1 evening", "closed.rate", at_least=0.3, aim=0.5),
    Bar("30 evenings", "closed.rate", at_least=0.5, aim=1.0),
    Bar("30 evenings", "paced.shown_p50", at_most=2.0, aim=1.2),
    Bar("30 evenings", "paced.shown_p99", at_most=2.5),
    Bar("30 evenings", "closed.cpu_ms", at_most=2.0),
    Bar("30 evenings", "paced.cpu_ms", at_most=2.0),
    Bar("1 evening", "closed.bytes", at_most=2000, is_ratio=False),
    Bar("30 evenings", "closed.bytes", at_most=2000, is_ratio=False),
    Bar("30 tables by the API", "closed.rate", "ledger, numbers", at_least=0.8),
    Bar("30 tables by the API", "closed.rate", "ledger, fetching", at_least=0.4),
)
