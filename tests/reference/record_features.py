"""What may occur in a record of any game: what its corrections and hand-written entries meant."""

from collections.abc import Callable


def seen(names: dict[str, bool]) -> set[str]:
    """The names of what is so."""
    return {name for name, is_so in names.items() if is_so}


def correction_features(moves: list[dict]) -> set[str]:
    """What is told by the corrections alone."""
    corrections = {line: move["lines"] for line, move in enumerate(moves, 1) if move["move"] == "correct"}
    undone = {line: [of for of, _ in lines if of in corrections] for line, lines in corrections.items()}
    corrected = [of for lines in corrections.values() for of, _ in lines]
    return seen(
        {
            "correction": bool(corrections),
            "strike": any(
                reads is None and of not in corrections for lines in corrections.values() for of, reads in lines
            ),
            "insertion in the middle": any(
                isinstance(reads, list) and of < line - 1 for line, lines in corrections.items() for of, reads in lines
            ),
            "line corrected twice": any(corrected.count(line) > 1 for line in corrected),
            "two lines in one correction": any(len(lines) > 1 for lines in corrections.values()),
            "undo": any(undone.values()),
            "undo of an undo": any(undone[of] for lines in undone.values() for of in lines),
        }
    )


def moment_features(score: Callable[[dict], dict], record: dict) -> set[str]:
    """What corrections and hand-written entries meant at the moment they were written."""
    names = set()
    for line, move in enumerate(record["moves"], 1):
        if move["move"] in ("adjust", "correct"):
            before, after = (score(record | {"moves": record["moves"][:length]}) for length in (line - 1, line))
            names |= _of_adjust(before) if move["move"] == "adjust" else of_correct(before, after)
    return names


def _of_adjust(before: dict) -> set[str]:
    return seen({"adjust after the end": before["over"], "adjust after the stop": before["outcome"] == "stopped"})


def of_correct(before: dict, after: dict) -> set[str]:
    """What a correction meant, by the results before and after it."""
    stopped = before["outcome"] == "stopped"
    return seen(
        {
            "correction after the end": before["over"],
            "correction after the stop": stopped,
            "count taken back": "counted" in before and "counted" not in after,
            "stop taken back": stopped and after["outcome"] != "stopped",
            "back in the middle": before["over"] and not after["over"],
            "winners corrected": before["over"] and after["over"] and before["winners"] != after["winners"],
        }
    )
