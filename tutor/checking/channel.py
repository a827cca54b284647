"""Frames between the two workers, over a pair of file descriptors.

A frame is four bytes of length (big-endian) and so many bytes. Whoever relays frames need not look
inside. The other end is never trusted: a length above the limit, or an end of file inside a
frame, is an error and not a frame.
"""

from __future__ import annotations

import os
import select
import struct
import time
from typing import Final

MAX_FRAME: Final = 8 << 20
"""Bytes of the largest frame, without its length."""

_LENGTH: Final = struct.Struct(">I")
_CHUNK: Final = 1 << 16

# Kept here so that a program that shadows them later still gets answers.
_read, _write, _poll, _now = os.read, os.write, select.poll, time.monotonic
_IN, _OUT = select.POLLIN, select.POLLOUT


class ChannelError(Exception):
    """Base of what a channel raises."""


class ChannelClosed(ChannelError):
    """The other end is gone."""


class ChannelTimeout(ChannelError):
    """Nothing complete arrived, or nothing could be sent, in time."""


class BadFrame(ChannelError):
    """A frame that is too large, in either direction."""


def pack_frame(frame: bytes) -> bytes:
    """`frame` with its length before it; raises BadFrame when it is too large."""
    if len(frame) > MAX_FRAME:
        raise BadFrame(f"a frame of {len(frame)} bytes is too large")
    return _LENGTH.pack(len(frame)) + frame


class Framer:
    """Cuts a stream of bytes into frames: `feed` what was read, then take from `frames`."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        self._buffer += data

    @property
    def pending(self) -> bool:
        """Whether a frame has begun that is not complete."""
        return bool(self._buffer)

    def take(self) -> bytes | None:
        """The next complete frame, or None; raises BadFrame when its length is too large."""
        if len(self._buffer) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        if length > MAX_FRAME:
            raise BadFrame(f"a frame of {length} bytes is too large")
        end = _LENGTH.size + length
        if len(self._buffer) < end:
            return None
        frame = bytes(self._buffer[_LENGTH.size : end])
        del self._buffer[:end]
        return frame


class Channel:
    """Frames over two file descriptors (which may be the same, for a socket).

    Works with blocking and with non-blocking descriptors, and closes neither.
    """

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._read_fd, self._write_fd = read_fd, write_fd
        self._framer = Framer()

    def send(self, frame: bytes, timeout: float | None = None) -> None:
        """Send one frame. Raises BadFrame, ChannelClosed, ChannelTimeout."""
        deadline = None if timeout is None else _now() + timeout
        view = memoryview(pack_frame(frame))
        while view:
            self._wait(self._write_fd, _OUT, deadline)
            try:
                # At most PIPE_BUF at a time: a blocking pipe that polls as writable takes so
                # much without blocking.
                sent = _write(self._write_fd, view[:4096])
            except BlockingIOError:
                continue
            except OSError as error:
                raise ChannelClosed(str(error)) from None
            view = view[sent:]

    def receive(self, timeout: float | None = None) -> bytes:
        """The next frame. Raises BadFrame, ChannelClosed, ChannelTimeout."""
        deadline = None if timeout is None else _now() + timeout
        while (frame := self._framer.take()) is None:
            self._wait(self._read_fd, _IN, deadline)
            try:
                data = _read(self._read_fd, _CHUNK)
            except BlockingIOError:
                continue
            except OSError as error:
                raise ChannelClosed(str(error)) from None
            if not data:
                cut = " inside a frame" if self._framer.pending else ""
                raise ChannelClosed(f"end of file{cut}")
            self._framer.feed(data)
        return frame

    @staticmethod
    def _wait(fd: int, what: int, deadline: float | None) -> None:
        poll = _poll()
        poll.register(fd, what)
        left = None if deadline is None else max(0.0, deadline - _now()) * 1000
        if not poll.poll(left):
            raise ChannelTimeout("the other worker did not answer in time")
