"""Functions of JAX and Optax called with other arguments than they take."""

from __future__ import annotations

import ast

from tutor.clinic.case import Case, Found, text_of
from tutor.clinic.causes.trees import update_call

_STATES = r"(?:mu|nu|count|trace|inner_state|sum_of_squares|hyperparams|acc_grads|mini_step)"
"""Parts of the states of Optax's optimisers."""


def optimizer_called(case: Case) -> Found | None:
    """update without its state, or with the state in the place of the gradients."""
    lacks = case.is_a("AttributeError") and case.says(rf"has no attribute '?{_STATES}\b")
    count = case.is_a("TypeError") and case.says(
        r"\b(update|init)_fn\(\) (?:missing|takes|got multiple)"
    )
    if lacks and case.through("optax"):
        return Found("optimizer-args", "order", {"code": update_call(case, "order")})
    if count:
        return Found("optimizer-args", "count", {"call": count[1]})
    both = case.is_a("TypeError") and case.says(r"unsupported operand .*'tuple'")
    if both and case.through("optax", "apply_updates"):
        return Found("optimizer-args", "unpack", {"name": "updates"})
    return None


def random_called(case: Case) -> Found | None:
    """A key that is missing by name, keys unpacked into another number of names."""
    missing = case.is_a("TypeError") and case.says(
        r"(\w+)\(\) missing \d+ required positional arguments?: 'key'"
    )
    if missing:
        for call in case.on_line(ast.Call):
            called = text_of(call.func)
            if case.full_name(called) == f"jax.random.{missing[1]}":
                code = text_of(ast.Call(call.func, [ast.Name("key"), *call.args], call.keywords))
                return Found("key-type", "absent", {"call": called, "code": code})
    if case.is_a("TypeError") and case.says(r"accepts a scalar seed, but was given a (PRNG )?key"):
        return Found("key-type", "already", {})
    statement = case.statement
    wrong = case.is_a("ValueError") and case.says(r"values to unpack")
    if wrong and isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
        target, call = statement.targets[0], statement.value
        split = case.full_name(text_of(call.func)) == "jax.random.split"
        if split and isinstance(target, ast.Tuple | ast.List) and call.args:
            if any(isinstance(one, ast.Starred) for one in target.elts):
                return None
            count = len(target.elts)
            code = f"{text_of(target)} = {text_of(call.func)}({text_of(call.args[0])}, {count})"
            params = {"count": str(count), "code": code}
            return Found("key-type", "split", params)
    return None


def branch_called(case: Case) -> Found | None:
    """A branch of cond or switch that takes another number of operands."""
    said = case.is_a("TypeError") and case.says(
        r"(\S+)\(\) (?:takes \S+ (?:to \d+ )?positional arguments? but \d+ (?:was|were) given|"
        r"missing \d+ required positional arguments?)"
    )
    if not said or not case.through("jax._src.lax.control_flow.conditionals"):
        return None
    name = said[1].rpartition(".")[2]
    return Found("branch-mismatch", "operands", {"name": name})


def loop_length(case: Case) -> Found | None:
    said = case.is_a("ValueError") and case.says(
        r"`length` argument of (\d+) which disagrees with leading axis sizes \[([\d, ]+)\]"
    )
    if not said:
        return None
    return Found("loop-signature", "length-differs", {"length": said[1], "sizes": said[2]})


def leaves_count(case: Case) -> Found | None:
    said = case.is_a("ValueError") and case.says(
        r"Too (many|few) leaves for PyTreeDef; expected (\d+)"
    )
    return Found("pytree-mismatch", "leaves", {"expected": said[2]}) if said else None


def device_index(case: Case) -> Found | None:
    """jax.devices()[3] where there are fewer."""
    if not case.is_a("IndexError") or not case.raised_in_own:
        return None
    for item in case.on_line(ast.Subscript):
        if isinstance(item.value, ast.Call):
            called = case.full_name(text_of(item.value.func))
            if called in ("jax.devices", "jax.local_devices"):
                return Found("device-placement", "index", {"name": text_of(item)})
    return None


def left_blank(case: Case) -> Found | None:
    """The dots of a starter, where code was to stand."""
    if not case.is_a("TypeError", "ValueError", "AttributeError") or not case.says(
        r"\b[Ee]llipsis\b"
    ):
        return None
    if not case.source:
        return Found("python-error", "blank-short", {})
    at = _dots(case)
    if not at:
        return None
    if at == case.line:
        return Found("python-error", "blank-here", {})
    return Found("python-error", "blank", {"at": str(at), "failed": str(case.line)}, line=at)


def _dots(case: Case) -> int:
    """The line of the dots that reached the failing line; 0 when there are none."""
    if case.tree is None or not case.source:
        return 0
    found = [
        node
        for node in ast.walk(case.tree)
        if isinstance(node, ast.Constant) and node.value is Ellipsis and _is_blank(case, node)
    ]
    here = set(ast.walk(case.statement)) if case.statement is not None else set()
    blank = {name for name, kind in case.frame.variables.items() if kind.startswith("ellipsis")}
    for node in found:
        if node in here:
            return node.lineno
    for node in found:
        around = case.parents.get(node)
        if isinstance(around, ast.Assign) and blank & {text_of(one) for one in around.targets}:
            return node.lineno
    return found[0].lineno if found else 0


def _is_blank(case: Case, node: ast.Constant) -> bool:
    """Not the dots of an index, of a type, of an empty body or of a filter of NNX."""
    around = case.parents.get(node)
    if isinstance(around, ast.Tuple):
        around = case.parents.get(around)
    if isinstance(around, ast.Expr | ast.Subscript):
        return False
    filters = ("split", "state", "pop", "split_state", "filter_state")
    return not (isinstance(around, ast.Call) and text_of(around.func).rpartition(".")[2] in filters)


RULES = (
    left_blank,
    optimizer_called,
    random_called,
    branch_called,
    loop_length,
    leaves_count,
    device_index,
)
