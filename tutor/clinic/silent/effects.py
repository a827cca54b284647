"""Side effects in traced functions: they happen while tracing, not when the program runs."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections import deque
from types import FrameType
from typing import Any

from tutor.clinic.silent.finding import Finding, Findings
from tutor.clinic.silent.hooks import Call, Hooks, Watcher, mapped_size, staged, traced
from tutor.clinic.silent.source import MAPPING, STAGING, Source, root_name, text, words

GROWING = words("append extend insert add update appendleft setdefault pop")
_KNOWING = re.compile(r"trac(?:e|ing)|compil|追踪|编译", re.IGNORECASE)
"""In the name of a counter or in what is printed: the author means the tracing."""
_TRACER = re.compile(r"Traced<|\w*Tracer\b")
_CONTAINERS = (list, dict, set, deque)
_CLOCKS = words(
    "time perf_counter monotonic process_time perf_counter_ns time_ns monotonic_ns ctime now"
)


def transforms(source: Source) -> bool:
    """Whether the program traces anything."""
    return source.uses(*STAGING, *MAPPING)


def effect_statements(source: Source) -> set[ast.AST]:
    """Statements in functions that count in a variable of outside."""
    found: set[ast.AST] = set()
    for node in source.all(ast.AugAssign, ast.Assign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            name = root_name(target)
            if not name or source.function(node) is None or not _outside(source, name, target):
                continue
            counts = isinstance(node, ast.AugAssign) or any(
                isinstance(one, ast.Name) and one.id == name for one in ast.walk(node.value)
            )
            if counts and not _KNOWING.search(text(target)):
                found.add(node)
    return found


def _outside(source: Source, name: str, node: ast.AST) -> bool:
    """Whether `name` is nothing of this function's own: from outside, or plain `self`."""
    if name == "self":
        return not isinstance(node, ast.Name) and not in_module_class(source, node)
    return source.free(name, node) and source.home(name, node) is not None


def in_module_class(source: Source, node: ast.AST) -> bool:
    """Whether the class around is a neural network module or another kept by a library."""
    for one in source.up(node):
        if isinstance(one, ast.ClassDef):
            kept = (*one.bases, *(_called(decorator) for decorator in one.decorator_list))
            return any(source.dotted(base) not in ("", "object") for base in kept)
    return False


def _called(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


def candidate(source: Source) -> bool:
    """Whether some function of a program that traces may do more than compute."""
    if not transforms(source):
        return False
    if effect_statements(source):
        return True
    return any(_may_act(source, call) for call in source.all(ast.Call))


def _may_act(source: Source, call: ast.Call) -> bool:
    if source.function(call) is None:
        return False
    name = source.dotted(call.func)
    if name.startswith(("numpy.random", "random.", "time.", "datetime.", "logging.")):
        return True
    if isinstance(call.func, ast.Name):
        return call.func.id in ("print", "log", "pprint") or name.startswith("random")
    return isinstance(call.func, ast.Attribute) and (
        call.func.attr in GROWING
        or call.func.attr in ("write", "info", "debug", "warning")
        or call.func.attr in ("normal", "uniform", "random", "integers", "rand", "randn", "randint")
    )


class Effects(Watcher):
    def __init__(self, hooks: Hooks, findings: Findings) -> None:
        self._hooks, self._source, self._findings = hooks, hooks.source, findings
        self._calls: dict[Any, int] = {}
        self._cached: dict[Any, int] = {}
        self._ran: dict[Any, dict[ast.AST, tuple[str, str, int]]] = {}

    # --- what happens ------------------------------------------------------------------------

    def before(self, call: Call) -> None:
        if not traced():
            return
        kind = self._kind(call)
        if kind == "print":
            self._printed(call)
        elif kind:
            self._acted(call.node, kind, text(call.node))

    def effect(self, node: ast.AST) -> None:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target  # type: ignore[attr-defined]
        name = root_name(target)
        home = self._source.home(name, target)
        if name != "self" and home is not self._source.tree and self._made_here(home):
            return
        self._acted(node, "counter", text(target))

    def _made_here(self, home: ast.AST | None) -> bool:
        """Whether the function that a variable belongs to is itself being traced."""
        root = self._hooks.root
        return home is not None and root is not None and home in root.entered

    def _kind(self, call: Call) -> str:
        func, node = call.func, call.node
        if func is builtins.print:
            return "print" if not _elsewhere(call) else ""
        owner = getattr(func, "__self__", None)
        name = getattr(func, "__name__", "")
        if type(owner) in _CONTAINERS:
            return "append" if self._grows(node, name) else ""
        module = getattr(func, "__module__", None) or type(owner).__module__
        made_by = type(owner).__name__
        if made_by in ("RandomState", "Generator") and "numpy" in type(owner).__module__:
            return "random"
        if made_by == "Random" or (module == "random" and callable(func)):
            return "random"
        if (module == "time" or made_by == "type") and name in _CLOCKS:
            return "time"
        if made_by == "Logger" or module == "logging":
            return "print"
        if module == "tutor.kit.curve" and name == "log":
            return "log"
        return ""

    def _grows(self, node: ast.Call, name: str) -> bool:
        if name not in GROWING or not isinstance(node.func, ast.Attribute):
            return False
        owner = root_name(node.func.value)
        if not owner or not _may_be_outside(self._source, owner, node):
            return False
        home = self._source.home(owner, node)
        if owner != "self" and home is not self._source.tree and self._made_here(home):
            return False
        return not _KNOWING.search(text(node))

    # --- what it means -----------------------------------------------------------------------

    def _printed(self, call: Call) -> None:
        shown = text(call.node)
        if _KNOWING.search(shown):
            return
        root = self._hooks.root
        if root is not None and _only_traced(root):
            return
        if any(_traced_text(one) for one in call.args):
            self._tell(call.node, "print", shown)
            return
        self._acted(call.node, "print-once", shown)

    def _acted(self, node: ast.AST, variant: str, shown: str) -> None:
        if variant == "random" or variant == "time":
            shown = text(node)
        root = self._hooks.root
        if root is not None and _only_traced(root):
            return
        if staged() and self._in_loop():
            self._tell(node, f"{variant}-loop", shown)
            return
        rows = mapped_size()
        if rows > 1 and variant in ("append", "counter", "random"):
            self._tell(node, f"{variant}-vmap", shown, rows=str(rows))
            return
        if root is not None and staged():
            root.vault.setdefault("effects", {})[node] = (variant, shown)

    def _in_loop(self) -> bool:
        """Whether the body of a compiled loop is being traced."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            name = frame.f_code.co_filename
            if "control_flow" in name and name.endswith("loops.py"):
                return True
            root = frame.f_locals.get("call") if name.endswith("hooks.py") else None
            if isinstance(root, Call) and not root.staged and root is not self._current:
                return False
            frame = frame.f_back
        return False

    @property
    def _current(self) -> Call | None:
        return self._hooks.stack[-1] if self._hooks.stack else None

    def after(self, call: Call) -> None:
        if call.staged or call.key is None:
            return
        key = call.key
        acted = call.vault.get("effects", {})
        self._calls[key] = self._calls.get(key, 0) + 1
        if not acted and not call.entered:
            self._cached[key] = self._cached.get(key, 0) + 1
        ran = self._ran.setdefault(key, {})
        for node, (variant, shown) in acted.items():
            count = ran[node][2] if node in ran else 0
            ran[node] = variant, shown, count + 1

    def finish(self) -> None:
        for key, ran in self._ran.items():
            for node, (variant, shown, count) in ran.items():
                if self._cached.get(key):
                    calls = str(self._calls[key])
                    self._tell(node, variant, shown, ran=str(count), calls=calls)

    def _tell(self, node: ast.AST, variant: str, shown: str, **details: str) -> None:
        function = self._source.function(node)
        name = getattr(function, "name", "lambda")
        details = {"name": shown, "function": name, **details}
        line = getattr(node, "lineno", 0)
        self._findings.add(Finding("side-effect-once", variant, line, details))


def _only_traced(root: Call) -> bool:
    """Whether nothing but tracing was asked for, as by make_jaxpr."""
    name = getattr(root.func, "__qualname__", "") or getattr(root.func, "__name__", "")
    return any(part in name for part in ("make_jaxpr", "eval_shape", "lower", "trace"))


def _may_be_outside(source: Source, name: str, node: ast.AST) -> bool:
    if name == "self":
        return not in_module_class(source, node)
    return source.free(name, node) and source.home(name, node) is not None


def _elsewhere(call: Call) -> bool:
    file = call.kwargs.get("file")
    return file is not None and file not in (sys.stdout, sys.stderr)


def _traced_text(value: Any) -> bool:
    import jax

    if isinstance(value, str):
        return bool(_TRACER.search(value))
    try:
        leaves = jax.tree.leaves(value)
    except Exception:
        return False
    return any(isinstance(one, jax.core.Tracer) for one in leaves[:50])
