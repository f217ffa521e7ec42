"""Names in the order of a collator that is not ours: `python -m tests.alphabets.table` puts them in order anew.

`names.json` has some hundred names a language, as they are compared, in the order that the engine of node gives them;
which one it was stands at its head. To add a name, write it anywhere in its list, and run the command.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

from companion.games.death_name.alphabet import clean

FILE = Path(__file__).with_name("names.json")
COLLATOR = Path(__file__).with_name("collator.mjs")


def table() -> dict[str, Any]:
    """Which collator it was, and of each language the names in their order."""
    return json.loads(FILE.read_text("utf-8"))


def asked(languages: dict[str, list[str]], pairs: dict[str, list[tuple[str, str]]]) -> dict[str, Any]:
    """What the collator of node says: its versions, lists in their order, and of each pair -1, 0 or 1."""
    told = json.dumps({"languages": languages, "pairs": pairs})
    done = subprocess.run(["node", COLLATOR], input=told, capture_output=True, check=True, encoding="utf-8")
    return json.loads(done.stdout)


def main() -> None:
    """Clean the names of the table, put them in order, and write them."""
    by_code = {tag: sorted({clean(name, tag) for name in names} - {""}) for tag, names in table()["languages"].items()}
    answer = asked(by_code, {})
    lists = [f'"{tag}": {json.dumps(names, ensure_ascii=False)}' for tag, names in answer["languages"].items()]
    head = json.dumps({"collator": answer["collator"], "languages": {}}, ensure_ascii=False)
    FILE.write_text(head.replace("{}", "{\n" + ",\n".join(lists) + "\n}") + "\n", "utf-8")


if __name__ == "__main__":
    main()
