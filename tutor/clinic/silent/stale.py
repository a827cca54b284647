"""Outside values that were read while tracing, and changed before the program ran again."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FrameType, FunctionType, ModuleType
from typing import Any

from tutor.clinic.silent.effects import in_module_class
from tutor.clinic.silent.finding import Finding, Findings
from tutor.clinic.silent.hooks import Call, Hooks, Watcher
from tutor.clinic.silent.source import Function, Source, own_nodes, root_name, words

_MUTATING = words("append extend insert add update pop remove clear setdefault sort reverse fill")
SMALL = 10_000


def captures(source: Source) -> dict[ast.AST, tuple[str, ...]]:
    """Functions that read outside values which the program changes somewhere."""
    changed, attributes = _changed_names(source), _changed_attributes(source)
    found: dict[ast.AST, tuple[str, ...]] = {}
    for function in source.all(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda):
        names: dict[str, None] = {}
        for node in own_nodes(function):
            if not isinstance(getattr(node, "ctx", None), ast.Load):
                continue
            if isinstance(node, ast.Name) and node.id in changed:
                home = source.home(node.id, node)
                if home is not None and home is not function and not _writes(function, node.id):
                    names[node.id] = None
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                owner = node.value.id
                outside = owner == "self" or source.free(owner, node)
                if node.attr in attributes and outside and not in_module_class(source, node):
                    names[f"{owner}.{node.attr}"] = None
        if names:
            found[function] = tuple(names)
    return found


def _changed_names(source: Source) -> set[str]:
    """Names that are bound more than once, or whose value is changed in place."""
    times: dict[str, int] = {}
    changed: set[str] = set()
    for node in source.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            again = 2 if source.loop(node) is not None or _is_loop_target(source, node) else 1
            times[node.id] = times.get(node.id, 0) + again
        elif isinstance(node, ast.AugAssign):
            changed.add(root_name(node.target))
        elif isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store):
            changed.add(root_name(node))
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in _MUTATING
        ):
            changed.add(root_name(node.func.value))
        elif isinstance(node, ast.Global | ast.Nonlocal):
            changed |= set(node.names)
    return (changed | {name for name, count in times.items() if count > 1}) - {"", "self"}


def _is_loop_target(source: Source, node: ast.AST) -> bool:
    parent = source.parents.get(node)
    while isinstance(parent, ast.Tuple | ast.List):
        parent = source.parents.get(parent)
    return isinstance(parent, ast.For)


def _changed_attributes(source: Source) -> set[str]:
    """Attributes that are set elsewhere than in `__init__`."""
    found = set()
    for node in source.all(ast.Attribute):
        if isinstance(node.ctx, ast.Store):
            function = source.function(node)
            if getattr(function, "name", "") not in ("__init__", "setup", "__post_init__"):
                found.add(node.attr)
    return found


def _writes(function: ast.AST, name: str) -> bool:
    """Whether the function itself changes `name`: then that is a side effect."""
    for node in own_nodes(function):
        if isinstance(node, ast.Global | ast.Nonlocal) and name in node.names:
            return True
        stores = isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store)
        if stores and root_name(node) == name:
            return True
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in _MUTATING
            and root_name(node.func.value) == name
        ):
            return True
    return False


class Stale(Watcher):
    def __init__(self, hooks: Hooks, findings: Findings) -> None:
        self._hooks, self._source, self._findings = hooks, hooks.source, findings
        self._seen: dict[Any, dict[tuple[ast.AST, str], tuple[Any, Callable[[], Any]]]] = {}

    def enter(
        self, node: ast.AST, frame: FrameType, reads: tuple[tuple[str, Callable[[], Any]], ...]
    ) -> None:
        root = self._hooks.root
        if root is None or not reads:
            return
        kept = root.vault.setdefault("captures", {})
        for name, read in reads:
            try:
                value = read()
            except Exception:
                continue
            if _is_data(value):
                kept[node, name] = snapshot(value), read

    def before(self, call: Call) -> None:
        if call.staged or call.key not in self._seen:
            return
        for place, (then, read) in self._seen[call.key].items():
            try:
                now = read()
            except Exception:
                continue
            if differs(then, now):
                call.vault.setdefault("stale", []).append((place, then, now))

    def after(self, call: Call) -> None:
        if call.staged or call.key is None:
            return
        if call.entered:
            fresh = {one for one, _ in call.vault.get("captures", {})}
            kept = self._seen.setdefault(call.key, {})
            for place in [one for one in kept if one[0] in fresh]:
                del kept[place]
            kept.update(call.vault.get("captures", {}))
            return
        for (function, name), then, now in call.vault.get("stale", ()):
            self._tell(call, function, name, then, now)

    def _tell(self, call: Call, function: ast.AST, name: str, then: Any, now: Any) -> None:
        line = _read_line(function, name)
        shown = {"then": _short(then), "now": _short(now)}
        variant = "silent" if shown["then"] and shown["now"] else "silent-short"
        details = {
            "name": name,
            "function": getattr(function, "name", "lambda"),
            "call": str(call.node.lineno),
            **shown,
        }
        also = {"at": call.node.lineno}
        self._findings.add(Finding("stale-capture", variant, line, details, also))


def _read_line(function: ast.AST, name: str) -> int:
    owner, _, attribute = name.partition(".")
    for node in own_nodes(function):
        if attribute and isinstance(node, ast.Attribute):
            if node.attr == attribute and root_name(node) == owner:
                return node.lineno
        elif not attribute and isinstance(node, ast.Name) and node.id == owner:
            return node.lineno
    return getattr(function, "lineno", 0)


def _is_data(value: Any) -> bool:
    """Whether a change of it matters here; what a library keeps track of itself does not."""
    import jax

    if isinstance(value, ModuleType | type | FunctionType) or callable(value):
        return False
    if type(value).__module__.partition(".")[0] in ("flax", "optax"):
        return False
    try:
        return not any(isinstance(one, jax.core.Tracer) for one in jax.tree.leaves(value)[:100])
    except Exception:
        return False


def snapshot(value: Any) -> Any:
    """`value` as it is now, as far as it can be changed in place."""
    import numpy as np

    if isinstance(value, np.ndarray):
        return value.copy() if value.size <= SMALL else value
    if type(value) in (list, set):
        return type(value)(snapshot(one) for one in value) if len(value) <= SMALL else value
    if type(value) is dict:
        return {key: snapshot(one) for key, one in value.items()} if len(value) <= SMALL else value
    return value


def differs(then: Any, now: Any) -> bool:
    """Whether it changed; when in doubt it did not."""
    import jax
    import numpy as np

    if then is now:
        return False
    if type(then) is not type(now) and not (_is_number(then) and _is_number(now)):
        return _is_number(then) or _is_number(now) or isinstance(then, jax.Array | np.ndarray)
    if isinstance(then, jax.Array | np.ndarray):
        if then.shape != now.shape:
            return True
        if then.size > SMALL or jax.numpy.issubdtype(then.dtype, jax.dtypes.prng_key):
            return isinstance(then, jax.Array)
        return np.asarray(then).tobytes() != np.asarray(now).tobytes()
    if type(then) in (list, tuple):
        pairs = zip(then, now, strict=False)
        return len(then) != len(now) or any(differs(a, b) for a, b in pairs)
    if type(then) is dict:
        return then.keys() != now.keys() or any(differs(then[key], now[key]) for key in then)
    if _is_number(then) or isinstance(then, str | bytes):
        return bool(then != now)
    return False


def _is_number(value: Any) -> bool:
    return isinstance(value, bool | int | float | complex)


def _short(value: Any) -> str:
    if _is_number(value) or isinstance(value, str):
        shown = repr(value)
        return shown if len(shown) <= 30 else ""
    return ""


__all__ = ["Function", "Stale", "captures"]
