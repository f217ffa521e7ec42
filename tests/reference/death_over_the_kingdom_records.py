"""Random Death Over The Kingdom records that are valid line by line, and what occurs in them."""

import random

from tests.reference.death_over_the_kingdom import CHARACTERS, DEALERS_MONK, Table, score, with_defaults
from tests.reference.record_maker import Corrector, claim, correction_features, moment_features, seen
from tests.reference.sheet import final_sheet

PEOPLE = [
    *("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"),
    *("Ida", "Jo", "Kim", "Lou", "Max", "Ned", "Oz", "Pia"),
]
TURNING = ("innkeeper", "jester", "sorceress", "dragon", "knight", "queen")
WHY = ["house rule", "forgotten", "spilt the tea"]

FEATURES = frozenset(
    {
        *("option:mode=classic", "option:mode=crowd", "option:mode=last-standing"),
        *("classic with 3", "classic with 4", "classic with 5", "classic with 6", "classic with 7"),
        *("crowd with 3 to 7", "crowd with 8 to 15", "crowd with 16"),
        *("last-standing with 3 to 7", "last-standing with 8 to 15", "last-standing with 16"),
        *("option:dealer=0", "option:dealer=last", "option:dealer=other"),
        *("option:lives=default", "option:lives=1", "option:lives=9", "option:lives=other"),
        *("option:flips=each", "option:flips=once", "each and once differ"),
        *("option:values=none", "option:values=some", "option:values=all", "the values of the deck matter"),
        *("upright value taught", "upright value not taught", "turned value taught", "turned value not taught"),
        *("value 0 taught", "value 99 taught", "monk taught"),
        *("move:card", "move:value", "move:winners", "move:losers", "move:adjust", "move:stop", "move:correct"),
        *(f"card:{character}" for character in CHARACTERS),
        *("card with a character alone", "card with a value alone", "card with both", "value 0 read", "value 99 read"),
        *(f"turned {character}" for character in TURNING),
        *("dragon turned twice", "dragon turned by three", "dragon turned by two once"),
        *("knight turned twice", "knight turned by two once", "turned knight turns a dragon"),
        *(
            "a value read is not touched",
            "a card read off counts as in play",
            "turned value known",
            "turned value asked",
        ),
        *(
            "monk copies",
            "monk copies a monk",
            "monk copies the king",
            "monk copies what was read",
            "monk copies a queen",
        ),
        *("monk copies the dealer", "dealer's monk", "dealer's monk whatever was taught", "monk past somebody out"),
        *("monk copies the dealer's monk", "monk waits for a value", "monk read off", "two are asked for values"),
        *("round with a tie for highest", "round with a tie for lowest", "nobody between", "several between"),
        *("all cards equal", "one between", "highest won by one", "lowest won by one"),
        *("winners of highest told", "winners of lowest told", "winners of intermediate told", "nobody told"),
        *("losers told in crowd", "losers told in last-standing"),
        *("cards dropped", "cards dropped while a value is asked", "all told"),
        *("classic: one wins", "classic: shared", "classic: nobody", "classic: the most are several"),
        *("classic: all have the same", "classic: two scores only", "crowd: one wins", "crowd: shared"),
        *("several lose together", "one loses alone", "out together", "the last go together", "one is left"),
        *("dealer out in the round", "dealer passes somebody out", "everybody's lives at zero or below"),
        *("adjust before the first card", "adjust while cards lie", "adjust after the end", "adjust after the stop"),
        *("adjust changes the outcome", "adjust changes the winners", "out by adjust", "out by adjust after a card"),
        *("dealer out by adjust", "adjust completes a round", "adjust ends the game", "lives for somebody out"),
        *("out by adjust after the end", "out by adjust after the stop", "more than the lives of the start"),
        *("finished", "unfinished", "stopped", "stop taken back", "stopped before the first card"),
        *("stopped between rounds", "stopped in a round", "no move at all"),
        *("correction", "strike", "insertion in the middle", "line corrected twice", "two lines in one correction"),
        *("undo", "undo of an undo", "correction after the end", "correction after the stop"),
        *("back in the middle", "winners corrected", "a told round played out", "a round put in"),
    }
)


# The table


class Watched(Table):
    """A table that takes only what fits."""

    def put(self, move: dict) -> None:
        """Take a move, or say that it does not fit."""
        kind = move["move"]
        claim(kind == "adjust" or not (self.stopped or self.over))
        if "seat" in move:
            claim(move["seat"] in self.seats)
        match kind:
            case "card":
                claim(move["seat"] in self.living and move["seat"] not in self.cards)
                claim("character" in move or "value" in move)
            case "value":
                claim(move["seat"] in self.unread())
            case "winners" | "losers":
                self.claim_told(kind, move["seats"])
            case "adjust":
                claim(move["by"] != 0 and move["track"] == self.track)
        super().put(move)

    def claim_told(self, kind: str, seats: list[int]) -> None:
        claim(kind == ("winners" if self.mode == "classic" else "losers"))
        claim(len(set(seats)) == len(seats) and set(seats) <= set(self.living))
        if self.goal == "intermediate":
            claim(len(seats) <= len(self.seats) - 2)
        else:
            claim(len(seats) > 0)


def watched(record: dict, sheet: list[dict]) -> Watched:
    """The table after all moves of a sheet, each of which must fit."""
    table = Watched(record)
    for move in sheet:
        table.put(move)
    return table


# The moves


def games(seed: int) -> dict:
    """A random valid record."""
    rng = random.Random(seed)
    mode = rng.choice(["classic", "classic", "classic", "crowd", "crowd", "last-standing", "last-standing"])
    most = [3, 4, 5, 6, 7] if mode == "classic" else [3, 3, 4, 5, 7, 8, 9, 12, 16, 16]
    seats = rng.choice(most)
    record = {
        "format": 1,
        "game": "death-over-the-kingdom",
        "seats": PEOPLE[:seats],
        "options": some_options(rng, mode, seats),
        "moves": [],
    }
    Scribe(rng, record).play()
    return record


def some_options(rng: random.Random, mode: str, seats: int) -> dict:
    """Options that differ from the defaults, if any."""
    lives = rng.choice([None, 1, 2, 3, 9] if seats < 6 else [1, 1, 2])
    drawn = {
        "mode": None if mode == "classic" else mode,
        "dealer": rng.choice([None, seats - 1, rng.randrange(1, seats)]),
        "lives": lives if mode == "last-standing" else None,
        "values": some_values(rng),
        "flips": rng.choice([None, "once"]),
    }
    return {option: value for option, value in drawn.items() if value is not None}


def some_values(rng: random.Random) -> dict | None:
    """What the table taught of its deck: nothing, some cards, or all of them."""
    taught = rng.choice([[], [], rng.sample(CHARACTERS, rng.randint(1, 6)), list(TURNING), list(CHARACTERS)])
    return {
        character: [
            rng.choice([None, CHARACTERS.index(character), rng.randint(0, 14), rng.choice([0, 99])]),
            rng.choice([None, rng.randint(0, 14), rng.randint(0, 14), rng.choice([0, 99])]),
        ]
        for character in taught
    } or None


class Scribe(Corrector[Watched]):
    """Writes down what happens at a random table."""

    def __init__(self, rng: random.Random, record: dict):
        super().__init__(rng, record["moves"], lambda sheet: watched(record, sheet))
        self.table = Watched(record)
        self.telling = rng.choice([0.0, 0.05, 0.3])  # how often a round is told instead of shown
        self.reading = rng.choice([0.02, 0.2])  # how often a value is read off a card
        self.hand = list(CHARACTERS)  # what the cards of the round are drawn from
        self.is_dull = rng.random() < 0.08  # all have the same card, all the time
        if self.is_dull:
            self.telling = self.reading = 0
        self.by_hand = 0.06 if self.table.mode == "last-standing" else 0.0 if self.is_dull else 0.02

    def play(self) -> None:
        """Mostly to the end and a little further, sometimes only up to some line."""
        fate = self.rng.choices(["finish", "leave", "stop"], [6, 1, 2])[0]
        enough = self.rng.choice([0, self.rng.randint(0, 90)])
        self.play_on(fate, enough, 0.35)

    def go_on(self) -> None:
        """Mostly what is asked next."""
        chance = self.rng.random()
        if chance < self.by_hand:
            self.put(self.some_adjust())
        elif chance < self.by_hand + 0.03:
            self.correct()
        else:
            self.put(self.some_asked())

    def afterwards(self) -> None:
        """What may still be written once the game is over or broken off."""
        if self.rng.random() < 0.45:
            self.put(self.some_adjust())
        else:
            self.correct()

    def some_asked(self) -> dict:
        """One of the moves that bring the game on."""
        table = self.table
        if not table.cards:
            self.hand = self.some_hand()
        telling = self.telling / (1 + len(table.living) / 2)
        if self.rng.random() < telling + 0.003 * (not self.is_dull):
            return self.some_told()
        if table.unread():
            return {"move": "value", "seat": self.rng.choice(table.unread()), "value": self.some_value()}
        return self.some_card(self.rng.choice([seat for seat in table.living if seat not in table.cards]))

    def some_hand(self) -> list[str]:
        """Cards that do something to each other, or any."""
        if self.is_dull:
            return ["thief"]
        few = self.rng.choice(
            [
                *(["dragon", "knight", "knight", "princess", "princess"], ["queen", "jester", "princess", "jester"]),
                *(
                    ["monk", "sorceress", "king", "innkeeper"],
                    ["dragon", "knight", "knight"],
                    ["monk", "queen", "king"],
                ),
                *(["thief", "thief", "juggler"], ["death"], [self.rng.choice(CHARACTERS)]),
            ]
        )
        return few if self.rng.random() < 0.4 else list(CHARACTERS)

    def some_card(self, seat: int) -> dict:
        """Mostly a character alone."""
        character: dict = {"character": self.rng.choice(self.hand)}
        value: dict = {"value": self.some_value()}
        alone = self.rng.random() >= self.reading
        said = character if alone else self.rng.choice([value, character | value])
        return {"move": "card", "seat": seat} | said

    def some_value(self) -> int:
        return self.rng.choice([self.rng.randint(0, 14), self.rng.randint(0, 14), 0, 99])

    def some_told(self) -> dict:
        """Who won, or lost, as the table says."""
        table = self.table
        least, most = 1, len(table.living)
        if table.goal == "intermediate":
            least, most = 0, len(table.living) - 2
        seats = self.rng.sample(table.living, self.rng.choice([least, self.rng.randint(least, most)]))
        return {"move": "winners" if table.mode == "classic" else "losers", "seats": seats}

    def some_adjust(self) -> dict:
        """A few points; of lives sometimes all that somebody has."""
        table = self.table
        seat = self.rng.choice(table.seats)
        by = self.rng.choice([-2, -1, 1, 2, 3])
        if table.mode == "last-standing":
            seat = self.rng.choice([seat, table.dealer, self.rng.choice(table.living or [seat])])
            missing = [of for of in table.living if of not in table.cards]
            if table.cards and len(missing) == 1 and self.rng.random() < 0.5:
                seat = missing[0]
            if table.scores[seat] > 0 and self.rng.random() < 0.5:
                by = -table.scores[seat]
        return {"move": "adjust", "seat": seat, "track": table.track, "by": by, "why": self.rng.choice(WHY)}

    # Corrections

    def correct(self) -> None:
        """Draw corrections until one fits; an empty sheet has none."""
        kinds = [
            *(self.another_card, self.another_card, self.another_value, self.tell_otherwise, self.strike),
            *(self.insert, self.swap, self.play_out, self.put_in_a_round, self.undo, self.undo),
            *(self.take_back, self.put_back),
        ]
        self.correct_by(kinds)

    def another_card(self) -> list | None:
        spot = self.spot("card")
        return spot and [self.reads(spot, self.some_card(spot[2]["seat"]))]

    def another_value(self) -> list | None:
        spot = self.spot("value")
        return spot and [self.reads(spot, spot[2] | {"value": self.some_value()})]

    def tell_otherwise(self) -> list | None:
        spot = self.spot("winners", "losers")
        if not spot:
            return None
        seats = self.rng.sample(self.table.seats, self.rng.randint(0, len(self.table.seats)))
        return [self.reads(spot, spot[2] | {"seats": seats})]

    def strike(self) -> list | None:
        spot = self.spot("adjust", "stop", "winners", "losers")
        return spot and [self.reads(spot)]

    def insert(self) -> list | None:
        """A forgotten adjust anywhere."""
        spot = self.spot("card", "value", "winners", "losers", "adjust")
        if not spot:
            return None
        both = [spot[2], self.some_adjust()]
        self.rng.shuffle(both)
        return [self.reads(spot, *both)]

    def swap(self) -> list | None:
        """Two seats whose cards were taken for each other's."""
        one, two = self.spot("card"), self.spot("card")
        if not one or not two or one[0] == two[0]:
            return None
        return [
            self.reads(one, two[2] | {"seat": one[2]["seat"]}),
            self.reads(two, one[2] | {"seat": two[2]["seat"]}),
        ]

    def play_out(self) -> list | None:
        """The cards of a round of which only the winners, or losers, were told."""
        spot = self.spot("winners", "losers")
        hand = ["death", "merchant", "thief", "juggler", "king"]
        cards = [
            {"move": "card", "seat": seat, "character": self.rng.choice(hand)}
            for seat in self.rng.sample(self.table.seats, len(self.table.seats))
        ]
        return spot and [self.reads(spot, *cards)]

    def put_in_a_round(self) -> list | None:
        """A round that was forgotten; one that was played later is struck for it, if one can be."""
        spot = self.spot("winners", "losers", "adjust", "card")
        if not spot:
            return None
        kind = "winners" if self.table.mode == "classic" else "losers"
        told = {"move": kind, "seats": [self.rng.choice(self.table.living or [0])]}
        later = [other for other in self.spots if other[0] > spot[0] and other[2]["move"] == kind]
        put_in = self.reads(spot, told, spot[2])
        return [put_in, self.reads(self.rng.choice(later))] if later else [put_in]


# What occurs


def features(record: dict) -> set[str]:
    """What occurs in a record."""
    result = score(record)
    moves = record["moves"]
    return set().union(
        option_features(record, result),
        sheet_features(record),
        end_features(record, result),
        *(change_features(record, line) for line, move in enumerate(moves, 1) if move["move"] == "adjust"),
        moment_features(score, record),
        correction_features(moves),
        told_features(moves),
    )


def option_features(record: dict, result: dict) -> set[str]:
    options, seats = with_defaults(record), len(record["seats"])
    crowd = "3 to 7" if seats < 8 else "8 to 15" if seats < 16 else "16"
    lives = {1: "1", 9: "9"}.get(options["lives"], "other")
    taught = options["values"]
    other_flips = {"each": "once", "once": "each"}[options["flips"]]
    return {
        f"option:mode={options['mode']}",
        f"{options['mode']} with {seats if options['mode'] == 'classic' else crowd}",
        f"option:dealer={ {0: 0, seats - 1: 'last'}.get(options['dealer'], 'other') }",
        f"option:flips={options['flips']}",
        f"option:values={'none' if not taught else 'all' if len(taught) == len(CHARACTERS) else 'some'}",
    } | seen(
        {
            f"option:lives={lives if 'lives' in record['options'] else 'default'}": options["mode"] == "last-standing",
            "upright value taught": any(upright is not None for upright, _ in taught.values()),
            "upright value not taught": any(upright is None for upright, _ in taught.values()),
            "turned value taught": any(turned is not None for _, turned in taught.values()),
            "turned value not taught": any(turned is None for _, turned in taught.values()),
            "value 0 taught": any(0 in both for both in taught.values()),
            "value 99 taught": any(99 in both for both in taught.values()),
            "monk taught": "monk" in taught,
            "each and once differ": differs(record, result, {"flips": other_flips}),
            "the values of the deck matter": differs(record, result, {"values": {}}),
        }
    )


def differs(record: dict, result: dict, options: dict) -> bool:
    """Whether a record comes to something else under other options."""
    return score(record | {"options": with_defaults(record) | options})["tracks"] != result["tracks"]


def sheet_features(record: dict) -> set[str]:
    """What a table meets on its way through the corrected sheet."""
    table = Watched(record)
    names = {"move:correct" for move in record["moves"] if move["move"] == "correct"}
    for move in final_sheet(record["moves"]):
        names |= {f"move:{move['move']}"} | before_features(table, move)
        before = Snapshot(table, move)
        table.put(move)
        names |= after_features(before, table, move)
    return names


class Snapshot:
    """What a table looked like before a move, with the cards as they lie once the move is made."""

    def __init__(self, table: Table, move: dict):
        self.number, self.dealer, self.over = table.number, table.dealer, table.over
        self.goal, self.gone, self.shown = table.goal, len(table.gone), table.shown
        self.played = dict(table.cards)
        if move["move"] == "card":
            self.played[move["seat"]] = move


def before_features(table: Watched, move: dict) -> set[str]:
    """What is to be said of a move before it is made."""
    match move["move"]:
        case "card":
            kind = "both" if {"character", "value"} <= set(move) else "a value alone"
            said = f"with {kind}" if "value" in move else "with a character alone"
            named = {f"card:{move['character']}"} if "character" in move else set()
            return named | {f"card {said}"} | seen({"monk read off": "value" in move and named == {"card:monk"}})
        case "value":
            waiting = [seat for seat in table.living if table.value(seat) is None]
            return seen(
                {
                    "turned value asked": True,
                    "value 0 read": move["value"] == 0,
                    "value 99 read": move["value"] == 99,
                    "two are asked for values": len(table.unread()) > 1,
                    "monk waits for a value": len(waiting) > len(table.unread()),
                }
            )
        case "winners" | "losers":
            return seen(
                {
                    f"winners of {table.goal} told": table.mode == "classic",
                    f"losers told in {table.mode}": table.mode != "classic",
                    "nobody told": not move["seats"],
                    "all told": len(move["seats"]) == len(table.living),
                    "cards dropped": bool(table.cards),
                    "cards dropped while a value is asked": bool(table.unread()),
                }
            )
        case "stop":
            return seen(
                {
                    "stopped before the first card": not table.cards and table.number == 1,
                    "stopped between rounds": not table.cards and table.number > 1,
                    "stopped in a round": bool(table.cards),
                }
            )
        case "adjust":
            return adjust_features(table, move)
    return set()


def adjust_features(table: Watched, move: dict) -> set[str]:
    lives = table.mode == "last-standing"
    living = move["seat"] in table.living
    kills = lives and living and table.scores[move["seat"]] + move["by"] <= 0
    return seen(
        {
            "adjust before the first card": table.number == 1 and not table.cards,
            "adjust while cards lie": bool(table.cards),
            "out by adjust": kills,
            "out by adjust after a card": kills and move["seat"] in table.cards,
            "out by adjust after the end": kills and table.over,
            "out by adjust after the stop": kills and table.stopped,
            "dealer out by adjust": kills and move["seat"] == table.dealer,
            "lives for somebody out": lives and not living and move["by"] > 0,
        }
    )


def after_features(before: Snapshot, table: Watched, move: dict) -> set[str]:
    """What a move has brought: a round, somebody out, the end."""
    scored = table.shown is not before.shown and any(table.shown)
    names = round_features(before, table) if scored else set()
    if table.mode != "last-standing":
        return names
    out = table.gone[before.gone :]
    by_adjust = move["move"] == "adjust"
    return names | seen(
        {
            "out together": any(len(group) > 1 for group in out),
            "the last go together": not table.living and not before.over and not by_adjust,
            "one is left": len(table.living) == 1 and not before.over,
            "adjust completes a round": by_adjust and scored,
            "adjust ends the game": by_adjust and table.over and not before.over,
            "dealer out in the round": not by_adjust
            and any(before.dealer in group for group in out)
            and not table.over,
            "dealer passes somebody out": not by_adjust
            and table.number > before.number
            and table.dealer != (before.dealer + 1) % len(table.seats),
            "everybody's lives at zero or below": max(table.scores) <= 0,
            "more than the lives of the start": max(table.scores) > table.options["lives"],
        }
    )


def round_features(before: Snapshot, table: Watched) -> set[str]:
    """What was to be seen in the cards of a round that was just scored."""
    shown = {seat: card for seat, card in enumerate(table.shown) if card}
    values = [card["value"] for card in shown.values()]
    between = [value for value in values if min(values) < value < max(values)]
    characters = [card["character"] for card in shown.values()]
    return (
        turn_features(before, table, shown, characters)
        | monk_features(before, table, shown)
        | seen(
            {
                "all cards equal": len(set(values)) == 1,
                "round with a tie for highest": before.goal == "highest" and values.count(max(values)) > 1,
                "round with a tie for lowest": before.goal == "lowest" and values.count(min(values)) > 1,
                "highest won by one": before.goal == "highest" and values.count(max(values)) == 1,
                "lowest won by one": before.goal == "lowest" and values.count(min(values)) == 1,
                "nobody between": before.goal == "intermediate" and not between,
                "one between": before.goal == "intermediate" and len(between) == 1,
                "several between": before.goal == "intermediate" and len(between) > 1,
                "several lose together": before.goal == "loss" and values.count(min(values)) > 1,
                "one loses alone": before.goal == "loss" and values.count(min(values)) == 1,
            }
        )
    )


def turn_features(before: Snapshot, table: Watched, shown: dict, characters: list) -> set[str]:
    """What turned, and what did not."""
    each = table.options["flips"] == "each"
    knights, princesses = characters.count("knight"), characters.count("princess")
    plain = [seat for seat in shown if "value" not in before.played[seat]]
    upright = {shown[seat]["character"] for seat in plain if not shown[seat]["turned"]}
    turned = {shown[seat]["character"] for seat in plain if shown[seat]["turned"]}
    typed = {shown[seat]["character"] for seat in shown if seat not in plain}
    called = {"innkeeper": "king", "jester": "queen", "sorceress": "monk", "queen": "princess", "knight": "princess"}
    known = [seat for seat in plain if shown[seat]["turned"]]
    taught = table.options["values"]
    return {f"turned {character}" for character in turned} | seen(
        {
            "dragon turned twice": each and knights == 2 and "dragon" in upright,
            "dragon turned by three": each and knights == 3 and "dragon" in turned,
            "dragon turned by two once": not each and knights == 2 and "dragon" in turned,
            "knight turned twice": each and princesses == 2 and "knight" in upright,
            "knight turned by two once": not each and princesses == 2 and "knight" in turned,
            "turned knight turns a dragon": {"knight", "dragon"} <= turned and knights == 1,
            "a value read is not touched": any(called.get(character) in characters for character in typed if character),
            "a card read off counts as in play": any(
                called.get(character) in typed and characters.count(called.get(character)) == 1 for character in turned
            ),
            "turned value known": any(taught.get(shown[seat]["character"], [0, None])[1] is not None for seat in known),
        }
    )


def monk_features(before: Snapshot, table: Watched, shown: dict) -> set[str]:
    """Whom the Monks copied."""
    names = set()
    for seat, card in shown.items():
        if card["character"] != "monk" or "value" in before.played[seat]:
            continue
        if seat == before.dealer:
            taught = "monk" in table.options["values"]
            names |= {"dealer's monk"} | ({"dealer's monk whatever was taught"} if taught else set())
            assert card["value"] == DEALERS_MONK
            continue
        left = next(other for other in [*range(seat + 1, len(table.seats)), *range(seat)] if other in shown)
        copied = shown[left]
        names |= {"monk copies"} | seen(
            {
                "monk copies a monk": copied["character"] == "monk",
                "monk copies the king": copied["character"] == "king",
                "monk copies a queen": copied["character"] == "queen" and copied["turned"],
                "monk copies what was read": "value" in before.played[left],
                "monk copies the dealer": left == before.dealer,
                "monk copies the dealer's monk": left == before.dealer and copied["character"] == "monk",
                "monk past somebody out": left != (seat + 1) % len(table.seats),
            }
        )
    return names


def end_features(record: dict, result: dict) -> set[str]:
    mode, over, totals = with_defaults(record)["mode"], result["over"], result["totals"]
    classic, crowd = over and mode == "classic", over and mode == "crowd"
    return seen(
        {
            "no move at all": not record["moves"],
            "finished": over,
            "unfinished": result["outcome"] == "playing",
            "stopped": result["outcome"] == "stopped",
            "classic: one wins": classic and len(result["winners"]) == 1,
            "classic: shared": classic and len(result["winners"]) > 1,
            "classic: nobody": classic and not result["winners"],
            "classic: all have the same": classic and len(set(totals)) == 1,
            "classic: two scores only": classic and len(set(totals)) == 2,
            "classic: the most are several": classic and totals.count(max(totals)) > 1 and bool(result["winners"]),
            "crowd: one wins": crowd and len(result["winners"]) == 1,
            "crowd: shared": crowd and len(result["winners"]) > 1,
        }
    )


def change_features(record: dict, line: int) -> set[str]:
    """What an adjust after the end has changed."""
    before, after = (score(record | {"moves": record["moves"][:length]}) for length in (line - 1, line))
    return seen(
        {
            "adjust changes the outcome": before["over"] and before["outcome"] != after["outcome"],
            "adjust changes the winners": before["over"] and before["winners"] != after["winners"],
        }
    )


def told_features(moves: list[dict]) -> set[str]:
    """What corrections made of rounds that were told."""
    corrections = [reads for move in moves if move["move"] == "correct" for reads in move["lines"]]
    lists = [(moves[line - 1], reads) for line, reads in corrections if isinstance(reads, list)]
    told = ("winners", "losers")
    return seen(
        {
            "a told round played out": any(
                was["move"] in told and all(move["move"] == "card" for move in reads) for was, reads in lists
            ),
            "a round put in": any(
                len(reads) > 1 and reads[0]["move"] in told and reads[-1] == was for was, reads in lists
            ),
        }
    )
