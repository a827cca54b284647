"""Indices past the end: JAX clamps a read and drops a write, without a word."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from tutor.clinic.silent.finding import Finding, Findings
from tutor.clinic.silent.hooks import Call, Hooks, Watcher
from tutor.clinic.silent.source import Source, text, words

_GUARDS = words("where select cond switch select_n nan_to_num piecewise nanmean nansum")
_MODES = words("fill drop clip wrap promise_in_bounds")
LARGE = 1_000_000


def candidate(source: Source) -> bool:
    """Whether an index other than plain slices and -1, 0 stands anywhere."""
    if not source.uses("jax.numpy", "jax.numpy.", "jax.", "jax"):
        return False
    for node in source.all(ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if isinstance(node.ctx, ast.Load) and not all(_harmless(one) for one in parts):
            return True
    return source.uses(*_TAKING)


def _harmless(index: ast.expr) -> bool:
    if isinstance(index, ast.UnaryOp) and isinstance(index.operand, ast.Constant):
        return bool(index.operand.value == 1)
    if isinstance(index, ast.Constant):
        return index.value in (0, None, ...) or isinstance(index.value, str)
    return isinstance(index, ast.Slice)


_TAKING = ("jax.numpy.take", "jax.lax.dynamic_slice", "jax.lax.dynamic_index_in_dim",
           "jax.lax.dynamic_update_slice", "jax.lax.dynamic_slice_in_dim",
           "jax.lax.dynamic_update_slice_in_dim")  # fmt: skip


class Bounds(Watcher):
    def __init__(self, hooks: Hooks, findings: Findings) -> None:
        self._hooks, self._source, self._findings = hooks, hooks.source, findings
        self._probed: set[Any] = set()
        self._open: set[Any] = set()
        """Functions in which an index is traced, so that only running them tells."""

    def item(self, node: ast.Subscript, value: Any, index: Any, result: Any) -> None:
        import jax

        if not isinstance(value, jax.Array) or self._guarded(node):
            return
        wrong = outside(value.shape, index, self._traced)
        if wrong is not None:
            position, size, axis = wrong
            self._tell(node, "read", text(node.value), position, size, axis)

    def _traced(self) -> None:
        """An index whose value is not known yet."""
        root = self._hooks.root
        if root is not None:
            root.vault["open"] = True

    def before(self, call: Call) -> None:
        owner = getattr(call.func, "__self__", None)
        if type(owner).__name__ == "_IndexUpdateRef":
            self._update(call, owner)

    def _update(self, call: Call, owner: Any) -> None:
        if "mode" in call.kwargs or self._guarded(call.node):
            return
        wrong = outside(owner.array.shape, owner.index, self._traced)
        if wrong is None:
            return
        position, size, axis = wrong
        func = call.node.func
        inner = func.value if isinstance(func, ast.Attribute) else None
        array = inner.value if isinstance(inner, ast.Subscript) else None
        name = text(array.value) if isinstance(array, ast.Attribute) else text(array)
        name = name if len(name) <= 30 else "x"
        reads = call.func.__name__ == "get"
        self._tell(call.node, "read" if reads else "write", name, position, size, axis)

    def after(self, call: Call) -> None:
        name = self._source.dotted(call.node.func)
        if name in _TAKING:
            self._taken(call, name)
        if call.staged or call.key is None:
            return
        if call.vault.get("open"):
            self._open.add(call.key)
        if call.key in self._open:
            self._probe(call)

    def _taken(self, call: Call, name: str) -> None:
        import numpy as np

        if name == "jax.numpy.take":
            if "mode" in call.kwargs or len(call.args) < 2 or self._guarded(call.node):
                return
            axis = call.kwargs.get("axis", call.args[2] if len(call.args) > 2 else None)
            shape = np.shape(call.args[0])
            size = shape[axis] if isinstance(axis, int) else int(np.prod(shape))
            wrong = outside((size,), call.args[1], self._traced)
            if wrong is not None:
                self._tell(call.node, "take", text(call.node.args[0]), wrong[0], size, axis or 0)
            return
        if name == "jax.lax.dynamic_slice" and len(call.args) >= 3:
            starts, sizes = call.args[1], call.args[2]
            for axis, size in enumerate(np.shape(call.args[0])):
                start = _known(starts[axis])
                if start is None:
                    self._traced()
                elif start + int(sizes[axis]) > size or start < -size:
                    shown = text(call.node.args[0])
                    self._tell(call.node, "slice", shown, start + int(sizes[axis]) - 1, size, axis)
                    return

    def _probe(self, call: Call) -> None:
        """Run the function once more as plain Python, in which every index has a value."""
        import jax

        kinds = tuple(
            getattr(one, "shape", one if isinstance(one, int) else type(one))
            for one in jax.tree.leaves((call.args, call.kwargs))[:20]
        )
        values = tuple(_known(one) for one in jax.tree.leaves((call.args, call.kwargs))[:20])
        mark = (call.key, repr(kinds), repr(values))
        small = all(getattr(one, "size", 1) <= LARGE for one in jax.tree.leaves(call.args))
        if mark in self._probed or len(self._probed) > 40 or not small:
            return
        self._probed.add(mark)
        leaves = jax.tree.leaves((call.args, call.kwargs))
        if any(isinstance(one, jax.Array) and one.is_deleted() for one in leaves):
            return
        self._hooks.quiet = False
        interested = self._hooks.only(self)
        try:
            with jax.disable_jit():
                call.func(*call.args, **call.kwargs)
        except Exception:
            return
        finally:
            self._hooks.restore(interested)
            self._hooks.quiet = True

    def _guarded(self, node: ast.AST) -> bool:
        """Whether the result goes through where and the like, which may leave it out."""
        for one in self._source.up(node):
            if isinstance(one, ast.Call):
                func = one.func
                name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
                if name in _GUARDS:
                    return True
            if isinstance(one, ast.stmt):
                break
        statement = self._source.statement(node)
        if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
            return False
        name = statement.targets[0].id
        return any(
            isinstance(one, ast.Call)
            and (one.func.attr if isinstance(one.func, ast.Attribute) else "") in _GUARDS
            and any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(one))
            for one in self._source.all(ast.Call)
        )

    def _tell(
        self, node: ast.AST, variant: str, name: str, position: int, size: int, axis: int
    ) -> None:
        details = {
            "name": name,
            "index": str(position),
            "size": str(size),
            "axis": str(axis),
            "last": str(size - 1),
            "code": text(node),
        }
        line = getattr(node, "lineno", 0)
        self._findings.add(Finding("out-of-bounds-index", variant, line, details))


def outside(
    shape: tuple[int, ...], index: Any, traced: Callable[[], None]
) -> tuple[int, int, int] | None:
    """The first position past the end, the size there and the axis; None when all is inside.

    `traced` is called when a position is not known.
    """
    import jax
    import numpy as np

    parts = index if isinstance(index, tuple) else (index,)
    if any(str(getattr(one, "dtype", "")) == "bool" or isinstance(one, bool) for one in parts):
        return None
    used = sum(1 for one in parts if one is not None and one is not Ellipsis)
    axis = 0
    for one in parts:
        if one is None:
            continue
        if one is Ellipsis:
            axis += len(shape) - used
            continue
        if axis >= len(shape):
            return None
        size = shape[axis]
        if "Batch" in type(one).__name__ or "Vmap" in type(one).__name__:
            one = getattr(one, "val", one)
        if isinstance(one, jax.core.Tracer):
            if np.issubdtype(one.dtype, np.integer):
                traced()
        elif not isinstance(one, slice):
            values = np.asarray(one)
            if values.size and np.issubdtype(values.dtype, np.integer) and values.size <= LARGE:
                if values.max() >= size:
                    return int(values.max()), size, axis
                if values.min() < -size:
                    return int(values.min()), size, axis
        axis += 1
    return None


def _known(value: Any) -> int | None:
    import jax
    import numpy as np

    if isinstance(value, jax.core.Tracer):
        return None
    try:
        array = np.asarray(value)
        return int(array) if array.ndim == 0 and np.issubdtype(array.dtype, np.integer) else None
    except (TypeError, ValueError):
        return None
