"""Frames from a worker to the host: one byte of kind, four bytes of length (big-endian), payload.

Every byte comes from a process that runs a learner's program: a kind that is not known, a length
above the limit, or a payload that does not decode is a `BadWire`, and the Run ends as crashed.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Any, Final, Literal, TypeVar

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
from tutor.runner.text import visible

Message = TypeVar("Message", bound=msgspec.Struct)

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
LOOKED: Final = b"L"
"""After OVER: no notice will come any more."""
VERDICT: Final = b"D"
"""Of a checking worker only."""

KINDS: Final = frozenset(READY + TAKEN + STDOUT + STDERR + EVENT + OVER + LOOKED + VERDICT)

HEADER: Final = struct.Struct(">cI")
PIECE: Final = 4096 - HEADER.size
"""Longest payload that a pipe takes in one go, so that frames of several threads never mix."""


DEEPEST: Final = 64
"""Lists and dicts within each other in one event; what passes it on works recursively."""


class BadWire(Exception):
    """A worker sent what is no frame."""


class Ready(msgspec.Struct, frozen=True):
    thread: str
    """Identity of the main thread as faulthandler prints it."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How the learner's code ended, as its own process says."""

    status: Literal["ok", "raised", "memory", "threads", "scratch"] = "ok"
    """The last ones: a bound that the kernel keeps, and that Python raises as an error."""
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


_PERHAPS_HIDDEN = re.compile(rb"\\[ubfr]|[\x7f-\xff]")
"""JSON in which a string may hold more than printable ASCII."""


def cleaned(message: Message) -> Message:
    """`message` with every string in it safe to draw."""
    found: Message = _clean(message)
    return found


def _clean(value: Any, depth: int = 0) -> Any:
    if isinstance(value, str):
        return visible(value)
    if depth > DEEPEST:
        raise BadWire("nested too deep")
    if isinstance(value, dict):
        return {_clean(key): _clean(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_clean(item, depth + 1) for item in value)
    if isinstance(value, msgspec.Struct):
        fields = value.__struct_fields__
        return msgspec.structs.replace(
            value, **{name: _clean(getattr(value, name), depth + 1) for name in fields}
        )
    return value


def event_of(payload: bytes) -> FromKit:
    """The kit's event in an EVENT frame."""
    try:
        event = decode_event(payload)
    except (ProtocolError, RecursionError) as error:
        raise BadWire(str(error)) from None
    if not isinstance(event, (Metric, Timing, Block, Notice)):
        raise BadWire(f"a worker may not send {type(event).__name__}")
    if isinstance(event, Block) or _PERHAPS_HIDDEN.search(payload):
        return cleaned(event)
    return event


def outcome_of(payload: bytes) -> Outcome:
    try:
        outcome = _outcome.decode(payload)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadWire(str(error)) from None
    return cleaned(outcome) if _PERHAPS_HIDDEN.search(payload) else outcome


def ready_of(payload: bytes) -> Ready:
    try:
        return _ready.decode(payload)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadWire(str(error)) from None
