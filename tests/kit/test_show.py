"""`show`: the right picture, as data that charts can draw and a line can carry."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tutor.charts import blocks
from tutor.events import MAX_LINE, Block, Event, decode_event, encode
from tutor.kit import show

Pair = namedtuple("Pair", "left right")

NAN_MATRIX = jnp.eye(40).at[3, 3].set(jnp.nan)

CASES: list[tuple[Any, str]] = [
    (jnp.arange(5.0), "array"),
    (jnp.float32(3), "array"),
    (np.float64(2), "array"),
    (jnp.ones((0, 3)), "array"),
    (jnp.ones((50, 60)), "array"),
    (NAN_MATRIX, "array"),
    (jnp.full((200,), jnp.inf), "array"),
    (jnp.array([1e38, -1e38] * 100), "array"),
    (np.array([1.7e308, -1.7e308] * 100), "array"),
    (jnp.ones((3, 4, 50)), "array"),
    (jnp.ones((200,), jnp.bfloat16), "array"),
    (jnp.ones((200,), bool), "array"),
    (jnp.ones((200,), complex), "array"),
    (np.array(["a"] * 200), "array"),
    (jax.ShapeDtypeStruct((3,), jnp.float32), "array"),
    ({"w": jnp.ones((3, 4)), "b": [1, None, "x", jax.random.key(0)]}, "tree"),
    (Pair(1.0, {}), "tree"),
    ([[]], "tree"),
    ([jnp.ones(1)] * 2000, "tree"),
    (jax.make_jaxpr(jnp.sin)(1.0), "jaxpr"),
    (jax.make_jaxpr(jax.jit(lambda x: jax.lax.cond(x > 0, jnp.sin, jnp.cos, x)))(1.0), "jaxpr"),
    (jax.make_jaxpr(lambda x: jax.lax.scan(lambda c, a: (c + a, c), 0.0, x))(jnp.ones(5)), "jaxpr"),
    (jax.random.key(0), "keys"),
    (jax.random.split(jax.random.key(0), 20), "keys"),
    ("some text", "text"),
    (3, "text"),
    (None, "text"),
    (jnp.sin, "text"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "kind"), CASES, ids=lambda case: str(case)[:24])
def test_every_kind_is_drawn_told_and_carried(value: Any, kind: str, events: list[Event]) -> None:
    show(value, "it")
    (block,) = events
    assert isinstance(block, Block)
    assert block.kind == kind
    assert kind in blocks.KINDS
    line = encode(block)
    assert len(line) < MAX_LINE / 4
    arrived = decode_event(line)
    assert isinstance(arrived, Block)
    for width in (10, 40, 80):
        assert "cannot draw" not in blocks.draw(arrived, width).plain
    assert "cannot draw" not in " ".join(blocks.words(arrived))
    assert "it" in blocks.words(arrived)[0]


def test_a_tree_has_shapes_dtypes_and_sizes(events: list[Event]) -> None:
    show({"w": jnp.ones((3, 4)), "b": jnp.zeros(4)})
    text = "\n".join(blocks.words(events[0]))  # type: ignore[arg-type]
    assert "['w']  float32[3,4]" in text
    assert "2 leaves, 16 numbers, 64 B" in text


def test_a_single_number_is_one_leaf(events: list[Event]) -> None:
    show({"w": jnp.array(1.0)})
    assert "1 leaf, 1 number, 4 B" in blocks.words(events[0])[0]  # type: ignore[arg-type]


def test_inside_a_traced_function_shape_and_dtype_are_shown(events: list[Event]) -> None:
    @jax.jit
    def body(x: jax.Array, tree: dict[str, jax.Array]) -> jax.Array:
        show(x, "x")
        show(tree)
        return x

    body(jnp.ones(3), {"a": jnp.ones(2)})
    array, tree = events
    assert isinstance(array, Block) and isinstance(tree, Block)
    assert array.data["traced"] is True
    assert blocks.words(array) == ["x: float32[3]  (traced: no values yet)"]
    assert tree.data["nodes"][1]["traced"] is True


def test_a_jaxpr_counts_primitives_of_inner_programs(events: list[Event]) -> None:
    def body(x: jax.Array) -> jax.Array:
        return jax.jit(lambda x: jnp.sin(x) + jnp.sin(2 * x))(x)

    show(jax.make_jaxpr(body)(1.0))
    assert events[0].data["primitives"]["sin"] == 2  # type: ignore[attr-defined]


def test_a_donated_array_is_said_to_be_gone(events: list[Event]) -> None:
    x = jnp.ones(200)
    x.delete()
    show(x)
    show({"x": x})
    assert events[0].data["deleted"] is True  # type: ignore[attr-defined]
    assert "deleted" in "\n".join(blocks.words(events[1]))  # type: ignore[arg-type]


def test_a_repr_that_fails_names_the_class(events: list[Event]) -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError

    show(Odd())
    assert events[0].data["text"] == "<Odd>"  # type: ignore[attr-defined]


def test_a_huge_tree_is_cut_and_says_so(events: list[Event]) -> None:
    show([jnp.ones(1)] * 2000)
    data = events[0].data  # type: ignore[attr-defined]
    assert len(data["nodes"]) == 400
    assert (data["left_out"], data["leaves"]) == (1601, 2000)
    assert "... and 1941 more" in blocks.words(events[0])  # type: ignore[arg-type]
