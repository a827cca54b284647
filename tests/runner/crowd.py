"""Processes of several users, each with a claim on a slot of the machine."""

from __future__ import annotations

import os
import signal
import struct
from collections.abc import Callable
from pathlib import Path

from tutor.runner.machine import Turn

SOMEBODY, ANOTHER = 65534, 65533
"""Users that root can become."""


class Member:
    """A process with one claim at a time. It does what it is told, or `instead`."""

    def __init__(
        self,
        folder: Path,
        slots: int = 2,
        user: int = 0,
        instead: Callable[[], object] | None = None,
    ) -> None:
        theirs, self._commands = os.pipe()
        self._answers, answers = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self._commands)
                os.close(self._answers)
                if user:
                    os.setgroups([])
                    os.setgid(user)
                    os.setuid(user)
                if instead is not None:
                    instead()
                    os.write(answers, struct.pack("i", 0))
                    os.read(theirs, 1)
                    os._exit(0)
                turn = Turn(folder, slots)
                while command := os.read(theirs, 1):
                    if command == b"n":
                        turn = Turn(folder, slots)
                    elif command == b"r":
                        turn.release()
                    place = turn.place() if command != b"r" else 0
                    os.write(answers, struct.pack("i", place))
            finally:
                os._exit(1)
        os.close(theirs)
        os.close(answers)
        self.place = self.ask() if instead is None else self._hear()

    def _hear(self) -> int:
        (place,) = struct.unpack("i", os.read(self._answers, 4))
        return int(place)

    def _tell(self, command: bytes) -> int:
        os.write(self._commands, command)
        return self._hear()

    def ask(self) -> int:
        """How many are before it; 0: it has its slot."""
        return self._tell(b"a")

    def again(self) -> int:
        """Give everything back and come anew."""
        self._tell(b"r")
        return self._tell(b"n")

    def leave(self) -> None:
        self._tell(b"r")

    def kill(self, number: int = signal.SIGKILL) -> None:
        os.kill(self.pid, number)
        if number == signal.SIGKILL:
            os.waitpid(self.pid, 0)
            os.close(self._commands)
            os.close(self._answers)
            self.pid = 0

    def close(self) -> None:
        if self.pid:
            self.kill()
