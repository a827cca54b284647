"""Standard streams of a program in a worker: frames to the host, and no input.

Text and curves go through one descriptor, so that their order holds. What writes to the
descriptors 1 and 2 themselves goes through pipes of its own.
"""

from __future__ import annotations

import io
import os
import sys
import threading
import time
from typing import Any, Protocol, TextIO

from tutor.runner import wire

PART = 0.05
"""Seconds after which a part of a line is sent without waiting for its end."""
NO_INPUT = "snippets get no input: nothing can be typed while they run. Put the value into the code"


class Outlet:
    """Frames to the host, from any thread."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        # Kept here: the learner's program may replace os.write.
        self._write = os.write
        self._lock = threading.RLock()

    def send(self, kind: bytes, payload: bytes = b"") -> None:
        data = wire.pack(kind, payload)
        with self._lock:
            sent = self._write(self._fd, data)
            while sent < len(data):
                sent += self._write(self._fd, data[sent:])


class Listener(Protocol):
    """Hears what goes through a stream."""

    def add(self, piece: bytes) -> None: ...


class Copy:
    """The head of what went through a stream."""

    def __init__(self, most: int) -> None:
        self._pieces: list[bytes] = []
        self._room = most

    def add(self, piece: bytes) -> None:
        if self._room > 0:
            self._pieces.append(piece[: self._room])
            self._room -= len(piece)

    @property
    def text(self) -> str:
        return b"".join(self._pieces).decode("utf-8", "backslashreplace")


class _Raw(io.RawIOBase):
    def __init__(self, outlet: Outlet, kind: bytes, fd: int, copy: Listener | None) -> None:
        self._outlet, self._kind, self._number, self._copy = outlet, kind, fd, copy
        self.name = "<stdout>" if fd == 1 else "<stderr>"

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._number

    def isatty(self) -> bool:
        return False

    def write(self, data: Any) -> int:
        view = memoryview(data).cast("B")
        for start in range(0, len(view), wire.PIECE):
            piece = bytes(view[start : start + wire.PIECE])
            self._outlet.send(self._kind, piece)
            if self._copy is not None:
                self._copy.add(piece)
        return len(view)


class _NoInput(io.TextIOBase):
    """Reading says clearly that there is nothing to read."""

    encoding = "utf-8"

    def readable(self) -> bool:
        return True

    def _refuse(self, *arguments: Any) -> str:
        raise EOFError(NO_INPUT)

    def read(self, size: int | None = -1, /) -> str:
        return self._refuse()

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        return self._refuse()

    def readlines(self, hint: int = -1, /) -> list[str]:  # type: ignore[override]
        self._refuse()
        return []

    def __next__(self) -> str:  # type: ignore[override]
        return self._refuse()

    def fileno(self) -> int:
        return 0

    def isatty(self) -> bool:
        return False

    @property
    def buffer(self) -> _NoInput:
        return self


class _Text(io.TextIOWrapper):
    """Line by line, and parts of a line when they are older than a moment."""

    _waits_since = 0.0
    _clock = staticmethod(time.monotonic)

    def write(self, text: str, /) -> int:
        count = super().write(text)
        if "\n" in text:
            self._waits_since = 0.0
        elif not self._waits_since:
            self._waits_since = self._clock()
        elif self._clock() - self._waits_since > PART:
            self.flush()
            self._waits_since = 0.0
        return count


def _text(outlet: Outlet, kind: bytes, fd: int, copy: Listener | None = None) -> TextIO:
    # No buffer below: what was printed before a crash or a kill is seen.
    return _Text(
        _Raw(outlet, kind, fd, copy),
        encoding="utf-8",
        errors="backslashreplace",
        newline="",
        line_buffering=True,
    )


def install(outlet: Outlet, copy: Listener | None = None) -> None:
    """Point sys.stdin, sys.stdout and sys.stderr at `outlet`; `copy` hears what stdout got."""
    sys.stdin = sys.__stdin__ = _NoInput()  # type: ignore[assignment,misc]
    sys.stdout = sys.__stdout__ = _text(outlet, wire.STDOUT, 1, copy)  # type: ignore[misc, assignment]
    sys.stderr = sys.__stderr__ = _text(outlet, wire.STDERR, 2)  # type: ignore[misc, assignment]
