"""What a rewritten program calls: a hook does the work of what it replaced, and tells watchers."""

from __future__ import annotations

import ast
import operator
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

from tutor.clinic.silent.source import Source

_PLAIN = {name: getattr(operator, name) for name in (
    "add", "sub", "mul", "truediv", "pow", "matmul", "floordiv", "mod", "lshift", "iadd", "isub",
    "imul", "itruediv", "ipow", "imatmul", "ifloordiv", "imod", "ilshift", "eq", "ne", "lt", "gt",
    "le", "ge")}  # fmt: skip


class Call:
    """A call of the learner's, under way or over."""

    __slots__ = ("args", "entered", "func", "key", "kwargs", "node", "result", "staged", "vault")

    def __init__(
        self, node: ast.Call, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any], staged: bool
    ) -> None:
        self.node, self.func, self.args, self.kwargs = node, func, args, kwargs
        self.staged = staged
        """Whether it happens while something is being traced into a program."""
        self.key: Any = None
        """The same for calls of the same function of the learner's."""
        self.entered: set[ast.AST] = set()
        """Functions whose body ran, staged, during this call."""
        self.vault: dict[str, Any] = {}
        """What watchers keep for the time of this call."""
        self.result: Any = None


class Watcher:
    """Sees what happens. Whatever it raises switches it off, and nothing else."""

    def before(self, call: Call) -> None: ...
    def after(self, call: Call) -> None: ...
    def item(self, node: ast.Subscript, value: Any, index: Any, result: Any) -> None: ...
    def operator(self, node: ast.AST, name: str, left: Any, right: Any, result: Any) -> None: ...
    def enter(
        self, node: ast.AST, frame: FrameType, reads: tuple[tuple[str, Callable[[], Any]], ...]
    ) -> None: ...
    def effect(self, node: ast.AST) -> None: ...
    def begin(self, node: ast.AST) -> None: ...
    def tick(self, node: ast.AST) -> None: ...
    def finish(self) -> None:
        """The program is over, or the time is."""


_EVENTS = ("before", "after", "item", "operator", "enter", "effect", "begin", "tick")


class Hooks:
    """The object that stands in the rewritten program's namespace."""

    def __init__(self, source: Source, filename: str) -> None:
        self.source, self.filename = source, filename
        self.sites: list[ast.AST] = []
        self.stack: list[Call] = []
        self.quiet = False
        """While set nothing is told: the hooks do their work only."""
        self._main = threading.get_ident()
        self._watchers: list[Watcher] = []
        self._interested: dict[str, list[Watcher]] = {name: [] for name in _EVENTS}

    def watch(self, watcher: Watcher) -> None:
        self._watchers.append(watcher)
        for name in _EVENTS:
            if getattr(type(watcher), name) is not getattr(Watcher, name):
                self._interested[name].append(watcher)

    def finish(self) -> None:
        for watcher in tuple(self._watchers):
            self._tell_one(watcher, watcher.finish)

    def only(self, watcher: Watcher) -> dict[str, list[Watcher]]:
        """Tell `watcher` alone from now on; for `restore`."""
        before = self._interested
        self._interested = {
            name: [one for one in those if one is watcher] for name, those in before.items()
        }
        return before

    def restore(self, interested: dict[str, list[Watcher]]) -> None:
        self._interested = interested

    @property
    def root(self) -> Call | None:
        """The call, made while nothing was traced, in which everything now happens."""
        return next((call for call in reversed(self.stack) if not call.staged), None)

    def _silent(self) -> bool:
        return self.quiet or threading.get_ident() != self._main

    def _tell(self, event: str, *arguments: Any) -> None:
        for watcher in tuple(self._interested[event]):
            self._tell_one(watcher, getattr(watcher, event), *arguments)

    def _tell_one(self, watcher: Watcher, tell: Callable[..., None], *arguments: Any) -> None:
        before, self.quiet = self.quiet, True
        try:
            tell(*arguments)
        except Exception:
            for those in self._interested.values():
                if watcher in those:
                    those.remove(watcher)
        finally:
            self.quiet = before

    # --- hooks -------------------------------------------------------------------------------

    def call(self, site: int, func: Any, /, *args: Any, **kwargs: Any) -> Any:
        if self._silent():
            return func(*args, **kwargs)
        node = self.sites[site]
        assert isinstance(node, ast.Call)
        call = Call(node, func, args, kwargs, staged())
        if not call.staged:
            call.key = origin(func, self.filename)
        self.stack.append(call)
        try:
            self._tell("before", call)
            call.result = func(*args, **kwargs)
        finally:
            self.stack.pop()
        self._tell("after", call)
        return call.result

    def item(self, site: int, value: Any, index: Any, /) -> Any:
        result = value[index]
        if not self._silent():
            self._tell("item", self.sites[site], value, index, result)
        return result

    def operator(self, site: int, name: str, left: Any, right: Any, /) -> Any:
        result = _PLAIN[name](left, right)
        if not self._silent():
            self._tell("operator", self.sites[site], name, left, right, result)
        return result

    def enter(self, site: int, /, *reads: tuple[str, Callable[[], Any]]) -> None:
        if self._silent() or not staged():
            return
        node, root = self.sites[site], self.root
        if root is not None:
            root.entered.add(node)
        self._tell("enter", node, sys._getframe(1), reads)

    def effect(self, site: int, /) -> None:
        if not self._silent() and traced():
            self._tell("effect", self.sites[site])

    def begin(self, site: int, value: Any, /) -> Any:
        if not self._silent() and staged():
            self._tell("begin", self.sites[site])
        return value

    def tick(self, site: int, /) -> None:
        if not self._silent() and staged():
            self._tell("tick", self.sites[site])


# --- where JAX is ----------------------------------------------------------------------------


def traces() -> list[Any]:
    """JAX's traces in force, the innermost first; empty when it computes at once."""
    from jax._src import core

    found = []
    trace: Any = core.trace_ctx.trace
    while trace is not None:
        found.append(trace)
        trace = getattr(trace, "parent_trace", None)
    return [one for one in found if type(one).__name__ != "EvalTrace"]


def traced() -> bool:
    """Whether some transformation is at work."""
    return bool(traces())


def staged() -> bool:
    """Whether a program is being made: what Python does now is not part of it."""
    return any("Jaxpr" in type(one).__name__ for one in traces())


def mapped_size() -> int:
    """How many examples a vmap around this point has; 1 without one."""
    size = 1
    for one in traces():
        data = getattr(one, "axis_data", None)
        if data is not None:
            size *= int(data.size)
    return size


# --- functions -------------------------------------------------------------------------------


def unwrapped(func: Any, filename: str) -> Any:
    """The learner's function inside of jitted, partial and other wrapped ones; or what is there."""
    for _ in range(12):
        code = getattr(func, "__code__", None)
        if code is not None and code.co_filename == filename:
            return func
        inner = None
        for name in ("__func__", "__wrapped__", "func", "fun", "f"):
            found = getattr(func, name, None)
            if callable(found) and found is not func:
                inner = found
                break
        if inner is None and code is None and not isinstance(func, type):
            inner = vars(type(func)).get("__call__")
            if type(inner).__name__ in ("wrapper_descriptor", "method_descriptor", "NoneType"):
                inner = None
        if inner is None:
            return func
        func = inner
    return func


def origin(func: Any, filename: str) -> Any:
    """What tells functions apart: where the learner wrote it, and the object that it belongs to."""
    inner = unwrapped(func, filename)
    code = getattr(inner, "__code__", None)
    owner = getattr(func, "__self__", None)
    if owner is None and not hasattr(func, "__name__"):
        owner = func
    plain = id(owner) if owner is not None and type(owner).__module__ == "__main__" else 0
    if code is not None and code.co_filename == filename:
        return code.co_name, code.co_firstlineno, tuple(code.co_positions())[:1], plain
    return id(func)


def learner_frames(filename: str) -> list[FrameType]:
    """Frames of the learner's own code, the innermost first."""
    frames = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == filename:
            frames.append(frame)
        frame = frame.f_back
    return frames


def library_between(filename: str) -> list[str]:
    """Files of the frames from here up to the nearest frame of the learner's."""
    files = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename != filename:
        files.append(frame.f_code.co_filename)
        frame = frame.f_back
    return files
