"""Death Over The Kingdom the plain way: put the corrected sheet together, then score it once from top to bottom."""

from tests.reference.sheet import final_sheet

CHARACTERS = (
    *("death", "innkeeper", "merchant", "thief", "jester", "juggler", "monk"),
    *("sorceress", "dragon", "knight", "princess", "queen", "king"),
)
DEFAULTS = {"mode": "classic", "dealer": 0, "lives": 4, "turns": None, "values": {}, "flips": "each", "rounds": None}
GOALS = ("highest", "lowest", "intermediate")
DEALERS_MONK = 6


def score(record: dict) -> dict:
    """The result of a valid Death Over The Kingdom record, finished or not."""
    table = Table(record)
    for move in final_sheet(record["moves"]):
        table.put(move)
    return table.result()


def with_defaults(record: dict) -> dict:
    """All options of a record."""
    return DEFAULTS | (record.get("options") or {})


class Table:
    """What is known of a table after some moves, all of which fit."""

    def __init__(self, record: dict):
        self.options = with_defaults(record)
        self.seats = range(len(record["seats"]))
        self.mode = self.options["mode"]
        self.track = "lives" if self.mode == "last-standing" else "points"
        self.ledger: list[dict] = []
        self.scores = [0 for _ in self.seats]
        self.number = 1
        self.dealer = self.last_dealer = self.options["dealer"]
        self.living = list(self.seats)  # in two of the modes everybody, always
        self.gone: list[set[int]] = []  # who went out, together or one after the other
        self.shown: list[dict | None] = [None for _ in self.seats]
        self.over = self.stopped = self.counted = False
        self.deal()
        if self.mode == "last-standing":
            for seat in self.seats:
                self.enter(seat, self.options["lives"], "lives", 0)

    def deal(self) -> None:
        """Nothing is known of the round yet."""
        self.cards: dict[int, dict] = {}
        self.read: dict[int, int] = {}

    # What is known

    @property
    def rounds(self) -> int | None:
        """How many rounds are played, where that is known."""
        return {
            "classic": 3 * (self.options["turns"] or len(self.seats)),
            "crowd": self.options["rounds"] or len(self.seats),
            "last-standing": None,
        }[self.mode]

    @property
    def goal(self) -> str:
        return GOALS[(self.number - 1) % 3] if self.mode == "classic" else "loss"

    @property
    def all_in(self) -> bool:
        return set(self.living) <= set(self.cards)

    def left_of(self, seat: int) -> int:
        """The next living seat on the left."""
        seat = (seat + 1) % len(self.seats)
        return seat if seat in self.living else self.left_of(seat)

    def in_play(self, character: str) -> int:
        """How many cards of a character lie on the table."""
        return [self.cards[seat].get("character") for seat in self.living].count(character)

    def turned(self, seat: int) -> bool:
        """Whether the card of a seat is turned in the end. What was read off a card is not touched."""
        if "value" in self.cards[seat]:
            return False
        match self.cards[seat]["character"]:
            case "innkeeper":
                return self.in_play("king") > 0
            case "jester":
                return self.in_play("queen") > 0
            case "sorceress":
                return self.in_play("monk") > 0
            case "queen":
                return self.in_play("princess") > 0
            case "dragon":
                return self.turns(self.in_play("knight"))
            case "knight":
                return self.turns(self.in_play("princess"))
        return False

    def turns(self, times: int) -> bool:
        """Whether so many turns by others leave a card turned."""
        return times % 2 == 1 if self.options["flips"] == "each" else times > 0

    def value(self, seat: int) -> int | None:
        """The final value of a seat's card, or nothing while it is not known."""
        card = self.cards[seat]
        if "value" in card:
            return card["value"]
        character = card["character"]
        if character == "monk":
            return DEALERS_MONK if seat == self.dealer else self.value(self.left_of(seat))
        upright, turned = self.options["values"].get(character, [None, None])
        if self.turned(seat):
            return self.read.get(seat, turned)
        return CHARACTERS.index(character) if upright is None else upright

    def unread(self) -> list[int]:
        """The seats whose turned card must be read off. A Monk waits for his neighbour."""
        if not self.all_in or self.over:
            return []
        return [
            seat for seat in self.living if self.value(seat) is None and self.cards[seat].get("character") != "monk"
        ]

    # The moves

    def put(self, move: dict) -> None:
        match move["move"]:
            case "card":
                self.cards[move["seat"]] = {name: move[name] for name in ("character", "value") if name in move}
            case "value":
                self.read[move["seat"]] = move["value"]
            case "winners" | "losers":
                self.enter_round(set(move["seats"]), [None for _ in self.seats])
            case "adjust":
                self.enter(move["seat"], move["by"], "adjust", self.number)
                self.lay_out()
                if self.dealer not in self.living and not self.over:
                    self.dealer = self.left_of(self.dealer)
            case "stop":
                self.stopped = True
            case "count":
                self.count()
        if not self.over and self.all_in and not self.unread():
            self.score_cards()

    def enter(self, seat: int, by: int, because: str, number: int) -> None:
        self.scores[seat] += by
        self.ledger.append({"round": number, "seat": seat, "track": self.track, "by": by, "because": because})

    def count(self) -> None:
        """It ends with the round that was scored last; what was written by hand since then belongs to that one."""
        self.over = self.counted = True
        self.number -= 1
        self.dealer = self.last_dealer
        for line in self.ledger:
            line["round"] = min(line["round"], self.number)

    def score_cards(self) -> None:
        """All values are known: who wins, or loses, and what everybody had."""
        values = {seat: value for seat in self.living if (value := self.value(seat)) is not None}
        lowest, highest = min(values.values()), max(values.values())
        hit = {
            "highest": {seat for seat in values if values[seat] == highest},
            "lowest": {seat for seat in values if values[seat] == lowest},
            "intermediate": {seat for seat in values if lowest < values[seat] < highest},
            "loss": {seat for seat in values if values[seat] == lowest},
        }[self.goal]
        cards = {
            seat: {
                "character": self.cards[seat].get("character"),
                "turned": self.turned(seat),
                "value": values[seat],
            }
            for seat in values
        }
        self.enter_round(hit, [cards.get(seat) for seat in self.seats])

    def enter_round(self, hit: set[int], shown: list[dict | None]) -> None:
        """The round is done: its points, or lives; then the next one, or the end."""
        for seat in sorted(hit):
            self.enter(seat, -1 if self.mode == "last-standing" else 1, self.goal, self.number)
        self.shown = shown
        self.last_dealer = self.dealer
        self.deal()
        self.lay_out()
        if self.number == self.rounds:
            self.over = True
        if not self.over:
            if self.mode != "classic" or self.number % 3 == 0:
                self.dealer = self.left_of(self.dealer)
            self.number += 1

    def lay_out(self) -> None:
        """Who has no lives left is out, and stays out."""
        if self.mode != "last-standing":
            return
        dying = {seat for seat in self.living if self.scores[seat] <= 0}
        if dying:
            self.gone.append(dying)
        for seat in dying:
            self.living.remove(seat)
            self.cards.pop(seat, None)
        if len(self.living) < 2:
            self.over = True

    # The result

    def result(self) -> dict:
        winners, places = self.ranking()
        over = self.over and not self.stopped
        outcome = "stopped" if self.stopped else "playing" if not over else "won" if winners else "nobody"
        classic = self.mode == "classic"
        return {
            "game": "death-over-the-kingdom",
            "over": over,
            "outcome": outcome,
            **({"counted": True} if self.counted else {}),
            "round": self.number,
            "tracks": {self.track: self.scores},
            "totals": self.scores,
            "places": places,
            "winners": sorted(winners) if over else [],
            "ledger": self.ledger,
            "facts": {
                "turn": (self.number + 2) // 3 if classic else self.number,
                "round_in_turn": (self.number - 1) % 3 + 1 if classic else 1,
                "dealer": self.dealer,
                "cards": self.shown,
            },
        }

    def ranking(self) -> tuple[set[int], list[int]]:
        """Who would win if it ended now, and all the places."""
        scores = self.scores
        if self.mode == "classic":
            winners = second_best(scores)
            return winners, places_of([(seat in winners, scores[seat]) for seat in self.seats])
        if self.mode == "crowd":
            places = places_of([-points for points in scores])
        else:
            lasted = {seat: turn for turn, group in enumerate(self.gone) for seat in group}
            lives = [scores[seat] if self.counted and seat in self.living else 0 for seat in self.seats]
            places = places_of([(lasted.get(seat, len(self.gone)), lives[seat]) for seat in self.seats])
        return {seat for seat in self.seats if places[seat] == 1}, places


def second_best(scores: list[int]) -> set[int]:
    """Those with the most and those with the fewest are dropped; the best of the rest win."""
    rest = [points for points in scores if min(scores) < points < max(scores)]
    return {seat for seat, points in enumerate(scores) if rest and points == max(rest)}


def places_of(ranks: list) -> list[int]:
    """One more than the number of seats that are better, so that ties share the better place."""
    return [1 + sum(other > own for other in ranks) for own in ranks]
