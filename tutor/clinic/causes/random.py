"""F: random keys."""

from __future__ import annotations

import ast
import re

from tutor.clinic.case import Case, Found, text_of
from tutor.clinic.rewrite import replaced


def key_reuse(case: Case) -> Found | None:
    if not case.is_a("KeyReuseError") and not case.says(r"Previously-consumed key|key first used"):
        return None
    keys = [name for name, kind in case.arrays.items() if kind.what == "key"]
    name = (*keys, "key")[0]
    params = {"name": name, "first": str(_earlier(case, name) or ""), "code": ""}
    params["code"] = f"{name}, sub = jax.random.split({name})"
    return Found("key-reuse", "" if params["first"] else "short", params)


def _earlier(case: Case, name: str) -> int:
    """The line before this one that drew with the key."""
    if case.tree is None:
        return 0
    lines = [
        call.lineno
        for call in ast.walk(case.tree)
        if isinstance(call, ast.Call)
        and call.lineno < case.line
        and any(text_of(argument) == name for argument in call.args)
    ]
    return max(lines, default=0)


def key_type(case: Case) -> Found | None:
    if not case.is_a("TypeError", "ValueError"):
        return None
    said = case.says(r"(\w+) accepts a single key, but was given a key array of shape (\(.*?\))")
    if said:
        return Found("key-type", "batch", _batch(case, said[1], said[2]))
    said = case.says(r"(\w+) does not accept dtypes? (?:.*?)key<")
    if said:
        keys = [name for name, kind in case.arrays.items() if kind.what == "key"]
        name = (*keys, "key")[0]
        return Found("key-type", "arithmetic", {"name": name, "code": _folded(case, name)})
    if case.says(
        r"invalid PRNG key data|unexpected PRNG key type|expected key_data|"
        r"requires a PRNG key|key must be|not a (valid )?(PRNG )?key"
    ):
        return Found("key-type", *_not_a_key(case))
    return None


def _batch(case: Case, function: str, shape: str) -> dict[str, str]:
    keys = [name for name, kind in case.arrays.items() if kind.what == "key" and kind.shape]
    name = (*keys, "keys")[0]
    count = (re.findall(r"\d+", shape) or ["2"])[0]
    code = f"jax.vmap(jax.random.{function})({name})"
    if count == "2":
        code = f"{name}, sub = jax.random.split(...)"
    return {"call": function, "shape": shape, "name": name, "code": code, "count": count}


def _folded(case: Case, name: str) -> str:
    for node in case.on_line(ast.BinOp):
        if text_of(node.left) == name:
            return f"jax.random.fold_in({name}, {text_of(node.right)})"
        if text_of(node.right) == name:
            return f"jax.random.fold_in({name}, {text_of(node.left)})"
    return f"jax.random.fold_in({name}, step)"


def _not_a_key(case: Case) -> tuple[str, dict[str, str]]:
    for call in case.on_line(ast.Call):
        called = text_of(call.func)
        if ".random." in f".{called}" and call.args:
            first, fresh = call.args[0], replaced(call)
            params = {"call": called, "value": text_of(first)}
            if isinstance(first, ast.Tuple | ast.List):
                fresh.args = [ast.Name("key"), *fresh.args]
                return "missing", {**params, "code": text_of(fresh)}
            key = ast.parse(f"jax.random.key({text_of(first)})", mode="eval").body
            fresh.args = [key, *fresh.args[1:]]
            whole = isinstance(first, ast.Constant) or case.kind(text_of(first)).startswith("int")
            if whole:
                return "", {**params, "code": text_of(fresh)}
            return "other", params
    return "other", {"call": "jax.random", "value": ""}


RULES = (key_reuse, key_type)
