"""Where a NaN that the learner sees came from."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

from tutor.clinic.silent.finding import Finding, Findings
from tutor.clinic.silent.hooks import Call, Hooks, Watcher
from tutor.clinic.silent.source import Source, made_of, text

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
            if arrays:
                del self._origins[call.vault.get("nans", 0) :]
                self._origins = [
                    one for one in self._origins if not self._within(one[0], call.node)
                ]
            return
        if inside or has_nan((call.args, call.kwargs, getattr(call.func, "__self__", None))):
            return
        self._origins.append(self._where(call))

    def _within(self, node: ast.AST, outer: ast.AST) -> bool:
        return any(one is outer for one in self._source.up(node))

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
        backward = "grad" in made_of(self._source, call.node.func)
        here = call.node.lineno
        line = self._found(call)
        if line in (0, here):
            # A compiled program does not know the lines of what it was made of.
            with jax.disable_jit():
                line = self._found(call)
        node = self._at(line) if line not in (0, here) else None
        if node is not None:
            return node, "gradient" if backward else "inside", shown
        return call.node, "gradient-here" if backward else "value", shown

    def _found(self, call: Call) -> int:
        """The line at which JAX stops when it looks at each result; 0 when it does not."""
        import jax

        self._hooks.quiet = True
        try:
            with jax.debug_nans(True):
                result = call.func(*call.args, **call.kwargs)
                jax.block_until_ready(result)  # type: ignore[no-untyped-call]
        except FloatingPointError as error:
            return self._line(error)
        except Exception:
            return 0
        return 0

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
