"""Random Death Wish records that are valid line by line, and what occurs in them."""

import random

from tests.reference.death_wish import happen, is_over, living_of, next_of, opened, score, skulls, with_defaults
from tests.reference.record_maker import Corrector, claim, correction_features, moment_features, seen, with_all
from tests.reference.sheet import final_sheet

PEOPLE = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"]
COLORS = ["white", "blue", "orange", "red", "wild"]
ACTIONS = ["symptoms", "afflicted", "spread"]
DISEASES = [
    *("Loomonia", "Poolio", "Hurty Face", "Cheesy Feet", "はしか", "O'Neil's Itch", "<b>", "%(seat)s", "Ñoño"),
    *("Bubonic Plaque", "Gripe Fluid", "Foot in Mouth", "Rot", "Rot 2", "Scurvier", "Dandruffle", "Measly", "Hic"),
]
CAUSES = ["I licked an armpit", "a bad oyster", "舐めた", "  my cousin "]
SYMPTOMS = ["meat cravings", "a hurty face", "cheesy feet", "咳", "sneezing"]
TEXTS = ["everybody coughs", "swap two cards", "keep calm", " draw again "]
FAREWELLS = ["at sea", "under the bar", "with trumpets", "宇宙で"]
WHY = ["house rule", "forgotten", "spilt the tea"]

FEATURES = frozenset(
    {
        *(f"seats={count}" for count in range(2, 9)),
        *("target left out, few seats", "target left out, many seats", "target=1", "target below", "target above"),
        *("target=40", "last_survivor=true", "last_survivor=false", "first=0", "first=later"),
        *("move:contract", "move:act", "move:give", "move:cure", "move:farewell", "move:outbreak", "move:play-keeper"),
        *("move:adjust", "move:stop", "move:correct", "action=symptoms", "action=afflicted", "action=spread"),
        *(f"color={color}" for color in COLORS),
        *("skulls=0", "skulls=9", "outbreak shown", "outbreak=false", "outbreak left out", "stolen", "wild not stolen"),
        *("cause", "symptoms", "symptoms none", "spaces round a disease", "diagnosis bare"),
        *("outbreak kept with text", "outbreak kept without text", "outbreak done with text"),
        *("outbreak done without text", "outbreak told later", "outbreak never told", "outbreak of a wild disease"),
        *("keeper played", "keeper played with text", "two keepers", "keeper left at the end", "outbreak on the way"),
        *("given", "exchanged", "given without skulls", "exchanged for as many skulls", "given of somebody's own turn"),
        *("given on and on", "given back", "exchange to a lower seat", "exchange to a higher seat"),
        *("cured", "cured without skulls", "contracted again after the cure", "same disease in two stacks"),
        *("farewell of the living", "farewell of the dead", "farewell after the end", "farewell on the way"),
        *("died by contract", "died by a gift", "died by what came back", "died by hand", "died over the target"),
        *("died on the target", "outbreak of the deadly contract", "died before anybody did anything"),
        *("died out of turn", "the next one died", "first seat died before its turn", "all but one dead"),
        *("dead and below the target by hand", "killed by hand after the end", "killed by hand after the stop"),
        *(
            "under zero",
            "below the line by giving",
            "close call: skulls given away",
            "adjust before the first contract",
        ),
        *("next skips the dead", "out of turn", "twice in a row", "next after a contract", "next after an act"),
        *("next stays after a give", "next left the first seat", "places shared", "places shared among the living"),
        *("winner has fewer skulls", "survivor has more than a dead one", "two dead while it goes on"),
        *("finished", "unfinished", "stopped", "stop taken back", "stopped after a death", "nothing happened"),
        *("adjust after the end", "adjust after the stop", "rounds renumbered", "back in the middle"),
        *("correction", "strike", "insertion in the middle", "line corrected twice", "two lines in one correction"),
        *("undo", "undo of an undo", "correction after the end", "correction after the stop", "winners corrected"),
        *("more skulls after all", "another seat contracted", "forgotten contract put in"),
    }
)


# The table


class Table:
    """As much of a table as decides which moves fit next, around what the plain scorer keeps anyway.

    Stricter than the rules: an exchange is never of two diseases of one name, and the dead are not cured.
    """

    def __init__(self, record: dict):
        self.state = opened(record)
        self.seats = list(range(self.state["seats"]))
        self.shown: dict[int, bool] = dict.fromkeys(self.seats, False)
        self.farewells: set[int] = set()

    @property
    def over(self) -> bool:
        return is_over(self.state) and not self.stopped

    @property
    def stopped(self) -> bool:
        return self.state["stopped"]

    @property
    def living(self) -> list[int]:
        return living_of(self.state)

    def names(self, seat: int) -> list[str]:
        """The diseases of a seat."""
        return [one["disease"] for one in self.state["stacks"][seat]]

    def put(self, move: dict) -> None:
        """Take a move, or say that it does not fit."""
        kind = move["move"]
        claim(not self.stopped or kind == "adjust")
        claim(not is_over(self.state) or kind in ("adjust", "farewell"))
        if kind not in ("adjust", "farewell", "stop"):
            claim(move["seat"] in self.living)
        check = getattr(self, kind.replace("-", "_"), None)
        if check:
            check(move)
        happen(self.state, move)

    def contract(self, move: dict) -> None:
        claim(move["disease"].strip() not in self.names(move["seat"]))
        if "from" in move:
            claim(move["from"] in self.living and move["from"] != move["seat"] and move["color"] != "wild")
        self.shown[move["seat"]] = move.get("outbreak", False)

    def give(self, move: dict) -> None:
        own, theirs = self.names(move["seat"]), self.names(move["to"])
        claim(move["to"] in self.living and move["to"] != move["seat"])
        claim(move["disease"].strip() in own and move["disease"].strip() not in theirs)
        if "back" in move:
            claim(move["back"].strip() in theirs and move["back"].strip() not in own)

    def cure(self, move: dict) -> None:
        claim(move["disease"].strip() in self.names(move["seat"]))

    def farewell(self, move: dict) -> None:
        claim(move["seat"] not in self.farewells)
        self.farewells.add(move["seat"])

    def outbreak(self, move: dict) -> None:
        claim(self.shown[move["seat"]])
        self.shown[move["seat"]] = False

    def play_keeper(self, move: dict) -> None:
        claim(self.state["keepers"][move["seat"]] > 0)


# The moves


def games(seed: int) -> dict:
    """A random valid record."""
    rng = random.Random(seed)
    seats = rng.randint(2, 8)
    record = {
        "format": 1,
        "game": "death-wish",
        "seats": PEOPLE[:seats],
        "options": some_options(rng, seats),
        "moves": [],
    }
    Scribe(rng, record).play()
    return record


def some_options(rng: random.Random, seats: int) -> dict:
    """Options that differ from the defaults, if any."""
    drawn = {
        "target": rng.choice([None, None, None, 1, rng.randint(2, 7), rng.randint(11, 20), 40]),
        "last_survivor": rng.choice([None, True, True]) if seats > 2 else None,
        "first": rng.choice([None, rng.randrange(seats)]),
    }
    return {option: value for option, value in drawn.items() if value is not None}


class Scribe(Corrector[Table]):
    """Writes down what happens at a random table."""

    def __init__(self, rng: random.Random, record: dict):
        super().__init__(rng, record["moves"], lambda sheet: with_all(Table(record), sheet))
        self.record = record
        self.table = Table(record)
        self.generous = rng.random() < 0.4

    def play(self) -> None:
        """Mostly to the end and a little further, sometimes only up to some line."""
        fate = self.rng.choices(["finish", "leave", "stop"], [6, 1, 2])[0]
        enough = self.rng.choice([0, *(self.rng.randint(1, 60) for _ in range(7))])
        if enough and self.rng.random() < 0.15:
            self.put(self.some_adjust())
        while not self.table.over and not self.table.stopped:
            if fate == "leave" and len(self.moves) >= enough:
                return
            if fate == "stop" and len(self.moves) >= enough:
                self.put({"move": "stop"})
            else:
                self.go_on()
        while self.rng.random() < 0.7:
            self.afterwards()

    def go_on(self) -> None:
        """Somebody's turn, mostly of the one whose turn it is, and what comes of it."""
        chance = self.rng.random()
        if chance < 0.03:
            self.put(self.some_adjust())
        elif chance < 0.07:
            self.correct()
        elif chance < (0.25 if self.generous else 0.12):
            self.try_some([self.some_gift, self.some_gift, self.some_gift, self.some_cure])
        elif chance < 0.3:
            self.try_some([self.some_outbreak, self.some_play, self.some_farewell])
        else:
            turn = next_of(self.table.state) if self.rng.random() < 0.9 else self.rng.choice(self.table.living)
            seat = self.rng.choice(self.table.living) if turn is None else turn
            self.put(self.some_contract(seat) if self.rng.random() < 0.55 else self.some_act(seat))
            if self.rng.random() < 0.7 and self.table.shown[seat]:
                self.try_some([self.some_outbreak])

    def try_some(self, kinds: list) -> None:
        """One of these, if there is anything to do it with."""
        move = self.rng.choice(kinds)()
        if move and not self.table.over:
            self.put(move)

    def afterwards(self) -> None:
        """What may still be written once the game is over or broken off."""
        chance = self.rng.random()
        farewell = self.some_farewell()
        if chance < 0.35:
            self.put(self.some_adjust())
        elif chance < 0.65 and self.table.over and farewell:
            self.put(farewell)
        else:
            self.correct()

    def some_act(self, seat: int) -> dict:
        return {"move": "act", "seat": seat, "action": self.rng.choice(ACTIONS)}

    def some_contract(self, seat: int) -> dict:
        """A disease that the seat has not got yet, with more or less of a diagnosis."""
        rng = self.rng
        known = self.table.names(seat)
        free = [name for name in DISEASES if name not in known] or [f"Rot {len(known) + 3}"]
        name = rng.choice(free)
        color = rng.choice(COLORS)
        move = {
            "move": "contract",
            "seat": seat,
            "disease": f" {name}\u3000" if rng.random() < 0.05 else name,
            "color": color,
            "skulls": rng.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 9]),
        }
        outbreak = rng.choice([None, None, False, True, True])
        others = [other for other in self.table.living if other != seat]
        if outbreak is not None:
            move["outbreak"] = outbreak
        if color != "wild" and rng.random() < 0.3:
            move["from"] = rng.choice(others)
        if rng.random() < 0.4:
            move["cause"] = rng.choice(CAUSES)
        if rng.random() < 0.3:
            move["symptoms"] = rng.sample(SYMPTOMS, rng.randint(0, 4))
        return move

    def some_gift(self) -> dict | None:
        """A disease for another, sometimes for one of theirs."""
        rng = self.rng
        seat, to = rng.sample(self.table.living, 2)
        own, theirs = self.table.names(seat), self.table.names(to)
        mine = [name for name in own if name not in theirs]
        yours = [name for name in theirs if name not in own]
        if not mine:
            return None
        move = {"move": "give", "seat": seat, "to": to, "disease": rng.choice([*mine, mine[-1], mine[-1]])}
        if yours and rng.random() < 0.45:
            move["back"] = rng.choice(yours)
        return move

    def some_cure(self) -> dict | None:
        seat = self.rng.choice(self.table.living)
        names = self.table.names(seat)
        return {"move": "cure", "seat": seat, "disease": self.rng.choice(names)} if names else None

    def some_outbreak(self) -> dict | None:
        seats = [seat for seat in self.table.living if self.table.shown[seat]]
        if not seats:
            return None
        move = {"move": "outbreak", "seat": self.rng.choice(seats), "kept": self.rng.random() < 0.5}
        return move | self.some_text()

    def some_play(self) -> dict | None:
        seats = [seat for seat in self.table.living if self.table.state["keepers"][seat]]
        return {"move": "play-keeper", "seat": self.rng.choice(seats)} | self.some_text() if seats else None

    def some_text(self) -> dict:
        return {"text": self.rng.choice(TEXTS)} if self.rng.random() < 0.5 else {}

    def some_farewell(self) -> dict | None:
        seats = [seat for seat in self.table.seats if seat not in self.table.farewells]
        if not seats:
            return None
        return {"move": "farewell", "seat": self.rng.choice(seats), "text": self.rng.choice(FAREWELLS)}

    def some_adjust(self) -> dict:
        """A few skulls, now and then as many as kill."""
        seat = self.rng.choice(self.table.seats)
        short = self.table.state["target"] - skulls(self.table.state)[seat]
        deadly = [short] if short > 0 and self.rng.random() < 0.3 else []
        by = self.rng.choice(deadly or [-3, -2, -1, 1, 2, 3])
        return {"move": "adjust", "seat": seat, "track": "skulls", "by": by, "why": self.rng.choice(WHY)}

    # Corrections

    def correct(self) -> None:
        """A correction that fits, if one is found."""
        kinds = [
            *(self.strike, self.strike, self.more_skulls, self.more_skulls, self.another_seat, self.another_seat),
            *(self.insert, self.insert, self.insert, self.swap, self.undo, self.undo),
            *(self.take_back, self.put_back),
        ]
        self.correct_by(kinds)

    def strike(self) -> list | None:
        spot = self.spot("adjust", "act", "give", "cure", "outbreak", "farewell", "stop", "contract")
        return spot and [self.reads(spot)]

    def more_skulls(self) -> list | None:
        spot = self.spot("contract")
        return spot and [self.reads(spot, spot[2] | {"skulls": self.rng.randint(0, 9)})]

    def another_seat(self) -> list | None:
        spot = self.spot("contract", "act", "give", "cure", "outbreak", "adjust", "farewell")
        return spot and [self.reads(spot, spot[2] | {"seat": self.rng.choice(self.table.seats)})]

    def insert(self) -> list | None:
        """Something forgotten, anywhere."""
        spot = self.spot("contract", "act", "give", "adjust", "outbreak", "stop")
        seat = self.rng.choice(self.table.seats)
        if not spot:
            return None
        disease = {"disease": self.rng.choice(DISEASES), "color": self.rng.choice(COLORS)}
        forgotten = self.rng.choice(
            [
                self.some_adjust(),
                self.some_act(seat),
                {"move": "contract", "seat": seat, **disease, "skulls": self.rng.randint(0, 3)},
            ]
        )
        both = [forgotten, spot[2]]
        self.rng.shuffle(both)
        return [self.reads(spot, *both)]

    def swap(self) -> list | None:
        """Two seats contracted each other's disease."""
        one, two = self.spot("contract"), self.spot("contract")
        if not one or not two or one[0] == two[0]:
            return None
        seats = one[2]["seat"], two[2]["seat"]
        return [
            self.reads(one, one[2] | {"seat": seats[1]}),
            self.reads(two, two[2] | {"seat": seats[0]}),
        ]


# What occurs


def features(record: dict) -> set[str]:
    """What occurs in a record."""
    names = option_features(record) | sheet_features(record) | result_features(record)
    return names | moment_features(score, record) | change_features(record) | correction_features(record["moves"])


def option_features(record: dict) -> set[str]:
    options, given = with_defaults(record), record["options"]
    seats, target = len(record["seats"]), options["target"]
    usual = 10 if seats <= 5 else 8
    return {
        f"seats={seats}",
        "first=later" if options["first"] else "first=0",
        f"last_survivor={str(options['last_survivor']).lower()}",
    } | seen(
        {
            "target left out, few seats": "target" not in given and seats <= 5,
            "target left out, many seats": "target" not in given and seats > 5,
            "target=1": target == 1,
            "target=40": target == 40,
            "target below": target < usual,
            "target above": target > usual,
        }
    )


def sheet_features(record: dict) -> set[str]:
    """What a table meets on its way through the corrected sheet."""
    names = {"move:correct" for move in record["moves"] if move["move"] == "correct"}
    table = Table(record)
    story: list[dict] = []
    for move in final_sheet(record["moves"]):
        before = stand_of(table)
        table.put(move)
        after = stand_of(table)
        names |= {f"move:{move['move']}"} | stand_features(table, move, before, after)
        match move["move"]:
            case "contract":
                names |= contract_features(move, story, before)
            case "give":
                names |= give_features(table, move, story, before, after)
            case "outbreak" | "play-keeper":
                names |= outbreak_features(move, story, after)
            case _:
                names |= other_features(table, move, before, after)
        story.append(move)
    drawn = [move for move in story if move["move"] in ("contract", "outbreak")]
    for number, move in enumerate(drawn):
        if move["move"] == "contract" and move.get("outbreak"):
            later = [other["move"] for other in drawn[number + 1 :] if other["seat"] == move["seat"]]
            names |= seen({"outbreak never told": later[:1] != ["outbreak"]})
    return names


def stand_of(table: Table) -> dict:
    """What a table is between two moves."""
    state = table.state
    return {
        "skulls": skulls(state),
        "dead": list(state["dead"]),
        "stacks": [[dict(one) for one in stack] for stack in state["stacks"]],
        "keepers": list(state["keepers"]),
        "next": next_of(state),
        "last": state["last"],
        "over": table.over,
        "stopped": table.stopped,
        "contracts": state["contracts"],
    }


def stand_features(table: Table, move: dict, before: dict, after: dict) -> set[str]:
    """Who died of a move, and whose turn it is after it."""
    kind, target = move["move"], table.state["target"]
    died = [seat for seat in after["dead"] if seat not in before["dead"]]
    by = {"contract": "by contract", "adjust": "by hand", "give": "by a gift"}
    names = {f"died {by[kind]}" for _ in died}
    for seat in died:
        names |= seen(
            {
                "died by what came back": kind == "give" and seat == move["seat"],
                "died over the target": after["skulls"][seat] > target,
                "died on the target": after["skulls"][seat] == target,
                "died before anybody did anything": before["last"] is None and kind == "adjust",
                "died out of turn": seat != before["next"] and not before["over"],
                "the next one died": seat == before["next"] and kind != "contract" and after["next"] is not None,
                "first seat died before its turn": before["last"] is None and seat == table.state["first"],
                "killed by hand after the end": before["over"],
                "killed by hand after the stop": before["stopped"],
                "outbreak of the deadly contract": kind == "contract" and move.get("outbreak", False),
            }
        )
    took_turn = kind in ("contract", "act")
    return names | seen(
        {
            "all but one dead": len(table.living) == 1,
            "under zero": min(after["skulls"]) < 0,
            "two dead while it goes on": len(after["dead"]) > 1 and not after["over"] and not after["stopped"],
            "dead and below the target by hand": any(
                after["skulls"][seat] < target <= before["skulls"][seat] for seat in before["dead"]
            ),
            "out of turn": took_turn and move["seat"] != before["next"],
            "twice in a row": took_turn and move["seat"] == before["last"],
            "next after a contract": kind == "contract" and after["next"] is not None,
            "next after an act": kind == "act",
            "next stays after a give": kind == "give" and before["next"] == after["next"],
            "next left the first seat": took_turn and before["last"] is None,
            "next skips the dead": took_turn and (move["seat"] + 1) % len(table.seats) in after["dead"] and not died,
        }
    )


def contract_features(move: dict, story: list[dict], before: dict) -> set[str]:
    name, wild = move["disease"].strip(), move["color"] == "wild"
    others = [one["disease"] for stack in before["stacks"] for one in stack]
    cured = [(other["seat"], other["disease"].strip()) for other in story if other["move"] == "cure"]
    return {f"color={move['color']}"} | seen(
        {
            f"skulls={move['skulls']}": move["skulls"] in (0, 9),
            "outbreak shown": move.get("outbreak") is True,
            "outbreak=false": move.get("outbreak") is False,
            "outbreak left out": "outbreak" not in move,
            "stolen": "from" in move,
            "wild not stolen": wild,
            "cause": "cause" in move,
            "symptoms": bool(move.get("symptoms")),
            "symptoms none": move.get("symptoms") == [],
            "diagnosis bare": not {"cause", "symptoms", "outbreak", "from"} & move.keys(),
            "spaces round a disease": move["disease"] != name,
            "same disease in two stacks": name in others,
            "contracted again after the cure": (move["seat"], name) in cured,
        }
    )


def give_features(table: Table, move: dict, story: list[dict], before: dict, after: dict) -> set[str]:
    seat, to = move["seat"], move["to"]
    weight = {
        one["disease"]: one["skulls"] for stack in (before["stacks"][seat], before["stacks"][to]) for one in stack
    }
    given, back = weight[move["disease"].strip()], weight.get(move.get("back", "").strip())
    earlier = [other for other in story if other["move"] == "give" and other["disease"] == move["disease"]]
    return seen(
        {
            "given": back is None,
            "exchanged": back is not None,
            "given without skulls": given == 0,
            "exchanged for as many skulls": back is not None and back == given > 0,
            "given of somebody's own turn": before["next"] == seat,
            "given on and on": any(other["to"] == seat for other in earlier),
            "given back": any((other["seat"], other["to"]) == (to, seat) for other in earlier),
            "exchange to a lower seat": back is not None and to < seat,
            "exchange to a higher seat": back is not None and to > seat,
            "below the line by giving": after["skulls"][seat] < before["skulls"][seat] and not after["dead"],
            "close call: skulls given away": before["skulls"][seat] + 1 >= table.state["target"]
            and after["skulls"][seat] < before["skulls"][seat],
        }
    )


def outbreak_features(move: dict, story: list[dict], after: dict) -> set[str]:
    text = "with" if "text" in move else "without"
    if move["move"] == "play-keeper":
        return {"keeper played"} | seen({"keeper played with text": text == "with"})
    drawn = [other for other in story if other["move"] == "contract" and other["seat"] == move["seat"]][-1]
    return {f"outbreak {'kept' if move['kept'] else 'done'} {text} text"} | seen(
        {
            "outbreak told later": story[-1] is not drawn,
            "outbreak on the way": story[-1] is drawn,
            "outbreak of a wild disease": drawn["color"] == "wild",
            "two keepers": max(after["keepers"]) > 1,
        }
    )


def other_features(table: Table, move: dict, before: dict, after: dict) -> set[str]:
    match move["move"]:
        case "act":
            return {f"action={move['action']}"}
        case "cure":
            return {"cured"} | seen({"cured without skulls": before["skulls"] == after["skulls"]})
        case "farewell":
            dead = move["seat"] in before["dead"]
            return {"farewell of the dead" if dead else "farewell of the living"} | {
                "farewell after the end" if before["over"] else "farewell on the way"
            }
        case "adjust":
            return seen({"adjust before the first contract": before["contracts"] == 0})
        case "stop":
            return seen({"stopped after a death": bool(before["dead"])})
    return set()


def result_features(record: dict) -> set[str]:
    result = score(record)
    over, totals, dead = result["over"], result["totals"], result["facts"]["dead"]
    alive = [seat for seat in range(len(totals)) if seat not in dead]
    of_living = [result["places"][seat] for seat in alive]
    return seen(
        {
            "finished": over,
            "unfinished": result["outcome"] == "playing",
            "stopped": result["outcome"] == "stopped",
            "nothing happened": not record["moves"],
            "places shared": over and len(set(result["places"])) < len(totals),
            "places shared among the living": bool(dead) and len(set(of_living)) < len(of_living),
            "winner has fewer skulls": any(totals[seat] < max(totals) for seat in result["winners"]),
            "survivor has more than a dead one": over
            and len(dead) > 1
            and any(totals[seat] > totals[other] for seat in alive for other in dead),
            "keeper left at the end": over and any(result["facts"]["keepers"]),
        }
    )


def change_features(record: dict) -> set[str]:
    """What corrections made of contracts."""
    names: set[str] = set()
    for line, move in enumerate(record["moves"], 1):
        if move["move"] != "correct":
            continue
        for of, reads in move["lines"]:
            was, now = record["moves"][of - 1], reads if isinstance(reads, list) else [reads] if reads else []
            contracts = [one for one in now if one["move"] == "contract"]
            names |= seen(
                {
                    "more skulls after all": was["move"] == "contract"
                    and any(one["skulls"] > was["skulls"] for one in contracts),
                    "another seat contracted": was["move"] == "contract"
                    and any(one == was | {"seat": one["seat"]} != was for one in contracts),
                    "forgotten contract put in": len(now) > 1 and len(contracts) > (was["move"] == "contract"),
                    "rounds renumbered": was["move"] == "contract" and not now and of < line - 1,
                }
            )
    return names
