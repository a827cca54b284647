"""B: arguments of jit, donation, and how transformations are called."""

from __future__ import annotations

import ast

from tutor.clinic.case import Case, Found, text_of
from tutor.clinic.rewrite import replaced

TRANSFORMS = ("jit", "grad", "value_and_grad", "vmap", "jacobian", "jacfwd", "jacrev", "hessian",
              "checkpoint", "remat", "vjp", "jvp", "linearize")  # fmt: skip


def static_unhashable(case: Case) -> Found | None:
    if not case.is_a("ValueError", "TypeError"):
        return None
    said = case.says(
        r"Non-hashable static arguments.*?object of type <class '([^']+)'>|"
        r"[Ss]tatic arg\w*.*?(?:un|non-?)hashable.*?<class '([^']+)'>"
    )
    if not said:
        return None
    kind = (said[1] or said[2]).rpartition(".")[2]
    params = {"kind": kind, "call": "f", "code": ""}
    if kind == "dict":
        return Found("static-unhashable", "dict", params)
    for call in case.on_line(ast.Call):
        for value in [*call.args, *(keyword.value for keyword in call.keywords)]:
            if isinstance(value, ast.List) and kind == "list":
                old, new = text_of(value), text_of(ast.Tuple(value.elts, ast.Load()))
                params["code"] = text_of(call).replace(old, new, 1)
                return Found("static-unhashable", "", params)
    variant = "array" if "Array" in kind or kind == "ndarray" else ""
    params["code"] = params["code"] or ("tuple(...)" if not variant else "")
    return Found("static-unhashable", variant, params)


def non_array_arg(case: Case) -> Found | None:
    if not case.is_a("TypeError", "ValueError"):
        return None
    returned = case.says(
        r"function (\S+).*?returned a value of type <class '([^']+)'>.*?not a valid JAX type"
    )
    if returned:
        params = {"function": returned[1], "kind": _short(returned[2])}
        return Found("non-array-arg", "return", params)
    said = case.says(
        r"Error interpreting argument to (?:<function (\S+)|(\S+)).*?type <class '([^']+)'> and "
        r"was passed to the function at path (\S+?)\.\s"
    )
    if said:
        function, kind, path = said[1] or said[2], _short(said[3]), said[4]
        params = {"function": function.rpartition(".")[2], "kind": kind, "name": path}
        params["code"] = f'@jax.jit(static_argnames="{path}")'
        if case.tree is not None and case.function(params["function"]) is None:
            return Found("non-array-arg", "value", {"kind": kind})
        if path == "self" or path.startswith("self."):
            return Found("non-array-arg", "method", params)
        if kind in _FUNCTIONS:
            params["kind"] = "function"
        if kind in ("str", "type", "bool", *_FUNCTIONS):
            return Found("non-array-arg", "static", params)
        return Found("non-array-arg", "object", params)
    wrong = case.says(r"(\w+) requires (?:ndarray|array)\S*.*? arguments, got <class '([\w.]+)'>")
    if wrong and _short(wrong[2]) not in ("list", "tuple"):
        return Found("non-array-arg", "value", {"kind": _short(wrong[2])})
    said = case.says(
        r"(?:Argument|argument|[Vv]alue) .*?of type <?(?:class )?'?([\w.]+)'?>?,? (?:is|as|with).*?"
        r"(?:not a valid JAX type|abstract array)|"
        r"Cannot interpret value of type <class '([^']+)'> as an abstract array"
    )
    if said and not case.is_a("UnexpectedTracerError"):
        kind = _short(said[1] or said[2])
        return Found("non-array-arg", "value", {"kind": kind})
    return None


_FUNCTIONS = ("function", "builtin_function_or_method", "method", "PjitFunction", "ufunc")


def _short(name: str) -> str:
    short = name.rpartition(".")[2]
    return "None" if short == "NoneType" else short


def donated_buffer(case: Case) -> Found | None:
    if not case.is_a("RuntimeError", "ValueError", "JaxRuntimeError", "XlaRuntimeError"):
        return None
    if not case.says(
        r"(Array|[Bb]uffer) has been (deleted|donated)|was donated|deleted or donated"
    ):
        return None
    names = [name for name, kind in case.frame.variables.items() if "object" in kind or
             kind.endswith(" array")]  # fmt: skip
    name = _donated(case) or (*names, "x")[0]
    return Found("donated-buffer", "", {"name": name, "code": f"{name} = step({name})"})


def _donated(case: Case) -> str:
    """The name on the line that was passed to a call before."""
    if case.tree is None:
        return ""
    here = case.names(case.statement)
    for call in ast.walk(case.tree):
        if isinstance(call, ast.Call) and call.lineno <= case.line:
            for argument in call.args:
                if isinstance(argument, ast.Name) and argument.id in here:
                    return argument.id
    return ""


def wrong_call_form(case: Case) -> Found | None:
    if not case.is_a("TypeError", "ValueError"):
        return None
    said = case.says(r"invalid argnames \{?([^}\n]*)\}? in (\w+)")
    if said:
        return Found("wrong-call-form", "argnames", _argnames(case, said[1].strip("'\" "), said[2]))
    said = case.says(r"(static_argnums|donate_argnums)=.*?(only|out of range|positional arg)")
    if said:
        return Found("wrong-call-form", "argnums", {"option": said[1]})
    if not case.says(r"Expected a (callable|function)"):
        return None
    for call in case.on_line(ast.Call):
        transform = text_of(call.func)
        if transform.rpartition(".")[2] in TRANSFORMS and call.args:
            inner = call.args[0]
            params = {"call": transform, "inner": text_of(inner)}
            if isinstance(inner, ast.Call):
                outer = replaced(call)
                outer.args = [inner.func, *outer.args[1:]]
                fixed = ast.Call(outer, inner.args, inner.keywords)
                params |= {"function": text_of(inner.func), "code": text_of(fixed)}
                return Found("wrong-call-form", "", params)
            return Found("wrong-call-form", "value", params)
    return Found("wrong-call-form", "value", {"call": "jax.jit", "inner": "f(x)"})


def _argnames(case: Case, name: str, option: str) -> dict[str, str]:
    params = {"name": name, "option": option, "names": "", "function": ""}
    statement = case.statement
    if case.tree is not None:
        for node in ast.walk(case.tree):
            if isinstance(node, ast.FunctionDef) and any(
                decorator.lineno <= case.line <= (decorator.end_lineno or decorator.lineno)
                for decorator in node.decorator_list
            ):
                statement = node
    if isinstance(statement, ast.FunctionDef):
        arguments = statement.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        params["names"] = ", ".join(argument.arg for argument in every)
        params["function"] = statement.name
    return params


RULES = (static_unhashable, non_array_arg, donated_buffer, wrong_call_form)
