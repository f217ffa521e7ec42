"""Gamushara Gang the plain way: put the corrected sheet together, then tell it once from the first move to the last."""

from tests.reference.sheet import final_sheet

AMOUNTS = {"win": 2, "execution": 1, "spy-first-out": 1, "spy-wins": 1}
DEFAULTS = {"points": [1, 2, 3], "amounts": AMOUNTS, "first": 0, "characters": [str(number) for number in range(1, 15)]}
ATTRIBUTES = ("gender", "nationality", "career")


def score(record: dict) -> dict:
    """The result of a valid Gamushara Gang record, finished or not."""
    seats = len(record["seats"])
    options = with_defaults(record)
    table = opened(seats, options)
    for move in final_sheet(record["moves"]):
        happen(table, move)
    living = living_of(table)
    over = table["over"] and not table["stopped"]
    totals = [
        sum(line["by"] for line in table["ledger"] if line["track"] == "points" and line["seat"] == seat)
        for seat in range(seats)
    ]
    return {
        "game": "gamushara-gang",
        "over": over,
        "outcome": "stopped" if table["stopped"] else "won" if over else "playing",
        **({"counted": True} if table["counted"] else {}),
        "round": table["number"],
        "tracks": {"points": totals},
        "totals": totals,
        "places": places_of(totals) if options["points"] else places_without_points(living, seats),
        "winners": winners_of(table, totals) if over else [],
        "ledger": table["ledger"],
        "facts": {
            "turn": table["player"],
            "alive": [seat in living for seat in range(seats)],
            "out": table["out"],
            "executed": table["executed"],
            "partner": table["partner"],
            "markers": table["markers"],
            "characters": table["characters"],
        },
    }


def with_defaults(record: dict) -> dict:
    """All options of a record."""
    options = DEFAULTS | (record.get("options") or {})
    return options | {
        "amounts": AMOUNTS | options["amounts"],
        "characters": [name.strip() for name in options["characters"]],
    }


def opened(seats: int, options: dict) -> dict:
    """A table before the first move."""
    return {
        "rules": options["points"],
        "amounts": options["amounts"],
        "seats": seats,
        "number": 1,
        "player": options["first"],
        "out": [],
        "partner": ["held"] * seats,
        "markers": [[] for _ in range(seats)],
        "characters": dict.fromkeys(options["characters"], "active"),
        "executed": [],
        "ledger": [],
        "over": False,
        "stopped": False,
        "counted": False,
    }


def winners_of(table: dict, totals: list[int]) -> list[int]:
    """Who lives; in a game that was counted, whoever has most, alive or not."""
    if table["counted"]:
        return [seat for seat, points in enumerate(totals) if points == max(totals)]
    return living_of(table)


def living_of(table: dict) -> list[int]:
    return [seat for seat in range(table["seats"]) if seat not in table["out"]]


def happen(table: dict, move: dict) -> None:
    """One move of the sheet."""
    characters = table["characters"]
    match move["move"]:
        case "no-partner":
            table["partner"][move["seat"]] = "none"
        case "nominate" | "add":
            characters[move["character"].strip()] = "candidate"
        case "exchange":
            characters[move["out"].strip()] = "active"
            characters[move["in"].strip()] = "candidate"
        case "execute":
            execute(table, move["character"].strip(), move.get("cause", "meeting"))
        case "succeed":
            hit(table, move["seat"])
            table["partner"][move["seat"]] = "used"
            table["markers"][move["seat"]] = []
        case "out":
            go_out(table, move["seat"], move["spy"])
        case "flip":
            characters[move["character"].strip()] = move["to"]
        case "confess":
            if move["about"] in ATTRIBUTES:
                table["markers"][move["seat"]].append(move["about"])
        case "turn":
            next_turn(table)
        case "personality":
            if move["spy"]:
                for other in range(table["seats"]):
                    take(table, 5, move["seat"], other, "spy-wins")
        case "adjust":
            table["ledger"].append(entry(table, move["seat"], move["by"], "adjust"))
        case "stop":
            table["stopped"] = True
        case "count":
            table["over"] = table["counted"] = True


def execute(table: dict, character: str, cause: str) -> None:
    """A character is executed; after a meeting the other candidates hide."""
    characters = table["characters"]
    characters[character] = "executed"
    if cause == "meeting":
        for name, stands in characters.items():
            if stands == "candidate":
                characters[name] = "hiding"
    table["executed"].append(
        {"character": character, "turn": table["number"], "by": table["player"], "cause": cause, "seat": None}
    )


def hit(table: dict, seat: int) -> None:
    """It was the role of this seat: the newest of this turn that was nobody's yet."""
    open_ones = [one for one in table["executed"] if one["turn"] == table["number"] and one["seat"] is None]
    open_ones[-1]["seat"] = seat
    take(table, 2, table["player"], seat, "execution")


def go_out(table: dict, seat: int, spy: bool) -> None:
    """Somebody is out, and perhaps the game is over with that."""
    hit(table, seat)
    first = not table["out"]
    table["out"].append(seat)
    if spy and first:
        for other in range(table["seats"]):
            take(table, 4, other, seat, "spy-first-out")
    living = living_of(table)
    if spy or len(living) == 1:
        table["over"] = True
        for winner in living:
            for loser in sorted(table["out"]):
                take(table, 1, winner, loser, "win")


def next_turn(table: dict) -> None:
    """The card goes on to the left; who hides wakes up if too few are active."""
    characters = table["characters"]
    for name, stands in characters.items():
        if stands == "candidate":
            characters[name] = "active"
    table["number"] += 1
    table["player"] = (table["player"] + 1) % table["seats"]
    while table["player"] in table["out"]:
        table["player"] = (table["player"] + 1) % table["seats"]
    if list(characters.values()).count("active") < len(living_of(table)) - 1:
        for name, stands in characters.items():
            if stands == "hiding":
                characters[name] = "active"


# Points


def take(table: dict, rule: int, taker: int, payer: int, because: str) -> None:
    """One takes from another, double without a partner, if the rule is played; never from oneself."""
    points = table["amounts"][because]
    if rule not in table["rules"] or taker == payer or points == 0:
        return
    if 3 in table["rules"] and table["partner"][taker] == "none":
        points = 2 * points
    both = [entry(table, taker, points, because), entry(table, payer, -points, because)]
    table["ledger"] += sorted(both, key=lambda line: line["seat"])


def entry(table: dict, seat: int, by: int, because: str) -> dict:
    return {"round": table["number"], "seat": seat, "track": "points", "by": by, "because": because}


def places_of(totals: list[int]) -> list[int]:
    """One more than the number of seats that have more."""
    return [1 + sum(other > own for other in totals) for own in totals]


def places_without_points(living: list[int], seats: int) -> list[int]:
    """Who lives is first, the others share the next place."""
    return [1 if seat in living else 1 + len(living) for seat in range(seats)]
