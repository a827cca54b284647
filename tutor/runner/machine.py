"""Run slots that all hosts of all users on a machine share. No daemon, and no lock that stays.

A Run that wants to start makes an empty file of its own, its *claim*, in a folder that everybody
may write and that belongs to root (`shared_folder`). What a claim says cannot be made up:

- Whose it is: the owner of the file.
- When it came: its change time, which only the kernel sets.
- Whether it is alive, and whether it waits: the first and the second byte of it are locked for
  writing. Only who may write the file can lock it so, which is its owner, and the kernel lets
  go of the lock when that process ends, however it ends. Others ask the kernel who holds a lock
  and take none themselves. To start is to let go of the second byte, which nobody can prevent.

Each host looks at all claims and decides for itself whether it is its turn (`turn`). Since the
claim is there before its host looks, of two hosts one always sees the other. A program that ignores
all this can load the machine as any program can, and that is all it can do: see `Turn.place` for
what bounds the wait of the others.
"""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import os
import secrets
import stat
import struct
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PARENTS = ("/run/lock", "/dev/shm", "/tmp")
"""Where the claims may lie: the first that is root's, and in which nobody can remove what is
another's. All users come to the same one."""
PREFIX = "jax-tutor-slot."

FEWEST = 2
"""Slots of the smallest machine; with one, a single user could be before all others for long."""
MEMORY = 2 << 30
"""Bytes that a Run may use."""

MOST_NAMES = 5_000
"""Entries of the folder that are looked at; nobody waits for what lies beyond."""
MOST_OF_A_USER = 256
"""Claims of one user that are looked at."""

GRACE = 0.25
"""Seconds that a free slot is left to each one who is before and does not take it."""
PATIENCE = 30.0
"""Seconds without any progress after which one that waits starts beside those who run, for each
that is before it."""
ASK_EVERY, ASK_AT_LEAST = 0.03, 0.5
"""Seconds until one that waits looks again, for each that is before it; and the most."""
STALE = 60.0
"""Seconds after which a claim without a lock is left over; a young one may be on its way."""

_LAYOUT = "qqihh" if sys.platform == "darwin" else "hhqqi"
_GETLK = getattr(fcntl, "F_OFD_GETLK", fcntl.F_GETLK)
_SETLK = getattr(fcntl, "F_OFD_SETLK", fcntl.F_SETLK)
"""Locks of the open file: those of the process would go with any descriptor that it closes."""


@dataclass(frozen=True, order=True)
class Claim:
    """Ordered by when it came."""

    ticket: int
    serial: int
    user: int
    runs: bool = False


def default_slots() -> int:
    """How many Runs this machine takes at once, by its cores and its memory."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:
        cores = os.cpu_count() or 1
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(FEWEST, min(cores, memory * 3 // 4 // MEMORY))


def shared_folder(chosen: Path | None = None) -> Path | None:
    """Where the claims lie: `chosen`, or what all users of this machine come to.

    None where there is no folder that can be trusted: then a host knows only itself.
    """
    for path in (chosen,) if chosen else map(Path, PARENTS):
        with contextlib.suppress(OSError):
            if _trusted(path.stat(), chosen is not None) and os.access(path, os.W_OK | os.X_OK):
                return path
    return None


def _trusted(status: os.stat_result, own: bool) -> bool:
    """Whether others can neither replace the folder nor remove what is not theirs."""
    if not stat.S_ISDIR(status.st_mode):
        return False
    shared = status.st_mode & 0o022
    if own and status.st_uid == os.getuid() and not shared:
        return True
    return status.st_uid == 0 and status.st_mode & 0o1777 == 0o1777


def standing(me: Claim, others: Sequence[Claim], slots: int) -> tuple[int, int]:
    """Free slots as `me` counts them (they may be below zero), and how many wait before it.

    Users take turns: the first that each waits with comes before the second of anybody, and one
    that runs counts as the first. Nobody's running ones count for more than a fair share, so who
    was alone and took all does not keep the next out.
    """
    users = {claim.user for claim in others} | {me.user}
    share = max(1, slots // len(users))
    running = Counter(claim.user for claim in others if claim.runs)
    busy = sum(n if user == me.user else min(n, share) for user, n in running.items())
    waiting = sorted(claim for claim in (*others, me) if not claim.runs)
    places = Counter(running)
    order = []
    for claim in waiting:
        order.append((places[claim.user], claim))
        places[claim.user] += 1
    mine = next(entry for entry in order if entry[1] == me)
    return slots - busy, sum(entry < mine for entry in order)


class Turn:
    """One Run's claim. `place` asks again and again, `release` gives the slot back."""

    def __init__(self, folder: Path | None, slots: int) -> None:
        self._folder, self._slots = folder, slots
        self._held = folder is None
        self._path: Path | None = None
        self._fd = -1
        self._me = Claim(0, 0, os.getuid())
        self._free_since = 0.0
        self._best, self._best_since = 1 << 30, time.monotonic()
        self.pause = ASK_EVERY
        """Seconds until it is worth asking again."""
        if folder is not None:
            try:
                self._publish(folder)
            except OSError:
                # A full disk is no reason not to run.
                self.release()
                self._held = True

    def _publish(self, folder: Path) -> None:
        self._path = folder / f"{PREFIX}{secrets.token_hex(8)}"
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        # Nobody else may open it before it is locked.
        self._fd = os.open(self._path, flags, 0o600)
        self._lock(0, fcntl.F_WRLCK, 2)
        os.fchmod(self._fd, 0o644)
        status = os.fstat(self._fd)
        self._me = Claim(status.st_ctime_ns, status.st_ino, status.st_uid)

    def place(self) -> int:
        """How many are before this one; 0: the slot is taken, until `release`.

        Somebody who claims what they do not use, or never comes to an end, is waited for, but not
        for ever: a slot that stays free is taken after a moment (`GRACE`), and one that waits
        long without anybody before it coming on starts beside those who run (`PATIENCE`).
        """
        if self._held:
            return 0
        assert self._folder is not None
        began = time.monotonic()
        others = look(self._folder, self._me.serial)
        free, ahead = standing(self._me, others, self._slots)
        now = time.monotonic()
        # However much there is to look at, looking takes a small part of the time.
        self.pause = max(min(ASK_EVERY * (ahead + 1), ASK_AT_LEAST), 20 * (now - began))
        if ahead + 1 - free < self._best:
            self._best, self._best_since = ahead + 1 - free, now
        if free <= 0:
            self._free_since = 0.0
        elif not self._free_since:
            self._free_since = now
        unclaimed = free > 0 and now - self._free_since > GRACE * (ahead + 1 - free)
        stuck = now - self._best_since > PATIENCE * self._best
        if ahead < free or unclaimed or stuck:
            self._lock(1, fcntl.F_UNLCK)
            self._held = stuck or self._still_free()
            if not self._held:
                try:
                    self._lock(1, fcntl.F_WRLCK)
                except OSError:
                    # Somebody reads it under a lock of their own: they shall not hold this up.
                    self._held = True
        return 0 if self._held else max(1, ahead + 1 - free)

    def _still_free(self) -> bool:
        """Whether nobody came in between; of two who did, the earlier one stays."""
        assert self._folder is not None
        before = [claim for claim in look(self._folder, self._me.serial) if claim.runs]
        before = [claim for claim in before if claim < self._me]
        return standing(self._me, before, self._slots)[0] > 0

    def release(self) -> None:
        """Give the slot or the place in the queue back. Any number of times."""
        self._held = self._folder is None
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()
            self._path = None
        if self._fd >= 0:
            # A child that was just forked may hold a copy of the descriptor.
            with contextlib.suppress(OSError):
                self._lock(0, fcntl.F_UNLCK, 2)
            os.close(self._fd)
            self._fd = -1

    def _lock(self, start: int, kind: int, length: int = 1) -> None:
        fcntl.fcntl(self._fd, _SETLK, _request(kind, start, length))


def look(folder: Path, but: int = -1) -> list[Claim]:
    """Every living claim of all users, but the one whose file has this number."""
    seen: Counter[int] = Counter()
    found: dict[int, Claim] = {}
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in itertools.islice(entries, MOST_NAMES):
            if not entry.name.startswith(PREFIX):
                continue
            with contextlib.suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                if not stat.S_ISREG(status.st_mode) or status.st_ino == but:
                    continue
                seen[status.st_uid] += 1
                if seen[status.st_uid] <= MOST_OF_A_USER and (claim := _read(entry.path)):
                    found[claim.serial] = claim
    return list(found.values())


def _read(path: str) -> Claim | None:
    """The claim in a file, if it lives. Opens nothing that could hold this process up."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    fd = os.open(path, flags)
    try:
        status = os.fstat(fd)
        # With a second name it may be any file of somebody else's.
        if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1:
            return None
        # A lock for reading is asked about: only one for writing is in its way.
        answer = fcntl.fcntl(fd, _GETLK, _request(fcntl.F_RDLCK, 0, 2))
        start, length, kind = _answer(answer)
    finally:
        os.close(fd)
    if kind == fcntl.F_UNLCK or start != 0:
        if status.st_uid == os.getuid() and time.time() - status.st_ctime > STALE:
            Path(path).unlink()
        return None
    return Claim(status.st_ctime_ns, status.st_ino, status.st_uid, length == 1)


def _request(kind: int, start: int, length: int) -> bytes:
    if sys.platform == "darwin":
        return struct.pack(_LAYOUT, start, length, 0, kind, os.SEEK_SET)
    return struct.pack(_LAYOUT, kind, os.SEEK_SET, start, length, 0)


def _answer(data: bytes) -> tuple[int, int, int]:
    """Start, length and kind of a lock."""
    fields = struct.unpack(_LAYOUT, data[: struct.calcsize(_LAYOUT)])
    if sys.platform == "darwin":
        return fields[0], fields[1], fields[3]
    return fields[2], fields[3], fields[0]
