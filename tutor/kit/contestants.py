"""The functions of a comparison, called so that every call does the same and is waited for.

A function that donates an argument leaves nothing to call it with again: it gets a fresh copy for
each call, made before the clock runs. Arrays that were passed in ordinary containers survive.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax

from tutor.kit.compiling import CompileClock

MOST_COPIED = 32 << 20
"""Bytes of arguments that are copied ahead for one sample of a donating function."""
MOST_COPIES = 8
"""Copying takes longer than many a function."""

Function = Callable[..., Any]
Call = tuple[tuple[Any, ...], dict[str, Any]]
_until_ready: Callable[[Any], Any] = jax.block_until_ready
_live: Callable[[], list[Any]] = jax.live_arrays


class Arguments:
    """Positional and keyword arguments, as often as they are needed."""

    def __init__(self, args: Sequence[Any], keywords: Mapping[str, Any]) -> None:
        given: Call = tuple(args), dict(keywords)
        leaves: list[Any]
        try:
            leaves, self._tree = jax.tree.flatten(given)
        except Exception:
            # A container that JAX cannot take apart goes in as it is, every time.
            leaves, self._tree = [given], None
        plain = _is_plain(given)
        self._kept = leaves if plain else [_copied(leaf) for leaf in leaves]
        self._given = self.fresh() if plain else given
        self.bytes = sum(leaf.nbytes for leaf in leaves if isinstance(leaf, jax.Array))

    def usual(self) -> Call:
        """The same for every call of a function that does not donate."""
        return self._given

    def spent(self) -> bool:
        """Whether the last call with the usual arguments donated some; then they are renewed."""
        leaves: list[Any] = jax.tree.leaves(self._given) if self._tree is not None else []
        found = any(isinstance(leaf, jax.Array) and leaf.is_deleted() for leaf in leaves)
        if found:
            self._given = self.fresh()
        return found

    def fresh(self) -> Call:
        """New arrays with the same values, ready to use."""
        if self._tree is None:
            call: Call = self._kept[0]
            return call
        copies: Any = jax.tree.unflatten(self._tree, [_copied(leaf) for leaf in self._kept])
        _until_ready(copies)
        args, keywords = copies
        return args, keywords


class Contestant:
    """A function and the arguments that it shares with the others."""

    def __init__(self, function: Function, arguments: Arguments) -> None:
        self._function = function
        self._arguments = arguments
        self._donates = False
        self._leaves_work = False
        self._wait = _until_ready

    def first(self) -> tuple[float, float, Any]:
        """Seconds of a call, seconds of it that were compiling, and the result."""
        args, keywords = self._arguments.usual()
        clock = CompileClock()
        start = time.perf_counter()
        try:
            result = _until_ready(self._function(*args, **keywords))
            if not _holds_arrays(result):
                # To ask such results whether they are ready would cost more than fast functions.
                self._wait = _as_it_is
                if _work_is_left():
                    self._leaves_work = True
                    settle()
            took = time.perf_counter() - start
        finally:
            clock.stop()
        self._donates = self._arguments.spent()
        return took, min(clock.seconds, took), result

    def most_repeats(self) -> int:
        """How many calls a sample may hold."""
        if not self._donates:
            return 1000
        return max(1, min(MOST_COPIES, MOST_COPIED // max(1, self._arguments.bytes)))

    def sample(self, repeats: int) -> float:
        """Seconds of one call, the mean of `repeats`.

        Several calls follow one before the clock runs: what ran before this contestant's turn has
        left threads asleep and caches full of other things.
        """
        function, wait = self._function, self._wait
        args, keywords = self._arguments.usual()
        if self._donates:
            calls = [self._arguments.fresh() for _ in range(repeats)]
            start = time.perf_counter()
            for args, keywords in calls:
                _until_ready(function(*args, **keywords))
        else:
            if repeats > 1:
                wait(function(*args, **keywords))
            start = time.perf_counter()
            for _ in range(repeats):
                wait(function(*args, **keywords))
        if self._leaves_work:
            settle()
        # A clock may stand still for a moment; a time of zero has no ratio.
        return max(time.perf_counter() - start, 1e-9) / repeats


def settle() -> None:
    """Wait until JAX has computed every array that exists."""
    for array in _live():
        if not array.is_deleted():
            array.block_until_ready()


def _as_it_is(result: Any) -> Any:
    return result


def _work_is_left() -> bool:
    return any(not array.is_deleted() and not array.is_ready() for array in _live())


def _holds_arrays(result: Any) -> bool:
    return any(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(result))


def _is_plain(value: Any) -> bool:
    """Whether `value` is made of Python's own containers, so that a copy is as good as itself."""
    if isinstance(value, dict):
        return type(value) is dict and all(map(_is_plain, value.values()))
    if isinstance(value, tuple | list):
        own = type(value) in (tuple, list) or hasattr(value, "_fields")
        return own and all(map(_is_plain, value))
    return jax.tree_util.all_leaves([value]) or value is None


def _copied(leaf: Any) -> Any:
    if not isinstance(leaf, jax.Array) or isinstance(leaf, jax.core.Tracer) or leaf.is_deleted():
        return leaf
    # Not `leaf.copy()`, which would compile a program.
    place = leaf.sharding if leaf.committed else None
    return jax.device_put(leaf, place, may_alias=False)
