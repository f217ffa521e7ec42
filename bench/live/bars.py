"""What is asked of the figures: each bar is a ratio to a peer in the same run, or a bound of its own."""

from typing import NamedTuple

PEER = "boardgame.io"
KEPT = "boardgame.io, kept"
LIMIT = "bare limit"
OURS = "ledger"
RATES = {"1 evening": (0.25, 0.3), "30 evenings": (0.25, 0.3), "150 evenings": (0.25, 0.3), "crowd of 18": (0.2, 0.25)}
GAMES = "Death Over The Kingdom", "Gamushara Gang", "Final Deathweek", "Death Wish"


class Bar(NamedTuple):
    """A figure of a scene, and what it has to be at least or at most, as a ratio to a peer, or as it is."""

    scene: str
    figure: str
    contestant: str = OURS
    at_least: float | None = None
    at_most: float | None = None
    aim: float | None = None
    peer: str | None = PEER


BARS = (
    *(Bar(scene, "closed.rate", at_least=least, aim=aim) for scene, (least, aim) in RATES.items()),
    *(Bar(scene, "closed.rate", at_least=1.0, peer=KEPT) for scene in RATES),
    Bar("30 evenings", "paced.shown_p50", at_most=2.0, aim=1.2),
    Bar("30 evenings", "paced.shown_p99", at_most=2.5),
    Bar("30 evenings", "closed.cpu_ms", at_most=4.6),
    Bar("30 evenings", "paced.cpu_ms", at_most=4.6),
    *(Bar(scene, "closed.bytes_p50", at_most=3200, aim=2000, peer=None) for scene in (*RATES, *GAMES)),
    *(Bar(scene, "closed.bytes_p90", at_most=8000, peer=None) for scene in (*RATES, *GAMES)),
    *(Bar(scene, "first_load", at_most=60_000, peer=None) for scene in ("1 evening", "crowd of 18", *GAMES)),
    Bar("30 tables by the API", "closed.rate", "ledger, numbers", at_least=0.8),
    Bar("30 tables by the API", "closed.rate", "ledger, fetching", at_least=0.4),
)
