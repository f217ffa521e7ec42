"""A league told the plain way, of told games: who stands where, and what decided between those with as many points."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from tests.reference.tallies import Told


class Row(NamedTuple):
    place: int
    name: str
    points: int
    won: int
    played: int
    decided: str


def evening(game: Told) -> str:
    """The day of a game's evening, which lasts until six in the morning."""
    return str((datetime.fromisoformat(game.record["opened_at"]).astimezone() - timedelta(hours=6)).date())


def counts(game: Told, league: Mapping[str, Any], hidden: Collection[str]) -> bool:
    record, day = game.record, evening(game)
    if record["id"] in hidden or (league["kinds"] and record["game"] not in league["kinds"]):
        return False
    return (league["since"] or "") <= day <= (league["until"] or "9999")


def gained(game: Told, seat: int, points: Mapping[str, Any]) -> int:
    """What a game gives a seat."""
    result, seats = game.result, range(len(game.record["seats"]))
    if result["outcome"] == "lost":
        return points["lost"]
    if all(result["places"][one] == 1 for one in seats):
        if len(result["winners"]) == len(seats):
            return points["together"]
        if not result["winners"]:
            return points["lost"]
    place = result["places"][seat]
    if points["places"] == "wins":
        return 1 if seat in result["winners"] else 0
    if points["places"] == "beaten":
        return len([one for one in seats if result["places"][one] > place])
    return points["places"][place - 1] if place - 1 < len(points["places"]) else 0


def table(
    games: list[Told], league: Mapping[str, Any], hidden: Collection[str] = (), same: Mapping[str, str] | None = None
) -> list[Row]:
    """The standings, the best first, and in one place by name; `same`: whose games are by now somebody else's."""
    same = same or {}
    counted = [game for game in games if counts(game, league, hidden)]
    by_evening: dict[str, dict[str, int]] = {}
    won: dict[str, int] = {}
    played: dict[str, int] = {}
    ahead: dict[tuple[str, str], int] = {}
    for game in counted:
        names = [same.get(name, name) for name in game.record["seats"]]
        for seat, name in enumerate(names):
            days = by_evening.setdefault(name, {})
            days[evening(game)] = days.get(evening(game), 0) + gained(game, seat, league["points"])
            won[name] = won.get(name, 0) + (1 if seat in game.result["winners"] else 0)
            played[name] = played.get(name, 0) + 1
            for other_seat, other in enumerate(names):
                if game.result["outcome"] != "lost" and game.result["places"][seat] < game.result["places"][other_seat]:
                    ahead[name, other] = ahead.get((name, other), 0) + 1
    points = {name: best_of(list(days.values()), league["best"]) for name, days in by_evening.items()}

    def strength(name: str) -> tuple[int, int, int]:
        rivals = [one for one in points if (points[one], won[one]) == (points[name], won[name])]
        duels = sum(ahead.get((name, one), 0) - ahead.get((one, name), 0) for one in rivals)
        return points[name], won[name], duels

    strengths = {name: strength(name) for name in points}
    rows = []
    for name, own in strengths.items():
        place = 1 + len([other for other in strengths.values() if other > own])
        rows.append(Row(place, name, own[0], own[1], played[name], decided(own, name, strengths)))
    return sorted(rows)


def best_of(evenings: list[int], best: int) -> int:
    ordered = sorted(evenings)
    return sum(ordered[-best:] if best else ordered)


def decided(own: tuple[int, int, int], name: str, strengths: Mapping[str, tuple[int, int, int]]) -> str:
    """What puts somebody before those who come next."""
    others = [strength for other, strength in strengths.items() if other != name]
    if own in others:
        return "shared"
    behind = max((other for other in others if other < own), default=None)
    if behind is None or behind[0] < own[0]:
        return ""
    return "wins" if behind[1] < own[1] else "met"
