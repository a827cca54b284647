"""The check's view of what the learner made: `learner`.

Questions go to the running worker and come back as plain values of our own, or as handles on what
stays there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tutor.checking import context, syntax, wire
from tutor.checking.conversation import Handle, Session


@dataclass(frozen=True)
class Operation:
    """One equation of a jaxpr. Shapes are texts like "float32[3,4]"."""

    primitive: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    inside: tuple[str, ...]
    """Names of the primitives around it, outermost first."""
    params: dict[str, Any]
    """Its plain parameters."""


@dataclass(frozen=True)
class Shard:
    """The part of an array that one device holds."""

    device: int
    index: tuple[Any, ...]
    shape: tuple[int, ...]


class Learner:
    """What the learner made. See "Checks" in docs/authoring.md."""

    def __init__(
        self, session: Session, source: str, stdout: str, probe: tuple[str, str, int]
    ) -> None:
        self._session, self._source, self._stdout = session, source, stdout
        self._probe, self._probe_loaded = probe, False

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._session.look(name)

    def __getitem__(self, name: str) -> Any:
        return self._session.look(name)

    def __contains__(self, name: str) -> bool:
        return self._session.has(name)

    # --- calls and transformations ---

    def keep(self, f: Any, *args: Any, **kwargs: Any) -> Handle:
        """Call, and give a handle whatever comes back."""
        return self._handle(self._session.kept(f, args, kwargs))

    def value(self, handle: Handle) -> Any:
        """The value behind a handle."""
        return self._session.part(handle, "value")

    def gradient(self, f: Any, *args: Any, argnums: Any = 0, has_aux: bool = False) -> Any:
        return self._session.helper("gradient", f, *args, argnums=argnums, has_aux=has_aux)

    def value_and_grad(self, f: Any, *args: Any, argnums: Any = 0, has_aux: bool = False) -> Any:
        return self._session.helper("value_and_grad", f, *args, argnums=argnums, has_aux=has_aux)

    def jacobian(self, f: Any, *args: Any, argnums: Any = 0) -> Any:
        return self._session.helper("jacobian", f, *args, argnums=argnums)

    def grad(self, f: Any, argnums: Any = 0, has_aux: bool = False) -> Handle:
        return self._handle(self._session.helper("grad", f, argnums=argnums, has_aux=has_aux))

    def jit(self, f: Any, static: tuple[int, ...] = ()) -> Handle:
        return self._handle(self._session.helper("jit", f, static=static))

    def vmap(self, f: Any, in_axes: Any = 0, out_axes: Any = 0) -> Handle:
        made = self._session.helper("vmap", f, in_axes=in_axes, out_axes=out_axes)
        return self._handle(made)

    # --- trees ---

    def leaves(self, tree: Any) -> list[Any]:
        """The leaves of any pytree."""
        return _list(self._session.helper("leaves", tree))

    def paths(self, tree: Any) -> dict[str, Any]:
        """The leaves of any pytree by path, as `jax.tree_util.keystr` writes it."""
        return dict(_fitting(self._session.helper("paths", tree), (str, object)))

    def with_leaves(self, tree: Any, leaves: Sequence[Any]) -> Handle:
        """The same structure with other leaves."""
        return self._handle(self._session.helper("with_leaves", tree, list(leaves)))

    # --- probes and the program itself ---

    def probe(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Call a function of the probe cell."""
        self._advisory()
        if not self._probe_loaded:
            self._session.load_probe(*self._probe)
            self._probe_loaded = True
        return self._session.probe(name, args, kwargs)

    @property
    def output(self) -> str:
        """What the program printed while it ran."""
        self._advisory()
        return self._stdout

    @property
    def source(self) -> str:
        """The text of the program."""
        return self._source

    def mentions(self, name: str) -> bool:
        """Whether `name` occurs as a name, attribute or import in the program."""
        return syntax.mentions(self._source, name)

    # --- facts ---

    def operations(self, f: Any, *args: Any, static: tuple[int, ...] = ()) -> list[Operation]:
        """Every equation of the jaxpr of `f`, nested ones included."""
        self._advisory()
        found = self._session.helper("operations", f, *args, static=static)
        kinds = (str, tuple, tuple, tuple, dict)
        return [Operation(*parts) for parts in _fitting(found, kinds)]

    def primitives(self, f: Any, *args: Any, static: tuple[int, ...] = ()) -> Counter[str]:
        """How often each primitive occurs in the jaxpr of `f`."""
        return Counter(found.primitive for found in self.operations(f, *args, static=static))

    def equations(self, f: Any, *args: Any, static: tuple[int, ...] = (), top: bool = False) -> int:
        """The number of equations in the jaxpr of `f`; with `top` of the outermost one alone."""
        found = self.operations(f, *args, static=static)
        return sum(1 for operation in found if not (top and operation.inside))

    def keys_used(self, f: Any, *args: Any, static: tuple[int, ...] = ()) -> Counter[str]:
        """How often each primitive that takes or makes keys occurs in the jaxpr of `f`."""
        found = self.primitives(f, *args, static=static)
        return Counter({name: n for name, n in found.items() if name.startswith("random_")})

    def traces(self, f: Any, calls: Sequence[Sequence[Any]]) -> list[int]:
        """For each call of a series, how many of the learner's programs it compiled."""
        self._advisory()
        found = _list(self._session.helper("traces", f, [tuple(args) for args in calls]))
        if len(found) != len(calls) or not all(type(count) is int for count in found):
            raise wire.BadMessage("no count for each call")
        return found

    def compiles(self, f: Any, *args: Any) -> int:
        """How many of the learner's programs this call compiles."""
        return int(self.traces(f, [args])[0])

    def is_jitted(self, f: Any) -> bool:
        """Whether `f` is the result of `jit` itself."""
        self._advisory()
        return self._session.helper("is_jitted", f) is True

    def key_reuse(self, f: Any, *args: Any) -> bool:
        """Whether JAX's key checker objects to this call."""
        self._advisory()
        return self._session.helper("key_reuse", f, *args) is True

    def printed(self, f: Any, *args: Any) -> str:
        """What this call prints."""
        self._advisory()
        return str(self._session.helper("printed", f, *args))

    def time(self, f: Any, *args: Any, repeat: int = 5) -> float:
        """Median seconds of a warm, finished call."""
        self._advisory()
        return float(self._session.helper("time", f, *args, repeat=repeat))

    def program(self, f: Any, *args: Any) -> str:
        """The text of the compiled program."""
        self._advisory()
        return str(self._session.helper("program", f, *args))

    def shards(self, array: Any) -> list[Shard]:
        """The parts of an array (a handle that was kept) on its devices."""
        self._advisory()
        found = self._session.helper("shards", array)
        return [Shard(*parts) for parts in _fitting(found, (int, tuple, tuple))]

    def _handle(self, value: Any) -> Handle:
        if not isinstance(value, Handle):
            raise wire.BadMessage("a value where a handle was asked for")
        return value

    @staticmethod
    def _advisory() -> None:
        record = context.current.get(None)
        if record is not None:
            record.advisory = True


def _list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise wire.BadMessage("no list")
    return value


def _fitting(value: Any, kinds: tuple[type, ...]) -> list[tuple[Any, ...]]:
    """`value` as a list of tuples whose parts are of `kinds`."""
    for parts in _list(value):
        if type(parts) is not tuple or len(parts) != len(kinds):
            raise wire.BadMessage("a fact of another form")
        if not all(isinstance(part, kind) for part, kind in zip(parts, kinds, strict=True)):
            raise wire.BadMessage("a fact of another form")
    return _list(value)
