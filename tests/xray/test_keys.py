"""The tree of random keys: where each came from, on which line, and what used it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.xray.test_instruments import seen
from tutor.charts import blocks
from tutor.events import Block
from tutor.kit.jaxprs import jaxpr_data

HEAD = "import jax, jax.numpy as jnp\n"


def keys(code: str, folder: Path) -> dict[str, Any]:
    return dict(seen(HEAD + code, folder)[0]["keys"])


def tree(data: dict[str, Any]) -> list[tuple[int, str, list[tuple[str, int]]]]:
    return [
        (node["depth"], node["how"], [(use["name"], use["count"]) for use in node["uses"]])
        for node in data["nodes"]
    ]


def test_a_split_has_its_parts_below(tmp_path: Path) -> None:
    data = keys(
        "key = jax.random.key(7)\n"
        "a, b = jax.random.split(key)\n"
        "jax.random.normal(a, (3,)); jax.random.uniform(b)\n",
        tmp_path,
    )
    assert tree(data) == [
        (0, "key(7)", [("split", 1)]),
        (1, "split(2)", [("normal", 1)]),
        (1, "split(2)", [("uniform", 1)]),
    ]
    assert [node["line"] for node in data["nodes"]] == [2, 3, 3]
    assert data["reused"] == 0


def test_a_key_used_twice_stands_out_also_a_legacy_one(tmp_path: Path) -> None:
    for make in ("key", "PRNGKey"):
        data = keys(
            f"key = jax.random.{make}(0)\n"
            "jax.random.normal(key, (3,)); jax.random.uniform(key, (3,))\n",
            tmp_path,
        )
        assert tree(data) == [(0, f"{make}(0)", [("normal", 1), ("uniform", 1)])]
        assert data["nodes"][0]["reused"]
        assert data["reused"] == 1


def test_fold_in_does_not_use_a_key_up(tmp_path: Path) -> None:
    data = keys(
        "key = jax.random.key(0)\n"
        "for i in range(3): jax.random.normal(jax.random.fold_in(key, i))\n",
        tmp_path,
    )
    assert tree(data) == [
        (0, "key(0)", []),
        *((1, f"fold_in({i})", [("normal", 1)]) for i in range(3)),
    ]


def test_keys_inside_a_trace_are_told_without_values(tmp_path: Path) -> None:
    data = keys(
        "@jax.jit\ndef noise(key):\n    return jax.random.normal(key, (3,))\n"
        "noise(jax.random.key(0)); noise(jax.random.key(1))\n",
        tmp_path,
    )
    assert data["traced"] == [{"name": "normal", "line": 4, "count": 1}]


def test_looking_at_keys_adds_nothing_to_a_trace(tmp_path: Path) -> None:
    code = (
        HEAD + "key = jax.random.key(0)\n"
        "@jax.jit\ndef noise(x):\n    return x + jax.random.normal(key, (3,))\n"
        "noise(jnp.ones(3))\n"
    )
    (program,) = seen(code, tmp_path)[0]["programs"]
    namespace: dict[str, Any] = {}
    exec(code, namespace)
    untouched = jax.make_jaxpr(namespace["noise"].__wrapped__)(jnp.ones(3))
    assert program["jaxpr"]["primitives"] == jaxpr_data(untouched.jaxpr)["primitives"]


def rows(data: dict[str, Any]) -> list[tuple[int, str, list[int], list[str]]]:
    return [
        (node["depth"], node["how"], node["rows"], [use["name"] for use in node["uses"]])
        for node in data["nodes"]
    ]


@pytest.mark.parametrize("make", ["key", "PRNGKey"])
def test_the_rows_of_a_split_that_vmap_used_alike_stand_together(make: str, tmp_path: Path) -> None:
    data = keys(
        f"keys = jax.random.split(jax.random.{make}(7), 5)\n"
        "jax.vmap(lambda key: jax.random.normal(key, (3,)))(keys)\n",
        tmp_path,
    )
    assert rows(data) == [
        (0, f"{make}(7)", [], ["split"]),
        (1, "split(5)", [0, 5], ["normal"]),
    ]
    assert data["reused"] == 0
    assert not data["traced"]


def test_a_row_that_is_used_otherwise_stands_alone(tmp_path: Path) -> None:
    data = keys(
        "keys = jax.random.split(jax.random.key(7), 5)\n"
        "draws = jax.vmap(jax.random.normal)(keys)\n"
        "jax.random.uniform(keys[2])\n",
        tmp_path,
    )
    assert rows(data)[1:] == [
        (1, "split(5)", [0, 2], ["normal"]),
        (1, "split(5)", [2, 3], ["normal", "uniform"]),
        (1, "split(5)", [3, 5], ["normal"]),
    ]
    assert data["reused"] == 1


def test_a_split_inside_vmap_has_its_parts_below_each_row(tmp_path: Path) -> None:
    data = keys(
        "def draw(key):\n"
        "    a, b = jax.random.split(key)\n"
        "    return jax.random.normal(a) + jax.random.uniform(b)\n"
        "jax.vmap(draw)(jax.random.split(jax.random.key(0), 2))\n",
        tmp_path,
    )
    part = [
        (2, "split(2)", [0, 1], ["normal"]),
        (2, "split(2)", [1, 2], ["uniform"]),
    ]
    assert rows(data) == [
        (0, "key(0)", [], ["split"]),
        (1, "split(2)", [0, 1], ["split"]),
        *part,
        (1, "split(2)", [1, 2], ["split"]),
        *part,
    ]


def test_rows_of_two_vmaps_are_those_of_the_array(tmp_path: Path) -> None:
    code = (
        "keys = jax.random.split(jax.random.key(0), (2, 3))\n"
        "f = jax.vmap(jax.vmap(lambda k: jax.random.split(k)), in_axes=1)\n"
        "below = f(keys)\n"
    )
    data, namespace = seen(HEAD + code, tmp_path)
    found: dict[str, list[str]] = {}
    for node in data["keys"]["nodes"]:
        if node["depth"] == 1:
            last = found.setdefault(node["words"], [])
        elif node["depth"] == 2:
            last.append(node["words"])
    words = np.asarray(jax.random.key_data(namespace["keys"])).reshape(6, 2)
    told = [" ".join(f"{word:08x}" for word in row) for row in words.tolist()]
    assert set(found) == set(told)
    below = np.asarray(jax.random.key_data(namespace["below"]))
    for row in range(2):
        for column in range(3):
            first = " ".join(f"{word:08x}" for word in below[column, row, 0].tolist())
            assert found[told[row * 3 + column]][0] == first


def test_a_key_that_vmap_shares_has_the_rows_below_it(tmp_path: Path) -> None:
    data = keys(
        "key = jax.random.key(0)\n"
        "jax.vmap(lambda i: jax.random.normal(jax.random.fold_in(key, i)))(jnp.arange(4))\n",
        tmp_path,
    )
    assert rows(data) == [
        (0, "key(0)", [], []),
        (1, "fold_in()", [0, 4], ["normal"]),
    ]


def test_rows_are_told_in_a_line(tmp_path: Path) -> None:
    data, _ = seen(
        HEAD + "keys = jax.random.split(jax.random.key(7), 5)\njax.vmap(jax.random.normal)(keys)\n",
        tmp_path,
    )
    said = blocks.words(Block(kind="xray", data=data))
    assert "    split(5)[0:5]  line 2  → normal line 3, each" in said


def test_a_key_that_others_were_made_from_is_not_called_unused(tmp_path: Path) -> None:
    data, _ = seen(
        HEAD + "key = jax.random.key(7)\n"
        "jax.random.normal(jax.random.fold_in(key, 1))\n"
        "left = jax.random.key(8)\n",
        tmp_path,
    )
    said = blocks.words(Block(kind="xray", data=data))
    assert "  key(7)  line 2" in said
    assert "  key(8)  line 4  → not used" in said
