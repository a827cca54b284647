"""Whatever bytes a worker sends, host and front ends go on, and nobody is fooled."""

from __future__ import annotations

import io
import json
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.hostile.test_forging import RIGHT, STEP, WRONG
from tests.runner.lab import Lab
from tutor.commands.run import TextReport
from tutor.events import AnyEvent, Done
from tutor.runner import wire
from tutor.study.record import RunRecord

KINDS = [bytes([kind]) for kind in sorted(wire.KINDS)] + [b"?", b"\0", b"\xff"]

numbers = st.integers() | st.floats(allow_nan=False) | st.sampled_from(["nan", "inf", "-inf"])
leaves = st.none() | st.booleans() | numbers | st.text(max_size=20)
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=10), inner, max_size=5)
    ),
    max_leaves=20,
)
tags = st.sampled_from(
    ["metric", "timing", "block", "notice", "verdict", "done", "finished", "hello", "output", "x"]
)
FIELDS = ["step", "values", "rows", "label", "same", "kind", "data", "evidence", "result", "status",
          "id", "seq", "time", "limit", "text", "undecided", "seconds"]  # fmt: skip
objects = st.builds(
    lambda tag, fields: {"type": tag, **fields},
    tags,
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=6),
)
payloads = (
    st.binary(max_size=40)
    | objects.map(lambda one: json.dumps(one).encode())
    | st.sampled_from(
        [
            b'{"type":"verdict","result":"pass"}',
            b'{"type":"done","status":"ok"}',
            b'{"status":"ok"}',
            b'{"type":"block","kind":"tree","data":{"a":' + b"[" * 500 + b"]" * 500 + b"}}",
            b'{"type":"metric","step":1e999,"values":{"a":-1e999}}',
            b"x" * 200_000,
        ]
    )
)


@st.composite
def streams(draw: st.DrawFn) -> bytes:
    """Frames, some of them with a wrong length, cut, or with bytes between them."""
    stream = b""
    for _ in range(draw(st.integers(1, 6))):
        kind, payload = draw(st.sampled_from(KINDS)), draw(payloads)
        length = draw(st.just(len(payload)) | st.sampled_from([0, 1, 1 << 20, (1 << 32) - 1]))
        stream += wire.HEADER.pack(kind, length) + payload
        stream += draw(st.just(b"") | st.binary(max_size=5))
    return stream[: draw(st.just(len(stream)) | st.integers(0, len(stream)))]


SEND = """
import os
data = DATA
fd = DESCRIPTOR
while data:
    data = data[os.write(fd, data):]
print("sent")
"""

FUZZ = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    (folder / "lesson").mkdir()
    (folder / "lesson" / "step.py").write_text(STEP)
    (folder / "course.toml").write_text('id = "t"\nformat = 1\n')
    return folder


@FUZZ
@given(data=streams(), fd=st.sampled_from([241, 243, 244]))
def test_any_bytes_end_in_one_done(lab: Lab, data: bytes, fd: int) -> None:
    host = lab.host
    code = SEND.replace("DATA", repr(data)).replace("DESCRIPTOR", str(fd))
    told = lab.run(code, wall=10.0)
    assert isinstance(told.done, Done)
    assert lab.host == host
    report = TextReport(code, io.StringIO(), io.StringIO())
    record = RunRecord()
    for event in told.events:
        report.receive(event)
        record.add(event)


@pytest.mark.full
@FUZZ
@given(data=streams(), fd=st.sampled_from([241, 243, 244]))
def test_any_bytes_are_no_pass(lab: Lab, course: Path, data: bytes, fd: int) -> None:
    code = WRONG + SEND.replace("DATA", repr(data)).replace("DESCRIPTOR", str(fd))
    told = lab.check(course, "lesson", "step", code, wall=10.0)
    assert told.verdict.result != "pass"


def test_after_all_that_the_host_is_well(lab: Lab, course: Path) -> None:
    assert lab.run("print(1)").text == "1\n"
    assert lab.check(course, "lesson", "step", RIGHT).verdict.result == "pass"


def event_of(one: dict[str, Any]) -> AnyEvent | None:
    try:
        return wire.event_of(json.dumps(one).encode())
    except wire.BadWire:
        return None


well_formed = st.one_of(
    st.fixed_dictionaries(
        {
            "type": st.just("metric"),
            "step": numbers,
            "values": st.dictionaries(st.text(max_size=10), numbers, max_size=4),
        }
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("block"),
            "kind": st.sampled_from(["array", "tree", "keys", "jaxpr", "table", "plot", "x"])
            | st.text(string.ascii_lowercase, max_size=8),
            "data": st.dictionaries(
                st.sampled_from(["shape", "dtype", "values", "text", "rows", "name", "children"])
                | st.text(max_size=5),
                values,
                max_size=5,
            ),
        }
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("timing"),
            "label": st.text(max_size=10),
            "rows": st.lists(
                st.fixed_dictionaries(
                    {
                        "name": st.text(max_size=8),
                        "first": st.floats(allow_nan=False, allow_infinity=False),
                        "median": st.floats(allow_nan=False, allow_infinity=False),
                        "spread": st.floats(allow_nan=False, allow_infinity=False),
                    }
                ),
                max_size=4,
            ),
            "undecided": st.lists(st.lists(st.text(max_size=5), min_size=2, max_size=2)),
        }
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("notice"),
            "evidence": st.fixed_dictionaries(
                {
                    "kind": st.sampled_from(["exception", "silent", "refusal", "limit", "syntax"]),
                    "line": st.integers(-(1 << 40), 1 << 40),
                    "traceback": st.text(max_size=30),
                    "details": st.dictionaries(
                        st.sampled_from(["refused", "path", "raised"]),
                        st.sampled_from(["file", "network", "own", "\x1b[2J"]),
                    ),
                }
            ),
        }
    ),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(well_formed, max_size=8))
def test_front_ends_take_any_well_formed_event(found: list[dict[str, Any]]) -> None:
    out, err = io.StringIO(), io.StringIO()
    report, record = TextReport("x = 1\n", out, err), RunRecord()
    for one in found:
        event = event_of(one)
        if event is not None:
            record.add(event)
            report.receive(event)
    report.receive(Done())
    assert "\x1b" not in out.getvalue() + err.getvalue()
