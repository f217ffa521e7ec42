"""A child that brings a folder up to date, and is killed before one of the statements that this takes."""

import io
import os
import signal
from contextlib import redirect_stdout
from multiprocessing.connection import Connection
from pathlib import Path

from companion.commands.serve import open_history
from companion.storage.data import Data
from companion.storage.sqlite import store
from companion.storage.sqlite.connection import Connection as Database
from tests.faults.planted import replace


def upgrade(folder: Path, last: int, channel: Connection) -> None:
    """Open a folder as the server does; kill this process before statement `last` of its writer, if there are as many.

    Sends how many statements there were.
    """
    statements = 0

    def count(statement: str) -> None:
        nonlocal statements
        statements += 1
        if statements == last:
            os.kill(os.getpid(), signal.SIGKILL)

    def connect_and_count(path: Path) -> Database:
        connection = connect(path)
        connection.conn.set_trace_callback(count)
        return connection

    connect = replace(store, "connect", connect_and_count)
    with redirect_stdout(io.StringIO()):
        open_history(Data(folder)).close()
    channel.send(statements)
