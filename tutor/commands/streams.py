"""Standard streams as a shell may leave them: closed, full, gone, or without Unicode."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator

GONE = 1
"""What a command returns whose reader went away: what it had to say is lost, so never 0."""


def prepare() -> None:
    """Gives every standard stream something to be, so that no command has to ask.

    A closed one is the null device: left open, its descriptor would go to the next file or pipe,
    and what is printed would land there. What a stream cannot spell is escaped.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free descriptor is this one: those below it are open by now.
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
        if getattr(sys, name) is None:
            mode = "w" if number else "r"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Sees to it that what was printed inside is out at the end, or fails here.

    Raises OSError: at the interpreter's end nobody could answer to it any more.
    """
    yield
    sys.stdout.flush()


def silence() -> None:
    """Nothing more is written to standard output, nor complained about."""
    null = os.open(os.devnull, os.O_WRONLY)
    with contextlib.suppress(OSError, ValueError):
        os.dup2(null, sys.stdout.fileno())
    os.close(null)
