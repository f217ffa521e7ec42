"""The scripts of the screens, without a browser: their own tests, the linter, and the form of scripts and sheets.

They need node, and what `npm ci` installs: without them the tests are skipped, or fail where REQUIRE_NODE is set.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent.parent
SCRIPTS = sorted((TOP / "static" / "js").glob("*.js"))
NODE_TESTS = sorted((TOP / "tests" / "static").glob("*.test.mjs"))
NO_NODE = "!!! NO NODE: THE SCRIPTS ARE NOT TESTED. Install node 18.18 or newer. !!!"
NO_TOOLS = "!!! NO NODE_MODULES: SCRIPTS AND SHEETS ARE NOT LINTED. Run npm ci. !!!"
IMPORT = re.compile(r'^import .*?"([^"]+)";$|^} from "([^"]+)";$', re.M)


def run(*words: str, need: bool, sentence: str) -> None:
    """Run a tool at the top of the repository; fail with what it printed."""
    if not need and os.environ.get("REQUIRE_NODE"):
        pytest.fail(sentence)
    if not need:
        pytest.skip(sentence)
    done = subprocess.run(words, cwd=TOP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def tool(name: str, *words: str) -> None:
    program = TOP / "node_modules" / ".bin" / name
    run(str(program), *words, need=shutil.which("node") is not None and program.exists(), sentence=NO_TOOLS)


def test_their_own_tests() -> None:
    assert len(NODE_TESTS) >= 2
    run("node", "--test", *map(str, NODE_TESTS), need=shutil.which("node") is not None, sentence=NO_NODE)


def test_the_linter_finds_nothing() -> None:
    tool("eslint", "static/js", "tests/static")


def test_scripts_and_sheets_are_in_prettiers_form() -> None:
    tool("prettier", "--check", "static", "tests/static", "eslint.config.js")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_imports_only_what_is_there_beside_it(script: Path) -> None:
    """Relative addresses stay under the hash of the static files."""
    for pair in IMPORT.findall(script.read_text("utf-8")):
        name = next(filter(None, pair))
        assert name.startswith("./")
        assert (script.parent / name).is_file(), f"{script.name} imports {name}"


def test_no_import_goes_in_a_circle() -> None:
    below = {
        script.name: {next(filter(None, pair))[2:] for pair in IMPORT.findall(script.read_text("utf-8"))}
        for script in SCRIPTS
    }
    assert any(below.values())
    while below:
        lowest = {name for name, wanted in below.items() if not wanted & below.keys()}
        assert lowest, f"a circle among {sorted(below)}"
        below = {name: wanted for name, wanted in below.items() if name not in lowest}
