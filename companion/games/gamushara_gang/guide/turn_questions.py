"""Perhaps doing, are you spy?: what a table asks about a turn (docs/rules/gamushara-gang.md)."""

from companion.games.guide import Question
from companion.games.refusals import N_

TURN_QUESTIONS = (
    Question(
        "who-begins",
        N_("Who has the first turn?"),
        N_(
            "Draw somebody: “Draw who begins, and start” does it. In the next game whoever has won begins; among "
            "several one is drawn."
        ),
        N_("The book leaves the first to chance and hands the card to a winner afterwards."),
        option="first",
    ),
    Question(
        "skip-the-chance-card",
        N_("Must a chance card or an effect be used?"),
        N_(
            "No. Draw the card, read it, and use it or not; either way it is discarded. So with the text of who "
            "was executed."
        ),
        N_("Both are offers to whoever has the turn."),
    ),
    Question(
        "chance-pile-empty",
        N_("The chance pile is empty. What now?"),
        N_("Shuffle the used cards into a new pile. The app counts none of them."),
        N_("The book is silent. It hardly happens: eighteen cards, one a turn, fourteen characters."),
        N_("Play on without them."),
    ),
    Question(
        "blank-cards",
        N_("What are the three blank cards for?"),
        N_("They stand in for cards that got lost. Leave them in the box."),
        N_("They say nothing, so drawing one would do nothing."),
        N_("Write a card of your own; what it does is tapped like any other."),
    ),
    Question(
        "same-character",
        N_("May two of us name the same character?"),
        N_("No. Once named it is a candidate and no longer to be had: choose another active one."),
        N_("Candidates are named among those who are only active."),
    ),
    Question(
        "own-character",
        N_("May I name or execute my own role?"),
        N_("Yes, both. If you execute it you pay yourself nothing, and the partner takes over or you are out."),
        N_("Nothing forbids it, and it is a fine disguise."),
    ),
    Question(
        "too-few-active",
        N_("There are fewer active characters than players who name one. What then?"),
        N_("Those who find none left pass. The others' candidates stand."),
        N_("A card may have hidden some since the turn began."),
    ),
    Question(
        "nobody-active",
        N_("Nobody is active at all. And now?"),
        N_("Nobody is named, exchanged or added, and nobody is executed. Pass the card on; all wake next turn."),
        N_("There is nobody to choose from, and too few are active by then."),
    ),
    Question(
        "when-all-wake",
        N_("When exactly do those who hide wake?"),
        N_(
            "At the start of a turn, never in the middle. With five alive if fewer than four are active, with "
            "four fewer than three, with three fewer than two, with two if nobody is. The app turns them over."
        ),
        N_("Everybody but the turn player has to find somebody to name."),
    ),
    Question(
        "exchange-order",
        N_("Whose exchange is it, and may I wait?"),
        N_(
            "One round from the turn player's left, after all have named. Screens take it that whoever sits "
            "before somebody who exchanged has passed. Reported out of order it counts all the same."
        ),
        N_("Nobody has to say that they pass: the execution ends the round."),
    ),
    Question(
        "exchange-and-add",
        N_("May I exchange and add?"),
        N_(
            "One of both, once in a turn. Adding is open to you while three or fewer players live, the turn "
            "player among them."
        ),
        N_("It is one choice: this, that, or neither."),
    ),
    Question(
        "exchanged-out",
        N_("What becomes of a candidate who was exchanged out?"),
        N_("It is active again and does not hide after the execution. The next player may even bring it back."),
        N_("Only those hide who are candidates when somebody is executed."),
    ),
    Question(
        "must-execute",
        N_("Does the turn player have to execute somebody?"),
        N_("If there is a candidate, yes. Should a card prevent it, tap “Pass the card on” under “By a card …”."),
        N_("An execution is no offer like a card's effect."),
    ),
    Question(
        "candidates-left",
        N_("Nobody was executed. Do the candidates hide?"),
        N_("No, they are active again."),
        N_("Hiding is what follows an execution for those who were spared."),
        N_("Turn them over once the turn has passed: “goes into hiding” under “By a card …”."),
    ),
    Question(
        "turn-player-out",
        N_("The turn player goes out. Who goes on?"),
        N_(
            "The next living one on the left gets the card. If it happened before the execution, the meeting "
            "falls away; if by it, nobody uses the effect."
        ),
        N_("Whoever is out does nothing more, and the card moves left as ever."),
    ),
    Question(
        "chain-of-effects",
        N_("An effect executes somebody else. Is that one's text used too?"),
        N_("As you agree; we use only that of the character executed at the meeting. The app takes whatever was done."),
        N_("The book speaks of the one who was executed in this turn, and thinks of one."),
        N_("Use them all, the newest first, and take a long evening."),
    ),
    Question(
        "hiding-is-no-shelter",
        N_("Can somebody who hides be executed?"),
        N_("Not at the meeting. A card that says so reaches everybody who is left, active or hiding."),
        N_("What is printed on a card goes before the rule."),
    ),
    Question(
        "lineup-on-table",
        N_("Must we tap every candidate?"),
        N_(
            "No. Choose “stays on the table” when you set the game up: only who was executed and whose role it "
            "was is entered."
        ),
        N_("Active and hiding then lie on the table alone, and no screen can be wrong about them."),
    ),
)
