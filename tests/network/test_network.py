"""Addresses, QR codes, the `.local` name and ports: what phones need to find this machine."""

import re
import socket
import time

import pytest
from PIL import Image, ImageDraw
from zeroconf import Zeroconf

from companion.network import addresses, local_name, qr
from tests.support.terminal_pictures import read

URL = "http://192.168.1.20:8000/j/7K2M"
WIFI = "WIFI:T:WPA;S:死神の台帳;P:かぎ\\;12\\:34;;"


def ips(*pairs):
    return [address.ip for address in addresses.ranked(pairs)]


@pytest.mark.parametrize(
    "virtual",
    [
        ("docker0", "172.17.0.1"),
        ("br-5f3c", "172.18.0.1"),
        ("veth12ab", "172.19.0.1"),
        ("virbr0", "192.168.122.1"),
        ("vmnet8", "192.168.56.1"),
        ("vEthernet (WSL)", "172.29.0.1"),
        ("VirtualBox Host-Only Network", "192.168.56.1"),
        ("tun0", "10.8.0.6"),
        ("tap0", "10.9.0.6"),
        ("utun4", "10.10.0.6"),
        ("wg0", "10.11.0.6"),
        ("tailscale0", "100.101.102.103"),
        ("eth1", "100.64.0.9"),
    ],
)
def test_a_virtual_network_comes_after_a_real_one_and_is_unlikely(virtual):
    real, second = addresses.ranked([virtual, ("usb0", "192.168.42.7")])
    assert (real.ip, real.likely) == ("192.168.42.7", True)
    assert (second.ip, second.likely, second.loopback) == (virtual[1], False, False)


def test_wifi_comes_before_cable_and_cable_before_the_rest():
    names = ("ppp0", "usb0", "enp3s0", "Wi-Fi", "eth0", "wlan0")
    found = addresses.ranked((name, f"192.168.{number}.2") for number, name in enumerate(names))
    assert [address.interface for address in found] == ["Wi-Fi", "wlan0", "enp3s0", "eth0", "usb0", "ppp0"]


def test_a_private_address_comes_before_a_public_one_on_like_interfaces():
    assert ips(("eth0", "8.8.4.4"), ("eth1", "10.0.0.5")) == ["10.0.0.5", "8.8.4.4"]


def test_loopback_and_link_local_are_left_out():
    assert ips(("lo", "127.0.0.1"), ("eth0", "169.254.7.7"), ("wlan0", "10.42.0.1")) == ["10.42.0.1"]


def test_an_address_seen_twice_is_offered_once():
    assert ips(("eth0", "10.0.0.5"), ("eth0", "10.0.0.5")) == ["10.0.0.5"]


def test_loopback_is_the_last_resort_and_says_so():
    (only,) = addresses.ranked([("lo", "127.0.0.1")])
    assert (only.ip, only.loopback, only.likely) == ("127.0.0.1", True, False)


def test_this_machine_has_an_address():
    found = addresses.addresses()
    assert found
    assert len(found) == 1 or not any(address.loopback for address in found)


def test_own_hosts_name_this_machine_in_every_way():
    hosts = addresses.own_hosts()
    assert {"localhost", "127.0.0.1", "::1"} <= hosts
    assert {address.ip for address in addresses.addresses()} <= hosts
    assert not any("%" in host or "[" in host for host in hosts)


def test_own_hosts_are_looked_up_again_after_five_seconds():
    first = addresses.own_hosts(now=1000.0)
    assert addresses.own_hosts(now=1004.9) is first
    assert addresses.own_hosts(now=1005.0) is not first


@pytest.mark.parametrize(
    ("network", "text"),
    [
        (("Kitchen", "correct horse", "WPA"), "WIFI:T:WPA;S:Kitchen;P:correct horse;;"),
        (("死神の台帳", "かぎ;12:34 かぎ", "WPA"), "WIFI:T:WPA;S:死神の台帳;P:かぎ\\;12\\:34 かぎ;;"),
        (('a\\b;c,d"e:f', ";;;;;;;;", "WPA"), 'WIFI:T:WPA;S:a\\\\b\\;c\\,d\\"e\\:f;P:' + "\\;" * 8 + ";;"),
        (("Old", "12345", "WEP"), "WIFI:T:WEP;S:Old;P:12345;;"),
        (("Open", "left over", "nopass"), "WIFI:T:nopass;S:Open;;"),
        (("é" * 16, " " * 8, "WPA"), "WIFI:T:WPA;S:" + "é" * 16 + ";P:        ;;"),
    ],
)
def test_point_9_the_code_of_a_wifi_says_its_name_and_password(network, text):
    assert qr.wifi_text(*network) == text
    assert read(picture_of_svg(qr.qr_svg(text))) == [text]


@pytest.mark.parametrize(
    ("network", "wrong"),
    [
        (("", "12345678", "WPA"), "name"),
        (("é" * 17, "12345678", "WPA"), "name"),
        (("a\nb", "12345678", "WPA"), "name"),
        (("Kitchen", "12345678", "WPA9"), "name"),
        (("Kitchen", "1234567", "WPA"), "password"),
        (("Kitchen", "1" * 65, "WPA"), "password"),
        (("Kitchen", "", "WEP"), "password"),
        (("Kitchen", "1234\x005678", "WPA"), "password"),
    ],
)
def test_there_is_no_code_for_a_wifi_that_cannot_be(network, wrong):
    with pytest.raises(ValueError, match=f"^{wrong}$"):
        qr.wifi_text(*network)


def test_this_machine_knows_its_own_calls():
    assert all(
        addresses.is_own(ip) for ip in ("127.0.0.1", "127.0.0.9", "::1", *(door.ip for door in addresses.addresses()))
    )
    assert not addresses.is_own("203.0.113.9")


def picture_of_svg(svg):
    """Draw the SVG's path: every module is a rectangle M x,y H x V y."""
    size = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])
    picture = Image.new("L", (size * 4, size * 4), "white")
    for module in re.findall(r"M(\d+),(\d+)H(\d+)V(\d+)H\d+z", svg):
        left, top, right, bottom = (4 * int(number) for number in module)
        ImageDraw.Draw(picture).rectangle((left, top, right - 1, bottom - 1), fill="black")
    return picture


@pytest.mark.parametrize("text", [URL, WIFI, "http://[fd00::2]:8000/"])
def test_the_svg_code_reads_back(text):
    assert read(picture_of_svg(qr.qr_svg(text))) == [text]


def test_the_svg_is_sized_and_coloured_by_the_page():
    svg = qr.qr_svg(URL)
    assert svg.startswith("<svg ")
    assert 'fill="currentColor"' in svg
    assert 'class="qr"' in svg
    assert not re.search(r"\b(width|height|id|style)=", svg)


def test_the_svg_keeps_four_modules_of_quiet_zone():
    svg = qr.qr_svg(URL)
    size = int(re.search(r'viewBox="0 0 (\d+) ', svg)[1])
    corners = [int(number) for number in re.findall(r"[MHV,](\d+)", svg)]
    assert (min(corners), max(corners)) == (4, size - 4)


@pytest.mark.parametrize(
    ("name", "host"),
    [
        ("Kitchen", "kitchen-7k2"),
        ("Zoë's  table!", "zoe-s-table-7k2"),
        ("台所", "ledger-7k2"),
        ("-", "ledger-7k2"),
        ("n" * 80, "n" * 59 + "-7k2"),
    ],
)
def test_any_name_becomes_a_host_name(name, host):
    assert local_name.label(name, "7K2") == host


def test_a_name_is_announced_in_the_background_and_withdrawn(caplog):
    name = local_name.Name("Kitchen", "t3st", 8000, ["127.0.0.1"])
    service = "kitchen-t3st._http._tcp.local."
    neighbour = Zeroconf(interfaces=["127.0.0.1"])
    try:
        name.start()
        wait_until(lambda: name.heard or caplog.messages)
        if caplog.messages:
            pytest.skip(f"no multicast on loopback here: {caplog.messages}")
        heard = neighbour.get_service_info("_http._tcp.local.", service)
        assert (heard.server, heard.port, heard.parsed_addresses()) == ("kitchen-t3st.local.", 8000, ["127.0.0.1"])
        name.close()
        assert not name.heard
        wait_until(lambda: neighbour.get_service_info("_http._tcp.local.", service, timeout=200) is None)
        assert neighbour.get_service_info("_http._tcp.local.", service, timeout=200) is None
    finally:
        name.close()
        neighbour.close()
    assert caplog.messages == []


def wait_until(true):
    end = time.monotonic() + 10
    while not true() and time.monotonic() < end:
        time.sleep(0.02)


def test_a_name_that_cannot_be_announced_is_reported_and_not_raised(caplog):
    name = local_name.Name("Kitchen", "t3st", 8000, ["no address"])
    sentence = name.announce()
    assert sentence.endswith("the address works without it.")
    assert caplog.messages == [sentence]
    name.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_taken_port_gives_the_next_free_one(host):
    with socket.create_server((host, 0)) as taken:
        wanted = taken.getsockname()[1]
        given = addresses.free_port(host, wanted)
        assert wanted < given <= wanted + 20
    assert addresses.free_port(host, wanted) == wanted


def test_no_free_port_is_one_sentence():
    with socket.create_server(("127.0.0.1", 65535)), pytest.raises(OSError, match=r"^No port from 65535 .* taken\.$"):
        addresses.free_port("127.0.0.1", 65535)


@pytest.mark.parametrize("wanted", [-1, 70000])
def test_a_port_out_of_range_is_one_sentence(wanted):
    with pytest.raises(OSError, match=r"ports go from 0 to 65535\.$"):
        addresses.free_port("127.0.0.1", wanted)


@pytest.mark.parametrize("host", ["203.0.113.9", "not..a.host"])
def test_a_host_that_is_not_this_machine_is_one_sentence(host):
    with pytest.raises(OSError, match=rf"^Cannot listen on {re.escape(host)}: it is not an address of this machine\.$"):
        addresses.free_port(host, 8000)
