"""`compare`: waits, splits the first call, interleaves, and admits when noise hides the answer."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tutor.events import Event, Timing
from tutor.kit import compare
from tutor.kit.agree import agree
from tutor.kit.stopwatch import decided


def naps(seconds: float, result: Any = 1.0) -> Any:
    def nap() -> Any:
        time.sleep(seconds)
        return result

    return nap


def test_the_medians_are_those_of_the_functions(events: list[Event]) -> None:
    found = compare(slow=naps(0.02), fast=naps(0.002), budget=0.5)
    assert found["slow"].median == pytest.approx(0.02, rel=0.25)
    assert found["fast"].median == pytest.approx(0.002, rel=0.5)
    assert found.ratio("slow", "fast") > 5
    assert found.undecided == ()
    assert found.same is True


def test_the_event_is_what_is_returned(events: list[Event]) -> None:
    found = compare(a=naps(0.001), b=naps(0.001), budget=0.05, label="naps")
    (event,) = events
    assert isinstance(event, Timing)
    assert (event.label, event.rows, event.same) == ("naps", found.rows, found.same)
    assert [row.name for row in event.rows] == ["a", "b"]


def test_results_are_waited_for(events: list[Event]) -> None:
    x = jnp.ones((1200, 1200))
    matmul = jax.jit(lambda x: x @ x)
    found = compare(matmul=matmul, args=(x,), budget=0.5)
    start = time.perf_counter()
    matmul(x).block_until_ready()
    waited = time.perf_counter() - start
    assert found["matmul"].median > waited / 10


def test_the_first_call_holds_trace_and_compile(events: list[Event]) -> None:
    def body(x: jax.Array) -> jax.Array:
        for _ in range(30):
            x = jnp.sin(x) * 2
        return x

    row = compare(jitted=jax.jit(body), args=(jnp.ones(8),), budget=0.1)["jitted"]
    assert 0.5 * row.first < row.compile <= row.first
    assert row.median < row.first / 20


def test_a_compiled_function_has_no_compile_time(events: list[Event]) -> None:
    double = jax.jit(lambda x: x * 2)
    double(jnp.ones(3))
    assert compare(double=double, args=(jnp.ones(3),), budget=0.05)["double"].compile < 0.001


def test_contestants_take_turns_in_changing_order(events: list[Event]) -> None:
    order: list[str] = []

    def turn(name: str) -> Callable[[], None]:
        def call() -> None:
            order.append(name)
            time.sleep(0.02)

        return call

    rounds = compare(a=turn("a"), b=turn("b"), budget=0.4)["a"].rounds
    assert rounds >= 4
    measured = order[-2 * rounds :]
    assert {"".join(pair) for pair in zip(measured[::2], measured[1::2], strict=True)} == {
        "ab",
        "ba",
    }


def test_a_slow_function_ends_the_comparison_in_time(events: list[Event]) -> None:
    start = time.perf_counter()
    found = compare(slow=naps(0.4), slower=naps(0.8), budget=0.3)
    assert time.perf_counter() - start < 5
    assert found["slow"].rounds == 1
    assert found.undecided == ()


def test_equal_functions_are_too_close_to_tell(events: list[Event]) -> None:
    twins = 0
    for _ in range(4):
        f, g = (jax.jit(lambda x: jnp.sin(x) * 2) for _ in "fg")
        twins += compare(f=f, g=g, args=(jnp.ones(100_000),), budget=0.3).undecided == (("f", "g"),)
    assert twins >= 3


def test_rounds_decide_only_beyond_the_margin() -> None:
    noise = random.Random(0)
    base = [1 + noise.gauss(0, 0.05) for _ in range(300)]
    assert not decided(base, [t * (1 + noise.gauss(0, 0.05)) for t in base])
    assert not decided(base, [t * 1.01 for t in base]), "1 % decides nothing"
    assert decided(base, [t * 1.10 for t in base])
    assert decided([t * 1.10 for t in base], base)


def test_few_rounds_must_all_agree_and_by_more() -> None:
    assert decided([2.0, 2.1, 2.0], [1.0, 1.0, 1.1])
    assert not decided([2.0, 2.1, 0.9], [1.0, 1.0, 1.1])
    assert not decided([1.05, 1.05, 1.05], [1.0, 1.0, 1.0])
    assert not decided([1.2], [1.0])
    assert decided([2.0], [1.0])


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (jnp.ones(3), jnp.ones(3), True),
        (jnp.ones(3), jnp.ones(3) * 1.01, False),
        (jnp.ones(3), jnp.ones(3) + 1e-6, True),
        (jnp.ones(3), jnp.ones(4), False),
        ([jnp.ones(3), jnp.zeros(3)], jnp.stack([jnp.ones(3), jnp.zeros(3)]), True),
        ([jnp.float32(1), jnp.float32(2)], jnp.array([1.0, 2.0]), True),
        ([(jnp.ones(2), jnp.ones(2))], jnp.ones((1, 2, 2)), True),
        ({"w": jnp.ones(2)}, {"w": np.ones(2)}, True),
        ({"w": jnp.ones(2)}, {"v": jnp.ones(2)}, False),
        (jnp.array([jnp.nan]), jnp.array([jnp.nan]), True),
        (jnp.array([jnp.nan]), jnp.array([1.0]), False),
        (jnp.ones(2, jnp.bfloat16), jnp.ones(2) * 1.01, True),
        (jnp.arange(3), jnp.arange(3) + 1, False),
        (jax.random.key(0), jax.random.key(0), True),
        (jax.random.key(0), jax.random.key(1), False),
        (None, None, None),
        ("text", "text", None),
        (object(), jnp.ones(2), None),
        (3, 3.0, True),
    ],
)
def test_results_agree_up_to_rounding(left: Any, right: Any, same: bool | None) -> None:
    assert agree([left, right]) is same


def test_a_function_that_donates_is_measured_and_the_array_survives(events: list[Event]) -> None:
    w = jnp.ones(1000)
    donating = jax.jit(lambda w: w * 2, donate_argnums=0)
    found = compare(donating=donating, kept=jax.jit(lambda w: w * 2), args=(w,), budget=0.2)
    assert found.same is True
    assert found["donating"].rounds >= 8
    assert float(w.sum()) == 1000
    donating(w)
    assert w.is_deleted(), "the array was not donated, so nothing was proved"


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    w: jax.Array


def test_a_container_of_the_learner_s_may_be_donated_too(events: list[Event]) -> None:
    step = jax.jit(lambda state: State(state.w * 2), donate_argnums=0)
    found = compare(a=step, b=step, args=(State(jnp.ones(1000)),), budget=0.1)
    assert found.same is True
    assert found["a"].rounds >= 8


def test_work_that_no_result_tells_of_is_waited_for(events: list[Event]) -> None:
    x = jnp.ones((1200, 1200))
    matmul = jax.jit(lambda x: x @ x)
    left: list[jax.Array] = []

    def in_place() -> None:
        left[:] = [matmul(x)]

    found = compare(told=lambda: matmul(x), untold=in_place, budget=0.5)
    assert found["untold"].median > found["told"].median / 2


def test_work_from_before_is_in_no_time(events: list[Event]) -> None:
    x = jnp.ones((1500, 1500))
    matmul = jax.jit(lambda x: x @ x)
    double = jax.jit(lambda x: x[0] * 2)
    double(x), matmul(x).block_until_ready()
    start = time.perf_counter()
    matmul(x).block_until_ready()
    took = time.perf_counter() - start
    late = matmul(x)
    assert compare(double=double, args=(late,), budget=0.01)["double"].first < took / 3


def test_one_contestant_has_nothing_to_agree_with(events: list[Event]) -> None:
    assert compare(alone=naps(0.001), budget=0.02).same is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "name the functions"),
        ({"a": jnp.ones(2)}, r"a must be a function.*compare\(a=f"),
        ({"a": abs, "args": jnp.ones(2)}, r"args must be a tuple.*args=\(x,\)"),
    ],
)
def test_mistakes_are_told(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        compare(**arguments)


def test_an_error_of_a_contestant_is_the_learner_s_own(events: list[Event]) -> None:
    with pytest.raises(ZeroDivisionError):
        compare(bad=lambda: 1 / 0)
    assert events == []


def test_arguments_reach_every_contestant(events: list[Event]) -> None:
    found = compare(
        a=lambda x, scale: x * scale,
        b=lambda x, scale: scale * x,
        args=[jnp.ones(2)],
        kwargs={"scale": 3},
        budget=0.02,
    )
    assert found.same is True
    with pytest.raises(KeyError):
        found["c"]
