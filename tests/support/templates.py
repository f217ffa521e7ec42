"""Templates that are compiled once in a run of the tests, not once for every app and server of it."""

import os
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType
from typing import ClassVar, cast

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from companion.storage.sqlite.store import SqliteStore
from companion.web.text.environment import Templates

VARIABLE = "LEDGER_TEST_TEMPLATES"  # of the environment: the folder for what is compiled, of one run


class Compiled(FileSystemBytecodeCache):
    """What is compiled of a template, in that folder; a process reads each of them once."""

    read: ClassVar[dict[tuple[str, str], CodeType]] = {}  # by template and content

    def load_bytecode(self, bucket: Bucket) -> None:
        """Put into the bucket what is compiled of its template, if it is there."""
        bucket.code = self.read.get((bucket.key, bucket.checksum))
        if bucket.code is None:
            super().load_bytecode(bucket)
            self._note(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        super().dump_bytecode(bucket)
        self._note(bucket)

    def _note(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.read[bucket.key, bucket.checksum] = bucket.code


def fill() -> None:
    """Compile all templates into that folder: what begins later finds them there."""
    from companion.web.access.services import Services
    from companion.web.app import create_app

    share()
    with TemporaryDirectory(prefix="ledger-templates-of-") as made, closing(SqliteStore(Path(made))) as store:
        assert [*cast("Templates", create_app(Services(store)).jinja_env).look_up_all()]


def share() -> None:
    """Let every app of this process take from that folder what is compiled of a template, and add to it."""
    if folder := os.environ.get(VARIABLE):
        Flask.jinja_options = {"bytecode_cache": Compiled(folder)}
