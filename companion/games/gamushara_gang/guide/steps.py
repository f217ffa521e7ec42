"""Perhaps doing, are you spy?: how to play, in eight small cards."""

from companion.games.guide import Step
from companion.games.refusals import N_

STEPS = (
    Step(
        "the-gang",
        N_("Fourteen gangsters, one chair"),
        N_(
            "The boss retires, and fourteen characters lie on the table. Each of you secretly is one of them. "
            "They die one by one: be the last player left, or get the spy killed."
        ),
        "gang",
    ),
    Step(
        "your-cards",
        N_("Two cards you look at, one you do not"),
        N_(
            "Your role says which of the fourteen you are, your personality whether you are gang or the spy: "
            "show them to nobody. Your partner lies face down, and not even you look. The app asks for none of "
            "them."
        ),
        "cards",
    ),
    Step(
        "the-chance-card",
        N_("A turn begins with a chance card"),
        N_(
            "The turn player draws one and uses it, or leaves it. What it does to the characters is tapped under "
            "“By a card …”."
        ),
        "chance",
    ),
    Step(
        "the-meeting",
        N_("The others name candidates"),
        N_(
            "From the turn player's left, everybody else names an active character: tap it. In the same order "
            "each may then exchange a candidate for another active one (with three or fewer alive: or add one), "
            "or pass."
        ),
        "meeting",
    ),
    Step(
        "the-execution",
        N_("One is executed, the rest hide"),
        N_(
            "The turn player executes a candidate and may use what is printed on it. The other candidates are "
            "turned over: who hides cannot be named, until so few are active that all wake."
        ),
        "execution",
    ),
    Step(
        "was-it-you",
        N_("Was it you?"),
        N_(
            "Then show your role and look at your partner. If that one lives, it is your role from now on, still "
            "secret. If not, or if you had none: you are out, and show what you were. Tap which."
        ),
        "partner",
    ),
    Step(
        "confessions",
        N_("Some cards make you confess"),
        N_(
            "Whether your character is active or hiding: always true. Its gender, nationality or career: true, "
            "unless you are the spy. Tap the answer, and a marker shows that it was given."
        ),
        "confess",
    ),
    Step(
        "the-end",
        N_("How it ends"),
        N_(
            "If the spy goes out, all who live win at once. Otherwise the last one left wins, spy or not. Points "
            "run on through the evening, and a winner begins the next game."
        ),
        "end",
    ),
)
