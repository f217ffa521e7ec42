"""The server's own TLS certificate."""

import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import trustme
from cryptography import x509

from companion.network import authority

VALID = timedelta(days=397)  # browsers take none that is valid for longer
EARLY = timedelta(days=30)
SKEW = timedelta(days=1)  # clocks of phones differ
HOUSE = "Reaper's Ledger"


class Certificate:
    """The certificate in `folder`, and the key that only this user can read.

    `authority` is what a program has to trust, `leaf` what the server shows, with its key. An authority that is there
    stays: somebody may have installed it. The next one may sign for `names` besides private addresses and `.local`.
    """

    def __init__(self, folder: Path, names: Iterable[str] = ()) -> None:
        self._names = frozenset(names)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.authority = folder / "ca.pem"
        self.leaf = folder / "server.pem"
        self._authority_key = folder / "ca.key"

    def fit(self, names: Iterable[str], now: datetime | None = None) -> bool:
        """See to it that the leaf stands for `names` (addresses and host names) and for a while yet.

        It is left without those that the authority may not sign for: with one of them it would be refused altogether.
        Whether it was made anew. OSError if the folder cannot be read or written.
        """
        moment, wanted = now or datetime.now(UTC), set(names)
        shown, until = self._read()
        if wanted - self.left_out(wanted) <= shown and moment + EARLY < until:
            return False
        signer = self._signer(moment)
        leaf = signer.issue_cert(
            *sorted(wanted - self.left_out(wanted)),
            organization_name=HOUSE,
            organization_unit_name=HOUSE,
            not_before=moment - SKEW,
            not_after=min(moment - SKEW + VALID, self._trusted().not_valid_after_utc),
        )
        _keep(self.leaf, leaf.private_key_and_cert_chain_pem.bytes())
        return True

    def left_out(self, names: Iterable[str]) -> set[str]:
        """For which of these names the authority that is there may not sign."""
        try:
            trusted = self._trusted()
        except (FileNotFoundError, ValueError):  # there is none: the next one is made for them
            return set()
        return {name for name in names if not authority.may_sign(trusted, name)}

    def _trusted(self) -> x509.Certificate:
        return x509.load_pem_x509_certificate(self.authority.read_bytes())

    def _read(self) -> tuple[set[str], datetime]:
        """For which names the kept leaf stands, and until when; for none, if there is none or it is damaged."""
        if not (self.leaf.exists() and self.authority.exists()):
            return set(), datetime.min.replace(tzinfo=UTC)
        try:
            leaf = x509.load_pem_x509_certificates(self.leaf.read_bytes())[0]
            names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except (ValueError, x509.ExtensionNotFound):
            return set(), datetime.min.replace(tzinfo=UTC)
        hosts = {str(name) for kind in (x509.DNSName, x509.IPAddress) for name in names.get_values_for_type(kind)}
        return hosts, leaf.not_valid_after_utc

    def _signer(self, moment: datetime) -> trustme.CA:
        """The house's authority, which stays the same, so that whoever trusts it need not be asked again.

        There is another one where it is gone, damaged, or about to end.
        """
        with suppress(FileNotFoundError, ValueError):
            if moment + EARLY < self._trusted().not_valid_after_utc:
                return trustme.CA.from_pem(self.authority.read_bytes(), self._authority_key.read_bytes())
        certificate, key = authority.made(HOUSE, self._names, moment - SKEW)
        _keep(self._authority_key, key)
        _keep(self.authority, certificate)
        return trustme.CA.from_pem(certificate, key)


def _keep(file: Path, content: bytes) -> None:
    """Write a file that only this user can read; all of it or nothing."""
    made = file.with_suffix(".new")
    made.unlink(missing_ok=True)
    handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as opened:
        opened.write(content)
    made.replace(file)
