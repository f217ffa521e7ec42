"""Who opens an evening of the home: whoever comes in, as long as there is no other group; then its hosts alone."""

import pytest
from flask import Flask

from companion.group import groups
from companion.storage.identifiers import HOME
from companion.web.access.services import Services
from tests.support.phone import HERE, Phone


def is_open(services: Services) -> bool:
    return services.evenings.all_open(HOME) != []


def call(app: Flask, path: str) -> int:
    """How a stranger is answered who comes with a code, or with a link."""
    client = Phone(app).client
    answer = client.post(path, data={"code": "ZZZZZ"}, headers=HERE) if path == "/code" else client.get(path)
    return answer.status_code


@pytest.fixture
def host_ticket(services: Services) -> str:
    """The ticket of the host's own link of an evening of the home that is over."""
    evening = services.evenings.ensure(HOME)
    services.evenings.close(evening)
    return evening.host_ticket


@pytest.mark.parametrize("path", ["/code", "/j/never", "/host/never"])
def test_where_there_is_the_home_alone_whoever_comes_in_opens_it(app, services, host_ticket, path) -> None:
    assert call(app, path) == 404
    assert is_open(services)


@pytest.mark.parametrize("path", ["/code", "/j/never", "/host/never"])
def test_where_there_are_others_no_stranger_opens_it(app, services, host_ticket, path) -> None:
    services.store.do(lambda db: groups.open_group(db, "The club"))
    assert call(app, path) == 404
    assert not is_open(services)


def test_where_there_are_others_a_link_of_its_hosts_opens_it(app, services, host_ticket, capsys) -> None:
    club = services.store.do(lambda db: groups.open_group(db, "The club")).id
    theirs = services.evenings.ensure(club)
    services.evenings.close(theirs)
    call(app, f"/host/{theirs.host_ticket}")
    assert not is_open(services)
    call(app, f"/host/{host_ticket}")
    assert is_open(services)
    assert services.evenings.ensure(HOME).host_ticket in capsys.readouterr().out
