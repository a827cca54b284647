"""64-bit numbers that became 32-bit ones, where that was asked for otherwise or loses digits."""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Callable
from typing import Any

from tutor.clinic.silent.finding import Finding, Findings
from tutor.clinic.silent.hooks import Call, Hooks, Watcher
from tutor.clinic.silent.source import Source, text

_WIDE = ("float64", "int64", "uint64", "complex128", "double")
DIGITS = range(9, 16)
"""A number that somebody wrote has so many digits when float32 cannot keep them all."""
LARGE = 1_000_000


def requests(filename: str, seen: Callable[[int, str], None]) -> None:
    """Hear of every warning that a 64-bit type was asked for, with the learner's line."""
    original = warnings.showwarning

    def show(message: Any, *rest: Any, **options: Any) -> None:
        said = str(message)
        if "requested" in said and any(name in said for name in _WIDE):
            frame: Any = sys._getframe(1)
            while frame is not None and frame.f_code.co_filename != filename:
                frame = frame.f_back
            if frame is not None:
                seen(frame.f_lineno, next(name for name in _WIDE if name in said))
        original(message, *rest, **options)

    warnings.showwarning = show


def asked(source: Source, line: int, dtype: str) -> Finding:
    """A request for a 64-bit type that was not met."""
    statement = next(
        (text(one) for one in source.all(ast.stmt)
         if one.lineno <= line <= (one.end_lineno or one.lineno) and not hasattr(one, "body")),
        "",
    )  # fmt: skip
    got = dtype.replace("64", "32").replace("128", "64").replace("double", "float32")
    details = {"name": statement, "asked": dtype, "got": got}
    return Finding("x64-disabled", "asked", line, details)


def wide() -> bool:
    """Whether 64 bits are switched on."""
    import jax

    return bool(getattr(jax.config, "jax_enable_x64", False))


def candidate(source: Source) -> bool:
    """Whether NumPy's wide numbers may come to JAX, and 64 bits are off."""

    if wide() or not source.uses("jax.numpy", "jax.numpy.", "jax.device_put"):
        return False
    return source.uses("numpy", "numpy.") or any(
        type(node.value) is float and abs(node.value) >= 1e7 for node in source.all(ast.Constant)
    )


class Narrowing(Watcher):
    def __init__(self, hooks: Hooks, findings: Findings) -> None:
        self._source, self._findings = hooks.source, findings
        self._explicit = explicit_names(hooks.source)

    def after(self, call: Call) -> None:

        if call.staged or wide() or not _of_jax(call.func):
            return
        given = [*zip(call.node.args, call.args, strict=False)]
        given += [
            (word.value, call.kwargs[word.arg]) for word in call.node.keywords
            if word.arg in call.kwargs
        ]  # fmt: skip
        for node, value in given:
            self._given(call, node, value)

    def _given(self, call: Call, node: ast.expr, value: Any) -> None:
        import numpy as np

        wide = _widest(value)
        if wide is None or wide.size == 0 or wide.size > LARGE:
            return
        lost = _lost(wide)
        explicit = isinstance(value, np.ndarray) and self._asked_for(node)
        if lost is None and not explicit:
            return
        if lost is None:
            lost = wide.reshape(-1)[0]
        kept = lost.astype(_narrow(wide.dtype))
        details = {
            "name": text(node),
            "asked": str(wide.dtype),
            "got": str(_narrow(wide.dtype)),
            "given": repr(lost.item()),
            "kept": repr(kept.item()),
            "call": text(call.node),
        }
        variant = "narrowed-value" if details["given"] != details["kept"] else "narrowed"
        self._findings.add(Finding("x64-disabled", variant, call.node.lineno, details))

    def _asked_for(self, node: ast.expr) -> bool:
        """Whether the learner wrote the wide type for this very value."""
        if isinstance(node, ast.Name):
            return node.id in self._explicit
        return isinstance(node, ast.Call) and _mentions_wide(self._source, node)


def explicit_names(source: Source) -> set[str]:
    """Names that are bound to something made with a 64-bit type by name."""
    found = set()
    for assign in source.all(ast.Assign):
        if _mentions_wide(source, assign.value):
            found |= {one.id for one in assign.targets if isinstance(one, ast.Name)}
    return found


def _mentions_wide(source: Source, node: ast.AST) -> bool:
    """A 64-bit floating type in a call of NumPy, not narrowed again there."""
    if not isinstance(node, ast.Call):
        return False
    numpy = source.dotted(node.func).startswith("numpy.") or (
        isinstance(node.func, ast.Attribute) and node.func.attr == "astype"
    )
    named = [*node.args, *(word.value for word in node.keywords if word.arg == "dtype")]
    wide = any(
        (isinstance(one, ast.Attribute) and one.attr in ("float64", "complex128", "double"))
        or (isinstance(one, ast.Constant) and one.value in ("float64", "complex128", "double"))
        for one in named
    )
    called = source.dotted(node.func) in ("numpy.float64", "numpy.double", "numpy.complex128")
    return (numpy and wide) or called


def _of_jax(func: Any) -> bool:
    module = getattr(func, "__module__", None) or ""
    jitted = type(func).__name__ in ("PjitFunction", "JitWrapped")
    return module.startswith("jax") or jitted


def _widest(value: Any) -> Any:
    import numpy as np

    if type(value) is float:
        return np.asarray(value) if abs(value) >= 1e7 else None
    if type(value) in (list, tuple) and value and all(type(one) is float for one in value[:1000]):
        array = np.asarray([one for one in value[:1000] if type(one) is float])
        return array[np.abs(array) >= 1e7]
    if isinstance(value, np.ndarray | np.generic) and str(value.dtype) in _WIDE:
        return np.asarray(value)
    return None


def _narrow(dtype: Any) -> Any:
    import numpy as np

    return np.dtype({"float64": "float32", "int64": "int32", "uint64": "uint32",
                     "complex128": "complex64"}[str(dtype)])  # fmt: skip


def _lost(wide: Any) -> Any:
    """A number of which 32 bits do not keep what was written; None when nothing is lost."""
    import numpy as np

    flat = wide.reshape(-1)[:2000]
    if wide.dtype.kind in "iu":
        limits = np.iinfo(_narrow(wide.dtype))
        bad = flat[(flat > limits.max) | (flat < limits.min)]
        return bad[0] if bad.size else None
    if wide.dtype.kind != "f":
        return None
    flat = flat[np.isfinite(flat)]
    with np.errstate(over="ignore"):
        near = flat.astype(np.float32).astype(np.float64)
    for bad in (flat[np.isinf(near)], flat[(near == 0) & (flat != 0)]):
        if bad.size:
            return bad[0]
    written = [one for one in flat if _digits(one) in range(1, DIGITS.stop)]
    if len(written) * 2 < len(flat):
        return None
    for one in written:
        digits = _digits(one)
        changed = f"{np.float32(one):.{digits}g}" != f"{one:.{digits}g}"
        if changed and (digits in DIGITS or abs(one) >= 2**24):
            return one
    return None


def _digits(value: Any) -> int:
    """How many digits the number has as it is written shortest."""
    mantissa = repr(float(value)).partition("e")[0].replace(".", "").replace("-", "")
    return len(mantissa.strip("0"))
