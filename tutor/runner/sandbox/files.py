"""Landlock: which files a worker may open. The only module that knows landlockpy.

Landlock can only allow: a folder that is granted is granted with all below it. So a tree that
holds something private (our package with its checks, a course) is granted piece by piece around
it (`around`). What Landlock does not cover at any version (metadata, existence and size of files)
is left to the system-call filter, or accepted.
"""

from __future__ import annotations

import mimetypes
import os
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import landlockpy
from landlockpy import AccessFS, Ruleset, Scope

READ = AccessFS.READ_FILE | AccessFS.READ_DIR
LIST = AccessFS.READ_DIR
WRITE = (
    READ
    | AccessFS.WRITE_FILE
    | AccessFS.TRUNCATE
    | AccessFS.MAKE_REG
    | AccessFS.MAKE_DIR
    | AccessFS.REMOVE_FILE
    | AccessFS.REMOVE_DIR
    | AccessFS.REFER
)
WRITE_FLAT = WRITE & ~(AccessFS.MAKE_DIR | AccessFS.REMOVE_DIR)
"""Files but no folders: what grows can be counted at a glance, and cleared away."""
FILE_RIGHTS = AccessFS.READ_FILE | AccessFS.WRITE_FILE | AccessFS.TRUNCATE

SYSTEM = (
    "/usr/lib",
    "/usr/lib64",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/dev/urandom",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    *mimetypes.knownfiles,
)
OF_ITSELF = (
    *("auxv", "cgroup", "cmdline", "comm", "environ", "fdinfo", "io", "limits", "maps"),
    *("numa_maps", "oom_score", "sched", "schedstat", "smaps", "smaps_rollup", "stat", "statm"),
    "status",
)
"""What a worker may read about itself below /proc/self."""


@dataclass(frozen=True)
class Grant:
    path: str
    access: AccessFS


def version() -> int:
    """The kernel's Landlock version; 0 when there is none."""
    return landlockpy.abi_version()


def private_paths() -> tuple[Path, ...]:
    """What no learner's worker may read: our package, the lessons, other people's courses."""
    package = Path(__file__).resolve().parents[2]
    private = [package, package.parent / "lessons"]
    for entry in entry_points(group="jax_tutor.courses"):
        spec = find_spec(entry.module.partition(".")[0])
        if spec is None:
            continue
        places = spec.submodule_search_locations or [spec.origin or ""]
        private += [Path(place).resolve() for place in places if place]
    return tuple(private)


def around(root: Path, private: Iterable[Path]) -> Iterator[Grant]:
    """Grants to read all of `root` but what lies in `private`."""
    root = root.resolve()
    inside = [path for path in private if path.is_relative_to(root)]
    if any(path == root for path in inside):
        return
    if not inside:
        if root.exists():
            yield Grant(str(root), READ if root.is_dir() else AccessFS.READ_FILE)
        return
    yield Grant(str(root), LIST)
    with os.scandir(root) as entries:
        children = sorted(Path(entry.path) for entry in entries if not entry.is_symlink())
    for child in children:
        yield from around(child, inside)


def library_roots() -> tuple[Path, ...]:
    """Folders with Python's standard library and the installed packages."""
    roots = {Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")}
    roots |= {Path(sysconfig.get_path(name)) for name in ("purelib", "platlib")}
    roots |= {Path(folder) for folder in site.getsitepackages()}
    roots |= {
        Path(folder)
        for folder in sys.path
        if folder and Path(folder).name in ("site-packages", "dist-packages")
    }
    libpython = Path(sys.base_prefix) / "lib"
    roots |= set(libpython.glob("libpython*")) if libpython.is_dir() else set()
    return tuple(sorted(roots))


def base_grants() -> tuple[Grant, ...]:
    """What every worker may read; the same for all, so the host works it out once."""
    # landlockpy looks for the C library at its first call, which starts a program: here, not later.
    version()
    private = private_paths()
    grants: dict[str, AccessFS] = {}
    for root in (*map(Path, SYSTEM), *library_roots()):
        for grant in around(root, private):
            grants[grant.path] = grants.get(grant.path, AccessFS.NONE) | grant.access
    grants["/dev/null"] = AccessFS.READ_FILE | AccessFS.WRITE_FILE
    return tuple(Grant(path, access) for path, access in grants.items())


def restrict(
    grants: Iterable[Grant],
    *,
    read: Iterable[str] = (),
    write: Iterable[str] = (),
    flat: Iterable[str] = (),
) -> AccessFS:
    """Binds the calling thread, and what it starts, to the grants; cannot be undone.

    `read`, `write` and `flat` (files but no folders) are further paths of this worker;
    `/proc/self` is granted here, where it means the worker. A path that does not exist is left
    out. Returns the rights that are handled. Raises OSError when the kernel refuses.
    """
    with Ruleset(scoped=Scope.ABSTRACT_UNIX_SOCKET | Scope.SIGNAL) as ruleset:
        # Listing all of it, but not `net`: what it shows is the machine's, not the worker's.
        own = [Grant("/proc/self", LIST)]
        own += [Grant(f"/proc/self/{name}", READ) for name in OF_ITSELF]
        own += [Grant(path, READ) for path in read]
        own += [Grant(path, WRITE) for path in write]
        own += [Grant(path, WRITE_FLAT) for path in flat]
        for grant in (*grants, *own):
            access = grant.access if Path(grant.path).is_dir() else grant.access & FILE_RIGHTS
            try:
                ruleset.allow_path(grant.path, access)
            except FileNotFoundError:
                continue
        ruleset.restrict()
        return ruleset.handled_fs
