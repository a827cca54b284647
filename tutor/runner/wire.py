"""Frames from a worker to the host: one byte of kind, four bytes of length (big-endian), payload.

Every byte comes from a process that runs a learner's program: a kind that is not known, a length
above the limit, or a payload that does not decode is a `BadWire`, and the Run ends as crashed.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from tutor.errors import ProtocolError
from tutor.events import (
    MAX_LINE,
    Block,
    Evidence,
    Metric,
    Notice,
    Timing,
    decode_event,
)

READY: Final = b"R"
"""The backend runs; a job may be handed over (it may be handed over earlier too)."""
TAKEN: Final = b"J"
"""The job begins: from here on time counts."""
STDOUT: Final = b"o"
STDERR: Final = b"e"
EVENT: Final = b"v"
"""A Metric, Timing, Block or Notice of the kit, as JSON."""
OVER: Final = b"F"
"""The learner's code is over; the payload is an `Outcome`."""
VERDICT: Final = b"D"
"""Of a checking worker only."""

KINDS: Final = frozenset(READY + TAKEN + STDOUT + STDERR + EVENT + OVER + VERDICT)

HEADER: Final = struct.Struct(">cI")
PIECE: Final = 4096 - HEADER.size
"""Longest payload that a pipe takes in one go, so that frames of several threads never mix."""


class BadWire(Exception):
    """A worker sent what is no frame."""


class Ready(msgspec.Struct, frozen=True):
    thread: str
    """Identity of the main thread as faulthandler prints it."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How the learner's code ended, as its own process says."""

    status: Literal["ok", "raised", "memory"] = "ok"
    exit_code: int = 0
    evidence: Evidence | None = None
    compile_seconds: float = 0.0


FromKit = Metric | Timing | Block | Notice

_outcome = msgspec.json.Decoder(Outcome)
_ready = msgspec.json.Decoder(Ready)


def pack(kind: bytes, payload: bytes = b"") -> bytes:
    return HEADER.pack(kind, len(payload)) + payload


def frames(buffer: bytearray) -> Iterator[tuple[bytes, bytes]]:
    """The complete frames at the head of `buffer`, which are taken out of it."""
    start, size = 0, len(buffer)
    view = memoryview(buffer)
    try:
        while size - start >= HEADER.size:
            kind, length = HEADER.unpack_from(view, start)
            if kind[0] not in KINDS or length > MAX_LINE:
                raise BadWire(f"frame {kind!r} of {length} bytes")
            end = start + HEADER.size + length
            if end > size:
                break
            payload = bytes(view[start + HEADER.size : end])
            start = end
            yield kind, payload
    finally:
        view.release()
        del buffer[:start]


def event_of(payload: bytes) -> FromKit:
    """The kit's event in an EVENT frame."""
    try:
        event = decode_event(payload)
    except ProtocolError as error:
        raise BadWire(str(error)) from None
    if not isinstance(event, (Metric, Timing, Block, Notice)):
        raise BadWire(f"a worker may not send {type(event).__name__}")
    return event


def outcome_of(payload: bytes) -> Outcome:
    try:
        return _outcome.decode(payload)
    except msgspec.MsgspecError as error:
        raise BadWire(str(error)) from None


def ready_of(payload: bytes) -> Ready:
    try:
        return _ready.decode(payload)
    except msgspec.MsgspecError as error:
        raise BadWire(str(error)) from None
