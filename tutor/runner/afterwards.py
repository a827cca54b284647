"""What a running worker does after a program that ended well: a look for silent trouble.

The program's end has been told by then. Evidence goes out as notices; a last frame says that the
look is over, and the host ends this process.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import Any

from tutor.clinic.silent.look import Look
from tutor.events import CheckRequest, Evidence, Notice, RunRequest, encode
from tutor.runner import streams, wire
from tutor.runner.program import Ending, Program


class Afterwards:
    """Made before the program runs, of which it hears what is printed and compiled."""

    def __init__(self, what: Program, silenced: tuple[str, ...], outlet: streams.Outlet) -> None:
        self._look = Look(what.filename, what.hidden_lines, what.code)
        self._silenced = frozenset(silenced)
        self._outlet = outlet
        self._scratch = os.getcwd()  # noqa: PTH109 - the program may change Path
        self._over = threading.Lock()
        streams.install(outlet, self._look)
        self._look.begin()

    def look(self, namespace: Mapping[str, Any], ending: Ending, seconds: float) -> None:
        """Tell what is noticed, in bounded time; `seconds` is the program's own."""
        try:
            if ending.ok:
                self._look.tell(
                    namespace,
                    seconds,
                    self._silenced,
                    self._send,
                    over=self._end,
                    writable=(_cache(),),
                    wrote=self._wrote(),
                )
        finally:
            self._end()

    def _send(self, evidence: Evidence) -> None:
        self._outlet.send(wire.EVENT, encode(Notice(evidence=evidence))[:-1])

    def _end(self) -> None:
        if self._over.acquire(blocking=False):
            self._outlet.send(wire.LOOKED)

    def _wrote(self) -> bool:
        """Whether files are there that the program may have made."""
        try:
            with os.scandir(self._scratch) as entries:
                return any(not entry.is_symlink() for entry in entries)
        except OSError:
            return True


def begin(
    request: RunRequest | CheckRequest, what: Program, outlet: streams.Outlet
) -> Afterwards | None:
    """Get ready to look, where that is wanted: not in a check, nor under X-ray."""
    if isinstance(request, CheckRequest) or request.xray or "all" in request.silenced:
        return None
    return Afterwards(what, request.silenced, outlet)


def _cache() -> str:
    import jax

    return str(getattr(jax.config, "jax_compilation_cache_dir", None) or "")
