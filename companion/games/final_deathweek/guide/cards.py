"""Final Deathweek: what its cards and actions do, in two lines each. The keys are moves, tracks, and options."""

from companion.games.final_deathweek.guide.examples import BREAK, ONE_COLOUR, ZIGZAG
from companion.games.guide import Card, Change, Example, Fact, Sum, Total
from companion.games.refusals import N_

CARDS = (
    Card(
        "solid",
        N_("Solid killer"),
        N_(
            "Lies face up before you from the first day to the last. It counts in every reveal like the two that "
            "you hold."
        ),
        original="固定デスフラグ",
    ),
    Card(
        "schedule",
        N_("Schedule"),
        N_(
            "Seven rows of events, face up, the top one for the first day: everybody may look ahead. Entering a "
            "row here is optional; then an event is taken with one tap."
        ),
        original="スケジュール",
    ),
    Card(
        "leader",
        N_("Leader"),
        N_(
            "Deals two killers to each in the morning, may show some of them, and takes an event after everybody "
            "else. Leads for one day; then the left neighbour does."
        ),
        original="親",
    ),
    Card(
        "expose",
        N_("Expose a killer"),
        N_(
            "The leader picks one of somebody's two cards and lays it open, so that its owner sees it too: at "
            "most one a player. Not for somebody whose chain broke the day before, and not for the leader."
        ),
    ),
    Card(
        "take",
        N_("Take an event"),
        N_(
            "An event has a number from 1 to 16 and one to three colours; a single one has none and harms "
            "nobody. Everybody takes one of today's row, the leader what is left."
        ),
        original="イベント",
    ),
    Card(
        "break",
        N_("Break"),
        N_(
            "Once a week, in your turn: turn an event of the row face down, put a death counter away, and take "
            "nothing. For today there is nothing to reveal, and your row stays as it is."
        ),
        original="ブレイク",
        example=Example(
            N_(
                "Death counters of Ann: %(first)s on the first day, %(less)s by her Break on the second, %(left)s left."
            ),
            ("Ann", "Bo"),
            BREAK,
            {
                "first": Change(0, "death_counters", "match"),
                "less": Change(0, "death_counters", "break"),
                "left": Sum(0, "death_counters"),
            },
        ),
    ),
    Card(
        "killers",
        N_("Killers in hand"),
        N_(
            "Once all have taken, all turn them over. An event kills if you hold every one of its colours; each "
            "single colour that you hold is a death counter."
        ),
        original="死神カード",
        example=Example(
            N_(
                "Ann holds red, red and solid red, and takes an event of red, yellow and black. Three cards fit, but "
                "only one colour does. Death counters: %(counters)s."
            ),
            ("Ann", "Bo"),
            ONE_COLOUR,
            {"counters": Sum(0, "death_counters")},
        ),
    ),
    Card(
        "outcome",
        N_("Only say what the event did"),
        N_(
            "For a table that compares by itself: the number of your event, then 0, 1 or 2 counters, or † if it "
            "killed you. Colours and killers are then not entered."
        ),
    ),
    Card(
        "death_counters",
        N_("Death counters"),
        N_(
            "One for each colour that grazed you. With five of them at the end of a day you die, or at the limit "
            "that your table has set. Should the twenty run out, the app counts on."
        ),
        original="デスカウンター",
    ),
    Card(
        "chain",
        N_("Chain check"),
        N_(
            "From the third day on: does your newest number go on rising or falling? Equal numbers fit both "
            "ways. If it does not, nothing of yours is shown tomorrow, and a new chain begins with the card "
            "before it."
        ),
        original="連鎖チェック",
        example=Example(
            N_(
                "Ann lays 3, 7, 5, 2, 2, 9, 9. The 5 breaks her chain, and the first 9 breaks the next. Cards in the "
                "longest: %(longest)s; in the one that still runs: %(running)s."
            ),
            ("Ann", "Bo"),
            ZIGZAG,
            {"longest": Fact(("seats", 0, "longest")), "running": Fact(("seats", 0, "running"))},
        ),
    ),
    Card(
        "points",
        N_("Points"),
        N_(
            "Only if your table plays for points, and only for a week that was won: a chain of two to seven "
            "cards is worth 1, 2, 4, 7, 11 or 16, and each death counter costs one."
        ),
        example=Example(
            N_(
                "The same week, played for points: %(chain)s for the chain, %(counters)s for her death counters, "
                "%(total)s in all."
            ),
            ("Ann", "Bo"),
            ZIGZAG,
            {
                "chain": Change(0, "points", "chain"),
                "counters": Change(0, "points", "counters"),
                "total": Total(0),
            },
            {"scoring": "each"},
        ),
    ),
    Card(
        "redeal",
        N_("Deal again"),
        N_(
            "Should all solid killers be of one colour, they go back and are dealt once more. The app forgets them too."
        ),
    ),
)
