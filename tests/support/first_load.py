"""What a page loads with it: the files that it names, and those that they name."""

import re
from urllib.parse import urljoin

LINKED = re.compile(rb'(?:src|href)="(/static/[^"]+)"')
NEEDED = re.compile(rb"""(?:from|import) *"(\.[^"]+)"|url\(["']?([^"')]+)["']?\)""")


def files_named(path: str, body: bytes) -> list[str]:
    """The addresses of the files that a page named, or a script, or a style sheet; what lies in it itself is none."""
    if not path.startswith("/static/"):
        return [name.decode() for name in LINKED.findall(body)]
    names = [one or other for one, other in NEEDED.findall(body)] if path.endswith((".js", ".css")) else []
    return [urljoin(path, name.decode()) for name in names if not name.startswith(b"data:")]
