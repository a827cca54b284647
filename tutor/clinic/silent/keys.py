"""Each use of a random key, by what the key is, so that a second use of the same one is seen.

Typed and legacy keys alike. Keys that are known are told apart by their bits, traced ones by the
tracer. What uses a key up: every function of jax.random that takes one, `split` included, but not
`fold_in` and `clone`.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Any

from tutor.clinic.silent.finding import Finding, Findings
from tutor.clinic.silent.hooks import (
    Call,
    Hooks,
    Watcher,
    learner_frames,
    traces,
    unwrapped,
)
from tutor.clinic.silent.same import deliberate
from tutor.clinic.silent.source import LOOPS, Source, text

Ident = tuple[Any, ...]
MOST = 20_000
MANY = 64
"""Keys of one array of keys that are told apart."""
FREE = ("fold_in", "clone")
"""Functions of jax.random that do not use a key up."""


def candidate(source: Source) -> bool:
    """Whether keys are used at more than one place, or again and again at one."""
    uses = [
        call for call in source.all(ast.Call, ast.Attribute)
        if source.dotted(call if isinstance(call, ast.Attribute) else call.func).startswith(
            "jax.random."
        )
    ]  # fmt: skip
    if source.uses("jax.random.") and len(uses) < 2:
        uses += [
            one for one in source.all(ast.Name) if source.dotted(one).startswith("jax.random.")
        ]
    return len(uses) > 1 or any(source.loop(one) or source.function(one) for one in uses)


@dataclass
class Use:
    """Where a key was used up."""

    name: str
    """Of the function that used it."""
    lines: tuple[int, ...]
    """Of the learner's frames, the innermost first."""
    frame: int
    node: ast.AST | None = None
    outer: ast.AST | None = None
    """The call at the outermost of these lines."""


class Keys(Watcher):
    def __init__(self, hooks: Hooks, findings: Findings) -> None:
        self._hooks, self._source, self._findings = hooks, hooks.source, findings
        self._uses: dict[Ident, Use] = {}
        self._origin: dict[Ident, Ident] = {}
        self._hidden: set[Ident] = set()
        """Keys that a library made for itself."""
        self._alive: list[Any] = []
        self._inside: dict[Any, set[tuple[str, int]] | None] = {}
        self._captured: dict[Any, set[Ident]] = {}
        self._deep = 0
        self._undo: list[tuple[Any, str, Any]] = []
        self._install()

    # --- jax.random --------------------------------------------------------------------------

    def _install(self) -> None:
        import jax

        places = [jax.random]
        inner = sys.modules.get("jax._src.random")
        if inner is not None:
            places += [inner, *filter(None, (sys.modules.get("jax._src.random.random"),))]
        for name in dir(jax.random):
            function = getattr(jax.random, name)
            if name.startswith("_") or not callable(function):
                continue
            wrapper = self._wrapped(name, function)
            if wrapper is None:
                continue
            for place in places:
                if getattr(place, name, None) is function:
                    self._undo.append((place, name, function))
                    setattr(place, name, wrapper)

    def remove(self) -> None:
        """Put jax.random back."""
        for place, name, function in self._undo:
            setattr(place, name, function)
        self._undo.clear()

    def _wrapped(self, name: str, function: Callable[..., Any]) -> Callable[..., Any] | None:
        try:
            first = next(iter(inspect.signature(function).parameters), "")
        except (TypeError, ValueError):
            return None
        makes = name in ("key", "PRNGKey")
        if first != "key" and not makes:
            return None

        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            outermost = self._deep == 0 and not self._hooks.quiet
            self._deep += 1
            try:
                if outermost and not makes and name not in FREE:
                    self._safely(self._used, name, args[0] if args else kwargs.get("key"))
                result = function(*args, **kwargs)
            finally:
                self._deep -= 1
            if outermost and (makes or name in ("split", "fold_in", "clone")):
                self._safely(self._made, name, args[:1], result)
            return result

        return wrapper

    def _safely(self, tell: Callable[..., None], *arguments: Any) -> None:
        before, self._deep = self._deep, self._deep + 1
        try:
            tell(*arguments)
        except Exception:
            return
        finally:
            self._deep = before

    # --- what is known of keys ---------------------------------------------------------------

    def _idents(self, key: Any) -> list[Ident]:
        import jax
        import numpy as np

        for _ in range(4):
            inner = getattr(key, "val", None) if type(key).__name__ in _MAPPED else None
            inner = getattr(key, "primal", inner) if "Linearize" in type(key).__name__ else inner
            if inner is None:
                break
            key = inner
        if isinstance(key, jax.core.Tracer):
            self._alive.append(key)
            return [("traced", id(key))]
        typed = jax.numpy.issubdtype(key.dtype, jax.dtypes.prng_key)
        data = np.asarray(getattr(key, "_base_array", None) if typed else key)
        if typed and data.dtype == object:
            data = np.asarray(jax.random.key_data(key))
        if data.dtype != np.uint32 or not data.ndim:
            return []
        rows = data.reshape(-1, data.shape[-1])
        return [("bits", row.tobytes()) for row in rows[:MANY]]

    def _made(self, name: str, parent: tuple[Any, ...], result: Any) -> None:
        frames = _near_frames(self._hooks.filename)
        if name in ("key", "PRNGKey"):
            for ident in self._idents(result):
                self._forget(ident)
                if ident[0] == "traced":
                    self._origin[ident] = ident
                if not frames:
                    self._hidden.add(ident)
                else:
                    self._hidden.discard(ident)
            return
        origins = self._idents(parent[0]) if parent else []
        root = self._origin.get(origins[0], origins[0]) if origins else None
        for ident in self._idents(result):
            if name == "clone":
                self._uses.pop(ident, None)
            elif root is not None and len(self._origin) < MOST:
                # Made anew, also when the same parent gave it before: the parent is told of.
                self._uses.pop(ident, None)
                self._origin[ident] = root
                if not frames:
                    self._hidden.add(ident)

    def _forget(self, root: Ident) -> None:
        """The same seed once more: what comes of it now is a run of its own."""
        gone = [one for one in self._uses if self._origin.get(one, one) == root]
        for one in gone:
            del self._uses[one]

    def _used(self, name: str, key: Any) -> None:
        idents = [one for one in self._idents(key) if one not in self._hidden]
        if not idents:
            return
        frames = learner_frames(self._hooks.filename)
        if not frames:
            return
        use = self._use(name, frames)
        self._in_trace(idents, key, use)
        for ident in idents:
            self._consume(ident, use)

    def _use(self, name: str, frames: list[FrameType]) -> Use:
        stack = self._hooks.stack
        lines = tuple(one.f_lineno for one in frames)
        return Use(
            name,
            lines,
            id(frames[0]),
            stack[-1].node if stack else None,
            stack[0].node if stack else None,
        )

    def _consume(self, ident: Ident, use: Use) -> None:
        earlier = self._uses.get(ident)
        if earlier is None:
            if len(self._uses) < MOST:
                self._uses[ident] = use
            return
        self._tell(earlier, use)

    # --- programs that use keys --------------------------------------------------------------

    def _in_trace(self, idents: list[Ident], key: Any, use: Use) -> None:
        """Note that the program being traced uses a key that was there before it."""
        import jax

        root = self._hooks.root
        if root is None or not traces() or not _jaxpr(traces()):
            return
        known = [one for one in idents if one not in self._origin or one[0] == "bits"]
        if isinstance(key, jax.core.Tracer) and idents[0][0] == "traced":
            if known:
                root.vault.setdefault("keys", []).append(known[0])
            trace = getattr(key, "_trace", None)
            outside = trace is not None and trace is not traces()[0]
        else:
            outside = True
            root.vault.setdefault("captured", set()).update(idents)
        if outside and _loop_between(self._hooks.filename):
            self._report(use, "loop-body", use.lines[0], 0)

    def enter(
        self, node: ast.AST, frame: FrameType, reads: tuple[tuple[str, Callable[[], Any]], ...]
    ) -> None:
        root = self._hooks.root
        if root is not None and "entry" not in root.vault:
            root.vault["entry"] = {name: _leaf_ids(value) for name, value in frame.f_locals.items()}

    def after(self, call: Call) -> None:
        if _makes_stream(call):
            for ident in _idents_of(self, call.result):
                self._hidden.discard(ident)
        if call.staged or call.key is None:
            return
        used = call.vault.get("keys")
        captured = call.vault.get("captured")
        retraced = bool(call.entered) or used is not None or captured is not None
        if retraced:
            self._inside[call.key] = self._used_leaves(call, used) if used else set()
            self._captured[call.key] = captured or set()
        frames = learner_frames(self._hooks.filename)
        if not frames:
            return
        name = text(call.node.func)
        if self._inside.get(call.key):
            for ident in self._passed(call, self._inside[call.key]):
                self._consume(ident, self._called(name, frames, call))
        if not retraced:
            for ident in self._captured.get(call.key, ()):
                self._consume(ident, self._called(name, frames, call))

    def _called(self, name: str, frames: list[FrameType], call: Call) -> Use:
        use = self._use(name, frames)
        use.node = call.node
        use.outer = use.outer or call.node
        return use

    def _used_leaves(self, call: Call, used: list[Ident]) -> set[tuple[str, int]] | None:
        """Which leaves of which parameters the program uses up as keys."""
        entry = call.vault.get("entry", {})
        ids = {one[1] for one in used}
        found = {
            (name, at) for name, leaves in entry.items() for at, leaf in enumerate(leaves)
            if leaf in ids
        }  # fmt: skip
        return found or {("", 0)}

    def _passed(self, call: Call, leaves: set[tuple[str, int]] | None) -> list[Ident]:
        import jax

        if leaves is None:
            return []
        if ("", 0) in leaves:
            flat = jax.tree.leaves((call.args, call.kwargs))
            keys = [one for one in flat if is_key(one)]
            return self._idents(keys[0]) if len(keys) == 1 else []
        function = unwrapped(call.func, self._hooks.filename)
        try:
            bound = inspect.signature(function).bind(*call.args, **call.kwargs).arguments
        except (TypeError, ValueError):
            return []
        found = []
        for name, at in leaves:
            flat = jax.tree.leaves(bound.get(name))
            if at < len(flat) and is_key(flat[at], legacy=True):
                found += self._idents(flat[at])
        return found

    # --- what it means -----------------------------------------------------------------------

    def _tell(self, first: Use, second: Use) -> None:
        if deliberate(self._source, first.node, second.node, first.outer, second.outer):
            return
        if first.lines == second.lines and (first.node is second.node):
            node = second.node
            around = self._source.loop(node) if node is not None else None
            if around is None and second.outer is not None:
                around = self._source.loop(second.outer)
                if around is not None:
                    self._report(second, "loop", second.lines[0], first.lines[0])
                    return
            variant = "loop" if isinstance(around, LOOPS) or around is not None else "silent"
            self._report(second, variant, second.lines[0], first.lines[0])
            return
        if first.lines[0] == second.lines[0]:
            # A helper that was given the same key: what calls it is where the mistake is.
            pairs = zip(reversed(first.lines), reversed(second.lines), strict=False)
            before, here = next(
                ((a, b) for a, b in pairs if a != b), (first.lines[0], second.lines[0])
            )
            self._report(second, "silent", here, before)
            return
        self._report(second, "silent", second.lines[0], first.lines[0])

    def _report(self, use: Use, variant: str, line: int, first: int) -> None:
        key = _key_name(self._source, line, use)
        if variant == "silent" and first == line:
            variant = "same-line"
        details = {
            "name": key,
            "function": use.name,
            "code": f"{key}, sub = jax.random.split({key})",
        }
        self._findings.add(Finding("key-reuse", variant, line, details, {"first": first}))


_MAPPED = ("BatchTracer", "VmapTracer")


def _idents_of(keys: Keys, value: Any) -> list[Ident]:
    return keys._idents(value) if is_key(value) else []


def _makes_stream(call: Call) -> bool:
    owner = type(call.func).__name__, type(getattr(call.func, "__self__", None)).__name__
    return any(name in ("Rngs", "RngStream") for name in owner)


def _leaf_ids(value: Any) -> list[int]:
    import jax

    return [id(leaf) for leaf in jax.tree.leaves(value)[:200]]


def is_key(value: Any, *, legacy: bool = False) -> bool:
    """Whether a value is a key; a legacy one is known only by its looks."""
    import jax

    dtype = getattr(value, "dtype", None)
    if dtype is None or not isinstance(value, jax.Array):
        return False
    if jax.numpy.issubdtype(dtype, jax.dtypes.prng_key):
        return True
    return str(dtype) == "uint32" and value.shape[-1:] in ((2,), (4,))


def _jaxpr(found: list[Any]) -> bool:
    return any("Jaxpr" in type(one).__name__ for one in found)


def _near_frames(filename: str) -> bool:
    """Whether the learner's own code, not a library, called jax.random."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        if name == filename:
            return True
        if "/flax/" in name or "/optax/" in name or "/equinox/" in name:
            return False
        frame = frame.f_back
    return False


def _loop_between(filename: str) -> bool:
    """Whether a compiled loop's body, with the learner's innermost frame in it, is traced."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename != filename:
        frame = frame.f_back
    while frame is not None:
        name = frame.f_code.co_filename
        if "control_flow" in name and name.endswith("loops.py"):
            return True
        if name == filename and frame.f_code.co_name == "<module>":
            return False
        frame = frame.f_back
    return False


def _key_name(source: Source, line: int, use: Use) -> str:
    """What the learner calls the key, at `line`."""
    calls = [
        one for one in source.all(ast.Call)
        if one.lineno <= line <= (one.end_lineno or one.lineno)
    ]  # fmt: skip
    calls.sort(key=lambda one: one is not use.node)
    for call in calls:
        candidates = [*call.args, *(one.value for one in call.keywords)]
        first = source.dotted(call.func).startswith("jax.random.")
        for argument in candidates[:1] if first else candidates:
            shown = text(argument)
            if first or any(part in shown.lower() for part in ("key", "rng", "seed", "prng")):
                return shown if len(shown) < 40 else "key"
    return "key"
