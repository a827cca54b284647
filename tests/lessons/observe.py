"""What plans work with: an answer's names, inputs by number, and what there is to see of a call."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

RUNS = 200
"""Inputs of each plan, and keys of each sample."""


class Own:
    """An answer's names."""

    def __init__(self, names: dict[str, Any], printed: str) -> None:
        self._names, self.printed_text = names, printed
        # A program may set one for its whole process, where others of them live here.
        self.mesh_of_program = jax.sharding.get_mesh()

    def __getattr__(self, name: str) -> Any:
        try:
            return self._names[name]
        except KeyError:
            raise AttributeError(f"no name {name}") from None

    def set(self, name: str, value: Any) -> None:
        self._names[name] = value


class Draw:
    """Inputs number `number`: the same for every answer. Sizes come from a few, so that programs
    are found in the cache."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._rng = np.random.default_rng(number)

    def pick(self, *options: Any) -> Any:
        """One after the other."""
        return options[self.number % len(options)]

    def array(self, *shape: int, scale: float = 1.0) -> jax.Array:
        """Floats. Some inputs have zeros, repeated rows, tiny or large numbers."""
        values = self._rng.normal(size=shape) * scale
        style = self.number // 3 % 4
        if style == 1:
            values = np.where(self._rng.random(shape) < 0.3, 0.0, values)
        elif style == 2 and values.ndim:
            values[len(values) // 2 :] = values[: len(values) - len(values) // 2]
        elif style == 3:
            values = values * self._rng.choice([1e-2, 1.0, 3.0], size=shape)
        return jnp.asarray(values, jnp.float32)

    def smooth(self, *shape: int, scale: float = 1.0) -> jax.Array:
        """Normal floats, nothing special."""
        return jnp.asarray(self._rng.normal(size=shape) * scale, jnp.float32)

    def positive(self, *shape: int, low: float = 0.2, high: float = 3.0) -> jax.Array:
        return jnp.asarray(self._rng.uniform(low, high, size=shape), jnp.float32)

    def whole(self, low: int, high: int, *shape: int) -> jax.Array:
        return jnp.asarray(self._rng.integers(low, high, size=shape), jnp.int32)

    def int(self, low: int, high: int) -> int:
        return int(self._rng.integers(low, high))

    def number_in(self, low: float, high: float) -> float:
        return float(self._rng.uniform(low, high))

    def key(self) -> jax.Array:
        return jax.random.key(int(self._rng.integers(1 << 30)))

    def fill(self, tree: Any, scale: float = 1.0) -> Any:
        """Numbers in the form of a tree of arrays or shapes, leaf after leaf."""
        leaves, structure = jax.tree.flatten(tree)
        return jax.tree.unflatten(
            structure, [self.smooth(*np.shape(leaf), scale=scale) for leaf in leaves]
        )

    def now_and_then(self, f: Callable[[], Any]) -> Any:
        """What takes long, such as compiling anew: with every twentieth input."""
        return None if self.number % 20 else f()

    def folder(self) -> Path:
        """A place where nothing is yet."""
        return Path(tempfile.mkdtemp(dir=Path.cwd())) / "new"


@dataclass(frozen=True)
class Sample:
    """Results for many keys: only their distribution counts."""

    runs: tuple[tuple[Any, ...], ...]


def sample(f: Callable[[jax.Array], Any], draw: Draw, runs: int = RUNS) -> list[Any]:
    """The results of `f` for many keys as a sample, and whether the same key gives the same."""
    start = 1 + draw.number * runs
    results = []
    for seed in range(start, start + runs):
        results.append(tuple(np.asarray(leaf) for leaf in jax.tree.leaves(f(jax.random.key(seed)))))
    again = [np.asarray(leaf) for leaf in jax.tree.leaves(f(jax.random.key(start)))]
    same = all(np.array_equal(a, b) for a, b in zip(again, results[0], strict=True))
    return [Sample(tuple(results)), same]


# --- facts --------------------------------------------------------------------------------------


def frames(f: Callable[..., Any], *args: Any, traced: bool = False) -> int:
    """How often functions of the answer are entered in this call: by Python, or to trace them.

    `traced`: only to trace them, be it for a program or for a gradient.
    """
    count = 0

    def entered(frame: Any, event: str, arg: Any) -> None:
        nonlocal count
        if event == "call" and frame.f_code.co_filename == "answer":
            values = jax.tree.leaves(dict(frame.f_locals)) if traced else []
            count += not traced or any(isinstance(value, jax.core.Tracer) for value in values)

    sys.setprofile(entered)
    try:
        jax.block_until_ready(f(*args))
    finally:
        sys.setprofile(None)
    return count


_events: list[str] = []


def _heard(event: str, seconds: float, **more: Any) -> None:
    if event.endswith("backend_compile_duration"):
        _events.append(event)


jax.monitoring.register_event_duration_secs_listener(_heard)


def compiled(f: Callable[..., Any], *args: Any) -> int:
    """How many programs are compiled in this call, single operations included."""
    before = len(_events)
    jax.block_until_ready(f(*args))
    return len(_events) - before


def equations(f: Callable[..., Any], *args: Any, **kwargs: Any) -> int:
    """How long the program is, nested ones included."""
    return sum(1 for _name in primitives(f, *args, **kwargs))


def primitives(f: Callable[..., Any], *args: Any, static: Sequence[int] = ()) -> list[str]:
    found: list[str] = []

    def walk(jaxpr: Any) -> None:
        for equation in jaxpr.eqns:
            found.append(equation.primitive.name)
            for value in equation.params.values():
                for part in value if isinstance(value, (tuple, list)) else (value,):
                    part = getattr(part, "jaxpr", part)
                    if hasattr(part, "eqns"):
                        walk(part)

    walk(jax.make_jaxpr(f, static_argnums=tuple(static))(*args).jaxpr)
    return found


def grows(f: Callable[..., Any], small: Sequence[Any], large: Sequence[Any]) -> bool:
    """Whether the program is longer for larger inputs."""
    return equations(f, *small) != equations(f, *large)


def loops(f: Callable[..., Any], *args: Any) -> bool:
    """Whether there is a loop in the program."""
    return bool({"scan", "while"} & set(primitives(f, *args)))


def reuses_key(f: Callable[..., Any], *args: Any) -> bool:
    """Whether JAX's own checker of keys objects."""
    with jax.debug_key_reuse(True):
        try:
            jax.block_until_ready(f(*args))
        except jax.errors.KeyReuseError:
            return True
    return False
