"""The house's own authority: made with bounds, so that devices that trust it need not fear who has its key.

Written with `cryptography` itself: trustme, which signs by it, knows no bounds.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

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


def made(house: str, names: Iterable[str], begins: datetime) -> tuple[bytes, bytes]:
    """A new authority and its key, as PEM, valid for ten years from `begins`.

    It may sign for private addresses, for `localhost`, for names in `.local` and for `names` (names or addresses), but
    for no other authority.
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
    """Whether an authority may sign for a name or an address; one of before has no bounds."""
    try:
        constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    except x509.ExtensionNotFound:
        return True
    return _is_within(name, constraints.permitted_subtrees or [])


def _bound(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_network(name))
    except ValueError:
        return x509.DNSName(name)


def _is_within(name: str, bounds: Iterable[x509.GeneralName]) -> bool:
    try:
        address = ip_address(name)
    except ValueError:
        domains = [bound.value for bound in bounds if isinstance(bound, x509.DNSName)]
        return any(name == domain or name.endswith(f".{domain}") for domain in domains)
    networks = [ip_network(str(bound.value)) for bound in bounds if isinstance(bound, x509.IPAddress)]
    return any(address in network for network in networks)
