"""Final Deathweek the plain way: put the corrected sheet together, then tell it once from first to last."""

from typing import Any

from tests.reference.sheet import final_sheet

DEFAULTS = {
    "counter_limit": 5,
    "break_removes": 1,
    "last_day": "all",
    "scoring": "none",
    "chain_scored": "longest",
    "days": 7,
    "leader": 0,
}
WORTH = {2: 1, 3: 2, 4: 4, 5: 7, 6: 11, 7: 16}


def score(record: dict) -> dict:
    """The result of a valid Final Deathweek record, finished or not."""
    table = opened(len(record["seats"]), with_defaults(record))
    for move in final_sheet(record["moves"]):
        happen(table, move)
    seats, options = range(table["seats"]), table["options"]
    tracks = {
        track: [total(table, seat, track) for seat in seats]
        for track in (["death_counters"] if options["scoring"] == "none" else ["death_counters", "points"])
    }
    points = tracks.get("points", [0 for _ in seats])
    won = table["outcome"] == "won" and not table["stopped"]
    best = [seat for seat in seats if points[seat] == max(points)]
    return {
        "game": "final-deathweek",
        "over": table["outcome"] != "playing" and not table["stopped"],
        "outcome": "stopped" if table["stopped"] else table["outcome"],
        **({"counted": True} if table["counted"] else {}),
        "round": table["day"],
        "tracks": tracks,
        "totals": [sum(points) for _ in seats] if options["scoring"] == "team" else points,
        "places": [
            1 + sum(other > points[seat] for other in points) if options["scoring"] == "each" else 1 for seat in seats
        ],
        "winners": list(seats) if won else [],
        "ledger": table["ledger"],
        "facts": {
            "leader": table["leader"],
            "day": table["day"],
            "seats": [facts_of(table, seat) for seat in seats],
            "days": table["days"],
        }
        | ({"first": best if won else []} if options["scoring"] == "each" else {}),
    }


def with_defaults(record: dict) -> dict:
    """All options of a record."""
    return DEFAULTS | (record.get("options") or {})


def facts_of(table: dict, seat: int) -> dict:
    """What everybody may know of a seat."""
    lengths = [len(chain) for chain in chains(table["rows"][seat])]
    return {
        "solid": table["solid"][seat],
        "alive": seat not in table["dead"],
        "break_used": seat in table["spent"],
        "numbers": table["rows"][seat],
        "running": lengths[-1] if lengths else 0,
        "longest": max(lengths, default=0),
        "unexposable": seat in table["failed"],
    }


def total(table: dict, seat: int, track: str) -> int:
    """What a seat has on a track."""
    return sum(line["by"] for line in table["ledger"] if line["seat"] == seat and line["track"] == track)


# The table


def opened(seats: int, options: dict) -> dict:
    """A table before the first move."""
    return {
        "seats": seats,
        "options": options,
        "day": 0,
        "leader": options["leader"],
        "solid": [None] * seats,
        "spent": set(),
        "rows": [[] for _ in range(seats)],
        "failed": set(),
        "dead": set(),
        "days": [],
        "ledger": [],
        "outcome": "playing",
        "stopped": False,
        "counted": False,
        "day_before": {},
        "takes": {},
        "broke": set(),
        "killers": {},
        "outcomes": {},
    }


def happen(table: dict, move: dict) -> None:
    """One move of the corrected sheet."""
    seat: Any = move.get("seat")
    match move["move"]:
        case "solid":
            table["solid"][seat] = move["color"]
            if None not in table["solid"]:
                table["day"] = 1
        case "redeal":
            table["solid"] = [None] * table["seats"]
        case "take":
            table["takes"][seat] = (set(move["colors"]), move["number"])
        case "break":
            table["day"] = max(table["day"], 1)  # the first one of all may begin the week
            table["broke"].add(seat)
            table["spent"].add(seat)
            has = max(total(table, seat, "death_counters"), 0)
            enter(table, seat, "death_counters", -min(has, table["options"]["break_removes"]), "break")
        case "killers":
            table["killers"][seat] = move["colors"]
        case "outcome":
            table["outcomes"][seat] = move
            table["day"] = max(table["day"], 1)  # the first one of all may begin the week
        case "adjust":
            enter(table, seat, move["track"], move["by"], "adjust")
        case "stop":
            table["stopped"] = True
        case "count":
            count(table)
    everybody_did = len(table["takes"]) + len(table["broke"]) + len(table["outcomes"]) == table["seats"]
    if everybody_did and table["takes"].keys() == table["killers"].keys():
        judge(table)


def count(table: dict) -> None:
    """It ends with the day that was judged last: what was done today is undone, but for what was written by hand."""
    today = table["day"]
    table |= table["day_before"] | {"outcome": "won", "counted": True}
    table["spent"] = table["spent"] - table["broke"]
    table["ledger"] = [
        line | {"round": min(line["round"], table["day"])}
        for line in table["ledger"]
        if (line["round"], line["because"]) != (today, "break")
    ]
    clear(table)
    enter_points(table)


def clear(table: dict) -> None:
    """Nothing is done yet on this day."""
    table["takes"], table["broke"], table["killers"], table["outcomes"] = {}, set(), {}, {}


def enter(table: dict, seat: int, track: str, by: int, because: str) -> None:
    """A line of the ledger, unless it changes nothing."""
    if by != 0:
        line = {"round": table["day"], "seat": seat, "track": track, "by": by, "because": because}
        table["ledger"].append(line)


# A day is over


def judge(table: dict) -> None:
    """The reveal, and what comes of it."""
    seats = range(table["seats"])
    today: list[dict[str, Any]] = [{"matched": 0, "died": False, "chain": None} for _ in seats]
    table["days"].append(today)
    failed = set()
    for seat in sorted([*table["takes"], *table["outcomes"]]):
        number, matched, dies = compared(table, seat)
        today[seat] |= {"matched": matched, "died": dies}
        if not dies:
            enter(table, seat, "death_counters", matched, "match")
        table["rows"][seat].append(number)
    killed = any(verdict["died"] for verdict in today)
    if not killed and table["day"] >= 3:
        for seat in [*table["takes"], *table["outcomes"]]:
            holds = len(chains(table["rows"][seat])) == len(chains(table["rows"][seat][:-1]))
            today[seat]["chain"] = "held" if holds else "broken"
        failed = {seat for seat in seats if today[seat]["chain"] == "broken"}
    if not killed or (table["day"] == table["options"]["days"] and table["options"]["last_day"] == "any"):
        for seat in seats:
            at_limit = total(table, seat, "death_counters") >= table["options"]["counter_limit"]
            today[seat]["died"] = today[seat]["died"] or at_limit
    table["dead"] = {seat for seat in seats if today[seat]["died"]}
    if survived(table):
        table["outcome"] = "won"
        enter_points(table)
    elif table["dead"]:
        table["outcome"] = "lost"
    else:
        table["day_before"] = {name: table[name] for name in ("day", "leader", "failed")}
        table["day"] += 1
        table["leader"] = (table["leader"] + 1) % table["seats"]
        table["failed"] = failed
    clear(table)


def compared(table: dict, seat: int) -> tuple[int, int, bool]:
    """The number of a seat's event, how many colours it matched, and whether it kills."""
    if seat in table["outcomes"]:
        told = table["outcomes"][seat]
        return told["number"], told.get("matched", 0), "died" in told
    colors, number = table["takes"][seat]
    killers = {table["solid"][seat], *table["killers"][seat]}
    return number, len(colors & killers), colors != set() and colors <= killers


def survived(table: dict) -> bool:
    """Whether the week is over and enough are alive."""
    if table["day"] != table["options"]["days"]:
        return False
    may_die = table["seats"] - 1 if table["options"]["last_day"] == "any" else 0
    return len(table["dead"]) <= may_die


def chains(row: list[int]) -> list[list[int]]:
    """A row of numbers cut into its chains; each but the first begins with the last number of the one before."""
    found = []
    for number in row:
        if found and (rises([*found[-1], number]) or rises([*found[-1], number][::-1])):
            found[-1].append(number)
        else:
            found.append([*found[-1][-1:], number] if found else [number])
    return found


def rises(numbers: list[int]) -> bool:
    """Whether no number is smaller than the one before."""
    return sorted(numbers) == numbers


def enter_points(table: dict) -> None:
    """The victory points of those who survived the week, and of who died on its last day."""
    if table["options"]["scoring"] == "none":
        return
    for seat in range(table["seats"]):
        facts = facts_of(table, seat)
        enter(table, seat, "points", WORTH.get(facts[table["options"]["chain_scored"]], 0), "chain")
        enter(table, seat, "points", -total(table, seat, "death_counters"), "counters")
