"""A group opens, plays and looks at all it has, alone on a server and beside a crowd: it gets the same bytes."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from companion.games import GAMES
from companion.group import groups
from companion.storage.identifiers import HOME
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.effort import SEED, tries
from tests.support.empty_store import opened
from tests.support.gathering import Gathering
from tests.support.group_story import GroupStory, Seen
from tests.support.phone import Phone
from tests.support.seeded_chance import SeededChance
from tests.support.two_groups import MARKER, crowd

TAPS = 4  # of each game
NAMES = (f"{MARKER} <b>", f'"{MARKER}"', f"千代 {MARKER}", f"{MARKER} & Co", "Ann", "Bo")


def life(app: Flask) -> Iterator[None]:
    """Evenings of the home, and other groups, one act after the other: people come, games are played, all goes home."""
    rng, services = Random(2), app.extensions["services"]
    while True:
        evening = Gathering(app, services.evenings.open(HOME))
        Phone(app).get("/").fill("/groups", name=f"{MARKER} {rng.random()}")
        yield
        evening.tablet.get("/spectators").tap("/spectators")
        phones = []
        for name in rng.sample(NAMES, 4):
            phones.append(evening.come(name))
            yield
        evening.start(rng.choice(list(GAMES)))
        for _ in range(12):
            yield
            device = rng.choice([evening.tablet, *phones]).get("/")
            offered = [form for form in device.forms() if form.ask and form.buttons]
            if offered:
                form = rng.choice(offered)
                device.client.post(form.action, data=dict(form.filled(rng)), headers={"Origin": "http://localhost"})
        services.evenings.close(evening.now)


def story(folder: Path, chance: SeededChance, is_crowded: bool) -> list[Seen]:
    """What the devices of the group get."""
    played = Random(SEED).sample(list(GAMES), min(tries(2), len(GAMES)))
    with opened(folder) as store:
        chance.begin("server")
        app = create_app(Services(store, is_open=True))
        app.extensions["services"].evenings.ensure(HOME)  # as whoever serves does
        if is_crowded:
            crowd(store, HOME, MARKER)
        others = life(app) if is_crowded else None
        acts = 0

        def between() -> None:
            nonlocal acts
            acts += 1
            if others is not None and acts % 3 == 0:
                chance.begin(f"crowd {acts}", acts)
                next(others)

        group_story = GroupStory(app, chance, between)
        group_story.tell(TAPS, played)
        assert (len(groups.all_groups(store.reader())) > 5) == is_crowded, "others were there"
        app.extensions["services"].writer.close()
        return group_story.seen


def difference(one: Seen, other: Seen) -> list[str]:
    """What two answers say otherwise: where they part, so much of each."""
    texts = [f"{seen.status} {seen.headers}\n{seen.body.decode()}" for seen in (one, other)]
    start = next((place for place, pair in enumerate(zip(*texts, strict=False)) if pair[0] != pair[1]), 0)
    return [f"{one.device} {one.asked}", *(text[max(0, start - 80) : start + 80] for text in texts)]


def test_no_byte_that_a_group_gets_depends_on_what_others_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: None
) -> None:
    chance = SeededChance(monkeypatch)
    alone, beside = (story(tmp_path / name, chance, name == "beside") for name in ("alone", "beside"))
    for one, other in zip(alone, beside, strict=False):
        assert one == other, difference(one, other)
        assert MARKER.encode() not in other.body
    assert len(alone) == len(beside)
    assert {seen.status for seen in alone} >= {200, 303, 401, 403, 404}
