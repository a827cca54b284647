"""What is random enough passes, what is not does not; inputs tell programs apart."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tutor.checking import (
    distinct,
    finite_difference,
    independent,
    looks_normal,
    looks_uniform,
    rate_near,
)
from tutor.checking.inputs import Rng


@pytest.fixture(params=range(5))
def rng(request) -> Rng:
    return Rng(request.param)


def test_a_normal_sample_looks_normal_and_others_do_not(rng):
    z = np.asarray(rng.normal(2000))
    assert looks_normal(z) and looks_normal(3 * z + 1, mean=1, std=3)
    assert not looks_normal(0.9 * z)
    assert not looks_normal(z + 0.2)
    assert not looks_normal(np.asarray(rng.uniform(2000, low=-(3**0.5), high=3**0.5)))
    assert not looks_normal(np.sign(z))
    assert not looks_normal(np.abs(z))


def test_one_rare_number_does_not_spoil_a_normal_sample_but_another_form_does(rng):
    z = np.array(rng.normal(160))
    z[0] = 5.6
    assert looks_normal(z)
    u = np.asarray(rng.uniform(2000, low=-0.5, high=0.5))
    laplace = -np.sign(u) * np.log1p(-2 * np.abs(u)) / 2**0.5
    assert not looks_normal(laplace)


def test_a_uniform_sample_looks_uniform_and_others_do_not(rng):
    u = np.asarray(rng.uniform(2000))
    assert looks_uniform(u) and looks_uniform(4 * u - 1, low=-1, high=3)
    assert not looks_uniform(u**2)
    assert not looks_uniform(0.9 * u)
    assert not looks_uniform(u + 0.1)
    assert not looks_uniform(np.round(u))


def test_a_rate_is_near_within_chance(rng):
    u = np.asarray(rng.uniform(4000))
    assert rate_near(u < 0.2, 0.2)
    assert not rate_near(u < 0.25, 0.2)
    assert not rate_near(np.ones(400), 0.8)
    assert rate_near(np.zeros(100), 0.0)


def test_independent_samples_are_not_correlated(rng):
    a, b = rng.normal(1000), rng.normal(1000)
    assert independent(a, b)
    assert not independent(a, a)
    assert not independent(a, -a)
    assert not independent(a, a + b)
    assert not independent(a, jnp.zeros(1000))
    assert distinct([a, b]) and not distinct([a, b, a])


def test_finite_differences_are_slopes():
    slopes = finite_difference(lambda v: jnp.sum(v**2), jnp.array([1.0, -2.0]))
    assert np.allclose(slopes, [2.0, -4.0], atol=2e-2)
    assert finite_difference(lambda v: v * v, 3.0).shape == ()


def test_inputs_are_the_same_for_the_same_number_and_differ_otherwise():
    def draw(rng):
        return [
            rng.normal(3), rng.mixed(4, 2), rng.integers(0, 9, 5), rng.permutation(6),
            rng.number(0, 1), rng.whole(0, 1 << 30), jax.random.key_data(rng.key()),
        ]  # fmt: skip

    first, again, other = draw(Rng(1)), draw(Rng(1)), draw(Rng(2))
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not any(np.array_equal(a, b) for a, b in zip(first, other, strict=True))


def test_mixed_values_are_negative_zero_small_and_large(rng):
    values = np.asarray(rng.mixed(6, 5))
    assert (values < 0).any() and (values == 0).any() and (np.abs(values) > 5).any()
    assert ((values > 0) & (values < 1)).any() and (values != np.round(values)).any()
    assert np.array_equal(values[0], values[-1])
    assert rng.mixed().shape == () and rng.mixed(0).shape == (0,)


def test_other_draws_have_the_form_that_they_promise(rng):
    assert rng.normal(2, 3).dtype == np.float32
    assert rng.integers(2, 5, 100).dtype == np.int32
    assert sorted(np.asarray(rng.permutation(5))) == list(range(5))
    sizes = rng.sizes(4, 2, 9)
    assert len(set(sizes)) == 4 and all(2 <= size < 9 for size in sizes)
    # What is compiled for them in one check is there for the next one.
    again = Rng(99)
    assert again.sizes(4, 2, 9) == sizes
    assert again.sizes(4, 2, 9) != sizes
    assert isinstance(rng.number(1, 2), float) and 1 <= rng.number(1, 2) <= 2
    assert rng.choice("abc") in "abc"
    shaped = rng.like({"w": (3, 4), "b": jnp.ones(4)})
    assert shaped["w"].shape == (3, 4) and shaped["b"].shape == (4,)
    assert jnp.issubdtype(rng.key().dtype, jax.dtypes.prng_key)
    assert len(rng.keys(3)) == 3
