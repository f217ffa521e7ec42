"""What many games add up to, the plain way: every record is read and told again, and what is asked is counted."""

from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import date, datetime
from itertools import pairwise
from typing import Any, NamedTuple
from unicodedata import category, normalize

from tests.reference import death_over_the_kingdom, death_wish, scorer
from tests.reference.hidden import hidden
from tests.reference.sheet import corrected_by, final_sheet, readings_of_lines


class Told(NamedTuple):
    """A game that is over: its record, its result, and its highlights (what, seat or None, amount, word, other)."""

    record: dict
    result: dict
    highlights: list[tuple]


def told(records: list[dict]) -> list[Told]:
    """The games among these that are over, the oldest first."""
    found = []
    for record in sorted(records, key=lambda record: (record["opened_at"], record["id"])):
        result = scorer(record["game"]).score(record)
        if result["over"]:
            told = HIGHLIGHTS[record["game"]](record, result)
            found.append(Told(record, result, [(*one, None)[:5] for one in told]))
    return found


# Who won what


def tallies(games: list[Told]) -> dict[tuple[str, str], tuple[int, int, dict[int, int]]]:
    """For a name and a game: how many were played, how many won, how often which place."""
    played, won, places = Counter(), Counter(), defaultdict(Counter)
    for game in games:
        for seat, name in enumerate(game.record["seats"]):
            key = (name, game.record["game"])
            played[key] += 1
            won[key] += seat in game.result["winners"]
            somebody_lost = len(game.result["winners"]) < len(game.record["seats"])
            if game.result["outcome"] != "lost" and (somebody_lost or max(game.result["places"]) > 1):
                places[key][game.result["places"][seat]] += 1
    return {key: (played[key], won[key], dict(places[key])) for key in played}


class Person(NamedTuple):
    """What the finished games of somebody add up to; ids of games where a game is meant."""

    ids: list[str]
    won: int
    best_at: str
    best: str | None
    worst: str | None
    chances: dict[str, float]


def person(games: list[Told], name: str) -> Person:
    own = [game for game in games if name in game.record["seats"]]
    won, chances, victories, defeats, divided = [], defaultdict(list), [], [], Counter()
    for game in own:
        seat, seats, winners = game.record["seats"].index(name), len(game.record["seats"]), game.result["winners"]
        kind, is_divided = game.record["game"], 0 < len(winners) < seats
        has_place = game.result["outcome"] != "lost" and (len(winners) < seats or max(game.result["places"]) > 1)
        chances[kind] += [1 / seats] if has_place else []
        won += [kind] if seat in winners else []
        divided[kind] += is_divided
        if is_divided and seat in winners:
            victories.append((seats, game.record["opened_at"], game.record["id"], kind))
        if has_place and seat not in winners and game.result["places"][seat] > 1:
            defeats.append((game.result["places"][seat], game.record["opened_at"], game.record["id"]))
    against = Counter(kind for *_, kind in victories)
    rates = {kind: against[kind] / times for kind, times in divided.items() if times >= 5 and against[kind]}
    return Person(
        [game.record["id"] for game in own],
        len(won),
        max(rates, key=rates.__getitem__, default=""),
        max(victories)[2] if victories else None,
        max(defeats)[2] if defeats else None,
        {kind: round(sum(shares) / len(shares), 9) if shares else 0 for kind, shares in chances.items()},
    )


def by_month(games: list[Told], name: str, day: Callable[[str], date]) -> list[tuple[int, int, Any, Any]]:
    """Year, month, and of games against each other and of those together how many were won and played."""
    months: dict = defaultdict(lambda: ([0, 0], [0, 0]))
    for game in games:
        if name in game.record["seats"]:
            night, winners = day(game.record["opened_at"]), game.result["winners"]
            score = months[night.year, night.month][not 0 < len(winners) < len(game.record["seats"])]
            score[0] += game.record["seats"].index(name) in winners
            score[1] += 1
    return [(*month, tuple(one), tuple(other)) for month, (one, other) in sorted(months.items())]


def deeds(games: list[Told], one: str, other: str) -> Counter:
    """What two people did to each other: the game's id, what, the amount, the word, and whether the first did it."""
    found: Counter = Counter()
    for game in games:
        for what, seat, amount, word, to in game.highlights:
            names = (None, None) if None in (seat, to) else (game.record["seats"][seat], game.record["seats"][to])
            if {*names} == {one, other}:
                found[game.record["id"], what, amount, word, names[0] == one] += 1
    return found


def rivals(games: list[Told]) -> dict[tuple[str, str], tuple[int, int, int]]:
    """For two names: how often the first was ahead, level, behind; a game that all have lost has no places."""
    found = defaultdict(lambda: [0, 0, 0])
    for game in games:
        if game.result["outcome"] == "lost":
            continue
        for one, mine in zip(game.record["seats"], game.result["places"], strict=True):
            for other, theirs in zip(game.record["seats"], game.result["places"], strict=True):
                if one != other:
                    found[one, other][0 if mine < theirs else 1 if mine == theirs else 2] += 1
    return {pair: (ahead, level, behind) for pair, (ahead, level, behind) in found.items()}


def runs(games: list[Told], name: str) -> tuple[int, int]:
    """The longest run of games that somebody won, and the run at the end."""
    won = "".join(
        "x" if game.record["seats"].index(name) in game.result["winners"] else " "
        for game in games
        if name in game.record["seats"]
    )
    return max(map(len, won.split(" "))), len(won) - len(won.rstrip("x"))


def highlights(games: list[Told]) -> dict[tuple[str, str], dict[str, list[int]]]:
    """For a game and a kind of highlight: all amounts by name, and by word."""
    found: dict = defaultdict(lambda: defaultdict(list))
    for game in games:
        for what, seat, amount, word, _ in game.highlights:
            who = None if seat is None else game.record["seats"][seat]
            found[game.record["game"], what]["person", who].append(amount)
            found[game.record["game"], what]["word", word].append(amount)
    return found


# How long it was, and what was written


def lasted(record: dict, moments: list[datetime]) -> int | None:
    """The seconds of play of a game that is closed: from line to line until it was closed first, without pauses."""
    end = next(end for end in range(1, len(moments) + 1) if is_closed(record | {"moves": record["moves"][:end]}))
    gaps = [(after - before).total_seconds() for before, after in pairwise(moments[:end])]
    seconds = sum(gap for gap in gaps if 0 < gap <= 600)
    return None if seconds < 60 else int(seconds)


def is_closed(record: dict) -> bool:
    return scorer(record["game"]).score(record)["outcome"] != "playing"


TEXTS = ("name", "reading", "disease", "back", "cause", "symptoms", "cured", "text", "character", "out", "in", "answer")


def words(record: dict) -> list[str]:
    """The texts that stand in the lines and are secret no more, folded, each once."""
    corrected, secret = corrected_by(record["moves"]), {one[:3] for one in hidden(record)}
    found = []
    for line, reads in readings_of_lines(record["moves"]).items():
        holder = corrected.get(line, (line, None))[0]
        for move in reads:
            others = () if record["game"] in NO_TEXTS else TEXTS
            names = {"adjust": ("why",), "execute": ("character",)}.get(move["move"], others)
            for name in names:
                value = move.get(name) or ()
                for text in [value] if isinstance(value, str) else value:
                    if (holder, name, text) not in secret:
                        seen = "".join(sign for sign in text if category(sign) != "Cf")
                        found.append(" ".join(normalize("NFKC", seen).casefold().split()))
    return [*dict.fromkeys(found)]


NO_TEXTS = ("death-over-the-kingdom", "final-deathweek")  # a character there is one of the printed thirteen


# Highlights


def of_death_name(record: dict, result: dict) -> list[tuple]:
    found: list[tuple] = []
    found += [("kills", line["seat"], line["by"], "") for line in result["ledger"] if line["because"] == "kill"]
    doubled: Counter = Counter()
    for of in result["facts"]["rounds"]:
        if of["round"] == 0:
            continue
        doubled.update(card["writer"] for card in of["cards"] if card["duplicate"])
        for card in of["cards"]:
            holder = None if card["holder"] == card["writer"] else card["holder"]
            found += [("deadliest", card["writer"], card["icons"], card["name"], holder)] if card["x"] else []
        lost = sum(-card["icons"] for card in of["cards"] if card["icons"] < 0)
        found.append(("decree", None, lost, " ".join(str(icon) for icon in of["icons"])))
    return found + [("duplicates", seat, times, "") for seat, times in doubled.items()]


def of_final_deathweek(record: dict, result: dict) -> list[tuple]:
    found = []
    for seat, of in enumerate(result["facts"]["seats"]):
        found.append(("survived", seat, 1 if of["alive"] and seat in result["winners"] else 0, ""))
        found += [("break", seat, 1, "")] if of["break_used"] else []
        found += [("longest-chain", seat, of["longest"], "")] if of["longest"] >= 3 else []
        days = [day[seat] for day in result["facts"]["days"]]
        found += [("died-on-day", seat, number, "") for number, day in enumerate(days, 1) if day["died"]]
        kinds = ("take", "break", "outcome")
        acts = [move for move in final_sheet(record["moves"]) if move["move"] in kinds and move["seat"] == seat]
        narrow = [
            day["matched"] == len(act["colors"]) - 1 > 0 and not day["died"]
            for act, day in zip(acts, days, strict=False)
            if act["move"] == "take"
        ]
        found += [("narrow-escapes", seat, sum(narrow), "")] if any(narrow) else []
    return found


def of_gamushara_gang(record: dict, result: dict) -> list[tuple]:
    facts = result["facts"]
    by = Counter(of["by"] for of in facts["executed"])
    hits = [of for of in facts["executed"] if of["seat"] not in (None, of["by"])]
    found: list[tuple] = [("executions", seat, times, "") for seat, times in by.items()]
    found += [("hits", of["by"], 1, of["character"], of["seat"]) for of in hits]
    found += [("own-goal", of["by"], 1, of["character"]) for of in facts["executed"] if of["seat"] == of["by"]]
    living = [seat for seat, alive in enumerate(facts["alive"]) if alive]
    found += [("second-life", seat, 1, "") for seat in living if facts["partner"][seat] == "used"]
    spies = [m["seat"] for m in final_sheet(record["moves"]) if m["move"] == "personality" and m["spy"]]
    found += [("last-spy", seat, 1, "") for seat in spies]
    found += [("first-out", seat, 1, "") for seat in facts["out"][:1]]
    asked = {move["seat"] for move in final_sheet(record["moves"]) if move["move"] == "confess"}
    calm = {*range(len(record["seats"]))} - asked - {of["seat"] for of in facts["executed"]}
    return found + [("unsuspected", seat, 1, "") for seat in calm if asked]


def of_death_wish(record: dict, result: dict) -> list[tuple]:
    contracts: dict[int, list[dict]] = defaultdict(list)
    table = death_wish.opened(record)
    found: list[tuple] = []
    deaths: dict[int, int] = {}
    for move in final_sheet(record["moves"]):
        before = list(table["dead"])
        if move["move"] == "give":
            for giver, name, to in ((move["seat"], "disease", move["to"]), (move["to"], "back", move["seat"])):
                given = [one for one in table["stacks"][giver] if one["disease"] == move.get(name, "").strip()]
                found += [("passed-on", giver, one["skulls"], one["disease"], to) for one in given if one["skulls"]]
        death_wish.happen(table, move)
        if move["move"] == "contract":
            contracts[move["seat"]].append(move)
            found.append(("disease", move["seat"], move["skulls"], move["disease"].strip()))
        deaths |= {seat: table["contracts"] for seat in table["dead"] if seat not in before}
    found += [("died-after", seat, deaths[seat], "") for seat in table["dead"]]
    for seat, stack in enumerate(table["stacks"]):
        worst = sorted(stack, key=lambda disease: -disease["skulls"])[:1]
        found += [("heaviest", seat, disease["skulls"], disease["disease"]) for disease in worst]
    for seat, own in contracts.items():
        found.append(("diseases", seat, len(own), ""))
        stolen = sum("from" in move for move in own)
        found += [("stolen", seat, stolen, "")] if stolen else []
    return found


class Remembered(death_over_the_kingdom.Table):
    """A table that remembers its rounds: who played, whom it hit, and the cards."""

    def __init__(self, record: dict):
        self.told: list[tuple[list[int], set[int], list]] = []
        super().__init__(record)

    def enter_round(self, hit: set[int], shown: list) -> None:
        self.told.append((list(self.living), set(hit), shown))
        super().enter_round(hit, shown)


def of_death_over_the_kingdom(record: dict, result: dict) -> list[tuple]:
    table = Remembered(record)
    for move in final_sheet(record["moves"]):
        table.put(move)
    found, totals = [], result["totals"]
    classic = table.mode == "classic"
    if classic:
        found += [("second", seat, totals[seat], "") for seat in result["winners"]]
        found += [("dropped-on-top", seat, total, "") for seat, total in enumerate(totals) if total == max(totals)]
    went = table.gone[0] if table.gone else set()
    found += [("first-out", seat, 1, "") for seat in went if went != {*table.seats}]
    counted: Counter = Counter()
    for line in result["ledger"]:
        counted[line["because"], line["seat"]] += classic and line["because"] in death_over_the_kingdom.GOALS
    for played, hit, shown in table.told:
        good = hit if classic else set(table.seats) - hit
        if not classic:
            counted.update(("spared", seat) for seat in played if seat not in hit)
        for seat, card in enumerate(shown):
            if seat in good and card and card["turned"]:
                found.append(("turned", seat, card["value"], card["character"]))
    return found + [(what, seat, times, "") for (what, seat), times in counted.items() if times]


HIGHLIGHTS = {
    "death-name": of_death_name,
    "final-deathweek": of_final_deathweek,
    "gamushara-gang": of_gamushara_gang,
    "death-wish": of_death_wish,
    "death-over-the-kingdom": of_death_over_the_kingdom,
}
