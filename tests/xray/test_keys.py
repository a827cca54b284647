"""The tree of random keys: where each came from, on which line, and what used it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

from tests.xray.test_instruments import seen
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
