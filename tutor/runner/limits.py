"""Whether a Run keeps its limits, and the backstops that the kernel holds."""

from __future__ import annotations

import contextlib
import math
import os
import resource
import sys
from pathlib import Path
from typing import Literal

from tutor.events import Limits
from tutor.runner import cgroups, procfs, scratch

INTERVAL = 0.06
"""Seconds between two looks."""
SCRATCH_EVERY = 4
"""Looks between two counts of the scratch folder, which cost more."""
SHARED_EVERY = 8
"""Looks between two counts of a folder that several Runs share."""
WRITTEN = 4
"""Bytes written may be so many times the scratch limit: what is written and removed again."""

LimitName = Literal["wall", "cpu", "memory", "output", "threads", "scratch", "files"]


class Watch:
    """Looks at one worker and everything below it."""

    def __init__(
        self,
        pid: int,
        folder: Path,
        limits: Limits,
        shared: Path | None = None,
        groups: cgroups.Groups | None = None,
    ) -> None:
        self._pid, self._folder, self._limits = pid, folder, limits
        self._places = [os.path.realpath(place) for place in (folder, shared) if place]
        self._shared, self._entries = shared, scratch.entries(shared)
        begun = procfs.usage([pid])
        self._cpu, self._written = begun.cpu, begun.written
        self._looks = 0
        self._burst = False
        self.peak_memory = begun.memory
        left = limits.memory - begun.memory
        self._group = groups.fresh(pid, left, limits.threads) if groups is not None else None

    def hold(self) -> None:
        """Set what the kernel enforces by itself, should the host be slow or gone."""
        if sys.platform != "linux":
            return
        space = procfs.address_space(self._pid) + self._limits.memory
        cpu = math.ceil(self._cpu + self._limits.cpu) + 2
        size = self._limits.scratch * 2
        for what, soft, hard in (
            (resource.RLIMIT_AS, space, space),
            (resource.RLIMIT_CPU, cpu, cpu + 2),
            (resource.RLIMIT_FSIZE, size, size),
        ):
            with contextlib.suppress(OSError, ValueError):
                resource.prlimit(self._pid, what, (soft, hard))

    def look(self) -> LimitName | None:
        """The limit that is passed, or None."""
        limits = self._limits
        pids = procfs.tree(self._pid)
        usage = procfs.usage(pids)
        memory = usage.memory
        if memory > limits.memory and len(pids) > 1:
            memory = procfs.proportional(pids)
        self.peak_memory = max(self.peak_memory, memory)
        if memory > limits.memory:
            return "memory"
        if usage.cpu - self._cpu > limits.cpu:
            return "cpu"
        if usage.threads > limits.threads:
            return "threads"
        if usage.written - self._written > limits.scratch * WRITTEN:
            return "scratch"
        self._looks += 1
        if self._looks % SCRATCH_EVERY == 0:
            size, entries = scratch.used(self._folder, limits.scratch, limits.files)
            if size + procfs.unlinked(pids) > limits.scratch:
                return "scratch"
            if any(procfs.mapped_unlinked(pids, place) for place in self._places):
                return "scratch"
            if entries > limits.files:
                return "files"
        # Nobody but this Run would put so many files there meanwhile.
        many = self._looks % SHARED_EVERY == 0 and scratch.entries(self._shared)
        return "files" if many - self._entries > limits.files else None

    def close(self) -> None:
        """The Run is over, or its end is under way."""
        if self._group is not None:
            self._burst = self._group.burst
            self._group.close()
            self._group = None

    def see_peak(self) -> None:
        """Take in what was used between two looks."""
        self.peak_memory = max(self.peak_memory, procfs.peak(self._pid))

    @property
    def near_memory(self) -> bool:
        """Whether the last look was so close to the limit that an abrupt end means memory."""
        burst = self._group.burst if self._group is not None else self._burst
        return burst or self.peak_memory > 0.85 * self._limits.memory


def value(limits: Limits, name: LimitName) -> float:
    return float(getattr(limits, name))
