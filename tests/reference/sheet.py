"""The sheet of any game the plain way: what every line reads once all corrections are made."""


def final_sheet(moves: list[dict]) -> list[dict]:
    """The moves as they read after all corrections, in the order of the sheet."""
    return [move for reads in readings_of_lines(moves).values() for move in reads]


def readings_of_lines(moves: list[dict]) -> dict[int, list[dict]]:
    """What each line (but the corrections) reads now: a list of moves, empty where it was struck."""
    corrected = corrections_that_count(moves)
    lines = {}
    for line, move in enumerate(moves, 1):
        if move["move"] != "correct":
            reads = corrected.get(line, move)
            lines[line] = [] if reads is None else reads if isinstance(reads, list) else [reads]
    return lines


def corrections_that_count(moves: list[dict]) -> dict[int, dict | list | None]:
    """Each corrected line with the reading that counts."""
    return {line: reads for line, (_, reads) in corrected_by(moves).items()}


def corrected_by(moves: list[dict]) -> dict[int, tuple[int, dict | list | None]]:
    """Each corrected line with the line of the correction that counts, and the reading that it gives."""
    corrected: dict[int, tuple[int, dict | list | None]] = {}
    # From the newest back: whoever is spoken of has then already been spoken of by all that count.
    for line in range(len(moves), 0, -1):
        move = moves[line - 1]
        if move["move"] == "correct" and line not in corrected:
            for corrected_line, reads in move["lines"]:
                corrected.setdefault(corrected_line, (line, reads))
    return corrected


def sheets(moves: list[dict]) -> list[list[dict]]:
    """The sheet, and before it what it was at each correction, had those since struck never been made."""
    struck = corrections_that_count(moves)
    standing = [
        {"move": "correct", "lines": []} if move["move"] == "correct" and line in struck else move
        for line, move in enumerate(moves, 1)
    ]
    return [
        final_sheet(standing[:line])
        for line, move in enumerate(standing, 1)
        if move["move"] == "correct" or line == len(moves)
    ]
