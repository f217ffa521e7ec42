"""Perhaps doing, are you spy?: what a table asks about lives, lies and points (docs/rules/gamushara-gang.md)."""

from companion.games.guide import Question
from companion.games.refusals import N_

END_QUESTIONS = (
    Question(
        "own-up",
        N_("Do I have to say that it was me?"),
        N_("Yes, at once, and show your role. If it was nobody's, the turn player taps “It was nobody. Next turn”."),
        N_(
            "A role is shown when it dies. Once more players live than characters are left, the screens ask who it was."
        ),
    ),
    Question(
        "partner-executed",
        N_("My partner is executed while I live. Do I notice?"),
        N_("No. Nobody looks, you neither. When your own role dies you find out, and are out."),
        N_("A partner is turned up only when it is needed."),
    ),
    Question(
        "second-life",
        N_("What changes when my partner takes over?"),
        N_(
            "Your role, nothing else: you stay gang or spy. Your markers come off, for they told of somebody "
            "else. There is no third life."
        ),
        N_("What is asked from now on is asked about your new role."),
    ),
    Question(
        "spy-lives-on",
        N_("The spy's role is executed, but the partner lives. Is it over?"),
        N_("No. The spy plays on, and nobody has learned who it is."),
        N_("It is over when the spy is out, not when a role is lost. The personality is shown only by who is out."),
    ),
    Question(
        "two-in-a-turn",
        N_("Two are executed in one turn, and both were ours. Which is which?"),
        N_(
            "An answer belongs to the newest execution that nobody has answered yet. So answer the first before "
            "the second falls."
        ),
        N_("They die one after the other, also by a card."),
    ),
    Question(
        "when-no-partner",
        N_("When do I say that I take no partner?"),
        N_("Before the first execution: under “No partner?” on your phone."),
        N_("Nobody should choose once it is clear how long one life lasts."),
        N_("Where rule 3 is not played there is nothing to gain by it."),
        "points",
    ),
    Question(
        "who-may-lie",
        N_("About what may the spy lie?"),
        N_(
            "About gender, nationality and career, in a confession and nowhere else. Active or hiding is always "
            "true, for the spy too."
        ),
        N_("Lying is for confessions. If a card goes by what you are, say by your gender, the spy follows the truth."),
    ),
    Question(
        "open-attributes",
        N_("I am asked again. Do I answer again?"),
        N_(
            "Active or hiding: yes. Gender, nationality or career: only those without a marker. With all three "
            "open there is nothing left to say."
        ),
        N_("What is open need not be said twice."),
    ),
    Question(
        "is-it-true",
        N_("Does the app know whether an answer was true?"),
        N_("No. A marker means that it was answered, no more."),
        N_("It knows neither your role nor who the spy is, until you show it."),
    ),
    Question(
        "no-spy",
        N_("Can it be that nobody is the spy?"),
        N_(
            "With three or four players, yes: one or two of the five personalities stay away. Then the last one "
            "left wins."
        ),
        N_("Not knowing it is part of the game."),
    ),
    Question(
        "last-of-five",
        N_("Five play, and four of the gang are out. What is the last one?"),
        N_("The spy, for certain. Where rule 5 is played the app says so, and still takes your answer."),
        N_("Five players hold all five personalities, and one of them is the spy."),
    ),
    Question(
        "spy-out-who-wins",
        N_("The spy is out. Who has won?"),
        N_("All who live, at once, also if that is only one. Who went out before has lost with the spy."),
        N_("It ends in that moment; what was left of the turn falls away."),
    ),
    Question(
        "talk-of-the-dead",
        N_("May those who are out help?"),
        N_("They name and exchange nothing; whether they may talk you settle yourselves."),
        N_("The book only says that they are out."),
        N_("We suggest silence: their own cards tell too much."),
    ),
    Question(
        "which-points",
        N_("Which rules for points do we play?"),
        N_(
            "Rules 1, 2 and 3, unless your table chose others, or none. Points pass from one to another and add "
            "up to nothing."
        ),
        N_("The book recommends these three to begin with."),
        "",
        "points",
    ),
    Question(
        "who-pays-double",
        N_("Who pays when points are doubled?"),
        N_("Whoever pays. Paying to somebody without a partner costs twice as much."),
        N_("Points move between players; nothing comes out of the box."),
        "",
        "points",
    ),
    Question(
        "points-by-a-card",
        N_("Does an execution by a card bring a point too?"),
        N_("Yes, to the turn player, like one at the meeting."),
        N_("Whoever has the turn has done it, by whatever means."),
        "",
        "points",
    ),
    Question(
        "own-goal",
        N_("I executed my own role. Do I pay?"),
        N_("No. A point from yourself to yourself is none."),
        N_("It is taken from another player."),
        "",
        "points",
    ),
    Question(
        "points-and-winning",
        N_("Somebody else has more points than the winner. Who has won?"),
        N_("The game: whoever is left, or all who live once the spy is out. The evening: whoever has the most points."),
        N_("Points run on from game to game, and a lost game can still pay."),
    ),
    Question(
        "names-of-the-gang",
        N_("Our characters have names. Where do they go?"),
        N_(
            "Type them once when you set the game up; the group remembers them. Without names they are numbers "
            "from 1 to 14."
        ),
        N_("The book does not list them. Four are known in public, and are suggested."),
        "",
        "characters",
    ),
    Question(
        "talking",
        N_("May we talk, promise, and lie?"),
        N_("As much as you like, of anything, but show no card. Only a confession has to be true."),
        N_("The book forbids showing; talking is what a meeting is for."),
    ),
    Question(
        "taking-notes",
        N_("May we take notes?"),
        N_("The book does not say. Under “My notes” your phone has a page that nobody else sees and no record keeps."),
        N_("Otherwise only a good memory is rewarded."),
    ),
)
