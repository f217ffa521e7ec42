"""Prints on paper: eight tables on a page of A4 and a front door on one, with nothing cut off."""

import re
from functools import partial

import pytest
from flask import Flask
from playwright.sync_api import Page

from companion.evening import floor
from companion.web.access.services import Services
from tests.support.browser.stills import SCRIPT, SHEET, _sheet
from tests.support.phone import Phone

pytestmark = pytest.mark.browser

A4 = [0, 0, 595, 842]  # points, rounded
WIDE, NARROW = "窓際の大きな丸テーブル席の奥の左側の隅", "Wolfeschlegelsteinha"  # as long as a name may be
CUT = """() => [...document.querySelectorAll('.slip')].flatMap((slip) => {
    const box = slip.getBoundingClientRect();
    return [...slip.querySelectorAll('*')].filter((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return left < box.left || top < box.top || right > box.right + 0.5 || bottom > box.bottom + 0.5;
    }).map((one) => one.outerHTML);
})"""


@pytest.mark.parametrize("language", ["en", "es-MX", "ja"])
@pytest.mark.parametrize(("path", "pages", "slips"), [("prints", 2, 12), ("prints?place=7", 1, 1), ("door", 1, 1)])
def test_a_print_fits_its_page(
    page: Page, app: Flask, services: Services, language: str, path: str, pages: int, slips: int
) -> None:
    services.store.do(lambda db: floor.lay_out(db, 12))
    for place in floor.places(services.store.reader()):
        services.store.do(partial(floor.name, number=place.number, name=(WIDE, NARROW)[place.number % 2]))
    services.name = "The Café of the Ferryman beyond the River"
    html = Phone(app).speak(language).get(f"/hall/{services.hall_ticket}/{path}").html
    page.set_content(SHEET.sub(lambda link: f"<style{link[2] or ''}>{_sheet(link[1])}</style>", SCRIPT.sub("", html)))
    pdf = page.pdf(prefer_css_page_size=True)
    boxes = [[round(float(n)) for n in box.split()] for box in re.findall(rb"/MediaBox \[([^\]]*)\]", pdf)]
    assert boxes == [A4] * pages
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 733, "height": 1062})  # what is within the margins, in CSS pixels
    assert page.locator(".slip").count() == slips
    assert page.evaluate(CUT) == []
