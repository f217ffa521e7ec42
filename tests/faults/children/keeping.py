"""A child without sockets: keepers who take groups in, name them, hand them on and forget them, through the pages."""

import io
import random
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal

from flask import Flask
from msgspec import Struct

from companion.commands.serve import open_history
from companion.group import groups, keepers
from companion.group.groups import Group
from companion.storage.data import Data
from companion.storage.identifiers import HOME
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone

Kind = Literal["taken", "kept", "dismissed", "named", "forgotten", "guest"]


class Change(Struct, frozen=True):
    """What somebody means to change, or has changed: the `group` is the home's number where it is not there yet."""

    kind: Kind
    group: int = HOME
    device: int = 0
    name: str = ""


class Told(Struct, frozen=True):
    """A change, and whether it was acknowledged; one that was not is only meant."""

    change: Change
    is_done: bool


class House:
    """The app over a folder, and what it says of groups."""

    def __init__(self, app: Flask, channel: Connection) -> None:
        self.app, self._channel = app, channel
        self._services: Services = app.extensions["services"]

    def groups(self) -> list[Group]:
        """All groups but the home."""
        return [group for group in groups.all_groups(self._services.store.reader()) if group.id != HOME]

    def keepers(self, group: int) -> set[int]:
        return {*keepers.keepers(self._services.store.reader(), group)}

    def home(self) -> Phone:
        """A tablet of a host of the home."""
        return Gathering(self.app).tablet

    def mean(self, change: Change) -> None:
        self._channel.send(Told(change, is_done=False))

    def tell(self, change: Change) -> None:
        self._channel.send(Told(change, is_done=True))


def keep_groups(folder: Path, seed: int, file: bytes, channel: Connection) -> None:
    """Start as a server does; then change groups until this process ends: what is meant is said, and what was done."""
    house, rng = House(create_app(Services(open_history(Data(folder)))), channel), random.Random(seed)
    while True:
        there = house.groups()
        if len(there) < 2 or rng.random() < 0.3:
            _take_in(house, file)
        elif rng.random() < 0.2:
            _add_guest(house, rng)
        else:
            _keep(house, rng, rng.choice(there))


def _take_in(house: House, file: bytes) -> None:
    tablet, before = house.home(), {group.id for group in house.groups()}
    house.mean(Change("taken"))
    assert _post(tablet, "/group/file", group=(io.BytesIO(file), "group.jsonl")) == 303
    (new,) = {group.id for group in house.groups()} - before
    (device,) = house.keepers(new)
    house.tell(Change("taken", new, device))


def _add_guest(house: House, rng: random.Random) -> None:
    """Somebody sits down at home: written between what happens to groups."""
    tablet, change = house.home(), Change("guest", name=f"Guest {rng.getrandbits(40)}")
    house.mean(change)
    tablet.get("/").fill("/guests", name=change.name)
    house.tell(change)


def _keep(house: House, rng: random.Random, group: Group) -> None:
    """Another device keeps a group by its link, and does what keepers may."""
    phone, before = Phone(house.app), house.keepers(group.id)
    house.mean(Change("kept", group.id))
    assert _post(phone, f"/keep/{group.keeper_ticket}") == 303
    (device,) = house.keepers(group.id) - before
    house.tell(Change("kept", group.id, device))
    match rng.randrange(3):
        case 0:
            change, form = Change("forgotten", group.id), ("/group/forget", {})
        case 1:
            change = Change("named", group.id, name=f"Club {rng.getrandbits(40)}")
            form = "/group/name", {"name": change.name}
        case _:
            change = Change("dismissed", group.id, rng.choice(sorted(before)))
            form = f"/group/keepers/{change.device}", {}
    house.mean(change)
    assert _post(phone, form[0], **form[1]) == 303
    house.tell(change)


def _post(phone: Phone, path: str, **form: object) -> int:
    return phone.client.post(path, data=form, headers=HERE).status_code
