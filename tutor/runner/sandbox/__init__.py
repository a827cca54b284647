"""Confinement of a worker, from the inside: the one place for it.

`apply` runs in the child after the fork, while it is single-threaded and before JAX is warmed,
since what binds a thread binds only it and what it starts. A step that fails ends the process
with `EXIT_UNCONFINED`: never is a program run with less than was promised.
"""

from __future__ import annotations

import os
import resource
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from tutor.runner import processes

EXIT_UNCONFINED: Final = 121

Level = Literal["full", "partial", "none"]

MISSING: Final = ("files", "network", "processes", "signals")
"""Protections that no step gives yet, by id."""


@dataclass(frozen=True)
class Plan:
    """What one worker needs to be confined."""

    host: int
    """Process id of the host."""
    scratch: Path
    keep: range
    """Descriptors that stay open beside 0, 1, 2."""
    read: tuple[Path, ...] = ()
    write: tuple[Path, ...] = ()


def protection() -> tuple[Level, tuple[str, ...]]:
    """What workers of this host are protected by, and the ids of what is missing."""
    return ("partial" if MISSING else "full"), MISSING


def apply(plan: Plan) -> None:
    """Confine this process for good, or end it."""
    for step in STEPS:
        try:
            step(plan)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(EXIT_UNCONFINED)


def _descriptors(plan: Plan) -> None:
    os.closerange(3, plan.keep.start)
    os.closerange(plan.keep.stop, max(1 << 16, resource.getrlimit(resource.RLIMIT_NOFILE)[0]))


def _session(plan: Plan) -> None:
    """A session and group of its own: no terminal, and one address for signals."""
    os.setsid()


def _with_host(plan: Plan) -> None:
    processes.die_with_parent()
    # The host may have ended before the line above.
    if os.getppid() != plan.host:
        os._exit(EXIT_UNCONFINED)


def _readable_io(plan: Plan) -> None:
    # Else a host of an ordinary user cannot read what this process writes to disk.
    processes.set_dumpable(True)


def _folder(plan: Plan) -> None:
    os.umask(0o077)
    os.chdir(plan.scratch)


def _rlimits(plan: Plan) -> None:
    fixed = [("CORE", 0), ("MEMLOCK", 0), ("MSGQUEUE", 0), ("NOFILE", 256)]
    for name, limit in fixed:
        what = getattr(resource, f"RLIMIT_{name}", None)
        if what is not None:
            hard = resource.getrlimit(what)[1]
            wanted = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(what, (wanted, wanted))


def _no_new_privileges(plan: Plan) -> None:
    processes.no_new_privileges()


STEPS: tuple[Callable[[Plan], None], ...] = (
    _session,
    _with_host,
    _readable_io,
    _descriptors,
    _folder,
    _rlimits,
    _no_new_privileges,
)
"""In this order. Files (Landlock), capabilities and system calls (seccomp) come after these."""
