"""The moments of Death Wish."""

from tests.support.stage.moment import Moment

MOMENTS = [
    Moment("a diagnosis", "death-wish: after contract"),
    Moment("it is passed on", "death-wish: after give"),
    Moment("a cure", "death-wish: after cure"),
]
