"""D: differentiation."""

from __future__ import annotations

import ast

from tutor.clinic.case import Case, Found, text_of
from tutor.clinic.rewrite import keyword_added, replaced

_GRADS = ("grad", "value_and_grad", "jacfwd", "jacrev", "jacobian", "hessian")


def grad_call(case: Case) -> ast.Call | None:
    """The jax.grad(...) that made the function which failed."""
    for call in case.on_line(ast.Call):
        if text_of(call.func).rpartition(".")[2] in _GRADS:
            return call
    if case.tree is None:
        return None
    called = case.names(case.statement)
    for node in ast.walk(case.tree):
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Call)
            and any(text_of(target) in called for target in node.targets)
        ):
            for inner in ast.walk(node.value):
                if isinstance(inner, ast.Call) and text_of(inner.func).rpartition(".")[2] in _GRADS:
                    return inner
    return None


def _function(case: Case) -> str:
    call = grad_call(case)
    return text_of(call.args[0]) if call is not None and call.args else "f"


def grad_missing_has_aux(case: Case) -> Found | None:
    if not case.is_a("TypeError"):
        return None
    if case.says(r"Gradient only defined for scalar-output functions\. Output was [\(\[\{]"):
        call = grad_call(case)
        code = keyword_added(call, "has_aux", "True") if call else "jax.grad(f, has_aux=True)"
        kind = case.says(r"Output was ([\(\[\{])")
        variant = "" if kind and kind[1] == "(" else "container"
        return Found("grad-missing-has-aux", variant, {"name": _function(case), "code": code})
    return None


def grad_has_aux_alone(case: Case) -> Found | None:
    """has_aux=True, and the function returns no pair."""
    if case.is_a("TypeError", "ValueError") and case.says(
        r"has_aux.*?(two|pair|tuple)|expected function with aux output"
    ):
        return Found("grad-missing-has-aux", "alone", {"name": _function(case)})
    return None


def grad_nonscalar(case: Case) -> Found | None:
    if not case.is_a("TypeError"):
        return None
    said = case.says(
        r"Gradient only defined for scalar-output functions\. Output had shape: (\([\d, ]*\))"
    )
    if not said:
        return None
    name = _function(case)
    params = {"name": name, "shape": said[1], "code": "return jnp.mean(...)"}
    function = case.function(name.rpartition(".")[2])
    if function is not None:
        last = function.body[-1]
        if isinstance(last, ast.Return) and last.value is not None:
            params["code"] = f"return jnp.mean({text_of(last.value)})"
    elif name.startswith("lambda"):
        call = grad_call(case)
        if call is not None and isinstance(call.args[0], ast.Lambda):
            arguments = text_of(call.args[0].args)
            params["code"] = f"lambda {arguments}: jnp.mean({text_of(call.args[0].body)})"
    return Found("grad-nonscalar", "", params)


def grad_non_float(case: Case) -> Found | None:
    if not case.is_a("TypeError"):
        return None
    said = case.says(
        r"(grad|jacrev|jacfwd|vjp|jvp|hessian|jacobian|primal)\w* requires (?:real|numerical)"
        r"[^\n]{0,40} inputs[^\n]{0,120}got (\w+)"
    )
    if said:
        kind = said[2]
        held = case.kind(_first_argument(case))
        if held.endswith(" nnx") or (kind == "uint32" and not case.frame.variables):
            return _module(case, kind)
        return _input(case, kind)
    said = case.says(r"requires (?:real|numerical)\S* outputs[^\n]{0,120}got (\w+)")
    if said:
        variant = "complex-output" if said[1].startswith("complex") else "int-output"
        return Found("grad-non-float", variant, {"kind": said[1], "name": _function(case)})
    if case.says(r"primal and tangent.*?(dtype|type).*?(float0|int)"):
        return Found(
            "grad-non-float", "", {"kind": "int32", "name": _function(case), "code": "2.0"}
        )
    return None


def _module(case: Case, kind: str) -> Found:
    """A module among the arguments: its counters are integers."""
    call = grad_call(case)
    name = _function(case)
    called = text_of(call.func).rpartition(".")[2] if call is not None else "grad"
    return Found(
        "nnx-jax-transform", "", {"name": name, "kind": kind, "code": f"nnx.{called}({name})"}
    )


def _outer(case: Case) -> ast.Call | None:
    """The call of the differentiated function, with its arguments."""
    made = grad_call(case)
    for call in case.on_line(ast.Call):
        if call.func is made or (
            isinstance(call.func, ast.Call) and any(one is made for one in ast.walk(call.func))
        ):
            return call
    for call in case.on_line(ast.Call):
        name = call.func.id if isinstance(call.func, ast.Name) else "print"
        known = case.kind(name).startswith("function")
        if known and name != "print" and call is not made and call.args:
            return call
    return None


def _first_argument(case: Case) -> str:
    call = _outer(case)
    return text_of(call.args[0]) if call is not None and call.args else ""


def _input(case: Case, kind: str) -> Found:
    call = _outer(case)
    params = {"kind": kind, "name": _function(case), "value": "", "code": "2.0"}
    if call is None or not call.args:
        return Found("grad-non-float", "unnamed", params)
    made = grad_call(case)
    index = _argnum(made)
    argument = call.args[index] if index < len(call.args) else call.args[0]
    params["value"] = text_of(argument)
    if isinstance(argument, ast.Constant) and isinstance(argument.value, int):
        fresh = replaced(call)
        fresh.args[call.args.index(argument)] = ast.Constant(float(argument.value))
        return Found("grad-non-float", "", {**params, "code": text_of(fresh)})
    held = case.kind(params["value"])
    if held.startswith(("dict", "list", "tuple")):
        return Found("grad-non-float", "leaf", params)
    params["code"] = f"{params['value']}.astype(jnp.float32)"
    if held.startswith("int "):
        params["code"] = f"float({params['value']})"
    return Found("grad-non-float", "", params)


def _argnum(call: ast.Call | None) -> int:
    for keyword in call.keywords if call is not None else ():
        if keyword.arg == "argnums" and isinstance(keyword.value, ast.Constant):
            return keyword.value.value if isinstance(keyword.value.value, int) else 0
    if call is not None and len(call.args) > 1 and isinstance(call.args[1], ast.Constant):
        value = call.args[1].value
        return value if isinstance(value, int) else 0
    return 0


def grad_argnums(case: Case) -> Found | None:
    if not case.is_a("TypeError", "ValueError"):
        return None
    said = case.says(
        r"differentiating with respect to argnums=(.+?) requires at least (\d+) positional "
        r"arguments.*?only (\d+) positional"
    )
    if not said:
        not_whole = case.says(r"cannot be interpreted as an integer") and case.through(
            "jax._src.api_util", "_ensure_index"
        )
        if not_whole or (case.through("jax") and case.says(r"argnums.*?(tuple|int|out of range)")):
            params = {"name": _function(case), "argnums": "", "given": "", "code": ""}
            return Found("grad-argnums", "invalid", params)
        return None
    call = _outer(case)
    params = {"argnums": said[1], "given": said[3], "name": _function(case), "code": ""}
    if call is not None and call.keywords:
        fresh = replaced(call)
        fresh.args = [*fresh.args, *(keyword.value for keyword in fresh.keywords)]
        fresh.keywords = []
        if len(fresh.args) > _highest(said[1]):
            return Found("grad-argnums", "keyword", {**params, "code": text_of(fresh)})
    if said[3] == "0":
        return Found("grad-argnums", "nothing", params)
    params["last"] = str(int(said[3]) - 1)
    return Found("grad-argnums", "", params)


def _highest(argnums: str) -> int:
    numbers = [int(part) for part in argnums.strip("()[]").split(",") if part.strip().isdigit()]
    return max(numbers, default=0)


def nan_result(case: Case) -> Found | None:
    said = case.is_a("FloatingPointError") and case.says(
        r"invalid value \((\w+)\) encountered(?: in (\S+))?"
    )
    if not said:
        return None
    operation = (said[2] or "").rstrip(".")
    variant = "raised" if operation else "raised-somewhere"
    return Found("nan-result", variant, {"value": said[1], "call": operation})


def reverse_while(case: Case) -> Found | None:
    if not case.says(r"Reverse-mode differentiation does not work for"):
        return None
    loops = {
        text_of(call.func).rpartition(".")[2]
        for call in case.within(ast.Call, case.tree or case.statement)
    }
    fori = "fori_loop" in loops and "while_loop" not in loops
    return Found("reverse-while", "fori" if fori else "", {})


def custom_rule(case: Case) -> Found | None:
    if not case.is_a("TypeError", "ValueError", "AttributeError", "AssertionError"):
        return None
    if case.says(r"[Cc]ustom VJP bwd rule"):
        return Found("custom-rule", "bwd", {})
    if case.says(r"[Cc]ustom VJP fwd rule|fwd rule .*must produce"):
        return Found("custom-rule", "fwd", {})
    if case.says(r"[Cc]ustom JVP rule|custom_jvp.*?must produce"):
        return Found("custom-rule", "jvp", {})
    if case.says(r"No VJP defined|[Nn]o (VJP|JVP) (rule )?defined"):
        return Found("custom-rule", "missing", {})
    return None


RULES = (
    grad_missing_has_aux,
    grad_has_aux_alone,
    grad_nonscalar,
    grad_non_float,
    grad_argnums,
    nan_result,
    reverse_while,
    custom_rule,
)
