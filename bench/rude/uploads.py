"""Two strangers of a server with `--open`, each of whom has the worst file that is taken read without pause.

Called with the server's URL, an address of 127.0.0.0/8 from which all its connections come, an event that tells it to
be calm, and a queue for how it was answered: a Counter of statuses, 0 for no answer at all.
"""

import os
import socket
import threading
from collections import Counter
from contextlib import closing
from multiprocessing.synchronize import Event
from typing import Any
from urllib.parse import urlsplit

from bench.rude.groups import SECONDS, TROUBLE, Device
from tests.support.heavy_files import corrected_game, file_of

UPLOADS = 2
GAMES, LINES, CORRECTIONS = 15, 500, 260  # in all some 2,500,000 moves that are read again, in 0.8 MB
LOOK = 0.1  # seconds between two looks whether to be calm
BEGINS = b'--x\r\nContent-Disposition: form-data; name="group"; filename="group.jsonl"\r\n\r\n'
ENDS = b"\r\n--x--\r\n"
PAUSE = 1.0  # after an answer: an address takes in a group a minute, and five at once


def worst_file() -> bytes:
    """As much work as a file may be."""
    games = [corrected_game(f"heavy{number}", LINES, CORRECTIONS) for number in range(GAMES)]
    return file_of(*games).getvalue()


def two_uploads(url: str, source_address: str, calm_event: Event, answers_queue: Any) -> None:
    """Two groups that take in such a file again and again; to be calm is to hang up in the middle."""
    answers, file = Counter[int](), worst_file()
    first, _, last = source_address.rpartition(".")
    source_address = f"{first.rpartition('.')[0]}.{os.getpid() % 250 + 1}.{last}"  # in each round another one

    def one(number: int) -> None:
        with closing(Device(url, source_address)) as keeper:
            keeper.insist(calm_event, "POST", "/groups", name=f"Heavy {number}")
            while not calm_event.is_set():
                answers[_sent(url, source_address, keeper.cookie, file, calm_event)] += 1
                calm_event.wait(PAUSE)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(UPLOADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers_queue.put(answers)


def _sent(url: str, source: str, cookie: str, file: bytes, calm: Event) -> int:
    """How a file was answered; 0 where it was not before all had to be calm."""
    parts = urlsplit(url)
    form = BEGINS + file + ENDS
    lines = (
        "POST /group/file HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Origin: {url}",
        f"Cookie: {cookie}",
        "Content-Type: multipart/form-data; boundary=x",
        f"Content-Length: {len(form)}",
    )
    try:
        with socket.create_connection((parts.hostname or "", parts.port or 80), SECONDS, (source, 0)) as connection:
            connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + form)
            connection.settimeout(LOOK)
            while not calm.is_set():
                try:
                    return int(connection.recv(65536)[9:12] or 0)
                except TimeoutError:
                    pass
    except (*TROUBLE, ValueError):
        pass
    return 0
