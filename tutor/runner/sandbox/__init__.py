"""Confinement of a worker, from the inside: the one place for it.

`prepare` runs once in the host, before the first fork. `apply` runs in the child after the fork,
while it is single-threaded and before JAX is warmed, since what binds a thread binds only it and
what it starts. A step that fails ends the process with `EXIT_UNCONFINED`: never is a program run
with less than was promised.
"""

from __future__ import annotations

import functools
import os
import resource
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from tutor.runner import processes

if sys.platform == "linux":
    from tutor.runner.sandbox import calls, capabilities, files

EXIT_UNCONFINED: Final = 121

Level = Literal["full", "partial", "none"]

PROTECTIONS: Final = ("files", "network", "processes", "signals")
"""What the kernel can be asked for, by id. Files need Landlock, the others seccomp."""


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
    flat: tuple[Path, ...] = ()
    """Folders in which it may make files but no folders."""


@dataclass(frozen=True)
class _Prepared:
    """What is the same for all workers of a host; None where the kernel has no such thing."""

    grants: tuple[files.Grant, ...] | None
    filter: calls.Rules | None


@functools.cache
def prepare() -> _Prepared:
    """Work out and compile what every worker will need. Before the first fork, in the host."""
    if sys.platform != "linux":
        return _Prepared(None, None)
    landlock = files.version()
    return _Prepared(
        grants=files.base_grants() if landlock else None,
        filter=calls.build(landlock) if calls.supported() else None,
    )


def protection() -> tuple[Level, tuple[str, ...]]:
    """What workers of this host are protected by, and the ids of what is missing."""
    prepared = prepare()
    missing = []
    if prepared.grants is None:
        missing.append("files")
    if prepared.filter is None:
        missing += ["network", "processes", "signals"]
    if not missing:
        return "full", ()
    return ("none" if len(missing) == len(PROTECTIONS) else "partial"), tuple(missing)


def given() -> set[str]:
    """Ids of the protections that workers of this host have."""
    return set(PROTECTIONS) - set(protection()[1])


def apply(plan: Plan) -> None:
    """Confine this process for good, or end it."""
    for step in STEPS:
        try:
            step(plan)
        except BaseException:
            try:
                traceback.print_exc()
                sys.stderr.flush()
            finally:
                # Also when nobody can be told.
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
    # Of all processes of the user together: timers, too, count.
    fixed += [("SIGPENDING", 1024)]
    for name, limit in fixed:
        what = getattr(resource, f"RLIMIT_{name}", None)
        if what is not None:
            hard = resource.getrlimit(what)[1]
            wanted = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(what, (wanted, wanted))


def _no_new_privileges(plan: Plan) -> None:
    processes.no_new_privileges()


def _files(plan: Plan) -> None:
    grants = prepare().grants
    if grants is not None:
        files.restrict(
            grants,
            read=[str(path) for path in plan.read],
            write=[str(path) for path in plan.write],
            flat=[str(path) for path in plan.flat],
        )


def _capabilities(plan: Plan) -> None:
    if sys.platform == "linux":
        capabilities.drop_all()


def _system_calls(plan: Plan) -> None:
    common = prepare().filter
    if common is not None:
        calls.restrict(common)


STEPS: tuple[Callable[[Plan], None], ...] = (
    _session,
    _with_host,
    _readable_io,
    _descriptors,
    _folder,
    _rlimits,
    _no_new_privileges,
    _files,
    _capabilities,
    _system_calls,
)
"""In this order: Landlock opens every path that it grants, dropping capabilities is a system call
that the filter refuses, and the filter refuses itself."""
