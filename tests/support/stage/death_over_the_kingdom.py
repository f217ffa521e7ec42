"""The moments of Death Over The Kingdom."""

from tests.support.stage.moment import Moment

MOMENTS = [
    Moment("a point", "death-over-the-kingdom: after winners"),
    Moment("somebody is dropped", "death-over-the-kingdom: after losers"),
]
