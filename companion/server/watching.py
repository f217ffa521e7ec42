"""Looking, now and then, whether the host of an evening is gone."""

import logging

import gevent
from flask import Flask

from companion.web.access.services import Services

LOOK_SECONDS = 15.0
log = logging.getLogger("companion.server.watching")


def watch_hosts(app: Flask) -> None:
    """Look at all open evenings, again and again."""
    services: Services = app.extensions["services"]
    while True:
        gevent.sleep(LOOK_SECONDS)
        try:
            services.succession.look()
        except Exception:
            log.exception("Nobody could be offered the host's role")
