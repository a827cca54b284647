"""Workers that wait for a job, so that a Run starts at once."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from pathlib import Path

from tutor.runner import processes, scratch
from tutor.runner.children import Child
from tutor.runner.guard import Guard
from tutor.runner.loop import Loop

MOST_SPARES = 2

Reads = tuple[str, ...]
"""Further paths that a worker may read; fixed when it is confined, like its devices."""

CheckKey = tuple[str, str, str]
"""Course folder, lesson, step."""


@dataclass(frozen=True)
class Caches:
    """JAX's persistent caches. What a learner's worker can write, a checking worker never reads."""

    running: Path | None
    checking: Path | None


class Pool:
    def __init__(self, loop: Loop, folder: scratch.Scratch, caches: Caches) -> None:
        self._loop, self._folder, self._caches = loop, folder, caches
        self._spares: list[Child] = []
        self._checker: Child | None = None
        self._guard: Guard | None = None
        self._checker_key: CheckKey = ("", "", "")
        self.taken: set[Child] = set()

    @property
    def pids(self) -> set[int]:
        """Of every worker that this host knows."""
        checker = [self._checker] if self._checker is not None else []
        return {child.pid for child in (*self._spares, *checker, *self.taken)}

    def prepare(self, devices: int, read: Reads = ()) -> None:
        """Have a spare with so many devices that may read these further paths."""
        if any(child.fits(devices, read) for child in self._spares):
            return
        while len(self._spares) >= MOST_SPARES:
            self._drop(self._spares[0])
        spare = self._spawn(devices, read)
        spare.on_exit = lambda: self._lost(spare)
        self._spares.append(spare)

    def take(self, devices: int, read: Reads = ()) -> Child:
        """A worker like that, ready or on its way to be."""
        child = next((one for one in self._spares if one.fits(devices, read)), None)
        if child is not None:
            self._spares.remove(child)
        else:
            child = self._spawn(devices, read)
        self.taken.add(child)
        return child

    def give_back(self, child: Child) -> None:
        """A job is over; its worker has ended or is being ended."""

        def ended() -> None:
            self.taken.discard(child)
            processes.reap_strangers(self.pids)
            scratch.remove(child.scratch)

        if child.gone:
            ended()
        else:
            child.forget(ended)

    def checker(self, key: CheckKey) -> Child:
        """The checking worker of a step; one is kept, and another step gets another one."""
        if self._checker is None or self._checker.gone or self._checker_key != key:
            self.drop_checker()
            checker = Child(
                self._loop,
                "check",
                1,
                self._folder.fresh(),
                self._caches.checking,
                read=(key[0],),
                step=key,
            )
            checker.on_exit = lambda: self.checker_gone(checker)
            self._checker, self._checker_key = checker, key
            self._guard = Guard(self._loop, checker)
        elif self._guard is not None:
            self._guard.renew()
        return self._checker

    def drop_checker(self) -> None:
        if self._checker is not None and not self._checker.gone:
            self._drop(self._checker)
        self._checker = None

    def checker_gone(self, checker: Child) -> None:
        scratch.remove(checker.scratch)
        self.taken.discard(checker)
        if self._checker is checker:
            self._checker = None

    def close(self) -> None:
        for child in (*self._spares, *self.taken):
            child.send_signal(signal.SIGKILL)
        self.drop_checker()

    def _spawn(self, devices: int, read: Reads) -> Child:
        folder = self._folder.fresh()
        return Child(self._loop, "run", devices, folder, self._caches.running, read)

    def _drop(self, child: Child) -> None:
        if child in self._spares:
            self._spares.remove(child)
        # Known until it is collected.
        self.taken.add(child)
        self.give_back(child)
        child.send_signal(signal.SIGKILL)

    def _lost(self, spare: Child) -> None:
        if spare in self._spares:
            self._spares.remove(spare)
        scratch.remove(spare.scratch)
