"""`log`: cheap, honest about what it is given, never a flood."""

from __future__ import annotations

import math
import time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tutor.events import Event, Metric, unpack
from tutor.kit import log, sink
from tutor.kit.curve import thin


def metrics(events: list[Event]) -> list[Metric]:
    return [event for event in events if isinstance(event, Metric)]


@pytest.mark.parametrize(
    "value",
    [0.5, np.float32(0.5), np.array(0.5), jnp.float32(0.5), jnp.asarray(0.5, jnp.bfloat16)],
)
def test_numbers_of_every_kind_are_taken(value: Any, events: list[Event]) -> None:
    log(3, loss=value)
    assert events == [Metric(step=3.0, values={"loss": 0.5})]


def test_whole_numbers_and_truth_values_are_numbers(events: list[Event]) -> None:
    log(jnp.int32(2), count=7, good=True, big=10**400)
    assert metrics(events)[0].step == 2.0
    assert metrics(events)[0].values == {"count": 7.0, "good": 1.0, "big": "inf"}


@pytest.mark.parametrize(
    ("value", "packed"), [(math.nan, "nan"), (math.inf, "inf"), (-math.inf, "-inf")]
)
def test_non_finite_values_travel_as_words(value: float, packed: str, events: list[Event]) -> None:
    log(0, loss=value, other=jnp.float32(value))
    assert metrics(events)[0].values == {"loss": packed, "other": packed}


@pytest.mark.parametrize("value", ["0.5", None, 1j, [1.0], jnp.ones(3), np.ones((1,))])
def test_what_is_no_number_is_refused_by_name(value: Any, events: list[Event]) -> None:
    with pytest.raises(TypeError, match="log: loss"):
        log(0, loss=value)
    assert events == []


@pytest.mark.parametrize("transform", [jax.jit, jax.grad, jax.vmap])
def test_inside_a_traced_function_the_error_says_what_to_do(
    transform: Any, events: list[Event]
) -> None:
    def body(x: jax.Array) -> jax.Array:
        log(0, loss=x * 2)
        return x

    argument = jnp.ones(3) if transform is jax.vmap else 1.0
    with pytest.raises(TypeError, match=r"loss is a tracer.*log it outside.*jax\.debug\.callback"):
        transform(body)(argument)


def test_the_advice_for_traced_functions_works(events: list[Event]) -> None:
    @jax.jit
    def body(step: jax.Array, x: jax.Array) -> jax.Array:
        jax.debug.callback(lambda s, v: log(s, loss=v), step, x)
        return x

    body(jnp.int32(4), jnp.float32(2.0))
    jax.effects_barrier()
    assert events == [Metric(step=4.0, values={"loss": 2.0})]


def test_slow_points_are_sent_at_once(events: list[Event]) -> None:
    for step in range(5):
        log(step, loss=step)
        assert len(events) == step + 1


def test_a_million_points_take_seconds_and_send_few_events(events: list[Event]) -> None:
    start = time.process_time()
    for step in range(1_000_000):
        log(step, loss=1.0 / (step + 1))
    sink.flush()
    assert time.process_time() - start < 10
    assert len(events) < 50_000
    assert metrics(events)[0].step == 0
    assert metrics(events)[-1].step == 999_999


def test_thinning_keeps_ends_extremes_and_what_is_not_finite() -> None:
    values = [math.sin(i) for i in range(10_000)]
    values[1234], values[4321], values[7777] = 99.0, -99.0, math.nan
    points = [(float(i), {"a": value}) for i, value in enumerate(values)]
    kept = thin(points, 64)
    steps = [step for step, _values in kept]
    assert steps == sorted(steps)
    assert len(kept) < 64 * 3 + 2
    assert {0.0, 9999.0, 1234.0, 4321.0, 7777.0} <= set(steps)


def test_two_curves_of_one_name_each_keep_their_extremes() -> None:
    points = [(float(i), {"a": float(i == 500), "b": float(-(i == 501))}) for i in range(10_000)]
    steps = {step for step, _values in thin(points, 8)}
    assert {500.0, 501.0} <= steps


def test_many_curves_in_one_call(events: list[Event]) -> None:
    log(1, **{f"lr={rate}": rate for rate in (0.1, 0.2)})
    assert metrics(events)[0].values == {"lr=0.1": 0.1, "lr=0.2": 0.2}
    assert all(unpack(value) > 0 for value in metrics(events)[0].values.values())
