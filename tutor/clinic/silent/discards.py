"""Results that are thrown away: updates of arrays, of parameters, of an optimiser's state."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping
from typing import Any

from tutor.clinic.silent.finding import Finding
from tutor.clinic.silent.source import LOOPS, Source, own_nodes, root_name, text, words

AT_METHODS = words("set add subtract multiply mul divide div power min max apply")
PURE_METHODS = words(
    "sort reshape astype clip round transpose ravel flatten squeeze cumsum swapaxes repeat "
    "conj view"
)
"""Methods of arrays that NumPy users know as, or take for, changes in place."""
CLOCKS = words(
    "time.time time.perf_counter time.monotonic time.process_time time.perf_counter_ns "
    "time.time_ns time.monotonic_ns timeit.default_timer"
)


def discards(source: Source, namespace: Mapping[str, Any]) -> Iterator[Finding]:
    """Everything of this kind in the program."""
    for call in source.all(ast.Call):
        yield from _array_update(source, call, namespace)
        yield from _parameters(source, call)
        yield from _state(source, call, namespace)
    yield from _step_functions(source)


def unused(source: Source, call: ast.Call) -> bool:
    """Whether nobody reads what `call` returns: a statement of its own, or a name never read."""
    parent = source.parents.get(call)
    if isinstance(parent, ast.Expr):
        return True
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
        target = parent.targets[0]
        if isinstance(target, ast.Name) and parent.value is call:
            return _never_read(source, target)
    return False


def _never_read(source: Source, target: ast.Name) -> bool:
    """Read nowhere in the program, under that name; `global` names may be read by anybody."""
    if source.reads(target.id) or source.uses("builtins."):
        return False
    aug = (n.target for n in source.all(ast.AugAssign))
    exported = any(target.id in n.names for n in source.all(ast.Global, ast.Nonlocal))
    loose = any(
        isinstance(n.func, ast.Name) and n.func.id in ("locals", "globals", "vars", "eval", "exec")
        for n in source.all(ast.Call)
    )
    return not (
        exported or loose or any(isinstance(n, ast.Name) and n.id == target.id for n in aug)
    )


# --- arrays ----------------------------------------------------------------------------------


def at_update(call: ast.Call) -> ast.expr | None:
    """The array in `x.at[i].set(v)`, or None."""
    func = call.func
    if (
        isinstance(func, ast.Attribute)
        and func.attr in AT_METHODS
        and isinstance(func.value, ast.Subscript)
        and isinstance(func.value.value, ast.Attribute)
        and func.value.value.attr == "at"
    ):
        inner = func.value.value.value
        deeper = at_update(inner) if isinstance(inner, ast.Call) else None
        return deeper or inner
    return None


def _array_update(
    source: Source, call: ast.Call, namespace: Mapping[str, Any]
) -> Iterator[Finding]:
    array = at_update(call)
    if array is not None:
        if not unused(source, call):
            return
        parent = source.parents[call]
        name = root_name(array)
        if isinstance(parent, ast.Assign) and not _read_after(source, name, parent):
            return
        shown = text(array)
        details = {"name": shown, "code": f"{shown} = {text(call)}"}
        yield Finding("immutable-array", "discarded", call.lineno, details)
        return
    func = call.func
    if (
        isinstance(func, ast.Attribute)
        and func.attr in PURE_METHODS
        and isinstance(func.value, ast.Name)
        and isinstance(source.parents.get(call), ast.Expr)
        and _is_array(namespace.get(func.value.id))
        and source.home(func.value.id, call) is source.tree
    ):
        name = func.value.id
        details = {"name": name, "call": text(call), "code": f"{name} = {text(call)}"}
        yield Finding("immutable-array", "method", call.lineno, details)


def _read_after(source: Source, name: str, statement: ast.stmt) -> bool:
    last = statement.end_lineno or statement.lineno
    return any(one.lineno > last for one in source.reads(name))


def _is_array(value: Any) -> bool:
    import jax

    return isinstance(value, jax.Array)


# --- parameters ------------------------------------------------------------------------------


def _parameters(source: Source, call: ast.Call) -> Iterator[Finding]:
    name = source.dotted(call.func)
    if name == "optax.apply_updates" and call.args and unused(source, call):
        params = text(call.args[0])
        details = {"name": params, "code": f"{params} = {text(call)}"}
        yield Finding("optimizer-state-dropped", "params", call.lineno, details)
    elif name in ("jax.tree.map", "jax.tree_util.tree_map") and len(call.args) > 2:
        changes = isinstance(call.args[0], ast.Lambda) and isinstance(call.args[0].body, ast.BinOp)
        if changes and isinstance(source.parents.get(call), ast.Expr):
            params = text(call.args[1])
            details = {"name": params, "code": f"{params} = {text(call)}"}
            yield Finding("optimizer-state-dropped", "params", call.lineno, details)
    elif isinstance(call.func, ast.Attribute) and call.func.attr == "apply_gradients":
        keyword = any(one.arg == "grads" for one in call.keywords)
        if keyword and isinstance(source.parents.get(call), ast.Expr):
            state = text(call.func.value)
            details = {"name": state, "code": f"{state} = {text(call)}"}
            yield Finding("optimizer-state-dropped", "train-state", call.lineno, details)


def _step_functions(source: Source) -> Iterator[Finding]:
    """`train_step(params, x)` in a loop, where the step returns what it has changed."""
    steps = {
        node.name: node
        for node in source.all(ast.FunctionDef)
        if _returns_update(source, node) and isinstance(source.function(node), type(None))
    }
    for call in source.all(ast.Call):
        if not isinstance(call.func, ast.Name) or call.func.id not in steps:
            continue
        parent, loop = source.parents.get(call), source.loop(call)
        if not isinstance(parent, ast.Expr) or not isinstance(loop, LOOPS):
            continue
        scope = source.function(call) or source.tree
        if any(source.dotted(n.func) in CLOCKS for n in _calls(scope)):
            continue
        names = [text(one) for one in call.args]
        results = _returned(steps[call.func.id])
        shown = [one for one in results if one in names] or results
        details = {
            "name": call.func.id,
            "code": f"{', '.join(shown)} = {text(call)}" if shown else text(call),
        }
        yield Finding("optimizer-state-dropped", "step", call.lineno, details)


def _calls(scope: ast.AST) -> Iterator[ast.Call]:
    return (node for node in own_nodes(scope) if isinstance(node, ast.Call))


def _returns_update(source: Source, function: ast.FunctionDef) -> bool:
    """Whether it computes new parameters and gives them back, and changes nothing itself."""
    nodes = list(ast.walk(function))
    if any(isinstance(one, ast.Global | ast.Nonlocal) for one in nodes):
        return False
    stores = [
        one for one in nodes
        if isinstance(one, ast.Attribute | ast.Subscript) and isinstance(one.ctx, ast.Store)
    ]  # fmt: skip
    updates = any(
        isinstance(one, ast.Call)
        and (
            source.dotted(one.func) == "optax.apply_updates"
            or (isinstance(one.func, ast.Attribute) and one.func.attr == "apply_gradients")
        )
        for one in nodes
    )
    returns = any(isinstance(one, ast.Return) and one.value for one in own_nodes(function))
    return updates and returns and not stores


def _returned(function: ast.FunctionDef) -> list[str]:
    for node in own_nodes(function):
        if isinstance(node, ast.Return) and node.value is not None:
            parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            return [one.id for one in parts if isinstance(one, ast.Name)]
    return []


# --- state of an optimiser -------------------------------------------------------------------


def _state(source: Source, call: ast.Call, namespace: Mapping[str, Any]) -> Iterator[Finding]:
    func = call.func
    if not (isinstance(func, ast.Attribute) and func.attr == "update" and len(call.args) >= 2):
        return
    if not source.uses("optax.", "optax") or not is_optimizer(source, func.value, namespace):
        return
    dropped, target = _new_state_dropped(source, call)
    if not dropped or not _again(source, call) or stateless(source, call, namespace):
        return
    state = text(call.args[1])
    rewritten = copy.deepcopy(target) if target is not None else None
    first = text(rewritten.elts[0]) if isinstance(rewritten, ast.Tuple) else "updates"
    kept = f"{first}, {state} = {text(call)}"
    elements = target.elts if isinstance(target, ast.Tuple) else []
    if len(elements) == 2 and text(elements[1]) == state:
        kept = _with_state(source, call, state)  # it is kept here, and lost when the step returns
    details = {"name": state, "code": kept}
    yield Finding("optimizer-state-dropped", "state", call.lineno, details)


def _with_state(source: Source, call: ast.Call, state: str) -> str:
    """What the step returns, with the new state behind it."""
    function = source.function(call)
    for node in own_nodes(function) if function is not None else ():
        if isinstance(node, ast.Return) and node.value is not None:
            parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            return f"return {', '.join([*map(text, parts), state])}"
    return f"return {state}"


def is_optimizer(source: Source, node: ast.expr, namespace: Mapping[str, Any]) -> bool:
    if isinstance(node, ast.Name) and node.id in namespace:
        value = namespace[node.id]
        if type(value).__module__.startswith("optax"):
            return True
    name = root_name(node)
    for assign in source.all(ast.Assign):
        made = source.dotted(assign.value.func) if isinstance(assign.value, ast.Call) else ""
        if made.startswith("optax.") and any(root_name(one) == name for one in assign.targets):
            return True
    return False


def _new_state_dropped(source: Source, call: ast.Call) -> tuple[bool, ast.expr | None]:
    parent = source.parents.get(call)
    if isinstance(parent, ast.Expr):
        return True, None
    if isinstance(parent, ast.Subscript) and isinstance(parent.slice, ast.Constant):
        return parent.slice.value == 0, None
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
        target = parent.targets[0]
        if isinstance(target, ast.Tuple) and len(target.elts) == 2:
            second = target.elts[1]
            if isinstance(second, ast.Name):
                dropped = second.id.startswith("_") or _never_read(source, second)
                return dropped or _lost_on_return(source, call, parent, second.id), target
    return False, None


def _lost_on_return(source: Source, call: ast.Call, statement: ast.stmt, name: str) -> bool:
    """Whether a step function keeps the new state to itself, and its next call gets the old one."""
    function = source.function(call)
    if not isinstance(function, ast.FunctionDef) or source.loop(call) is not None:
        return False
    last = statement.end_lineno or statement.lineno
    made = root_name(call.args[1])
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Store)
            and node.id == made
            and node.lineno < statement.lineno
        ):
            return False  # it came from no earlier call
        if isinstance(node, ast.Global | ast.Nonlocal) and name in node.names:
            return False
        read = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id == name
        if read and getattr(node, "lineno", 0) > last:
            return False
    return any(
        source.loop(one) is not None and feeds_itself(source, one)
        for one in calls_of(source, function)
    )


def feeds_itself(source: Source, call: ast.Call) -> bool:
    """Whether a call gives a name to its result that is among its arguments: w = step(w, ...)."""
    parent = source.parents.get(call)
    if not isinstance(parent, ast.Assign):
        return False
    given = {text(one) for one in call.args}
    kept = {
        text(node)
        for target in parent.targets
        for node in ast.walk(target)
        if isinstance(node, ast.Name | ast.Attribute)
    }
    return bool(given & kept)


def calls_of(source: Source, function: ast.FunctionDef) -> Iterator[ast.Call]:
    method = isinstance(source.parents.get(function), ast.ClassDef)
    for one in source.all(ast.Call):
        called = one.func
        named = isinstance(called, ast.Name) and called.id == function.name
        if named or (method and isinstance(called, ast.Attribute) and called.attr == function.name):
            yield one


def _again(source: Source, call: ast.Call) -> bool:
    """Whether it happens more than once: in a loop, or in a function that is called in one."""
    if source.loop(call) is not None:
        return True
    function = source.function(call)
    if not isinstance(function, ast.FunctionDef):
        return False
    return any(source.loop(one) is not None for one in calls_of(source, function))


def stateless(source: Source, call: ast.Call, namespace: Mapping[str, Any]) -> bool:
    """Whether the optimiser has nothing to remember, as plain sgd."""
    import jax

    state = call.args[1]
    if isinstance(state, ast.Name) and state.id in namespace:
        try:
            return not jax.tree.leaves(namespace[state.id])
        except Exception:
            return False
    name = root_name(call.func)
    for assign in source.all(ast.Assign):
        if any(root_name(one) == name for one in assign.targets):
            made = assign.value
            if isinstance(made, ast.Call) and source.dotted(made.func) == "optax.sgd":
                return len(made.args) < 2 and not any(
                    one.arg == "momentum" for one in made.keywords
                )
    return False
