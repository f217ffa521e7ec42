"""A proxy before a server that runs: Debian's nginx, set up as docs/nginx.conf says."""

import http.client
import os
import shutil
import socket
import ssl
import subprocess
import time
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import pytest
import trustme

from tests.support import TOP
from tests.support.effort import patient
from tests.support.server import free_port

PROGRAM = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
NONE_FOUND = "!!! NO NGINX: NOTHING IS TRIED BEHIND A PROXY. Install it (Debian: apt install nginx). !!!"
DOCUMENTED = (TOP / "docs" / "nginx.conf").read_text("utf-8")
NAME = "cards.example"
FILES = "multipart/form-data; boundary=file"
# All that a configuration needs besides: in the foreground, one process, and nothing outside of its folder.
AROUND = """daemon off;
master_process off;
pid nginx.pid;
events { worker_connections 1024; }
http {
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include site.conf;
}
"""


class Nginx:
    """nginx on loopback, by the configuration of the documents; under TLS by a certificate of its own, or plain."""

    documented = DOCUMENTED

    def __init__(self, folder: Path, is_sealed: bool) -> None:
        if PROGRAM is None and os.environ.get("REQUIRE_NGINX"):
            pytest.fail(NONE_FOUND)
        if PROGRAM is None:
            pytest.skip(NONE_FOUND)
        self.port = free_port()
        self.url = f"http{'s' if is_sealed else ''}://{NAME}:{self.port}"
        self.trust: ssl.SSLContext | None = None
        self._folder = folder
        self._complained = folder / "complaints.txt"
        self._process: subprocess.Popen[bytes] | None = None
        if is_sealed:
            authority = trustme.CA()
            authority.issue_cert(NAME).private_key_and_cert_chain_pem.write_to_path(folder / "server.pem")
            self.trust = ssl.create_default_context(cadata=authority.cert_pem.bytes().decode())

    def start(self, server: str) -> "Nginx":
        """Start before the server at this address; it is there when this returns."""
        (self._folder / "nginx.conf").write_text(AROUND)
        (self._folder / "site.conf").write_text(self._site(server))
        command = [str(PROGRAM), "-p", str(self._folder), "-c", "nginx.conf", "-e", "stderr"]
        with self._complained.open("ab") as complained:
            self._process = subprocess.Popen(command, stderr=complained)
        end = time.monotonic() + patient(10)
        while not self._listens():
            assert self._process.poll() is None and time.monotonic() < end, self.complaints
            time.sleep(0.01)
        return self

    def _site(self, server: str) -> str:
        """The documented configuration, with this machine's places in the place of its own."""
        places = {
            "listen 443 ssl;": f"listen 127.0.0.1:{self.port}{' ssl' if self.trust else ''};",
            "/etc/ssl/certs/cards.example.pem": "server.pem",
            "/etc/ssl/private/cards.example.key": "server.pem",
        }
        site = self.documented
        for documented, here in (places | self._places(server)).items():
            assert site.count(documented) == 1, documented
            site = site.replace(documented, here)
        lines = site.splitlines(keepends=True)
        return "".join(line for line in lines if self.trust or not line.strip().startswith("ssl_"))

    def _places(self, server: str) -> dict[str, str]:
        """The lines that name the server, with its address."""
        return {"http://127.0.0.1:8000": server}

    def _listens(self) -> bool:
        with closing(socket.socket()) as tried:
            return tried.connect_ex(("127.0.0.1", self.port)) == 0

    @property
    def complaints(self) -> str:
        """All that it ever wrote to stderr."""
        return self._complained.read_text("utf-8")

    def close(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


class Page(NamedTuple):
    """An answer: its status, headers, and text."""

    status: int
    headers: dict[str, str]
    text: str


class Visitor:
    """A device with a loopback address of its own. It calls `url` on `port` of 127.0.0.1, and keeps its cookies."""

    def __init__(self, address: str, url: str, port: int, trust: ssl.SSLContext | None = None) -> None:
        self.url = url
        self.cookies = SimpleCookie()
        self._address, self._port, self._trust = address, port, trust

    def open(
        self, method: str, path: str, form: dict[str, str] | bytes | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        """The beginning of an answer, on a connection of its own. `form`: fields, or the body of one with a file."""
        parts = urlsplit(self.url)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port)
        connection.sock = socket.create_connection(("127.0.0.1", self._port), patient(10), (self._address, 0))
        if self._trust:
            connection.sock = self._trust.wrap_socket(connection.sock, server_hostname=parts.hostname)
        cookies = "; ".join(f"{cookie.key}={cookie.value}" for cookie in self.cookies.values())
        own = {"Cookie": cookies, "Connection": "close"}  # so that the connection ends with its answer
        if form is not None:
            kind = FILES if isinstance(form, bytes) else "application/x-www-form-urlencoded"
            own |= {"Origin": self.url, "Content-Type": kind}
        own.update({name.replace("_", "-"): value for name, value in headers.items()})
        connection.request(method, path, urlencode(form) if isinstance(form, dict) else form, own)
        answer = connection.getresponse()
        for given in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(given)
        return answer

    def call(self, method: str, path: str, form: dict[str, str] | bytes | None = None, **headers: str) -> Page:
        """A whole answer."""
        with closing(self.open(method, path, form, **headers)) as answer:
            return Page(answer.status, dict(answer.headers), answer.read().decode())

    def get(self, path: str, **headers: str) -> Page:
        return self.call("GET", path, None, **headers)

    def post(self, path: str, form: dict[str, str] | bytes, **headers: str) -> Page:
        return self.call("POST", path, form, **headers)


def with_file(field: str, content: str) -> bytes:
    """The body of a form with one file."""
    head = f'--file\r\nContent-Disposition: form-data; name="{field}"; filename="file"\r\n\r\n'
    return f"{head}{content}\r\n--file--\r\n".encode()
