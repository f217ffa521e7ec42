"""Devices that come in and sit down as they please, and a host who lets them, or not."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import gevent
from flask import Flask
from werkzeug.test import TestResponse

from tests.faults.seated import BY_THE_LINK, POSES, Act, Rows, read
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone, cookie

NAMES = ("Ann", "ANN", "A\u200bnn", "Ａｎｎ", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
AT_ONCE = 5  # devices


@dataclass
class Arrivals:
    """An evening of so few seats that they are soon taken. `statuses`: of all answers."""

    app: Flask
    rng: Random
    statuses: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._evening = Gathering(self.app)
        self._phones: list[Phone] = []
        self._ways: list[str] = []
        self._acts = (
            *(self._come, self._come, self._come_by_an_old_way, self._come_as_host, self._come_at_once),
            *(self._sit, self._sit, self._sit_at_once, self._use, self._pose),
            *(self._seat_somebody, self._let_go, self._play, self._lock, self._send_out, self._let_in, self._answer),
        )

    def act(self) -> Act:
        """Somebody does something."""
        return self.rng.choice(self._acts)()

    def rows(self) -> Rows:
        """What is stored now."""
        return read(self.app.extensions["services"].store.reader(), self._evening.now)

    def _get(self, phone: Phone, path: str) -> TestResponse:
        return self._noted(phone.client.get(path))

    def _post(self, phone: Phone, path: str, form: dict[str, Any]) -> TestResponse:
        return self._noted(phone.client.post(path, data=form, headers=HERE))

    def _noted(self, answer: TestResponse) -> TestResponse:
        self.statuses[answer.status_code] += 1
        return answer

    def _some_phone(self) -> Phone:
        """One of those that are here or were sent out, or a new one."""
        if not self._phones or self.rng.random() < 0.3:
            self._phones.append(Phone(self.app))
        return self.rng.choice(self._phones)

    def _sitter(self) -> Phone:
        """One of those that came in once, if there are any."""
        came = [phone for phone in self._phones if phone.client._cookies]
        return self.rng.choice(came) if came else self._some_phone()

    def _come(self) -> Act:
        self._get(self._some_phone(), f"/j/{self._evening.now.ticket}")
        return Act("comes by the code", comes=True)

    def _come_by_an_old_way(self) -> Act:
        if self._ways:
            self._get(self._some_phone(), self.rng.choice(self._ways))
        return Act("comes by a code or link of before", comes=True)

    def _come_as_host(self) -> Act:
        self._get(self._sitter(), f"/host/{self._evening.now.host_ticket}")
        return Act(BY_THE_LINK)

    def _come_at_once(self) -> Act:
        phones = [Phone(self.app) for _ in range(AT_ONCE)]
        self._phones += phones
        path = f"/j/{self._evening.now.ticket}"
        gevent.joinall([gevent.spawn(self._get, phone, path) for phone in phones], raise_error=True)
        return Act("come at once", comes=True)

    def _seat(self) -> dict[str, Any]:
        """The seat of a guest, or a name."""
        guests = self._evening.now.guests
        if guests and self.rng.random() < 0.5:
            return {"person": self.rng.choice(guests).id}
        return {"name": self.rng.choice(NAMES)}

    def _sit(self) -> Act:
        self._post(self._sitter(), "/sit", self._seat())
        return Act("sits down")

    def _sit_at_once(self) -> Act:
        seats_asked = [(self._sitter(), self._seat()) for _ in range(AT_ONCE)]
        gevent.joinall([gevent.spawn(self._post, phone, "/sit", seat) for phone, seat in seats_asked], raise_error=True)
        return Act("sit down at once")

    def _use(self) -> Act:
        self._post(self._sitter(), "/use", {"kind": self.rng.choice(["phone", "board", "watch"])})
        return Act("is used otherwise")

    def _pose(self) -> Act:
        """A device that does not host, but for one that does by now."""
        phone, rows = self._sitter(), self.rows()
        key = phone.client._cookies and cookie(phone.client).value
        if key and self.app.extensions["services"].devices.by_key(key) in rows.hosts:
            return Act("hosts")
        device, person = self.rng.choice(sorted(rows.screens)), self.rng.choice(sorted(rows.guests) or [0])
        path, form = self.rng.choice(
            [
                ("/door", {"locked": "" if rows.locked else "yes"}),
                ("/guests", {"name": f"Guest {self.rng.random()}"}),
                (f"/guests/{person}/leave", {}),
                (f"/devices/{device}", {"how": self.rng.choice(["share", "remove", "let-in"])}),
                ("/put-away", {}) if rows.playing else ("/tables", {"game": "death-wish"}),
            ]
        )
        self._post(phone, path, form)
        return Act(POSES)

    def _host(self, act: str, path: str, form: dict[str, Any], allowed: tuple[int, int] | None = None) -> Act:
        self._post(self._evening.tablet, path, form)
        return Act(act, by_host=True, allowed=allowed)

    def _seat_somebody(self) -> Act:
        return self._host("the host seats somebody", "/guests", {"name": self.rng.choice(NAMES)})

    def _let_go(self) -> Act:
        guests = [guest.id for guest in self._evening.now.guests] or [0]
        return self._host("the host lets somebody leave", f"/guests/{self.rng.choice(guests)}/leave", {})

    def _play(self) -> Act:
        code = self._evening.now.table_code
        if code:
            return self._host("a table is put away", "/put-away", {})
        return self._host("a game begins", "/tables", {"game": "death-wish"})

    def _lock(self) -> Act:
        return self._host("the door", "/door", {"locked": self.rng.choice(["yes", ""])})

    def _send_out(self) -> Act:
        return self._change_device("remove", [*self.rows().inside])

    def _let_in(self) -> Act:
        rows = self.rows()
        return self._change_device("let-in", [*rows.screens.keys() - rows.inside])

    def _change_device(self, how: str, devices: list[int]) -> Act:
        before = self._evening.now
        act = self._host(how, f"/devices/{self.rng.choice(sorted(devices) or [0])}", {"how": how})
        if self._evening.now.ticket != before.ticket:
            self._ways += [f"/j/{before.ticket}", f"/host/{before.host_ticket}"]
        return act

    def _answer(self) -> Act:
        claims = self._evening.now.claims
        if not claims:
            return Act("nobody asks")
        claim, allow = self.rng.choice(claims), self.rng.choice(["yes", ""])
        allowed = (claim.device, claim.person) if allow else None
        form = {"device": claim.device, "person": claim.person, "allow": allow}
        return self._host("answers", "/claims", form, allowed)
