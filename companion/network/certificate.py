"""The server's own TLS certificate, and the authority that signs it.

The authority is made with `cryptography`: trustme, which signs by it, cannot limit for which names an authority signs.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

import trustme
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

VALID = timedelta(days=397)  # browsers take none that is valid for longer
EARLY = timedelta(days=30)
SKEW = timedelta(days=1)  # clocks of phones differ
HOUSE = "Reaper's Ledger"
TEN_YEARS = timedelta(days=3652)
# Rooms, not the internet: private networks, those of carriers and tunnels, of one cable, and this machine itself.
NETWORKS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "100.64.0.0/10"),
    *("fc00::/7", "fe80::/10", "::1/128"),
)
NAMES = ("local", "localhost")  # and what ends in `.local`
CAN_SIGN = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=True,
    encipher_only=False,
    decipher_only=False,
)


class Certificate:
    """The certificate in `folder`, and its key, readable by this user alone.

    `authority`: the file that clients must trust, which stays. `leaf`: the server's certificate with its key. A new
    authority may sign for `names` besides private addresses and `.local`.
    """

    def __init__(self, folder: Path, names: Iterable[str] = ()) -> None:
        self._names = frozenset(names)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.authority = folder / "ca.pem"
        self.leaf = folder / "server.pem"
        self._authority_key = folder / "ca.key"

    def fit(self, names: Iterable[str], now: datetime | None = None) -> bool:
        """Renew the leaf unless it stands for `names` (addresses and host names) for a while yet; whether it did.

        Names for which the authority may not sign are left out: with one of them the leaf would be refused. OSError if
        the folder cannot be read or written.
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
        try:
            trusted = self._trusted()
        except (FileNotFoundError, ValueError):  # there is none: the next one is made for them
            return set()
        return {name for name in names if not may_sign(trusted, name)}

    def _trusted(self) -> x509.Certificate:
        return x509.load_pem_x509_certificate(self.authority.read_bytes())

    def _read(self) -> tuple[set[str], datetime]:
        """The names of the present leaf, and its end; no names if it is missing or damaged."""
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
        """The present authority; a new one if it is missing, damaged, or about to end."""
        with suppress(FileNotFoundError, ValueError):
            if moment + EARLY < self._trusted().not_valid_after_utc:
                return trustme.CA.from_pem(self.authority.read_bytes(), self._authority_key.read_bytes())
        certificate, key = made(HOUSE, self._names, moment - SKEW)
        _keep(self._authority_key, key)
        _keep(self.authority, certificate)
        return trustme.CA.from_pem(certificate, key)


def _keep(file: Path, content: bytes) -> None:
    """Write a file that only this user can read, atomically."""
    made = file.with_suffix(".new")
    made.unlink(missing_ok=True)
    handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as opened:
        opened.write(content)
    made.replace(file)


def made(house: str, names: Iterable[str], begins: datetime) -> tuple[bytes, bytes]:
    """A new authority and its key, as PEM, valid for ten years from `begins`.

    It may sign for private addresses, `localhost`, names in `.local` and `names`, but for no other authority.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [x509.NameAttribute(oid, house) for oid in (NameOID.ORGANIZATION_NAME, NameOID.ORGANIZATIONAL_UNIT_NAME)]
    )
    bounds = [_bound(one) for one in (*NETWORKS, *NAMES, *sorted(names))]
    authority = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + TEN_YEARS)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(CAN_SIGN, critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=bounds, excluded_subtrees=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return (
        authority.public_bytes(Encoding.PEM),
        key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption()),
    )


def may_sign(authority: x509.Certificate, name: str) -> bool:
    """Whether an authority may sign for a name or address; older ones have no limits."""
    try:
        constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    except x509.ExtensionNotFound:
        return True
    bounds = constraints.permitted_subtrees or []
    try:
        address = ip_address(name)
    except ValueError:
        domains = [bound.value for bound in bounds if isinstance(bound, x509.DNSName)]
        return any(name == domain or name.endswith(f".{domain}") for domain in domains)
    networks = [ip_network(str(bound.value)) for bound in bounds if isinstance(bound, x509.IPAddress)]
    return any(address in network for network in networks)


def _bound(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_network(name))
    except ValueError:
        return x509.DNSName(name)
