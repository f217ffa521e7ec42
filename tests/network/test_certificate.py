"""The certificate of --https: for whom it stands, how long, who may read its key, and when it is made anew."""

import shutil
import ssl
import stat
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme
from cryptography import x509

from companion.network.certificate import VALID, Certificate

NAMES = {"192.168.1.20", "fd00::2", "localhost", "kitchen-7k2.local"}
NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
OPENSSL = shutil.which("openssl")
needs_openssl = pytest.mark.skipif(OPENSSL is None, reason="There is no openssl that would verify it.")


@pytest.fixture
def certificate(tmp_path: Path) -> Certificate:
    made = Certificate(tmp_path / "https")
    assert made.fit(NAMES, NOW)
    return made


def leaf(certificate: Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificates(certificate.leaf.read_bytes())[0]


def authority(certificate: Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificate(certificate.authority.read_bytes())


def test_it_stands_for_every_name_and_is_signed_by_the_house(certificate: Certificate) -> None:
    shown = leaf(certificate)
    names = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    told = {*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress))}
    assert told == NAMES
    shown.verify_directly_issued_by(authority(certificate))
    assert shown.not_valid_before_utc < NOW < shown.not_valid_after_utc
    assert shown.not_valid_after_utc - shown.not_valid_before_utc <= timedelta(days=398), "browsers take no longer one"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other ways")
def test_only_this_user_can_read_it(certificate: Certificate) -> None:
    folder = certificate.leaf.parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {
        "ca.key": 0o600,
        "ca.pem": 0o600,
        "server.pem": 0o600,
    }


def test_it_stays_as_long_as_it_fits(certificate: Certificate) -> None:
    kept = certificate.leaf.read_bytes()
    assert not Certificate(certificate.leaf.parent).fit(NAMES, NOW + timedelta(days=300))
    assert not certificate.fit(NAMES - {"fd00::2"}, NOW)
    assert certificate.leaf.read_bytes() == kept


@pytest.mark.parametrize(
    ("names", "now"),
    [(NAMES | {"10.0.0.5"}, NOW), (NAMES, NOW + VALID - timedelta(days=20)), (NAMES, NOW + 2 * VALID)],
    ids=["another address", "soon over", "long over"],
)
def test_it_is_made_anew_by_the_same_authority(certificate: Certificate, names: set[str], now: datetime) -> None:
    trusted, key = certificate.authority.read_bytes(), leaf(certificate).public_key()
    assert certificate.fit(names, now)
    assert certificate.authority.read_bytes() == trusted
    assert leaf(certificate).public_key() != key
    assert leaf(certificate).not_valid_after_utc > now + timedelta(days=300)
    leaf(certificate).verify_directly_issued_by(authority(certificate))
    assert not certificate.fit(names, now)


@pytest.mark.parametrize("file", ["server.pem", "ca.pem", "ca.key"])
@pytest.mark.parametrize("damage", [b"", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", None])
def test_what_is_damaged_is_made_anew(certificate: Certificate, file: str, damage: bytes | None) -> None:
    broken = certificate.leaf.parent / file
    broken.unlink() if damage is None else broken.write_bytes(damage)
    certificate.fit(NAMES | {"10.0.0.5"}, NOW)
    leaf(certificate).verify_directly_issued_by(authority(certificate))
    assert not Certificate(certificate.leaf.parent).fit(NAMES | {"10.0.0.5"}, NOW)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "https").write_text("a file")
    with pytest.raises(OSError, match="https"):
        Certificate(tmp_path / "https")


def before(folder: Path) -> tuple[bytes, bytes]:
    """The authority of a release before this one, which may sign for anything, and its key."""
    folder.mkdir()
    made = trustme.CA(organization_name="Reaper's Ledger", organization_unit_name="Reaper's Ledger")
    kept = made.cert_pem.bytes(), made.private_key_pem.bytes()
    (folder / "ca.pem").write_bytes(kept[0])
    (folder / "ca.key").write_bytes(kept[1])
    return kept


def stands_for(certificate: Certificate) -> set[str]:
    names = leaf(certificate).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress))}


def openssl(*words: object) -> str:
    done = subprocess.run(["openssl", *map(str, words)], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def verified(certificate: Certificate, host: str, leaf: Path | None = None) -> str:
    """What openssl says of a certificate by this authority, shown under the name or address of a host."""
    kind = "-verify_hostname" if host[-1].isalpha() else "-verify_ip"
    moment = int((NOW + timedelta(days=7)).timestamp())
    shown = leaf or certificate.leaf
    return openssl("verify", "-x509_strict", "-attime", moment, "-CAfile", certificate.authority, kind, host, shown)


def forged(certificate: Certificate, folder: Path, *names: str) -> Path:
    """A certificate for these names by whoever has stolen the authority's key."""
    key = certificate.authority.with_name("ca.key").read_bytes()
    made = trustme.CA.from_pem(certificate.authority.read_bytes(), key).issue_cert(
        *names, not_before=NOW - timedelta(days=1), not_after=NOW + timedelta(days=90)
    )
    made.private_key_and_cert_chain_pem.write_to_path(folder / "forged.pem")
    return folder / "forged.pem"


def test_the_authority_ends_in_ten_years_and_signs_for_no_other_authority(certificate: Certificate) -> None:
    trusted = authority(certificate)
    assert trusted.not_valid_before_utc < NOW < trusted.not_valid_after_utc
    assert trusted.not_valid_after_utc - trusted.not_valid_before_utc == timedelta(days=3652)
    basic = trusted.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)
    assert trusted.extensions.get_extension_for_class(x509.NameConstraints).critical


@needs_openssl
@pytest.mark.parametrize("host", sorted(NAMES))
def test_openssl_takes_it_for_each_of_its_names(certificate: Certificate, host: str) -> None:
    assert verified(certificate, host).endswith(": OK\n")


@needs_openssl
@pytest.mark.parametrize(
    "name",
    [
        *("evil.com", "cards.example.evil.com", "example", "notlocal", "8.8.8.8", "172.32.0.1", "100.128.0.1"),
        *("2001:db8::1", "11.0.0.1", "192.169.0.1", "169.253.0.1", "128.0.0.1", "fec0::1", "::2"),
    ],
)
def test_whoever_has_its_key_cannot_speak_for_the_internet(tmp_path: Path, name: str) -> None:
    certificate = Certificate(tmp_path / "https", {"cards.example", "203.0.113.9"})
    certificate.fit(NAMES, NOW)
    for names in ([name], [name, "localhost"]):
        assert "permitted subtree violation" in verified(certificate, name, forged(certificate, tmp_path, *names))


@needs_openssl
@pytest.mark.parametrize(
    "name",
    [
        *("10.1.2.3", "172.31.0.1", "192.168.255.1", "169.254.1.1", "127.0.0.9", "100.127.0.1", "fd00::9", "fe80::9"),
        *("::1", "kitchen.local", "localhost", "cards.example", "203.0.113.9"),
    ],
)
def test_it_speaks_for_rooms_and_for_what_was_named(tmp_path: Path, name: str) -> None:
    certificate = Certificate(tmp_path / "https", {"cards.example", "203.0.113.9"})
    assert certificate.fit(NAMES | {name}, NOW)
    assert name in stands_for(certificate)
    assert verified(certificate, name).endswith(": OK\n")


def test_a_public_address_of_the_machine_is_left_out_and_breaks_nothing(tmp_path: Path) -> None:
    """With it no device that trusts the authority would take the certificate, wherever it is shown."""
    public = {"2001:db8::7", "198.51.100.7"}
    certificate = Certificate(tmp_path / "https")
    assert certificate.fit(NAMES | public, NOW)
    assert stands_for(certificate) == NAMES
    assert certificate.left_out(NAMES | public) == public
    assert not certificate.fit(NAMES | public, NOW), "nor is it made anew at each start"
    if OPENSSL:
        assert verified(certificate, "192.168.1.20").endswith(": OK\n")


def test_an_authority_that_devices_trust_stays_and_signs_as_it_did(tmp_path: Path) -> None:
    kept = before(tmp_path / "https")
    certificate = Certificate(tmp_path / "https", {"cards.example"})
    wanted = NAMES | {"cards.example", "198.51.100.7"}
    for moment in (NOW, NOW + 2 * VALID, NOW + 12 * timedelta(days=365)):
        assert certificate.fit(wanted, moment)
        assert stands_for(certificate) == wanted
        assert certificate.left_out(wanted) == set()
        assert (certificate.authority.read_bytes(), certificate.authority.with_name("ca.key").read_bytes()) == kept
    leaf(certificate).verify_directly_issued_by(authority(certificate))


def test_what_is_named_later_waits_for_the_next_authority(certificate: Certificate) -> None:
    later, trusted = Certificate(certificate.authority.parent, {"cards.example"}), certificate.authority.read_bytes()
    later.fit(NAMES | {"cards.example"}, NOW)
    assert (stands_for(later), later.left_out({"cards.example"})) == (NAMES, {"cards.example"})
    assert later.authority.read_bytes() == trusted
    later.authority.unlink()
    assert later.fit(NAMES | {"cards.example"}, NOW)
    assert (stands_for(later), later.left_out({"cards.example"})) == (NAMES | {"cards.example"}, set())


def test_before_it_ends_there_is_another_one(certificate: Certificate) -> None:
    trusted = authority(certificate)
    soon = trusted.not_valid_after_utc - timedelta(days=40)
    assert certificate.fit(NAMES, soon)
    assert authority(certificate) == trusted
    assert leaf(certificate).not_valid_after_utc == trusted.not_valid_after_utc, "it is of no use for longer"
    assert certificate.fit(NAMES, soon + timedelta(days=20))
    assert authority(certificate) != trusted
    assert leaf(certificate).not_valid_after_utc > soon + timedelta(days=300)
    leaf(certificate).verify_directly_issued_by(authority(certificate))


@pytest.mark.parametrize(("name", "is_taken"), [("127.0.0.1", True), ("localhost", True), ("evil.com", False)])
def test_a_client_of_python_minds_the_bounds(tmp_path: Path, name: str, is_taken: bool) -> None:
    certificate = Certificate(tmp_path / "https")
    certificate.fit({"127.0.0.1", "localhost"}, datetime.now(UTC))
    shown = certificate.leaf
    if not is_taken:
        key = certificate.authority.with_name("ca.key").read_bytes()
        shown = tmp_path / "forged.pem"
        made = trustme.CA.from_pem(certificate.authority.read_bytes(), key).issue_cert(name)
        made.private_key_and_cert_chain_pem.write_to_path(shown)
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(shown)
    if is_taken:
        shake_hands(served, certificate.authority, name)
    else:
        with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
            shake_hands(served, certificate.authority, name)


def shake_hands(served: ssl.SSLContext, trusted: Path, name: str) -> None:
    """A handshake of a client that trusts an authority, in memory."""
    ours, theirs = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context(cafile=trusted).wrap_bio(ours, theirs, server_hostname=name)
    server = served.wrap_bio(theirs, ours, server_side=True)
    for end in (client, server, client, server):
        with suppress(ssl.SSLWantReadError):
            end.do_handshake()
    assert client.version() == "TLSv1.3"
    assert client.getpeercert()
