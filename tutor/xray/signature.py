"""What a traced function was called with, and how one call differs from another."""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Any, Literal

import jax

LONGEST_VALUE = 40
MOST_LEAVES = 200

Difference = Literal["shape", "dtype", "weak", "static", "structure", "function"]
VARARGS, VARKEYWORDS = 0x04, 0x08
"""Bits of `co_flags` (see dis)."""


@dataclass(frozen=True)
class Leaf:
    """One array or value of an argument. `dtype` is "" for a value that is not traced."""

    path: str
    dtype: str = ""
    shape: tuple[int, ...] = ()
    weak: bool = False
    value: str = ""

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


@dataclass(frozen=True)
class Change:
    """Why a call was traced though an earlier one had been; `argument` is "" for the function."""

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
    return Signature(tuple(leaves), tuple(structure))


def _leaf(path: str, value: Any) -> Leaf:
    aval = getattr(value, "aval", None)
    dtype, shape = getattr(aval, "dtype", None), getattr(aval, "shape", None)
    if dtype is None or shape is None:
        return Leaf(path, value=_short(value))
    sizes = tuple(size if isinstance(size, int) else -1 for size in shape)
    return Leaf(path, str(dtype), sizes, bool(getattr(aval, "weak_type", False)))


def _short(value: Any) -> str:
    if isinstance(value, bool | int | float | complex | str | bytes | type(None)):
        text = repr(value)
        return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
    if callable(value):
        return str(getattr(value, "__name__", type(value).__name__))
    return type(value).__name__


def change(now: Signature, earlier: list[Signature]) -> Change:
    """What differs from the most similar earlier call (of the latest, where several are)."""
    found = [_change(now, before) for before in reversed(earlier)]
    return min(found, key=lambda pair: pair[0])[1]


def _change(now: Signature, before: Signature) -> tuple[int, Change]:
    """How many leaves differ, and the first difference."""
    if now.structure != before.structure:
        old, new = dict(before.structure), dict(now.structure)
        name = next((n for n in {**old, **new} if old.get(n) != new.get(n)), "")
        return 1000, Change("structure", name, _tree(old.get(name, "")), _tree(new.get(name, "")))
    different = [(a, b) for a, b in zip(before.leaves, now.leaves, strict=False) if a != b]
    if not different:
        # The same arguments, traced again: the cache did not know the function.
        return 0, Change("function")
    old_leaf, new_leaf = different[0]
    return len(different), _leaf_change(old_leaf, new_leaf)


def _leaf_change(before: Leaf, after: Leaf) -> Change:
    kind: Difference = "static"
    if before.dtype and after.dtype:
        if before.shape != after.shape:
            kind = "shape"
        elif before.dtype != after.dtype:
            kind = "dtype"
        else:
            kind = "weak"
    return Change(kind, after.path, before.text, after.text)


def _tree(text: str) -> str:
    inner = text.removeprefix("PyTreeDef(").removesuffix(")") if "PyTreeDef" in text else text
    return inner if len(inner) <= LONGEST_VALUE else inner[: LONGEST_VALUE - 1] + "…"
