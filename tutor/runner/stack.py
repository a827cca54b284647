"""Which line of the learner's file runs, read from a dump of faulthandler."""

from __future__ import annotations

import re

_THREAD = re.compile(r"^(?:Current thread|Thread) (0x[0-9a-f]+)\b.*:$")
_FRAME = re.compile(r'^  File "(.*)", line (\d+) in ')


def line(dump: bytes, thread: str, filename: str) -> int:
    """The innermost line of `filename` that `thread` runs; of any thread when that one runs none;
    0 when none does. What stands before the name of any thread counts as that thread's. The dump
    comes from a worker: whatever it holds, this only reads numbers."""
    wanted = _as_dumped(filename)
    found: dict[str, int] = {}
    current = ""
    for text in dump.decode("ascii", "replace").splitlines():
        if match := _THREAD.match(text):
            current = match[1]
        elif (match := _FRAME.match(text)) and match[1] == wanted and len(match[2]) < 9:
            found.setdefault(current, int(match[2]))
    return found.get(thread) or found.get("") or next(iter(found.values()), 0)


def _as_dumped(filename: str) -> str:
    """faulthandler writes ASCII and at most 500 characters of a name."""
    cut = filename if len(filename) <= 500 else filename[:500] + "..."
    return cut.encode("ascii", "backslashreplace").decode("ascii")
