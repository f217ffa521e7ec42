"""A room behind one router: sixty phones, each with its stream, and all of them one address to the server."""

import asyncio
import json
from contextlib import closing, suppress
from itertools import count
from time import perf_counter

from bench.live.wire import Connection, EventStream, request
from tests.support.addresses import own_address

NAME = "one NAT: 60 phones, 60 streams, an upload at 20 kB/s, a head that drips"
TABLES, SEATS = 15, ["Ann", "Bo", "Cy", "Di"]
EVERY = 1.0  # seconds between two taps of a phone
PIECE, PAUSE = 4000, 0.2  # of the upload
LARGE = 30 * 1024 * 1024
TRACK = "points"
numbers = count(1)


async def taps(port: int, seconds: float, keeper: str, is_one_address: bool) -> list[float]:
    """How long the taps of sixty phones take, in milliseconds; all of one address, with what drips beside, or each of
    its own. The upload is that of a device with the cookie `keeper`."""
    shared = own_address()
    slow = (
        [asyncio.create_task(_upload(port, shared, keeper)), asyncio.create_task(_drip(port, shared))]
        if is_one_address
        else []
    )
    phones: list[tuple[Connection, EventStream, str, str]] = []
    for _ in range(TABLES):
        lays = Connection(port)
        body = json.dumps({"game": "death-name", "seats": SEATS, "options": {}}).encode()
        laid = json.loads((await lays.call(request("POST", "/api/tables", "127.0.0.1", {}, body))).body)
        lays.close()
        path = f"/api/tables/{laid['table']}"
        for key in laid["seat_keys"]:
            connection = Connection(port)
            connection.address = shared if is_one_address else connection.address
            sent = request("GET", f"{path}/live", "127.0.0.1", {"Authorization": f"Bearer {key}"})
            stream = EventStream(sent, lambda event: None, lambda size: None)
            await stream.open(port, connection.address)
            phones.append((connection, stream, path, key))
    taken: list[float] = []
    end = perf_counter() + seconds
    await asyncio.gather(*(_phone(place, *phone, end, taken) for place, phone in enumerate(phones)))
    for connection, stream, *_ in phones:
        connection.close()
        stream.close()
    for task in slow:
        task.cancel()
        with suppress(asyncio.CancelledError, ConnectionError):
            await task
    return taken


async def _phone(
    place: int, connection: Connection, stream: EventStream, path: str, key: str, end: float, taken: list[float]
) -> None:
    await asyncio.sleep(EVERY * place / (TABLES * len(SEATS)))
    while (began := perf_counter()) < end:
        number = next(numbers)
        move = {"move": "adjust", "seat": place % len(SEATS), "track": TRACK, "by": 1, "why": "tap"}
        body = json.dumps(move | {"key": f"phone-{number:08d}"}).encode()
        headers = {"Authorization": f"Bearer {key}"}
        answer = await connection.call(request("POST", f"{path}/moves", "127.0.0.1", headers, body))
        assert answer.status == 201, answer
        taken.append((answer.received - began) * 1000)
        await asyncio.sleep(max(0.0, began + EVERY - perf_counter()))


async def _upload(port: int, address: str, cookie: str) -> None:
    """A large form, 20 kB a second."""
    head = f"POST /group/file HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    head += (
        f"Cookie: {cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: {LARGE}\r\n\r\n--x\r\n"
    )
    head += 'Content-Disposition: form-data; name="group"; filename="group.jsonl"\r\n\r\n'
    _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    with closing(writer):
        writer.write(head.encode())
        while True:
            writer.write(b"x" * PIECE)
            await writer.drain()
            await asyncio.sleep(PAUSE)


async def _drip(port: int, address: str) -> None:
    """A head that never ends."""
    while True:
        _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        with closing(writer), suppress(ConnectionError):
            writer.write(b"GET / HTTP/1.1\r\nX: ")
            while not writer.is_closing():
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(PAUSE)
