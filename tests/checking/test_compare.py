"""Structure, then shapes, then values, then dtypes; the first difference in short words."""

from __future__ import annotations

from collections import OrderedDict, namedtuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tutor.checking.compare import close, difference, finite, same, shape
from tutor.checking.describe import LIMIT, describe

Pair = namedtuple("Pair", ["a", "b"])
Other = namedtuple("Other", ["a", "b"])


def kind(actual, expected, **options):
    found = difference(actual, expected, **options)
    return found and found.kind


def test_equal_values_have_no_difference():
    tree = {"w": [jnp.ones(2), (1.5, None)], "n": 3, "k": jax.random.key(0)}
    assert kind(tree, jax.tree.map(lambda v: v, tree)) is None


def test_none_where_a_value_is_needed_is_a_missing_return():
    assert kind(None, jnp.ones(2)) == "return"
    assert kind(None, None) is None
    assert kind(jnp.ones(2), None) == "structure"


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        ({"w": 1}, {"w": 1, "b": 2}),
        ((1, 2), (1, 2, 3)),
        ((1.0,), 1.0),
        (1.0, (1.0,)),
        ([1, 2], {"a": 1}),
        ("1", 1),
        (jax.random.key(0), jnp.ones(2)),
        (object(), 1.0),
        (lambda: 1, 1.0),
    ],
)
def test_another_structure_is_reported_first(actual, expected):
    assert kind(actual, expected) == "structure"


def test_containers_of_another_type_differ_only_when_asked():
    assert kind([1, 2], (1, 2)) is None
    assert kind(Pair(1, 2), (1, 2)) is None
    assert kind(OrderedDict(a=1, b=2), {"a": 1, "b": 2}) is None
    assert kind([1, 2], (1, 2), exact=True) == "structure"
    assert kind((1, 2), Pair(1, 2), exact=True) == "structure"
    assert kind(Other(1, 2), Pair(1, 2), exact=True) == "structure"
    assert kind(OrderedDict(a=1), {"a": 1}, exact=True) == "structure"
    ordered = OrderedDict(a=1, b=2), OrderedDict(b=2, a=1)
    assert kind(*ordered, exact=True) == "structure"


def test_a_named_tuple_fits_another_class_of_the_same_name_and_fields():
    assert kind(namedtuple("Pair", ["a", "b"])(1, 2), Pair(1, 2), exact=True) is None


def test_shapes_must_match_without_broadcasting():
    assert kind(jnp.ones((1, 3)), jnp.ones(3)) == "shape"
    assert kind(jnp.ones(1), 1.0) == "shape"
    assert kind(jnp.float32(1), 1.0) is None


def test_kinds_of_dtypes_matter_when_values_agree():
    assert kind(jnp.arange(3), jnp.arange(3.0)) == "dtype"
    assert kind(jnp.array([1, 0]), jnp.array([True, False])) == "dtype"
    assert kind(jnp.arange(3), jnp.array([0.0, 1.0, 2.5])) == "value"
    assert kind(jnp.float32(1), jnp.float16(1)) is None
    assert kind(jnp.float16(1), jnp.float32(1)) == "dtype"
    assert kind(jnp.float16(1), jnp.float32(1), exact=True) == "dtype"
    assert close(jnp.arange(3), jnp.arange(3.0))
    assert not close(jnp.arange(3), jnp.arange(3.0), exact=True)


def test_tolerance_is_relative_with_a_floor_from_the_largest_number():
    assert close(1.00005, 1.0)
    assert not close(1.001, 1.0)
    assert close(1.05, 1.0, tol=0.1)
    assert close([1000.0, 1e-4], [1000.0, 0.0])
    assert not close([1000.0, 0.06], [1000.0, 0.01])
    assert not close(1e-9, 2e-9)
    assert close(1e-9, 0.0)
    assert close(0.4, 0.0, atol=0.5)


def test_whole_numbers_are_compared_exactly():
    assert not close(1_000_001, 1_000_000)
    assert not close(np.int64(2**53 + 1), np.int64(2**53))


def test_low_precision_gets_the_tolerance_that_it_needs():
    assert close(jnp.bfloat16(1.01), 1.0)
    assert not close(jnp.bfloat16(1.1), 1.0)


def test_nan_equals_nan_and_infinity_itself_alone():
    nan, inf = float("nan"), float("inf")
    assert close([nan, inf, -inf], [nan, inf, -inf])
    assert not close(nan, 0.0)
    assert not close(inf, 1e38)
    assert not close(1e38, inf)
    assert not close(inf, -inf)


def test_same_is_the_same_to_the_last_bit():
    assert same(jnp.ones(3), jnp.ones(3))
    assert not same(jnp.ones(3), jnp.ones(3) + 1e-7)
    assert not same(np.float64(1), 1.0 + 1e-16 + 1)
    assert not same((1, 2), [1, 2])
    assert not same(True, 1)


def test_keys_are_compared_by_their_data():
    assert close(jax.random.key(1), jax.random.key(1))
    assert not close(jax.random.key(1), jax.random.key(2))
    assert not close(jax.random.key(1), jax.random.key(1, impl="rbg"))


def test_texts_and_other_plain_values_are_compared():
    assert kind({"a": "x"}, {"a": "y"}) == "value"
    assert kind(b"x", b"x") is None
    assert kind(np.dtype("float32"), np.dtype("float64")) == "value"


def test_an_object_with_its_own_equality_is_never_equal():
    class Yes:
        def __eq__(self, other):
            return True

        __hash__ = None

    assert kind(Yes(), 1.0) == "structure"
    assert not close(Yes(), jnp.ones(3))
    assert not close([Yes()], ["x"])


def test_the_first_difference_says_where():
    found = difference(
        {"w": jnp.array([[1.0, 2.0], [3.0, 5.0]])}, {"w": jnp.array([[1.0, 2.0], [3.0, 4.0]])}
    )
    assert found.observed.startswith("['w'][1, 1] = 5")
    assert found.needed.startswith("['w'][1, 1] = 4")


def test_finite_and_shape():
    assert finite({"a": jnp.ones(2), "b": 1})
    assert not finite([float("nan")])
    assert not finite([])
    assert not finite("text")
    assert not finite(object())
    assert shape(1.5) == () and shape(jnp.ones((2, 3))) == (2, 3)
    assert shape(None) is None and shape((1, 2)) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (3, "3"),
        (0.1 + 0.2, "0.3"),
        (True, "True"),
        ("a", "'a'"),
        (jnp.float32(1.5), "float32 1.5"),
        (jnp.arange(3), "int32[3] [0 1 2]"),
        (jnp.ones((20, 2)), "float32[20,2]"),
        (jnp.bfloat16(2), "bfloat16 2"),
        ((1, 2.0), "(1, 2)"),
        ((1,), "(1,)"),
        (Pair(1, [2]), "Pair(a=1, b=[2])"),
        ({"w": np.zeros(0)}, "{'w': float64[0]}"),
        (jax.random.key(0), "key<fry>[]"),
        (np.zeros(2, jax.dtypes.float0), "[('float0', 'V')][2]"),
    ],
)
def test_values_are_described_in_short_text(value, text):
    assert describe(value) == text


def test_a_description_is_never_long():
    assert len(describe(dict.fromkeys(range(99), "x" * 99))) <= LIMIT
    assert len(describe([[[[[[[1]]]]]]] * 9)) <= LIMIT
