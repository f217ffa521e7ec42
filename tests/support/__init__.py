"""What several tests need: servers, devices, random play, and where things lie."""

from pathlib import Path

TOP = Path(__file__).parents[2]
