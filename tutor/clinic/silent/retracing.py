"""Programs that are made again and again, or grow with a Python loop."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Iterator
from types import FrameType
from typing import Any

from tutor.clinic.silent.effects import transforms
from tutor.clinic.silent.finding import Finding, Findings
from tutor.clinic.silent.hooks import Call, Hooks, Watcher, staged, traces
from tutor.clinic.silent.source import COMPREHENSIONS, LOOPS, Source, parameters, text

FRESH, CHANGED = 3, 4
"""So many programs for as many calls: a new function each time; new shapes or static values."""
LONG = 50
"""Rounds of a Python loop that are too many for one program."""


def may_storm(source: Source, traced_names: Collection[str]) -> bool:
    """Whether functions of the program's own were traced often; names as JAX told them."""
    own = {node.name for node in source.all(ast.FunctionDef, ast.AsyncFunctionDef)}
    own |= {"<lambda>", "lambda"}
    counts: dict[str, int] = {}
    for name in traced_names:
        short = name.rpartition(".")[2].strip("<>")
        short = "<lambda>" if short == "lambda" else short
        counts[short] = counts.get(short, 0) + 1
    return any(counts.get(name, 0) >= FRESH for name in own)


def may_unroll(source: Source) -> bool:
    """Whether a loop of unknown or long length stands in a function, and something is traced."""
    if not transforms(source):
        return False
    return any(
        source.function(node) is not None and not _short(node)
        for node in source.all(*LOOPS, *COMPREHENSIONS)
    )


def _short(node: ast.AST) -> bool:
    """Whether a loop plainly has few rounds."""
    iterator = getattr(node, "iter", None)
    if isinstance(node, COMPREHENSIONS):
        iterator = node.generators[0].iter
    if isinstance(iterator, ast.Call) and getattr(iterator.func, "id", "") == "range":
        sizes = [one.value for one in iterator.args if isinstance(one, ast.Constant)]
        whole = [one for one in sizes if isinstance(one, int)]
        if whole and len(whole) == len(iterator.args):
            return len(range(*whole)) < LONG
    return isinstance(iterator, ast.List | ast.Tuple)


class Storms(Watcher):
    def __init__(self, hooks: Hooks, findings: Findings) -> None:
        self._hooks, self._source, self._findings = hooks, hooks.source, findings
        self._calls: dict[Any, list[tuple[ast.Call, ast.AST | None, dict[str, str]]]] = {}

    def enter(
        self, node: ast.AST, frame: FrameType, reads: tuple[tuple[str, Callable[[], Any]], ...]
    ) -> None:
        root = self._hooks.root
        if root is None or "jit" in root.vault or not _under_jit(frame):
            return
        named = {name: frame.f_locals.get(name) for name in parameters(node)}
        root.vault["jit"] = node, {name: _signature(value) for name, value in named.items()}

    def after(self, call: Call) -> None:
        if call.staged or call.key is None:
            return
        node, signature = call.vault.get("jit", (None, {}))
        self._calls.setdefault(call.key, []).append((call.node, node, signature))

    def finish(self) -> None:
        for calls in self._calls.values():
            made = [one for one in calls if one[1] is not None]
            if len(made) < FRESH or len(made) < 0.8 * len(calls):
                continue
            self._judge(calls, made)

    def _judge(self, calls: list[Any], made: list[Any]) -> None:
        first = made[0][2]
        changed = sorted({
            name for _, _, signature in made[1:] for name in signature
            if signature[name] != first.get(name)
        })  # fmt: skip
        if changed and len(made) < CHANGED:
            return
        call, function = made[-1][0], made[-1][1]
        details = {
            "function": getattr(function, "name", "lambda"),
            "traces": str(len(made)),
            "calls": str(len(calls)),
            "name": changed[0] if changed else "",
            "call": text(call),
        }
        variant, line = "fresh", self._made_at(function, call)
        if changed:
            values = [signature.get(changed[0], "") for _, _, signature in made]
            variant = "shapes" if "[" in values[0] else "values"
            details["seen"] = ", ".join(dict.fromkeys(values[:4]))
            line = call.lineno
        self._findings.add(Finding("recompile-storm", variant, line, details))

    def _made_at(self, function: ast.AST, call: ast.Call) -> int:
        """The line that makes a new jitted function each time."""
        for node in self._source.all(ast.Call):
            jits = self._source.dotted(node.func) in ("jax.jit", "flax.nnx.jit", "jax.pmap")
            if jits and self._source.loop(node) is not None:
                return int(node.lineno)
        for decorator in getattr(function, "decorator_list", ()):
            if "jit" in text(decorator):
                return int(decorator.lineno)
        return int(getattr(function, "lineno", call.lineno))


def _under_jit(frame: FrameType) -> bool:
    """Whether jit called the function of `frame`, and no loop or other function of the learner."""
    own, here = frame.f_code.co_filename, frame.f_back
    found = False
    while here is not None and here.f_code.co_filename != own:
        name = here.f_code.co_filename
        if "control_flow" in name:
            return False
        found = found or name.endswith("pjit.py")
        here = here.f_back
    return found


def _signature(value: Any) -> str:
    """What of an argument decides whether a program fits."""
    import jax

    parts = []
    for leaf in jax.tree.leaves(value)[:50]:
        if isinstance(leaf, jax.core.Tracer):
            parts.append(f"{leaf.dtype}[{','.join(map(str, leaf.shape))}]")
        elif isinstance(leaf, bool | int | float | str):
            parts.append(repr(leaf)[:40])
    return " ".join(parts)[:120]


class Unrolled(Watcher):
    def __init__(self, hooks: Hooks, findings: Findings) -> None:
        self._hooks, self._source, self._findings = hooks, hooks.source, findings
        self._rounds: dict[ast.AST, list[int]] = {}
        self._long: dict[ast.AST, int] = {}

    def begin(self, node: ast.AST) -> None:
        self._rounds[node] = [0, _equations()]

    def tick(self, node: ast.AST) -> None:
        state = self._rounds.setdefault(node, [0, _equations()])
        state[0] += 1
        if state[0] > LONG and (node in self._long or _equations() - state[1] >= state[0] - 1):
            self._long[node] = max(self._long.get(node, 0), state[0])

    def finish(self) -> None:
        for node, rounds in self._long.items():
            function = self._source.function(node)
            details = {
                "function": getattr(function, "name", "lambda"),
                "rounds": str(rounds),
                "loop": next(_heads(node), ""),
            }
            line = getattr(node, "lineno", 0)
            self._findings.add(Finding("unrolled-loop", "silent", line, details))


def _heads(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.For):
        yield f"for {text(node.target)} in {text(node.iter)}:"
    elif isinstance(node, ast.While):
        yield f"while {text(node.test)}:"
    else:
        yield text(node)


def _equations() -> int:
    """How many operations the program that is being made has by now."""
    if not staged():
        return 0
    for trace in traces():
        frame = getattr(trace, "frame", None)
        for name in ("tracing_eqns", "eqns"):
            found = getattr(frame, name, None)
            if found is not None:
                return len(found)
    return sys.maxsize // 2
