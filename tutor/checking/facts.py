"""What the running worker can tell about a function: programs, compiles, keys, time, shards.

These are facts that the learner's process tells about itself, so a verdict that rests on one is
marked advisory. Each function here answers one question by name (`HELPERS`), with plain values or
with something that stays where it is. References into JAX are taken at import, before the
learner's code runs.
"""

from __future__ import annotations

import contextlib
import functools
import io
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any, Final

import jax

from tutor.kit.compiling import LOWERED

_jax = {
    name: getattr(jax, name)
    for name in ("grad", "value_and_grad", "jacobian", "jit", "vmap", "make_jaxpr")
}
_ready: Callable[[Any], Any] = jax.block_until_ready
_barrier: Callable[[], Any] = jax.effects_barrier
_flatten_path = jax.tree_util.tree_flatten_with_path
_flatten, _unflatten, _keystr = jax.tree.flatten, jax.tree.unflatten, jax.tree_util.keystr
_debug_key_reuse, _KeyReuseError = jax.debug_key_reuse, jax.errors.KeyReuseError
_Wrapped, _now = jax.stages.Wrapped, time.perf_counter
_listen = jax.monitoring.register_event_duration_secs_listener

_LOOPS: Final = frozenset({"scan", "while", "cond", "shard_map", "pmap", "xla_pmap"})
"""Primitives that hold code of the learner's, so that one run by itself is a program of theirs."""

_MAX_OPERATIONS: Final = 20_000


# --- transformations -------------------------------------------------------------------------


def gradient(f: Callable[..., Any], *args: Any, argnums: Any = 0, has_aux: bool = False) -> Any:
    return _jax["grad"](f, argnums=argnums, has_aux=has_aux)(*args)


def value_and_grad(
    f: Callable[..., Any], *args: Any, argnums: Any = 0, has_aux: bool = False
) -> Any:
    return _jax["value_and_grad"](f, argnums=argnums, has_aux=has_aux)(*args)


def jacobian(f: Callable[..., Any], *args: Any, argnums: Any = 0) -> Any:
    return _jax["jacobian"](f, argnums=argnums)(*args)


def grad(f: Callable[..., Any], argnums: Any = 0, has_aux: bool = False) -> Any:
    return _jax["grad"](f, argnums=argnums, has_aux=has_aux)


def jit(f: Callable[..., Any], static: tuple[int, ...] = ()) -> Any:
    # A function of its own each time, so that nothing is found in the cache.
    return _jax["jit"](lambda *args: f(*args), static_argnums=tuple(static))


def vmap(f: Callable[..., Any], in_axes: Any = 0, out_axes: Any = 0) -> Any:
    return _jax["vmap"](f, in_axes=in_axes, out_axes=out_axes)


# --- trees -----------------------------------------------------------------------------------


def leaves(tree: Any) -> list[Any]:
    return list(_flatten(tree)[0])


def paths(tree: Any) -> list[tuple[str, Any]]:
    return [(_keystr(path), leaf) for path, leaf in _flatten_path(tree)[0]]


def with_leaves(tree: Any, new: Sequence[Any]) -> Any:
    return _unflatten(_flatten(tree)[1], list(new))


# --- programs --------------------------------------------------------------------------------


def operations(
    f: Callable[..., Any], *args: Any, static: tuple[int, ...] = ()
) -> list[tuple[Any, ...]]:
    """Every equation of the jaxpr of `f`: (primitive, inputs, outputs, inside, parameters)."""
    found: list[tuple[Any, ...]] = []
    _walk(_jax["make_jaxpr"](f, static_argnums=tuple(static))(*args).jaxpr, (), found)
    return found


def _walk(jaxpr: Any, inside: tuple[str, ...], found: list[tuple[Any, ...]]) -> None:
    for equation in jaxpr.eqns:
        if len(found) >= _MAX_OPERATIONS:
            return
        name = equation.primitive.name
        # jit was called pjit before; a check should not have to know.
        name = "jit" if name == "pjit" else name
        found.append(
            (
                name,
                tuple(_about(variable) for variable in equation.invars),
                tuple(_about(variable) for variable in equation.outvars),
                inside,
                {
                    key: value
                    for key, value in equation.params.items()
                    if type(value) in (bool, int, float, str)
                },
            )
        )
        for inner in _inner_jaxprs(equation.params.values()):
            _walk(inner, (*inside, name), found)


def _inner_jaxprs(values: Any) -> Iterator[Any]:
    for value in values:
        for part in value if isinstance(value, (tuple, list)) else (value,):
            part = getattr(part, "jaxpr", part)
            if hasattr(part, "eqns"):
                yield part


def _about(variable: Any) -> str:
    aval = variable.aval
    shape = ",".join(map(str, getattr(aval, "shape", ())))
    return f"{getattr(aval, 'dtype', '?')}[{shape}]"


def program(f: Callable[..., Any], *args: Any) -> str:
    """Text of the compiled program; its head when it is long."""
    lowered = f.lower(*args) if isinstance(f, _Wrapped) else _jax["jit"](f).lower(*args)
    return str(lowered.compile().as_text())[: 2 << 20]


# --- compiles --------------------------------------------------------------------------------

_compiled: list[str] | None = None
_listening = False


@contextlib.contextmanager
def _compiles() -> Iterator[list[str]]:
    """Names of the learner's programs that are built meanwhile."""
    global _compiled, _listening
    if not _listening:
        _listen(_on_event)
        _listening = True
    before, _compiled = _compiled, []
    try:
        yield _compiled
    finally:
        _compiled = before


def _on_event(event: str, duration_secs: float, **details: Any) -> None:
    if event == LOWERED and _compiled is not None and _is_theirs(sys._getframe(1)):
        _compiled.append(str(details.get("fun_name", "")))


def _is_theirs(frame: FrameType | None) -> bool:
    """Whether the program that is being built is the learner's, not JAX's or a library's own.

    JAX builds a program for each single operation too, and for its own jitted functions. The frame
    of jit's outermost cache miss holds the function that is compiled.
    """
    function: Any = None
    explicit = False
    while frame is not None:
        code = frame.f_code
        if code.co_name == "cache_miss" and code.co_filename.endswith("pjit.py"):
            function = frame.f_locals.get("fun")
        explicit = explicit or (code.co_name == "lower" and code.co_filename.endswith("stages.py"))
        frame = frame.f_back
    if function is None:
        return explicit
    return not _is_library(function)


def _is_library(function: Any) -> bool:
    if isinstance(function, _Wrapped):
        return False
    while isinstance(function, functools.partial):
        function = function.func
    module = str(getattr(function, "__module__", ""))
    root = module.partition(".")[0]
    if root not in ("jax", "flax", "optax", "orbax", "chex"):
        return False
    name = str(getattr(function, "__qualname__", ""))
    if module == "jax._src.dispatch":
        return str(getattr(function, "__name__", "")) not in _LOOPS
    if "<locals>" in name:
        return root == "jax"
    # What a library jits itself goes by its name in the module; a function that is still found
    # there as it is was jitted by somebody else.
    return getattr(sys.modules.get(module), name, None) is not function


def traces(f: Callable[..., Any], calls: Sequence[Sequence[Any]]) -> list[int]:
    counts = []
    for args in calls:
        with _compiles() as built:
            _ready(f(*args))
        counts.append(len(built))
    return counts


def is_jitted(f: Any) -> bool:
    return isinstance(f, _Wrapped) or (hasattr(f, "lower") and hasattr(f, "trace"))


# --- keys, output, time, shards --------------------------------------------------------------


def key_reuse(f: Callable[..., Any], *args: Any) -> bool:
    with _debug_key_reuse(True):
        try:
            _ready(f(*args))
        except _KeyReuseError:
            return True
    return False


def printed(f: Callable[..., Any], *args: Any) -> str:
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        _ready(f(*args))
        _barrier()
    return text.getvalue()[: 1 << 20]


def median_time(f: Callable[..., Any], *args: Any, repeat: int = 5) -> float:
    _ready(f(*args))
    seconds = []
    for _ in range(repeat):
        start = _now()
        _ready(f(*args))
        seconds.append(_now() - start)
    return sorted(seconds)[len(seconds) // 2]


def shards(array: Any) -> list[tuple[int, tuple[Any, ...], tuple[int, ...]]]:
    return [
        (int(shard.device.id), tuple(shard.index), tuple(shard.data.shape))
        for shard in array.addressable_shards
    ]


HELPERS: Final[dict[str, Callable[..., Any]]] = {
    "gradient": gradient,
    "value_and_grad": value_and_grad,
    "jacobian": jacobian,
    "grad": grad,
    "jit": jit,
    "vmap": vmap,
    "leaves": leaves,
    "paths": paths,
    "with_leaves": with_leaves,
    "operations": operations,
    "program": program,
    "traces": traces,
    "is_jitted": is_jitted,
    "key_reuse": key_reuse,
    "printed": printed,
    "time": median_time,
    "shards": shards,
}
