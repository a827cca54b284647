"""What processes use, read from /proc. Elsewhere (macOS) only what the system gives: nothing."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

AVAILABLE = Path("/proc/self/statm").exists()
_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICK = os.sysconf("SC_CLK_TCK")
_HAS_CHILDREN = Path("/proc/self/task", str(os.getpid()), "children").exists()


@dataclass(frozen=True)
class Usage:
    """Of several processes together."""

    memory: int = 0
    cpu: float = 0.0
    threads: int = 0
    written: int = 0


def children(pid: int) -> list[int]:
    """Direct children, whichever thread made them."""
    if not AVAILABLE:
        return []
    if not _HAS_CHILDREN:
        return _children_by_parent(pid)
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208
            found += map(int, _read(f"/proc/{pid}/task/{task}/children").split())
    except OSError:
        pass
    return found


def _children_by_parent(pid: int) -> list[int]:
    found = []
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdigit():
            try:
                if int(_stat(int(name))[1]) == pid:
                    found.append(int(name))
            except OSError:
                continue
    return found


def tree(pid: int) -> list[int]:
    """`pid` and all of its descendants."""
    found, seen = [pid], {pid}
    for parent in found:
        for child in children(parent):
            if child not in seen:
                seen.add(child)
                found.append(child)
    return found


def usage(pids: list[int]) -> Usage:
    memory, cpu, threads, written = 0, 0.0, 0, 0
    for pid in pids:
        try:
            memory += int(_read(f"/proc/{pid}/statm").split()[1]) * _PAGE
            fields = _stat(pid)
            cpu += sum(map(int, fields[11:15])) / _TICK
            threads += int(fields[17])
        except (OSError, IndexError):
            continue
        written += _written(pid)
    return Usage(memory, cpu, threads, written)


def proportional(pids: list[int]) -> int:
    """Memory with what is shared divided among those who share it. Slow: some milliseconds."""
    total = 0
    for pid in pids:
        try:
            for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) << 10
        except OSError:
            continue
    return total


def peak(pid: int) -> int:
    """Most memory that `pid` ever had; 0 when unknown."""
    try:
        for line in _read(f"/proc/{pid}/status").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    return 0


def unlinked(pids: list[int]) -> int:
    """Bytes of files that are open but have no name any more: a look at the folder misses them."""
    found: dict[tuple[int, int], int] = {}
    for pid in pids:
        try:
            fds = os.listdir(f"/proc/{pid}/fd")  # noqa: PTH208
        except OSError:
            continue
        for fd in fds:
            try:
                status = os.stat(f"/proc/{pid}/fd/{fd}")  # noqa: PTH116
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode) and status.st_nlink == 0:
                found[status.st_dev, status.st_ino] = status.st_blocks * 512
    return sum(found.values())


def mapped_unlinked(pids: list[int], folder: str) -> bool:
    """Whether a file from below `folder` has neither name nor descriptor and is held by a mapping.

    Nobody can tell its size.
    """
    start, end = f"{folder}/".encode(), b" (deleted)"
    return any(
        line.endswith(end) and line[line.find(b"/") :].startswith(start) and not _open(pid, line)
        for pid in pids
        for line in _lines(f"/proc/{pid}/maps")
    )


def _lines(path: str) -> list[bytes]:
    try:
        # Not splitlines: a name may hold any other character that ends a line somewhere.
        return Path(path).read_bytes().split(b"\n")
    except OSError:
        return []


def _open(pid: int, mapping: bytes) -> bool:
    """Whether `pid` has the file of this line of its maps open as well."""
    number = int(mapping.split(maxsplit=5)[4])
    try:
        fds = os.listdir(f"/proc/{pid}/fd")  # noqa: PTH208
    except OSError:
        return False
    for fd in fds:
        try:
            status = os.stat(f"/proc/{pid}/fd/{fd}")  # noqa: PTH116
            # On another file system a file may have the same number.
            if status.st_ino == number and status.st_nlink == 0:
                return True
        except OSError:
            continue
    return False


def headless(pid: int) -> bool:
    """Whether its main thread has ended and others go on: what they use is not to be seen."""
    try:
        return _stat(pid)[0] == "Z" and int(_stat(pid)[17]) > 1
    except (OSError, IndexError):
        return False


def stopped(pid: int) -> bool:
    """Whether a signal has stopped it."""
    try:
        return _stat(pid)[0] in ("T", "t")
    except (OSError, IndexError):
        return False


def address_space(pid: int) -> int:
    """Bytes of address space; 0 when unknown."""
    try:
        return int(_read(f"/proc/{pid}/statm").split()[0]) * _PAGE
    except (OSError, IndexError):
        return 0


def _written(pid: int) -> int:
    """By calls, or to a disk: a folder in memory counts as no disk, a mapping makes no calls."""
    counts = [0]
    try:
        for line in _read(f"/proc/{pid}/io").splitlines():
            if line.startswith(("write_bytes:", "wchar:")):
                counts.append(int(line.split()[1]))
    except OSError:
        pass
    return max(counts)


def _stat(pid: int) -> list[str]:
    """Fields of /proc/PID/stat after the name, which may hold anything: [0] is the state."""
    return _read(f"/proc/{pid}/stat").rpartition(")")[2].split()


def _read(path: str) -> str:
    # Plain descriptors: this runs many times a second.
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(fd, 1 << 16).decode("ascii", "replace")
    finally:
        os.close(fd)
