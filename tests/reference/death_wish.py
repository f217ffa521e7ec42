"""Death Wish the plain way: put the corrected sheet together, then tell it once from the first move to the last."""

from tests.reference.sheet import final_sheet


def score(record: dict) -> dict:
    """The result of a valid Death Wish record, finished or not."""
    table = opened(record)
    for move in final_sheet(record["moves"]):
        happen(table, move)
    over = is_over(table) and not table["stopped"]
    return {
        "game": "death-wish",
        "over": over,
        "outcome": "stopped" if table["stopped"] else "won" if over else "playing",
        **({"counted": True} if table["counted"] else {}),
        "round": table["contracts"],
        "tracks": {"skulls": skulls(table)},
        "totals": skulls(table),
        "places": places(table),
        "winners": [seat for seat, place in enumerate(places(table)) if place == 1] if over else [],
        "ledger": table["ledger"],
        "facts": {
            "dead": table["dead"],
            "diseases": table["stacks"],
            "keepers": table["keepers"],
            "next": next_of(table),
        },
    }


def with_defaults(record: dict) -> dict:
    """All options of a record."""
    target = 10 if len(record["seats"]) <= 5 else 8
    return {"target": target, "last_survivor": False, "first": 0} | (record.get("options") or {})


def opened(record: dict) -> dict:
    """A table before the first move."""
    seats = len(record["seats"])
    return with_defaults(record) | {
        "seats": seats,
        "stacks": [[] for _ in range(seats)],
        "keepers": [0] * seats,
        "dead": [],
        "last": None,
        "contracts": 0,
        "ledger": [],
        "stopped": False,
        "counted": False,
    }


def happen(table: dict, move: dict) -> None:
    """One move of the sheet."""
    match move["move"]:
        case "contract":
            table["contracts"] += 1
            table["last"] = move["seat"]
            got = {"disease": move["disease"].strip(), "color": move["color"], "skulls": move["skulls"]}
            table["stacks"][move["seat"]].append(got)
            enter(table, move["seat"], got["skulls"], "contract")
        case "act":
            table["last"] = move["seat"]
        case "give":
            give(table, move)
        case "cure":
            lost = taken(table, move["seat"], move["disease"])
            enter(table, move["seat"], -lost["skulls"], "cured")
        case "mutate":
            mutate(table, move)
        case "revive":
            for name in move.get("cured", []):
                lost = taken(table, move["seat"], name)
                enter(table, move["seat"], -lost["skulls"], "revive")
            table["dead"] = [seat for seat in table["dead"] if seat != move["seat"]]
        case "outbreak":
            table["keepers"][move["seat"]] += move["kept"]
        case "play-keeper":
            table["keepers"][move["seat"]] -= 1
        case "adjust":
            enter(table, move["seat"], move["by"], "adjust")
        case "stop":
            table["stopped"] = True
        case "count":
            table["counted"] = True
    # Nobody dies in the middle of a move: an exchange goes both ways at once.
    own = skulls(table)
    for seat in range(table["seats"]):
        if own[seat] >= table["target"] and seat not in table["dead"]:
            table["dead"].append(seat)


def give(table: dict, move: dict) -> None:
    """A disease goes over to another seat, and perhaps one of theirs comes back."""
    seat, to = move["seat"], move["to"]
    there = taken(table, seat, move["disease"])
    back = taken(table, to, move["back"]) if "back" in move else None
    table["stacks"][to].append(there)
    changes = [(seat, -there["skulls"], "gave"), (to, there["skulls"], "got")]
    if back:
        table["stacks"][seat].append(back)
        changes += [(to, -back["skulls"], "gave"), (seat, back["skulls"], "got")]
    for change in sorted(changes, key=lambda change: change[0]):
        enter(table, *change)


def mutate(table: dict, move: dict) -> None:
    """A disease that somebody has becomes another in its colour, its skulls, or both."""
    (sick,) = (one for one in table["stacks"][move["seat"]] if one["disease"] == move["disease"].strip())
    more = move.get("skulls", sick["skulls"]) - sick["skulls"]
    sick["color"] = move.get("color", sick["color"])
    sick["skulls"] += more
    enter(table, move["seat"], more, "mutate")


def taken(table: dict, seat: int, disease: str) -> dict:
    """Take a disease off a stack."""
    stack = table["stacks"][seat]
    found = next(one for one in stack if one["disease"] == disease.strip())
    stack.remove(found)
    return found


def enter(table: dict, seat: int, by: int, because: str) -> None:
    """Put what changes skulls into the ledger."""
    if by:
        table["ledger"].append(
            {"round": table["contracts"], "seat": seat, "track": "skulls", "by": by, "because": because}
        )


def skulls(table: dict) -> list[int]:
    own = [0] * table["seats"]
    for line in table["ledger"]:
        own[line["seat"]] += line["by"]
    return own


def living_of(table: dict) -> list[int]:
    return [seat for seat in range(table["seats"]) if seat not in table["dead"]]


def is_over(table: dict) -> bool:
    if table["counted"]:
        return True
    return len(living_of(table)) <= 1 if table["last_survivor"] else bool(table["dead"])


def places(table: dict) -> list[int]:
    """The dead first, in the order of dying (only the very first, unless play goes on, or was counted); the others by
    skulls."""
    ahead = table["dead"] if table["last_survivor"] or table["counted"] else table["dead"][:1]
    own = skulls(table)
    behind = [seat for seat in range(table["seats"]) if seat not in ahead]
    return [
        ahead.index(seat) + 1 if seat in ahead else len(ahead) + 1 + sum(own[other] > own[seat] for other in behind)
        for seat in range(table["seats"])
    ]


def next_of(table: dict) -> int | None:
    """The next living seat after the last that did something; before that the first seat, or who is next to it."""
    if is_over(table):
        return None
    seat = table["first"] if table["last"] is None else (table["last"] + 1) % table["seats"]
    while seat in table["dead"]:
        seat = (seat + 1) % table["seats"]
    return seat
