"""The figures as a table, and whether they clear their bars."""

from collections.abc import Iterator, Sequence
from statistics import median

from bench.live.bars import BARS, KEPT, LIMIT, PEER, Bar
from bench.live.cases.rounds import Rounds

BESIDE = "beside"  # another version of ours
ROWS = {
    "closed.rate": "closed loop, taps/s",
    "closed.answered_p50": "… answer p50, ms",
    "closed.answered_p95": "… answer p95, ms",
    "closed.answered_p99": "… answer p99, ms",
    "closed.shown_p50": "… last screen p50, ms",
    "closed.shown_p95": "… last screen p95, ms",
    "closed.shown_p99": "… last screen p99, ms",
    "closed.cpu_ms": "… CPU of the server a tap, ms",
    "closed.beside_ms": "… CPU of the database a tap, ms",
    "closed.bytes": "… bytes a tap and screen",
    "closed.bytes_p50": "… of these the median",
    "closed.bytes_p90": "… nine of ten at most",
    "closed.server_busy": "… the server's share of a core",
    "closed.driver_busy": "… the driver's share of a core",
    "paced.due": "at a pace, taps due",
    "paced.unserved": "… not served in time",
    "paced.answered_p50": "… answer p50, ms",
    "paced.answered_p95": "… answer p95, ms",
    "paced.answered_p99": "… answer p99, ms",
    "paced.shown_p50": "… last screen p50, ms",
    "paced.shown_p95": "… last screen p95, ms",
    "paced.shown_p99": "… last screen p99, ms",
    "paced.cpu_ms": "… CPU of the server a tap, ms",
    "memory_mb": "memory, MB",
    "first_load": "first load of a phone, bytes",
    "load": "load of the machine",
}


def table(scene: str, rounds: Rounds, peer_name: str = PEER) -> str:
    """A table in Markdown: medians of the rounds with their spread, and the ratios of ours to each peer."""
    peers = [name for name in (peer_name, KEPT) if name in rounds]
    others = [name for name in rounds if name not in peers]
    pairs = [(name, peer) for peer in peers for name in others if name != LIMIT]
    heads = [*others, *peers, *(f"{name} / {peer}" for name, peer in pairs)]
    lines = [f"| {scene} | {' | '.join(heads)} |", f"|---|{'---|' * len(heads)}"]
    for figure, words in ROWS.items():
        cells = [spread([one[figure] for one in rounds[name] if figure in one]) for name in (*others, *peers)]
        cells += [spread(ratios(rounds, name, figure, peer)) for name, peer in pairs]
        lines.append(f"| {words} | {' | '.join(cells)} |")
    return "\n".join(lines)


def ratios(rounds: Rounds, name: str, figure: str, peer_name: str = PEER) -> list[float]:
    """One ratio to the peer for each round; none of a figure that it has not."""
    pairs = zip(rounds[name], rounds[peer_name], strict=True)
    return [ours[figure] / theirs[figure] for ours, theirs in pairs if theirs.get(figure)]


def spread(values: Sequence[float]) -> str:
    """The median, and the least and the most of the rounds."""
    if not values:
        return "–"
    low, middle, high = (f"{value:.3g}" if value < 1000 else f"{value:,.0f}" for value in _three(values))
    return middle if low == high else f"{middle} ({low}–{high})"


def _three(values: Sequence[float]) -> tuple[float, float, float]:
    return min(values), median(values), max(values)


def verdicts(scene: str, rounds: Rounds) -> Iterator[dict]:
    """For each bar of the scene what it asks, what there is, and whether that is met."""
    for bar in BARS:
        if bar.scene == scene and bar.contestant in rounds and (bar.peer is None or bar.peer in rounds):
            yield _verdict(bar, rounds)


def _verdict(bar: Bar, rounds: Rounds) -> dict:
    values = [one[bar.figure] for one in rounds[bar.contestant]]
    value = median(ratios(rounds, bar.contestant, bar.figure, bar.peer) if bar.peer else values)
    is_met = (bar.at_least is None or value >= bar.at_least) and (bar.at_most is None or value <= bar.at_most)
    return {**bar._asdict(), "value": value, "is_met": is_met}


def sentence(verdict: dict) -> str:
    """A verdict in one line."""
    least, most, aim = verdict["at_least"], verdict["at_most"], verdict["aim"]
    bound = f"at least {least}" if least is not None else f"at most {most}"
    unit = f" of {verdict['peer']}" if verdict["peer"] else ""
    word = "met" if verdict["is_met"] else "MISSED"
    aimed = f", {aim} aimed at" if aim is not None else ""
    name = f"{verdict['scene']}, {verdict['contestant']}, {verdict['figure']}"
    return f"{word}: {name}: {verdict['value']:.3g} ({bound}{unit}{aimed})"
