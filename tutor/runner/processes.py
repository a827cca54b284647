"""Ending processes, all of them: a worker, its group, and whatever it started.

The host is a subreaper, so what a worker leaves behind becomes the host's own child.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection

from tutor.runner import procfs

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))


def become_subreaper() -> None:
    """Orphans below this process become its children."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def set_dumpable(on: bool) -> None:
    """Whether other processes of the same user may read this one's memory."""
    _prctl(_PR_SET_DUMPABLE, int(on))


def die_with_parent() -> None:
    """Be killed when the thread that forked this process ends."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def no_new_privileges() -> None:
    """No program that this process executes gains rights by it."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def send(pid: int, number: signal.Signals) -> None:
    """`number` to the group of `pid` and to every descendant, wherever it hid."""
    everyone = procfs.tree(pid)
    with contextlib.suppress(OSError):
        os.killpg(pid, number)
    for one in everyone:
        with contextlib.suppress(OSError):
            os.kill(one, number)


def send_to_main(pid: int, number: signal.Signals) -> None:
    """`number` to the main thread of `pid`, which handles it before it goes on."""
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):
            ctypes.CDLL(None).tgkill(pid, pid, int(number))
            return
    with contextlib.suppress(OSError):
        os.kill(pid, number)


def reap_strangers(known: Collection[int], patience: float = 2.0) -> None:
    """Kill and collect every child of this process that is not in `known`."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        strangers = [pid for pid in procfs.children(os.getpid()) if pid not in known]
        if not strangers:
            return
        # All are stopped before the first is killed, so that none can replace another.
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in strangers:
                send(pid, number)
        for pid in strangers:
            _collect(pid, deadline)


def _collect(pid: int, deadline: float) -> None:
    while time.monotonic() < deadline:
        try:
            if os.waitpid(pid, os.WNOHANG)[0]:
                return
        except ChildProcessError:
            return
        time.sleep(0.001)
