"""Bounds of a checking worker. A check may come with a lesson from anybody, and leave threads."""

from __future__ import annotations

import signal
from typing import Final

from tutor.events import Limits
from tutor.runner.children import Child
from tutor.runner.limits import Watch
from tutor.runner.loop import Loop

INTERVAL: Final = 0.25
"""Seconds between two looks."""
LIMITS: Final = Limits(cpu=120.0, memory=3 << 30, scratch=256 << 20)
"""Of one check and what is done between it and the next. Its time has a limit elsewhere."""
FOR_GOOD: Final = Limits(cpu=1e6, memory=LIMITS.memory, scratch=LIMITS.scratch)
"""What the kernel holds a worker to that serves many checks."""


class Guard:
    """Ends a checking worker that takes more than it may; its check then has no verdict."""

    def __init__(self, loop: Loop, child: Child) -> None:
        self._loop, self._child = loop, child
        self._watch = Watch(child.pid, child.scratch, FOR_GOOD, child.cache)
        self._watch.hold()
        self.renew()
        loop.later(INTERVAL, self._look)

    def renew(self) -> None:
        """Count from here on."""
        self._watch = Watch(self._child.pid, self._child.scratch, LIMITS, self._child.cache)

    def _look(self) -> None:
        if self._child.gone:
            return
        if self._watch.look() is not None:
            self._child.send_signal(signal.SIGKILL)
        else:
            self._loop.later(INTERVAL, self._look)
