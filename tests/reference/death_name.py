"""DEATH Name the plain way: put the corrected sheet together, then score it once from top to bottom."""

import unicodedata

from tests.reference.alphabets import cleaned, main_language, order_key
from tests.reference.sheet import corrected_by, readings_of_lines

DEFAULTS = {
    "language": "en",
    "kill_rule": "net",
    "pass_limit": None,
    "practice": False,
    "rounds": 7,
    "same_reading": "one",
    "day2_duplicates": "penalty",
}
TRACKS = ("points", "kill_points")
DAY_1 = (1, 2, 3, 4)
LAST_ROUND = 7


def score(record: dict) -> dict:
    """The result of a valid DEATH Name record, finished or not."""
    seats = len(record["seats"])
    options = with_defaults(record)
    rounds, adjusts, end = unfold(sheet_with_rulings(record["moves"], options), options)
    shown = [facts for facts in (scored(this, rounds, seats, options) for this in rounds) if facts]
    ledger = ledger_of(shown, adjusts, seats, options)
    tracks = {track: track_of(ledger, track, seats) for track in TRACKS}
    totals = [sum(both) for both in zip(*tracks.values(), strict=True)]
    places = places_of(totals, tracks["kill_points"])
    over = end == "count" or (end is None and any(facts["round"] == options["rounds"] for facts in shown))
    return {
        "game": "death-name",
        "over": over,
        "outcome": "stopped" if end == "stop" else "won" if over else "playing",
        **({"counted": True} if end == "count" else {}),
        "round": rounds[-1]["round"] if rounds else 0,
        "tracks": tracks,
        "totals": totals,
        "places": places,
        "winners": [seat for seat in range(seats) if places[seat] == 1] if over else [],
        "ledger": ledger,
        "facts": {"rounds": shown},
    }


def with_defaults(record: dict) -> dict:
    """All options of a record."""
    return DEFAULTS | (record.get("options") or {})


# The sheet


def sheet_with_rulings(moves: list[dict], options: dict) -> list[dict]:
    """The corrected sheet, where each `same` says in `spelt` what its seats had written when it was put there."""
    corrected = corrected_by(moves)
    sheet = []
    for line, reads in readings_of_lines(moves).items():
        for place, move in enumerate(reads):
            if move["move"] == "same":
                put_there, _ = corrected.get(line, (line, None))
                then = readings_of_lines(moves[:put_there])
                above = [one for number, stands in then.items() if number < line for one in stands]
                rounds, _, _ = unfold([*above, *then[line][:place]], options)
                spelt = spelt_in(rounds[-1], rounds, options)
                move = move | {"spelt": {spelt[seat] for seat in move["seats"]}}
            sheet.append(move)
    return sheet


def unfold(sheet: list[dict], options: dict) -> tuple[list[dict], list[tuple[int, dict]], str | None]:
    """The rounds with what was reported in them, the adjusts with their round, and `stop` or `count` if that ended it.

    Of a game that was counted, the rounds that were scored.
    """
    rounds: list[dict] = []
    adjusts = []
    end = None
    first = 0 if options["practice"] else 1
    for move in sheet:
        match move["move"]:
            case "decree":
                rounds.append(opened(first + len(rounds), move["icons"]))
            case "write":
                rounds[-1]["names"][move["seat"]] = move["name"].strip()
            case "reading":
                rounds[-1]["readings"][move["seat"]] = move["reading"]
            case "declare":
                rounds[-1]["declared"].append((move["seat"], move["choice"]))
            case "hold":
                rounds[-1]["held"][move["seat"]] = move["card"]
            case "choose":
                rounds[-1]["chosen"][move["seat"]] = move["round"]
            case "same":
                rounds[-1]["same"].append((move["seats"], move.get("spelt", set())))
            case "adjust":
                adjusts.append((rounds[-1]["round"] if rounds else 0, move))
            case "stop":
                end = "stop"
            case "count":
                end = "count"
                rounds = [this for this in rounds if scored(this, rounds, len(this["icons"]), options)]
                adjusts = [(min(number, rounds[-1]["round"]), adjust) for number, adjust in adjusts]
    return rounds, adjusts, end


def opened(number: int, icons: list[int]) -> dict:
    """A round of which only the decree is known."""
    return {
        "round": number,
        "icons": icons,
        "names": {},
        "readings": {},
        "declared": [],
        "held": {},
        "chosen": {},
        "same": [],
    }


# One round


def scored(this: dict, rounds: list[dict], seats: int, options: dict) -> dict | None:
    """The facts of a round, or nothing while something about it is not known."""
    day_1 = this["round"] <= DAY_1[-1]
    direction = direction_of(this["round"])
    names, readings = names_in(this, rounds)
    holders = holders_of(this, seats, options["pass_limit"]) if day_1 else {seat: seat for seat in range(seats)}
    if len(names) < seats or holders is None or needing_reading(names, readings, options["language"]):
        return None
    texts = spelt_in(this, rounds, options)
    groups = in_order(grouped(texts, [spelt for _, spelt in this["same"]]), texts, options["language"])
    cards = []
    for group in groups:
        place = len(cards) + 1
        covered = this["icons"][place - 1 : place - 1 + len(group)]
        marked = sum(covered) < 0 if options["kill_rule"] == "net" else min(covered) < 0
        for writer in group:
            cards.append(
                {
                    "name": names[writer],
                    "writer": writer,
                    "holder": holders[writer],
                    "place": place,
                    "icons": sum(covered),
                    "duplicate": len(group) > 1,
                    "x": day_1 and marked,
                }
            )
    return {
        "round": this["round"],
        "day": 1 if day_1 else 2,
        "icons": this["icons"],
        "direction": direction,
        "cards": cards,
    }


def direction_of(number: int) -> str | None:
    """Where the cards are passed; the practice round goes left, on Day 2 nothing is passed."""
    return {0: "left", 1: "left", 2: "right", 3: "left", 4: "right"}.get(number)


def step_of(direction: str | None) -> int:
    """From a seat to the one that its card is passed to."""
    return 1 if direction == "left" else -1


def names_in(this: dict, rounds: list[dict]) -> tuple[dict[int, str], dict[int, str]]:
    """The names on the table in a round, and how they are read: on Day 2 those that were picked, as read on Day 1."""
    if this["round"] <= DAY_1[-1]:
        return this["names"], this["readings"]
    cards = {old["round"]: old for old in rounds if old["round"] in DAY_1}
    names, readings = {}, {}
    for seat, number in this["chosen"].items():
        names[seat] = cards[number]["names"][seat]
        if seat in cards[number]["readings"]:
            readings[seat] = cards[number]["readings"][seat]
    return names, readings


def holders_of(this: dict, seats: int, limit: int | None) -> dict[int, int] | None:
    """For each writer who holds the card in the end, or nothing before the draft has ended."""
    if this["held"]:
        cards = this["held"] if len(this["held"]) == seats else None
    else:
        cards = drafted(this["declared"], seats, step_of(direction_of(this["round"])), limit)
    return None if cards is None else {card: seat for seat, card in cards.items()}


def drafted(declared: list[tuple[int, str]], seats: int, step: int, limit: int | None) -> dict[int, int] | None:
    """For each seat the card it holds once the draft has ended."""
    cards = {(seat + step) % seats: seat for seat in range(seats)}
    drafting = seats
    for count, choices in enumerate(declarings(declared, seats), 1):
        if len(choices) < drafting:
            return None
        passers = passers_of(choices)
        if len(passers) > 1:
            cards |= {next_passer(seat, passers, seats, step): cards[seat] for seat in passers}
        if len(passers) < 2 or count == limit:
            return cards
        drafting = len(passers)
    return None


def declarings(declared: list[tuple[int, str]], seats: int) -> list[dict[int, str]]:
    """The declarations, cut where everybody still drafting had declared; the last may be short."""
    turns = []
    drafting = seats
    while declared and drafting:
        turns.append(dict(declared[:drafting]))
        declared = declared[drafting:]
        drafting = len(passers_of(turns[-1]))
    return turns


def passers_of(choices: dict[int, str]) -> set[int]:
    """The seats that pass."""
    return {seat for seat, choice in choices.items() if choice == "pass"}


def next_passer(seat: int, passers: set[int], seats: int, step: int) -> int:
    """Who gets the card of a passer."""
    seat = (seat + step) % seats
    while seat not in passers:
        seat = (seat + step) % seats
    return seat


# Names


def spelt_in(this: dict, rounds: list[dict], options: dict) -> list[tuple[str, ...]]:
    """What is compared of each seat's name in a round: the reading, and with two names for one reading the writing."""
    names, readings = names_in(this, rounds)
    spelt: list[tuple[str, ...]] = []
    for seat in sorted(names):
        heard, seen = cleaned(readings.get(seat, names[seat]), options["language"]), names[seat]
        spelt.append((heard, cleaned(seen, options["language"])) if options["same_reading"] == "two" else (heard,))
    return spelt


def needing_reading(names: dict[int, str], readings: dict[int, str], language: str) -> list[int]:
    """The seats whose name cannot be put in order before its reading is known."""
    if main_language(language) != "ja":
        return []
    return [seat for seat, name in names.items() if has_kanji(name) and seat not in readings]


def has_kanji(text: str) -> bool:
    return any("CJK" in unicodedata.name(char, "") and "IDEOGRAPH" in unicodedata.name(char) for char in text)


def grouped(texts: list[tuple[str, ...]], same: list[set[tuple[str, ...]]]) -> list[set[int]]:
    """The writers in groups of one name: equal spellings, and what the table put together."""
    groups = [{seat for seat, other in enumerate(texts) if other == text} for text in dict.fromkeys(texts)]
    for spellings in same:
        joined = [group for group in groups if any(texts[seat] in spellings for seat in group)]
        if joined:
            groups = [group for group in groups if group not in joined] + [set().union(*joined)]
    return groups


def in_order(groups: list[set[int]], texts: list[tuple[str, ...]], language: str) -> list[list[int]]:
    """The groups by the alphabet, each where its first spelling stands, and so inside a group."""
    keys = [[order_key(part, language) for part in text] for text in texts]
    ranked = [sorted(group, key=lambda seat: (keys[seat], seat)) for group in groups]
    return sorted(ranked, key=lambda group: keys[group[0]])


# The ledger


def ledger_of(shown: list[dict], adjusts: list[tuple[int, dict]], seats: int, options: dict) -> list[dict]:
    """All entries by round; inside a round decree, duplicates, kills, then what was written by hand."""
    ledger = []
    for number in range(LAST_ROUND + 1):
        for facts in shown:
            if facts["round"] == number and number > 0:
                mild = number > DAY_1[-1] and options["day2_duplicates"] == "none"
                ledger += entries_of(facts, seats, mild)
        if number == DAY_1[-1] and any(facts["round"] == number for facts in shown):
            ledger += kills(shown, seats)
        ledger += [
            entry(number, move["seat"], move["track"], move["by"], "adjust")
            for round_of_move, move in adjusts
            if round_of_move == number
        ]
    return [line for line in ledger if line["by"] != 0]


def entries_of(facts: dict, seats: int, mild: bool) -> list[dict]:
    """The holders pay for the icons, the writers for the duplicates, unless the day is mild."""
    icons = {card["holder"]: card["icons"] for card in facts["cards"]}
    double = {card["writer"] for card in facts["cards"] if card["duplicate"] and not mild}
    return [
        *(entry(facts["round"], seat, "points", icons[seat], "decree") for seat in range(seats)),
        *(entry(facts["round"], seat, "points", -1, "duplicate") for seat in range(seats) if seat in double),
    ]


def kills(shown: list[dict], seats: int) -> list[dict]:
    """One kill point for each marked card of rounds 1 to 4, to its writer."""
    marked = [card["writer"] for facts in shown if facts["round"] in DAY_1 for card in facts["cards"] if card["x"]]
    return [entry(DAY_1[-1], seat, "kill_points", marked.count(seat), "kill") for seat in range(seats)]


def entry(number: int, seat: int, track: str, by: int, because: str) -> dict:
    return {"round": number, "seat": seat, "track": track, "by": by, "because": because}


def track_of(ledger: list[dict], track: str, seats: int) -> list[int]:
    """The sum of each seat's entries on a track."""
    return [
        sum(line["by"] for line in ledger if (line["track"], line["seat"]) == (track, seat)) for seat in range(seats)
    ]


def places_of(totals: list[int], kill_points: list[int]) -> list[int]:
    """One more than the number of seats that are better, so that ties share the better place."""
    standing = list(zip(totals, kill_points, strict=True))
    return [1 + sum(other > own for other in standing) for own in standing]
