"""Print how many lines and bytes the repository has, by what they are: `python3 start.py weight`."""

import subprocess
from fnmatch import fnmatch
from pathlib import Path

TOP = Path(__file__).parent.parent
LOCKS = ("requirements*.txt", "*package-lock.json")
PARTS = {  # a file is of the first part that fits
    "tests": ("tests/*",),
    "bench": ("bench/*",),
    "catalogues": ("companion/translations/*",),
    "guides": ("companion/games/*/guide/*",),
    "Python": ("app.py", "companion/*.py"),
    "other data": ("companion/*",),
    "templates": ("templates/*",),
    "sheets": ("static/*.css",),
    "scripts": ("static/*.js",),
    "docs": ("docs/*", "*.md"),
    "the rest": ("*",),
}
PRODUCT = ("Python", "guides", "templates", "sheets", "scripts")


def texts() -> list[str]:
    """The files of the repository that are text and no locks, by their paths."""
    listed = subprocess.run(["git", "-C", TOP, "grep", "-I", "--name-only", ""], capture_output=True, check=True)
    return [path for path in listed.stdout.decode().splitlines() if not any(fnmatch(path, lock) for lock in LOCKS)]


def weighed(paths: list[str]) -> dict[str, tuple[int, int]]:
    """The lines and bytes of each part."""
    weights = dict.fromkeys(PARTS, (0, 0))
    for path in paths:
        content = (TOP / path).read_bytes()
        part = next(part for part, names in PARTS.items() if any(fnmatch(path, name) for name in names))
        lines, size = weights[part]
        weights[part] = lines + content.count(b"\n"), size + len(content)
    return weights


def main() -> None:
    """Print a table."""
    weights = weighed(texts())
    product = [weights[part] for part in PRODUCT]
    rows = {"product": [sum(of) for of in zip(*product, strict=True)]} | {
        **{f"  {part}": weights[part] for part in PRODUCT},
        **{part: weight for part, weight in weights.items() if part not in PRODUCT},
        "all text": [sum(of) for of in zip(*weights.values(), strict=True)],
    }
    for part, (lines, size) in rows.items():
        print(f"{part:12} {lines:8,} lines {size:12,} bytes")


if __name__ == "__main__":
    main()
