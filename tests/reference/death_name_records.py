"""Random DEATH Name records that are valid line by line, and what occurs in them."""

import random

from tests.reference.death_name import (
    DAY_1,
    LAST_ROUND,
    cleaned,
    declarings,
    direction_of,
    drafted,
    grouped,
    has_kanji,
    needing_reading,
    passers_of,
    score,
    step_of,
    unfold,
    with_defaults,
)
from tests.reference.record_maker import Corrector, claim, correction_features, seen, with_all
from tests.reference.sheet import final_sheet

PEOPLE = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo"]

# The names of each language; the second list holds pairs of a name and how it is read.
NAMES = {
    "en": [
        *("Ann", "Anna", "ann", "Bob", "  bob ", "BOB", "Chris", "Dora", "Ethan", "Sean", "Shawn", "Zoe", "Zoë"),
        *("Jose", "José", "Jose\u0301", "Mary Ann", "mary   ann", "Marya", "Ｂｏｂ"),
    ],
    "es": [
        *("Ñandú", "ñandú", "Nandu", "Natalia", "Nuria", "NURIA ", "Noe", "Noé", "Olga", "Óscar", "Oscar", "Ana"),
        *("Iñaki", "Inés", "Ines", "Inzu", "N\u0303andu\u0301"),
    ],
    "ja": [
        *("はな", "ハナ", "ﾊﾅ", "ばな", "たろう", "タロウ", "ﾀﾛｳ", "がく", "ｶﾞｸ", "かく", "カク", "きよう", "きょう"),
        *("\u3000はな\u3000", "マリー", "ﾏﾘｰ", "まり", "Hana"),
    ],
}
READ = {
    "en": [("Sean", "Shawn"), ("Siân", "Sharn"), ("Xi", "Chris"), ("Zoë", "Zoe")],
    "es": [("Jhon", "Yon"), ("Chus", "Ñusta"), ("Xabi", "Natalia")],
    "ja": [
        ("花", "はな"),
        ("華", "ハナ"),
        ("太郎", "たろう"),
        ("学", "ｶﾞｸ"),
        ("佐々木", "ささき"),
        ("京 ハナ", "きょう はな"),
    ],
}
WHY = ["house rule", "forgotten", "spilt the tea"]

FEATURES = frozenset(
    {
        *("option:language=en", "option:language=es", "option:language=ja"),
        *("option:kill_rule=net", "option:kill_rule=any", "option:practice=true", "option:practice=false"),
        *("option:pass_limit=null", "option:pass_limit=1", "option:pass_limit=more"),
        *("seats=4", "seats=5", "seats=6"),
        *("move:decree", "move:write", "move:declare", "move:hold", "move:choose", "move:reading", "move:same"),
        *("move:correct", "move:adjust", "move:stop"),
        *("-2 icon", "+2 icon", "net and any differ"),
        *("draft:hand", "draft:declared", "lone passer", "passers skip keepers", "pass limit reached"),
        *("own card back", "own card back and marked", "held before it was written"),
        *("duplicate pair", "triple", "same group", "same group of three", "reading", "kanji reading"),
        *("last known thing is a reading", "ñ decides", "practice round put together"),
        *("day 2 duplicates from different Day 1 rounds", "day 2 same group", "reading on day 2"),
        *("tie for first place", "tie broken by kill points"),
        *("adjust", "adjust before the first decree", "adjust of kill points", "adjust after the end"),
        *("adjust after the stop", "same after the end"),
        *("finished", "unfinished", "stopped", "stop taken back"),
        *("correction", "strike", "insertion in the middle", "line corrected twice", "two lines in one correction"),
        *("undo", "undo of an undo", "correction after the end", "correction after the stop"),
        *("back in the middle", "winners corrected"),
    }
)


# The table


class Table:
    """As much of a table as decides which moves fit next; who holds which card does not matter for that."""

    def __init__(self, record: dict):
        self.options = with_defaults(record)
        self.seats = set(range(len(record["seats"])))
        self.number: int | None = None
        self.stopped = False
        self.written: dict[int, dict[int, str]] = {}
        self.read: dict[int, dict[int, str]] = {}
        self.chosen: dict[int, dict[int, int]] = {}
        self.deal()

    def deal(self) -> None:
        """Nothing is known of the round yet."""
        self.names: dict[int, str] = {}
        self.readings: dict[int, str] = {}
        self.held: dict[int, int] = {}
        self.drafting = set(self.seats)
        self.turn: dict[int, str] = {}
        self.turns = 0
        self.picked: dict[int, int] = {}
        self.joined: list[list[int]] = []

    @property
    def day(self) -> int:
        return 0 if self.number is None else 1 if self.number <= DAY_1[-1] else 2

    @property
    def all_wrote(self) -> bool:
        return self.names.keys() == self.seats

    @property
    def drafted(self) -> bool:
        return self.held.keys() == self.seats or not self.drafting

    @property
    def unread(self) -> list[int]:
        return needing_reading(self.names, self.readings, self.options["language"])

    @property
    def scored(self) -> bool:
        if self.day == 1:
            return self.all_wrote and self.drafted and not self.unread
        return self.day == 2 and self.picked.keys() == self.seats

    @property
    def over(self) -> bool:
        return self.number == LAST_ROUND and self.scored and not self.stopped

    def texts(self) -> list[str]:
        """What is compared in a scored round, by seat."""
        names, readings = self.names, self.readings
        if self.day == 2:
            names = {seat: self.written[number][seat] for seat, number in self.picked.items()}
            readings = {
                seat: self.read[number][seat] for seat, number in self.picked.items() if seat in self.read[number]
            }
        return [cleaned(readings.get(seat, names[seat])) for seat in sorted(self.seats)]

    def groups(self) -> list[set[int]]:
        """The groups of a scored round."""
        return grouped(self.texts(), self.joined)

    def put(self, move: dict) -> None:
        """Take a move, or say that it does not fit."""
        claim(not self.stopped or move["move"] == "adjust")
        getattr(self, move["move"])(move)

    def decree(self, move: dict) -> None:
        claim(self.number is None or (self.scored and self.number < LAST_ROUND))
        claim(len(move["icons"]) == len(self.seats))
        first = 0 if self.options["practice"] else 1
        self.number = first if self.number is None else self.number + 1
        self.deal()
        if self.day == 1:
            self.written[self.number], self.read[self.number] = self.names, self.readings
        else:
            self.chosen[self.number] = self.picked

    def write(self, move: dict) -> None:
        claim(self.day == 1 and move["seat"] not in self.names)
        self.names[move["seat"]] = move["name"]

    def reading(self, move: dict) -> None:
        # Before the name is there nobody asks how it is read.
        claim(self.day == 1 and move["seat"] in self.names)
        claim(not self.scored and move["seat"] not in self.readings)
        self.readings[move["seat"]] = move["reading"]

    def declare(self, move: dict) -> None:
        claim(self.day == 1 and self.all_wrote and not self.held)
        claim(move["seat"] in self.drafting and move["seat"] not in self.turn)
        self.turn[move["seat"]] = move["choice"]
        if self.turn.keys() == self.drafting:
            self.turns += 1
            passers = passers_of(self.turn)
            goes_on = len(passers) > 1 and self.turns != self.options["pass_limit"]
            self.drafting = passers if goes_on else set()
            self.turn = {}

    def hold(self, move: dict) -> None:
        claim(self.day == 1 and not self.turn and not self.turns)
        claim(move["seat"] not in self.held and move["card"] not in self.held.values())
        self.held[move["seat"]] = move["card"]

    def choose(self, move: dict) -> None:
        claim(self.day == 2 and move["seat"] not in self.picked and move["round"] in DAY_1)
        claim(all(picked.get(move["seat"]) != move["round"] for picked in self.chosen.values()))
        self.picked[move["seat"]] = move["round"]

    def same(self, move: dict) -> None:
        # Stricter than the rules: something must be put together that was not one name before.
        claim(self.scored and not any(group >= set(move["seats"]) for group in self.groups()))
        self.joined.append(move["seats"])

    def adjust(self, move: dict) -> None:
        claim(move["by"] != 0)

    def stop(self, move: dict) -> None:
        claim(not self.over)
        self.stopped = True


# The moves


def games(seed: int) -> dict:
    """A random valid record."""
    rng = random.Random(seed)
    record = {
        "format": 1,
        "game": "death-name",
        "seats": PEOPLE[: rng.choice([4, 4, 5, 6])],
        "options": some_options(rng),
        "moves": [],
    }
    Scribe(rng, record).play()
    return record


def some_options(rng: random.Random) -> dict:
    """Options that differ from the defaults, if any."""
    drawn = {
        "language": rng.choice([None, None, "es", "ja", "ja"]),
        "kill_rule": rng.choice([None, "any"]),
        "pass_limit": rng.choice([None, None, 1, rng.randint(2, 3), rng.randint(4, 9)]),
        "practice": rng.choice([None, None, True]),
    }
    return {option: value for option, value in drawn.items() if value is not None}


class Scribe(Corrector[Table]):
    """Writes down what happens at a random table."""

    def __init__(self, rng: random.Random, record: dict):
        super().__init__(rng, record["moves"], lambda sheet: with_all(Table(record), sheet))
        self.record = record
        self.table = Table(record)
        language = self.table.options["language"]
        self.read = dict(READ[language])
        self.names = rng.sample(NAMES[language], rng.randint(6, 14)) + rng.sample(list(self.read), 2)
        self.by_hand = False

    def play(self) -> None:
        """Mostly to the end and a little further, sometimes only up to some line."""
        fate = self.rng.choices(["finish", "leave", "stop"], [6, 1, 2])[0]
        enough = self.rng.randint(0, 90)
        self.play_on(fate, enough, 0.4)

    def go_on(self) -> None:
        """Mostly what is asked next."""
        chance = self.rng.random()
        if chance < 0.02:
            self.put(self.some_adjust())
        elif chance < 0.06:
            self.correct()
        else:
            self.put(self.some_asked())

    def afterwards(self) -> None:
        """What may still be written once the game is over or broken off."""
        chance = self.rng.random()
        if chance < 0.3:
            self.put(self.some_adjust())
        elif chance < 0.4 and self.table.over and len(self.table.groups()) > 1:
            self.put(self.some_same())
        else:
            self.correct()

    def some_asked(self) -> dict:
        """One of the moves that bring the game on."""
        table = self.table
        if table.number is None or table.scored:
            if table.scored and len(table.groups()) > 1 and self.rng.random() < 0.15:
                return self.some_same()
            self.by_hand = self.rng.random() < 0.35
            return self.some_decree()
        return self.rng.choice(self.round_moves() if table.day == 1 else self.choices())

    def round_moves(self) -> list[dict]:
        """What may come next in a round of Day 1."""
        table = self.table
        moves = [
            {"move": "write", "seat": seat, "name": self.rng.choice(self.names)}
            for seat in table.seats - set(table.names)
        ]
        if table.held or (self.by_hand and not table.turn and not table.turns):
            left = sorted(table.seats - set(table.held.values()))
            moves += [
                {"move": "hold", "seat": seat, "card": self.rng.choice(left)} for seat in table.seats - set(table.held)
            ]
        elif table.all_wrote:
            moves += [
                {"move": "declare", "seat": seat, "choice": self.rng.choice(["keep", "pass", "pass"])}
                for seat in table.drafting - set(table.turn)
            ]
        return moves + self.some_readings()

    def some_readings(self) -> list[dict]:
        """Readings of names that have none: those of the list, seldom any other."""
        table = self.table
        return [
            {"move": "reading", "seat": seat, "reading": self.read.get(name) or self.rng.choice(self.plain_names())}
            for seat, name in table.names.items()
            if seat not in table.readings and (name in self.read or self.rng.random() < 0.03)
        ]

    def plain_names(self) -> list[str]:
        return [name for name in self.names if not has_kanji(name)]

    def choices(self) -> list[dict]:
        """What may be picked next on Day 2."""
        return [
            {"move": "choose", "seat": seat, "round": number}
            for seat in self.table.seats - set(self.table.picked)
            for number in DAY_1
            if all(picked.get(seat) != number for picked in self.table.chosen.values())
        ]

    def some_decree(self) -> dict:
        icons = self.rng.choices([-2, -1, 0, 1, 2], [2, 4, 4, 4, 2], k=len(self.table.seats))
        return {"move": "decree", "icons": icons}

    def some_same(self) -> dict:
        """Two or three groups become one, each called by one of its seats."""
        groups = self.table.groups()
        joined = self.rng.sample(groups, min(len(groups), self.rng.choice([2, 2, 3])))
        return {"move": "same", "seats": [self.rng.choice(sorted(group)) for group in joined]}

    def some_adjust(self) -> dict:
        return {
            "move": "adjust",
            "seat": self.rng.choice(sorted(self.table.seats)),
            "track": self.rng.choice(["points", "points", "kill_points"]),
            "by": self.rng.choice([-3, -2, -1, 1, 2, 3]),
            "why": self.rng.choice(WHY),
        }

    # Corrections

    def correct(self) -> None:
        """Draw corrections until one fits; an empty sheet has none."""
        kinds = [
            *(
                self.rename,
                self.rename,
                self.another_decree,
                self.strike,
                self.strike,
                self.insert,
                self.choose_another,
            ),
            *(self.swap, self.declare_otherwise, self.undo, self.undo, self.take_back, self.put_back),
        ]
        self.correct_by(kinds)

    def rename(self) -> list | None:
        """Another name, with its reading where the list has one."""
        spot = self.spot("write")
        if not spot:
            return None
        name = self.rng.choice(self.names)
        write = spot[2] | {"name": name}
        if name in self.read and self.rng.random() < 0.5:
            reading = {"move": "reading", "seat": write["seat"], "reading": self.read[name]}
            return [self.reads(spot, write, reading)]
        return [self.reads(spot, write)]

    def another_decree(self) -> list | None:
        spot = self.spot("decree")
        return spot and [self.reads(spot, self.some_decree())]

    def strike(self) -> list | None:
        spot = self.spot("adjust", "same", "reading", "stop")
        return spot and [self.reads(spot)]

    def insert(self) -> list | None:
        """A forgotten adjust anywhere, or a forgotten `same` before a decree."""
        spot = self.spot("decree", "write", "declare", "choose", "adjust")
        if not spot:
            return None
        if spot[2]["move"] == "decree" and self.rng.random() < 0.6:
            seats = self.rng.sample(sorted(self.table.seats), 2)
            return [self.reads(spot, {"move": "same", "seats": seats}, spot[2])]
        both = [spot[2], self.some_adjust()]
        self.rng.shuffle(both)
        return [self.reads(spot, *both)]

    def choose_another(self) -> list | None:
        spot = self.spot("choose")
        return spot and [self.reads(spot, spot[2] | {"round": self.rng.choice(DAY_1)})]

    def swap(self) -> list | None:
        """Two seats that hold each other's card, or two rounds that a seat picked the wrong way round."""
        field = self.rng.choice(["card", "round"])
        one, two = (self.spot("hold" if field == "card" else "choose") for _ in range(2))
        if not one or not two or one[0] == two[0]:
            return None
        return [
            self.reads(one, one[2] | {field: two[2][field]}),
            self.reads(two, two[2] | {field: one[2][field]}),
        ]

    def declare_otherwise(self) -> list | None:
        spot = self.spot("declare")
        return spot and [self.reads(spot, spot[2] | {"choice": {"keep": "pass", "pass": "keep"}[spot[2]["choice"]]})]


# What occurs


def features(record: dict) -> set[str]:
    """What occurs in a record."""
    result = score(record)
    rounds, _, _ = unfold(final_sheet(record["moves"]), with_defaults(record))
    return set().union(
        option_features(record),
        sheet_features(record),
        *(draft_features(this, record) for this in rounds if this["declared"] or this["held"]),
        *(card_features(facts) for facts in result["facts"]["rounds"]),
        *(day_2_features(facts, rounds) for facts in result["facts"]["rounds"] if facts["day"] == 2),
        end_features(result),
        *(other_option_features(record, result) for _ in result["facts"]["rounds"][:1]),
        *(moment_features(record, line) for line in range(1, len(record["moves"]) + 1)),
        correction_features(record["moves"]),
    )


def option_features(record: dict) -> set[str]:
    options = with_defaults(record)
    limit = {None: "null", 1: "1"}.get(options["pass_limit"], "more")
    return {
        f"seats={len(record['seats'])}",
        f"option:language={options['language']}",
        f"option:kill_rule={options['kill_rule']}",
        f"option:pass_limit={limit}",
        f"option:practice={str(options['practice']).lower()}",
    }


def sheet_features(record: dict) -> set[str]:
    """What a table meets on its way through the corrected sheet."""
    table = Table(record)
    names = {"move:correct" for move in record["moves"] if move["move"] == "correct"}
    for move in final_sheet(record["moves"]):
        scored_before = table.scored
        table.put(move)
        names |= {f"move:{move['move']}"} | move_features(table, move, scored_before)
    return names


def move_features(table: Table, move: dict, scored_before: bool) -> set[str]:
    """What is to be said of a move that was just taken."""
    match move["move"]:
        case "decree":
            return seen({"-2 icon": -2 in move["icons"], "+2 icon": 2 in move["icons"]})
        case "hold":
            return seen({"held before it was written": move["card"] not in table.names})
        case "reading":
            kanji = has_kanji(table.names[move["seat"]])
            return {"reading"} | seen(
                {"kanji reading": kanji, "last known thing is a reading": table.scored and not scored_before}
            )
        case "same":
            three = any(len(group) > 2 and group >= set(move["seats"]) for group in table.groups())
            return {"same group"} | seen(
                {
                    "same group of three": three,
                    "practice round put together": table.number == 0,
                    "day 2 same group": table.day == 2,
                }
            )
        case "adjust":
            return {"adjust"} | seen(
                {
                    "adjust before the first decree": table.number is None,
                    "adjust of kill points": move["track"] == "kill_points",
                    "adjust after the stop": table.stopped,
                }
            )
    return set()


def draft_features(this: dict, record: dict) -> set[str]:
    """How the cards of a round went round."""
    seats = len(record["seats"])
    if this["held"]:
        return seen({"draft:hand": len(this["held"]) == seats})
    step = step_of(direction_of(this["round"]))
    turns = [passers_of(choices) for choices in declarings(this["declared"], seats)]
    limit = with_defaults(record)["pass_limit"]
    complete = drafted(this["declared"], seats, step, limit) is not None
    return seen(
        {
            "draft:declared": complete,
            "lone passer": complete and len(turns[-1]) == 1,
            "pass limit reached": complete and len(turns[-1]) > 1,
            "passers skip keepers": complete and any(skips(passers, seats, step) for passers in turns),
        }
    )


def skips(passers: set[int], seats: int, step: int) -> bool:
    """Whether a card goes past somebody who keeps."""
    return len(passers) > 1 and any((seat + step) % seats not in passers for seat in passers)


def card_features(facts: dict) -> set[str]:
    places = [card["place"] for card in facts["cards"]]
    own = [card for card in facts["cards"] if facts["day"] == 1 and card["writer"] == card["holder"]]
    return seen(
        {
            "duplicate pair": any(places.count(place) == 2 for place in places),
            "triple": any(places.count(place) == 3 for place in places),
            "own card back": bool(own),
            "own card back and marked": any(card["x"] for card in own),
        }
    )


def day_2_features(facts: dict, rounds: list[dict]) -> set[str]:
    """Where the cards of Day 2 come from."""
    picked = next(this["chosen"] for this in rounds if this["round"] == facts["round"])
    origins: dict[int, set[int]] = {}
    for card in facts["cards"]:
        origins.setdefault(card["place"], set()).add(picked[card["writer"]])
    readings = {this["round"]: this["readings"] for this in rounds}
    return seen(
        {
            "day 2 duplicates from different Day 1 rounds": any(len(numbers) > 1 for numbers in origins.values()),
            "reading on day 2": any(seat in readings[number] for seat, number in picked.items()),
        }
    )


def end_features(result: dict) -> set[str]:
    best = [total for total in result["totals"] if total == max(result["totals"])]
    return seen(
        {
            "finished": result["over"],
            "unfinished": result["outcome"] == "playing",
            "stopped": result["outcome"] == "stopped",
            "tie for first place": len(result["winners"]) > 1,
            "tie broken by kill points": result["over"] and len(result["winners"]) < len(best),
        }
    )


def other_option_features(record: dict, result: dict) -> set[str]:
    """Whether it matters under which options a record is scored."""
    options = with_defaults(record)
    other_rule = {"net": "any", "any": "net"}[options["kill_rule"]]
    return seen(
        {
            "net and any differ": score(record | {"options": options | {"kill_rule": other_rule}}) != result,
            "ñ decides": options["language"] == "es"
            and score(record | {"options": options | {"language": "en"}}) != result,
        }
    )


def moment_features(record: dict, line: int) -> set[str]:
    """What a line meant at the moment it was written."""
    kind = record["moves"][line - 1]["move"]
    if kind not in ("adjust", "same", "correct"):
        return set()
    before, after = (score(record | {"moves": record["moves"][:length]}) for length in (line - 1, line))
    if kind != "correct":
        return seen({f"{kind} after the end": before["over"]})
    stopped = before["outcome"] == "stopped"
    return seen(
        {
            "correction after the end": before["over"],
            "correction after the stop": stopped,
            "stop taken back": stopped and after["outcome"] != "stopped",
            "back in the middle": before["over"] and not after["over"],
            "winners corrected": before["over"] and after["over"] and before["winners"] != after["winners"],
        }
    )
