"""Frames of a worker are taken strictly: whole ones in order, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.events import MAX_LINE, Metric, Started, encode
from tutor.runner import wire


def test_frames_come_out_whole_however_the_bytes_arrive() -> None:
    stream = wire.pack(wire.STDOUT, b"hello") + wire.pack(wire.OVER) + wire.pack(wire.STDERR, b"x")
    buffer, found = bytearray(), []
    for byte in stream:
        buffer.append(byte)
        found += wire.frames(buffer)
    assert found == [(b"o", b"hello"), (b"F", b""), (b"e", b"x")]
    assert not buffer


@pytest.mark.parametrize("head", [b"?\0\0\0\0", wire.HEADER.pack(b"o", MAX_LINE + 1)])
def test_an_unknown_kind_and_a_huge_length_are_refused(head: bytes) -> None:
    with pytest.raises(wire.BadWire):
        list(wire.frames(bytearray(head)))


@given(st.binary())
def test_any_bytes_are_frames_or_bad_wire(data: bytes) -> None:
    buffer = bytearray(data)
    try:
        for kind, payload in wire.frames(buffer):
            assert kind[0] in wire.KINDS
            for decode in (wire.event_of, wire.outcome_of, wire.ready_of):
                with pytest.raises(wire.BadWire):
                    decode(payload + b"~")
    except wire.BadWire:
        pass


def test_a_worker_may_send_what_the_kit_says_and_nothing_of_the_host_s() -> None:
    metric = Metric(step=1.0, values={"loss": "nan"})
    assert wire.event_of(encode(metric)) == metric
    with pytest.raises(wire.BadWire, match="Started"):
        wire.event_of(encode(Started()))
    with pytest.raises(wire.BadWire):
        wire.event_of(b'{"type": "of the future"}')


def test_texts_in_events_and_evidence_are_safe_to_draw() -> None:
    metric = wire.event_of(encode(Metric(step=1.0, values={"\x1b]0;title\x07\u202e": 1.0})))
    assert metric == Metric(step=1.0, values={"\\x1b]0;title\\x07\\u202e": 1.0})
    outcome = wire.outcome_of(b'{"evidence":{"traceback":"a\\u001b[2J\\nb","line":3}}')
    assert outcome.evidence is not None
    assert (outcome.evidence.traceback, outcome.evidence.line) == ("a\\x1b[2J\nb", 3)


@pytest.mark.parametrize("depth", [70, 900, 100_000])
def test_what_is_nested_too_deep_is_refused(depth: int) -> None:
    data = b"[" * depth + b"]" * depth
    with pytest.raises(wire.BadWire):
        wire.event_of(b'{"type":"block","kind":"tree","data":{"a":' + data + b"}}")
    with pytest.raises(wire.BadWire):
        wire.outcome_of(data)
