"""Final Deathweek: what a table asks about a day (docs/rules/final-deathweek.md)."""

from companion.games.guide import Question
from companion.games.refusals import N_

DAY_QUESTIONS = (
    Question(
        "how-much-hinting",
        N_("How much may we say?"),
        N_(
            "As much as you agreed before the first day. A good start: nothing of the colours and numbers that "
            "you see, and all the complaining you like."
        ),
        N_("The book wants no hints, and leaves it to the table where a hint begins. The app checks nothing of it."),
    ),
    Question(
        "whom-to-expose",
        N_("Does the leader have to show something, and when?"),
        N_(
            "No. The leader may show one card of each other player, of some or of nobody, before the first event "
            "is taken. Reports in another order are taken too."
        ),
        N_("It is a help, not a duty, and it is given in the morning."),
    ),
    Question(
        "leader-hidden",
        N_("Who shows the leader a card?"),
        N_("Nobody. The leader takes last and sees what the others left; that has to do."),
        N_("The leader chooses among the cards of the others only."),
    ),
    Question(
        "last-event",
        N_("Does the leader have a choice?"),
        N_(
            "Only to take the last event or to break. There are as many events a day as players, and a Break "
            "turns one down."
        ),
        N_("So every row comes out even."),
    ),
    Question(
        "colours-not-cards",
        N_("I hold a colour twice. Is that two counters?"),
        N_("No, one. The colours of the event are counted that you hold, not the cards."),
        N_("A counter is for each colour that fits. So an event of one colour kills or does nothing."),
    ),
    Question(
        "no-colour",
        N_("My event has no colour. What then?"),
        N_(
            "It neither kills nor brings a counter. Its number lies in your row all the same. Tell your killers "
            "as ever."
        ),
        N_("All of no colours would be none: nobody dies of nothing."),
    ),
    Question(
        "death-and-the-others",
        N_("One of us dies at the reveal. Do the others still count?"),
        N_(
            "Yes: all are judged together, and who lives gets the counters due. Then the game is lost, without a "
            "chain check."
        ),
        N_("Everybody turns the cards over at once. It changes nothing of who has lost, only what the sheet says."),
    ),
    Question(
        "limit-when",
        N_("I reach five counters. Am I dead at once?"),
        N_("No, at the end of the day; but no Break can come between, for it is used in your turn, before the reveal."),
        N_("The counters are looked at once a day, after the chain check."),
        N_("For an easier week set the limit to 6 or let Break put 2 away; for a harder one lower the limit."),
        "counter_limit",
    ),
    Question(
        "break-without-counter",
        N_("May I break without a death counter?"),
        N_("Yes. Nothing is put away, you take no event, and your Break is spent."),
        N_("Putting one away is what it does, not what it costs."),
        N_("Your table may let Break put two or three away; who has fewer puts away what there is."),
        "break_removes",
    ),
    Question(
        "break-which-event",
        N_("Which event does a Break turn down?"),
        N_("Any one that still lies in today's row. You need not tell the app which."),
        N_("Choose one that would kill those who come after you."),
    ),
)
