"""Who watches on a phone sees what the scoreboard is about, and nothing that only a player may know."""

from tests.support.gathering import Gathering

SECRET = "TNT7f3a9cQ"


def test_a_watcher_sees_the_moment_of_the_scoreboard(evening: Gathering) -> None:
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    evening.start("death-name")
    assert watcher.get("/").says("You watch.", "Turn up the first decree.")
    evening.tell({"move": "decree", "icons": [0, -1, 1, 0]})
    evening.tell({"move": "write", "seat": 0, "name": SECRET})
    assert watcher.get("/").says("Write a name.", "Then pass it to the left:")
    assert SECRET not in watcher.html
    assert SECRET in phones[0].get("/").html


def test_a_player_has_no_moment_of_the_scoreboard(evening: Gathering) -> None:
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    evening.start("death-name")
    assert 'class="moment"' not in phones[0].get("/").html
