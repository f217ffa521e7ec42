"""The moments of DEATH Name."""

from tests.support.stage.moment import Moment

MOMENTS = [Moment("the first decree is turned up", "death-name: after decree")]
