"""What a traced function was called with, and how one call differs from another."""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Any, Literal

import jax
import jax._src.config as config

LONGEST_VALUE = 40
MOST_LEAVES = 200

Difference = Literal[
    "shape", "dtype", "weak", "static", "structure", "sharding", "setting", "function", "options"
]
VARARGS, VARKEYWORDS = 0x04, 0x08
"""Bits of `co_flags` (see dis)."""


Settings = tuple[tuple[str, str], ...]
"""Names and values of JAX's settings."""


@dataclass(frozen=True)
class Leaf:
    """One array or value of an argument. `dtype` is "" for a value that is not traced."""

    path: str
    dtype: str = ""
    shape: tuple[int, ...] = ()
    weak: bool = False
    value: str = ""
    placed: str = ""
    """The mesh that it is spread over, and how, as far as its type says."""

    @property
    def text(self) -> str:
        if not self.dtype:
            return self.value
        weak = "*" if self.weak else ""
        return f"{self.dtype}[{','.join(map(str, self.shape))}]{weak}"


@dataclass(frozen=True)
class Signature:
    leaves: tuple[Leaf, ...]
    structure: tuple[tuple[str, str], ...]
    """Name of each argument, and its pytree structure in words."""
    settings: Settings = ()


@dataclass(frozen=True)
class Change:
    """Why a call was traced though an earlier one had been.

    `argument` is that of the function, the name of a setting, or "" for the function itself.
    """

    kind: Difference
    argument: str = ""
    before: str = ""
    after: str = ""


def arguments(frame: types.FrameType) -> dict[str, Any]:
    """The arguments of a call whose body has not begun yet, by name, in order."""
    code, values = frame.f_code, frame.f_locals
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & VARARGS) + bool(code.co_flags & VARKEYWORDS)
    return {name: values[name] for name in code.co_varnames[:count] if name in values}


def signature(values: dict[str, Any]) -> Signature:
    """Shapes, dtypes, values and structures. Calls no operation of JAX, so nothing is traced."""
    leaves: list[Leaf] = []
    structure = []
    for name, value in values.items():
        try:
            parts, tree = jax.tree_util.tree_flatten_with_path(value)
            structure.append((name, str(tree)))
        except Exception:
            parts = [((), value)]
            structure.append((name, type(value).__name__))
        for path, part in parts[: MOST_LEAVES - len(leaves)]:
            leaves.append(_leaf(name + jax.tree_util.keystr(path), part))
    return Signature(tuple(leaves), tuple(structure), _settings.now())


class _Settings:
    """JAX's settings, looked at only when one that counts for tracing has changed."""

    def __init__(self) -> None:
        self._context: object = None
        self._known: Settings = ()

    def now(self) -> Settings:
        context = config.trace_context()
        if context != self._context:
            self._context = context
            self._known = tuple(
                (name, _short(getattr(jax.config, name, None))) for name in jax.config.values
            )
        return self._known


_settings = _Settings()


def _leaf(path: str, value: Any) -> Leaf:
    aval = getattr(value, "aval", None)
    dtype, shape = getattr(aval, "dtype", None), getattr(aval, "shape", None)
    if dtype is None or shape is None:
        return Leaf(path, value=_short(value))
    sizes = tuple(size if isinstance(size, int) else -1 for size in shape)
    weak = bool(getattr(aval, "weak_type", False))
    return Leaf(path, str(dtype), sizes, weak, placed=_placed(getattr(aval, "sharding", None)))


def _placed(sharding: Any) -> str:
    mesh = getattr(sharding, "mesh", None)
    if mesh is None or mesh.empty:
        return ""
    axes = ", ".join(f"{name}={size}" for name, size in mesh.shape.items())
    spread = any(part is not None for part in sharding.spec)
    return f"mesh({axes})" + (f" {sharding.spec}" if spread else "")


def _short(value: Any) -> str:
    if isinstance(value, bool | int | float | complex | str | bytes | type(None)):
        text = repr(value)
        return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
    if callable(value):
        return str(getattr(value, "__name__", type(value).__name__))
    return type(value).__name__


def change(now: Signature, earlier: list[tuple[Signature, bool]]) -> Change:
    """What differs from the most similar earlier call (of the latest, where several are).

    Each earlier call comes with whether jit had the same function.
    """
    found = [_change(now, before, same) for before, same in reversed(earlier)]
    return min(found, key=lambda pair: pair[0])[1]


def _change(now: Signature, before: Signature, same: bool) -> tuple[int, Change]:
    """How many leaves differ, and the first difference."""
    if now.structure != before.structure:
        old, new = dict(before.structure), dict(now.structure)
        name = next((n for n in {**old, **new} if old.get(n) != new.get(n)), "")
        return 1000, Change("structure", name, _tree(old.get(name, "")), _tree(new.get(name, "")))
    different = [(a, b) for a, b in zip(before.leaves, now.leaves, strict=False) if a != b]
    if different:
        old_leaf, new_leaf = different[0]
        return len(different), _leaf_change(old_leaf, new_leaf)
    # The same arguments, traced again: the cache did not know them together with the function.
    if now.settings != before.settings:
        changed = [
            Change("setting", name, old, new)
            for (name, old), (_name, new) in zip(before.settings, now.settings, strict=False)
            if old != new
        ]
        if changed:
            return 0, changed[0]
    return 0, Change("options" if same else "function")


def _leaf_change(before: Leaf, after: Leaf) -> Change:
    kind: Difference = "static"
    if before.dtype and after.dtype:
        if before.shape != after.shape:
            kind = "shape"
        elif before.dtype != after.dtype:
            kind = "dtype"
        elif before.weak != after.weak:
            kind = "weak"
        else:
            return Change("sharding", after.path, before.placed, after.placed)
    return Change(kind, after.path, before.text, after.text)


def _tree(text: str) -> str:
    inner = text.removeprefix("PyTreeDef(").removesuffix(")") if "PyTreeDef" in text else text
    return inner if len(inner) <= LONGEST_VALUE else inner[: LONGEST_VALUE - 1] + "…"
