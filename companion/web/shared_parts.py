"""The rendered shared parts of screens, kept for each evening by itself."""

from collections import OrderedDict
from collections.abc import Callable, Hashable

from markupsafe import Markup

EVENINGS = 64  # of so many evenings are parts kept
PARTS = 16  # of one: four kinds of screen, in the languages that people there read


class SharedParts:
    """What everybody at an evening may know, as HTML. Of each evening the parts of its newest version are kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[int, dict[Hashable, Markup]]] = OrderedDict()

    def part(self, evening: int, version: int, key: Hashable, render: Callable[[], Markup]) -> Markup:
        """The part that is kept under `key` for this version of an evening; rendered if there is none."""
        parts = self._of_version(evening, version)
        if key not in parts:
            parts[key] = render()
            while len(parts) > PARTS:
                parts.pop(next(iter(parts)), None)
        return parts[key]

    def _of_version(self, evening: int, version: int) -> dict[Hashable, Markup]:
        """The parts of a version; nothing is kept of one that is older than the newest."""
        newest, parts = self._kept.get(evening, (version, {}))
        if version < newest:
            return {}
        if version > newest:
            parts = {}
        self._kept[evening] = (version, parts)
        self._kept.move_to_end(evening)
        while len(self._kept) > EVENINGS:
            self._kept.popitem(last=False)
        return parts
