"""How phones come in: the code on the tablet, the Wi-Fi's code on demand, and the page that any phone can show."""

import io

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tests.support.browser.evening import NAMES, Device, Evening

pytestmark = pytest.mark.browser
LONG = "寿限無ノ Wi-Fi; 5 GHz"


def read(device: Device) -> set[str]:
    """What all codes on the screen say, as a phone's camera sees them."""
    picture = Image.open(io.BytesIO(device.page.screenshot()))
    return {code.text for code in zxingcpp.read_barcodes(picture)}


@pytest.mark.drawn("the Wi-Fi named")
@pytest.mark.parametrize("script", [True, False])
def test_point_9_the_host_names_the_wifi_and_the_tablet_shows_its_code(evening: Evening, script: bool) -> None:
    tablet = evening.tablet(script=script)
    tablet.look("gathering")
    (join,) = read(tablet)
    assert join.startswith(f"{evening.server.url}/j/")
    tablet.page.goto(f"{tablet.url}/network")
    tablet.look("how phones come in")
    assert read(tablet) == {join}
    tablet.type(tablet.page.locator("input[name=wifi]"), LONG)
    tablet.type(tablet.page.locator("input[name=phrase]"), "correct: horse")
    tablet.send(tablet.page.locator("form.wifi-form button"))
    tablet.look("two codes")
    wifi = r"WIFI:T:WPA;S:寿限無ノ Wi-Fi\; 5 GHz;P:correct\: horse;;"
    assert read(tablet) == {join, wifi}
    tablet.home()
    assert read(tablet) == {join}, "the Wi-Fi is shown on demand"
    tablet.page.locator(".wifi > summary").click()
    tablet.look("the wifi on demand")
    assert wifi in read(tablet)
    tablet.page.locator(".wifi > summary").click()
    tablet.look("put away")
    assert read(tablet) == {join}


def test_any_phone_can_let_a_neighbour_in(evening: Evening) -> None:
    host = evening.phone(NAMES[0], evening.host_link())
    host.look("host gathering")
    phone = evening.phone(NAMES[2])
    phone.page.locator("a[href='/network']").click()
    phone.look("lets somebody in")
    (join,) = read(phone)
    neighbour = evening.phone(NAMES[1], join)
    expect(neighbour.page.locator(".me h1")).to_have_text(NAMES[1])
    host.page.locator("a[href='/network']").click()
    host.look("network of the host")
    host.page.locator("a[href='/help']").click()
    host.look("help")
    host.page.locator("a[href='/']").click()
    host.look("back")
