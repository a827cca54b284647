"""Blocks: drawn and told, in any width, whatever a worker sends."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.charts import blocks
from tutor.events import Block
from tutor.locale import set_language, width

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=12,
)
FIELDS = st.sampled_from(
    ["label", "shape", "dtype", "values", "heat", "histogram", "stats", "edges", "counts", "nodes",
     "depth", "key", "kind", "lines", "text", "role", "primitives", "keys", "impl", "left_out",
     "leaves", "elements", "bytes", "sharding", "devices", "pieces", "replicated", "min", "max"]
)  # fmt: skip


@pytest.fixture(autouse=True)
def english() -> None:
    set_language("en")


@settings(max_examples=300, deadline=None)
@given(
    kind=st.sampled_from([*sorted(blocks.KINDS), "hologram"]),
    data=st.dictionaries(FIELDS, JSON, max_size=8),
    cells=st.integers(10, 120),
    unicode=st.booleans(),
)
def test_any_data_come_out_as_something(
    kind: str, data: dict[str, Any], cells: int, unicode: bool
) -> None:
    block = Block(kind=kind, data=data)
    picture = blocks.draw(block, cells, unicode=unicode).plain
    assert all(width(line) <= cells for line in picture.split("\n"))
    assert blocks.words(block)


def test_marks_between_words_are_of_the_language() -> None:
    set_language("zh-CN")
    data = {"label": "keys", "shape": [], "impl": "fry", "keys": [], "traced": True}
    told = blocks.words(Block(kind="keys", data=data))
    assert told == ["keys：一个随机密钥，fry，追踪中：还没有数值"]


def test_an_unknown_kind_is_named() -> None:
    assert blocks.words(Block(kind="hologram")) == [
        "A picture that this version cannot draw: hologram."
    ]


def test_a_heat_map_is_dark_where_values_are_low() -> None:
    heat = [[0.0, 0.5, 1.0], [1.0, 0.5, "nan"]]
    data = {
        "shape": [20, 30], "dtype": "float32", "heat": heat, "nan": 1, "inf": 0,
        "stats": {"min": 0.0, "max": 1.0, "mean": 0.5, "std": 0.1},
    }  # fmt: skip
    lines = blocks.draw(Block(kind="array", data=data), 40).plain.split("\n")
    assert lines == [
        "float32[20,30]",
        "  ▒▒██",
        "██▒▒??",
        "min 0, max 1, mean 0.5, std 0.1, nan: 1",
    ]
    assert blocks.draw(Block(kind="array", data=data), 40, unicode=False).plain.isascii()


def test_a_histogram_has_the_shape_of_its_counts() -> None:
    data = {
        "shape": [100], "dtype": "float32", "nan": 0, "inf": 0,
        "stats": {"min": 0.0, "max": 3.0, "mean": 1.0, "std": 0.5},
        "histogram": {"edges": [0.0, 1.0, 2.0, 3.0], "counts": [10, 80, 10]},
    }  # fmt: skip
    block = Block(kind="array", data=data)
    rows = blocks.draw(block, 40).plain.split("\n")
    assert rows[1] == "  ██"
    assert rows[6].startswith("▆▆██▆▆")
    assert "most values between 1 and 2 (80 %)" in blocks.words(block)


def test_deep_programs_are_folded() -> None:
    lines = [
        {"depth": depth, "role": "equation", "text": f"e{depth}"} for depth in (0, 1, 2, 3, 4, 2)
    ]
    block = Block(kind="jaxpr", data={"lines": lines, "left_out": 0, "primitives": {"sin": 6}})
    text = "\n".join(blocks.words(block))
    assert "... 2 equations folded" in text
    assert "e3" not in text


def test_control_characters_do_not_reach_the_terminal() -> None:
    block = Block(kind="text", data={"label": "\x1b]0;x\x07", "text": "a\x1b[2Jb\nc"})
    assert "\x1b" not in blocks.draw(block, 40).plain
    assert blocks.words(block)[1] == "c"


def test_a_long_reason_of_an_xray_is_folded_not_cut() -> None:
    traces: list[dict[str, Any]] = [
        {"line": 1, "arguments": [], "left_out": 0},
        {"line": 1, "arguments": [], "left_out": 0,
         "why": {"kind": "options", "argument": "", "before": "", "after": ""}},
    ]  # fmt: skip
    function = {"name": "f", "line": 1, "ran": 0, "traced": 2, "compiled": 2, "seconds": {},
                "traces": traces, "left_out": 0}  # fmt: skip
    stages = ("python", "trace", "lower", "compile", "run", "transfer")
    data = {
        "seconds": 1.0, "split": dict.fromkeys(stages, 0.0), "device_known": True,
        "functions": [function], "others": {"count": 0, "names": {}},
        "keys": {"nodes": [], "traced": [], "left_out": 0, "reused": 0}, "programs": [],
        "values": [],
    }  # fmt: skip
    lines = blocks.draw(Block(kind="xray", data=data), 60).plain.split("\n")
    assert all(width(line) <= 60 for line in lines)
    said = " ".join(" ".join(lines).split())
    assert "again, function and types as before: other options of jit, or cleared caches" in said
