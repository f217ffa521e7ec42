"""What a screen sounds like, and that it can be silenced; what a phone does in a hand, and that it tells no secret."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_last_page import alone, ended, played
from tests.support.browser import axe
from tests.support.browser.evening import NAMES, Device, Evening, until
from tests.support.server import Server

pytestmark = pytest.mark.browser

LONGEST = {"knell": 3.05, "tick": 0.1, "heartbeat": 0.3, "lamp": 0.75}  # seconds; of a game's motif:
MOTIF = 1.2
KNELL, STAMP = 220, 90  # hertz
RENDERED = """async ([name, seconds]) => {
    const script = document.querySelector('script[src$="/screen.js"]').src;
    const { SOUNDS } = await import(new URL("sound_motifs.js", script));
    if (!name) { return Object.keys(SOUNDS); }
    const context = new OfflineAudioContext(1, seconds * 44100, 44100);
    SOUNDS[name](context, context.destination, 0.1);
    const heard = (await context.startRendering()).getChannelData(0);
    const levels = heard.map(Math.abs);
    const loud = [...levels.keys()].filter((sample) => levels[sample] > 0.002);
    const jump = (sample) => Math.abs(heard[sample] - heard[sample - 1]);
    const [first, last] = [loud[0], loud[loud.length - 1]];
    return { begins: first / 44100 - 0.1, lasts: last / 44100 - 0.1,
        peak: levels.reduce((one, other) => Math.max(one, other)),
        power: Math.sqrt(heard.reduce((sum, one) => sum + one * one, 0) / (last - first)),
        click: Math.max(jump(first), jump(last + 1)) }; }"""
# What sounds on a page, and how loud; the sources that were started, by what they are, and the pitches.
HEARD = """
    window.sources = [];
    const start = AudioScheduledSourceNode.prototype.start;
    const connect = AudioNode.prototype.connect;
    AudioScheduledSourceNode.prototype.start = function (...when) {
        window.sources.push(this.frequency ? "wave" : "noise");
        return start.apply(this, when);
    };
    AudioBufferSourceNode.prototype.start = AudioScheduledSourceNode.prototype.start;
    const set = AudioParam.prototype.setValueAtTime;
    AudioParam.prototype.setValueAtTime = function (value, when) {
        window.sources.push(value);
        return set.call(this, value, when);
    };
    AudioNode.prototype.connect = function (to, ...more) {
        if (to instanceof AudioDestinationNode) {
            window.analyser = to.context.createAnalyser();
            window.analyser.fftSize = 512;
            connect.call(this, window.analyser);
        }
        return connect.call(this, to, ...more);
    };"""
SILENCED = """async () => {
    const script = document.querySelector('script[src$="/screen.js"]').src;
    const { play } = await import(new URL("sound_speaker.js", script));
    const { context } = window.analyser;
    const samples = new Float32Array(512);
    const level = async (after) => {
        const wanted = context.currentTime + after;
        while (context.currentTime < wanted) { await new Promise((go) => setTimeout(go, 1)); }
        window.analyser.getFloatTimeDomainData(samples);
        return Math.max(...samples.map(Math.abs));
    };
    play(["knell"]);
    const before = await level(0.3);
    document.querySelector(".switch[name=sound]").click();
    const after = await level(0.1);
    window.sources = [];
    play(["knell"]);
    return [before, after, window.sources.length]; }"""
# Once a phone has been touched, and has no longer come back just now.
HEEDS = """async () => {
    const script = document.querySelector('script[src$="/screen.js"]').src;
    await import(new URL("sound_touch.js", script));
    return !(await import(new URL("parts.js", script))).isQuiet(); }"""
FELT = "window.felt = []; navigator.vibrate = (pattern) => { window.felt.push(String(pattern)); return true; };"
NUMB = """delete Navigator.prototype.vibrate;
    window.flashes = 0;
    document.addEventListener("animationstart", (event) => { window.flashes += event.animationName === "flash"; });"""
WRITTEN = {"one world": ("Bob", "Amy", "Zoe", "Tom"), "another": ("Zoe", "Tom", "Bob", "Amy")}
CHOICES = {"one world": ("keep", "pass", "pass"), "another": ("pass", "keep", "keep")}


def board(evening: Evening, script: str = HEARD, **more: Any) -> Device:
    """A scoreboard in whose browser `script` has run before the page, touched by the tap that made it one."""
    tablet = evening.device("tablet", "tablet", **more)
    tablet.page.add_init_script(script)
    tablet.page.goto(evening.host_link())
    tablet.send(tablet.page.locator("form[action='/use']:has(input[name=kind][value=board]) button"))
    return tablet


def phone(evening: Evening, name: str, script: str) -> Device:
    """A phone that has sat down, with a script of its own."""
    device = evening.device(name, "phone")
    device.page.add_init_script(script)
    evening.sit(device, name)
    return device


def touch(device: Device) -> None:
    """Touch a phone, and wait until it heeds what is new."""
    device.page.mouse.click(2, 2)
    until(device.page, lambda: "" if device.page.evaluate(HEEDS) else "it has come back just now")


def sources(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate("window.sources")
    return found


def is_so(page: Page, true: str) -> None:
    """Wait until something is true on the page."""
    until(page, lambda: "" if page.evaluate(f"() => {true}") else f"not {true}")


def becomes(page: Page, true: Callable[[], bool]) -> None:
    until(page, lambda: "" if true() else f"not so yet: {page.evaluate('[window.sources, window.felt]')}")


def switch(device: Device, name: str = "sound") -> Any:
    return device.page.locator(f".switch[name={name}]")


def scored(evening: Evening, tablet: Device) -> None:
    """A round of DEATH Name, reported on the scoreboard alone; it begins to unfold where anything moves."""
    for name in ("Ann", "Bo", "Cy", "Di"):
        evening.guest(tablet, name)
    evening.start(tablet, drafting="hands")
    tablet.page.mouse.click(2, 2)
    is_so(tablet.page, "window.analyser?.context.state === 'running'")
    tablet.decree(-2, 0, 0, 1)
    for seat, name in enumerate(("Bob", "Amy", "Zoe", "Bob")):
        tablet.write(name, seat)
    for seat in range(4):
        tablet.hold((seat + 1) % 4, seat)


@pytest.mark.drawn("sound", 3)
def test_each_sound_is_short_and_neither_silent_nor_shrill_and_clicks_nowhere(evening: Evening) -> None:
    page = board(evening).page
    names = page.evaluate(RENDERED, ["", 0])
    assert set(LONGEST) < set(names)
    for name in names:
        sound = page.evaluate(RENDERED, [name, 4])
        assert 0 <= sound["begins"] < 0.02, (name, sound)
        assert 0.02 < sound["lasts"] <= LONGEST.get(name, MOTIF), (name, sound)
        assert 0.25 < sound["peak"] < 0.95, (name, sound)
        assert sound["power"] > 0.01, (name, sound)
        assert sound["click"] < 0.05, (name, sound)


@pytest.mark.drawn("sound", 3)
def test_a_scoreboard_sounds_from_its_first_touch_on_and_the_switch_silences_it_at_once(evening: Evening) -> None:
    tablet = board(evening)
    expect(switch(tablet)).to_have_attribute("aria-pressed", "true")
    is_so(tablet.page, "window.analyser !== undefined")
    tablet.page.mouse.click(2, 2)
    is_so(tablet.page, "window.analyser.context.state === 'running'")
    before, after, started = tablet.page.evaluate(SILENCED)
    assert before > 0.01, "the knell rings"
    assert after < 0.0005, "and is gone within a tenth of a second"
    assert started == 0
    expect(switch(tablet)).to_have_attribute("aria-pressed", "false")
    tablet.home()
    expect(switch(tablet)).to_have_attribute("aria-pressed", "false")
    tablet.look("muted")
    assert axe.faults(tablet.page) == []


@pytest.mark.drawn("sound", 3)
def test_until_it_is_touched_it_says_so_at_its_foot(evening: Evening) -> None:
    tablet = board(
        evening,
        "Object.defineProperty(AudioContext.prototype, 'state', { get() { return window.isRunning"
        " ? 'running' : 'suspended'; } }); addEventListener('pointerup', () => { window.isRunning = true; }, true);"
        " AudioContext.prototype.resume = async function () {"
        " this.dispatchEvent(new Event('statechange')); };",
    )
    told = tablet.page.locator(".until-touched")
    expect(told).to_be_visible()
    tablet.look("not touched yet")
    for name in ("Ann", "Bo", "Cy", "Di"):
        evening.guest(tablet, name)
    evening.start(tablet)
    expect(told).to_be_visible()
    tablet.look_at_board("a table that nobody has touched")
    tablet.page.mouse.click(2, 2)
    expect(told).to_be_hidden()


@pytest.mark.drawn("sound", 3)
def test_less_motion_keeps_the_sounds(evening: Evening) -> None:
    tablet = board(evening)
    scored(evening, tablet)
    becomes(tablet.page, lambda: "noise" in sources(tablet.page))
    assert not tablet.page.locator("body.unfolding").count()
    tablet.page.evaluate("window.sources = []")
    tablet.take_back()
    expect(tablet.page.locator(".moment .order")).to_have_count(0)
    tablet.page.wait_for_timeout(100)
    assert sources(tablet.page) == [], "a correction makes no sound"


@pytest.mark.drawn("sound", 3)
def test_mute_keeps_the_motion_and_the_switch_is_at_hand_while_something_unfolds(evening: Evening) -> None:
    evening.moving = True
    tablet = board(evening)
    scored(evening, tablet)
    unfolding = tablet.page.locator("body.unfolding")
    expect(unfolding).to_have_count(1)
    phase = tablet.page.locator("body").get_attribute("data-phase")
    switch(tablet).click()
    expect(switch(tablet)).to_have_attribute("aria-pressed", "false")
    assert phase, "it was no tap that goes on"
    tablet.page.evaluate("window.sources = []")
    expect(unfolding).to_have_count(1)
    tablet.settle()
    assert sources(tablet.page) == []


@pytest.mark.drawn("sound", 3)
def test_what_is_hurried_on_sounds_what_it_comes_to_once(evening: Evening) -> None:
    evening.moving = True
    tablet = board(evening)
    scored(evening, tablet)
    expect(tablet.page.locator("body.unfolding")).to_have_count(1)
    tablet.page.evaluate("window.sources = []")
    tablet.page.mouse.dblclick(2, 2)
    becomes(tablet.page, lambda: 440 in sources(tablet.page))
    tablet.page.wait_for_timeout(300)
    assert sources(tablet.page).count(440) == 1


@pytest.mark.drawn("sound", 3)
def test_a_phone_is_silent_and_vibrates_until_somebody_says_otherwise(evening: Evening) -> None:
    tablet = evening.tablet()
    ann = phone(evening, "Ann", FELT)
    for _ in range(2):
        until(ann.page, lambda: "" if touched(ann) else "its switches are not there")
        expect(switch(ann)).to_have_attribute("aria-pressed", "false")
        expect(switch(ann, "vibration")).to_have_attribute("aria-pressed", "true")
        ann.home()
    for name in ("Bo", "Cy", "Di"):
        evening.guest(tablet, name)
    evening.start(tablet)
    ann.page.locator("#menu > summary").click()
    switch(ann).click()
    expect(switch(ann)).to_have_attribute("aria-pressed", "true")
    switch(ann, "vibration").click()
    expect(switch(ann, "vibration")).to_have_attribute("aria-pressed", "false")
    ann.look("its switches")
    assert axe.faults(ann.page) == []
    ann.home()
    ann.page.locator("#menu > summary").click()
    expect(switch(ann)).to_have_attribute("aria-pressed", "true")
    expect(switch(ann, "vibration")).to_have_attribute("aria-pressed", "false")


def touched(device: Device) -> bool:
    """Whether a phone shows its switches, once it has been touched."""
    device.page.mouse.click(2, 2)
    return switch(device).is_visible()


def felt(browser: Browser, folder: Path, world: str) -> list[list[list[str]]]:
    """What two phones did after each line of a round of DEATH Name; its names and choices are those of this world."""
    folder.mkdir()
    server = Server(folder)
    server.start()
    evening = Evening(browser, server, folder)
    tablet = evening.tablet()
    phones = [phone(evening, name, FELT) for name in ("Ann", "Bo")]
    for name in ("Cy", "Di"):
        evening.guest(tablet, name)
    evening.start(tablet, drafting="phones")
    for device in phones:
        touch(device)
    after: list[list[list[str]]] = []

    def seen() -> None:
        evening.agree()
        for device in phones:
            device.page.wait_for_timeout(250)
        after.append([device.page.evaluate("window.felt") for device in phones])

    tablet.decree(-2, 0, 0, 1)
    seen()
    for seat, name in enumerate(WRITTEN[world]):
        (phones[seat] if seat < 2 else tablet).write(name, None if seat < 2 else seat)
        seen()
    for seat, choice in enumerate(CHOICES[world]):
        (phones[seat] if seat < 2 else tablet).declare(choice, None if seat < 2 else seat)
        seen()
    evening.close()
    server.close()
    assert not evening.faults, evening.told_faults()
    return after


@pytest.mark.drawn("sound", 3)
def test_phones_do_the_same_in_two_worlds_that_differ_in_secrets(browser: Browser, tmp_path: Path) -> None:
    one, other = (felt(browser, tmp_path / world, world) for world in WRITTEN)
    assert one == other
    first, *_ = one
    assert first == [["80"], ["80"]], "both are asked for a name, and hear of it"
    assert all(ann == bo for ann, bo in one), "what concerns the whole table is felt on all its phones"
    assert len(one[-1][0]) >= 2, "asked once more, whether to keep it"


@pytest.mark.drawn("sound", 3)
def test_a_phone_tells_an_own_death_another_one_and_nothing_before_the_scoreboard_does(evening: Evening) -> None:
    tablet = evening.tablet()
    ann = phone(evening, "Ann", FELT)
    for name in ("Bo", "Cy", "Di"):
        evening.guest(tablet, name)
    evening.start(tablet)
    tablet.decree(-2, 0, 0, 1)
    evening.agree()
    touch(ann)
    tell = "(words) => { window.felt = []; document.dispatchEvent(new CustomEvent('moment', { detail: words })); }"
    ann.page.evaluate(tell, {"unfold": "open dies-2", "board": ""})
    ann.page.wait_for_timeout(800)
    assert ann.page.evaluate("window.felt") == [], "the scoreboard still opens it"
    becomes(ann.page, lambda: ann.page.evaluate("window.felt") == ["50,70,50"])
    ann.page.evaluate(tell, {"unfold": "open dies-0 over"})
    becomes(ann.page, lambda: ann.page.evaluate("window.felt") == ["250,120,500"])


@pytest.mark.drawn("sound", 3)
def test_a_phone_that_cannot_vibrate_flashes_once_at_a_question(evening: Evening) -> None:
    tablet = evening.tablet()
    evening.moving = True
    ann = phone(evening, "Ann", NUMB)
    for name in ("Bo", "Cy", "Di"):
        evening.guest(tablet, name)
    evening.start(tablet)
    touch(ann)
    expect(switch(ann, "vibration")).to_have_count(1)
    expect(switch(ann, "vibration")).to_be_hidden()
    tablet.decree(-2, 0, 0, 1)
    is_so(ann.page, "window.flashes === 1")
    ann.write("Bob")
    tablet.write("Amy", 1)
    evening.agree()
    ann.page.wait_for_timeout(300)
    assert ann.page.evaluate("window.flashes") == 1


@pytest.mark.drawn("sound", 3)
def test_the_last_act_sounds_and_its_switch_is_no_tap_that_goes_on(evening: Evening) -> None:
    tablet = ended(evening)
    page = tablet.page
    page.add_init_script(HEARD)
    tablet.home()
    is_so(page, "window.analyser !== undefined")
    page.locator("#again").click()
    becomes(page, lambda: KNELL in sources(page))
    assert alone(tablet) == [], "it is still dark"
    page.evaluate("window.sources = []")
    page.clock.run_for(1300)
    becomes(page, lambda: "noise" in sources(page))
    title = alone(tablet)
    switch(tablet).click()
    expect(switch(tablet)).to_have_attribute("aria-pressed", "false")
    assert alone(tablet) == title
    page.evaluate("window.sources = []")
    page.clock.run_for(3000)
    assert alone(tablet) != title, "mute keeps the motion"
    assert sources(page) == []


@pytest.mark.drawn("sound", 3)
def test_a_page_that_opens_in_the_dark_sounds_as_soon_as_it_may_be_heard(evening: Evening) -> None:
    tablet = ended(evening)
    page = tablet.page
    page.add_init_script(HEARD)
    page.add_init_script("localStorage.clear()")
    tablet.home()
    assert page.locator("body").get_attribute("data-scene") == "dark"
    is_so(page, "window.analyser !== undefined")
    page.keyboard.press("x")
    becomes(page, lambda: KNELL in sources(page))
    assert sources(page).count(KNELL) == 1
    assert alone(tablet) == [], "it is still dark"


@pytest.mark.drawn("sound", 3)
def test_a_game_that_plays_by_itself_sounds_as_it_did_and_its_switch_is_at_hand(evening: Evening) -> None:
    tablet = board(evening)
    page = tablet.page
    for name in NAMES[:4]:
        evening.guest(tablet, name)
    played(evening, 0)
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"{evening.server.url}/history/")
    page.locator("li > a[href^='/history/']:has(b.voice)").first.click()
    page.get_by_role("link", name="Let it play").click()
    expect(switch(tablet)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("x")
    becomes(page, lambda: KNELL in sources(page))
    assert STAMP in sources(page), "the motif of its game came before"
    page.go_back()
    page.get_by_role("link", name="Let it play").click()
    switch(tablet).click()
    expect(switch(tablet)).to_have_attribute("aria-pressed", "false")
    expect(page.locator("body.unfolding")).to_have_count(1)
    assert page.locator("input[type=range]").count() == 0, "mute keeps the motion, and it plays on"
    expect(page.locator("body.unfolding")).to_have_count(0)
    assert not {"wave", "noise"} & {*sources(page)}


@pytest.mark.drawn("sound", 3)
def test_no_tap_waits_for_a_sound(evening: Evening) -> None:
    tablet = evening.tablet()
    ann = evening.device("Ann", "phone")
    ann.page.add_init_script("localStorage.setItem('sound', 'on');")
    ann.page.route("**/js/sound*.js", lambda route: None)  # they never come
    evening.sit(ann, "Ann")
    for name in ("Bo", "Cy", "Di"):
        evening.guest(tablet, name)
    evening.start(tablet)
    ann.decree(-2, 0, 0, 1)
    ann.write("Bob")
    evening.agree()
