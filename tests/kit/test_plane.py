"""`show` of points in the plane, and of what a classifier says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.charts import blocks
from tutor.events import Block, Event
from tutor.kit import show
from tutor.kit.plane import boundary_data, points_data

POINTS = jax.random.normal(jax.random.key(0), (300, 2))
CLASSES = (POINTS[:, 0] > 0).astype(int)


def shown(events: list[Event]) -> Block:
    (block,) = events
    assert isinstance(block, Block)
    return block


def test_many_pairs_are_points_and_few_are_numbers(events: list[Event]) -> None:
    show(POINTS, "draws")
    assert shown(events).kind == "points"
    events.clear()
    show(POINTS[:20])
    assert shown(events).kind == "array"
    events.clear()
    show(POINTS[:20], classes=CLASSES[:20])
    assert shown(events).kind == "points"


def test_each_class_has_its_points_and_their_middle(events: list[Event]) -> None:
    show(POINTS, classes=CLASSES)
    groups = shown(events).data["groups"]
    assert [group["name"] for group in groups] == ["0", "1"]
    assert sum(group["count"] for group in groups) == 300
    assert groups[0]["mean"][0] < 0 < groups[1]["mean"][0]


@pytest.mark.parametrize(
    "predict",
    [
        lambda p: (p[:, 0] > 0).astype(int),
        lambda p: p[:, 0],
        lambda p: p[:, :1],
        lambda p: jax.nn.sigmoid(5 * p[:, 0]),
        lambda p: jnp.stack([-p[:, 0], p[:, 0]], axis=1),
    ],
    ids=["classes", "logits", "column", "probabilities", "scores"],
)
def test_a_boundary_lies_where_the_classifier_changes_its_mind(
    predict: Callable[[Any], Any], events: list[Event]
) -> None:
    show(predict, points=POINTS, classes=CLASSES)
    block = shown(events)
    assert block.kind == "boundary"
    (left, right), columns = block.data["x"], len(block.data["regions"][0])
    middle = (0 - left) / (right - left) * columns
    for row in block.data["regions"]:
        assert abs(row.index(1) - middle) <= 1
    assert block.data["right"] == 1.0


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda: boundary_data(lambda p: p.sum(), POINTS), "Is vmap missing"),
        (lambda: points_data(POINTS, CLASSES[:5]), "300 points, but 5 classes"),
        (lambda: boundary_data(lambda p: p, POINTS[:, :1]), "shape"),
    ],
)
def test_what_does_not_fit_is_refused(act: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        act()


NUMBERS = st.floats(width=64) | st.sampled_from([0.0, 1e308, -1e308, 5e-324, float("nan")])


@settings(max_examples=150, deadline=None)
@given(
    pairs=st.lists(st.tuples(NUMBERS, NUMBERS), max_size=60),
    cells=st.integers(10, 120),
    unicode=st.booleans(),
    colour=st.booleans(),
)
def test_any_points_are_drawn_inside_the_width(
    pairs: list[tuple[float, float]], cells: int, unicode: bool, colour: bool
) -> None:
    data = points_data(np.array(pairs, dtype=np.float64).reshape(-1, 2))
    block = Block(kind="points", data={"label": "", **data})
    lines = blocks.draw(block, cells, unicode=unicode, colour=colour).plain.split("\n")
    assert all(len(line) <= cells for line in lines)
    assert "points" in blocks.words(block)[0]
    assert len(lines) > 8


@settings(max_examples=100, deadline=None)
@given(x=st.floats(-50, 50), y=st.floats(-50, 50))
def test_a_point_stands_within_a_cell_of_where_it_is(x: float, y: float) -> None:
    corners = np.array([[-100.0, -100.0], [100.0, 100.0]])
    data = points_data(np.vstack([corners, [[x, y]]]))
    block = Block(kind="points", data={"label": "", **data})
    _head, *rows, _axis, _numbers = blocks.draw(block, 80, unicode=False).plain.split("\n")
    gutter = rows[0].index("|") + 1
    marks = {
        (column - gutter, row)
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
        if sign == "o"
    }
    (left, right), (bottom, top) = data["x"], data["y"]
    column = (x - left) / (right - left) * 60
    row = (top - y) / (top - bottom) * len(rows)
    assert any(abs(a + 0.5 - column) <= 1 and abs(b + 0.5 - row) <= 1 for a, b in marks)


def test_an_image_with_channels_is_shown_by_its_brightness(events: list[Event]) -> None:
    image = np.zeros((16, 16, 3), np.float32)
    image[:, 8:] = 1.0
    show(image)
    heat = shown(events).data["heat"]
    assert heat[0][0] == 0.0
    assert heat[0][-1] == 1.0
