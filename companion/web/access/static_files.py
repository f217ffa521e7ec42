"""Static files: read and compressed once, served under the hash of them all, and kept by browsers for good."""

import gzip
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from hashlib import blake2s
from importlib.metadata import distribution
from pathlib import Path

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.paths import resources
from companion.web.access.guard import audience
from companion.web.access.visit import Visit

bp = Blueprint("static_files", __name__)

FOR_GOOD = "public, max-age=31536000, immutable"
HTMX = "js/htmx.js"
UNREAD = re.compile(rb"/\*.*?\*/\n?|^ +", re.S | re.M)  # comments and indents of a style sheet; no string has one
# Of style sheets: a rule of a later layer wins, whatever it selects by.
LAYERS = ("tokens", "base", "parts", "house", "games", "hold")
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class StaticFile:
    """A file in memory; `packed` is its content in gzip."""

    mimetype: str
    content: bytes
    packed: bytes


@dataclass(frozen=True)
class StaticFiles:
    """All static files, by their path below `static/`; `hash` changes with every byte and name of them."""

    files: dict[str, StaticFile]
    hash: str

    def url(self, name: str) -> str:
        """The address of a file; KeyError for one that is not there."""
        self.files[name]
        return f"/static/{self.hash}/{name}"


@cache
def static_files() -> StaticFiles:
    """The files of `static/`, and htmx from its own package; read on the first call."""
    folder = resources("static")
    paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    contents = {name: path.read_bytes() for name, path in paths.items()} | {HTMX: htmx_file().read_bytes()}
    digest = blake2s(digest_size=8)
    for name, content in contents.items():
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return StaticFiles({name: _file(name, content) for name, content in contents.items()}, digest.hexdigest())


def _file(name: str, content: bytes) -> StaticFile:
    suffix = Path(name).suffix
    mimetype = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if suffix == ".css":
        content = UNREAD.sub(b"", content)  # they are for us: a phone's first load is 1 kB less without them
        content = _layered(name, content)
    return StaticFile(mimetype, content, gzip.compress(content, mtime=0))


def _layered(name: str, sheet: bytes) -> bytes:
    """A style sheet in its layer; the one of tokens, which each page reads first, says the order of all."""
    order = f"@layer {','.join(LAYERS)};" if layer(name) == LAYERS[0] else ""
    return f"{order}@layer {layer(name)}{{".encode() + sheet + b"}"


def layer(name: str) -> str:
    """The layer of a style sheet, by its path `name` below `static/`: "games" for a game's, a name of its own for those
    that every page has, "hold" for paper, else "house".

    >>> layer("games/death-wish.css"), layer("css/parts.css"), layer("css/board.css"), layer("css/print.css")
    ('games', 'parts', 'house', 'hold')
    """
    folder, _, sheet = name.removesuffix(".css").partition("/")
    if folder == "games":
        return folder
    return "hold" if sheet == "print" else sheet if sheet in LAYERS else "house"


def htmx_file() -> Path:
    """Path of htmx in its Python package: no third-party file is in our folders."""
    return Path(str(distribution("django-js-lib-htmx").locate_file("js_lib_htmx/static/htmx/htmx.min.js")))


def static_url(name: str) -> str:
    """Address of a static file, for templates."""
    return static_files().url(name)


def styled_games() -> frozenset[str]:
    """The slugs of the games that have a style sheet of their own."""
    return frozenset(Path(name).stem for name in static_files().files if name.startswith("games/"))


@bp.get("/static/<hash>/<path:name>")
@audience("anyone")
def static_file(visit: Visit, hash: str, name: str) -> AnyResponse:
    """Serve a static file; under the hash of another version redirect to this one's: a page from before a restart stays
    whole."""
    file = static_files().files.get(name)
    if file is None:
        abort(404)
    if hash != static_files().hash:
        return redirect(static_url(name))
    packed = request.accept_encodings.quality("gzip") > 0 and len(file.packed) < len(file.content)
    response = Response(file.packed if packed else file.content, mimetype=file.mimetype)
    response.headers["Cache-Control"] = FOR_GOOD
    response.headers["Vary"] = "Accept-Encoding"
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    return response
