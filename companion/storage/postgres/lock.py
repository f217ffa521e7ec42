"""The database in use by one server."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from companion.storage.errors import InUse
from companion.storage.postgres.connection import connect

SERVED = 0x52504C48  # beside that of schema/


@contextmanager
def sole_use(url: str) -> Iterator[None]:
    """Hold the database against other servers. InUse if it is held."""
    with closing(connect(url)) as db:
        if not db.execute("select pg_try_advisory_lock(?)", [SERVED]).first()[0]:
            raise InUse
        yield
