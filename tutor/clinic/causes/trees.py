"""G: pytrees and optimisers."""

from __future__ import annotations

import ast
import re

from tutor.clinic.case import Case, Found, text_of


def optimizer_args(case: Case) -> Found | None:
    if not case.is_a("ValueError", "TypeError", "AttributeError"):
        return None
    if case.says(
        r"requires the current value of parameters|"
        r"`?params`? (argument )?(is|are) required|NO_PARAMS"
    ):
        return Found("optimizer-args", "params", {"code": update_call(case, "params")})
    if case.says(r"number of updates and states has to be the same"):
        return Found("optimizer-args", "order", {"code": update_call(case, "order")})
    said = case.says(r"Missing required argument `(wrt|grads)`")
    if said:
        return Found("optimizer-args", "nnx-" + said[1], {})
    if _mismatch(case) and case.through("optax") and case.says(r"class 'tuple'|Expected dict, got"):
        for call in case.on_line(ast.Call):
            if text_of(call.func).endswith("apply_updates") and len(call.args) == 2:
                updates = text_of(call.args[1])
                if case.kind(updates).startswith("tuple of 2") or not case.frame.variables:
                    return Found("optimizer-args", "unpack", {"name": updates})
    if case.says(r"\bOptimizer\.update\(\) (?:missing|takes|got)"):
        return Found("optimizer-args", "nnx-grads", {})
    said = case.says(r"(\w+)\(\) (?:missing \d+ required positional arguments?: (.*)|takes)")
    if said and case.through("optax") and said[1] in ("update", "update_fn", "init", "init_fn"):
        return Found("optimizer-args", "count", {"call": said[1].removesuffix("_fn")})
    return None


def update_call(case: Case, lacking: str) -> str:
    """The learner's update, with the parameters added or its first two arguments exchanged."""
    for call in case.on_line(ast.Call):
        name = text_of(call.func)
        if not name.endswith(".update"):
            continue
        args = [text_of(argument) for argument in call.args]
        if lacking == "params" and len(args) == 2:
            args.append("params")
        elif lacking == "order" and len(args) >= 2 and case.kind(args[1]) != "None":
            args[:2] = args[1], args[0]
        else:
            args = ["grads", "state", "params"]
        target = "updates, state"
        if isinstance(case.statement, ast.Assign) and case.statement.value is call:
            row = case.statement.targets[0]
            elements = row.elts if isinstance(row, ast.Tuple) else []
            target = ", ".join(map(text_of, elements)) or target
        return f"{target} = {name}({', '.join(args)})"
    return "updates, state = tx.update(grads, state, params)"


def _mismatch(case: Case) -> bool:
    return bool(
        case.says(
            r"pytree structure error|(Dict key|arity|node type|custom node data) mismatch|"
            r"Mismatch custom node|Expected (dict|list|tuple|None|named ?tuple)\b.*?got|"
            r"[Tt]ree structures? .*?(differ|not match|mismatch)"
        )
    )


def pytree_mismatch(case: Case) -> Found | None:
    if not case.is_a("ValueError", "TypeError") or not _mismatch(case):
        return None
    if not (case.through("jax") or case.through("optax") or case.through("flax")):
        return None
    if case.says(r"shard_map (?:in|out)_specs|vmap out_axes"):
        return None  # these are not trees of the learner's
    path = case.says(r"key path\s+(.*?)\s*\n")
    where = re.sub(r"^.*?tree_map tree|^.*?tree", "", path[1]) if path else ""
    params = {"where": f" ({where})" if where else "", "code": "jax.tree.structure"}
    keys = case.says(r"symmetric difference on key sets is\s+(.*?)\s*$")
    if keys:
        names = re.findall(r"[\w/.-]+", keys[1])
        return Found("pytree-mismatch", "keys", {**params, "keys": ", ".join(names[:8])})
    listed = case.says(r"Dict key mismatch; expected keys: \[(.*?)\], dict: \{(.*)")
    if listed:
        wanted = set(re.findall(r"'([\w/.-]+)'", listed[1]))
        there = set(re.findall(r"'([\w/.-]+)':", listed[2]))
        if names := sorted(wanted ^ there):
            return Found("pytree-mismatch", "keys", {**params, "keys": ", ".join(names[:8])})
    types = case.says(
        r"has a subtree of type\s+<class '([^']+)'>.*?different type\s+<class '([^']+)'>"
    )
    if types:
        first, second = (name.rpartition(".")[2] for name in types.groups())
        variant = "none" if "NoneType" in (first, second) else "types"
        return Found("pytree-mismatch", variant, {**params, "first": first, "second": second})
    return Found("pytree-mismatch", "", params)


def tree_arithmetic(case: Case) -> Found | None:
    """params - lr * grads, where these are dicts, lists or tuples of arrays."""
    said = case.is_a("TypeError") and case.says(
        r"unsupported operand type\(s\) for \S+: '([\w.]+)' and '([\w.]+)'|"
        r"can't multiply sequence by non-int of type '([\w.]+)'"
    )
    if not said or not case.raised_in_own or not _arithmetic(case):
        return None
    wanted = ("list of", "tuple of") if said[3] else ("dict of",)
    held = {
        name: kind
        for name, kind in case.frame.variables.items()
        if kind.startswith(wanted) and kind.endswith("with arrays")
    }
    if not held or not (said[3] or "dict" in said.groups()):
        return None
    params = {"names": ", ".join(held), "kind": next(iter(held.values())).partition(" ")[0]}
    return Found("pytree-mismatch", "arithmetic", {**params, "code": _mapped(case, list(held))})


def _arithmetic(case: Case) -> bool:
    signs = (ast.Add, ast.Sub, ast.Mult, ast.Div)
    inside = any(isinstance(node.op, signs) for node in case.on_line(ast.BinOp))
    return inside or isinstance(case.statement, ast.AugAssign)


def _mapped(case: Case, names: list[str]) -> str:
    """The same arithmetic, leaf by leaf."""
    statement = case.statement
    value = None
    if (
        isinstance(statement, ast.Assign | ast.Return | ast.AugAssign)
        and statement.value is not None
    ):
        value = text_of(statement.value)
        if isinstance(statement, ast.AugAssign):
            value = text_of(ast.BinOp(statement.target, statement.op, statement.value))
    if value is None or " for " in value:
        return "jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)"
    used = [name for name in names if re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])", value)]
    short = dict(zip(used, _letters(used), strict=True))
    for name, letter in short.items():
        value = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w.])", letter, value)
    return f"jax.tree.map(lambda {', '.join(short.values())}: {value}, {', '.join(used)})"


def _letters(names: list[str]) -> list[str]:
    letters = [name.rpartition(".")[2][0].lower() for name in names]
    if len(set(letters)) == len(letters):
        return letters
    return [f"a{index}" for index in range(len(names))]


RULES = (optimizer_args, pytree_mismatch, tree_arithmetic)
