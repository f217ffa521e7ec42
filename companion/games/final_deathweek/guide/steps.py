"""Final Deathweek: how to play, in eight small cards."""

from companion.games.guide import Step
from companion.games.refusals import N_

STEPS = (
    Step(
        "the-week",
        N_("Seven days, together"),
        N_(
            "You have cheated death once, and it wants its due within the week. If one of you dies, all have "
            "lost; if nobody does for seven days, all have won."
        ),
        "week",
    ),
    Step(
        "your-killers",
        N_("Three killers each"),
        N_(
            "One killer lies face up before you all week: tap its colour once, at the start. Every day you hold "
            "two more, backs towards you: everybody sees them but you. Agree before you begin how much anybody "
            "may hint."
        ),
        "hand",
    ),
    Step(
        "the-leader",
        N_("The leader shows some of them"),
        N_(
            "In the morning the leader may lay one of the two cards of each other player on the table, for all "
            "to see. Whoever leads taps its colour."
        ),
        "expose",
    ),
    Step(
        "your-event",
        N_("Everybody takes an event"),
        N_(
            "From the leader's left, the leader last, everybody takes one event of today's row: choose one whose "
            "colours you do not hold, as far as you can guess. Tap its colours, then its number."
        ),
        "take",
    ),
    Step(
        "your-break",
        N_("Or breaks, once a game"),
        N_(
            "Is nothing in the row safe enough? Once in the week you turn one of its events face down instead, "
            "put one of your death counters away, and take nothing that day."
        ),
        "break",
    ),
    Step(
        "the-reveal",
        N_("Then the killers are turned over"),
        N_(
            "All colours of your event among your three killers: you die. Some of them: one death counter for "
            "each. None: you are spared. Everybody tells two killers, and the app compares."
        ),
        "reveal",
    ),
    Step(
        "your-chain",
        N_("Your numbers make a chain"),
        N_(
            "Lay your events in a row. From the third day on the newest number has to go on rising or falling "
            "with those before it. If it does not, no leader can help you tomorrow: your cards stay hidden."
        ),
        "chain",
    ),
    Step(
        "the-evening",
        N_("The evening"),
        N_(
            "Whoever has five death counters or more dies now. Otherwise the killers in hand are shuffled back, "
            "the leader's left neighbour leads, and the next day begins. The app counts, and says who."
        ),
        "evening",
    ),
)
