"""Memory and threads of a Run, counted and bounded by the kernel where a cgroup (v2) was delegated.

That is so when this host is alone in a cgroup that it may write, as under
`systemd-run --user --scope -p Delegate=yes`. Each Run then gets a group of its own below it: no
burst between two looks, files in memory counted too, and one that is over its bound is ended by
the kernel. Anywhere else there is nothing to be had, and the host's looks have to do.
"""

from __future__ import annotations

import contextlib
import itertools
import os
from pathlib import Path

LEAST = 64 << 20
"""Bytes that a Run may take beyond what its worker had when it began."""
OURS = "jax-tutor-host"


class Groups:
    """Where groups can be made. `find` says whether there is such a place."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count()
        self._left: list[Path] = []

    def leave(self, folder: Path) -> None:
        """Take a group away now, or when what was killed in it is gone."""
        left, self._left = [*self._left, folder], []
        for one in left:
            try:
                one.rmdir()
            except OSError:
                self._left.append(one)

    def fresh(self, pid: int, memory: int, threads: int) -> Group | None:
        """A group with these bounds and `pid` in it; None when the kernel will not have it."""
        folder = self._folder / f"run-{os.getpid()}-{next(self._numbers)}"
        try:
            folder.mkdir()
            _write(folder / "memory.max", max(memory, LEAST))
            with contextlib.suppress(OSError):
                # Not there without swap, or without the controller for it.
                _write(folder / "memory.swap.max", 0)
            _write(folder / "memory.oom.group", 1)
            with contextlib.suppress(OSError):
                _write(folder / "pids.max", threads)
            _write(folder / "cgroup.procs", pid)
        except OSError:
            with contextlib.suppress(OSError):
                folder.rmdir()
            return None
        return Group(self, folder)


class Group:
    """The group of one Run."""

    def __init__(self, groups: Groups, folder: Path) -> None:
        self._groups, self._folder = groups, folder

    @property
    def burst(self) -> bool:
        """Whether the kernel ended something in it for its memory."""
        words = _read(self._folder / "memory.events").split()
        counts = dict(zip(words[::2], words[1::2], strict=False))
        return int(counts.get("oom_kill", "0")) > 0

    def close(self) -> None:
        """End all that is in it, and take it away once that is gone."""
        with contextlib.suppress(OSError):
            _write(self._folder / "cgroup.kill", 1)
        self._groups.leave(self._folder)


def find() -> Groups | None:
    """Where this process may make groups; moves it into one of its own."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        folder = own(
            Path("/proc/self/cgroup").read_text(), Path("/proc/self/mountinfo").read_text()
        )
        if folder is not None and claim(folder, os.getpid()):
            return Groups(folder)
    return None


def own(membership: str, mounts: str) -> Path | None:
    """The folder of this process's group, from the texts of /proc/self/cgroup and mountinfo."""
    paths = [line[3:] for line in membership.splitlines() if line.startswith("0::")]
    for line in mounts.splitlines():
        fields, _, rest = line.partition(" - ")
        if rest.split(" ")[0] == "cgroup2" and paths:
            root, point = fields.split(" ")[3:5]
            inside = Path(paths[0])
            if inside.is_relative_to(root):
                return Path(point) / inside.relative_to(root)
    return None


def claim(folder: Path, pid: int) -> bool:
    """Have memory bounded for groups below `folder`; only where `pid` is alone in it."""
    if "memory" not in _read(folder / "cgroup.controllers").split():
        return False
    if not os.access(folder, os.W_OK) or not os.access(folder / "cgroup.subtree_control", os.W_OK):
        return False
    # Groups with bounds below them hold no process themselves: this one moves one further down.
    if _read(folder / "cgroup.procs").split() != [str(pid)]:
        return False
    leaf = folder / OURS
    try:
        leaf.mkdir(exist_ok=True)
        _write(leaf / "cgroup.procs", pid)
        _write(folder / "cgroup.subtree_control", "+memory")
    except OSError:
        with contextlib.suppress(OSError):
            _write(folder / "cgroup.procs", pid)
            leaf.rmdir()
        return False
    with contextlib.suppress(OSError):
        _write(folder / "cgroup.subtree_control", "+pids")
    return True


def _write(path: Path, value: int | str) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(fd, str(value).encode())
    finally:
        os.close(fd)


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
