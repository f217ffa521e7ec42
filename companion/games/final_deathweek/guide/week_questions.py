"""Final Deathweek: what a table asks about the whole week (docs/rules/final-deathweek.md)."""

from companion.games.final_deathweek.guide.examples import LAST_DAY
from companion.games.guide import Change, Example, Question, Sum
from companion.games.refusals import N_

WEEK_QUESTIONS = (
    Question(
        "break-and-chain",
        N_("I used Break today. Is my chain broken?"),
        N_(
            "No. There is no check for you today, nothing failed, and your next event goes beside the last one, "
            "without a gap."
        ),
        N_("Only a new event can break a chain."),
    ),
    Question(
        "first-check",
        N_("Why is there no check on the first two days?"),
        N_(
            "Two numbers always rise, fall or are equal. So your first two events cannot fail, also if a Break "
            "puts them off."
        ),
        N_("It takes three cards to turn round."),
    ),
    Question(
        "equal-numbers",
        N_("What if two numbers are equal?"),
        N_("They fit a rising chain and a falling one. If there are only equal ones so far, either way is still open."),
        N_("Equal counts as both rising and falling."),
    ),
    Question(
        "new-chain",
        N_("My chain broke. Where does the next one begin?"),
        N_(
            "With the card before the one that broke it. These two set the new direction, so up and down in turn "
            "breaks it every day."
        ),
        N_("A card may end one chain and begin the next."),
    ),
    Question(
        "failed-check",
        N_("What does a broken chain cost me?"),
        N_(
            "The leader may show nothing of yours on the next day, that day only. If you lead then, or after the "
            "seventh day, it costs nothing."
        ),
        N_("Exposing is the only thing it touches, and nobody exposes the leader."),
    ),
    Question(
        "killers-back",
        N_("Which killers are shuffled every day?"),
        N_("All but the solid ones: those in hand, those that were exposed, and those not dealt."),
        N_("An exposed card is one of the two in hand."),
    ),
    Question(
        "seen-by-mistake",
        N_("I have seen one of my own killers. What now?"),
        N_("Before you take an event, shuffle it back and draw another one. Afterwards it makes no difference."),
        N_("The book is silent. The app learns of killers only at the reveal, so it does not mind."),
        N_("Call it exposed, if the leader has shown none of yours today."),
    ),
    Question(
        "counting-killers",
        N_("May we count which killers are left?"),
        N_(
            "Yes: there are four of each colour, and what lies open may be counted. If you tell more than four, "
            "the app hints at it."
        ),
        N_("What lies open is open to everybody."),
        N_("Choose “counted for all” before the start, and the app counts for you."),
    ),
    Question(
        "last-day-death",
        N_("One survivor is enough, and on the last day somebody dies. Are the others safe?"),
        N_(
            "No. The day is played to its end: the others get their counters, and who then has the limit dies "
            "too. It is won if anybody is left."
        ),
        N_(
            "This setting says that on the last day any number may die, so a death there ends nothing. Dying for "
            "friends saves nobody."
        ),
        N_("By the book alone, all have to live on the last day too."),
        "last_day",
        Example(
            N_(
                "Ann dies of her event on the last day. Bo gets %(counters)s, has %(sum)s, and dies too; Cy lives, "
                "and the week is won."
            ),
            ("Ann", "Bo", "Cy"),
            LAST_DAY,
            {"counters": Change(1, "death_counters", round=7), "sum": Sum(1, "death_counters")},
            {"last_day": "any"},
        ),
    ),
    Question(
        "dead-score",
        N_("Does somebody score who died on the last day?"),
        N_("Yes, like everybody else, where one survivor was enough and you play for points."),
        N_("Points are given to each player for a week that was won, and it was."),
        N_("A table that would rather not leaves them out when it compares."),
        "scoring",
    ),
    Question(
        "which-chain-scores",
        N_("Which chain gives the points?"),
        N_("The longest of the week, wherever it stands in your row."),
        N_("The book does not say which; its list goes to seven cards and has one number for each player."),
        N_("The one that still runs at the end."),
        "chain_scored",
    ),
    Question(
        "whose-points",
        N_("Do we score alone or together?"),
        N_(
            "Neither, unless your table chose it: the book plays for survival. Alone the points make places; as "
            "a team all are added up."
        ),
        N_("Points are an idea that the book offers for who wants more."),
        "",
        "scoring",
    ),
    Question(
        "who-leads-next",
        N_("Who leads the first day, and who in the next game?"),
        N_(
            "Agree, or tap “Draw who begins, and start”. In the next game the app proposes the left neighbour of "
            "who led last."
        ),
        N_("Any way of choosing will do; going on to the left is fair."),
        "",
        "leader",
    ),
    Question(
        "comparing-ourselves",
        N_("Must we enter all these colours?"),
        N_("No. Choose “only say what it did” before the week, or for a single event: its number, and 0, 1, 2 or †."),
        N_(
            "Counters, chains and deaths are all that has to be kept. Three colours that fit are never three "
            "counters: they kill."
        ),
    ),
)
