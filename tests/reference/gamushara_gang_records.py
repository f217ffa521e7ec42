"""Random Gamushara Gang records that are valid line by line, and what occurs in them."""

import random

from tests.reference.gamushara_gang import ATTRIBUTES, score, with_defaults
from tests.reference.record_maker import Corrector, Misfit, claim, correction_features, moment_features, seen, with_all
from tests.reference.sheet import final_sheet, readings_of_lines

PEOPLE = ["Ann", "Bo", "Cy", "Di", "Eve"]
CHARACTERS = [
    *("Risa", "Shinji", "Saburo", "Lee", "ボス", "さぶろう", "Mei-Lin", "O'Neil", "Big Joe", "José"),
    *("Anna", "x", "<b>", "%(seat)s"),
]
POINTS = [[], [1], [2], [3], [4], [5], [2, 3], [1, 4], [1, 2, 3, 4], [5, 3, 1], [4, 3], [1, 2, 3, 4, 5]]
ANSWERS = ["active", "hiding", "man", "woman", "Japan", "a cook", "嘘"]
WHY = ["house rule", "forgotten", "spilt the tea"]

FEATURES = frozenset(
    {
        *("seats=3", "seats=4", "seats=5", "first=0", "first=later", "characters=numbers", "characters=names"),
        *("points=default", "points=[]", *(f"rule {rule} {how}" for rule in (1, 2, 3, 4, 5) for how in ("on", "off"))),
        *("move:no-partner", "move:nominate", "move:exchange", "move:add", "move:execute", "move:succeed", "move:out"),
        *("move:flip", "move:confess", "move:turn", "move:personality", "move:adjust", "move:stop", "move:correct"),
        *("cause=meeting", "cause=effect", "cause left out", "effect on active", "effect on hiding"),
        *("effect on candidate", "other candidates hide", "meeting without candidates", "execution without a meeting"),
        *("two executions in a turn", "both executions in a turn answered", "candidates wake at the turn"),
        *("turn without an execution", "hiding wake", "hiding stay", "a candidate less and all wake"),
        *("turn passes over the dead", "nobody's role", "turn player's own partner", "turn player out"),
        *("succeed", "out without a partner", "out with a partner used", "out with a dead partner"),
        *("one of several passes", "exchanged into a named one", "added with three alive"),
        *("flip to active", "flip to hiding", "flip after the meeting"),
        *("about=condition", "about=gender", "about=nationality", "about=career", "condition twice", "with answer"),
        *("without answer", "three markers", "markers fall", "a marker again after they fell"),
        *("spy out first", "spy out later", "spy out and one is left", "last one left", "several win", "one wins"),
        *("personality=gang", "personality=spy", "spy wins", "personality not told", "winner has fewer points"),
        *("execution doubled", "win doubled", "spy-first-out doubled", "spy-wins doubled", "places shared"),
        *("execution single", "win single", "spy-first-out single", "spy-wins single", "role hit, points off"),
        *("living first without points", "without points and won", "spaces round a name"),
        *("finished", "unfinished", "stopped", "stop taken back", "stopped with two alive"),
        *("adjust", "adjust on turn 1", "adjust after the end", "adjust after the stop", "adjust without points"),
        *("correction", "strike", "insertion in the middle", "line corrected twice", "two lines in one correction"),
        *("undo", "undo of an undo", "correction after the end", "correction after the stop", "back in the middle"),
        *("winners corrected", "forgotten answer put in", "forgotten no-partner put in", "another was executed"),
        *("spy after all", "played on after a correction", "the answer was another seat's"),
    }
)


# The table


class Table:
    """As much of a table as decides which moves fit next; points do not matter for that.

    Stricter than the rules in two things: a turn player who is out executes nobody, and an answer is always about
    the newest execution.
    """

    def __init__(self, record: dict):
        options = with_defaults(record)
        self.rules = options["points"]
        self.seats = list(range(len(record["seats"])))
        self.stands = dict.fromkeys(options["characters"], "active")
        self.living = set(self.seats)
        self.partner = dict.fromkeys(self.seats, "held")
        self.markers: dict[int, set[str]] = {seat: set() for seat in self.seats}
        self.player = options["first"]
        self.number = 1
        self.executions = 0
        self.spy_out = self.told = self.over = self.stopped = False
        self.fresh()

    def fresh(self) -> None:
        """A turn begins."""
        self.named: set[int] = set()
        self.changed: set[int] = set()
        self.entered = self.met = self.open = False

    def those(self, *stands: str) -> list[str]:
        return [name for name, how in self.stands.items() if how in stands]

    @property
    def others(self) -> list[int]:
        """Who lives and is not the turn player, from the turn player's left."""
        count = len(self.seats)
        return [seat for step in range(1, count) if (seat := (self.player + step) % count) in self.living]

    @property
    def may_tell(self) -> bool:
        """Whether the one who is left may say what it was."""
        return self.over and len(self.living) == 1 and 5 in self.rules and not self.told

    def put(self, move: dict) -> None:
        """Take a move, or say that it does not fit."""
        kind = move["move"]
        claim(not self.stopped or kind == "adjust")
        claim(not self.over or kind in ("adjust", "personality"))
        getattr(self, kind.replace("-", "_"))(move)

    def turns(self, move: dict, field: str, before: str, after: str) -> None:
        """A character stands one way and then another."""
        name = move[field].strip()
        claim(self.stands.get(name) == before)
        self.stands[name] = after

    def no_partner(self, move: dict) -> None:
        claim(not self.executions and self.partner[move["seat"]] == "held")
        self.partner[move["seat"]] = "none"

    def nominate(self, move: dict) -> None:
        claim(move["seat"] in self.others and move["seat"] not in self.named and not self.met)
        self.turns(move, "character", "active", "candidate")
        self.named.add(move["seat"])
        self.entered = True

    def exchange(self, move: dict) -> None:
        claim(move["seat"] in self.others and move["seat"] not in self.changed and not self.met)
        self.turns(move, "out", "candidate", "active")
        claim(move["in"].strip() != move["out"].strip())
        self.turns(move, "in", "active", "candidate")
        self.changed.add(move["seat"])

    def add(self, move: dict) -> None:
        claim(move["seat"] in self.others and move["seat"] not in self.changed and not self.met)
        claim(len(self.living) <= 3)
        self.turns(move, "character", "active", "candidate")
        self.changed.add(move["seat"])
        self.entered = True

    def execute(self, move: dict) -> None:
        name = move["character"].strip()
        claim(self.player in self.living)
        if move.get("cause", "meeting") == "meeting":
            claim(not self.met)
            claim(self.stands.get(name) == ("candidate" if self.entered else "active"))
            for other in self.those("candidate"):
                self.stands[other] = "hiding"
            self.met = True
        else:
            claim(self.stands.get(name, "executed") != "executed")
        self.stands[name] = "executed"
        self.executions += 1
        self.open = True

    def answered(self, move: dict) -> None:
        claim(self.open and move["seat"] in self.living)
        self.open = False

    def succeed(self, move: dict) -> None:
        self.answered(move)
        claim(self.partner[move["seat"]] == "held")
        self.partner[move["seat"]] = "used"
        self.markers[move["seat"]] = set()

    def out(self, move: dict) -> None:
        self.answered(move)
        self.living.remove(move["seat"])
        self.spy_out = move["spy"]
        self.over = move["spy"] or len(self.living) == 1

    def flip(self, move: dict) -> None:
        self.turns(move, "character", {"active": "hiding", "hiding": "active"}[move["to"]], move["to"])

    def confess(self, move: dict) -> None:
        claim(move["seat"] in self.living and move["about"] not in self.markers[move["seat"]])
        if move["about"] != "condition":
            self.markers[move["seat"]].add(move["about"])

    def turn(self, move: dict) -> None:
        for name in self.those("candidate"):
            self.stands[name] = "active"
        self.number += 1
        self.player = self.others[0]
        if len(self.those("active")) < len(self.living) - 1:
            for name in self.those("hiding"):
                self.stands[name] = "active"
        self.fresh()

    def personality(self, move: dict) -> None:
        claim(self.may_tell and move["seat"] in self.living and not (move["spy"] and self.spy_out))
        self.told = True

    def adjust(self, move: dict) -> None:
        claim(move["by"] != 0)

    def stop(self, move: dict) -> None:
        claim(not self.over)
        self.stopped = True


# The moves


def games(seed: int) -> dict:
    """A random valid record."""
    rng = random.Random(seed)
    seats = rng.choice([3, 4, 4, 5])
    record = {
        "format": 1,
        "game": "gamushara-gang",
        "seats": PEOPLE[:seats],
        "options": some_options(rng, seats),
        "moves": [],
    }
    Scribe(rng, record).play()
    return record


def some_options(rng: random.Random, seats: int) -> dict:
    """Options that differ from the defaults, if any."""
    named = [rng.choice(["", "", " ", "\u3000"]) + name for name in rng.sample(CHARACTERS, 14)]
    drawn = {
        "points": rng.choice([None, *rng.sample(POINTS, 4)]),
        "first": rng.choice([None, rng.randrange(seats)]),
        "characters": rng.choice([None, named]),
    }
    return {option: value for option, value in drawn.items() if value is not None}


class Scribe(Corrector[Table]):
    """Knows what is on the cards of a random table, and writes down what people report."""

    def __init__(self, rng: random.Random, record: dict):
        super().__init__(rng, record["moves"], lambda sheet: with_all(Table(record), sheet))
        self.record = record
        self.table = Table(record)
        names = list(self.table.stands)
        dealt = rng.sample(names, 2 * len(self.table.seats))
        seats = self.table.seats
        self.role = {seat: dealt[2 * seat] for seat in seats}
        self.partner = {seat: dealt[2 * seat + 1] for seat in seats if rng.random() < 0.7}
        self.spy = rng.choice([None, *seats, *seats])
        self.deadly = rng.random() < 0.6
        self.chatty = rng.random() < 0.4

    def play(self) -> None:
        """Mostly to the end and a little further, sometimes only up to some line."""
        fate = self.rng.choices(["finish", "leave", "stop"], [6, 1, 2])[0]
        self.write_on(500 if fate == "finish" else self.rng.randint(0, 60))
        if fate == "leave":
            return
        if fate == "stop" and self.running:
            self.put({"move": "stop"})
        while self.rng.random() < 0.65:
            self.afterwards()
            if self.running and fate == "finish":
                self.write_on(20)

    @property
    def running(self) -> bool:
        return not self.table.over and not self.table.stopped

    def go_on(self) -> None:
        self.write_on(1)

    def write_on(self, most: int) -> None:
        """So many lines more, as long as the game goes on."""
        enough = len(self.moves) + most
        for move in self.evening():
            if len(self.moves) >= enough or not self.running:
                return
            self.by_the_way()
            self.try_to_put(move)

    def try_to_put(self, move: dict) -> None:
        """What was planned may have become impossible through a correction meanwhile."""
        try:
            self.seated([*final_sheet(self.moves), move])
        except Misfit:
            return
        self.put(move)

    def by_the_way(self) -> None:
        chance = self.rng.random()
        if chance < 0.015:
            self.put(self.some_adjust())
        elif chance < 0.04:
            self.correct()

    def afterwards(self) -> None:
        """What may still be written once the game is over or broken off."""
        chance = self.rng.random()
        if self.table.may_tell and not self.table.stopped and chance < 0.5:
            (seat,) = self.table.living
            spy = not self.table.spy_out and (self.spy == seat or self.rng.random() < 0.3)
            self.put({"move": "personality", "seat": seat, "spy": spy})
        elif chance < 0.6:
            self.put(self.some_adjust())
        else:
            self.correct()

    def evening(self):
        """Turn after turn, as long as there are characters to execute."""
        for seat in self.table.seats:
            if seat not in self.partner and self.rng.random() < 0.85:
                yield {"move": "no-partner", "seat": seat}
        while self.table.those("active", "hiding", "candidate"):
            yield from self.chance_card()
            yield from self.meeting()
            yield from self.effect()
            yield {"move": "turn"}

    def spelt(self, name: str) -> str:
        """Sometimes with spaces round it, which do not matter."""
        return f" {name}\u3000" if self.rng.random() < 0.05 else name

    def one_of(self, *stands: str) -> str | None:
        """A character that stands so; in a deadly game with somebody's role more often."""
        names = self.table.those(*stands)
        roles = [name for name in names if name in self.role.values()]
        if roles and self.deadly and self.rng.random() < 0.5:
            return self.rng.choice(roles)
        return self.rng.choice(names) if names else None

    def chance_card(self):
        """A card may turn characters, make somebody confess, or kill."""
        for _ in range(self.rng.choice([0, 0, 1, 1, 3])):
            name = self.one_of("active", "hiding")
            if name and self.rng.random() < 0.6:
                to = "hiding" if self.table.stands[name] == "active" else "active"
                yield {"move": "flip", "character": self.spelt(name), "to": to}
        for _ in range(self.rng.choice([0, 1, 4, 6] if self.chatty else [0, 0, 1])):
            yield self.some_confession()
        if self.rng.random() < 0.1:
            yield from self.execution(self.one_of("active", "hiding", "candidate"), "effect")

    def some_confession(self) -> dict:
        seat = self.rng.choice(sorted(self.table.living))
        left = [about for about in ATTRIBUTES if about not in self.table.markers[seat]]
        about = self.rng.choice(["condition", *left, *left, *left])
        answer = {"answer": self.rng.choice(ANSWERS)} if self.rng.random() < 0.5 else {}
        return {"move": "confess", "seat": seat, "about": about} | answer

    def meeting(self):
        """Candidates are named and exchanged, then one is executed."""
        seats = list(self.table.others)
        if self.rng.random() < 0.2:
            self.rng.shuffle(seats)
        pass_all = self.rng.random() < 0.1
        for seat in seats:
            name = self.one_of("active")
            if name and not pass_all and self.rng.random() < 0.9:
                yield {"move": "nominate", "seat": seat, "character": self.spelt(name)}
        if self.rng.random() < 0.08:
            yield from self.execution(self.one_of("candidate", "active"), "effect")
        for seat in seats:
            yield from self.second_thoughts(seat)
        if self.rng.random() < 0.93 and self.table.player in self.table.living:
            entered = self.table.entered
            yield from self.execution(self.one_of("candidate" if entered else "active"), "meeting")

    def second_thoughts(self, seat: int):
        """Exchange, add or pass."""
        chance = self.rng.random()
        other, name = self.one_of("candidate"), self.one_of("active")
        if other and name and chance < 0.25:
            yield {"move": "exchange", "seat": seat, "out": other, "in": self.spelt(name)}
        elif name and len(self.table.living) <= 3 and chance < 0.5:
            yield {"move": "add", "seat": seat, "character": name}

    def execution(self, name: str | None, cause: str):
        """Somebody's role may be hit; now and then nobody reports it."""
        if name is None or self.table.player not in self.table.living:
            return
        said = {} if cause == "meeting" and self.rng.random() < 0.7 else {"cause": cause}
        yield {"move": "execute", "character": name} | said
        hit = [seat for seat in sorted(self.table.living) if self.role[seat] == name]
        if not hit or self.table.stands[name] != "executed":
            return
        seat = hit[0]
        steps_in = self.partner.pop(seat, None) if self.table.partner[seat] == "held" else None
        alive = steps_in is not None and self.table.stands[steps_in] != "executed"
        self.role[seat] = steps_in if alive else ""
        if self.rng.random() < 0.07:
            return
        if alive:
            yield {"move": "succeed", "seat": seat}
        else:
            yield {"move": "out", "seat": seat, "spy": seat == self.spy}

    def effect(self):
        """The effect of the character that was executed, or none."""
        chance = self.rng.random()
        if self.table.player not in self.table.living:
            return
        if chance < 0.1:
            name = self.one_of("active", "hiding")
            if name:
                to = "hiding" if self.table.stands[name] == "active" else "active"
                yield {"move": "flip", "character": name, "to": to}
        elif chance < 0.25:
            yield self.some_confession()
        elif chance < 0.35:
            yield from self.execution(self.one_of("active", "hiding"), "effect")

    def some_adjust(self) -> dict:
        return {
            "move": "adjust",
            "seat": self.rng.choice(self.table.seats),
            "track": "points",
            "by": self.rng.choice([-3, -2, -1, 1, 2, 3]),
            "why": self.rng.choice(WHY),
        }

    # Corrections

    def correct(self) -> None:
        kinds = [
            *(self.strike, self.strike, self.insert, self.insert, self.execute_another, self.execute_another),
            *(self.answer_otherwise, self.answer_otherwise, self.swap, self.undo, self.undo, self.take_back),
            *(self.put_back, self.forgotten_answer, self.forgotten_answer),
        ]
        self.correct_by(kinds)

    def strike(self) -> list | None:
        spot = self.spot("adjust", "no-partner", "flip", "confess", "exchange", "succeed", "stop", "personality")
        return spot and [self.reads(spot)]

    def insert(self) -> list | None:
        """Something forgotten, anywhere."""
        spot = self.spot("no-partner", "nominate", "execute", "turn", "confess", "flip", "adjust")
        if not spot:
            return None
        forgotten = self.rng.choice(
            [
                self.some_adjust(),
                self.some_confession(),
                {"move": "no-partner", "seat": self.rng.choice(self.table.seats)},
                {"move": "flip", "character": self.rng.choice(list(self.table.stands)), "to": "hiding"},
            ]
        )
        both = [forgotten, spot[2]]
        self.rng.shuffle(both)
        return [self.reads(spot, *both)]

    def forgotten_answer(self) -> list | None:
        """It was somebody's role after all."""
        spot = self.spot("execute")
        seat = self.rng.choice(self.table.seats)
        answer = self.rng.choice(
            [{"move": "succeed", "seat": seat}, {"move": "out", "seat": seat, "spy": self.rng.random() < 0.3}]
        )
        return spot and [self.reads(spot, spot[2], answer)]

    def execute_another(self) -> list | None:
        spot = self.spot("execute")
        return spot and [self.reads(spot, spot[2] | {"character": self.rng.choice(list(self.table.stands))})]

    def answer_otherwise(self) -> list | None:
        """A spy was none, or another seat was meant."""
        spot = self.spot("out", "succeed", "personality")
        if not spot:
            return None
        _, _, move = spot
        if "spy" in move and self.rng.random() < 0.5:
            return [self.reads(spot, move | {"spy": not move["spy"]})]
        return [self.reads(spot, move | {"seat": self.rng.choice(self.table.seats)})]

    def swap(self) -> list | None:
        """Two seats named each other's character."""
        one, two = self.spot("nominate"), self.spot("nominate")
        if not one or not two or one[0] == two[0]:
            return None
        names = one[2]["character"], two[2]["character"]
        return [self.reads(one, one[2] | {"character": names[1]}), self.reads(two, two[2] | {"character": names[0]})]


# What occurs


def features(record: dict) -> set[str]:
    """What occurs in a record."""
    return set().union(
        option_features(record),
        sheet_features(record),
        result_features(record),
        moment_features(score, record),
        correction_features(record["moves"]),
        seen({"played on after a correction": was_played_on(record)}),
        *(change_features(record["moves"], line) for line in range(1, len(record["moves"]) + 1)),
    )


def option_features(record: dict) -> set[str]:
    options = with_defaults(record)
    given = record["options"]
    return {
        f"seats={len(record['seats'])}",
        "first=later" if options["first"] else "first=0",
        "characters=names" if "characters" in given else "characters=numbers",
        *(f"rule {rule} {'on' if rule in options['points'] else 'off'}" for rule in (1, 2, 3, 4, 5)),
    } | seen({"points=default": "points" not in given, "points=[]": not options["points"]})


def sheet_features(record: dict) -> set[str]:
    """What a table meets on its way through the corrected sheet."""
    table = Table(record)
    names = {"move:correct" for move in record["moves"] if move["move"] == "correct"}
    story: list[dict] = []  # the moves of the turn
    fell: set[int] = set()
    asked: list[int] = []
    for move in final_sheet(record["moves"]):
        before = stand_of(table)
        table.put(move)
        names |= {f"move:{move['move']}"} | move_features(table, move, before, story)
        names |= marker_features(table, move, before, fell, asked)
        story = [] if move["move"] == "turn" else [*story, move]
    return names


def stand_of(table: Table) -> dict:
    """What a table was before a move."""
    return {
        "stands": dict(table.stands),
        "partner": dict(table.partner),
        "markers": {seat: set(markers) for seat, markers in table.markers.items()},
        "living": set(table.living),
        "player": table.player,
        "met": table.met,
        "entered": table.entered,
        "open": table.open,
        "out": len(table.seats) - len(table.living),
    }


def move_features(table: Table, move: dict, before: dict, story: list[dict]) -> set[str]:
    """What is to be said of a move that was just taken."""
    stands, living = before["stands"], before["living"]
    spaces = any(value != value.strip() for value in move.values() if isinstance(value, str))
    names = seen({"spaces round a name": spaces})
    executions = [other for other in story if other["move"] == "execute"]
    answers = [other for other in story if other["move"] in ("succeed", "out")]
    hiding = [name for name, how in stands.items() if how == "hiding"]
    candidates = [name for name, how in stands.items() if how == "candidate"]
    match move["move"]:
        case "exchange":
            given = {other.get("character", "").strip() for other in story if other["move"] == "nominate"}
            return names | seen({"exchanged into a named one": move["out"].strip() in given})
        case "add":
            return names | seen({"added with three alive": len(living) == 3})
        case "execute":
            cause = move.get("cause", "meeting")
            meeting = cause == "meeting"
            stood = stands[move["character"].strip()]
            return (
                names
                | {f"cause={cause}"}
                | seen(
                    {
                        "cause left out": "cause" not in move,
                        "effect on active": not meeting and stood == "active",
                        "effect on hiding": not meeting and stood == "hiding",
                        "effect on candidate": not meeting and stood == "candidate",
                        "other candidates hide": meeting and len(candidates) > 1,
                        "meeting without candidates": meeting and not before["entered"],
                        "one of several passes": meeting and 0 < len(table.named) < len(living) - 1,
                        "two executions in a turn": bool(executions),
                    }
                )
            )
        case "succeed" | "out":
            own = move["seat"] == before["player"]
            partner = before["partner"][move["seat"]]
            out = move["move"] == "out"
            return names | seen(
                {
                    "succeed": not out,
                    "turn player's own partner": own and not out,
                    "turn player out": own and out,
                    "out without a partner": out and partner == "none",
                    "out with a partner used": out and partner == "used",
                    "out with a dead partner": out and partner == "held",
                    "both executions in a turn answered": len(executions) > 1 and bool(answers),
                    "spy out first": out and move["spy"] and before["out"] == 0,
                    "spy out later": out and move["spy"] and before["out"] > 0,
                    "spy out and one is left": out and move["spy"] and len(table.living) == 1,
                    "last one left": out and not move["spy"] and len(table.living) == 1,
                    "role hit, points off": not table.rules,
                }
            )
        case "flip":
            return names | {f"flip to {move['to']}"} | seen({"flip after the meeting": before["met"]})
        case "turn":
            woken = [name for name in hiding if table.stands[name] == "active"]
            free = list(stands.values()).count("active")
            return names | seen(
                {
                    "candidates wake at the turn": bool(candidates),
                    "turn without an execution": not executions,
                    "execution without a meeting": bool(executions) and not before["met"],
                    "hiding wake": bool(woken),
                    "hiding stay": bool(hiding) and not woken,
                    "a candidate less and all wake": bool(woken) and free + len(candidates) == len(living) - 2,
                    "turn passes over the dead": (before["player"] + 1) % len(table.seats) not in living,
                    "nobody's role": before["open"],
                }
            )
        case "personality":
            return names | {"personality=spy" if move["spy"] else "personality=gang"}
        case "adjust":
            return (
                names
                | {"adjust"}
                | seen(
                    {
                        "adjust on turn 1": table.number == 1,
                        "adjust after the stop": table.stopped,
                        "adjust without points": not table.rules,
                    }
                )
            )
        case "stop":
            return names | seen({"stopped with two alive": len(living) == 2})
    return names


def marker_features(table: Table, move: dict, before: dict, fell: set[int], asked: list[int]) -> set[str]:
    """What is to be said of confessions; gathers the seats whose markers fell, and who told their condition."""
    if move["move"] == "succeed" and before["markers"][move["seat"]]:
        fell.add(move["seat"])
        return {"markers fall"}
    if move["move"] != "confess":
        return set()
    seat, about = move["seat"], move["about"]
    if about == "condition":
        asked.append(seat)
    return {f"about={about}"} | seen(
        {
            "condition twice": about == "condition" and asked.count(seat) > 1,
            "with answer": "answer" in move,
            "without answer": "answer" not in move,
            "three markers": len(table.markers[seat]) == 3,
            "a marker again after they fell": seat in fell and about != "condition",
        }
    )


def result_features(record: dict) -> set[str]:
    result = score(record)
    points = with_defaults(record)["points"]
    sheet = final_sheet(record["moves"])
    amounts = {"execution": 1, "win": 2, "spy-first-out": 1, "spy-wins": 1}
    paid = {
        f"{line['because']} {'single' if line['by'] == amounts[line['because']] else 'doubled'}"
        for line in result["ledger"]
        if line["by"] > 0 and line["because"] in amounts
    }
    told = any(move["move"] == "personality" for move in sheet)
    one_left = sum(result["facts"]["alive"]) == 1
    best = max(result["totals"])
    return paid | seen(
        {
            "finished": result["over"],
            "unfinished": result["outcome"] == "playing",
            "stopped": result["outcome"] == "stopped",
            "several win": len(result["winners"]) > 1,
            "one wins": len(result["winners"]) == 1,
            "spy wins": any(line["because"] == "spy-wins" for line in result["ledger"]),
            "personality not told": result["over"] and one_left and 5 in points and not told,
            "winner has fewer points": any(result["totals"][seat] < best for seat in result["winners"])
            and bool(points),
            "places shared": bool(points) and result["over"] and len(set(result["places"])) < len(result["places"]),
            "living first without points": not points and not result["over"] and bool(result["facts"]["out"]),
            "without points and won": not points and result["over"],
        }
    )


def was_played_on(record: dict) -> bool:
    """Whether a game was over, then open again, and somebody reported a move of it."""
    moves = record["moves"]
    ends = [score(record | {"moves": moves[:line]})["over"] for line in range(len(moves) + 1)]
    return any(
        ends[line] and not ends[line + 1] and moves[line + 1]["move"] not in ("adjust", "correct", "stop")
        for line in range(len(moves) - 1)
    )


def change_features(moves: list[dict], line: int) -> set[str]:
    """What a correction made of lines."""
    if moves[line - 1]["move"] != "correct":
        return set()
    before, after = (readings_of_lines(moves[:length]) for length in (line - 1, line))
    pairs = [(reads, after[of]) for of, reads in before.items() if reads != after[of]]
    came = {move["move"] for old, new in pairs for move in new if len(new) > len(old) and move not in old}
    turned = [(old[0], new[0]) for old, new in pairs if len(old) == len(new) == 1]
    kinds = [(old["move"], new["move"], old, new) for old, new in turned]
    return seen(
        {
            "forgotten answer put in": bool(came & {"out", "succeed"}),
            "forgotten no-partner put in": "no-partner" in came,
            "another was executed": any(old == new == "execute" for old, new, _, _ in kinds),
            "spy after all": any(old == new == "out" and a["spy"] != b["spy"] for old, new, a, b in kinds),
            "the answer was another seat's": any(
                old == new and old in ("out", "succeed") and a["seat"] != b["seat"] for old, new, a, b in kinds
            ),
        }
    )
