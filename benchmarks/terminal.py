"""A program in a pseudo-terminal, with the times at which things appear on its screen."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence

import pyte


class Terminal:
    """Runs `command` at 80x24. Times are seconds since its start."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.received = 0
        self.started = time.perf_counter()
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], list(command), dict(environment))
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def text(self) -> str:
        return "\n".join(self.screen.display)

    def pump(self, seconds: float) -> bool:
        """Read what comes within `seconds`; False when nothing came."""
        ready, _, _ = select.select([self._fd], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:
            return False
        self.received += len(data)
        self._stream.feed(data)
        return True

    def wait_for(self, text: str, seconds: float = 30.0) -> float:
        """Time at which `text` stood on the screen."""
        while text not in self.text():
            self.pump(0.05)
            if time.perf_counter() - self.started > seconds:
                raise TimeoutError(f"{text!r} did not appear:\n{self.text()}")
        return time.perf_counter() - self.started

    def settle(self, seconds: float = 0.3) -> None:
        """Read until nothing has come for `seconds`."""
        while self.pump(seconds):
            pass

    def type(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def close(self) -> None:
        for name in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(self.pid, name)
            except ProcessLookupError:
                break
            deadline = time.perf_counter() + 3
            while time.perf_counter() < deadline:
                self.pump(0.05)
                if os.waitpid(self.pid, os.WNOHANG)[0]:
                    os.close(self._fd)
                    return
        os.close(self._fd)
