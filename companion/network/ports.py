"""A free port."""

import errno
import socket


def free_port(host: str, wanted: int) -> int:
    """`wanted` if it is free on `host`, else the first free one of the 20 after it; 0 takes any.

    Raises OSError, whose text is one sentence, if none is free or `host` is not an address of this machine.
    """
    reason = "ports go from 0 to 65535"
    for port in range(wanted, min(wanted + 21, 65536)) if wanted >= 0 else ():
        try:
            # create_server may take the port of a server just stopped, but never one in use, on every system.
            with socket.create_server((host, port), family=_family(host)) as server:
                return int(server.getsockname()[1])
        except (OSError, UnicodeError) as problem:
            code = problem.errno if isinstance(problem, OSError) else None
            if code not in (errno.EADDRINUSE, errno.EACCES):
                raise OSError(f"Cannot listen on {host}: it is not an address of this machine.") from problem
            reason = "all are taken" if code == errno.EADDRINUSE else "this user may not use them"
    raise OSError(f"No port from {wanted} to {wanted + 20} is free on {host}: {reason}.")


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
