"""Frames over file descriptors: whole, in order, bounded, and never half."""

from __future__ import annotations

import os
import socket
import struct
import threading
from collections.abc import Iterator

import pytest

from tutor.checking.channel import (
    MAX_FRAME,
    BadFrame,
    Channel,
    ChannelClosed,
    ChannelTimeout,
    Framer,
    pack_frame,
)


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    left, right = socket.socketpair()
    with left, right:
        yield left, right


def channel(end: socket.socket) -> Channel:
    return Channel(end.fileno(), end.fileno())


def test_frames_arrive_whole_and_in_order(ends):
    left, right = map(channel, ends)
    for frame in (b"", b"one", b"\x00" * 3000):
        left.send(frame)
    assert [right.receive(1) for _ in range(3)] == [b"", b"one", b"\x00" * 3000]


def test_the_largest_frame_passes_and_one_byte_more_is_refused(ends):
    left, right = map(channel, ends)
    frame = os.urandom(MAX_FRAME)
    sender = threading.Thread(target=left.send, args=(frame,))
    sender.start()
    assert right.receive(20) == frame
    sender.join()
    with pytest.raises(BadFrame):
        left.send(frame + b"x")


def test_a_length_above_the_limit_is_refused_before_it_is_read(ends):
    ends[0].sendall(struct.pack(">I", MAX_FRAME + 1))
    with pytest.raises(BadFrame):
        channel(ends[1]).receive(1)


def test_a_pipe_works_as_well_as_a_socket():
    read, write = os.pipe()
    try:
        os.set_blocking(write, False)
        Channel(read, write).send(b"x" * 5000)
        assert Channel(read, write).receive(1) == b"x" * 5000
    finally:
        os.close(read)
        os.close(write)


def test_silence_is_a_timeout(ends):
    with pytest.raises(ChannelTimeout):
        channel(ends[1]).receive(0.05)


def test_half_a_frame_is_a_timeout_too(ends):
    ends[0].sendall(pack_frame(b"hello")[:-1])
    with pytest.raises(ChannelTimeout):
        channel(ends[1]).receive(0.05)


def test_nobody_reading_is_a_timeout(ends):
    with pytest.raises(ChannelTimeout):
        channel(ends[0]).send(b"x" * MAX_FRAME, timeout=0.05)


def test_the_end_of_the_other_side_is_reported(ends):
    ends[0].sendall(pack_frame(b"hello")[:-1])
    ends[0].close()
    with pytest.raises(ChannelClosed, match="inside a frame"):
        channel(ends[1]).receive(1)


def test_sending_to_nobody_is_reported(ends):
    ends[1].close()
    with pytest.raises(ChannelClosed):
        channel(ends[0]).send(b"x")


def test_a_framer_gives_frames_from_pieces_of_any_size():
    stream = pack_frame(b"ab") + pack_frame(b"") + pack_frame(b"cde")
    framer, frames = Framer(), []
    for byte in stream:
        framer.feed(bytes([byte]))
        while (frame := framer.take()) is not None:
            frames.append(frame)
    assert frames == [b"ab", b"", b"cde"]
    assert not framer.pending
