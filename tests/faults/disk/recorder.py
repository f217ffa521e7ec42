"""Records what SQLite writes to the files of a database, and when it syncs them.

The functions by which the SQLite of the module `sqlite3` writes, cuts, syncs and deletes files are replaced in this
process: https://sqlite.org/c3ref/io_methods.html, https://sqlite.org/c3ref/vfs.html. By hand, since apsw, which can do
the same, brings an SQLite of its own: what it recorded would not be what the app does.
"""

import _sqlite3
import ctypes
import os
from collections.abc import Callable
from ctypes import POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from pathlib import PurePath

from msgspec import Struct

OK = 0


class Write(Struct, frozen=True):
    """Bytes were written into a file."""

    file: str
    offset: int
    content: bytes


class Truncate(Struct, frozen=True):
    """A file was cut, or grew, to this size."""

    file: str
    size: int


class Delete(Struct, frozen=True):
    """A file was deleted."""

    file: str


class Sync(Struct, frozen=True):
    """All that was done to a file before is on disk when this ends."""

    file: str


Event = Write | Truncate | Delete | Sync
Note = Callable[[Event], object]
XOPEN = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
XDELETE = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
XWRITE = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
XTRUNCATE = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64)
XSYNC = ctypes.CFUNCTYPE(c_int, c_void_p, c_int)


class Methods(Structure):
    """`sqlite3_io_methods`; the functions that stay as they are have no types here."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", XWRITE),
        ("truncate", XTRUNCATE),
        ("sync", XSYNC),
        *((f"other_{number}", c_void_p) for number in range(13)),
    )


class OpenFile(Structure):
    """`sqlite3_file`, as far as it is public."""

    _fields_ = (("methods", POINTER(Methods)),)


class FileSystem(Structure):
    """`sqlite3_vfs`; the functions that stay as they are have no types here."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_name", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", XOPEN),
        ("delete", XDELETE),
        *((f"other_{number}", c_void_p) for number in range(14)),
    )


class Recorder:
    """Notes what SQLite does from now on to files of which the name begins with that of the database.

    Stays in place for the rest of this process; OSError where the SQLite of this Python cannot be reached.
    """

    def __init__(self, database: str, note: Note) -> None:
        self._database = database
        self._note = note
        self._names: dict[int, str] = {}
        self._kept: dict[int, tuple[Methods, Methods]] = {}
        library = _library()
        library.sqlite3_vfs_find.restype = POINTER(FileSystem)
        self._usual: FileSystem = library.sqlite3_vfs_find(None).contents
        self._ours = FileSystem.from_buffer_copy(self._usual)
        self._ours.name = b"recorder"
        self._ours.open, self._ours.delete = XOPEN(self._open), XDELETE(self._delete)
        self._write, self._truncate, self._sync = XWRITE(self._written), XTRUNCATE(self._cut), XSYNC(self._synced)
        if library.sqlite3_vfs_register(ctypes.byref(self._ours), 1) != OK:
            raise OSError("SQLite does not take the recorder")
        _IN_PLACE.append(self)

    def _open(self, system: int, name: int | None, file: int, flags: int, out: int) -> int:
        # The address of the name goes on, not a copy: SQLite reads there again when it opens the shared memory.
        status: int = self._usual.open(system, name, file, flags, out)
        path = PurePath(os.fsdecode(ctypes.string_at(name) if name else b"")).name
        if status == OK and path.startswith(self._database):
            opened = OpenFile.from_address(file)
            usual = Methods.from_buffer_copy(opened.methods.contents)
            ours = Methods.from_buffer_copy(usual)
            ours.write, ours.truncate, ours.sync = self._write, self._truncate, self._sync
            self._names[file], self._kept[file] = path, (usual, ours)
            opened.methods = ctypes.pointer(ours)
        return status

    def _delete(self, system: int, name: bytes, sync: int) -> int:
        path = PurePath(os.fsdecode(name)).name
        if path.startswith(self._database):
            self._note(Delete(path))
        status: int = self._usual.delete(system, name, sync)
        return status

    def _written(self, file: int, content: int, size: int, offset: int) -> int:
        self._note(Write(self._names[file], offset, ctypes.string_at(content, size)))
        status: int = self._kept[file][0].write(file, content, size, offset)
        return status

    def _cut(self, file: int, size: int) -> int:
        self._note(Truncate(self._names[file], size))
        status: int = self._kept[file][0].truncate(file, size)
        return status

    def _synced(self, file: int, flags: int) -> int:
        status: int = self._kept[file][0].sync(file, flags)
        if status == OK:
            self._note(Sync(self._names[file]))
        return status


_IN_PLACE: list[Recorder] = []  # SQLite calls them until this process ends


def _library() -> ctypes.CDLL:
    """The SQLite that the module `sqlite3` calls."""
    library = ctypes.CDLL(_sqlite3.__file__)
    if not hasattr(library, "sqlite3_vfs_register"):
        raise OSError("The SQLite of this Python cannot be reached: take one that is linked to a shared library of it")
    return library
