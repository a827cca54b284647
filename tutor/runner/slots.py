"""Who runs now and who waits: one Run at a time in one host."""

from __future__ import annotations

from typing import Generic, TypeVar

Job = TypeVar("Job")


class Slots(Generic[Job]):
    """A queue with one place at its head. The caller starts what it is given and tells the
    waiting ones their places."""

    def __init__(self) -> None:
        self._queue: list[Job] = []

    def enter(self, job: Job) -> int:
        """How many are before `job`; 0 means that it may start."""
        self._queue.append(job)
        return len(self._queue) - 1

    def leave(self, job: Job) -> Job | None:
        """Take `job` out; the one that may start because of it, or None."""
        first = self._queue[0] == job
        self._queue.remove(job)
        return self._queue[0] if first and self._queue else None

    @property
    def waiting(self) -> tuple[Job, ...]:
        return tuple(self._queue[1:])

    @property
    def all(self) -> tuple[Job, ...]:
        return tuple(self._queue)
