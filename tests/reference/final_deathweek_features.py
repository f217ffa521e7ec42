"""What occurs in a Final Deathweek record."""

from typing import Any

from tests.reference.final_deathweek import chains, happen, opened, score, total, with_defaults
from tests.reference.record_features import correction_features, moment_features, seen
from tests.reference.sheet import final_sheet

FEATURES = frozenset(
    {
        *("move:count", "counted", "count taken back"),
        *("seats=2", "seats=3", "seats=4"),
        *("option:counter_limit=1", "option:counter_limit=less", "option:counter_limit=5", "option:counter_limit=more"),
        *("option:counter_limit=9", "option:break_removes=1", "option:break_removes=2", "option:break_removes=3"),
        *("option:last_day=all", "option:last_day=any"),
        *("option:scoring=none", "option:scoring=each", "option:scoring=team"),
        *("option:chain_scored=longest", "option:chain_scored=running", "option:leader=0", "option:leader=other"),
        *("option:days=7", "option:days=less", "week begun by a break"),
        *("move:solid", "move:redeal", "move:schedule", "move:expose", "move:take", "move:break", "move:killers"),
        *("move:outcome", "move:correct", "move:adjust", "move:stop"),
        # outcomes
        *(
            "outcome matched=0",
            "outcome matched=1",
            "outcome matched=2",
            "outcome died",
            "outcome of a scheduled number",
        ),
        *("week begun by an outcome", "week begun by an outcome though solid killers were told", "outcomes and takes"),
        *("outcome and break", "chain held by an outcome", "chain broken by an outcome"),
        *("outcome at the limit", "died at the limit beside a death on the last day"),
        # setup and schedule
        *("redeal of what was nearly all equal", "two solid killers alike", "all but one solid killer alike"),
        *("schedule during setup", "schedule of a later day", "schedule replaced", "twice the same event in a day"),
        *("take of a scheduled event", "take in another order of colours", "break of a scheduled event"),
        *("break of a scheduled day without its event", "break that names an event of an unknown day"),
        # the order of a day
        *("leader takes first", "order of the book", "killers before all have taken", "killers backwards"),
        *("expose", "exposed and taken", "expose after the take", "expose after the break", "expose after the killers"),
        *("unexposable", "unexposable while leading", "seat exposed again after a day barred"),
        # events and killers
        *("event of no colour", "event of one colour", "event of two colours", "event of three colours"),
        *("twins in hand", "killer like the solid one", "three killers of one colour"),
        *("matched=0", "matched=1", "matched=2", "killed by one colour", "killed by two", "killed by three"),
        # breaks
        *("break", "break without a counter", "break with fewer counters than it removes", "break of several counters"),
        *(
            "break on day 1",
            "break on the last day",
            "all break on one day",
            "no break in a whole week",
            "break while leading",
        ),
        *("counter below 0 kept by a break", "saved by a break from the limit"),
        # chains
        *("chain held rising", "chain held falling", "chain held level", "chain broken", "chain broken twice running"),
        *("chain held after it broke", "direction open until a check", "check of two numbers", "equal inside a rise"),
        *(
            "whole week in one chain",
            "running shorter than longest",
            "failure on the last day",
            "no check for who broke",
        ),
        *("no check for who broke", "all fail on one day"),
        # dying
        *("died on day 1", "died on day 3 or later", "two died together", "counters entered on a fatal reveal"),
        *("at the limit on a fatal reveal", "row would break on a fatal reveal", "died at the limit"),
        *("broke and died at the limit", "died at the limit by an adjust", "two at the limit together"),
        *("over the limit", "lost on the last day", "lost on the last day though one would be enough"),
        *("lost before the last day though one is enough then", "won though somebody died on the reveal"),
        *("won though somebody died at the limit", "died and scored"),
        # points
        *("won", "lost", "chain of 2 paid", "chain of 3 paid", "chain of 4 paid", "chain of 5 paid", "chain of 6 paid"),
        *("chain of 7 paid", "no counters at the end", "minus points", "points below 0"),
        *("tie for first place", "longest or running matters", "alone or as a team matters"),
        # by hand, to the end, and corrected
        *("adjust during setup", "adjust of points", "adjust after the end", "adjust after the stop"),
        *("adjust over the limit goes unseen today", "points adjusted before they are counted"),
        *("finished", "unfinished", "unfinished during setup", "stopped", "stopped during setup", "stop taken back"),
        *("correction", "strike", "insertion in the middle", "line corrected twice", "two lines in one correction"),
        *("undo", "undo of an undo", "correction after the end", "correction after the stop"),
        *("back in the middle", "outcome corrected", "winners corrected", "ended by a correction", "points corrected"),
        "correction of setup",
    }
)


def features(record: dict) -> set[str]:
    """What occurs in a record."""
    return set().union(
        option_features(record),
        sheet_features(record),
        end_features(record),
        moment_features(score, record),
        outcome_features(record),
        correction_features(record["moves"]),
    )


def option_features(record: dict) -> set[str]:
    options = with_defaults(record)
    limit = options["counter_limit"]
    return {
        f"seats={len(record['seats'])}",
        f"option:counter_limit={limit if limit in (1, 5, 9) else 'less' if limit < 5 else 'more'}",
        f"option:break_removes={options['break_removes']}",
        f"option:last_day={options['last_day']}",
        f"option:scoring={options['scoring']}",
        f"option:chain_scored={options['chain_scored']}",
        f"option:leader={'other' if options['leader'] else 0}",
        f"option:days={'less' if options['days'] < 7 else 7}",
    }


class Week:
    """The scorer's table, and what it may forget: the days with a schedule, and the killers exposed today."""

    def __init__(self, record: dict):
        self.scored = opened(len(record["seats"]), with_defaults(record))
        self.seats = range(len(record["seats"]))
        self.scheduled: set[int] = set()
        self.exposed: set[int] = set()

    def __getattr__(self, name: str) -> Any:
        return self.scored[name]

    @property
    def over(self) -> bool:
        return self.outcome != "playing" and not self.stopped

    @property
    def idle(self) -> list[int]:
        """Who has neither taken nor broken nor told an outcome today."""
        done = {*self.takes, *self.broke, *self.outcomes}
        return [seat for seat in self.seats if seat not in done]

    def put(self, move: dict) -> None:
        day = self.day
        happen(self.scored, move)
        if move["move"] == "schedule":
            self.scheduled.add(move["day"])
        elif move["move"] == "expose":
            self.exposed.add(move["seat"])
        if self.day != day:
            self.exposed = set()


def sheet_features(record: dict) -> set[str]:
    """What a table meets on its way through the corrected sheet."""
    table = Week(record)
    names = {"move:correct" for move in record["moves"] if move["move"] == "correct"}
    exposed: dict[int, list[int]] = {seat: [] for seat in table.seats}
    barred: set[int] = set()
    done: list[dict] = []
    for move in final_sheet(record["moves"]):
        names |= {f"move:{move['move']}"} | move_features(table, move, done)
        if move["move"] == "expose":
            exposed[move["seat"]].append(table.day)
            names |= seen({"seat exposed again after a day barred": move["seat"] in barred})
        before = snapshot(table)
        table.put(move)
        done.append(move)
        if len(table.days) > len(before["days"]):
            names |= day_features(table, before, done)
            barred |= set(table.failed)
            done = []
    return names


def snapshot(table: Week) -> dict:
    """What the judging of a day does away with."""
    kept = ("day", "leader", "days", "takes", "broke", "killers", "outcomes", "failed", "ledger", "rows")
    copied = {name: getattr(table, name).copy() for name in kept if name not in ("day", "leader", "rows")}
    return copied | {"day": table.day, "leader": table.leader, "rows": [row.copy() for row in table.rows]}


def move_features(table: Week, move: dict, done: list[dict]) -> set[str]:
    """What is to be said of a move that is about to be taken; `done` came before it on the same day."""
    seat = move.get("seat")
    match move["move"]:
        case "solid" | "redeal":
            return setup_features(table, move)
        case "schedule":
            return seen(
                {
                    "schedule during setup": table.day == 0,
                    "schedule of a later day": move["day"] > max(table.day, 1),
                    "schedule replaced": move["day"] in table.scheduled,
                    "twice the same event in a day": has_twins(move["events"]),
                }
            )
        case "expose":
            return {"expose"} | seen(
                {
                    "expose after the take": seat in table.takes and seat not in table.killers,
                    "expose after the break": seat in table.broke,
                    "expose after the killers": seat in table.killers,
                }
            )
        case "take":
            ordered = [tuple(event["colors"]) for said in done for event in said.get("events", ())]
            first = not table.takes and not table.broke
            return {("event of no colour", *EVENTS)[len(move["colors"])]} | seen(
                {
                    "take of a scheduled event": table.day in table.scheduled,
                    "take in another order of colours": table.day in table.scheduled
                    and bool(ordered)
                    and tuple(move["colors"]) not in ordered,
                    "leader takes first": first and seat == table.leader,
                    "exposed and taken": seat in table.exposed,
                }
            )
        case "break":
            return break_features(table, move)
        case "outcome":
            return {f"outcome matched={move['matched']}" if "matched" in move else "outcome died"} | seen(
                {
                    "week begun by an outcome": table.day == 0,
                    "week begun by an outcome though solid killers were told": table.day == 0 and any(table.solid),
                    "outcome of a scheduled number": table.day in table.scheduled,
                    "outcomes and takes": bool(table.takes),
                    "outcome and break": bool(table.broke),
                }
            )
        case "killers":
            hand = move["colors"]
            return seen(
                {
                    "killers before all have taken": bool(table.idle),
                    "twins in hand": hand[0] == hand[1],
                    "killer like the solid one": table.solid[seat] in hand,
                    "three killers of one colour": {*hand, table.solid[seat]} == {hand[0]},
                }
            )
        case "adjust":
            return adjust_features(table, move)
    return set()


def has_twins(events: list[dict]) -> bool:
    """Whether two events of a day are the same."""
    return len({(frozenset(event["colors"]), event["number"]) for event in events}) < len(events)


EVENTS = ("event of one colour", "event of two colours", "event of three colours")


def setup_features(table: Week, move: dict) -> set[str]:
    known = [color for color in table.solid if color]
    if move["move"] == "redeal":
        nearly = len(known) == len(table.seats) - 1 and len(set(known)) == 1
        return seen({"redeal of what was nearly all equal": nearly})
    last = len(known) == len(table.seats) - 1
    return seen(
        {
            "two solid killers alike": last and len({*known, move["color"]}) < len(table.seats),
            "all but one solid killer alike": last and len(known) > 1 and len(set(known)) == 1,
        }
    )


def break_features(table: Week, move: dict) -> set[str]:
    seat, limit = move["seat"], table.options["counter_limit"]
    has, removes = total(table.scored, seat, "death_counters"), table.options["break_removes"]
    known = table.day in table.scheduled
    return {"break"} | seen(
        {
            "break without a counter": has == 0,
            "counter below 0 kept by a break": has < 0,
            "break with fewer counters than it removes": 0 < has < removes,
            "break of several counters": has >= removes > 1,
            "saved by a break from the limit": has >= limit > has - removes,
            "break on day 1": table.day == 1,
            "week begun by a break": table.day == 0,
            "break on the last day": table.day == table.options["days"],
            "break while leading": seat == table.leader,
            "break of a scheduled event": known and "event" in move,
            "break of a scheduled day without its event": known and "event" not in move,
            "break that names an event of an unknown day": not known and "event" in move,
        }
    )


def adjust_features(table: Week, move: dict) -> set[str]:
    after = total(table.scored, move["seat"], "death_counters") + move["by"]
    counters = move["track"] == "death_counters"
    running = table.outcome == "playing" and not table.stopped
    return seen(
        {
            "adjust during setup": table.day == 0,
            "adjust of points": not counters,
            "points adjusted before they are counted": not counters and running,
            "adjust over the limit goes unseen today": counters and running and after >= table.options["counter_limit"],
            "adjust after the end": table.over,
            "adjust after the stop": table.stopped,
        }
    )


def day_features(table: Week, before: dict, done: list[dict]) -> set[str]:
    """How a day was judged: `before` it the table was so, `done` are its moves."""
    told, day = table.days[-1], before["day"]
    takes = [move["seat"] for move in done if move["move"] in ("take", "break", "outcome")]
    shown = [move["seat"] for move in done if move["move"] == "killers"]
    left = [(before["leader"] + step) % len(table.seats) for step in range(1, len(table.seats) + 1)]
    names = {"unexposable" for _ in before["failed"]} | {
        "unexposable while leading" for seat in before["failed"] if seat == before["leader"]
    }
    names |= seen(
        {
            "order of the book": takes == left,
            "killers backwards": len(shown) > 1 and shown == [seat for seat in left if seat in shown][::-1],
            "all break on one day": not shown and not before["outcomes"] and done[-1]["move"] != "outcome",
            "two died together": sum(seat["died"] for seat in told) > 1,
        }
    )
    # A seat that dies at the limit has got its counters all the same.
    fatal = any(seat["died"] and died_of_event(table, before, done, at) for at, seat in enumerate(told))
    for seat in table.seats:
        names |= seat_features(table, before, done, seat, fatal)
    names |= last_day_features(table, told, day, fatal)
    checked = [seat["chain"] for seat in told if seat["chain"]]
    return names | seen({"all fail on one day": len(checked) > 1 and set(checked) == {"broken"}})


def hand_of(table: Week, done: list[dict], seat: int) -> set[str]:
    """The killers of a seat on a day, the solid one too."""
    shown = [move["colors"] for move in done if move["move"] == "killers" and move["seat"] == seat]
    return {table.solid[seat], *(shown[0] if shown else ())}


def event_taken(done: list[dict], seat: int) -> dict[str, Any] | None:
    return next((move for move in done if move["move"] in ("take", "outcome") and move["seat"] == seat), None)


def died_of_event(table: Week, before: dict, done: list[dict], seat: int) -> bool:
    event = event_taken(done, seat)
    if event is None or event["move"] == "outcome":
        return event is not None and "died" in event
    return bool(event["colors"]) and set(event["colors"]) <= hand_of(table, done, seat)


def seat_features(table: Week, before: dict, done: list[dict], seat: int, fatal: bool) -> set[str]:
    """What a day did to a seat."""
    told, day, event = table.days[-1][seat], before["day"], event_taken(done, seat)
    counters, limit = total(table.scored, seat, "death_counters"), table.options["counter_limit"]
    row, names = table.rows[seat], set()
    if event and not told["died"]:
        names.add(f"matched={told['matched']}")
    killed = died_of_event(table, before, done, seat)
    if killed and event and event["move"] == "take":
        names.add(("killed by one colour", "killed by two", "killed by three")[told["matched"] - 1])
        names |= seen({"died on day 1": day == 1, "died on day 3 or later": day > 2})
    at_limit = told["died"] and not killed
    by_hand = any(line["seat"] == seat and line["because"] == "adjust" for line in table.ledger)
    matched = told["matched"] if event else 0
    names |= seen(
        {
            "counters entered on a fatal reveal": fatal and not told["died"] and told["matched"] > 0,
            "at the limit on a fatal reveal": fatal and not told["died"] and counters >= limit,
            "row would break on a fatal reveal": fatal
            and event is not None
            and len(chains(row)) > len(chains(row[:-1])),
            "died at the limit": at_limit,
            "over the limit": at_limit and counters > limit,
            "broke and died at the limit": at_limit and event is None,
            "died at the limit by an adjust": at_limit and by_hand and counters - matched >= limit,
            "outcome at the limit": at_limit and event is not None and event["move"] == "outcome",
            "died at the limit beside a death on the last day": at_limit and fatal,
            "two at the limit together": at_limit and not fatal and sum(of["died"] for of in table.days[-1]) > 1,
            "no check for who broke": event is None and not fatal and day > 2,
        }
    )
    if event and event["move"] == "outcome" and told["chain"]:
        names.add(f"chain {told['chain']} by an outcome")
    return names | chain_features(table, seat, day)


def chain_features(table: Week, seat: int, day: int) -> set[str]:
    """What came of a chain check."""
    row, check = table.rows[seat], table.days[-1][seat]["chain"]
    if not check:
        return set()
    chain = chains(row)[-1]
    earlier = [of[seat]["chain"] for of in table.days[:-1]]
    held = check == "held"
    return {f"chain {check}"} - {"chain held"} | seen(
        {
            "chain held rising": held and chain[0] < chain[-1],
            "chain held falling": held and chain[0] > chain[-1],
            "chain held level": held and chain[0] == chain[-1],
            "chain broken twice running": not held and earlier[-1] == "broken",
            "chain held after it broke": held and earlier[-1] == "broken",
            "direction open until a check": held and len(chain) > 2 and len(set(chain[:-1])) == 1 < len(set(chain)),
            "equal inside a rise": held and len(set(chain)) > 1 and len(set(chain)) < len(chain),
            "check of two numbers": len(row) == 2,
            "failure on the last day": not held and day == table.options["days"],
        }
    )


def last_day_features(table: Week, told: list[dict], day: int, fatal: bool) -> set[str]:
    deaths = sum(seat["died"] for seat in told)
    any_one = table.options["last_day"] == "any"
    won, last = table.outcome == "won", day == table.options["days"]
    return seen(
        {
            "lost on the last day": last and deaths > 0 and not any_one,
            "lost on the last day though one would be enough": last and any_one and deaths == len(told),
            "lost before the last day though one is enough then": not last and any_one and 0 < deaths < len(told),
            "won though somebody died on the reveal": won and fatal,
            "won though somebody died at the limit": won and deaths > 0 and not fatal,
            "died and scored": won and deaths > 0 and table.options["scoring"] != "none",
        }
    )


def end_features(record: dict) -> set[str]:
    """What is to be said of the whole."""
    result, options = score(record), with_defaults(record)
    seats = result["facts"]["seats"]
    won = result["outcome"] == "won"
    paid = [line["by"] for line in result["ledger"] if line["because"] == "chain"]
    worth = {1: 2, 2: 3, 4: 4, 7: 5, 11: 6, 16: 7}
    other_chain = {"longest": "running", "running": "longest"}[options["chain_scored"]]
    other_scoring = {"team": "each", "each": "team", "none": "none"}[options["scoring"]]
    points = result["tracks"].get("points", [0])
    return {f"chain of {worth[by]} paid" for by in paid} | seen(
        {
            "finished": result["over"],
            "won": won,
            "lost": result["outcome"] == "lost",
            "unfinished": result["outcome"] == "playing" and result["round"] > 0,
            "unfinished during setup": result["outcome"] == "playing" and result["round"] == 0,
            "stopped": result["outcome"] == "stopped",
            "counted": "counted" in result,
            "stopped during setup": result["outcome"] == "stopped" and result["round"] == 0,
            "no break in a whole week": won and not any(seat["break_used"] for seat in seats),
            "whole week in one chain": any(seat["running"] == options["days"] for seat in seats),
            "running shorter than longest": any(seat["running"] < seat["longest"] for seat in seats),
            "no counters at the end": won and 0 in result["tracks"]["death_counters"],
            "minus points": any(line["because"] == "counters" for line in result["ledger"]),
            "points below 0": min(points) < 0,
            "tie for first place": won and options["scoring"] == "each" and result["places"].count(1) > 1,
            "longest or running matters": score(with_option(record, chain_scored=other_chain)) != result,
            "alone or as a team matters": won and score(with_option(record, scoring=other_scoring)) != result,
        }
    )


def with_option(record: dict, **options: str) -> dict:
    return record | {"options": with_defaults(record) | options}


def outcome_features(record: dict) -> set[str]:
    """What corrections did to the outcome at the moment they were written."""
    names = set()
    for line, move in enumerate(record["moves"], 1):
        if move["move"] != "correct":
            continue
        before, after = (score(record | {"moves": record["moves"][:length]}) for length in (line - 1, line))
        corrected = {record["moves"][of - 1]["move"] for of, _ in move["lines"]}
        names |= seen(
            {
                "outcome corrected": before["over"] and after["over"] and before["outcome"] != after["outcome"],
                "ended by a correction": before["outcome"] == "playing" and after["over"],
                "points corrected": before["over"] and after["over"] and before["totals"] != after["totals"],
                "correction of setup": before["round"] > 0 and bool({"solid", "redeal"} & corrected),
            }
        )
    return names
