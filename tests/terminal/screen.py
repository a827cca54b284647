"""The real program in a pseudo-terminal, seen through the model of a terminal emulator."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pexpect
import pyte

COURSE = Path(__file__).parents[1] / "tui" / "course"

KEYS = {
    "f1": "\x1bOP", "f2": "\x1bOQ", "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~",
    "f8": "\x1b[19~", "f9": "\x1b[20~", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C",
    "left": "\x1b[D", "escape": "\x1b", "enter": "\r", "ctrl+q": "\x11", "ctrl+l": "\x0c",
    "ctrl+z": "\x1a", "ctrl+end": "\x1b[1;5F", "end": "\x1b[F",
}  # fmt: skip


class Screen:
    """A terminal with the app in it."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        columns, rows = size
        self.emulator = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.emulator)
        self.raw = b""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "TEXTUAL"))}
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable,
            ["-m", "tutor", *arguments],
            env={
                **kept,
                "JAX_TUTOR_HOME": str(home),
                "TERM": "xterm-256color",
                "LANG": "C.UTF-8",
                **(environment or {}),
            },
            dimensions=(rows, columns),
            timeout=60,
        )

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *error: object) -> None:
        self.child.close(force=True)

    def read(self, seconds: float = 0.05) -> bool:
        """Take what the program wrote; False when it has ended."""
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self.stream.feed(data)
        return True

    @property
    def text(self) -> str:
        """What one sees."""
        return "\n".join(line.rstrip() for line in self.emulator.display)

    def until(self, seen: str | Callable[[str], bool], seconds: float = 60.0) -> str:
        """Wait until `seen` stands on the screen."""
        true = (lambda text: seen in text) if isinstance(seen, str) else seen
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            alive = self.read()
            if true(self.text):
                return self.text
            if not alive:
                break
        raise AssertionError(f"not seen: {seen!r}\n{self.text}")

    def press(self, *keys: str) -> None:
        """Press keys, as fast as a quick typist."""
        for key in keys:
            self.child.send(KEYS.get(key, key).encode())
            self.read(0.05)

    def write(self, data: bytes) -> None:
        """Bytes as a terminal sends them, all at once."""
        self.child.send(data)

    def ended(self, seconds: float = 20.0) -> int:
        """Wait for the end; the exit code, negative for a signal."""
        end = time.monotonic() + seconds
        while self.read() and time.monotonic() < end:
            pass
        self.child.close()
        if self.child.exitstatus is not None:
            return int(self.child.exitstatus)
        return -int(self.child.signalstatus or 0)

    def kill(self, number: int = signal.SIGKILL) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.child.pid, number)

    @property
    def restored(self) -> bool:
        """Whether the terminal was left as it was: main screen, cursor, no mouse reports."""
        tail = self.raw[-4000:]
        return all(
            tail.rfind(off) > tail.rfind(on)
            for on, off in (
                (b"\x1b[?1049h", b"\x1b[?1049l"),
                (b"\x1b[?25l", b"\x1b[?25h"),
                (b"\x1b[?1003h", b"\x1b[?1003l"),
                (b"\x1b[?2004h", b"\x1b[?2004l"),
            )
        )
