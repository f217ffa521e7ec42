"""QR codes in the terminal: each is read back as a camera sees it, and they stand side by side where there is room."""

import pytest

from companion.network import qr
from companion.network.qr import AS_BEFORE, BRIGHT_ON_BLACK, LabelledCode, drawn
from tests.support.terminal_pictures import COLOURS, picture_of, read

TICKET = "Pq3_Zx81-LmN0aBcDeFgHi"
HOST, PLAYERS = f"http://192.168.178.120:8000/host/{TICKET}", f"http://192.168.178.120:8000/j/{TICKET}"
BOTH = [LabelledCode("Host: scan it", HOST), LabelledCode("Players: scan it", PLAYERS)]
WIFI = "WIFI:T:WPA;S:死神の台帳;P:かぎ\\;12\\:34;;"


def width(text: str) -> int:
    return max(map(len, COLOURS.sub("", text).splitlines()))


@pytest.mark.parametrize("text", [HOST, PLAYERS, WIFI, "http://[fd00::2]:8000/"])
def test_a_code_of_blocks_reads_back(text: str) -> None:
    assert read(picture_of(qr.qr_text(text))) == [text]


@pytest.mark.parametrize("is_coloured", [False, True])
def test_two_stand_side_by_side_under_their_labels_in_a_terminal_of_80_by_24(is_coloured: bool) -> None:
    text = drawn(BOTH, 80, is_coloured)
    assert read(picture_of(text)) == [HOST, PLAYERS]
    assert width(text) <= 80
    assert len(text.splitlines()) <= 20
    labels, row = text.splitlines()[0], COLOURS.sub("", text).splitlines()[1]
    assert labels.split("   ")[0] == "Host: scan it"
    assert labels.index("Players") == len(row.split("   ")[0]) + 3, "a label stands where its code begins"


def test_in_a_narrower_one_they_stand_under_each_other() -> None:
    text = drawn(BOTH, width(drawn(BOTH, 80, False)) - 1, False)
    assert read(picture_of(text)) == [HOST, PLAYERS]
    assert [line.strip() for line in text.splitlines() if "scan" in line] == ["Host: scan it", "Players: scan it"]
    assert width(text) <= 40


def test_a_code_in_colours_is_bright_on_black_whatever_the_terminal_is_and_nothing_else_is() -> None:
    label, *rows = drawn(BOTH[:1], 80, True).splitlines()
    assert label.strip() == "Host: scan it"
    assert all(row.startswith(BRIGHT_ON_BLACK) and row.endswith(AS_BEFORE) for row in rows)
    assert BRIGHT_ON_BLACK not in drawn(BOTH, 80, False)


@pytest.mark.parametrize("others", [["x" * 20], ["x" * 20, "x" * 90]])
def test_codes_of_different_sizes_stand_side_by_side(others: list[str]) -> None:
    texts = [HOST, *others]
    assert read(picture_of(drawn([LabelledCode("Scan", text) for text in texts], 200, True))) == texts
