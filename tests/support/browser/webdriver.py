"""Firefox and WebKit, driven by WebDriver, as Debian ships them.

Playwright starts Firefox and WebKit of its own making only, and speaks a newer BiDi than Firefox ESR. WebKitWebDriver
takes WebDriver over HTTP; Firefox takes the same commands over its socket (Marionette), of which geckodriver, which
Debian does not have, is a translation.
"""

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar
from urllib.error import HTTPError

from tests.support.browser import looks
from tests.support.effort import patient
from tests.support.server import free_port

SECONDS = 8.0
SCREEN = (1400, 1000)
LINGERS = 600  # milliseconds for which a finger rests; the page wants 400
PATHS = {  # of the commands of Marionette that WebDriver has over HTTP
    "DeleteSession": ("DELETE", ""),
    "Navigate": ("POST", "/url"),
    "Back": ("POST", "/back"),
    "GetWindowHandles": ("GET", "/window/handles"),
    "SwitchToWindow": ("POST", "/window"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "PerformActions": ("POST", "/actions"),
    "TakeScreenshot": ("GET", "/screenshot"),
}
# No window of these browsers is as narrow as a phone, but for one that a page opens. That page, of the same origin,
# also hears what goes wrong in it: WebDriver has no word for that.
OPEN = """const [width, height] = arguments;
    const heard = window.heard = [], shown = window.open('about:blank', '', `popup,width=${width},height=${height}`);
    let heeded = null;
    setInterval(() => {
        if (shown.document === heeded) return;
        heeded = shown.document;
        shown.addEventListener('error', ({ message, target }) =>
            heard.push(message ? `a script fails: ${message}` : `not loaded: ${target.src ?? target.href}`), true);
        shown.addEventListener('unhandledrejection', ({ reason }) => heard.push(`a promise fails: ${reason}`));
        heeded.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
            heard.push(`forbidden: ${violatedDirective} ${blockedURI}`));
        for (const kind of ['error', 'warn']) {
            const print = shown.console[kind];
            shown.console[kind] = (...words) => { heard.push(`console: ${words.join(' ')}`); print(...words); };
        }
    }, 0);"""
# The first that is seen, brought to the middle of the screen where it cannot be tapped yet. One that is folded away, or
# lies under another, is none.
REACH = """if (document.readyState !== 'complete') return []; // nor is a page left while its scripts are on their way
    const [css, text] = arguments, shown = [...document.querySelectorAll(css)].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }) && one.innerText.includes(text)).slice(0, 1);
    const isOver = (one) => { const { x, y, width, height } = one.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return one.contains(top) || !!top?.closest('label')?.contains(one); };
    if (!shown.every(isOver)) shown[0].scrollIntoView({ block: 'center', behavior: 'instant' });
    return shown.filter(isOver);"""
SEEN = """const [css, text] = arguments; return [...document.querySelectorAll(css)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) && one.innerText.includes(text)).length"""
FOLD = """const folds = (one) => one ? [...folds(one.parentElement), ...(one.matches('details') ? [one] : [])] : [];
    const [summary] = folds(document.querySelector(arguments[0])).filter((fold) => !fold.open)
        .map((fold) => fold.querySelector(':scope > summary'));
    summary?.scrollIntoView({ block: 'center', behavior: 'instant' });
    return summary ? [summary] : [];"""
CHOOSE = """const [css, value] = arguments, list = document.querySelector(css);
    list.value = value;
    list.dispatchEvent(new Event('change', { bubbles: true }))"""
LOOK = f"""return document.readyState === 'complete' ? ({looks.PROBE.strip().removesuffix(";")})(arguments[0]) : null"""
HIDE = """Object.defineProperty(document, 'hidden', { configurable: true, get: () => arguments[0] });
    document.dispatchEvent(new Event('visibilitychange'))"""


class Refused(Exception):
    """The browser's own sentence on a command that it did not carry out."""


class Window(ABC):
    """A phone or a tablet: one page of one browser with cookies of its own. Elements are named by CSS selectors."""

    PROGRAMS: ClassVar[tuple[str, ...]]

    def __init__(self, kind: str, home: str) -> None:
        """`kind` of looks.SIZES; `home` is the address whose pages it shows."""
        self.kind = kind
        self._left = ExitStack()
        try:
            self.folder = Path(self._left.enter_context(TemporaryDirectory(prefix="ledger-browser-")))
            self._start()
            self._left.callback(self.command, "DeleteSession")
            self.command("Navigate", url=f"{home}/help")
            (self._opener,) = self.command("GetWindowHandles")
            self.evaluate(OPEN, *looks.SIZES[kind])
            (self._shown,) = {*self.command("GetWindowHandles")} - {self._opener}
            self.command("SwitchToWindow", handle=self._shown)
        except BaseException:
            self.close()
            raise

    @classmethod
    def missing(cls) -> list[str]:
        """The programs of this browser that are not installed."""
        return [program for program in cls.PROGRAMS if not shutil.which(program)]

    @abstractmethod
    def _start(self) -> None:
        """Start the browser, and a session of it."""

    @abstractmethod
    def command(self, name: str, **words: Any) -> Any:
        """Give a command, and return its value; raises Refused."""

    def close(self) -> None:
        """End the browser."""
        self._left.close()

    def _run(self, *words: str, **environment: str) -> "subprocess.Popen[bytes]":
        """Start a program that ends with the window."""
        complained = self._left.enter_context((self.folder / "said.txt").open("ab"))
        process = subprocess.Popen(
            words, env=os.environ | environment, stdin=subprocess.DEVNULL, stdout=complained, stderr=complained
        )
        self._left.callback(process.wait)
        self._left.callback(process.terminate)
        return process

    # --- what somebody does

    def open(self, url: str) -> None:
        self.until(lambda: str(self.evaluate("return document.readyState")).replace("complete", ""))
        self.command("Navigate", url=url)

    def back(self) -> None:
        self.command("Back")

    def tap(self, css: str, text: str = "", milliseconds: int = 0) -> None:
        """Tap what says `text`, or rest on it; what folds it away is opened before."""
        self._reach(css, text, lambda target: self._press(target, milliseconds))

    def _press(self, target: Any, milliseconds: int = 0) -> None:
        pointer = {"type": "pointerMove", "origin": target, "x": 0, "y": 0}
        stay = {"type": "pause", "duration": milliseconds}
        actions = [pointer, {"type": "pointerDown", "button": 0}, stay, {"type": "pointerUp", "button": 0}]
        self.command("PerformActions", actions=[{"type": "pointer", "id": "finger", "actions": actions}])

    def type(self, css: str, text: str) -> None:
        """Type into a field."""
        self._reach(css, "", lambda field: self._send_keys(next(iter(field.values())), text))

    @abstractmethod
    def _send_keys(self, element: str, text: str) -> None:
        """Type into an element."""

    def _reach(self, css: str, text: str, act: Callable[[Any], None]) -> None:
        """Do something with an element once it can be tapped; one that was exchanged meanwhile is looked for again."""

        def missing() -> str:
            for target in self.evaluate(REACH, css, text) or ():
                act(target)
                return ""
            for fold in self.evaluate(FOLD, css) or ():
                self._press(fold)
            return f"no {css} {text} to tap"

        self.until(missing)

    def choose(self, css: str, value: str) -> None:
        """Choose in a list; what the system opens over the page cannot be tapped."""
        self._reach(css, "", lambda _: self.evaluate(CHOOSE, css, value))

    def sleep(self) -> None:
        """The page hears that it is in the background, as on a phone whose screen is dark."""
        self.evaluate(HIDE, True)

    def wake(self) -> None:
        self.evaluate(HIDE, False)

    # --- what somebody sees

    def evaluate(self, script: str, *words: Any) -> Any:
        """What the body of a function returns in the page."""
        return self.command("ExecuteScript", script=script, args=[*words])

    def see(self, css: str, text: str = "", number: int = 1) -> None:
        """Wait until so many of these are seen; 0: until none is."""

        def missing() -> str:
            seen = self.evaluate(SEEN, css, text)
            is_so = seen is not None and (seen >= number if number else seen == 0)  # None: another page is on its way
            return "" if is_so else f"{seen} of {css} {text}"

        self.until(missing)

    def until(self, missing: Callable[[], str], seconds: float = SECONDS) -> None:
        """Wait until `missing` has nothing to say; a page that is on its way cannot be asked."""
        end = time.monotonic() + patient(seconds)
        while True:
            try:
                told = missing()
            except Refused as refused:
                told = str(refused)
            if not told:
                return
            assert time.monotonic() < end, f"{type(self).__name__}, {self.kind}, still: {told}"
            time.sleep(0.02)

    def picture(self) -> bytes:
        """What is on the screen, as PNG."""
        return base64.b64decode(self.command("TakeScreenshot", full=False))

    def faults(self) -> list[str]:
        """What is wrong with the page as it stands, and what went wrong since this was last asked."""
        seen: list[str] = []

        def missing() -> str:
            nonlocal seen
            answer = self.evaluate(LOOK, [looks.TARGET, looks.SIZES["tablet"][0], looks.BOARD_NAMES, looks.BOARD_TEXT])
            seen = answer or []
            return "the page is on its way" if answer is None else ""

        self.until(missing)
        self.command("SwitchToWindow", handle=self._opener)
        heard: list[str] = self.evaluate("return heard.splice(0)")
        self.command("SwitchToWindow", handle=self._shown)
        return [*seen, *heard]


class Firefox(Window):
    """Debian's Firefox ESR without a screen."""

    PROGRAMS = ("firefox-esr",)
    PREFERENCES: ClassVar = {"marionette.port": 0, "ui.prefersReducedMotion": 1, "app.update.enabled": False}

    def _start(self) -> None:
        written = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in self.PREFERENCES.items()]
        (self.folder / "user.js").write_text("\n".join(written))
        wide, high = map(str, SCREEN)
        words = ["firefox-esr", "--headless", "--no-remote", "--marionette", "--profile", str(self.folder)]
        process = self._run(*words, MOZ_HEADLESS_WIDTH=wide, MOZ_HEADLESS_HEIGHT=high)
        port = self.folder / "MarionetteActivePort"

        def missing() -> str:
            assert process.poll() is None, (self.folder / "said.txt").read_text()
            return "" if port.exists() and port.read_text() else "it does not listen"

        self.until(missing, 30)
        self._socket = self._left.enter_context(socket.create_connection(("127.0.0.1", int(port.read_text()))))
        self._socket.settimeout(patient(60))
        self._answers = self._left.enter_context(self._socket.makefile("rb"))
        self._read()  # its greeting
        self.version: str = self.command("NewSession", capabilities={})["capabilities"]["browserVersion"]

    def command(self, name: str, **words: Any) -> Any:
        sent = json.dumps([0, 1, f"WebDriver:{name}", words]).encode()
        self._socket.sendall(b"%d:%s" % (len(sent), sent))
        _, _, problem, answer = self._read()
        if problem:
            raise Refused(f"{problem['error']}: {problem['message']}")
        return answer["value"] if isinstance(answer, dict) and {*answer} == {"value"} else answer

    def _read(self) -> Any:
        """The next message: how many bytes it has, a colon, and JSON."""
        size = b""
        while (one := self._answers.read(1)) not in (b":", b""):
            size += one
        return json.loads(self._answers.read(int(size)))

    def _send_keys(self, element: str, text: str) -> None:
        self.command("ElementSendKeys", id=element, text=text)


class WebKit(Window):
    """Debian's WebKitGTK in its MiniBrowser, on an X server without a screen. The engine of Safari, and not Safari."""

    PROGRAMS = ("WebKitWebDriver", "Xvfb")

    def _start(self) -> None:
        configured = self.folder / "gtk-3.0" / "settings.ini"
        configured.parent.mkdir()
        configured.write_text("[Settings]\ngtk-enable-animations=0\n")  # less motion
        self._port = free_port()
        self._run("WebKitWebDriver", f"--port={self._port}", DISPLAY=self._display(), XDG_CONFIG_HOME=str(self.folder))
        self._session = ""
        self.until(lambda: "" if self._answers() else "it does not answer", 30)
        (browser,) = Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser")
        args = ["--automation", "--javascript-can-open-windows-automatically=true"]
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": {"binary": str(browser), "args": args}}}
        session = self._call("POST", "", {"capabilities": wanted})
        self._session, self.version = f"/{session['sessionId']}", session["capabilities"]["browserVersion"]

    def _display(self) -> str:
        """An X server of its own, by the number that it takes."""
        reads, writes = os.pipe()
        with os.fdopen(reads) as numbers:
            screen = ["-screen", "0", "{}x{}x24".format(*SCREEN), "-nolisten", "tcp", "-displayfd", "1"]
            process = subprocess.Popen(["Xvfb", *screen], stdout=writes, stderr=subprocess.DEVNULL)
            os.close(writes)
            self._left.callback(process.wait)
            self._left.callback(process.terminate)
            return f":{numbers.readline().strip()}"

    def _answers(self) -> bool:
        try:
            return bool(self._call("GET", "/../status")["ready"])
        except OSError:
            return False

    def command(self, name: str, **words: Any) -> Any:
        method, path = PATHS[name]
        return self._call(method, path, words)

    def _call(self, method: str, path: str, words: Any = None) -> Any:
        url = f"http://127.0.0.1:{self._port}/session{self._session}{path}".replace("/session/..", "")
        body = json.dumps(words or {}).encode() if method == "POST" else None
        called = urllib.request.Request(url, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(called, timeout=patient(60)) as answer:
                return json.load(answer)["value"]
        except HTTPError as refused:
            problem = json.load(refused)["value"]
            raise Refused(f"{problem['error']}: {problem['message']}") from None

    def _send_keys(self, element: str, text: str) -> None:
        self._call("POST", f"/element/{element}/value", {"text": text})


ENGINES: dict[str, type[Window]] = {"firefox": Firefox, "webkit": WebKit}
