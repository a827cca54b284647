"""What Python's own libraries do beside their task, and the sandbox refuses, is left out or told.

Copying a file sets its mode and times, which nobody may here: the copy is made all the same. And
a shell that does not start gives a number which nobody looks at: here it is an error.
"""

from __future__ import annotations

import dbm.dumb
import errno
import os
import shutil
from collections.abc import Callable
from typing import Any

from tutor.runner import sandbox

NO_SHELL = (-1, 127 << 8)
"""What `os.system` returns when no shell could be started."""


def install() -> None:
    """For this process, once, before the program runs."""
    shutil.copymode = _without_rights(shutil.copymode)
    shutil.copystat = _without_rights(shutil.copystat)
    _make_dbm_easy()
    if "processes" in sandbox.given():
        os.system = _told(os.system)  # type: ignore[assignment]


def _without_rights(function: Callable[..., None]) -> Callable[..., None]:
    """`function`, which sets what only describes a file, without its refusal."""

    def copy(*args: Any, **kwargs: Any) -> None:
        try:
            function(*args, **kwargs)
        except PermissionError as error:
            if error.errno != errno.EPERM:
                raise

    copy.__name__ = copy.__qualname__ = function.__name__
    copy.__doc__ = function.__doc__
    return copy


def _make_dbm_easy() -> None:
    """Without this there is no `shelve` where Python has no better kind of database."""
    # It sets the mode of files that it has just made with that mode.
    database: Any = dbm.dumb._Database
    database._chmod = lambda self, file: None


def _told(function: Callable[[Any], int]) -> Callable[[Any], int]:
    def system(command: Any) -> int:
        status = function(command)
        if status in NO_SHELL:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        return status

    return system
