"""Time that was measured before the work was done."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tutor.clinic.silent.discards import CLOCKS
from tutor.clinic.silent.finding import Finding, Findings
from tutor.clinic.silent.hooks import Call, Hooks, Watcher
from tutor.clinic.silent.source import Function, Source, text, words

_WAITING = words(
    "block_until_ready item tolist asarray array float int bool print device_get effects_barrier "
    "save savez format str repr compile lower sleep log assert_allclose"
)
Piece = ast.Call | ast.BinOp
_TIMEIT = ("timeit.timeit", "timeit.repeat", "timeit.Timer")


@dataclass(frozen=True)
class Window:
    """The work between two looks at the clock, with nothing that waits for its results."""

    start: ast.AST
    stop: ast.AST
    work: tuple[Piece, ...]
    """Calls, and operations whose result is given a name."""

    @property
    def calls(self) -> list[ast.Call]:
        return [one for one in self.work if isinstance(one, ast.Call)]


def windows(source: Source) -> list[Window]:
    """Every such window of the program."""
    if not source.uses("jax", "jax.", "jax.numpy"):
        return []
    found = [*_differences(source), *_timeits(source)]
    return [one for one in found if one.work]


def _differences(source: Source) -> Iterator[Window]:
    for node in source.all(ast.BinOp):
        if not (isinstance(node.op, ast.Sub) and isinstance(node.right, ast.Name)):
            continue
        stop = _stop(source, node)
        start = _start(source, node.right.id, node)
        if stop is None or start is None:
            continue
        inside = _between(source, start, stop)
        if inside is not None and not any(_waits(source, one) for one in inside):
            yield Window(start, stop, tuple(_work(source, inside)))


def _clock(source: Source, node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and source.dotted(node.func) in CLOCKS


def _stop(source: Source, node: ast.BinOp) -> ast.stmt | None:
    """The statement that looks at the clock the second time."""
    statement = source.statement(node)
    if _clock(source, node.left):
        return statement
    if isinstance(node.left, ast.Name) and statement is not None:
        return _start(source, node.left.id, node)
    return None


def _start(source: Source, name: str, before: ast.AST) -> ast.stmt | None:
    """The last statement above that bound `name` to the clock."""
    function = source.function(before)
    found = [
        assign for assign in source.all(ast.Assign)
        if _clock(source, assign.value)
        and any(isinstance(one, ast.Name) and one.id == name for one in assign.targets)
        and source.function(assign) is function
        and _position(assign) <= _position(before)
    ]  # fmt: skip
    return max(found, key=_position, default=None)


def _position(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _between(source: Source, start: ast.AST, stop: ast.AST) -> list[ast.AST] | None:
    """Nodes after the first look and up to the second; None when they are not in one function."""
    scope = source.function(start)
    if source.function(stop) is not scope:
        return None
    after = getattr(start, "end_lineno", 0), getattr(start, "end_col_offset", 0)
    inside = []
    for node in source.all(ast.expr, ast.stmt):
        within = after <= _position(node) < _position(stop)
        if within and source.function(node) is scope and not isinstance(node, Function):
            inside.append(node)
    # What stands in the second statement before its look at the clock is inside too.
    return inside


def _waits(source: Source, node: ast.AST) -> bool:
    """Whether this is, or calls a function of the program's own with, something that waits."""
    if isinstance(node, ast.FormattedValue):
        return True
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.Attribute) and node.attr in _WAITING
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in _WAITING:
        return True
    own = source.definitions(name)
    return any(
        isinstance(inner, ast.Attribute | ast.Name)
        and getattr(inner, "attr", getattr(inner, "id", "")) in _WAITING - {"array", "asarray"}
        for one in own
        for inner in ast.walk(one)
    )


def _work(source: Source, inside: list[ast.AST]) -> Iterator[Piece]:
    for node in inside:
        if isinstance(node, ast.BinOp) and isinstance(source.parents.get(node), ast.Assign):
            yield node
        if isinstance(node, ast.Call) and not _clock(source, node):
            name = getattr(node.func, "id", "")
            if name not in ("range", "len", "enumerate", "zip", "list", "tuple", "dict"):
                yield node


def _timeits(source: Source) -> Iterator[Window]:
    for call in source.all(ast.Call):
        if source.dotted(call.func) not in _TIMEIT or not call.args:
            continue
        given = call.args[0]
        body: ast.AST | None = given.body if isinstance(given, ast.Lambda) else None
        if isinstance(given, ast.Name):
            own = source.definitions(given.id)
            body = own[-1] if own else None
        if body is None:
            continue
        inside = list(ast.walk(body))
        if not any(_waits(source, one) for one in inside):
            yield Window(call, call, tuple(_work(source, inside)))


def certain(
    source: Source, found: list[Window], namespace: Mapping[str, Any]
) -> list[tuple[Window, Piece]]:
    """Windows with a piece of work that gave an array, as the name it was bound to still shows.

    Of several pieces it is the last.
    """
    import jax

    def made_array(piece: Piece) -> bool:
        parent = source.parents.get(piece)
        if not isinstance(parent, ast.Assign) or source.function(piece) is not None:
            return False
        names = [one for target in parent.targets for one in ast.walk(target)]
        values = [namespace.get(one.id) for one in names if isinstance(one, ast.Name)]
        return any(isinstance(one, jax.Array) for one in jax.tree.leaves(values)[:50])

    sure = []
    for window in found:
        made = [piece for piece in window.work if made_array(piece)]
        if made:
            sure.append((window, max(made, key=_position)))
    return sure


def finding(window: Window, piece: Piece) -> Finding:
    """That the result of `piece` should be waited for."""
    shown = text(piece)
    result = f"({shown})" if isinstance(piece, ast.BinOp) else shown
    details = {"name": shown, "code": f"{result}.block_until_ready()", "clock": text(window.stop)}
    return Finding(
        "async-timing", "silent", piece.lineno, details, {"stop": _position(window.stop)[0]}
    )


def _outermost(source: Source, window: Window) -> ast.Call:
    """The last call that is not inside another."""
    calls = set(window.calls)
    alone = [one for one in window.calls if not any(up in calls for up in source.up(one))]
    return max(alone or window.calls, key=_position)


class Clocks(Watcher):
    """Sees whether the calls of a window give arrays at all."""

    def __init__(self, hooks: Hooks, findings: Findings, open_windows: list[Window]) -> None:
        self._source, self._findings = hooks.source, findings
        self._windows = {call: window for window in open_windows for call in window.calls}

    def after(self, call: Call) -> None:
        import jax

        window = self._windows.get(call.node)
        if window is None or call.staged or type(call.func).__name__ == "type":
            return
        leaves = jax.tree.leaves(call.result)[:50]
        if any(
            isinstance(one, jax.Array) and not isinstance(one, jax.core.Tracer) for one in leaves
        ):
            self._findings.add(finding(window, _outermost(self._source, window)))
