"""Death Wish: questions at the table: how the app reads them, why, and what else one may do.

Where the app counts nothing of a point, its reading is what it proposes to the table.
"""

from companion.games.death_wish.guide_cards import PEOPLE, TEN, ill
from companion.games.guide import Example, Question, Total
from companion.games.refusals import N_

ACTING = (
    Question(
        "first-player",
        N_("Who begins, and if two are dressed equally black?"),
        N_("Whoever the table finds dressed darkest, then clockwise. If it cannot say, draw."),
        N_("The book leaves it to clothes, and says nothing of equal ones."),
        option="first",
    ),
    Question(
        "two-symptoms",
        N_("May I take one symptom from the deck and one from the pool?"),
        N_("No: both from the same place. The pool is refilled only when you are done."),
        N_("The book lets you choose one or the other for the whole action."),
    ),
    Question(
        "wild-from-pool",
        N_("May I take two wild symptoms?"),
        N_("Not from the pool, where one a turn is the limit. What the deck gives you is luck."),
        N_("The limit is named for the pool alone."),
    ),
    Question(
        "no-open-afflicter",
        N_("No afflicter lies open. What now?"),
        N_("Turn one up from the deck. It may be taken like any other."),
        N_("An empty open pile is refilled with one card."),
    ),
    Question(
        "blocked",
        N_("A disease lies across another. Which one can I contract?"),
        N_("The upper one. The one below is free again as soon as that is gone. A third does not go on top."),
        N_("Spreading blocks what lies below, and one on each disease is the limit."),
    ),
    Question(
        "one-a-turn",
        N_("I could pay for two diseases. May I?"),
        N_("One a turn, like every action."),
        N_("The limit is printed. What an outbreak gives you besides is another matter."),
    ),
    Question(
        "when-over-limit",
        N_("I have seven symptoms. May I take two more?"),
        N_("Yes: take first, then discard down to seven. With three afflicters likewise."),
        N_("The limit is looked at after taking, so one may improve a full hand."),
    ),
    Question(
        "out-of-turn",
        N_("The app has the wrong player's turn."),
        N_("Go on: whoever reports is believed, and the turn is taken from there. It scores nothing."),
        N_("The table knows. Contracts alone are counted; the other three actions need not be told."),
    ),
)

PAYING = (
    Question(
        "small-number",
        N_("Is the number printed small always the lower one?"),
        N_("Pay what is printed. A disease without that number cannot be had with a stolen afflicter."),
        N_("The book calls the figure smaller in size, not lower in value."),
    ),
    Question(
        "steal-wild",
        N_("May I steal a wild afflicter?"),
        N_("Yes, and it is of the colour you need. It is discarded afterwards, not returned."),
        N_("The book warns that they are worth stealing."),
    ),
    Question(
        "steal-for-wild",
        N_("May I steal for a wild disease?"),
        N_("No. It takes an afflicter of your own, of any colour. Symptoms may be wild."),
        N_("Self-owned, the book says; so the app refuses a stolen one there."),
    ),
    Question(
        "steal-from-dead",
        N_("May I steal from the dead, where we play on?"),
        N_("No. The dead neither give nor lose anything, and get nothing."),
        N_("They have left the game. The book does not say what becomes of their cards: discard them."),
    ),
    Question(
        "empty-diseases",
        N_("What if the disease deck is empty?"),
        N_("Nothing is refilled, and one plays on with what lies there."),
        N_("The book reshuffles the other three decks. Diseases stay before those who have them."),
        N_("Shuffle in those that effects have cured."),
    ),
    Question(
        "wild-in-the-pool",
        N_("Three red symptoms and a wild one: is that one colour?"),
        N_("No. In the pool wild is a colour of its own."),
        N_("The book says no more than that it may be taken for any colour, by whoever plays it."),
        N_("Take it for the colour of the others, and discard the four."),
    ),
    Question(
        "which-shuffled",
        N_("The diseases are all of one colour. Which are shuffled in?"),
        N_("Those that lie free; what lay below is free then. One gap takes the incubating one, others the deck's."),
        N_("Only what can be reached counts. The new incubating disease comes last."),
    ),
)

DYING = (
    Question(
        "total",
        N_("How many skulls kill?"),
        N_("Ten for up to five players, eight for more, unless you agree on others before the game."),
        N_("The book has a range for each, and more skulls make it longer. The app takes the lower end."),
        option="target",
    ),
    Question(
        "deadly-outbreak",
        N_("The disease that kills me shows ☣. Do I draw?"),
        N_("No. Skulls count first, and you are dead."),
        N_("Reaching the total ends it, and the outbreak comes after the skulls. It might even undo them."),
    ),
    Question(
        "what-is-kept",
        N_("Which outbreaks may be kept?"),
        N_("Those marked KEEPER, until you use them. All others happen at once. Who dies keeps them for nothing."),
        N_("The app sees no card: it takes your word, and shows the words to you alone until you use it."),
    ),
    Question(
        "passed-outbreak",
        N_("I was passed a disease with ☣. Do I draw?"),
        N_("No. Outbreaks come of contracting alone."),
        N_("Its effect is used up, wherever it goes."),
    ),
    Question(
        "two-of-a-name",
        N_("I have two diseases of the same name."),
        N_("Call the second “… (2)”. The app refuses the same name twice for one player."),
        N_("It has to know which one is passed on or cured."),
    ),
    Question(
        "exchange-at-the-line",
        N_("Can two die of an exchange?"),
        N_("No. Both diseases move at once, and no skulls are made by it: one of two at most gets to the total."),
        N_("Both were below the total before."),
        example=Example(
            N_("The total is 10. Ann has 8 and 1, Bo has 3, and they exchange the last two: Ann %(ann)s, Bo %(bo)s."),
            PEOPLE,
            (
                *(ill(0, "the first", 8), ill(0, "the second", 1), ill(1, "the third", 3)),
                {"move": "give", "seat": 0, "to": 1, "disease": "the second", "back": "the third"},
            ),
            {"ann": Total(0), "bo": Total(1)},
            TEN,
        ),
    ),
    Question(
        "group-with-two",
        N_("We are two, and the outbreak shows the sign for the group."),
        N_("Ignore it and draw another."),
        N_("The two of you are no group."),
    ),
    Question(
        "outbreaks-here",
        N_("The outbreak does something the app has no button for."),
        N_("Passing on, exchanging, a cure, a mutation, coming back to life have one. For other skulls see below."),
        N_("The book prints no outbreak. Cards and symptoms in hand are not counted here."),
        N_("“Points by hand” on the sheet changes anybody's skulls, with a reason that all can read."),
    ),
    Question(
        "brought-back",
        N_("Somebody is brought back to life. What then?"),
        N_("They lose diseases until the rest does not kill, leave the order of dying, and play on."),
        N_("Only outbreaks do that. A game that was over goes on, unless enough others are dead."),
        N_("Agree that who is dead stays dead: draw another outbreak."),
    ),
    Question(
        "until-one-is-left",
        N_("When is it over?"),
        N_("With the first death. Three or more may play on: then it ends when one is left."),
        N_("Either way the first to die has won. The others follow by skulls, or by the order of dying."),
        option="last_survivor",
    ),
    Question(
        "templates",
        N_("What are the disease templates for?"),
        N_("Nothing in the game. Leave them in the box."),
        N_("The book lists them and says no more. An illness of your own is tapped like any other."),
        N_("Write diseases of your own on them, and shuffle them in."),
    ),
    Question(
        "unnamed",
        N_("We do not want to type names."),
        N_("Tap the colour, then +1 to +4: the app calls it by a number. “Name it” names it later, in all lines."),
        N_("Only skulls count. A name that was typed once is one tap the next time."),
    ),
)

QUESTIONS = (*ACTING, *PAYING, *DYING)
