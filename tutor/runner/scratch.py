"""Scratch folders of Runs: one each, private, gone afterwards.

Each host has a folder of its own with a lock that it holds while it lives; what a dead host left
behind is swept when the next one starts.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import itertools
import os
import secrets
import shutil
import sys
import tempfile
import time
from pathlib import Path

_LOCK = "lock"
_FOLDER = os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Scratch:
    """The scratch folder of this host. Falls back to the system's temporary folder."""

    def __init__(self, root: Path) -> None:
        try:
            root.mkdir(parents=True, exist_ok=True, mode=0o700)
            sweep(root)
            self.path = Path(tempfile.mkdtemp(prefix="host-", dir=root))
        except OSError:
            self.path = Path(tempfile.mkdtemp(prefix="jax-tutor-host-"))
        self._lock = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def fresh(self) -> Path:
        """A new folder that nobody else may enter."""
        return Path(tempfile.mkdtemp(prefix="run-", dir=self.path))

    def close(self) -> None:
        remove(self.path)
        os.close(self._lock)


def sweep(root: Path) -> None:
    """Remove the folders of hosts that are dead."""
    for folder in root.glob("host-*"):
        try:
            lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            # Between mkdir and lock of a host that is starting, unless it is old.
            with contextlib.suppress(OSError):
                if _age(folder) > 60:
                    remove(folder)
            continue
        except OSError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            continue
        else:
            remove(folder)
        finally:
            os.close(lock)


def _age(folder: Path) -> float:
    return time.time() - folder.stat().st_mtime


def remove(folder: Path) -> None:
    """Remove it with all that is in it; never follows a link, never raises."""

    for again in (False, True):
        with contextlib.suppress(RecursionError):
            shutil.rmtree(folder, ignore_errors=True)
        if again or not folder.is_dir():
            return
        with contextlib.suppress(OSError):
            _flatten(folder)


def _flatten(folder: Path) -> None:
    """Make what resists removal removable: folders without rights, and too many in each other.

    Every folder moves to the top. Each is reached from an open one, since no name is long enough
    for a path to what lies very deep.
    """
    _open_up(os.fspath(folder))
    top = os.open(folder, _FOLDER)
    names = (f"{secrets.token_hex(8)}-{number}" for number in itertools.count())
    try:
        pending = _folders_in(top)
        while pending:
            place = pending.pop()
            _open_up(place, top)
            with contextlib.suppress(OSError):
                fd = os.open(place, _FOLDER, dir_fd=top)
                try:
                    for name in _folders_in(fd):
                        # Who moves a folder writes into it.
                        _open_up(name, fd)
                        moved = next(names)
                        os.rename(name, moved, src_dir_fd=fd, dst_dir_fd=top)
                        pending.append(moved)
                finally:
                    os.close(fd)
    finally:
        os.close(top)


def _folders_in(fd: int) -> list[str]:
    with os.scandir(fd) as found:
        return [entry.name for entry in found if entry.is_dir(follow_symlinks=False)]


def _open_up(folder: str, where: int | None = None) -> None:
    """Give the owner, who we are, all rights for a folder. Never follows a link.

    `folder` is looked for in the open folder `where`.
    """
    with contextlib.suppress(OSError, NotImplementedError):
        if sys.platform != "linux":
            os.chmod(folder, 0o700, dir_fd=where, follow_symlinks=False)
            return
        fd = os.open(folder, os.O_PATH | _FOLDER, dir_fd=where)
        try:
            os.chmod(f"/proc/self/fd/{fd}", 0o700)  # noqa: PTH101
        finally:
            os.close(fd)


def link(folder: Path, paths: tuple[str, ...]) -> None:
    """Each of `paths` by its last name in `folder`, so that a program finds "data/x.csv"."""
    for path in paths:
        with contextlib.suppress(OSError):
            (folder / Path(path).name).symlink_to(path)


def entries(folder: Path | None) -> int:
    """How many there are in `folder` itself."""
    if folder is None:
        return 0
    try:
        with os.scandir(folder) as found:
            return sum(1 for _ in found)
    except OSError:
        return 0


def used(folder: Path, most_bytes: int, most_entries: int) -> tuple[int, int]:
    """Bytes and entries below `folder`; counting ends where a limit is passed."""
    size = entries = 0
    pending = [os.fspath(folder)]
    while pending:
        place = pending.pop()
        try:
            if not os.access(place, os.R_OK | os.X_OK):
                # Made so that nobody looks into it.
                _open_up(place)
            with os.scandir(place) as found:
                for entry in found:
                    entries += 1
                    with contextlib.suppress(OSError):
                        if entry.is_dir(follow_symlinks=False):
                            pending.append(entry.path)
                        size += entry.stat(follow_symlinks=False).st_blocks * 512
                    if size > most_bytes or entries > most_entries:
                        return size, entries
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                # Nobody can look into it, however much is there.
                return size, most_entries + 1
    return size, entries
