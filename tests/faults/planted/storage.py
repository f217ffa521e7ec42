"""Bugs of the storage."""

from typing import Any

from companion.storage.store import Job
from companion.storage.writer import Writer
from tests.faults.planted import planted, replace


@planted("answered before the commit", row="kill -9 of the storage", counts="lost")
def answered_before_the_commit() -> None:
    """A job is answered by what it would return, and written when the writer comes to it."""

    def write_later(writer: Writer, job: Job) -> Any:
        import gevent

        gevent.spawn_later(0.005, write, writer, job)
        return None

    write = replace(Writer, "write", write_later)
