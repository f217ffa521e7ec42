"""Death Over The Kingdom: questions at the table: how the app reads them, why, and what else one may do.

Where the app counts nothing of a point, its reading is what it proposes to the table.
"""

from companion.games.death_over_the_kingdom.guide_cards import PEOPLE, shown, won, worth
from companion.games.guide import Change, Example, Question, Total
from companion.games.refusals import N_

ROUND = (
    Question(
        "lay-first",
        N_("Does everybody lay a card before anybody acts?"),
        N_("Yes: all lay one, from the Dealer's left on; then all act in the same order."),
        N_("Only a card that lies there can be swapped; and the makers have answered so when they were asked."),
    ),
    Question(
        "kings-up",
        N_("When is a King shown?"),
        N_("When all have laid, before the first player acts."),
        N_("He is shown when the round begins, and who acts has to know what cannot be touched."),
        N_("Lay him face up at once, or show Kings in the hand before anybody lays. It changes no score."),
    ),
    Question(
        "king-drawn",
        N_("What if a King is drawn in the middle of a round?"),
        N_("He lies face down like any new card, and stays. Only if somebody reaches for him he is shown."),
        N_("Kings are shown only when a round begins, but nothing moves one at any time."),
        N_("Turn him up at once. It changes no score."),
    ),
    Question(
        "king-from-hand",
        N_("May I bring in a King from my hand?"),
        N_("No. He is laid as the round begins, or not in this round."),
        N_("The book keeps him out of every swap, and names the one with the hand expressly."),
        N_("Read it of a King on the table alone: then bring him in, face up."),
    ),
    Question(
        "king-on-the-left",
        N_("My left neighbour has a King. May I swap with the next?"),
        N_("No. The swap goes to the next on the left alone. Do one of the other three."),
        N_("Only Thief and Juggler reach further, and a King is safe from them too."),
    ),
    Question(
        "one-thing",
        N_("May I also use the card that I have just got?"),
        N_("No. Each acts once in a round, and does one thing."),
        N_("The four are a choice. A card that was drawn or swapped by an ability lies face down, and stays."),
    ),
    Question(
        "swapped-before",
        N_("My card was swapped before my turn came. Do I still act?"),
        N_("Yes, with the card that lies before you now; if it is one to be used, you may use it."),
        N_("Everybody acts once, and may keep what was given. Once you have acted, nobody reaches your card any more."),
    ),
    Question(
        "looking",
        N_("May I look at a card that I was given?"),
        N_("Yes, at what lies before you; at what lies before others only with a Thief."),
        N_("Otherwise nobody could choose whether to keep it. The book does not say it."),
        N_("Leave it unseen. It changes no score."),
    ),
    Question(
        "cutting",
        N_("How does the Dealer swap with the deck?"),
        N_("Say so, lift some cards off unseen and take the one below. Put the old card in its place."),
        N_("The cut is in the book. Where the old card goes is not: a swap puts it where the new one was."),
        N_("Lay the old card aside. It changes no score."),
    ),
    Question(
        "thrown-away",
        N_("Where do used cards go?"),
        N_("Aside, face up, until the turn is over; also a Merchant and what a Dragon drove away."),
        N_("The makers say that played cards are put aside after a round, and may lie open. Then all are shuffled."),
        N_("Lay them face down. It is harder then, and changes no score."),
    ),
    Question(
        "empty-deck",
        N_("What if the deck is empty?"),
        N_("Shuffle the cards that lie aside, and draw from them."),
        N_("The book does not say it. With seven players the deck has few cards, so it may happen."),
        N_("Nothing to draw: Merchant and Dragon then do nothing."),
    ),
    Question(
        "dealers-cards",
        N_("What is left for the Dealer to do?"),
        N_("To keep, to cut the deck, to swap with the hand, or to use a Merchant."),
        N_("Nobody sits on the Dealer's left, as far as cards go. A Monk is worth its own number there."),
    ),
)

TURNING = (
    Question(
        "in-play",
        N_("Which cards count as in play?"),
        N_("Those that lie before somebody in this round, on whichever side. Hands, deck and used cards do not."),
        N_("Turning names no neighbour, so it reaches past the Dealer too. Only a Monk looks to the left."),
    ),
    Question(
        "two-knights",
        N_("Two Knights turn a Dragon, or two Princesses a Knight?"),
        N_("As we read it they turn it twice, which is not at all. Other characters are turned once at most."),
        N_("Each of the two has the ability. An Innkeeper asks only whether there is a King, however many."),
        N_("Turn it once, however many do it."),
        "flips",
        shown(
            N_("Ann's Dragon, 2 upside down, with two Knights in play: it is worth %(ann)s."),
            *("dragon", "knight", "knight"),
            turned=2,
            ann=worth(0),
        ),
    ),
    Question(
        "turned-knight",
        N_("Does a turned Knight still turn Dragons?"),
        N_("Yes. Turning a card changes its number, and nothing else."),
        N_("The book says no more of it than that the value changes."),
        example=shown(
            N_("Cy's Princess turns Bo's Knight, which turns Ann's Dragon. It shows 2: it is worth %(ann)s."),
            *("dragon", "knight", "princess"),
            turned=2,
            ann=worth(0),
        ),
    ),
    Question(
        "order",
        N_("In which order do abilities work at the end of a round?"),
        N_("First all that turn, at once; then the Monks, from the Dealer's side."),
        N_("Who is turned depends on who is there, not on numbers. A Monk has to wait for his neighbour's number."),
        example=shown(
            N_("Ann and Bo have Monks, Cy a Queen: all three have %(ann)s, for Ann copies Bo, and Bo copies Cy."),
            *("monk", "monk", "queen"),
            ann=worth(0),
        ),
    ),
    Question(
        "monk-and-king",
        N_("Does a Monk beside a King copy him?"),
        N_("Yes: he is worth as much as the King."),
        N_("Nothing happens to the King. He is only looked at."),
    ),
    Question(
        "numbers",
        N_("Which numbers are on the cards, upright and upside down?"),
        N_("Upright 0 to 12, as far as we know, Death to King. What a turned card shows is read off once, and kept."),
        N_("The book gives only the lowest, the highest and a Dealer's Monk. The others stand on the cards."),
        N_("Put in what your box shows, on both sides, before the game; or one card at a time in it."),
        "values",
    ),
    Question(
        "typed",
        N_("I put in the number myself. Is the card turned after that?"),
        N_("No: that number is final. Its character, if you gave one, still turns others."),
        N_("What one reads off a card at the end has been turned already."),
    ),
    Question(
        "third-king",
        N_("Three cards were told as the same character."),
        N_("The app says so and counts them: the box has two of each, so one is a slip. Correct that line."),
        N_("A hint is enough; perhaps you play with two boxes."),
    ),
)

SCORING = (
    Question(
        "levels",
        N_("What if cards are level?"),
        N_("All who are level share: each has the point, or each loses."),
        N_("It is so for the highest and for the lowest. In between nobody is in another's way."),
    ),
    Question(
        "between",
        N_("What exactly is in between?"),
        N_("Every number above the lowest and below the highest. Where only two numbers lie, nobody has a point."),
        N_("The book lets up to three of five players have it: those who are neither at the top nor at the bottom."),
        example=Example(
            N_("Ann has Death, Bo a Thief, Cy a King: %(bo)s for Bo alone."),
            PEOPLE[:3],
            (*won(0, 2), *shown("", "death", "thief", "king").moves),
            {"bo": Change(1, "points", round=3)},
            {"dealer": 2},
        ),
    ),
    Question(
        "nobody",
        N_("Everybody has the most points or the fewest. Who wins?"),
        N_("Nobody. Play again."),
        N_("All at both ends are dropped, and nobody is left between them."),
        example=Example(
            N_("Ann, Bo and Cy have %(ann)s points each: all have the most, and all have the fewest."),
            PEOPLE[:3],
            won(0, 1, 2, 0, 1, 2, 0, 1, 2),
            {"ann": Total(0)},
        ),
    ),
    Question(
        "who-won",
        N_("Can we just say who won?"),
        N_("Yes, instead of the faces, round by round. Cards that were tapped in that round are dropped."),
        N_("What the table says holds. Only why, and which cards, is not told later."),
    ),
    Question(
        "which-game",
        N_("Which of the three games do we play?"),
        N_("Second wins with three to seven; crowd and last one standing with three to sixteen, best from eight."),
        N_("So says the book, but for the last one standing: it is meant for eight and more, and works with fewer."),
        option="mode",
    ),
    Question(
        "rounds",
        N_("How long does the crowd play?"),
        N_("As many rounds as there are players, so that each is Dealer once."),
        N_("It is so in the game of three rounds a turn, and the book changes nothing there."),
        N_("Agree on fewer: sixteen rounds are long."),
        "rounds",
    ),
    Question(
        "lives",
        N_("With how many lives does the last one standing begin?"),
        N_("With the four that a marker shows, unless others are agreed on."),
        N_("Fewer are quicker; the rest stays as it is."),
        option="lives",
    ),
    Question(
        "last-together",
        N_("The last ones go out together. Who wins?"),
        N_("They share it. Whoever goes out later is placed better."),
        N_("Ties share everywhere else in this game."),
    ),
    Question(
        "dead-dealer",
        N_("The Dealer is out. Who deals?"),
        N_("The next on the left who lives; the dead are skipped, and nobody's left neighbour is dead."),
        N_("The deck goes to the left anyway. The book does not speak of it."),
    ),
    Question(
        "castle",
        N_("Who is the first Dealer?"),
        N_("Whoever was in a castle last; in the next game the one to the left of who began this one."),
        N_("The castle is the book's. It says nothing of a second game."),
        N_("Draw, if nobody has ever been in one."),
        "dealer",
    ),
)

QUESTIONS = (*ROUND, *TURNING, *SCORING)
