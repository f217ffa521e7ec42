"""The ETag of a device's own page, made of what the page depends on: it need not be drawn to be compared."""

import time
from hashlib import blake2s

from companion import __version__
from companion.evening.model import Evening, EveningDevice
from companion.group import notebook
from companion.web.access.services import services
from companion.web.access.static_files import static_files
from companion.web.access.visit import seat_in_hand
from companion.web.screens import prepare_gathering
from companion.web.text.languages import spoken
from companion.web.text.letters import are_large


def page_etag(evening: Evening, device: EveningDevice) -> str:
    """Equal for equal pages, in every process and after a restart.

    What is stored is in the versions of the group's evenings, but for a device's own notes; the invitation says what
    only memory holds, and so do the streams of scoreboards.
    """
    beside = services().evenings.all_open(evening.group)
    depends_on = (
        (__version__, static_files().hash, services().instance, services().name),
        (device.device, str(spoken()), are_large(), time.strftime("%Z %z")),
        (evening.id, *((other.id, other.version) for other in beside)),
        (prepare_gathering.invitation(evening), prepare_gathering.elsewhere(evening, device.device)),
        _notes(evening, device),
        services().tables.damaged(evening.id) != [],
        services().presence.has_board(evening),
    )
    return blake2s(repr(depends_on).encode(), digest_size=12).hexdigest()


def _notes(evening: Evening, device: EveningDevice) -> object:
    """What was noted on a device at the table that is shown."""
    live = services().tables.shown(evening)
    seat = seat_in_hand(live.header, device) if live else None
    if live is None or seat is None:
        return None
    return notebook.notes(services().store.reader(), device.device, live.header.id, seat)
