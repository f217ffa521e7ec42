"""The moments of Gamushara Gang."""

from tests.support.stage.moment import Moment

MOMENTS = [
    Moment("somebody hides", "gamushara-gang: after flip"),
    Moment("somebody is nominated", "gamushara-gang: after nominate"),
]
