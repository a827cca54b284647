"""Where a NaN that the learner sees came from."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

from tutor.clinic.silent.finding import Finding, Findings
from tutor.clinic.silent.hooks import Call, Hooks, Watcher
from tutor.clinic.silent.source import Source, text

_KNOWING = re.compile(r"nan|finite", re.IGNORECASE)
LARGE = 2_000_000


def candidate(source: Source, namespace: Mapping[str, Any], printed: bool) -> bool:
    """Whether a NaN was to be seen, in a program that does not speak of NaN itself."""
    if not source.uses("jax.", "jax", "jax.numpy"):
        return False
    names = (node for node in source.all(ast.Name, ast.Attribute))
    if any(_KNOWING.search(getattr(n, "attr", getattr(n, "id", ""))) for n in names):
        return False
    if any(
        isinstance(node.value, str) and "nan" in node.value.lower()
        for node in source.all(ast.Constant)
    ):
        return False
    return printed or any(
        has_nan(value) for name, value in namespace.items() if not name.startswith("__")
    )


def has_nan(value: Any) -> bool:
    """Whether a NaN is in the arrays of a tree."""
    import jax
    import numpy as np

    try:
        leaves = jax.tree.leaves(value)[:200]
    except Exception:
        return False
    for leaf in leaves:
        if isinstance(leaf, jax.core.Tracer) or not isinstance(leaf, jax.Array | float):
            continue
        if isinstance(leaf, float):
            if leaf != leaf:
                return True
            continue
        if not jax.numpy.issubdtype(leaf.dtype, jax.numpy.inexact) or leaf.size > LARGE:
            continue
        if leaf.is_deleted():
            continue
        if np.isnan(np.asarray(leaf)).any():
            return True
    return False


class Nans(Watcher):
    """Keeps the first places where a NaN came out and none went in; drops what was masked."""

    def __init__(self, hooks: Hooks, findings: Findings) -> None:
        self._hooks, self._source, self._findings = hooks, hooks.source, findings
        self._origins: list[tuple[ast.AST, str, str]] = []

    def before(self, call: Call) -> None:
        call.vault["nans"] = len(self._origins)

    def operator(self, node: ast.AST, name: str, left: Any, right: Any, result: Any) -> None:
        if has_nan(result) and not has_nan((left, right)):
            self._origins.append((node, "value", text(node)))

    def after(self, call: Call) -> None:
        import jax

        if call.staged:
            return
        inside = self._origins[call.vault.get("nans", 0) :]
        if not has_nan(call.result):
            arrays = any(isinstance(one, jax.Array | float) for one in _leaves(call.result))
            if inside and arrays:
                del self._origins[call.vault["nans"] :]
            return
        if inside or has_nan((call.args, call.kwargs, getattr(call.func, "__self__", None))):
            return
        self._origins.append(self._where(call))

    def _where(self, call: Call) -> tuple[ast.AST, str, str]:
        """The operation in the called function, if JAX finds it when it looks at each."""
        import jax

        shown = text(call.node)
        deleted = any(
            isinstance(one, jax.Array) and one.is_deleted()
            for one in _leaves((call.args, call.kwargs))
        )
        if deleted:
            return call.node, "value", shown
        self._hooks.quiet = True
        try:
            with jax.debug_nans(True):
                result = call.func(*call.args, **call.kwargs)
                jax.block_until_ready(result)  # type: ignore[no-untyped-call]
        except FloatingPointError as error:
            line = self._line(error)
            backward = _is_gradient(call, self._source)
            if line and line != call.node.lineno:
                node = self._at(line)
                if node is not None:
                    return node, "gradient" if backward else "inside", shown
            return call.node, "gradient-here" if backward else "value", shown
        except Exception:
            return call.node, "value", shown
        return call.node, "value", shown

    def _line(self, error: BaseException) -> int:
        """The learner's innermost line in a traceback; of what JAX transformed, when it knows."""
        chain: list[BaseException] = []
        here: BaseException | None = error
        while here is not None and len(chain) < 6:
            chain.append(here)
            here = here.__cause__ or here.__context__
        lines = []
        for one in chain:
            entry, found = one.__traceback__, 0
            while entry is not None:
                if entry.tb_frame.f_code.co_filename == self._hooks.filename:
                    found = entry.tb_lineno
                entry = entry.tb_next
            if found:
                lines.append((type(one).__name__ == "JaxStackTraceBeforeTransformation", found))
        before = [line for transformed, line in lines if transformed]
        return before[0] if before else lines[0][1] if lines else 0

    def _at(self, line: int) -> ast.AST | None:
        found = [
            node for node in self._source.all(ast.stmt)
            if node.lineno <= line <= (node.end_lineno or node.lineno)
        ]  # fmt: skip
        return max(found, key=lambda node: (node.lineno, -(node.end_lineno or 0)), default=None)

    def finish(self) -> None:
        for node, variant, shown in self._origins[:1]:
            line = getattr(node, "lineno", 0)
            details = {"name": shown, "code": text(node)}
            self._findings.add(Finding("nan-result", variant, line, details))


def _leaves(value: Any) -> list[Any]:
    import jax

    try:
        return jax.tree.leaves(value)[:200]
    except Exception:
        return []


def _is_gradient(call: Call, source: Source) -> bool:
    names = [source.dotted(node) for node in ast.walk(call.node) if isinstance(node, ast.Attribute)]
    made = getattr(call.func, "__name__", "")
    qualified = getattr(call.func, "__qualname__", "")
    module = getattr(call.func, "__module__", "") or ""
    return (
        any(name in ("jax.grad", "jax.value_and_grad") for name in names)
        or "grad" in made
        or "grad" in qualified
        or "grad" in module
        or "grad" in text(call.node.func)
    )
