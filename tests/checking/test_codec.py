"""Values cross unchanged, everything else stays; and what arrives is checked before it is built."""

from __future__ import annotations

import pickle
from collections import OrderedDict, defaultdict, namedtuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from hypothesis import HealthCheck, given, settings

from tests.checking import strategies
from tutor.checking import wire
from tutor.checking.codec import Decoder, Encoder, find_class
from tutor.checking.compare import same
from tutor.checking.wire import BadMessage
from tutor.kit.compiling import CompileClock

relaxed = settings(
    max_examples=120,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


class Stays(Exception):
    pass


def refer(value):
    raise Stays(type(value).__name__)


def resolve(ref):
    return ("ref", ref.id)


def there_and_back(value, namespace=None):
    node = Encoder(refer).encode(value)
    frame = wire.encode(wire.Returned(node))
    return decode(wire.decode_answer(frame).value, namespace)


def decode(node, namespace=None):
    return Decoder(resolve, lambda named: find_class(named, lambda: namespace or {})).decode(node)


@relaxed
@given(strategies.values)
def test_a_plain_value_comes_back_the_same(value):
    assert same(there_and_back(value), value)


@relaxed
@given(strategies.nodes)
def test_whatever_arrives_is_a_plain_value_or_a_bad_message(node):
    frame = wire.encode(wire.Returned(node))
    try:
        value = decode(wire.decode_answer(frame).value)
    except BadMessage:
        return
    plain(value)


PLAIN = (
    type(None), bool, int, float, complex, str, bytes, type(...), slice, list, tuple, dict,
    OrderedDict, defaultdict, np.ndarray,
)  # fmt: skip


def plain(value):
    """Only builtin classes, arrays of ours, and named tuples without anything of their own."""
    named = isinstance(value, tuple) and type(value).__bases__ == (tuple,)
    assert type(value) in PLAIN or named or isinstance(value, (jax.Array, np.dtype, np.generic))
    if isinstance(value, dict):
        value = list(value.values())
    for part in value if isinstance(value, (list, tuple)) else ():
        plain(part)


@pytest.mark.parametrize(
    "value",
    [
        len, object(), range(3), {1, 2}, jax.jit(len), jnp.float32, np.array(["text"]),
        np.array([None]), type("Mine", (dict,), {})(), type("Mine", (list,), {})(),
        type("Mine", (int,), {})(3), type("Mine", (str,), {})("x"), {object(): 1},
        "\ud800", np.ma.masked_array([1.0]), optax.adam,
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_everything_else_stays_where_it_is(value):
    with pytest.raises(Stays):
        Encoder(refer).encode(value)


def test_a_tracer_stays_where_it_is():
    def f(x):
        with pytest.raises(Stays):
            Encoder(refer).encode(x)
        return x

    jax.jit(f)(1.0)


def test_large_deep_and_cyclic_values_stay():
    cycle: list = []
    cycle.append(cycle)
    with pytest.raises(Stays):
        Encoder(refer).encode(cycle)
    with pytest.raises(Stays):
        Encoder(refer).encode(np.zeros(wire.MAX_ARRAY // 8 + 1))
    with pytest.raises(Stays):
        Encoder(refer).encode([0] * 200_000)
    with pytest.raises(Stays):
        Encoder(refer).encode([b"x" * (3 << 20)] * 3)


def test_weak_types_cross():
    weak = jnp.asarray(2.0)
    assert weak.weak_type
    assert there_and_back(weak).weak_type
    assert not there_and_back(jnp.float32(2)).weak_type


def test_a_double_stays_a_double_without_x64():
    with jax.enable_x64(True):
        value = jnp.asarray(np.array([1e300]))
    came = there_and_back(value)
    assert isinstance(came, jax.Array)
    assert came.dtype == np.float64
    assert float(came[0]) == 1e300


def test_arrays_that_arrive_are_writable_copies():
    array = there_and_back(np.arange(3.0))
    array[0] = 5


def test_a_library_class_of_named_tuples_is_found_again():
    state = optax.adam(0.1).init(jnp.ones(2))
    assert jax.tree.structure(there_and_back(state)) == jax.tree.structure(state)


def test_a_class_of_the_namespace_is_used_when_its_fields_fit():
    point = namedtuple("Point", ["x", "y"])
    assert type(there_and_back(strategies.Point(1, 2), {"Point": point})) is point
    other = namedtuple("Point", ["x"])
    assert type(there_and_back(strategies.Point(1, 2), {"Point": other})) is not other


@pytest.mark.parametrize(
    "node",
    [
        wire.Array("numpy", "float32", (2,), False, b"1234567"),
        wire.Array("numpy", "float32", (2, -1), False, b""),
        wire.Array("numpy", "float32", (2**20, 2**20), False, b""),
        wire.Array("numpy", "float32", (0, 2**40), False, b""),
        wire.Array("numpy", "object", (1,), False, b"12345678"),
        wire.Array("numpy", "U1", (1,), False, b"1234"),
        wire.Array("numpy", "bool", (1,), False, b"\x02"),
        wire.Array("scalar", "float32", (1,), False, b"1234"),
        wire.Array("numpy", "float0", (9,), False, b"x"),
        wire.Array("numpy", "float0", (2**30,), False, b""),
        wire.Key("threefry2x32", (2,), b"12345678"),
        wire.Key("mine", (), b"12345678"),
        wire.Big("0x" + "f" * 5000),
        wire.Big("nine"),
        wire.DType("object"),
        wire.Table("dict", ("a", "a"), (1, 2)),
        wire.Table("dict", ("a",), (1, 2)),
        wire.Table("dict", (wire.Sequence("list", ()),), (1,)),
        wire.Table("dict", (float("nan"),), (1,)),
        wire.Named("m", "P", ("x",), (1, 2), -1),
        wire.Named("m", "P", ("x", "x"), (1, 2), -1),
        wire.Named("m", "P", ("class",), (1,), -1),
        wire.Named("m", "P", ("_replace",), (1,), -1),
        wire.Named("m", "P; import os", ("x",), (1,), -1),
        wire.Named("m", "P", ("__class__",), (1,), -1),
    ],
    ids=repr,
)
def test_what_does_not_add_up_is_refused(node):
    with pytest.raises(BadMessage):
        decode(node)


def test_no_class_is_found_that_is_no_named_tuple():
    node = wire.Named("jax", "Array", ("x",), (1,), -1)
    assert type(decode(node)).__mro__[1:] == (tuple, object)
    node = wire.Named("optax", "adam", ("x",), (1,), -1)
    assert type(decode(node)).__mro__[1:] == (tuple, object)


def test_deep_nesting_is_refused_and_does_not_crash():
    node = None
    for _ in range(100):
        node = wire.Sequence("list", (node,))
    with pytest.raises(BadMessage):
        decode(node)
    # Deeper than any parser goes, as bytes of a well-formed message would be.
    frame = (
        b"\x82\xa4type\xa8returned\xa5value" + b"\x93\xa8sequence\xa4list\x91" * 100_000 + b"\xc0"
    )
    with pytest.raises(BadMessage):
        wire.decode_answer(frame)


def test_a_pickle_is_only_bytes():
    assert there_and_back(pickle.dumps(len)) == pickle.dumps(len)


def test_an_array_of_a_new_shape_arrives_without_a_program_being_compiled():
    nodes = [Encoder(refer).encode(jnp.ones((n, 3))) for n in range(31, 36)]
    clock = CompileClock()
    try:
        arrays = [decode(node) for node in nodes]
        assert clock.seconds == 0
        jnp.ones((36, 3)) + arrays[0][0]
        assert clock.seconds > 0
    finally:
        clock.stop()
    assert [array.shape for array in arrays] == [(n, 3) for n in range(31, 36)]
