"""The tree of random keys: where each came from, and what it was used for.

Every call of a function of `jax.random` is heard, with its key and what it returned. Values are
looked at when the program is over, since an operation of JAX inside a trace would become part of
it. Keys inside a trace have no values: their uses are listed under the function that was traced.
"""

from __future__ import annotations

import sys
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tutor.xray.frames import Source

MOST_CALLS = 5_000
MOST_NODES = 200
MOST_CHILDREN = 16
MAKERS = frozenset({"key", "PRNGKey", "wrap_key_data"})
DERIVERS = frozenset({"split", "fold_in", "clone"})
OTHERS = frozenset({"key_data", "key_impl"})
"""Functions that neither use a key up nor make one."""

Data = dict[str, Any]
Words = tuple[int, ...]


def _folder() -> str:
    """The folder of jax's module of random functions, as frames name it."""
    file = sys.modules[jax.random.normal.__module__].__file__ or ""
    return str(Path(file).parent)


@dataclass
class Call:
    """One call of a function of jax.random by somebody else."""

    name: str
    line: int
    key: Any = None
    argument: Any = None
    """The seed, the number of parts, what is folded in."""
    result: Any = None
    traced: bool = False


class Keys:
    def __init__(self, source: Source) -> None:
        self._source = source
        self.folder = _folder()
        self.calls: list[Call] = []
        self._waiting: dict[int, Call] = {}

    def begins(self, frame: types.FrameType) -> None:
        """A function of jax.random is called."""
        code, back = frame.f_code, frame.f_back
        name = code.co_name
        if not hasattr(jax.random, name) or len(self.calls) >= MOST_CALLS or name in OTHERS:
            return
        if back is None or back.f_code.co_filename.startswith(self.folder):
            return
        line = self._source.line(back)
        values = frame.f_locals
        key = values.get("key")
        if not line or (key is None and name not in MAKERS):
            return
        argument = next((values[n] for n in ("seed", "num", "data") if n in values), None)
        traced = isinstance(unbatched(key)[0], jax.core.Tracer)
        call = Call(name, line, key, argument, traced=traced)
        self.calls.append(call)
        self._waiting[id(frame)] = call

    def returns(self, frame: types.FrameType, result: object) -> None:
        """A function of jax.random returns; `result` is kept only where it holds keys."""
        call = self._waiting.pop(id(frame), None)
        if call is not None and call.name in MAKERS | DERIVERS:
            call.result = result

    def data(self) -> Data:
        """`nodes` in reading order, how many keys were `reused`, and uses of traced keys."""
        return _Tree(self.calls).data()


def words(key: Any) -> list[Words] | None:
    """The words of each key in an array of keys, or None when they cannot be had.

    What vmap works on for a single example is the batch, in the order of its rows.
    """
    try:
        key, axes = unbatched(key)
        if isinstance(key, jax.core.Tracer):
            return None
        if isinstance(key, jax.Array) and jnp.issubdtype(key.dtype, jax.dtypes.prng_key):
            key = jax.random.key_data(key)
        rows = _in_front(np.asarray(key), axes)
        if rows.dtype != np.uint32 or rows.ndim == 0:
            return None
        return [tuple(row.tolist()) for row in rows.reshape(-1, rows.shape[-1])]
    except Exception:
        return None


def unbatched(value: Any) -> tuple[Any, list[int]]:
    """What vmap was given, and the axis of each vmap around, the outermost first."""
    axes: list[int] = []
    while type(value).__name__ == "BatchTracer" and isinstance(value.batch_dim, int):
        axes.append(value.batch_dim)
        value = value.val
    return value, axes[::-1]


def _in_front(rows: np.ndarray[Any, Any], axes: list[int]) -> np.ndarray[Any, Any]:
    for place, axis in enumerate(axes):
        rows = np.moveaxis(rows, place + axis, place)
    return rows


@dataclass(frozen=True)
class Origin:
    """How a key came about, on which line, from which key, as which of those made together."""

    how: str = ""
    line: int = 0
    parent: Words | None = None
    row: int = 0


class _Tree:
    def __init__(self, calls: list[Call]) -> None:
        self._calls = calls
        self._made: dict[Words, Origin] = {}
        self._together: dict[Words, int] = {}
        """How many keys were made together with it."""
        self._uses: dict[Words, list[tuple[str, int]]] = {}
        self._traced: dict[tuple[str, int], int] = {}
        for call in calls:
            self._hear(call)

    def _hear(self, call: Call) -> None:
        if call.traced:
            use = call.name, call.line
            self._traced[use] = self._traced.get(use, 0) + 1
            return
        parents = words(call.key) or [] if call.key is not None else []
        made = words(call.result) or [] if call.result is not None else []
        # Under vmap each key of the batch has its own share of what is made.
        share = len(made) // len(parents) if parents and len(made) % len(parents) == 0 else 0
        how = self._how(call)
        for index, child in enumerate(made):
            parent = parents[index // share] if share else None
            if child != parent:
                row = index % share if share else index
                self._made.setdefault(child, Origin(how, call.line, parent, row))
                self._together.setdefault(child, share or len(made))
        if call.name in MAKERS or call.name in ("fold_in", "clone"):
            return
        for used in parents:
            self._uses.setdefault(used, []).append((call.name, call.line))

    def _how(self, call: Call) -> str:
        argument = call.argument
        if isinstance(argument, jax.core.Tracer):
            return f"{call.name}()"
        if isinstance(argument, jax.Array | np.ndarray | np.generic) and np.size(argument) == 1:
            argument = np.asarray(argument).item()
        known = isinstance(argument, int | tuple) and len(str(argument)) <= 20
        return f"{call.name}({argument if known else ''})"

    def data(self) -> Data:
        children: dict[Words | None, list[Words]] = {}
        for key, origin in self._made.items():
            children.setdefault(origin.parent, []).append(key)
        given = [key for key in self._uses if key not in self._made]
        parents = [p for p in children if p is not None and p not in self._made]
        roots = [*children.get(None, ()), *dict.fromkeys([*parents, *given])]
        nodes: list[Data] = []
        left_out = 0
        stack = [(run, 0) for run in reversed(self._alike(roots, children))]
        seen: set[Words] = set()
        while stack:
            keys, depth = stack.pop()
            if keys[0] in seen:
                continue
            seen.update(keys)
            if len(nodes) >= MOST_NODES:
                left_out += len(keys)
                continue
            below = [] if len(keys) > 1 else self._alike(children.get(keys[0], []), children)
            hidden = sum(map(len, below[MOST_CHILDREN:]))
            nodes.append({**self._node(keys, depth, hidden), "derived": bool(below)})
            left_out += sum(map(len, below[MOST_CHILDREN:]))
            stack += [(run, depth + 1) for run in reversed(below[:MOST_CHILDREN])]
        return {
            "nodes": nodes,
            "left_out": left_out,
            "reused": sum(len(uses) > 1 for uses in self._uses.values()),
            "traced": [
                {"name": name, "line": line, "count": count}
                for (name, line), count in list(self._traced.items())[:MOST_NODES]
            ],
        }

    def _alike(
        self, keys: list[Words], children: dict[Words | None, list[Words]]
    ) -> list[list[Words]]:
        """Runs of keys that were made together and used alike, rows of a batch most often."""
        runs: list[list[Words]] = []
        told: object = None
        for key in keys:
            origin = self._made.get(key)
            uses = self._uses.get(key, [])
            alone = origin is None or len(uses) > 1 or key in children
            this = None if alone or origin is None else (origin.how, origin.line, tuple(uses))
            after = bool(runs) and origin is not None and origin.row == self._row(runs[-1][-1]) + 1
            if this is not None and this == told and after:
                runs[-1].append(key)
            else:
                runs.append([key])
            told = this
        return runs

    def _row(self, key: Words) -> int:
        return self._made.get(key, Origin()).row

    def _node(self, keys: list[Words], depth: int, hidden: int) -> Data:
        key = keys[0]
        origin = self._made.get(key, Origin())
        uses = self._uses.get(key, [])
        counted: dict[tuple[str, int], int] = {}
        for use in uses:
            counted[use] = counted.get(use, 0) + 1
        rows = [origin.row, origin.row + len(keys)] if self._together.get(key, 1) > 1 else []
        return {
            "depth": depth,
            "how": origin.how,
            "line": origin.line,
            "rows": rows,
            "words": " ".join(f"{word:08x}" for word in key[:4]),
            "uses": [
                {"name": name, "line": at, "count": count}
                for (name, at), count in list(counted.items())[:8]
            ],
            "reused": len(uses) > 1,
            "hidden": hidden,
        }
