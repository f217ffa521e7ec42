"""Random DEATH Name records that are valid line by line."""

import random
from typing import Any, ClassVar

from companion.games.death_name.state import State, over
from companion.games.game import Ask
from tests.reference.corrector import Lines
from tests.reference.death_name import DAY_1, has_kanji
from tests.reference.record_maker import RecordMaker

# The names of each language; the second list holds pairs of a name and how it is read.
NAMES = {
    "en": [
        *("Ann", "Anna", "ann", "Bob", "  bob ", "BOB", "Chris", "Dora", "Ethan", "Sean", "Shawn", "Zoe", "Zoë"),
        *("Jose", "José", "Jose\u0301", "Mary Ann", "mary   ann", "Marya", "Ｂｏｂ"),
        *("D'Arcy", "D’Arcy", "Jo-Ann", "jo‐ann"),
    ],
    "es": [
        *("Ñandú", "ñandú", "Nandu", "Natalia", "Nuria", "NURIA ", "Noe", "Noé", "Olga", "Óscar", "Oscar", "Ana"),
        *("Iñaki", "Inés", "Ines", "Inzu", "N\u0303andu\u0301"),
    ],
    "ja": [
        *("はな", "ハナ", "ﾊﾅ", "ばな", "たろう", "タロウ", "ﾀﾛｳ", "がく", "ｶﾞｸ", "かく", "カク", "きよう", "きょう"),
        *(
            "\u3000はな\u3000",
            "マリー",
            "ﾏﾘｰ",
            "まり",
            "Hana",
            "まりあ",
            "マリィ",
            "リー",
            "リア",
            "すゞ",
            "すず",
            "きー",
            "きぃ",
        ),
    ],
    "ko": ["민준", "서연", "지호", "하나", "수민", "지우", "예린", "도윤", "서준", "하윤", "유진", "Ann", "ann", "花"],
    "cs": ["Charlota", "Cyril", "Čeněk", "Hana", "Hynek", "chrudoš", "Iva", "Řehoř", "Rut", "Šárka", "Soňa", "Žaneta"],
    "da": [
        "Aage",
        "Åge",
        "Bo",
        "Zoe",
        "Øjvind",
        "Jörg",
        "Jørg",
        "Jytte",
        "Ærlig",
        "Ülle",
        "Yrsa",
        "Vera",
        "Þor",
        "Tor",
    ],
    "hu": ["Csaba", "Cyrano", "Dzs", "Dzeta", "Gyula", "Gzz", "Asszony", "Aszod", "Ödön", "Ózd", "Ott", "Nyina", "Nzz"],
    "tr": [
        "Işık",
        "IŞIK",
        "İlker",
        "ilker",
        "Ilgaz",
        "Hıdır",
        "Hızır",
        "Hidayet",
        "Çağla",
        "Czz",
        "Gül",
        "Ğzz",
        "Jale",
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
        ("陽子", "ようこ"),
        ("洋子", "ヨウコ"),
        ("京 ハナ", "きょう はな"),
    ],
    "ko": [("Xi", "수민"), ("花", "하나")],
    "cs": [("Jhon", "Žaneta"), ("Xi", "Chrudoš")],
    "da": [("Sean", "Åse"), ("Xi", "Øjvind")],
    "hu": [("Jhon", "Zsófia"), ("Xi", "Csaba")],
    "tr": [("Xi", "Işıl"), ("Jhon", "İrem")],
}


def games(seed: int) -> dict[str, Any]:
    """A random valid record."""
    rng = random.Random(seed)
    return DeathNameMaker(rng, rng.choice([4, 4, 5, 6]), some_options(rng)).made()


def some_options(rng: random.Random) -> dict[str, Any]:
    """Options that differ from the defaults, if any."""
    drawn = {
        "language": rng.choice([None, None, "es", "es", "ja", "ja", "ja", "cs", "da", "hu", "tr", "ko"]),
        "kill_rule": rng.choice([None, "any"]),
        "pass_limit": rng.choice([None, None, 1, rng.randint(2, 3), rng.randint(4, 9)]),
        "practice": rng.choice([None, None, True]),
        "rounds": rng.choice([None, None, None, 4, 5, 6]),
        "same_reading": rng.choice([None, None, "two"]),
        "day2_duplicates": rng.choice([None, "none"]),
    }
    return {option: value for option, value in drawn.items() if value is not None}


def fallen_apart(state: State, ask: Ask) -> list[list[int]]:
    """The seats of each ruling of the newest round whose names are none any more."""
    return [sorted(ruling.seats) for ruling in state.rounds[-1].same if ruling.seats <= {*ask.choices["seats"]}]


class DeathNameMaker(RecordMaker):
    """Writes few names, so that they are alike, and gives readings to those that have one."""

    SLUG = "death-name"
    OPTIONAL: ClassVar = {"same": 0.05, "hold": 0.002}

    def __init__(self, rng: random.Random, seats: int, options: dict[str, Any]) -> None:
        super().__init__(rng, seats, options)
        language = self.table.options.language
        self.read = dict(READ[language])
        self.names = rng.sample(NAMES[language], rng.randint(6, 12)) + rng.sample(list(self.read), 2)
        self.plain_names = [name for name in self.names if not has_kanji(name)]

    def weight(self, state: State, ask: Ask) -> float:
        """Readings of names of the list, seldom of any other; some rounds are drafted by hand."""
        match ask.move:
            case "reading" if state.newest and ask.seat is not None:
                return 0.5 if state.newest.names[ask.seat] in self.read else 0.01
            case "hold" if ask.optional and state.newest:
                return 0.15 if sum(state.newest.icons) % 3 == 0 else 0.002
            case "same" if over(state) or state.rounds[-1].number == 0:
                return 0.4
            case "same" if fallen_apart(state, ask):
                return 1.0
        return super().weight(state, ask)

    def filled(self, state: State, ask: Ask) -> dict[str, Any]:
        rng = self.rng
        match ask.move:
            case "write":
                return {"name": rng.choice(self.names)}
            case "reading" if state.newest and ask.seat is not None:
                name = state.newest.names[ask.seat] or ""
                return {"reading": self.read.get(name) or rng.choice(self.plain_names)}
            case "decree":
                return {"icons": rng.choices([-2, -1, 0, 1, 2], [2, 4, 4, 4, 2], k=state.seats)}
            case "declare":
                return {"choice": rng.choice(["keep", "pass", "pass"])}
            case "same":
                apart = ask.choices["seats"]
                again = fallen_apart(state, ask)
                if again:
                    return {"seats": rng.choice(again)}
                return {"seats": rng.sample(apart, min(len(apart), rng.choice([2, 2, 3])))}
        return {}

    def once_counted(self) -> dict[str, Any]:
        return {"move": "same", "seats": self.rng.sample(self.seats, 2)}

    # Corrections

    def kinds(self) -> list:
        others = [self.rename_ruled, self.swap_cards_or_rounds, self.declare_otherwise]
        return [*super().kinds(), self.rename, self.rename, *others]

    def rename(self) -> Lines | None:
        """Another name, with its reading where the list has one."""
        spot = self.spot("write")
        if not spot:
            return None
        write = spot.move | {"name": self.rng.choice(self.names)}
        if write["name"] in self.read and self.rng.random() < 0.5:
            reading = {"move": "reading", "seat": write["seat"], "reading": self.read[write["name"]]}
            return [self.reads(spot, write, reading)]
        return [self.reads(spot, write)]

    def rename_ruled(self) -> Lines | None:
        """A name that was ruled one with another was read wrong, or stands on somebody else's card."""
        ruling = self.spot("same")
        above = [spot for spot in self.spots if ruling and spot.line < ruling.line]
        opened = max((spot.line for spot in above if spot.move["move"] == "decree"), default=0)
        named = [spot for spot in above if spot.line > opened and spot.move["move"] in ("write", "choose")]
        ruled = [spot for spot in named if ruling and spot.move["seat"] in ruling.move["seats"]]
        if not ruled:
            return None
        spot, other = self.rng.choice(ruled), self.rng.choice(named)
        if spot.move["move"] == "choose":
            return [self.reads(spot, spot.move | {"round": self.rng.choice(DAY_1)})]
        if other.line == spot.line:
            return [self.reads(spot, spot.move | {"name": self.rng.choice(self.names)})]
        swapped = [(one, one.move | {"name": two.move["name"]}) for one, two in ((spot, other), (other, spot))]
        return [self.reads(one, move) for one, move in swapped]

    def swap_cards_or_rounds(self) -> Lines | None:
        """Two seats hold each other's card, or a seat picked two rounds the wrong way round."""
        kind, field = self.rng.choice([("hold", "card"), ("choose", "round")])
        one, two = self.spot(kind), self.spot(kind)
        if not one or not two or one.line == two.line:
            return None
        swapped = [(one, one.move | {field: two.move[field]}), (two, two.move | {field: one.move[field]})]
        return [self.reads(spot, move) for spot, move in swapped]

    def declare_otherwise(self) -> Lines | None:
        """Somebody kept instead of passing; the rounds after it hold."""
        spot = self.spot("declare", "choose")
        if not spot:
            return None
        if spot.move["move"] == "choose":
            return [self.reads(spot, spot.move | {"round": self.rng.choice(DAY_1)})]
        return [self.reads(spot, spot.move | {"choice": {"keep": "pass", "pass": "keep"}[spot.move["choice"]]})]
