"""The moments of Final Deathweek."""

from tests.support.stage.moment import Moment

MOMENTS = [
    Moment("an event is drawn", "final-deathweek: after take"),
]
