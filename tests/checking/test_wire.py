"""Frames of any kind: a message, or BadMessage; never anything else."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.checking import strategies
from tutor.checking import wire
from tutor.events import Evidence, ExceptionInfo

quiet = settings(max_examples=200, deadline=None, derandomize=True)

answers = st.one_of(
    st.builds(wire.Returned, strategies.nodes, st.none() | st.lists(strategies.nodes).map(tuple)),
    st.builds(wire.Absent, st.text()),
    st.builds(wire.Misused, st.text()),
    st.builds(
        wire.Raised,
        st.builds(lambda name: Evidence(exceptions=(ExceptionInfo(name=name),)), st.text()),
        st.booleans(),
        st.text(),
    ),
    st.builds(wire.Hello, st.text(), st.text(), st.none()),
)


def readable(frame: bytes) -> bool:
    try:
        message = wire.decode_answer(frame)
    except wire.BadMessage:
        return False
    assert isinstance(message, wire.Answer)
    return True


@quiet
@given(answers)
def test_an_answer_comes_back_the_same(answer):
    # NaN differs from itself, so the bytes are compared.
    frame = wire.encode(answer)
    assert wire.encode(wire.decode_answer(frame)) == frame


@quiet
@given(st.binary(max_size=300))
def test_random_bytes_are_no_answer(frame):
    readable(frame)


@quiet
@given(answers, st.data())
def test_a_cut_or_changed_frame_never_crashes(answer, data):
    frame = wire.encode(answer)
    cut = data.draw(st.integers(0, len(frame) - 1))
    assert not readable(frame[:cut])
    changed = bytearray(frame)
    changed[cut] ^= data.draw(st.integers(1, 255))
    readable(bytes(changed))
    assert not readable(frame + b"\x00")


@pytest.mark.parametrize(
    "message",
    [
        {"type": "verdict", "result": "pass"},
        {"type": "returned", "value": 1, "result": "pass"},
        {"type": "returned", "value": {"a": 1}},
        {"type": "returned", "value": ["array", "jax", "float32"]},
        {"type": "returned", "value": ["unknown", 1]},
        {"type": "raised", "evidence": {"kind": "exception", "exceptions": "many"}},
        {"type": "look", "name": "x"},
        ["returned", 1],
        "pass",
    ],
    ids=str,
)
def test_a_forged_message_of_another_form_is_refused(message):
    assert not readable(msgspec.msgpack.encode(message))


def test_a_question_is_no_answer_and_the_other_way_round():
    with pytest.raises(wire.BadMessage):
        wire.decode_question(wire.encode(wire.Returned(1)))
    with pytest.raises(wire.BadMessage):
        wire.decode_answer(wire.encode(wire.Look("x")))
