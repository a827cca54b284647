"""What hostile snippets aim at: files of the user's, a victim, listening sockets."""

from __future__ import annotations

import os
import platform
import re
import signal
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

from tutor import paths

SNIPPETS = Path(__file__).parent / "snippets"
WORD = "REACHED-" + "4711"
CANARY = "canary-in-the-environment"

CALLS = {
    "x86_64": {
        "FORK": 57, "CLONE": 56, "TKILL": 200, "TGKILL": 234, "KCMP": 312, "ADD_KEY": 248,
        "USERFAULTFD": 323, "BPF": 321, "PERF_EVENT_OPEN": 298, "IOCTL": 16, "SOCKET_CALL": 41,
        "PRLIMIT": 302, "EXIT": 60, "SIGQUEUE": 129, "PRCTL": 157, "IO_SETUP": 206, "KEYCTL": 250,
        "MQ_OPEN": 240, "RENAMEAT2": 316, "PIPE2": 293, "TIMER_CREATE": 222,
    },
    "aarch64": {
        "FORK": 220, "CLONE": 220, "TKILL": 130, "TGKILL": 131, "KCMP": 272, "ADD_KEY": 217,
        "USERFAULTFD": 282, "BPF": 280, "PERF_EVENT_OPEN": 241, "IOCTL": 29, "SOCKET_CALL": 198,
        "PRLIMIT": 261, "EXIT": 93, "SIGQUEUE": 138, "PRCTL": 167, "IO_SETUP": 0, "KEYCTL": 219,
        "MQ_OPEN": 180, "RENAMEAT2": 276, "PIPE2": 59, "TIMER_CREATE": 107,
    },
}[platform.machine()]  # fmt: skip


@dataclass(frozen=True)
class Hostile:
    kind: str
    name: str
    safe: bool
    """May be run without a sandbox."""
    code: str

    @property
    def id(self) -> str:
        return f"{self.kind}/{self.name}"


def load() -> list[Hostile]:
    found = []
    for path in sorted(SNIPPETS.glob("*.py")):
        cells = re.split(r"^# %% (.+)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for head, code in zip(cells[1::2], cells[2::2], strict=True):
            name, _, mark = head.partition(" ")
            found.append(Hostile(path.stem, name, mark != "unsafe", code))
    return found


@dataclass
class World:
    """Put up in `folder`; `intact()` says what has changed since."""

    folder: Path
    calls: list[str] = field(default_factory=list)
    """Everybody who connected or sent."""

    def __post_init__(self) -> None:
        self.outside = self.folder / "outside"
        self.outside.mkdir()
        self.secret = self.outside / "secret.txt"
        self.library = self.folder / "library.txt"
        self.victim = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        self.sockets: list[socket.socket] = []
        self.reset()
        self._tcp = self._listen(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))
        self.port = self._tcp.getsockname()[1]
        self._listen(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", self.port))
        self.stream = str(self.folder / "stream.sock")
        self._listen(socket.AF_UNIX, socket.SOCK_STREAM, self.stream)
        self.datagram = str(self.folder / "datagram.sock")
        self._listen(socket.AF_UNIX, socket.SOCK_DGRAM, self.datagram)

    def _listen(self, family: int, kind: int, address: object) -> socket.socket:
        listener = socket.socket(family, kind)
        listener.bind(address)  # type: ignore[arg-type]
        if kind == socket.SOCK_STREAM:
            listener.listen()
        self.sockets.append(listener)
        threading.Thread(target=self._note, args=(listener, kind), daemon=True).start()
        return listener

    def _note(self, listener: socket.socket, kind: int) -> None:
        while True:
            try:
                if kind == socket.SOCK_STREAM:
                    connection, _ = listener.accept()
                    connection.close()
                else:
                    listener.recv(100)
            except OSError:
                return
            self.calls.append(f"{listener.family.name} {kind}")

    def reset(self) -> None:
        """Puts back what a snippet without a sandbox has changed."""
        for path in self.outside.iterdir():
            if path.is_dir():
                path.rmdir()
            else:
                path.unlink()
        self.secret.write_text("the secret")
        self.library.write_text("a library")
        self.secret.chmod(0o600)
        self.calls.clear()
        if self.victim.poll() is not None:
            self.victim = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])

    def changes(self) -> list[str]:
        """What is not as `reset` left it."""
        found = []
        if [path.name for path in self.outside.iterdir()] != ["secret.txt"]:
            found.append("files came or went")
        elif self.secret.read_text() != "the secret":
            found.append("the secret was changed")
        elif self.secret.stat().st_mode & 0o777 != 0o600 or self.secret.stat().st_mtime == 0:
            found.append("its metadata was changed")
        if self.victim.poll() is not None:
            found.append("the victim died")
        if self.calls:
            found.append(f"somebody called: {self.calls}")
        return found

    def prelude(self) -> str:
        """Lines that define the names in capitals."""
        names = {
            "REACHED": WORD,
            "CANARY": CANARY,
            "SECRET": str(self.secret),
            "OUTSIDE": str(self.outside),
            "LIBRARY": os.__file__,
            "PACKAGE": str(paths.package_dir()),
            "LESSONS": str(paths.builtin_course_dir()),
            "STORE": str(paths.store_file()),
            "CHECK_CACHE": str(paths.checking_cache_dir()),
            "VICTIM": self.victim.pid,
            "PORT": self.port,
            "SOCKET": self.stream,
            "DATAGRAM": self.datagram,
            **CALLS,
        }
        return "".join(f"{name} = {value!r}; " for name, value in names.items()) + "\n"

    def program(self, snippet: Hostile) -> str:
        return self.prelude() + snippet.code

    def close(self) -> None:
        self.victim.send_signal(signal.SIGKILL)
        self.victim.wait()
        for listener in self.sockets:
            # A thread that waits in accept() wakes up only when the socket is shut down.
            try:
                listener.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            listener.close()
