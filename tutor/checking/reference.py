"""The first solution, loaded beside the check at first use."""

from __future__ import annotations

import contextlib
import io
from typing import Any

from tutor.course.preamble import HIDDEN, LINES
from tutor.kit.sink import set_sink


def run_program(code: str, filename: str, line: int = 1) -> dict[str, Any]:
    """The top-level names of a program, run silently. `line` is where its first line stands."""
    set_sink(lambda event: None)
    names: dict[str, Any] = {"__name__": "__main__"}
    text = "\n" * max(0, line - 1 - HIDDEN) + "\n".join(LINES) + "\n" + code
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(text, filename, "exec"), names)
    return names


class Reference:
    """Top-level names of the reference solution as attributes."""

    def __init__(self, code: str, filename: str, line: int) -> None:
        self._program = (code, filename, line)
        self._names: dict[str, Any] | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self.names()[name]
        except KeyError:
            raise AttributeError(f"the first solution has no top-level name {name!r}") from None

    def names(self) -> dict[str, Any]:
        """All of them; the program runs when they are first asked for."""
        if self._names is None:
            self._names = run_program(*self._program)
        return self._names
