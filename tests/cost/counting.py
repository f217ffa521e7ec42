"""How many Python functions are called while something is done, and which."""

import sys
from collections import Counter
from types import CodeType, FrameType, FunctionType
from typing import Any


class Calls:
    """The calls in all blocks `with` it, by function: a generator that goes on is called once more, builtins never.

    Only this thread is counted: what the writer's does meanwhile is not.
    """

    def __init__(self) -> None:
        self._by_code: Counter[CodeType] = Counter()

    def __enter__(self) -> None:
        sys.setprofile(self._note)

    def __exit__(self, *problem: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, given: Any) -> None:
        if event == "call" and frame.f_code.co_filename != __file__:
            self._by_code[frame.f_code] += 1

    @property
    def total(self) -> int:
        return self._by_code.total()

    def times(self, function: FunctionType) -> int:
        """How often one function was called."""
        return self._by_code[function.__code__]

    def by_function(self) -> dict[str, int]:
        """How often each function was called, the busiest first."""
        return {f"{_place(code)} {code.co_qualname}": times for code, times in self._by_code.most_common()}


def _place(code: CodeType) -> str:
    folders = code.co_filename.split("/")
    return f"{'/'.join(folders[-3:])}:{code.co_firstlineno}"
