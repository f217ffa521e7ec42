"""The result of a table."""

from typing import Any

import msgspec

from companion.table.model import Table


def result(table: Table) -> dict[str, Any]:
    """The result as `replay` prints it, without secrets. Cached in the table: do not change it."""
    if "result" not in table.kept:
        ledger = [msgspec.to_builtins(entry) for entry in table.game.ledger(table.state)]
        head = {name: value for name, value in summary(table).items() if name != "facts"}
        table.kept["result"] = head | {"ledger": ledger, "facts": summary(table)["facts"]}
    kept: dict[str, Any] = table.kept["result"]
    return kept


def summary(table: Table) -> dict[str, Any]:
    """The result without its ledger, which may be long."""
    if "summary" not in table.kept:
        table.kept["summary"] = _summary(table)
    kept: dict[str, Any] = table.kept["summary"]
    return kept


def _summary(table: Table) -> dict[str, Any]:
    game, state, standing = table.game, table.state, table.standing
    entries = game.ledger(state)
    counted = {"counted": True} if standing.counted else {}
    return {
        "game": game.SLUG,
        "over": standing.over and not table.stopped,
        "outcome": "stopped" if table.stopped else standing.outcome,
        **counted,
        "round": standing.round,
        "tracks": {track: list(entries.sums(track, len(table.seats))) for track in table.tracks},
        "totals": list(standing.totals),
        "places": list(standing.places),
        "winners": [] if table.stopped else list(standing.winners),
        "facts": game.facts(state),
    }


def is_closed(table: Table) -> bool:
    """Whether the table is over or stopped: nobody is asked for more."""
    return table.stopped or table.standing.over
