"""What a phone loads first."""

from bench.live.contestants.evening import DrivenEvening
from bench.live.wire import Connection, request
from tests.support.first_load import files_named


async def first_load(evening: DrivenEvening, port: int) -> dict[str, int]:
    """What a phone that was never here loads, by path: so many bytes each, compressed as they come."""
    cookie, host = evening.phones[0].cookie, f"127.0.0.1:{port}"
    connection, sizes, left = Connection(port), dict[str, int](), ["/"]
    while left:
        path = left.pop()
        if path in sizes:
            continue
        answer = await connection.call(request("GET", path, host, {"Cookie": cookie}))
        assert answer.status == 200, (path, answer)
        sizes[path] = answer.size - len(answer.head) - 4
        left += files_named(path, answer.body)
    connection.close()
    return sizes
