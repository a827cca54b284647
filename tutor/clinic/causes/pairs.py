"""Two results that a program uses as if they were one."""

from __future__ import annotations

import ast

from tutor.clinic.case import Case, Found, text_of

_GIVES = {
    "value_and_grad": "value, grads",
    "scan": "carry, ys",
    "vjp": "y, pullback",
    "jvp": "y, dy",
    "linearize": "y, f_jvp",
    "top_k": "values, indices",
    "eigh": "values, vectors",
    "eig": "values, vectors",
    "qr": "q, r",
    "slogdet": "sign, logdet",
    "init_with_output": "y, variables",
}
"""Functions that give two things, and usual names for them."""


def pair_used_as_one(case: Case) -> Found | None:
    """A name on the line holds all that a call gave back."""
    if not case.is_a("AttributeError", "TypeError", "ValueError") or not case.says(
        r"'tuple' object has no attribute|can't multiply sequence by non-int|tuple indices must be|"
        r"supported operand.*'tuple'|"
        r"arguments?, got <class 'tuple'>|'tuple' object does not support|"
        r"not supported between instances of '?\w+'? and|must be real number, not tuple|"
        r"type <class 'tuple'>|float\(\) argument must be"
    ):
        return None
    here = {name for name in case.names(case.statement) if case.kind(name).startswith("tuple of")}
    if case.tree is None or not here:
        return None
    for node in ast.walk(case.tree):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
            continue
        names = sorted({text_of(target) for target in node.targets} & here)
        if not names or node.lineno > case.line:
            continue
        options = {keyword.arg for keyword in node.value.keywords}
        if "mutable" in options:
            code = f"{names[0]}, updates = {text_of(node.value)}"
            params = {"name": names[0], "code": code}
            return Found("flax-immutable-collection", "unpack", params)
        called = _function(case, node.value)
        if called == "update" and len(node.value.args) >= 2:
            return Found("optimizer-args", "unpack", {"name": names[0]})
        if called in _GIVES:
            params = {"name": names[0], "call": called, "parts": _GIVES[called]}
            params["code"] = f"{_GIVES[called]} = {text_of(node.value)}"
            return Found("python-error", "pair", params)
    return None


def _function(case: Case, call: ast.Call) -> str:
    """What a call calls: scan of jax.lax.scan(...), value_and_grad of jax.value_and_grad(f)(x)."""
    called: ast.expr = call.func
    if isinstance(called, ast.Name) and case.tree is not None:
        for node in ast.walk(case.tree):
            if isinstance(node, ast.Assign) and text_of(node.targets[0]) == called.id:
                called = node.value
                break
    while isinstance(called, ast.Call):
        inner = called.args[0] if called.args else None
        name = text_of(called.func).rpartition(".")[2]
        if name in ("jit", "vmap") and isinstance(inner, ast.Call):
            called = inner
        else:
            called = called.func
    return text_of(called).rpartition(".")[2]


RULES = (pair_used_as_one,)
