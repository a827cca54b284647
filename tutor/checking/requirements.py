"""What a check demands of an answer, and what an error in it means."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from tutor.checking import compare, context
from tutor.checking.context import Failed
from tutor.checking.conversation import Handle, LearnerError
from tutor.checking.describe import cut, describe

_MAX_TEXT = 1200


def need(ok: Any, feedback: str, observed: Any = None, needed: Any = None) -> None:
    """End the check with `feedback` unless `ok`.

    `ok` is a bool or a boolean scalar; anything else is a mistake of the check (TypeError), so that
    no value which merely happens to be true can pass. `observed` and `needed` are described in
    short text; a str stands as it is.
    """
    context.count()
    if not isinstance(ok, (bool, np.bool_)):
        array = np.asarray(ok) if isinstance(ok, (jax.Array, np.ndarray)) else None
        if array is None or array.shape != () or array.dtype != np.bool_:
            raise TypeError(f"need() takes a bool, not {describe(ok)}")
        ok = array[()]
    if not ok:
        raise Failed(feedback, _text(observed), _text(needed))


def fail(feedback: str, observed: Any = None, needed: Any = None) -> None:
    """End the check with `feedback`."""
    need(False, feedback, observed, needed)


def expect(
    actual: Any,
    expected: Any,
    feedback: str = "wrong-value",
    *,
    tol: float = 1e-4,
    atol: float | None = None,
    exact: bool = False,
    inputs: Mapping[str, Any] | None = None,
    mistakes: Mapping[str, Any] | None = None,
    structure: str = "wrong-structure",
    shape: str = "wrong-shape",
    dtype: str | None = "wrong-dtype",
) -> None:
    """End the check unless `actual` is `expected`: structure, shapes, values, kinds of dtype.

    Tolerances are those of `close`. With `exact` the types of containers and the dtypes must be the
    same too. `dtype=None` does not look at dtypes. The first difference is shown, and `inputs`.

    `mistakes` are feedback ids with the value that each mistake gives (or a function without
    arguments that gives it): when the answer is wrong and equals one of them, that is the feedback.
    """
    context.count()
    found = compare.difference(actual, expected, tol=tol, atol=atol, exact=exact)
    if found is None or (found.kind == "dtype" and dtype is None):
        return
    known = _made(actual, mistakes or {}, tol, atol)
    raise _failure(found, known, feedback, structure, shape, dtype, inputs)


def expect_form(
    actual: Any,
    like: Any,
    *,
    exact: bool = False,
    inputs: Mapping[str, Any] | None = None,
    structure: str = "wrong-structure",
    shape: str = "wrong-shape",
    dtype: str | None = "wrong-dtype",
) -> None:
    """End the check unless `actual` has the structure, shapes and kinds of dtype of `like`.

    Values are not looked at: for what is random, or comes in any order.
    """
    context.count()
    found = compare.difference(actual, like, exact=exact, values=False)
    if found is None or (found.kind == "dtype" and dtype is None):
        return
    raise _failure(found, None, "wrong-value", structure, shape, dtype, inputs)


def _failure(
    found: compare.Difference,
    known: str | None,
    value: str,
    structure: str,
    shape: str,
    dtype: str | None,
    inputs: Mapping[str, Any] | None,
) -> Failed:
    """The end of a check for the difference `found`; `known` is the mistake that explains it."""
    feedbacks = {
        "return": "no-return" if structure == "wrong-structure" else structure,
        "structure": structure,
        "shape": shape,
        "dtype": dtype or value,
        "value": value,
    }
    observed = found.observed + _inputs(inputs)
    return Failed(
        known or feedbacks[found.kind], cut(observed, _MAX_TEXT), cut(found.needed, _MAX_TEXT)
    )


def reject(
    actual: Any, mistakes: Mapping[str, Any], *, tol: float = 1e-4, atol: float | None = None
) -> None:
    """End the check with the feedback whose mistaken value `actual` equals (see `close`).

    Only for mistakes that no right answer can equal; `expect` with `mistakes` is safer.
    """
    context.count()
    feedback = _made(actual, mistakes, tol, atol)
    if feedback is not None:
        raise Failed(feedback, cut(describe(actual), _MAX_TEXT))


def _made(actual: Any, mistakes: Mapping[str, Any], tol: float, atol: float | None) -> str | None:
    """The first of `mistakes` that `actual` equals. One that cannot be computed is passed over."""
    for feedback, mistaken in mistakes.items():
        if callable(mistaken) and not isinstance(mistaken, Handle):
            try:
                mistaken = mistaken()
            except Exception:
                continue
        if compare.close(actual, mistaken, tol, atol=atol):
            return feedback
    return None


def unchanged(
    f: Handle,
    *args: Any,
    feedback: str = "changed-input",
    again: str = "not-repeatable",
    **kwargs: Any,
) -> Any:
    """Call `f` twice and give its result.

    The inputs must be as before (else `feedback`), and both results the same (else `again`). What
    a handle stands for is compared where it can cross; elsewhere it has to be the same object.
    """
    context.count()
    inputs = [_known(value, look=True) for value in args]
    first, after = f._session.call(f, args, kwargs)
    for before, now in zip(inputs, after, strict=True):
        if not compare.same(_known(now), before):
            # Beside a right result "needed" would read as if that were wrong.
            raise Failed(feedback, f"{describe(before)} -> {describe(now)}")
    second, _after = f._session.call(f, args, kwargs)
    if _comparable(first) and not compare.close(second, first, 1e-5):
        raise Failed(again, f"{describe(first)}, {describe(second)}")
    return first


def _known(value: Any, look: bool = False) -> Any:
    """`value` with a name of its own in place of each handle; with `look`, what is behind first."""
    if isinstance(value, Handle):
        behind = value._session.part(value, "value") if look else value
        return f"handle {behind._id}" if isinstance(behind, Handle) else _known(behind)
    if isinstance(value, (tuple, list)):
        parts = [_known(part, look) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if isinstance(value, dict):
        known = copy.copy(value)
        known.update({key: _known(part, look) for key, part in value.items()})
        return known
    return value


def _comparable(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(_comparable(part) for part in value)
    if isinstance(value, dict):
        return all(_comparable(part) for part in value.values())
    return not isinstance(value, Handle)


@dataclass(frozen=True)
class Attempt:
    """How a call ended: with `value`, or with `error`."""

    value: Any = None
    error: LearnerError | None = None


def attempt(f: Callable[..., Any], *args: Any, **kwargs: Any) -> Attempt:
    """Call `f`; an exception of the learner's code becomes `error`."""
    try:
        return Attempt(value=f(*args, **kwargs))
    except LearnerError as error:
        return Attempt(error=error)


@dataclass(frozen=True)
class ErrorRule:
    """What an exception of the learner's code means. Made by `on_error`."""

    classes: tuple[str, ...]
    pattern: re.Pattern[str]
    feedback: str

    def fits(self, error: LearnerError) -> bool:
        """Whether this rule speaks of `error`."""
        known = any(name in error.names for name in self.classes)
        return known and self.pattern.search(error.message) is not None


def on_error(classes: str | tuple[str, ...], pattern: str, feedback: str) -> ErrorRule:
    """An entry of a check cell's `errors`: exceptions of these classes (by name; bases count) whose
    message matches the regular expression `pattern` get `feedback`."""
    names = (classes,) if isinstance(classes, str) else tuple(classes)
    return ErrorRule(names, re.compile(pattern, re.DOTALL), feedback)


def _text(value: Any) -> str:
    if value is None:
        return ""
    return cut(value if isinstance(value, str) else describe(value), _MAX_TEXT)


def _inputs(inputs: Mapping[str, Any] | None) -> str:
    return "".join(f"\n{name} = {describe(value)}" for name, value in (inputs or {}).items())
