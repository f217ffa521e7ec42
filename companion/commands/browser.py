"""The host's page in a browser of the computer that serves, where somebody sits before its screen."""

import threading
import webbrowser
from collections.abc import Mapping

from companion.terminal import say

REMOTE = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")
DESKTOP = ("DISPLAY", "WAYLAND_DISPLAY")  # Linux and its like tell a session with windows by these


def has_screen(environment: Mapping[str, str], platform: str, is_terminal: bool) -> bool:
    """Whether whoever started this program sees the screen of this computer.

    They do not where they came over ssh, where no desktop runs, and where there is no terminal (`is_terminal`): then
    it is a service, or another program has started it. `platform`: as `sys.platform`.
    """
    if not is_terminal or any(environment.get(name) for name in REMOTE):
        return False
    return platform in ("win32", "darwin") or any(environment.get(name) for name in DESKTOP)


def open_page(address: str) -> None:
    """Open a page in the browser of whoever sits there; on a thread, for some browsers answer after seconds only."""
    say("The host's page opens in a browser of this computer (not with --no-browser).")
    threading.Thread(target=_open, args=[address], daemon=True).start()


def _open(address: str) -> None:
    if not webbrowser.open(address):
        say("There is no browser that opens it: open the host's own link yourself.")
