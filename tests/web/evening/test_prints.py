"""Prints of the house's tables and of its front door."""

import re

import pytest
from flask import Flask

from companion.evening import floor
from companion.network.entrances import Entrances
from companion.web.access.services import Services
from tests.support.phone import Phone


@pytest.fixture
def operator(app: Flask, services: Services) -> Phone:
    """Whoever has the link to the hall of a house with twelve tables, one of which has a name."""
    services.entrances = Entrances(reachable_at=["https://cards.example"])
    services.store.do(lambda db: floor.lay_out(db, 12))
    services.store.do(lambda db: floor.name(db, 7, "Window"))
    return Phone(app)


def test_each_table_has_a_print_with_the_link_that_opens_it(operator: Phone, services: Services) -> None:
    services.name = "Café Charon"
    page = operator.get(f"/hall/{services.hall_ticket}/prints").html
    assert page.count('class="qr"') == page.count('<p class="house">Café Charon</p>') == 12
    links = re.findall(r'<p class="link">https://cards.example(/t/[^<]*)</p>', page)
    assert links == [f"/t/{place.number}/{place.code}" for place in floor.places(services.store.reader())]
    assert operator.get(links[6]).says("Table 7 is free", "Window")


def test_one_print_is_made_anew_with_its_new_code(operator: Phone, services: Services) -> None:
    address = f"/hall/{services.hall_ticket}/prints?place=7"
    before = operator.get(address).html
    assert (before.count('class="qr"'), "Window" in before, "Table 7" in before) == (1, True, True)
    services.store.do(lambda db: floor.renew(db, [7]))
    assert operator.get(address).html != before


@pytest.mark.parametrize("query", ["?place=13", "?place=", "?place=x"])
def test_there_is_no_print_of_no_table(operator: Phone, services: Services, query: str) -> None:
    assert operator.client.get(f"/hall/{services.hall_ticket}/prints{query}").status_code == 404


def test_a_house_without_tables_has_a_front_door_alone(app: Flask, services: Services) -> None:
    phone = Phone(app)
    assert phone.client.get(f"/hall/{services.hall_ticket}/prints").status_code == 404
    assert phone.get(f"/hall/{services.hall_ticket}/door").says("Reaper's Ledger", services.entrances.printed())


def test_the_front_door_and_the_front_page_name_the_house(operator: Phone, services: Services) -> None:
    assert operator.get("/").says("<title>Reaper's Ledger</title>")
    services.name = "Café Charon"
    assert operator.get(f"/hall/{services.hall_ticket}/door").says("Café Charon", ">https://cards.example<")
    assert operator.get("/").says("<title>Café Charon</title>", '<h1 class="voice">Café Charon</h1>')


@pytest.mark.parametrize("path", ["prints", "prints?place=7", "door"])
def test_nobody_else_sees_a_print(operator: Phone, path: str) -> None:
    assert operator.client.get(f"/hall/never/{path}").status_code == 404
