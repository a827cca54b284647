"""Values and messages of every kind, for property tests."""

from __future__ import annotations

from collections import OrderedDict, namedtuple

import jax
import jax.numpy as jnp
import numpy as np
from hypothesis import strategies as st

from tutor.checking import wire
from tutor.checking.codec import DTYPES, IMPLS

Point = namedtuple("Point", ["x", "y"])

texts = st.text(max_size=20)
numbers = st.one_of(
    st.booleans(),
    st.integers(),
    st.integers(min_value=-(2**80), max_value=2**80),
    st.floats(),
    st.complex_numbers(),
)
shapes = st.lists(st.integers(0, 3), max_size=3).map(tuple)


@st.composite
def arrays(draw):
    """NumPy arrays of every dtype that crosses, any bits."""
    dtype, shape = draw(st.sampled_from(sorted(DTYPES))), draw(shapes)
    size = int(np.prod(shape, dtype=int))
    if dtype == "bool":
        return np.array(draw(st.lists(st.booleans(), min_size=size, max_size=size)), bool).reshape(
            shape
        )
    width = DTYPES[dtype].itemsize * size
    data = draw(st.binary(min_size=width, max_size=width))
    return np.frombuffer(data, DTYPES[dtype]).reshape(shape).copy()


@st.composite
def jax_arrays(draw):
    array = draw(arrays().filter(lambda a: a.dtype.itemsize < 8 or a.dtype.name == "complex64"))
    return jnp.asarray(array)


@st.composite
def keys(draw):
    shape, impl = draw(shapes), draw(st.sampled_from(IMPLS))
    words = 2 if impl == "threefry2x32" else 4
    size = int(np.prod(shape, dtype=int)) * words
    data = draw(st.lists(st.integers(0, 2**32 - 1), min_size=size, max_size=size))
    return jax.random.wrap_key_data(
        jnp.asarray(np.array(data, np.uint32).reshape((*shape, words))), impl=impl
    )


plain_keys = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), texts, st.binary(max_size=9)),
    lambda inner: st.lists(inner, max_size=2).map(tuple),
    max_leaves=3,
)

leaves = st.one_of(
    st.none(),
    numbers,
    texts,
    st.binary(max_size=20),
    st.just(...),
    st.sampled_from(sorted(DTYPES)).map(np.dtype),
    st.builds(slice, st.none() | st.integers(), st.none() | st.integers()),
    arrays(),
    arrays().filter(lambda a: a.size).map(lambda a: a.reshape(-1)[0]),
    jax_arrays(),
    keys(),
    shapes.map(lambda shape: np.zeros(shape, jax.dtypes.float0)),
)

values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(plain_keys, inner, max_size=3),
        st.dictionaries(texts, inner, max_size=3).map(OrderedDict),
        st.builds(Point, inner, inner),
    ),
    max_leaves=8,
)

# Nodes that a hostile process might send: well-formed messages whose contents need not add up.
_names = st.one_of(
    texts,
    st.sampled_from(["bool", "float32", "object", "U4", "x", "_y", "class", "int64", "float0"]),
)
_nodes = st.deferred(
    lambda: st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**63), 2**63 - 1),
        st.floats(),
        texts,
        st.builds(wire.Big, texts),
        st.builds(wire.Bytes, st.binary(max_size=9)),
        st.builds(wire.Complex, st.floats(), st.floats()),
        st.builds(
            wire.Array,
            st.sampled_from(["jax", "numpy", "scalar"]),
            _names,
            st.lists(st.integers(-3, 2**40), max_size=4).map(tuple),
            st.booleans(),
            st.binary(max_size=40),
        ),
        st.builds(
            wire.Key,
            st.sampled_from([*IMPLS, "other"]),
            st.lists(st.integers(-2, 9), max_size=3).map(tuple),
            st.binary(max_size=40),
        ),
        st.builds(wire.Sequence, st.sampled_from(["tuple", "list"]), _few),
        st.builds(wire.Table, st.sampled_from(["dict", "OrderedDict", "defaultdict"]), _few, _few),
        st.builds(
            wire.Named,
            _names,
            _names,
            st.lists(_names, max_size=3).map(tuple),
            _few,
            st.integers(-1, 9),
        ),
        st.builds(wire.Slice, _nodes, _nodes, _nodes),
        st.builds(wire.Dots),
        st.builds(wire.DType, _names),
        st.builds(wire.Ref, st.integers(-(2**40), 2**40), texts),
    )
)
_few = st.deferred(lambda: st.lists(_nodes, max_size=3).map(tuple))
nodes = _nodes
