"""Place of the saved history: the file of a data folder, or a database of PostgreSQL."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

SCHEMES = ("postgresql", "postgres")


class Data(Struct, frozen=True):
    """The data folder, and with `database`, an address, the database in which the history is instead of a file there.

    The folder then keeps what belongs to the machine: the certificate, and where the server is reached.
    """

    folder: Path
    database: str = ""

    def __str__(self) -> str:
        return without_password(self.database) if self.database else str(self.folder)


def database_address(text: str) -> str:
    """An address of PostgreSQL as it may stand among arguments, which others can read; ValueError with a sentence."""
    if urlsplit(text).scheme not in SCHEMES:
        raise ValueError(f"“{text}” is no address of a database, such as postgresql://ledger@db1/ledger")
    if without_password(text) != text:
        raise ValueError(
            "a password is not given here, where others can read it: put it into LEDGER_DATABASE or .pgpass"
        )
    return text


def without_password(address: str) -> str:
    """An address for people to read."""
    parts = urlsplit(address)
    user, _, where = parts.netloc.rpartition("@")
    netloc = f"{user.partition(':')[0]}@{where}" if user else where
    query = parts.query if "password" not in parse_qs(parts.query) else ""
    return parts._replace(netloc=netloc, query=query).geturl()
