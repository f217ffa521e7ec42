"""Perhaps doing, are you spy?: what its cards and actions do, in two lines each. The keys are moves and statuses."""

from companion.games.gamushara_gang.guide.points import POINTS
from companion.games.guide import Card
from companion.games.refusals import N_

CARDS = (
    Card(
        "turn",
        N_("Turn player"),
        N_(
            "Draws the chance card, executes a candidate, may use its effect, and taps “Next turn”: the next "
            "living player on the left has it then. Names no candidate."
        ),
        original="親",
    ),
    Card(
        "effect",
        N_("Chance cards and effects"),
        N_(
            "A chance card begins a turn; the text of the character executed in it ends it. What they do is "
            "tapped under “By a card …”; whoever has the turn may leave either unused."
        ),
        original="チャンスカード",
    ),
    Card(
        "nominate",
        N_("Name a candidate"),
        N_(
            "Everybody living but the turn player chooses one active character that nobody has named yet. Lay it "
            "before the turn player; here it is one tap."
        ),
        original="始末候補",
    ),
    Card(
        "exchange",
        N_("Exchange a candidate"),
        N_(
            "Once all have named: put one candidate back and an active character in its place. Once in a turn "
            "for each, from the left of the turn player."
        ),
    ),
    Card(
        "add",
        N_("Add a candidate"),
        N_("While three or fewer players live you may put one more active character up instead of exchanging."),
    ),
    Card(
        "execute",
        N_("Execute"),
        N_("The turn player takes one of the candidates off the table and keeps the card. The other candidates hide."),
        original="始末",
    ),
    Card(
        "active",
        N_("Active"),
        N_("Face up: may be named, exchanged in, or executed."),
        original="活動中",
    ),
    Card(
        "hiding",
        N_("Hiding"),
        N_(
            "Face down: cannot be named. All who hide wake at the start of a turn with fewer active characters "
            "than living players besides the turn player."
        ),
        original="潜伏中",
    ),
    Card(
        "flip",
        N_("Turn over"),
        N_("A card sends an active character into hiding, or wakes a hidden one. Whoever has the turn taps it."),
    ),
    Card(
        "role",
        N_("Role"),
        N_(
            "The character of that name on the table is you. When it is executed, by whomever and whatever, show "
            "your card at once. Naming or executing your own is allowed, and fools everybody once."
        ),
        original="じんぶつ",
    ),
    Card(
        "succeed",
        N_("The partner takes over"),
        N_(
            "Look at your partner only when your role was executed. Not executed yet: it is your role now, your "
            "markers come off, and you have no second partner."
        ),
    ),
    Card(
        "no-partner",
        N_("No partner"),
        N_("You may begin without one: a single life, and where rule 3 is played all that you receive is doubled."),
    ),
    Card(
        "out",
        N_("Out"),
        N_(
            "Role executed, no living partner: show role and personality. You name nobody any more. If you were "
            "the spy, the game is over."
        ),
    ),
    Card(
        "personality",
        N_("Gang or spy"),
        N_(
            "Five cards, one of them the spy. The spy plays like everybody, may lie about gender, nationality "
            "and career, and is hunted by all. With three or four players there may be none."
        ),
        original="やくわり",
    ),
    Card(
        "confess",
        N_("Confess"),
        N_(
            "Active or hiding, as often as a card asks, never a lie. Or gender, nationality, career: each once, "
            "then it has a marker until a partner takes over."
        ),
    ),
    *POINTS,
)
