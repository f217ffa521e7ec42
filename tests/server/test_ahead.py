"""What a request would read at its first use was read before: from then on no request opens a file of the
program, nor reads the annotations of a move."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.folders import stored
from tests.support import TOP

pytestmark = pytest.mark.slow


def test_once_all_is_read_no_request_opens_a_file_of_the_program_or_reads_annotations(tmp_path: Path) -> None:
    stored.copied("two_groups", tmp_path / "data")
    command = [sys.executable, "-m", "tests.support.opening", str(tmp_path / "data")]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True)
    asked, *opened = done.stdout.splitlines()
    assert opened == []
    assert int(asked) > 1000
