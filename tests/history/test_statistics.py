"""The statistics: held against a plain recount of random games of each kind, and small cases told by hand.

Some of the games are hidden, and one person was two until a merge.
"""

import json
import random
from collections import Counter, defaultdict
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import accumulate, groupby, permutations
from pathlib import Path
from tempfile import mkdtemp

import pytest

from companion.cli import main
from companion.games import GAMES
from companion.games.ledger import Highlight
from companion.group import people
from companion.history import evenings, portrait, search, statistics
from companion.history.portrait import Score
from companion.history.search import GameFilter
from companion.history.statistics import Streak, streak
from companion.history.titles import RULES, Played, titles
from companion.storage import log, projection
from companion.storage.identifiers import HOME
from companion.storage.sqlite.store import SqliteStore
from companion.table.moves import options_for, struct_to_json
from tests.reference import maker, scorer, tallies
from tests.support.effort import drawn, tries

EACH = max(170, tries(50))  # less does not hold every highlight; 500 in a thorough run
pytestmark = pytest.mark.slow
PEOPLE = [
    *("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max", "Nan", "Ōkubo"),
    *("寿限無寿限無", "O'Neil", "<b>", "%(name)s", "Zoë"),
]
BEFORE = "Annika"  # the name of Ann in some games
START = datetime(2020, 1, 1, 18, tzinfo=UTC)


def records(slug):
    """Random games of one kind among twenty people, some hours or a day apart."""
    rng = random.Random(slug)
    found, lately, at = [], {}, START
    for seed in range(EACH):
        record = maker(slug).games(1000 + seed)
        at += timedelta(minutes=rng.choice([20, 45, 45, 1500]))
        seats = lately.get(len(record["seats"]))
        if seats is None or rng.random() < 0.2:
            seats = lately[len(record["seats"])] = rng.sample(PEOPLE, len(record["seats"]))
        opened = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        found.append(
            record | {"seats": seats, "id": sha256(f"{slug} {seed}".encode()).hexdigest()[:32], "opened_at": opened}
        )
    return found


def moments(record):
    """When each line of a game was reported, some after a pause, some by a clock that was set back."""
    rng, at = random.Random(record["id"]), datetime.fromisoformat(record["opened_at"])
    gaps = [rng.choice([0.25, 3, 20.5, 45, 599, 600, 600.001, 4000, -30]) for _ in record["moves"]]
    return [at + timedelta(seconds=seconds) for seconds in accumulate(gaps)]


def stored(record):
    """A game as it was taken in: with its moments, and some of Ann's under the name that she had before a merge."""
    times = zip(record["moves"], moments(record), strict=True)
    moves = [move | {"at": time.isoformat(timespec="milliseconds")} for move, time in times]
    was_ann = record["id"] < "4"
    return record | {
        "moves": moves,
        "seats": [BEFORE if was_ann and name == "Ann" else name for name in record["seats"]],
    }


@pytest.fixture(scope="module", params=drawn("statistics", [*GAMES]))
def kept(request):
    """Games of a kind in a store, and the same games told the plain way."""
    folder = Path(mkdtemp(prefix="ledger-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    made = records(request.param)
    file = folder / "games.jsonl"
    file.write_text("".join(json.dumps(stored(record), ensure_ascii=False) + "\n" for record in made), "utf-8")
    assert main(["import", str(file), "--data", str(folder)]) == 0
    with closing(SqliteStore(folder)) as store:
        store.do(arrange)
        db = store.reader()
        hidden = {id for (id,) in db.execute("select table_id from chronicle where hidden = 1")}
        assert 0 < len(hidden) < EACH / 2
        yield request.param, db, tallies.told([record for record in made if record["id"] not in hidden])
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()


def arrange(db):
    """Make the two names of Ann one person, and hide some games."""
    ids = {name: id for id, name in db.execute("select id, name from people")}
    people.merge(db, HOME, ids[BEFORE], ids["Ann"])
    for (id,) in db.execute("select table_id from chronicle order by table_id limit 9"):
        projection.hide(db, id, True)


def persons(db):
    return {name: id for id, name in db.execute("select id, name from people where same_as is null")}


def test_how_long_games_were_and_what_was_written_in_them(kept):
    slug, db, _ = kept
    games = {game.id: game for game in search.games(db, HOME, GameFilter(), most=None)}
    made = [record for record in records(slug) if record["id"] in games]
    assert len(made) > EACH / 2
    seconds, texts = set(), set()
    for record in made:
        game = games[record["id"]]
        if not tallies.is_closed(record):
            assert (game.seconds, game.rounds, game.words) == (None, None, None)
            continue
        assert game.seconds == tallies.lasted(record, moments(record))
        assert game.rounds == scorer(slug).score(record)["round"]
        words = tallies.words(record)
        assert game.words == "\n".join(words)
        seconds, texts = seconds | {game.seconds}, texts | {*words}
    assert len(seconds) > 20
    assert len(texts) > 2


def test_to_whom_something_was_done(kept):
    slug, db, plain = kept
    for game in plain:
        sql = "select what, seat, amount, word, other from boasts where table_id = ?"
        assert Counter(db.execute(sql, [game.record["id"]])) == Counter(game.highlights)
    seats = {one[4] is None for game in plain for one in game.highlights}
    assert seats == ({True, False} if slug in ("death-name", "death-wish", "gamushara-gang") else {True})


def test_wins_and_places_of_everybody(kept):
    slug, db, plain = kept
    assert len(plain) > EACH / 2
    expected = tallies.tallies(plain)
    for name, id in persons(db).items():
        told = portrait.portrait(db, HOME, id).kinds
        found = {(name, kind.game): (kind.played, kind.won, kind.places) for kind in told}
        assert found == {key: value for key, value in expected.items() if key[0] == name}
    ladder = statistics.of_game(db, HOME, slug, 100)
    assert {(of.person.name, slug): (of.played, of.won, of.places) for of in ladder} == expected
    assert [of.person.name for of in ladder] == by_rate(
        {of.person.name: (of.won, of.played) for of in ladder}, persons(db)
    )
    assert {of.person.name: (of.played, of.won) for of in statistics.regulars(db, HOME)} == {
        name: (played, won) for (name, _), (played, won, _) in expected.items()
    }


def rate(sum, played):
    """By what a sum over so many games is ranked: from five games on by what there was for each."""
    return (1, sum / played) if played >= 5 else (0, sum)


def by_rate(sums, ids):
    """Names by their rate, then by their sum; of equal ones the fewer games first, then who came first."""
    scores = {name: (*rate(*counts), counts[0], -counts[1], -ids[name]) for name, counts in sums.items()}
    return sorted(scores, key=scores.__getitem__, reverse=True)


def test_a_person_in_numbers(kept):
    _, db, plain = kept
    for name, id in persons(db).items():
        past, told = portrait.portrait(db, HOME, id), tallies.person(plain, name)
        assert [game.id for game in past.games] == told.ids
        assert [game.id for game in past.form] == told.ids[::-1][:10]
        assert (past.won, past.best_at) == (told.won, told.best_at)
        times = {record["id"]: tallies.lasted(record, moments(record)) for record in (game.record for game in plain)}
        known = [times[id] for id in told.ids if times[id]]
        assert (past.seconds, len(past.timed)) == (sum(known), len(known))
        assert not known or [past.timed[0].seconds, past.timed[-1].seconds] == [max(known), min(known)]
        months = [(of.month.year, of.month.month, of.divided, of.together) for of in past.months]
        assert months == tallies.by_month(plain, name, evenings.evening_date)[-12:]
        assert {kind.game: round(kind.chance, 9) for kind in past.kinds} == told.chances
        for sat, best in ((past.best, told.best), (past.worst, told.worst)):
            assert (sat.id if sat else None) == best
        met = {pair[1]: counts for pair, counts in tallies.rivals(plain).items() if pair[0] == name}
        roles = {role: met[one.person.name] for role, one in portrait.roles(statistics.rivals(db, HOME, id)).items()}
        even = [abs(a - b) / (a + b) for a, _, b in met.values() if a + b >= 10]
        behind, ahead = [b - a for a, _, b in met.values() if b > a], [a - b for a, _, b in met.values() if a > b]
        assert ("rival" in roles, "nemesis" in roles, "victim" in roles) == (bool(even), bool(behind), bool(ahead))
        best = {"rival": min(even, default=0), "nemesis": max(behind, default=0), "victim": max(ahead, default=0)}
        for role, (a, _, b) in roles.items():
            measure = {"rival": abs(a - b) / (a + b or 1), "nemesis": b - a, "victim": a - b}.get(role)
            assert measure == best.get(role)


def test_titles_of_all_evenings(kept):
    slug, db, plain = kept
    games = {game.id: game for game in search.games(db, HOME, GameFilter(), most=None)}
    expected, evening = defaultdict(list), lambda game: evenings.evening_date(game.record["opened_at"])
    for night, together in groupby(plain, key=evening):
        over = [game for game in together if games[game.record["id"]].over]
        told = [(game.record["id"], tuple(Highlight(*one) for one in game.highlights)) for game in over]
        for title in titles([Played(slug, games[id].seats, own, id) for id, own in told], RULES).titles:
            for player in title.players:
                expected[player.person, title.game, title.what].append(night)
    found = {}
    for id in persons(db).values():
        own = portrait.titles(db, HOME, id, portrait.portrait(db, HOME, id))
        assert [nights[0] for _, nights in own] == sorted((nights[0] for _, nights in own), reverse=True)
        found |= {(id, title.game, title.what): nights[::-1] for title, nights in own}
    assert found == expected
    assert {len(nights) > 1 for nights in found.values()} == {True, False}


def test_two_people_head_to_head(kept):
    _, db, plain = kept
    ids, met = persons(db), tallies.rivals(plain)
    for one, other in random.Random(1).sample([*permutations(ids, 2)], 60):
        found = portrait.head_to_head(db, HOME, [ids[one], ids[other]])
        both = [game for game in plain if {one, other} <= {*game.record["seats"]}]
        lost = sum(game.result["outcome"] == "lost" for game in both)
        assert [meeting.id for meeting in found.meetings] == [game.record["id"] for game in both]
        ahead, level, behind = met.get((one, other), (0, 0, 0))
        assert portrait.score(found.meetings) == Score((ahead, behind) if both else (), level, lost)
        assert sum(step for (step,) in found.steps) == ahead - behind
        assert len(found.steps) == len(both) - lost
        deeds = Counter((deed.id, deed.what, deed.amount, deed.word, deed.by == ids[one]) for deed in found.deeds)
        assert all({deed.by, deed.to} == {ids[one], ids[other]} for deed in found.deeds)
        assert deeds <= tallies.deeds(both, one, other)
        assert deeds.total() == min(tallies.deeds(both, one, other).total(), portrait.MEETINGS)
        thirds = Counter(name for game in both for name in game.record["seats"] if name not in (one, other))
        told = portrait.met_by_both(db, HOME, ids[one], ids[other])
        assert [(person.name, games) for person, games in told] == sorted(
            thirds.items(), key=lambda third: (-third[1], ids[third[0]])
        )[: portrait.MEETINGS]


def test_three_people_head_to_head(kept):
    _, db, plain = kept
    ids, all_three = persons(db), 0
    for names in random.Random(1).sample([*permutations(ids, 3)], 60):
        found = portrait.head_to_head(db, HOME, [ids[name] for name in names])
        games = [game for game in plain if {*names} <= {*game.record["seats"]}]
        assert [meeting.id for meeting in found.meetings] == [game.record["id"] for game in games]
        expected, all_three = Counter(), all_three + len(games)
        for game in games:
            places = [game.result["places"][game.record["seats"].index(name)] for name in names]
            first = [name for name, place in zip(names, places, strict=True) if place == min(places)]
            expected["lost" if game.result["outcome"] == "lost" else first[0] if first[1:] == [] else "level"] += 1
        ahead = tuple(expected[name] for name in names)
        score = portrait.score(found.meetings)
        assert score == Score(ahead if games else (), expected["level"], expected["lost"])
        assert tuple(map(sum, zip(*found.steps, strict=True))) in (ahead, ())
        own = {pair: portrait.head_to_head(db, HOME, [ids[name] for name in pair]) for pair in permutations(names, 2)}
        among = {deed for one in own.values() for deed in one.deeds}
        assert len(found.deeds) <= portrait.MEETINGS
        assert [deed for deed in found.deeds if deed in among] == [*found.deeds]
    assert all_three


def test_who_was_ahead_of_whom(kept):
    slug, db, plain = kept
    expected = tallies.rivals(plain)
    ids = persons(db)
    for name, id in ids.items():
        found = {(name, rival.person.name): rival.compared for rival in statistics.rivals(db, HOME, id)}
        assert found == {pair: value for pair, value in expected.items() if pair[0] == name}
    for game in ("", slug):
        matrix = statistics.matrix(db, HOME, list(ids.values()), game)
        assert matrix == {(ids[one], ids[other]): value for (one, other), value in expected.items()}


def test_runs_of_games_won(kept):
    slug, db, plain = kept
    longest = {}
    for name, id in persons(db).items():
        longest[name], lasting = tallies.runs(plain, name)
        assert portrait.portrait(db, HOME, id).streak == Streak(longest[name], lasting)
    told = statistics.streaks(db, HOME, slug, 100)
    assert {person.name: run for person, run in told} == {name: run for name, run in longest.items() if run > 1}


def test_the_highlights(kept):
    slug, db, plain = kept
    expected = tallies.highlights(plain)
    assert {what for _, what in expected} == set(GAMES[slug].HIGHLIGHTS), "every highlight occurs"
    played = {name: played for (name, _), (played, *_) in tallies.tallies(plain).items()}
    told = statistics.highlights_of_game(db, HOME, slug, GAMES[slug].HIGHLIGHTS, 10_000)
    for what, how in GAMES[slug].HIGHLIGHTS.items():
        plainly = {key: values for (by, key), values in expected[slug, what].items() if by == how.by}
        found = {of.person.name if of.person else of.word: of for of in told[what]}
        assert {key: (of.times, of.sum, of.most, of.least) for key, of in found.items()} == {
            key: (len(values), sum(values), max(values), min(values)) for key, values in plainly.items()
        }
        measure = {
            "times": len,
            "sum": sum,
            "most": max,
            "least": min,
            "mean": lambda values: sum(values) / len(values),
        }[how.how]
        if how.how == "sum":
            sums = {name: (sum(values), played[name]) for name, values in plainly.items()}
            rated = [rate(*sums[of.person.name]) for of in told[what]]
            assert rated == sorted(rated, reverse=True)
            assert all(of.played == played[of.person.name] for of in told[what])
        else:
            measured = [measure(plainly[of.person.name if of.person else of.word]) for of in told[what]]
            assert measured == sorted(measured, reverse=how.how != "least")
    for name, id in persons(db).items():
        own = statistics.boasts(db, HOME, id, [slug]).get(slug, [])
        by_name = {
            what: of["person", name]
            for (_, what), of in expected.items()
            if ("person", name) in of and GAMES[slug].HIGHLIGHTS[what].by == "person"
        }
        assert {one.tally.what: (one.tally.times, one.tally.sum) for one in own} == {
            what: (len(values), sum(values)) for what, values in by_name.items()
        }
        for one in own:
            of = {key: values for (by, key), values in expected[slug, one.tally.what].items() if by == "person"}
            scores = {
                key: {"sum": rate(sum(values), played[key]), "most": (max(values),), "least": (-min(values),)}[one.how]
                for key, values in of.items()
            }
            assert (one.rank, one.people) == (1 + sum(score > scores[name] for score in scores.values()), len(of))


def test_the_best_totals_and_how_games_ended(kept):
    slug, db, plain = kept
    for aim, best in (("most", max), ("fewest", min)):
        totals = [
            (total, name)
            for game in plain
            if _aim(game) == aim
            for name, total in zip(stored(game.record)["seats"], game.result["totals"], strict=True)
        ]
        found = statistics.best(db, HOME, slug, aim, 7)
        assert [of.total for of in found] == sorted((total for total, _ in totals), reverse=best is max)[:7]
        assert {(of.total, of.name) for of in found} <= set(totals)
    endings = statistics.endings(db, HOME, slug, 10_000)
    for outcome in ("won", "lost", "nobody"):
        assert sum(getattr(of, outcome) for of in endings) == sum(game.result["outcome"] == outcome for game in plain)
    for of in endings[:20]:
        alike = [game for game in plain if len(game.record["seats"]) == of.seats and _options(game) == of.options]
        assert len(alike) == of.played


def _aim(game):
    options = game.record.get("options") or {}
    return {
        "final-deathweek": "most" if options.get("scoring", "none") != "none" else "nothing",
        "gamushara-gang": "most" if options.get("points", [1]) else "nothing",
        "death-over-the-kingdom": "fewest" if options.get("mode") == "crowd" else "most",
    }.get(game.record["game"], "most")


def _options(game):
    of = GAMES[game.record["game"]]
    told = struct_to_json(options_for(of, game.record.get("options", {})))
    return log.to_json({name: value for name, value in told.items() if name not in of.Options.PER_TABLE})


def test_series_of_games_among_the_same_people(kept):
    _, db, plain = kept
    expected = []
    for night, together in groupby(plain, key=lambda game: evenings.evening_date(game.record["opened_at"])):
        for _, some in groupby(together, key=lambda game: sorted(game.record["seats"])):
            games = list(some)
            if len(games) > 1:
                names = sorted(games[0].record["seats"])
                seats = [[game.record["seats"].index(name) for name in names] for game in games]
                won = [[at in game.result["winners"] for at in order] for game, order in zip(games, seats, strict=True)]
                totals = [[game.result["totals"][at] for at in order] for game, order in zip(games, seats, strict=True)]
                expected.append((night, names, totals, [sum(column) for column in zip(*won, strict=True)]))
    nights = sorted({night for night, *_ in expected})
    assert len(nights) > 5
    found = [
        (night, list(of.names), [list(totals) for totals in of.totals], of.wins)
        for night in nights
        for of in statistics.series(
            db, HOME, evenings.evening_start(night), evenings.evening_start(night + timedelta(1))
        )
    ]
    assert found == expected


def test_what_is_sought_is_found(kept):
    slug, db, plain = kept
    everything = search.games(db, HOME, GameFilter(), most=None)
    assert [game.id for game in everything] == sorted((game.id for game in everything), key=_newest(everything))
    known = {game.id: game for game in everything}
    for game in plain:
        assert known[game.record["id"]].winners == [stored(game.record)["seats"][at] for at in game.result["winners"]]
    for names in ("ōkubo", "ann, bo", "  寿限無 ,z", "寿限無、Z", "nobody of that name"):
        parts = [part.strip().casefold() for part in names.replace("、", ",").split(",")]
        expected = [
            game.id
            for game in everything
            if all(any(part in seat.name.casefold() for seat in game.seats) for part in parts)
        ]
        assert [game.id for game in search.games(db, HOME, GameFilter(names=names), most=None)] == expected
        assert search.count(db, HOME, GameFilter(names=names)) == len(expected)
    since, until = everything[EACH * 3 // 5].night, everything[EACH // 5].night
    expected = [game.id for game in everything if since <= game.night <= until]
    assert [game.id for game in search.games(db, HOME, GameFilter(since=since, until=until), most=None)] == expected
    assert search.games(db, HOME, GameFilter(game="another")) == []
    assert len(search.games(db, HOME, GameFilter(game=slug))) == search.PAGE


def _newest(games):
    at = {game.id: game.opened_at for game in games}
    return lambda id: tuple(-ord(sign) for sign in at[id] + id)


def test_pages_follow_on_one_another(kept):
    _, db, _ = kept
    everything = [game.id for game in search.games(db, HOME, GameFilter(), most=None)]
    paged, after = [], ""
    while some := search.games(db, HOME, GameFilter(), after, 37):
        paged += [game.id for game in some]
        after = search.cursor(some[-1])
    assert paged == everything


@pytest.mark.parametrize(
    ("won", "longest", "lasting"),
    [("", 0, 0), ("0", 0, 0), ("1", 1, 1), ("1101", 2, 1), ("0110", 2, 0), ("10111", 3, 3)],
)
def test_a_streak_is_broken_by_a_game_that_was_not_won(won, longest, lasting):
    assert streak(sign == "1" for sign in won) == Streak(longest, lasting)
