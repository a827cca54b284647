"""An array over devices is drawn as a grid: every device stands where its part lies."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.charts import blocks
from tutor.events import Block
from tutor.locale import set_language, width

Data = dict[str, Any]


@pytest.fixture(autouse=True)
def english() -> None:
    set_language("en")


def spread(shape: tuple[int, ...], mesh: tuple[int, ...], axes: tuple[int | None, ...]) -> Data:
    """What the kit says of an array whose axis `i` lies along the axis `axes[i]` of a mesh."""
    places = itertools.product(*map(range, mesh))
    pieces = []
    for device, place in enumerate(places):
        start, stop = [], []
        for size, axis in zip(shape, axes, strict=True):
            part = size // mesh[axis] if axis is not None else size
            index = place[axis] if axis is not None else 0
            start.append(index * part)
            stop.append(index * part + part)
        pieces.append({"device": device, "start": start, "stop": stop})
    names = {f"m{index}": size for index, size in enumerate(mesh)}
    sharding = {
        "devices": len(pieces), "replicated": not any(a is not None for a in axes),
        "mesh": names, "spec": "P(...)", "pieces": pieces,
    }  # fmt: skip
    return {"label": "x", "shape": list(shape), "dtype": "float32", "sharding": sharding}


def drawn(data: Data, cells: int = 80, unicode: bool = True) -> list[str]:
    block = Block(kind="array", data=data)
    return blocks.draw(block, cells, unicode=unicode).plain.split("\n")[1:]


def test_one_axis_of_the_mesh_splits_the_rows() -> None:
    assert drawn(spread((8, 4), (4,), (0, None))) == [
        "split over 4 devices  mesh(m0=4)  P(...)",
        "  axis 0 down",
        "      ┌───┐",
        "  0:2 │ 0 │",
        "      ├───┤",
        "  2:4 │ 1 │",
        "      ├───┤",
        "  4:6 │ 2 │",
        "      ├───┤",
        "  6:8 │ 3 │",
        "      └───┘",
    ]


def test_a_vector_lies_across() -> None:
    assert drawn(spread((8,), (4,), (0,)))[1:] == [
        "    0:2   2:4   4:6   6:8",
        "  ┌─────┬─────┬─────┬─────┐",
        "  │  0  │  1  │  2  │  3  │",
        "  └─────┴─────┴─────┴─────┘",
    ]


def test_an_axis_of_the_mesh_that_splits_nothing_puts_several_devices_in_a_part() -> None:
    lines = drawn(spread((8, 4), (4, 2), (None, 0)))
    assert lines[1] == "  axis 1 across"
    assert [cell.strip() for cell in lines[4].strip("│ ").split("│")] == [
        "0 1",
        "2 3",
        "4 5",
        "6 7",
    ]


def test_a_whole_copy_on_each_is_one_part() -> None:
    lines = drawn(spread((8, 4), (8,), (None, None)))
    assert lines[0].startswith("a whole copy on each of 8 devices")
    assert "0 1 2 3 4 5 6 7" in lines[2]


def test_words_name_the_devices_of_each_part() -> None:
    block = Block(kind="array", data=spread((8, 4), (4, 2), (0, None)))
    said = blocks.words(block)
    assert "  devices 0, 1: [0:2, 0:4]" in said
    assert "  devices 6, 7: [6:8, 0:4]" in said


@settings(max_examples=80, deadline=None)
@given(data=st.data(), unicode=st.booleans(), cells=st.integers(10, 200))
def test_every_device_stands_in_the_row_and_column_of_its_part(
    data: st.DataObject, unicode: bool, cells: int
) -> None:
    mesh = data.draw(st.sampled_from([(8,), (2, 4), (4, 2), (2, 2, 2), (1, 8), (3,), (16,)]))
    rank = data.draw(st.integers(1, 3))
    free = data.draw(st.permutations([*range(len(mesh)), *[None] * rank]))[:rank]
    shape = tuple(48 for _axis in free)
    made = spread(shape, mesh, tuple(free))
    lines = drawn(made, cells, unicode)
    assert all(width(line) <= cells for line in lines)
    assert all(line.isascii() for line in lines) or unicode
    top = "┌" if unicode else "+-"
    if not any(line.strip().startswith(top) for line in lines):
        return
    start = next(i for i, line in enumerate(lines) if line.strip().startswith(top))
    bar = "│" if unicode else "|"
    above = lines[start - 1].split() if start > 1 else []
    heads = above if above and ":" in above[0] else [":"]
    for line in lines[start + 1 :]:
        if bar not in line:
            continue
        name, *row = [part.strip() for part in line.split(bar)]
        for head, held in zip(heads, row[:-1], strict=True):
            for device in held.removesuffix("...").split():
                piece = made["sharding"]["pieces"][int(device)]
                spans = [f"{a}:{b}" for a, b in zip(piece["start"], piece["stop"], strict=True)]
                assert not name or name in spans
                assert head == ":" or head in spans
    cut = any("..." in line for line in lines[start:])
    rows = [line.split(bar, 1)[1] for line in lines[start:] if bar in line]
    ids = {int(n) for row in rows for n in row.replace(bar, " ").replace("...", "").split()}
    assert cut or ids == set(range(made["sharding"]["devices"]))
