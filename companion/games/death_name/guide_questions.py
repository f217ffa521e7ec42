"""DEATH Name: questions at the table. The chapters are those of the detailed manual."""

from companion.games.guide import Question
from companion.games.refusals import N_

QUESTIONS = (
    Question(
        "duplicates-day-2",
        N_("Do equal names cost a point on Day 2 too?"),
        N_("Yes: whoever plays a name that somebody else plays too loses 1 besides the icons."),
        N_("Day 2 is scored as Day 1 is, and the book takes back nothing but the kill points."),
        N_(
            "The penalty is worded for writing the same name in one round. Read by the letter, Day 2 has none: "
            "then equal names are one group all the same."
        ),
        "day2_duplicates",
    ),
    Question(
        "net",
        N_("Equal names lie on a minus and a plus: is there a mark?"),
        N_("Only if the icons of the group add up to less than nothing."),
        N_("A card is marked if it lost points. Where plus and minus cancel, nobody lost any."),
        N_("Mark it as soon as one of the icons is a minus."),
        "kill_rule",
    ),
    Question(
        "minus-two",
        N_("Is −2 worth two marks?"),
        N_("No, one: a card is marked or it is not."),
        N_("A kill point is counted for each card with a cross, whatever it cost."),
    ),
    Question(
        "penalty-marks",
        N_("Does the penalty for equal names mark a card?"),
        N_("No. Only icons do."),
        N_("The mark is for a name that matched the decree; the penalty has nothing to do with the decree."),
    ),
    Question(
        "three-alike",
        N_("Three write the same name. Who loses what?"),
        N_(
            "The three lie on three places, and every holder gets all three icons together. Each of the three "
            "writers loses 1, not 2."
        ),
        N_("The penalty is for having written it, once, however many copies there are."),
    ),
    Question(
        "sounds-alike",
        N_("Sean and Shawn: is that one name?"),
        N_(
            "Not by itself: spelling counts. When all cards lie open, the app offers pairs that sound alike, and "
            "the table decides."
        ),
        N_(
            "The book goes by spelling and leaves sound to the house. What you ruled on Day 1 is offered again "
            "on Day 2."
        ),
    ),
    Question(
        "accents",
        N_("Do accents and capitals matter?"),
        N_("Capitals and spaces do not. An accent makes a different name, which stands right behind the plain one."),
        N_("The order is the one that dictionaries use in the alphabet you have set."),
        option="language",
    ),
    Question(
        "kanji",
        N_("A name in kanji: where does it stand?"),
        N_("Where its reading stands. The app asks for it, from whoever wrote the name, once it cannot go on without."),
        N_(
            "Kanji have no alphabetical order of their own; kana have, and hiragana and katakana of one reading "
            "are one name."
        ),
        option="language",
    ),
    Question(
        "all-at-once",
        N_("How do we tell all at once whether we keep or pass?"),
        N_(
            "Tap it on your phone: nothing shows until the last one has decided. With hands: count to three; a hand on "
            "the table keeps, a raised one passes. Later everybody taps whose card they ended with."
        ),
        N_("Any way will do in which nobody can wait for the others."),
        N_("Choose “with hands” for the draft before the start."),
    ),
    Question(
        "keepers",
        N_("My neighbour has kept a card. To whom do I pass?"),
        N_("Past everybody who keeps, to the next in that direction who passes as well."),
        N_("Who keeps takes no part in the draft any more, and has a card already."),
    ),
    Question(
        "lone-passer",
        N_("I am the only one who passes. And now?"),
        N_("You keep what you hold, and the draft is over."),
        N_("There is nobody left who would take it."),
    ),
    Question(
        "own-card",
        N_("My own card came back. May I keep it?"),
        N_("Yes. You get its icon, and if that is a minus, you have the mark as well."),
        N_("Writer and holder are asked separately; nothing says that they are two people."),
    ),
    Question(
        "limit",
        N_("How often can we pass?"),
        N_("As often as you like. With a limit, the cards of the last passing still move, and then everybody keeps."),
        N_("The book sets no limit, but allows one."),
        N_("Agree on three, say. Handing the card to the neighbour in the beginning is not one of them."),
        "pass_limit",
    ),
    Question(
        "practice",
        N_("What does the practice decree do?"),
        N_(
            "As a practice round it comes before round 1, is scored on the screen, and counts nothing. Its cards "
            "are wiped."
        ),
        N_("Nobody understands this game before the first order lies open."),
        N_(
            "Leave the setting off, and enter the practice decree as round 1: then it counts, in place of a card "
            "from the envelope."
        ),
        "practice",
    ),
    Question(
        "names",
        N_("Which names may one write?"),
        N_(
            "What everybody at the table could know: first names of people, not too long, that somebody might "
            "really have."
        ),
        N_("The app takes any text. Whether it is a name, the table decides."),
        N_("When you know the game, agree on something else: songs, films, dishes."),
    ),
    Question(
        "direction",
        N_("Which way do the cards go?"),
        N_(
            "Left in rounds 1 and 3 and in the practice round, right in rounds 2 and 4. It stands at the top of "
            "each card, and the screen names your neighbour."
        ),
        N_("On Day 2 nothing is passed."),
    ),
    Question(
        "boards",
        N_("Do we still write on the boards, and cross out cards?"),
        N_(
            "No need to: points, crosses and kill points are counted here. Names do go on the cards, for these travel "
            "round the table."
        ),
        N_("The boards only add up."),
        N_("Write them all the same, if you like to see them lie there."),
    ),
    Question(
        "wipe",
        N_("When may we wipe the cards?"),
        N_(
            "After the last round, and then all of them, before they go into the box. Until then your four names "
            "are your hand for Day 2."
        ),
        N_("Ink that has dried on does not come off."),
    ),
)
