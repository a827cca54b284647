"""Workers from the outside: forking them, their pipes, and collecting them."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import struct
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from signal import Signals
from typing import Literal

from tutor.runner import processes, wire, worker
from tutor.runner.loop import Loop, Writer

Role = Literal["run", "check"]

_DRAIN = 64
"""Reads that empty a pipe whose other end may still be written by somebody."""


class Child:
    """One worker. Whoever uses it sets the callbacks: `on_frame(kind, payload)`,
    `on_data(name, data)` for the other pipes, `on_bad(reason)` when it sent what is no frame,
    `on_exit()` once."""

    def __init__(
        self,
        loop: Loop,
        role: Role,
        devices: int,
        scratch: Path,
        cache: Path | None,
        read: tuple[str, ...] = (),
        step: tuple[str, str, str] = ("", "", ""),
    ) -> None:
        self._loop, self.role, self.devices, self.scratch = loop, role, devices, scratch
        self.read, self.cache = read, cache
        self.on_frame: Callable[[bytes, bytes], None] = lambda kind, payload: None
        self.on_data: Callable[[str, bytes], None] = lambda name, data: None
        self.on_bad: Callable[[str], None] = lambda reason: None
        self.on_exit: Callable[[], None] = lambda: None
        self._frames = bytearray()
        self._bad = False
        self.gone = False
        self.thread = ""
        """The main thread as faulthandler names it; "" before the worker is ready."""
        self.status = 0
        self.peak_memory = 0
        ours, theirs = _pipes()
        self.pid = _fork(role, devices, scratch, cache, read, step, theirs)
        for fd in theirs.values():
            os.close(fd)
        self._in = {name: ours[name] for name in ("frames", "answer", "dump", "stdout", "stderr")}
        self.control = Writer(loop, ours["control"])
        self.ask = Writer(loop, ours["ask"])
        self._exit_fd = _exit_descriptor(self.pid)
        for name, fd in self._in.items():
            os.set_blocking(fd, False)
            loop.reading(fd, functools.partial(self._read, name))
        if self._exit_fd is not None:
            loop.reading(self._exit_fd, self.collect)
        else:
            loop.later(0.02, self._poll)

    def fits(self, devices: int, read: tuple[str, ...]) -> bool:
        """Whether it was made with these."""
        return self.devices == devices and self.read == read

    def hand_over(self, message: bytes) -> None:
        """Give the worker its job."""
        self.control.send(struct.pack(">I", len(message)) + message)

    def send_signal(self, number: Signals) -> None:
        """To the worker and everything below it."""
        if not self.gone:
            processes.send(self.pid, number)

    def signal_one(self, number: Signals) -> None:
        """To the worker alone."""
        if not self.gone:
            with contextlib.suppress(OSError):
                os.kill(self.pid, number)

    def signal_main(self, number: Signals) -> None:
        """To the main thread of the worker."""
        if not self.gone:
            processes.send_to_main(self.pid, number)

    def forget(self, on_exit: Callable[[], None]) -> None:
        """Nobody listens any more; only its end still matters."""
        self.on_frame = lambda kind, payload: None
        self.on_data = lambda name, data: None
        self.on_bad = lambda reason: None
        self.on_exit = on_exit

    def drain(self, name: str) -> None:
        """Read what one pipe holds now."""
        for _ in range(_DRAIN):
            if name not in self._in or not self._read(name):
                return

    def pause(self, name: str, paused: bool) -> None:
        """Stop reading a pipe whose receiver is slow, or go on."""
        fd = self._in.get(name)
        if fd is None:
            return
        if paused:
            self._loop.forget(fd)
        else:
            self._loop.reading(fd, functools.partial(self._read, name))

    def _read(self, name: str) -> bool:
        fd = self._in.get(name)
        if fd is None:
            return False
        try:
            data = os.read(fd, 1 << 16)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self._close(name)
            return False
        if name == "frames":
            self._receive(data)
        else:
            self.on_data(name, data)
        return True

    def _receive(self, data: bytes) -> None:
        if self._bad:
            return
        self._frames += data
        try:
            for kind, payload in wire.frames(self._frames):
                if kind == wire.READY:
                    self.thread = wire.ready_of(payload).thread
                else:
                    self.on_frame(kind, payload)
        except wire.BadWire as error:
            self._bad = True
            self.on_bad(str(error))

    def _close(self, name: str) -> None:
        fd = self._in.pop(name)
        self._loop.forget(fd)
        os.close(fd)

    def _poll(self) -> None:
        if not self.gone:
            self.collect()
            self._loop.later(0.02, self._poll)

    def collect(self) -> None:
        """Notice that the worker has ended: its last bytes, its status; then `on_exit`."""
        if self.gone:
            return
        if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            return
        self.gone = True
        # The group may outlive its leader; its number is ours until the next line but one.
        with contextlib.suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)
        _, self.status, usage = os.wait4(self.pid, 0)
        self.peak_memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        for name in tuple(self._in):
            self.drain(name)
        for name in tuple(self._in):
            self._close(name)
        for writer in (self.control, self.ask):
            writer.close()
            os.close(writer.fd)
        if self._exit_fd is not None:
            self._loop.forget(self._exit_fd)
            os.close(self._exit_fd)
        self.on_exit()

    @property
    def signal_number(self) -> int:
        """That ended it, or 0."""
        return os.WTERMSIG(self.status) if os.WIFSIGNALED(self.status) else 0

    @property
    def exit_code(self) -> int:
        return os.WEXITSTATUS(self.status) if os.WIFEXITED(self.status) else 0


def _pipes() -> tuple[dict[str, int], dict[str, int]]:
    """Ends of the host, ends of the worker."""
    ours, theirs = {}, {}
    for name in ("frames", "answer", "dump", "stdout", "stderr"):
        ours[name], theirs[name] = os.pipe()
    for name in ("control", "ask"):
        theirs[name], ours[name] = os.pipe()
    return ours, theirs


def _fork(
    role: Role,
    devices: int,
    scratch: Path,
    cache: Path | None,
    read: tuple[str, ...],
    step: tuple[str, str, str],
    pipes: dict[str, int],
) -> int:
    host = os.getpid()
    with warnings.catch_warnings():
        # jax warns of every fork since it usually has threads. This process has none: it never
        # starts a backend, and a test says so.
        warnings.simplefilter("ignore")
        pid = os.fork()
    if pid == 0:
        worker.main(
            worker.Setup(
                role=role,
                host=host,
                devices=devices,
                scratch=scratch,
                cache=cache,
                read=read,
                pipes=worker.Pipes(**pipes),
                step=step,
            )
        )
    return pid


def _exit_descriptor(pid: int) -> int | None:
    """Becomes readable when `pid` ends; None where the system has no such thing."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None
