"""The certificate of --https: for whom it stands, how long, who may read its key, and when it is made anew."""

import stat
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from companion.network.certificate import VALID, Certificate

NAMES = {"192.168.1.20", "fd00::2", "localhost", "kitchen-7k2.local"}
NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


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
