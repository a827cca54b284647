"""Models that do not do what was meant: updates lost, dropout left on, no gradient."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FrameType
from typing import Any

from tutor.clinic.silent.finding import Finding, Findings
from tutor.clinic.silent.hooks import Call, Hooks, Watcher, traced
from tutor.clinic.silent.source import Source, made_of, parameters, text, words

_FLAT = words(
    "round rint floor ceil trunc sign argmax argmin argsort astype heaviside stop_gradient "
    "greater less floor_divide searchsorted digitize step"
)
_GRADS = ("jax.grad", "jax.value_and_grad")
_JUDGING = ("eval", "test", "predict", "infer", "accuracy", "valid", "score")


# --- NNX -------------------------------------------------------------------------------------


def nnx_candidate(source: Source) -> bool:
    """Whether an NNX module may be changed where nobody hears of it, or left in training."""
    if not source.uses("flax.nnx", "flax.nnx."):
        return False
    plain = source.uses("jax.jit", "jax.vmap", "jax.pmap", "jax.lax.scan")
    return plain or trains_only(source)


def trains_only(source: Source) -> bool:
    """Whether it has layers that behave otherwise in training, and never says that it is over."""
    layers = source.uses("flax.nnx.Dropout", "flax.nnx.BatchNorm")
    said = {node.attr for node in source.all(ast.Attribute)} | {
        node.arg for node in source.all(ast.keyword) if node.arg
    }
    return layers and not said & {"eval", "deterministic", "use_running_average", "view",
                                  "set_attributes"}  # fmt: skip


class Modules(Watcher):
    def __init__(self, hooks: Hooks, findings: Findings) -> None:
        self._hooks, self._source, self._findings = hooks, hooks.source, findings
        self._trains_only = trains_only(hooks.source)
        self._given: dict[tuple[Any, ...], tuple[Any, Any]] = {}
        self._trained = False

    # A module is copied on the way into a jax transformation; what the copy learns is lost.

    def enter(
        self, node: ast.AST, frame: FrameType, reads: tuple[tuple[str, Callable[[], Any]], ...]
    ) -> None:
        root = self._hooks.root
        if root is None or "modules" in root.vault or type(root.func).__name__ != "PjitFunction":
            return
        named = {name: frame.f_locals.get(name) for name in parameters(node)}
        root.vault["modules"] = (
            node,
            {
                name: (value, _state(value))
                for name, value in named.items()
                if _has_variables(value)
            },
        )

    def before(self, call: Call) -> None:
        if self._trains_only and not traced() and _is_module(call.func):
            call.vault["module"] = True

    def after(self, call: Call) -> None:
        if type(call.func).__name__ == "method" and _is_optimizer(call.func.__self__):
            self._trained = True
        if not call.staged and "modules" in call.vault:
            self._lost(call)
        if call.vault.get("module"):
            self._predicted(call)
        elif self._trains_only and traced() and _is_module(call.func):
            self._judged(call)

    def _lost(self, call: Call) -> None:
        node, before = call.vault["modules"]
        for name, (value, state) in before.items():
            if _state(value) == state or _has_variables(call.result):
                continue
            function = getattr(node, "name", "lambda")
            line = self._decorated(node)
            details = {"name": name, "function": function, "call": text(call.node)}
            self._findings.add(Finding("nnx-jax-transform", "lost", line, details))
            return

    def _decorated(self, node: ast.AST) -> int:
        """The line that says jax.jit, where it is a decorator; else that of the function."""
        for decorator in getattr(node, "decorator_list", ()):
            if any("jit" in text(one) for one in ast.walk(decorator)):
                return int(decorator.lineno)
        for jit in self._source.all(ast.Call):
            if self._source.dotted(jit.func) == "jax.jit":
                return int(jit.lineno)
        return int(getattr(node, "lineno", 0))

    # Dropout and batch norm: the same input twice, two answers.

    def _predicted(self, call: Call) -> None:
        import jax
        import numpy as np

        if not _active(call.func) or not isinstance(call.result, jax.Array):
            return
        place = (id(call.func), *(id(one) for one in (*call.args, *call.kwargs.values())))
        earlier = self._given.get(place)
        self._given[place] = (call.result, (call.args, call.func))
        function = getattr(self._source.function(call.node), "name", "")
        judging = any(word in function.lower() for word in _JUDGING)
        if earlier is not None:
            before = np.asarray(earlier[0])
            if before.shape == call.result.shape and (before != np.asarray(call.result)).any():
                self._tell(call, "twice")
        elif judging or self._trained:
            self._tell(call, "evaluation")

    def _judged(self, call: Call) -> None:
        function = getattr(self._source.function(call.node), "name", "")
        if any(word in function.lower() for word in _JUDGING) and _active(call.func):
            self._tell(call, "evaluation")

    def _tell(self, call: Call, variant: str) -> None:
        name = text(call.node.func)
        details = {"name": name, "call": text(call.node), "layer": _active(call.func),
                   "code": f"{name}.eval()"}  # fmt: skip
        line = call.node.lineno
        self._findings.add(Finding("train-eval-mode", variant, line, details))


def _is_module(value: Any) -> bool:
    from flax import nnx

    return isinstance(value, nnx.Module)


def _is_optimizer(value: Any) -> bool:
    from flax import nnx

    return isinstance(value, nnx.Optimizer)


def _active(module: Any) -> str:
    """The kind of a layer that is in training mode; "" when there is none."""
    from flax import nnx

    for _, one in nnx.iter_graph(module):
        if isinstance(one, nnx.Dropout) and not one.deterministic and one.rate > 0:
            return "Dropout"
        if isinstance(one, nnx.BatchNorm) and not one.use_running_average:
            return "BatchNorm"
    return ""


def _variables(value: Any) -> list[Any]:
    import jax
    from flax import nnx

    leaves = jax.tree.leaves(value, is_leaf=lambda one: isinstance(one, nnx.Variable | nnx.Module))
    found = []
    for leaf in leaves:
        if isinstance(leaf, nnx.Variable):
            found.append(leaf)
        elif isinstance(leaf, nnx.Module):
            found += [one for _, one in nnx.iter_graph(leaf) if isinstance(one, nnx.Variable)]
    return found


def _has_variables(value: Any) -> bool:
    return bool(_variables(value))


def _state(value: Any) -> list[int]:
    return [id(one.get_raw_value()) for one in _variables(value)]


# --- gradients -------------------------------------------------------------------------------


def flat_candidate(source: Source) -> bool:
    """Whether something is differentiated, and something in it has no slope."""
    return source.uses(*_GRADS) and bool(_flat_nodes(source, source.tree))


def _flat_nodes(source: Source, scope: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    for node in ast.walk(scope):
        if isinstance(node, ast.Call):
            func = node.func
            name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            name = name or getattr(func, "id", "")
            whole = name != "astype" or any(
                "int" in text(one) or "bool" in text(one) for one in node.args
            )
            if name in _FLAT and whole:
                found.append(node)
        elif isinstance(node, ast.Compare) or (
            isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv)
        ):
            found.append(node)
    return found


class Slopes(Watcher):
    """Gradients that are zero everywhere, of functions with a step in them."""

    def __init__(self, hooks: Hooks, findings: Findings) -> None:
        self._hooks, self._source, self._findings = hooks, hooks.source, findings
        self._zero: dict[Any, list[tuple[bool, Call]]] = {}

    def after(self, call: Call) -> None:
        import jax
        import numpy as np

        if call.staged or not self._differentiates(call):
            return
        result = call.result
        if isinstance(result, tuple) and len(result) == 2 and self._with_value(call):
            result = result[1]
        leaves = [one for one in jax.tree.leaves(result) if isinstance(one, jax.Array)]
        if not leaves or any(isinstance(one, jax.core.Tracer) for one in leaves):
            return
        zero = all(not np.asarray(one).any() for one in leaves)
        self._zero.setdefault(call.key, []).append((zero, call))

    def _differentiates(self, call: Call) -> bool:
        return "grad" in self._made_of(call)

    def _with_value(self, call: Call) -> bool:
        return "value_and_grad" in self._made_of(call)

    def _made_of(self, call: Call) -> str:
        """What made the called function: "grad", "value_and_grad", or neither."""
        made = made_of(self._source, call.node.func)
        return next((one for one in ("value_and_grad", "grad(") if one in made), "").rstrip("(")

    def finish(self) -> None:
        for seen in self._zero.values():
            if not all(zero for zero, _ in seen):
                continue
            call = seen[0][1]
            function = self._differentiated(call)
            if function is None:
                continue
            flat = self._flat_inside(function)
            if not flat or self._straight_through(function):
                continue
            node = flat[0]
            details = {
                "name": text(node),
                "function": getattr(function, "name", "lambda"),
                "call": text(call.node),
            }
            line = getattr(node, "lineno", 0)
            self._findings.add(Finding("zero-gradient", "silent", line, details))

    def _flat_inside(self, function: ast.AST) -> list[ast.AST]:
        """What has no slope, in the function or in one of the program's own that it calls."""
        seen, waiting = set(), [function]
        found: list[ast.AST] = []
        while waiting:
            here = waiting.pop()
            if here in seen:
                continue
            seen.add(here)
            found += _flat_nodes(self._source, here)
            called = {getattr(n.func, "id", "") for n in ast.walk(here) if isinstance(n, ast.Call)}
            waiting += [one for one in self._source.all(ast.FunctionDef) if one.name in called]
        return found

    def _straight_through(self, function: ast.AST) -> bool:
        return "custom_vjp" in self._source.code or "custom_jvp" in self._source.code

    def _differentiated(self, call: Call) -> Any:
        """The learner's function that was differentiated."""
        from tutor.clinic.silent.hooks import unwrapped

        inner = unwrapped(call.func, self._hooks.filename)
        code = getattr(inner, "__code__", None)
        if code is None or code.co_filename != self._hooks.filename:
            return None
        for node in self._source.all(ast.FunctionDef, ast.Lambda):
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            if first == code.co_firstlineno:
                return node
        return None
