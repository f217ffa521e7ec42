"""Evenings side by side in a test."""

from flask import Flask

from companion.evening.model import Evening
from tests.support.gathering import Gathering
from tests.support.phone import Phone

FOUR = ("Ann", "Bo", "Cy", "Di")
FIVE = ("Eve", "Flo", "Gus", "Hal")
ANOTHER_GROUP = 4711


class Hosted(Gathering):
    """An evening at which these sit without phones."""

    def __init__(self, app: Flask, opened: Evening, *names: str) -> None:
        super().__init__(app, opened)
        self.seat(*names)

    @property
    def names(self) -> list[str]:
        return [guest.name for guest in self.now.guests]


class WithAnn(Hosted):
    """An evening at which Ann sits with a phone of her own, and three without."""

    def __init__(self, app: Flask, opened: Evening) -> None:
        super().__init__(app, opened)
        self.ann = self.come("Ann")
        self.seat(*FOUR[1:])


def post(phone: Phone, path: str, **form: str) -> tuple[int, str]:
    """What a device is answered for a form, with the status."""
    answer = phone.post(path, form)
    return answer.status_code, answer.text
