"""Arithmetic whose result is not the one that was meant: wrapped integers, stretched shapes."""

from __future__ import annotations

import ast
from typing import Any

from tutor.clinic.silent.finding import Finding, Findings
from tutor.clinic.silent.hooks import Call, Hooks, Watcher
from tutor.clinic.silent.source import Source, text, words

_WRAPPING = ("int8", "int16", "int32", "uint8", "uint16")
"""Not uint32 and uint64, in which hashes wrap on purpose."""
_ARITHMETIC = ("add", "sub", "mul", "pow", "iadd", "isub", "imul", "ipow", "lshift", "ilshift")
_REDUCTIONS = ("sum", "prod", "cumsum", "cumprod", "dot", "vdot")
_AVERAGES = words("mean sum average nanmean nansum")
LARGE = 1_000_000


def candidate(source: Source) -> bool:
    """Whether there is arithmetic to look at: with integers, or of a kind that is averaged."""
    if not source.uses("jax.numpy.", "jax.numpy"):
        return False
    subtracts = any(isinstance(node.op, ast.Sub) for node in source.all(ast.BinOp)) or any(
        isinstance(node.ops[0], ast.Eq) for node in source.all(ast.Compare)
    )
    averages = any(
        isinstance(node, ast.Attribute) and node.attr in _AVERAGES for node in source.nodes
    )
    return (subtracts and averages) or whole_numbers(source) or source.uses(*LOSSES)


def whole_numbers(source: Source) -> bool:
    """Whether integers come near the end of their range: small types, or large constants."""
    for name in source.mentioned:
        if name.rpartition(".")[2] in _WRAPPING:
            return True
    for node in source.all(ast.Constant):
        if node.value in _WRAPPING:
            return True
        if type(node.value) is int and abs(node.value) >= 40_000:
            return True
    powers = (node for node in source.all(ast.BinOp) if isinstance(node.op, ast.Pow | ast.LShift))
    return any(True for _ in powers) or source.uses(
        "jax.numpy.prod", "jax.numpy.cumprod", "math.factorial"
    )


LOSSES = ("optax.softmax_cross_entropy", "optax.losses.softmax_cross_entropy",
          "optax.l2_loss", "optax.squared_error", "optax.huber_loss",
          "optax.sigmoid_binary_cross_entropy", "optax.losses.l2_loss",
          "optax.losses.squared_error", "optax.losses.sigmoid_binary_cross_entropy")  # fmt: skip


class Numbers(Watcher):
    def __init__(self, hooks: Hooks, findings: Findings) -> None:
        self._source, self._findings = hooks.source, findings

    def operator(self, node: ast.AST, name: str, left: Any, right: Any, result: Any) -> None:
        import jax

        if not isinstance(result, jax.Array):
            return
        if name in _ARITHMETIC and str(result.dtype) in _WRAPPING:
            self._wrapped(node, name.removeprefix("i"), left, right, result)
        elif (
            name in ("sub", "isub", "eq")
            and self._stretched(left, right, result)
            and self._averaged(node)
            and not _meant(node)
        ):
            self._tell_stretched(node, left, right, result)

    # --- integers ----------------------------------------------------------------------------

    def _wrapped(self, node: ast.AST, name: str, left: Any, right: Any, result: Any) -> None:
        import jax
        import numpy as np

        if any(isinstance(one, jax.core.Tracer) for one in (left, right, result)):
            return
        if result.size > LARGE or result.size == 0:
            return
        a, b = (np.asarray(one).astype(object) for one in (left, right))
        if name in ("pow", "lshift") and (np.any(b < 0) or np.any(b > 200)):
            return
        operator = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "pow": np.power,
                    "lshift": np.left_shift}[name]  # fmt: skip
        if result.size > 20_000:
            a, b = (np.asarray(one).astype(np.float64) for one in (left, right))
        self._compare(node, operator(a, b), result)

    def _compare(self, node: ast.AST, exact: Any, result: Any) -> None:
        import numpy as np

        got = np.asarray(result)
        limits = np.iinfo(got.dtype)
        exact = np.broadcast_to(np.asarray(exact), got.shape)
        bad = (exact > limits.max) | (exact < limits.min)
        if not np.any(bad):
            return
        where = tuple(np.argwhere(np.asarray(bad, bool))[0])
        details = {
            "name": text(node),
            "dtype": str(got.dtype),
            "low": str(limits.min),
            "high": str(limits.max),
            "exact": str(int(exact[where])),
            "got": str(int(got[where])),
        }
        line = getattr(node, "lineno", 0)
        self._findings.add(Finding("dtype-surprise", "silent", line, details))

    def after(self, call: Call) -> None:
        import jax

        name = self._source.dotted(call.node.func)
        if name in LOSSES:
            self._loss(call, name.rpartition(".")[2])
        method = getattr(call.func, "__name__", "").strip("_")
        if method not in _REDUCTIONS or not isinstance(call.result, jax.Array):
            return
        if str(call.result.dtype) in _WRAPPING and not isinstance(call.result, jax.core.Tracer):
            self._reduced(call, method)

    def _reduced(self, call: Call, method: str) -> None:
        import jax
        import numpy as np

        owner = getattr(call.func, "__self__", None)
        operands: list[Any] = [owner] if isinstance(owner, jax.Array) else []
        operands += [one for one in call.args if isinstance(one, jax.Array | np.ndarray)]
        if not operands or any(isinstance(one, jax.core.Tracer) for one in operands):
            return
        if any(one.size > LARGE for one in operands) or "where" in call.kwargs:
            return
        wide = [np.asarray(one).astype(np.float64) for one in operands]
        options = {key: value for key, value in call.kwargs.items() if key in ("axis", "keepdims")}
        rest = [one for one in call.args if not isinstance(one, jax.Array | np.ndarray)]
        exact = np.asarray(getattr(np, method)(*wide, *rest, **options))
        if np.all(np.isfinite(exact)):
            self._compare(call.node, exact, call.result)

    # --- shapes ------------------------------------------------------------------------------

    def _stretched(self, left: Any, right: Any, result: Any) -> bool:
        """Whether a column met a row of the same length, and both were stretched to a square."""
        a: tuple[int, ...] = tuple(getattr(left, "shape", ()))
        b: tuple[int, ...] = tuple(getattr(right, "shape", ()))
        column, row = (a, b) if len(a) > len(b) else (b, a)
        return (
            len(row) == 1
            and len(column) == 2
            and row[0] > 1
            and column == (row[0], 1)
            and result.shape == (row[0], row[0])
        )

    def _averaged(self, node: ast.AST) -> bool:
        """Whether the result ends in one number: by mean or sum, here or where its name is read."""
        statement = self._source.statement(node)
        for one in self._source.up(node):
            if isinstance(one, ast.Call) and _whole_reduction(self._source, one):
                return True
            if one is statement:
                break
        names = []
        if isinstance(statement, ast.Assign):
            names = [one.id for one in statement.targets if isinstance(one, ast.Name)]
        for name in names:
            for read in self._source.reads(name):
                if any(
                    isinstance(one, ast.Call) and _whole_reduction(self._source, one)
                    for one in self._source.up(read)
                ):
                    return True
        function = self._source.function(node)
        if isinstance(function, ast.FunctionDef | ast.Lambda) and (
            isinstance(statement, ast.Return) or isinstance(function, ast.Lambda)
        ):
            name = getattr(function, "name", "")
            return any(
                isinstance(one, ast.Call) and _whole_reduction(self._source, one)
                for read in (self._source.reads(name) if name else [])
                for one in self._source.up(read)
            )
        return False

    def _tell_stretched(self, node: ast.AST, left: Any, right: Any, result: Any) -> None:
        sides = (
            (node.left, node.right) if isinstance(node, ast.BinOp)
            else (node.left, node.comparators[0]) if isinstance(node, ast.Compare)
            else (None, None)
        )  # fmt: skip
        names = [text(one) for one in sides]
        column = 0 if len(left.shape) == 2 else 1
        details = {
            "name": names[0],
            "other": names[1],
            "shape": _shape(left),
            "other_shape": _shape(right),
            "result": _shape(result),
            "code": f"{names[column]}.squeeze(-1)" if _plain(sides[column]) else "x.squeeze(-1)",
        }
        line = getattr(node, "lineno", 0)
        self._findings.add(Finding("silent-broadcast", "square", line, details))

    def _loss(self, call: Call, name: str) -> None:
        import numpy as np

        if len(call.args) < 2:
            return
        left, right = call.args[:2]
        a, b = np.shape(left), np.shape(right)
        names = [text(one) for one in call.node.args[:2]]
        whole = np.issubdtype(getattr(right, "dtype", np.float32), np.integer)
        details = {
            "name": names[1],
            "other": names[0],
            "shape": _shape(right),
            "other_shape": _shape(left),
            "function": name,
            "code": f"optax.softmax_cross_entropy_with_integer_labels({', '.join(names)})",
        }
        if name == "softmax_cross_entropy":
            if whole and len(b) < len(a):
                found = Finding("silent-broadcast", "labels", call.node.lineno, details)
                self._findings.add(found)
        elif self._stretched(left, right, call.result):
            details |= {"name": names[0], "other": names[1], "shape": _shape(left),
                        "other_shape": _shape(right), "result": _shape(call.result),
                        "code": f"{names[0]}.squeeze(-1)"}  # fmt: skip
            self._findings.add(Finding("silent-broadcast", "square", call.node.lineno, details))


def _whole_reduction(source: Source, call: ast.Call) -> bool:
    """Whether a call makes one number of all entries."""
    func = call.func
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    if name not in _AVERAGES:
        return False
    axis = any(one.arg == "axis" for one in call.keywords)
    method = isinstance(func, ast.Attribute) and not source.dotted(func.value)
    return not axis and len(call.args) <= (0 if method else 1)


def _meant(node: ast.AST) -> bool:
    """Whether the operands are made a column or a row right there."""
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and one.value is None:
            return True
        if isinstance(one, ast.Attribute) and one.attr in (
            "newaxis",
            "expand_dims",
            "reshape",
            "T",
        ):
            return True
        if isinstance(one, ast.keyword) and one.arg == "keepdims":
            return True
    return False


def _plain(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript)


def _shape(value: Any) -> str:
    return str(tuple(getattr(value, "shape", ())))
