"""A small single-threaded loop over file descriptors and timers.

The host forks; a loop of its own with nothing hidden in it is what makes that safe.
"""

from __future__ import annotations

import heapq
import itertools
import os
import selectors
import time
from collections.abc import Callable

now = time.monotonic


class Timer:
    """A call to come; `cancel` takes it back."""

    __slots__ = ("call", "when")

    def __init__(self, when: float, call: Callable[[], None]) -> None:
        self.when = when
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class Loop:
    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._timers: list[tuple[float, int, Timer]] = []
        self._count = itertools.count()
        self._running = False

    def later(self, delay: float, call: Callable[[], None]) -> Timer:
        timer = Timer(now() + delay, call)
        heapq.heappush(self._timers, (timer.when, next(self._count), timer))
        return timer

    def reading(self, fd: int, call: Callable[[], object]) -> None:
        self._change(fd, selectors.EVENT_READ, call)

    def writing(self, fd: int, call: Callable[[], None]) -> None:
        self._change(fd, selectors.EVENT_WRITE, call)

    def forget(self, fd: int) -> None:
        if fd in self._selector.get_map():
            self._selector.unregister(fd)

    def _change(self, fd: int, what: int, call: Callable[[], object]) -> None:
        if fd in self._selector.get_map():
            self._selector.modify(fd, what, call)
        else:
            self._selector.register(fd, what, call)

    def stop(self) -> None:
        self._running = False

    def run(self) -> None:
        self._running = True
        while self._running:
            self.turn()

    def turn(self) -> None:
        """Wait for the next thing that happens, and let it happen."""
        while self._timers and self._timers[0][2].call is None:
            heapq.heappop(self._timers)
        wait = max(0.0, self._timers[0][0] - now()) if self._timers else None
        for key, _ in self._selector.select(wait):
            # An earlier call of this turn may have closed it.
            if self._selector.get_map().get(key.fd) is key:
                key.data()
        while self._timers and self._timers[0][0] <= now():
            timer = heapq.heappop(self._timers)[2]
            if timer.call is not None:
                timer.call()


class Writer:
    """Bytes to a descriptor that never block the loop."""

    def __init__(self, loop: Loop, fd: int, on_error: Callable[[], None] | None = None) -> None:
        self._loop, self.fd, self._on_error = loop, fd, on_error
        self._buffer = bytearray()
        self._broken = False
        os.set_blocking(fd, False)

    @property
    def pending(self) -> int:
        return len(self._buffer)

    def send(self, data: bytes) -> None:
        if self._broken:
            return
        idle = not self._buffer
        self._buffer += data
        if idle:
            self._push()

    def _push(self) -> None:
        try:
            while self._buffer:
                sent = os.write(self.fd, self._buffer[: 1 << 16])
                del self._buffer[:sent]
        except BlockingIOError:
            self._loop.writing(self.fd, self._push)
            return
        except OSError:
            self.close()
            self._broken = True
            if self._on_error is not None:
                self._on_error()
            return
        self._loop.forget(self.fd)

    def close(self) -> None:
        self._loop.forget(self.fd)
        self._buffer.clear()
        self._broken = True
