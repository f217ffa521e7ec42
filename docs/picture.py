"""Take the pictures of README and guide from the running program: `python docs/picture.py`."""

import io
import json
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

TOP = Path(__file__).parent.parent
sys.path.insert(0, str(TOP))

from companion.evening import floor  # noqa: E402
from companion.games import GAMES  # noqa: E402
from companion.table.record import read  # noqa: E402
from tests.evenings import EVENINGS  # noqa: E402
from tests.support.browser.chromium import program  # noqa: E402
from tests.support.browser.evening import Device, Evening  # noqa: E402
from tests.support.browser.stills import open_page, still, stills  # noqa: E402
from tests.support.gathering import Gathering  # noqa: E402
from tests.support.own_app import app_of_its_own  # noqa: E402
from tests.support.phone import Phone  # noqa: E402
from tests.support.server import Server  # noqa: E402
from tests.support.states.games import prefix  # noqa: E402
from tests.support.states.state import State  # noqa: E402

NAMES = ("Chris", "Bob", "Dora", "Bob")
COLORS = 200  # of a picture: few enough for a small file
CAFE = {1: "By the window", 3: "", 6: "Under the stairs"}  # tables that are taken, and their names
STRIP = {  # an evening of each game, and after how many of its lines it is pictured
    "death-name/four-with-phones": 36,
    "final-deathweek/four-who-came-through": 50,
    "gamushara-gang/four-with-names-of-their-own": 40,
    "death-wish/four-at-a-funeral": 34,
    "death-over-the-kingdom/the-five-of-the-book": 60,
}
SMALL = (512, 320)  # each picture of the strip: a scoreboard of 1280 × 800, at two fifths
EDGE = 8


def main() -> int:
    """Play a round with four phones, and take pictures of it, of a game of the past, of each game, and of a café."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])
        server, past = Server(Path(folder)), Path(folder) / "past.json"
        past.write_text(json.dumps(EVENINGS["death-name/four-with-phones"].record), "utf-8")
        server.run("import", str(past))
        evening = Evening(chromium, server.start(), Path(folder))
        tablet = evening.tablet()
        play(evening, tablet)
        take(tablet, "scoreboard")
        aftermath(evening, tablet)
        tablet.page.goto(f"{server.url}/history/")
        tablet.page.locator("a:has(b)").last.click()  # the newest stands first
        take(tablet, "history")
        evening.close()
        server.stop()
        strip(chromium)
        cafe(chromium)
    return 0


def play(evening: Evening, tablet: Device) -> None:
    """A round of DEATH Name, with a picture of what a phone asks."""
    link = evening.scanned(tablet)
    phones = [evening.phone(name, link) for name in ("Ann", "Bo", "Cy")]
    newcomer = evening.device("phone4", "phone")
    newcomer.page.goto(link)
    take(newcomer, "join")
    evening.sit(newcomer, "Di", link)
    phones.append(newcomer)
    tablet.settle()
    take(tablet, "lobby")
    evening.start(tablet)
    tablet.decree(0, -1, 1, -2)
    for phone, name in zip(phones, NAMES, strict=True):
        phone.write(name)
    evening.agree()
    take(phones[0], "phone")
    for phone in phones:
        phone.declare("keep")
    evening.agree()


def aftermath(evening: Evening, tablet: Device) -> None:
    """A line is corrected, a phone becomes a host, the game is counted as it stands, and the evening ends."""
    phone, sheet = evening.devices[1], f"{evening.server.url}/table/{evening.now_code()}/sheet"
    phone.page.goto(f"{sheet}/2")  # what its player wrote
    form = phone.page.locator("form[action$='/correct']:has(input[name=how][value=replace])").first
    phone.type(form.locator("input[name=name]"), "Zoe")
    phone.send(form.locator("button.main"))
    take(phone, "correction")
    tablet.page.goto(f"{evening.server.url}/devices")
    tablet.send(tablet.page.locator("button[name=how][value=share]").first)
    phone.page.goto(f"{evening.server.url}/devices")
    take(phone, "devices")
    tablet.page.goto(sheet)
    tablet.send(tablet.page.locator("form#count button"))
    tablet.home()
    tablet.send(tablet.page.locator("form[action='/end'] button"))
    phone.home()
    take(phone, "evening")


def take(device: Device, name: str) -> None:
    """A picture of what this device shows, as docs/NAME.png."""
    keep(Image.open(io.BytesIO(device.page.screenshot())), name)


def keep(picture: Image.Image, name: str) -> None:
    """Keep a picture as docs/NAME.png, in few colours."""
    picture.convert("RGB").quantize(COLORS).save(TOP / "docs" / f"{name}.png", optimize=True)
    print(f"Taken: docs/{name}.png")


def strip(chromium: Browser) -> None:
    """Six scoreboards in two rows, as docs/strip.png: people gather, then a moment of each game."""
    whole = Image.new("RGB", (3 * SMALL[0] + 2 * EDGE, 2 * SMALL[1] + EDGE), "white")
    page = chromium.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", device_scale_factor=SMALL[0] / 1280
    ).new_page()
    for number, html in enumerate(boards()):
        page.set_content(html)
        page.evaluate("() => document.querySelectorAll('details[open]').forEach((form) => (form.open = false))")
        row, column = divmod(number, 3)
        whole.paste(Image.open(io.BytesIO(page.screenshot())), (column * (SMALL[0] + EDGE), row * (SMALL[1] + EDGE)))
    keep(whole, "strip")


def cafe(chromium: Browser) -> None:
    """The hall of a café and a page of its prints, as docs/hall.png and docs/prints.png."""
    with app_of_its_own() as app:
        services = app.extensions["services"]
        services.name = "Café Charon"
        services.evenings.change_floor(lambda db: floor.lay_out(db, 8))
        for number, name in CAFE.items():
            gathering = Gathering.of_group(app, f"group {number}")
            for person in ("Ann", "Bo", "Cy", "Di"):
                gathering.come(person)
            gathering.start(list(GAMES)[number % len(GAMES)])
            services.evenings.change_floor(partial(floor.name, number=number, name=name))
            services.evenings.put_at(gathering.now, number)
        operator = Phone(app)
        for name, path, size in (("hall", "", (1280, 560)), ("prints", "/prints", (800, 1130))):
            page = open_page(chromium)
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.set_content(still(operator.get(f"/hall/{services.hall_ticket}{path}").html))
            keep(Image.open(io.BytesIO(page.screenshot())), name)


def boards() -> Iterator[str]:
    """The pages of the scoreboards in the strip."""
    with app_of_its_own() as app:
        gathering = Gathering(app)
        for name in ("Ann", "Bo", "Cy", "花子"):
            gathering.come(name)
        yield still(gathering.tablet.get("/").html)
    for name, lines in STRIP.items():
        whole = read(EVENINGS[name].record).table
        yield stills(State(name, prefix(whole, lines)))["board"]


if __name__ == "__main__":
    sys.exit(main())
