"""Two strangers of a server with `--open`: a group that is loud, and a host who lays tables without pause.

Each is called with the server's URL, an address of 127.0.0.0/8 from which all its connections come, an event that tells
it to be calm, and a queue for how it was answered: a Counter of statuses, 0 for no answer at all.
"""

import http.client
import re
import selectors
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from multiprocessing.synchronize import Event
from typing import Any
from urllib.parse import urlencode, urlsplit

EVENINGS, DEVICES, STREAMS = 12, 17, 3  # as many evenings as a group may have, and streams as a device
TAPPING = 5  # devices that change their use without pause
SEATED = ("Ann", "Bo", "Cy", "Di")
SECONDS = 10.0  # that an answer may take
PAUSE = 0.05  # after "wait a moment"
PIECE = 65536
KEEPERS_LINK = re.compile(r"/keep/([\w-]+)")
GROUP = re.compile(r'action="(/groups/\d+)"')
MAIN = re.compile(r'<main id="screen" data-layout="([^"]*)" data-live="([^"]*)"')
GAME = re.compile(r'<body[^>]* data-game="([^"]*)"')
TROUBLE = (OSError, http.client.HTTPException)


class Device:
    """A browser without scripts: one connection that it keeps, and the cookie that it is given."""

    def __init__(self, url: str, source_address: str, cookie: str = "") -> None:
        parts = urlsplit(url)
        self._url, self._source, self._where = url, source_address, (parts.hostname or "", parts.port or 80)
        self._connection = http.client.HTTPConnection(*self._where, SECONDS, source_address=(source_address, 0))
        self.cookie = cookie
        self.answers = Counter[int]()

    def twin(self) -> "Device":
        """The same browser on another connection: one is for one thread."""
        return Device(self._url, self._source, self.cookie)

    def call(self, method: str, path: str, **form: str) -> tuple[int, str]:
        """The status and the body of an answer; 0 where none comes."""
        headers = {"Origin": self._url, "Content-Type": "application/x-www-form-urlencoded", "Cookie": self.cookie}
        try:
            self._connection.request(method, path, urlencode(form) if method == "POST" else None, headers)
            answer = self._connection.getresponse()
            status, body = answer.status, answer.read().decode()
        except TROUBLE:
            self._connection.close()
            self.answers[0] += 1
            return 0, ""
        self.answers[status] += 1
        self.cookie = self.cookie or answer.getheader("Set-Cookie", "").partition(";")[0]
        return status, body

    def insist(self, calm: Event, method: str, path: str, **form: str) -> str:
        """The body of the first answer that says more than "wait a moment"; an empty one once it has to be calm."""
        while not calm.is_set():
            status, body = self.call(method, path, **form)
            if status not in (0, 429, 503):
                return body
            time.sleep(PAUSE)
        return ""

    def follow(self, page: str) -> socket.socket | None:
        """A stream of the screen on this page, on a connection of its own; None where there is none to be had."""
        main, game = MAIN.search(page), GAME.search(page)
        if main is None:
            return None
        query = urlencode({"layout": main[1], "game": game[1] if game else ""})
        host = urlsplit(self._url).netloc
        head = f"GET {main[2]}?{query} HTTP/1.1\r\nHost: {host}\r\nCookie: {self.cookie}\r\n\r\n"
        try:
            stream = socket.create_connection(self._where, SECONDS, (self._source, 0))
            stream.sendall(head.encode())
        except OSError:
            self.answers[0] += 1
            return None
        stream.setblocking(False)
        return stream

    def close(self) -> None:
        self._connection.close()


class Drain:
    """Streams whose news are taken as they come, and thrown away."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def add(self, stream: socket.socket | None) -> None:
        if stream is not None:
            self._selector.register(stream, selectors.EVENT_READ)

    def take(self, seconds: float = 0) -> None:
        """Take what has come, or comes within so many seconds."""
        for key, _ in self._selector.select(seconds):
            stream = key.fileobj
            assert isinstance(stream, socket.socket)
            try:
                ended = not stream.recv(PIECE)
            except BlockingIOError:
                continue
            except OSError:
                ended = True
            if ended:
                self._selector.unregister(stream)
                stream.close()

    def close(self) -> None:
        for key in [*self._selector.get_map().values()]:
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self._selector.close()


def loud_group(url: str, source_address: str, calm_event: Event, answers_queue: Any) -> None:
    """A group of twelve evenings with six hundred streams, in which five devices change their use without pause."""
    devices: list[Device] = []
    tapping: list[threading.Thread] = []
    with ExitStack() as left:
        drain = left.enter_context(closing(Drain()))
        for device in _coming(url, source_address, calm_event):
            devices.append(left.enter_context(closing(device)))
            page = device.insist(calm_event, "GET", "/")
            for _ in range(STREAMS):
                drain.add(device.follow(page))
            drain.take()
            if len(tapping) < TAPPING:
                devices.append(left.enter_context(closing(device.twin())))
                tapping.append(threading.Thread(target=_change_use, args=(devices[-1], calm_event)))
                tapping[-1].start()
        while not calm_event.is_set():
            drain.take(PAUSE)
        for thread in tapping:
            thread.join()
    answers_queue.put(sum((device.answers for device in devices), Counter[int]()))


def _coming(url: str, source: str, calm: Event) -> Iterator[Device]:
    """The devices of the group, evening by evening, each used as a scoreboard, and a host: they keep the group."""
    host = Device(url, source)
    host.insist(calm, "POST", "/groups", name="Loud")
    host.insist(calm, "POST", "/use", kind="board")
    link = KEEPERS_LINK.search(host.insist(calm, "GET", "/group"))
    yield host
    for number in range(EVENINGS):
        if number:
            host.insist(calm, "POST", "/evenings")
        for _ in range(DEVICES - 1):
            if calm.is_set() or link is None:
                return
            device = Device(url, source)
            device.insist(calm, "POST", f"/keep/{link[1]}")
            device.insist(calm, "POST", "/use", kind="board")
            yield device


def _change_use(device: Device, calm: Event) -> None:
    """Say without pause that a device is a phone, a scoreboard, a phone."""
    while not calm.is_set():
        for kind in ("phone", "board"):
            device.call("POST", "/use", kind=kind)


def tables_laid(url: str, source_address: str, calm_event: Event, answers_queue: Any) -> None:
    """A host who lays a table and puts it away without pause; where no more are taken, at another evening."""
    host = Device(url, source_address)
    with closing(host):
        host.insist(calm_event, "POST", "/groups", name="Layers")
        while not calm_event.is_set():
            _lay(host, calm_event)
    answers_queue.put(host.answers)


def _lay(host: Device, calm: Event) -> None:
    """Four sit down, and table after table is laid; where one is refused, the evening ends and the next one begins."""
    host.insist(calm, "POST", "/use", kind="board")
    for name in SEATED:
        host.insist(calm, "POST", "/guests", name=name)
    while not calm.is_set():
        status, _ = host.call("POST", "/tables", game="death-name")
        if status == 422:
            break
        host.call("POST", "/put-away")
    host.insist(calm, "POST", "/end")
    again = GROUP.search(host.insist(calm, "GET", "/start"))
    if again is not None:
        host.insist(calm, "POST", again[1])
