"""Values to nodes and back, in both directions and on both sides.

What is plain crosses; everything else is referred to. Nothing of a value's own code runs here: a
value is plain only when its class is exactly one of ours, so subclasses with methods of their own
stay where they are. In the other direction every size, dtype, key and name is checked before
anything is built (`BadMessage`), and what is built is made of builtin containers and arrays of
our own, never of a class that the other side chose.
"""

from __future__ import annotations

import functools
import keyword
import math
import sys
from collections import OrderedDict, defaultdict, namedtuple
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

from tutor.checking import wire
from tutor.checking.wire import BadMessage, Node

# JAX has no public way to say that an array is weakly typed. Without this one the flag is lost,
# which can cost one more trace and changes no value.
_convert: Callable[..., Any] | None
try:
    from jax._src.lax.lax import _convert_element_type as _convert
except ImportError:
    _convert = None

DTYPES: Final = {
    np.dtype(kind).name: np.dtype(kind)
    for kind in (
        np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32,
        np.uint64, np.float16, np.float32, np.float64, np.complex64, np.complex128,
        ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2,
    )
}  # fmt: skip
"""Dtypes that cross, by name; beside them float0 and typed keys."""

IMPLS: Final = ("threefry2x32", "rbg", "unsafe_rbg")
MAX_DEPTH: Final = 40
MAX_NODES: Final = 100_000
MAX_BYTES: Final = 7 << 20
_MAX_DIGITS: Final = 4096
_FLOAT0: Final = "float0"
_LIBRARIES: Final = ("jax", "optax", "flax", "chex", "orbax")

_Kind = Literal["dict", "OrderedDict", "defaultdict"]
_names: Final[dict[type, _Kind]] = {
    dict: "dict",
    OrderedDict: "OrderedDict",
    defaultdict: "defaultdict",
}

# Held here so that a program that shadows or replaces them still gets answers.
_asarray, _Array, _Tracer = np.asarray, jax.Array, jax.core.Tracer
_key_data, _key_impl, _wrap = jax.random.key_data, jax.random.key_impl, jax.random.wrap_key_data
_issubdtype, _prng_key, _float0 = jnp.issubdtype, jax.dtypes.prng_key, jax.dtypes.float0
# Not jnp.asarray, which compiles a program for each new shape.
_device, _x64 = functools.partial(jax.device_put, may_alias=False), jax.enable_x64


class Encoder:
    """Turns values into nodes.

    `refer(value)` gives the Ref for what cannot cross, or raises; `class_id(cls)` the number of
    a class of named tuples.
    """

    def __init__(
        self,
        refer: Callable[[Any], wire.Ref],
        class_id: Callable[[type], int] = lambda cls: -1,
    ) -> None:
        self._refer, self._class_id = refer, class_id
        self._nodes = self._bytes = 0

    def encode(self, value: Any) -> Node:
        """The node for `value`; large and deep parts become references."""
        return self._encode(value, 0)

    def _encode(self, value: Any, depth: int) -> Node:
        self._nodes += 1
        if depth >= MAX_DEPTH or self._nodes > MAX_NODES:
            return self._refer(value)
        kind = type(value)
        if value is None or kind is bool:
            return value  # type: ignore[no-any-return]
        if kind is int:
            return value if -(2**63) <= value < 2**63 else self._big(value)
        if kind is float:
            return value  # type: ignore[no-any-return]
        if kind is str:
            return self._text(value)
        if kind is bytes:
            return self._sized(value, len(value), lambda: wire.Bytes(value))
        if kind is complex:
            return wire.Complex(value.real, value.imag)
        if kind is tuple or kind is list:
            return self._sequence(value, depth)
        if kind in (dict, OrderedDict, defaultdict):
            return self._table(value, depth)
        if kind is slice:
            parts = (value.start, value.stop, value.step)
            return wire.Slice(*(self._encode(part, depth + 1) for part in parts))
        if value is Ellipsis:
            return wire.Dots()
        return self._other(value, depth)

    def _other(self, value: Any, depth: int) -> Node:
        if isinstance(value, np.dtype) and value.name in DTYPES:
            return wire.DType(value.name)
        if isinstance(value, _Tracer):
            return self._refer(value)
        if isinstance(value, _Array):
            return self._jax_array(value)
        if type(value) is np.ndarray:
            return self._array(value, "numpy")
        if type(value).__module__ == "jax._src.literals":
            return self._literal(value, depth)
        if isinstance(value, np.generic):
            return self._array(_asarray(value), "scalar")
        if isinstance(value, tuple) and _is_named(type(value)):
            return self._named(value, depth)
        return self._refer(value)

    def _literal(self, value: Any, depth: int) -> Node:
        """JAX's own subclasses of numbers and NumPy arrays, as what they are subclasses of."""
        if isinstance(value, int):
            return self._encode(int(value), depth)
        if isinstance(value, float):
            return self._encode(float(value), depth)
        if isinstance(value, complex):
            return self._encode(complex(value), depth)
        if isinstance(value, np.ndarray):
            return self._array(value.view(np.ndarray), "numpy")
        return self._refer(value)

    def _big(self, value: int) -> Node:
        return wire.Big(hex(value)) if value.bit_length() <= 4 * 4000 else self._refer(value)

    def _text(self, value: str) -> Node:
        try:
            size = len(value.encode())
        except UnicodeEncodeError:
            return self._refer(value)
        return self._sized(value, size, lambda: value)

    def _sized(self, value: Any, size: int, node: Callable[[], Node]) -> Node:
        if size > wire.MAX_ARRAY or self._bytes + size > MAX_BYTES:
            return self._refer(value)
        self._bytes += size
        return node()

    def _sequence(self, value: Any, depth: int) -> Node:
        if self._nodes + len(value) > MAX_NODES:
            return self._refer(value)
        items = tuple(self._encode(item, depth + 1) for item in value)
        return wire.Sequence("tuple" if type(value) is tuple else "list", items)

    def _table(self, value: Any, depth: int) -> Node:
        if self._nodes + 2 * len(value) > MAX_NODES or not all(_is_key(key) for key in value):
            return self._refer(value)
        return wire.Table(
            _names[type(value)],
            tuple(self._encode(key, depth + 1) for key in value),
            tuple(self._encode(item, depth + 1) for item in value.values()),
        )

    def _named(self, value: Any, depth: int) -> Node:
        cls = type(value)
        return wire.Named(
            str(cls.__module__),
            str(cls.__qualname__),
            tuple(cls._fields),
            tuple(self._encode(item, depth + 1) for item in tuple.__iter__(value)),
            self._class_id(cls),
        )

    def _jax_array(self, value: Any) -> Node:
        if _issubdtype(value.dtype, _prng_key):
            impl = str(_key_impl(value))
            if impl not in IMPLS or value.size > MAX_NODES:
                return self._refer(value)
            data = _asarray(_key_data(value)).tobytes()
            return wire.Key(impl, tuple(value.shape), data)
        if value.nbytes > wire.MAX_ARRAY:
            return self._refer(value)
        return self._array(_asarray(value), "jax", bool(value.weak_type), of=value)

    def _array(self, value: Any, origin: Any, weak: bool = False, of: Any = None) -> Node:
        whole = value if of is None else of
        shape = tuple(int(size) for size in value.shape)
        if value.dtype == _float0:
            return wire.Array(origin, _FLOAT0, shape, False, b"")
        if value.dtype.name not in DTYPES:
            return self._refer(whole)
        native = value.astype(value.dtype.newbyteorder("="), copy=False)
        return self._sized(
            whole,
            value.nbytes,
            lambda: wire.Array(origin, value.dtype.name, shape, weak, native.tobytes()),
        )


class Decoder:
    """Builds values from nodes.

    `resolve(ref)` gives what a Ref stands for; `find_class(node)` the class of a named tuple.
    Both may raise BadMessage.
    """

    def __init__(
        self,
        resolve: Callable[[wire.Ref], Any],
        find_class: Callable[[wire.Named], type[tuple[Any, ...]]],
    ) -> None:
        self._resolve, self._find_class = resolve, find_class
        self._nodes = 0

    def decode(self, node: Node) -> Any:
        """The value of `node`; raises BadMessage when something in it does not add up."""
        return self._decode(node, 0)

    def _decode(self, node: Node, depth: int) -> Any:
        self._nodes += 1
        if depth > MAX_DEPTH + 1:
            raise BadMessage("nested too deeply")
        if self._nodes > 3 * MAX_NODES:
            raise BadMessage("too many values")
        match node:
            case None | bool() | int() | float() | str():
                return node
            case wire.Bytes(data):
                return data
            case wire.Array():
                return decode_array(node)
            case wire.Key():
                return _decode_key(node)
            case wire.Sequence(kind, items):
                parts = self._all(items, depth)
                return parts if kind == "list" else tuple(parts)
            case wire.Table():
                return self._table(node, depth)
            case wire.Named():
                return self._named(node, depth)
            case wire.Slice():
                return slice(*self._all((node.start, node.stop, node.step), depth))
            case wire.Complex(real, imag):
                return complex(real, imag)
            case wire.Big(digits):
                return _decode_big(digits)
            case wire.Dots():
                return ...
            case wire.DType(name):
                return _dtype(name)
            case wire.Ref():
                return self._resolve(node)

    def _all(self, nodes: Iterable[Node], depth: int) -> list[Any]:
        return [self._decode(node, depth + 1) for node in nodes]

    def _table(self, node: wire.Table, depth: int) -> Any:
        keys, values = self._all(node.keys, depth), self._all(node.values, depth)
        if len(keys) != len(values) or not all(_is_key(key) for key in keys):
            raise BadMessage("a dict whose keys and values do not fit together")
        pairs = dict(zip(keys, values, strict=True))
        table: dict[Any, Any] = pairs
        if node.kind == "defaultdict":
            table = defaultdict(None, pairs)
        elif node.kind == "OrderedDict":
            table = OrderedDict(pairs)
        if len(table) != len(keys):
            raise BadMessage("a dict with the same key twice")
        return table

    def _named(self, node: wire.Named, depth: int) -> Any:
        if len(node.items) != len(node.fields):
            raise BadMessage("a named tuple with more or fewer items than fields")
        cls = self._find_class(node)
        return tuple.__new__(cls, self._all(node.items, depth))


def decode_array(node: wire.Array) -> Any:
    """The array of `node`, a copy of our own; raises BadMessage."""
    size = _size(node.shape)
    if node.dtype == _FLOAT0:
        if size > wire.MAX_ARRAY or node.data:
            raise BadMessage("an array of float0 with data")
        return np.zeros(node.shape, _float0)
    dtype = _dtype(node.dtype)
    if size * dtype.itemsize != len(node.data):
        raise BadMessage(f"{len(node.data)} bytes for {node.dtype}{list(node.shape)}")
    if dtype == np.bool_ and node.data.translate(None, b"\x00\x01"):
        raise BadMessage("a bool that is neither 0 nor 1")
    array = np.frombuffer(node.data, dtype).reshape(node.shape).copy()
    if node.origin == "numpy":
        return array
    if node.origin == "scalar":
        if node.shape:
            raise BadMessage("a scalar with a shape")
        return array[()]
    if dtype.itemsize == (16 if dtype.kind == "c" else 8):
        with _x64(True):
            return _device(array)
    made = _device(array)
    return _weaken(made) if node.weak else made


def find_class(node: wire.Named, namespace: Callable[[], dict[str, Any]]) -> type[tuple[Any, ...]]:
    """The class for `node`: one of a library that is loaded or of `namespace`, if it is really one
    of named tuples with these fields; else one of our own."""
    found: Any
    if node.module.partition(".")[0] in _LIBRARIES:
        found = sys.modules.get(node.module)
        for part in node.name.split("."):
            found = getattr(found, part, None)
    else:
        found = namespace().get(node.name)
    if isinstance(found, type) and issubclass(found, tuple) and _is_named(found):
        fields = found._fields  # type: ignore[attr-defined]
        if fields == node.fields:
            return found
    return named_class(node.module, node.name, node.fields)


def named_class(module: str, name: str, fields: tuple[str, ...]) -> type[tuple[Any, ...]]:
    """A class of named tuples of our own; the same one for the same arguments."""
    if len(fields) > 256 or len(set(fields)) != len(fields):
        raise BadMessage("a named tuple with too many fields, or the same one twice")
    short = name.rpartition(".")[2]
    for word in (short, *fields):
        if len(word) > 200 or not word.isidentifier() or keyword.iskeyword(word):
            raise BadMessage("a named tuple with a name that is none")
    if any(field.startswith("_") for field in fields):
        raise BadMessage("a named tuple with a private field")
    key = (module, name, fields)
    if key not in _classes:
        if len(_classes) >= 500:
            raise BadMessage("too many kinds of named tuples")
        made: type[tuple[Any, ...]] = namedtuple(short, fields)  # type: ignore[misc]
        made.__module__, made.__qualname__ = module, name
        _classes[key] = made
    return _classes[key]


_classes: dict[tuple[str, str, tuple[str, ...]], type[tuple[Any, ...]]] = {}


def _decode_key(node: wire.Key) -> Any:
    if node.impl not in IMPLS:
        raise BadMessage("a key of an unknown kind")
    words = 2 if node.impl == "threefry2x32" else 4
    if _size(node.shape) * words * 4 != len(node.data):
        raise BadMessage("a key whose data has another size")
    data = np.frombuffer(node.data, np.uint32).reshape((*node.shape, words)).copy()
    return _wrap(_device(data), impl=node.impl)


def _decode_big(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise BadMessage("an int with too many digits")
    try:
        return int(digits, 16)
    except ValueError:
        raise BadMessage("an int that is none") from None


def _dtype(name: str) -> np.dtype[Any]:
    if name not in DTYPES:
        raise BadMessage("an unknown dtype")
    return DTYPES[name]


def _size(shape: tuple[int, ...]) -> int:
    if len(shape) > 32 or any(not 0 <= size <= 1 << 31 for size in shape):
        raise BadMessage("an array with a shape that is none")
    return math.prod(shape)


def _weaken(array: Any) -> Any:
    """`array` with a weak type, as arrays have that were made of Python numbers."""
    if _convert is None:
        return array
    return _convert(array, array.dtype, weak_type=True)


def _is_named(cls: type) -> bool:
    fields = getattr(cls, "_fields", None)
    return type(fields) is tuple and all(type(field) is str for field in fields)


def _is_key(key: Any) -> bool:
    if type(key) is tuple:
        return all(_is_key(part) for part in key)
    if type(key) is float:
        return not math.isnan(key)
    return key is None or type(key) in (bool, int, str, bytes)
