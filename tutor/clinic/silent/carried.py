"""What each round should hand to the next and does not: an optimiser's state, a random key."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from tutor.clinic.silent.discards import calls_of, feeds_itself, is_optimizer, stateless
from tutor.clinic.silent.finding import Finding
from tutor.clinic.silent.keys import FREE
from tutor.clinic.silent.source import LOOPS, Source, own_nodes, parameters, root_name, text

_BODIES = {
    "jax.lax.scan": (0, 0),
    "jax.lax.fori_loop": (2, 1),
    "jax.lax.while_loop": (1, 0),
}
"""Which argument is the body, and which of its parameters the carry."""


def carried(source: Source, namespace: Mapping[str, Any]) -> Iterator[Finding]:
    """Everything of this kind in the program."""
    if source.uses("optax.", "optax"):
        for call in source.all(ast.Call):
            if isinstance(call.func, ast.Attribute) and call.func.attr == "init" and call.args:
                yield from _made_anew(source, call, namespace)
    if source.uses("jax.random."):
        for call in source.all(ast.Call):
            if source.dotted(call.func) in _BODIES:
                yield from _same_key(source, call)


# --- state of an optimiser -------------------------------------------------------------------


def _made_anew(source: Source, init: ast.Call, namespace: Mapping[str, Any]) -> Iterator[Finding]:
    """The state is made in the round that uses it, while the parameters go on."""
    assign = source.parents.get(init)
    assert isinstance(init.func, ast.Attribute)
    if not isinstance(assign, ast.Assign) or not isinstance(assign.targets[0], ast.Name):
        return
    state, optimizer = assign.targets[0].id, init.func.value
    round_ = source.parents.get(assign)  # not below an `if`, which may be true just once
    if not isinstance(round_, (*LOOPS, ast.FunctionDef)):
        return
    if not is_optimizer(source, optimizer, namespace):
        return
    updates = [
        one for one in ast.walk(round_)
        if isinstance(one, ast.Call)
        and isinstance(one.func, ast.Attribute)
        and one.func.attr == "update"
        and len(one.args) >= 2
        and text(one.args[1]) == state
        and source.parents.get(source.statement(one) or one) is round_
    ]  # fmt: skip
    if not updates or stateless(source, updates[0], namespace):
        return
    if not _goes_on(source, round_, assign, root_name(optimizer), root_name(init.args[0])):
        return
    details = {"name": state, "code": text(assign)}
    yield Finding("optimizer-state-dropped", "made-anew", init.lineno, details)


def _goes_on(
    source: Source, round_: ast.AST, init: ast.Assign, optimizer: str, params: str
) -> bool:
    """Whether one optimiser has the same parameters in its hands round after round."""
    if isinstance(round_, ast.FunctionDef):
        again = any(
            source.loop(one) is not None and feeds_itself(source, one)
            for one in calls_of(source, round_)
        )
        return again and optimizer not in source.bound(round_)
    stored = [
        one for one in ast.walk(round_)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    ]  # fmt: skip
    made = [one.lineno for one in stored if one.id == params]
    return (
        all(one.id != optimizer for one in stored)
        and bool(made)
        and min(made) > (init.end_lineno or init.lineno)
    )


# --- keys in a carry -------------------------------------------------------------------------


def _same_key(source: Source, loop: ast.Call) -> Iterator[Finding]:
    """The body of a compiled loop uses a key of the carry up, and hands it on as it came."""
    where, parameter = _BODIES[source.dotted(loop.func)]
    body = _function(source, loop.args[where]) if len(loop.args) > where else None
    if body is None or len(parameters(body)) <= parameter:
        return
    carry = parameters(body)[parameter]
    scan = source.dotted(loop.func) == "jax.lax.scan"
    for name in _unchanged(body, carry, scan):
        for call in ast.walk(body):
            used = source.dotted(call.func) if isinstance(call, ast.Call) else ""
            function = used.removeprefix("jax.random.")
            if used == function or function in FREE or "." in function:
                continue
            assert isinstance(call, ast.Call)
            if call.args and isinstance(call.args[0], ast.Name) and call.args[0].id == name:
                details = {
                    "name": name,
                    "function": function,
                    "code": f"{name}, sub = jax.random.split({name})",
                }
                yield Finding("key-reuse", "carried", call.lineno, details)
                return


def _function(source: Source, node: ast.AST) -> ast.FunctionDef | None:
    """The only definition of a function that is given by its name."""
    if not isinstance(node, ast.Name):
        return None
    found = source.definitions(node.id)
    return found[0] if len(found) == 1 else None


def _unchanged(body: ast.FunctionDef, carry: str, scan: bool) -> Iterator[str]:
    """Names of what a body takes from its carry and puts back at the same place."""
    nodes = list(own_nodes(body))
    returned = [one.value for one in nodes if isinstance(one, ast.Return)]
    if len(returned) != 1 or returned[0] is None:
        return
    new = returned[0]
    if scan:
        if not isinstance(new, ast.Tuple) or len(new.elts) != 2:
            return
        new = new.elts[0]
    stores = [
        one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    ]
    if isinstance(new, ast.Name) and new.id == carry and carry not in stores:
        yield carry
    taken = [
        one.targets[0] for one in nodes
        if isinstance(one, ast.Assign) and text(one.value) == carry
    ]  # fmt: skip
    if len(taken) != 1 or not isinstance(taken[0], ast.Tuple) or not isinstance(new, ast.Tuple):
        return
    for old, here in zip(taken[0].elts, new.elts, strict=False):
        same = isinstance(old, ast.Name) and isinstance(here, ast.Name) and old.id == here.id
        if same and isinstance(old, ast.Name) and stores.count(old.id) == 1:
            yield old.id
