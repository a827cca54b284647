"""Tracers that outlived their trace: found where the program left them, in its own variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

from tutor.clinic.silent.finding import Finding
from tutor.clinic.silent.source import Source, root_name, text

MOST = 3000
"""Values that are looked at."""
DEEPEST = 4
_LEAVES = (str, bytes, int, float, complex, bool, type(None), type, ModuleType)


def leaks(source: Source, namespace: Mapping[str, Any]) -> Iterator[Finding]:
    """Dead tracers that can be reached from the names of the program."""
    if not any(True for _ in source.all(ast.FunctionDef, ast.Lambda)):
        return
    for path in _dead(namespace):
        found = _place(source, path)
        if found is not None:
            yield found


def _dead(namespace: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Paths to tracers: the name first, then attributes, or "[]" for what is in a container."""
    import jax

    seen: set[int] = set()
    waiting: list[tuple[tuple[str, ...], Any]] = [
        ((name,), value) for name, value in namespace.items() if not name.startswith("__")
    ]
    while waiting and len(seen) < MOST:
        path, value = waiting.pop()
        if isinstance(value, _LEAVES) or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, jax.core.Tracer):
            yield path
        elif len(path) <= DEEPEST:
            waiting += [((*path, name), inner) for name, inner in _inside(value)]


def _inside(value: Any) -> list[tuple[str, Any]]:
    cls = type(value)
    if cls in (list, tuple, set, frozenset):
        return [("[]", one) for one in list(value)[:200]]
    if cls is dict:
        return [("[]", one) for one in list(value.values())[:200]]
    if cls is FunctionType:
        cells = []
        for name, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=False):
            try:
                cells.append((name, cell.cell_contents))
            except ValueError:
                continue
        return cells
    if isinstance(value, tuple):
        return [("[]", one) for one in tuple(value)[:200]]
    try:
        own = object.__getattribute__(value, "__dict__")
    except Exception:
        return []
    return [(name, one) for name, one in list(own.items())[:200] if isinstance(name, str)]


def _place(source: Source, path: tuple[str, ...]) -> Finding | None:
    """The line in a function that stored it."""
    attribute = next((one for one in reversed(path) if one != "[]"), path[0])
    for call in source.all(ast.Call):
        func = call.func
        grows = isinstance(func, ast.Attribute) and func.attr in (
            "append",
            "add",
            "insert",
            "extend",
        )
        if not grows or source.function(call) is None or "[]" not in path:
            continue
        owner = func.value
        named = owner.attr if isinstance(owner, ast.Attribute) else root_name(owner)
        if named == attribute:
            function = source.function(call)
            details = {"name": text(call), "function": getattr(function, "name", "lambda")}
            return Finding("side-effect-once", "append-tracer", call.lineno, details)
    for target in source.all(ast.Attribute, ast.Name, ast.Subscript):
        if not isinstance(target.ctx, ast.Store) or source.function(target) is None:
            continue
        if isinstance(target, ast.Attribute):
            fits = target.attr == attribute and len(path) > 1
        elif isinstance(target, ast.Subscript):
            owner = target.value
            named = owner.attr if isinstance(owner, ast.Attribute) else root_name(owner)
            fits = named == attribute and "[]" in path
        else:
            fits = target.id == path[-1] and source.free(target.id, target)
        if fits:
            function = source.function(target)
            details = {"name": text(target), "function": getattr(function, "name", "lambda")}
            return Finding("leaked-tracer", "silent", target.lineno, details)
    return None
