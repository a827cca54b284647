"""B: arguments of jit, donation, and how transformations are called."""

from __future__ import annotations

import ast
import re

from tutor.clinic.case import Case, Found, text_of
from tutor.clinic.rewrite import replaced, static_jit

TRANSFORMS = ("jit", "grad", "value_and_grad", "vmap", "jacobian", "jacfwd", "jacrev", "hessian",
              "checkpoint", "remat", "vjp", "jvp", "linearize", "make_jaxpr", "eval_shape", "pmap",
              "shard_map", "map", "custom_vjp", "custom_jvp")  # fmt: skip


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
    if "Array" in kind or kind == "ndarray":
        return Found("static-unhashable", "array", params)
    if kind not in ("list", "set", "bytearray"):
        return Found("static-unhashable", "object", params)
    params["code"] = "frozenset(...)" if kind == "set" else "tuple(...)"
    return Found("static-unhashable", "", params)


def non_array_arg(case: Case) -> Found | None:
    if not case.is_a("TypeError", "ValueError", "AttributeError"):
        return None
    returned = case.says(
        r"function (\S+).*?returned a value of type <class '([^']+)'>.*?not a valid JAX type"
    )
    if returned:
        params = {"function": returned[1], "kind": _short(returned[2])}
        own = _own_class(case, params["kind"])
        return Found("non-array-arg", "return-object" if own else "return", params)
    said = case.says(
        r"Error interpreting argument to (?:<function (\S+)|(\S+)).*?type <class '([^']+)'> and "
        r"was passed to the function at path (\S+?)\.\s"
    )
    if said:
        function, kind, path = said[1] or said[2], _short(said[3]), said[4]
        params = {"function": function.rpartition(".")[2], "kind": kind, "name": path}
        if function.startswith("_reduce") and kind in _CONTAINERS:
            return None  # a list is missing, not a static argument
        if case.tree is not None and case.function(params["function"]) is None:
            return Found("non-array-arg", "value", {"kind": kind})
        argument = re.split(r"[.\[]", path)[0]
        params["code"] = static_jit(case, argument, params["function"])
        if path == "self" or path.startswith("self."):
            return Found("non-array-arg", "method", params)
        params["argument"] = argument
        if kind in _FUNCTIONS:
            params["kind"] = "function"
        if "[" in path:
            return Found("non-array-arg", "part", params)
        if kind in _CONTAINERS:
            return Found("non-array-arg", "container", params)
        if case.tree is not None and not _own_class(case, kind):
            return Found("non-array-arg", "static", params)
        if kind in ("str", "type", "bool", *_FUNCTIONS):
            return Found("non-array-arg", "static", params)
        return Found("non-array-arg", "object", params)
    lacks = case.says(r"Tracer'?(?: object)? has no attribute '?(apply|init|update|apply_fn)\b")
    if case.is_a("AttributeError") and lacks:
        return _tool(case, lacks[1])
    wrong = case.says(r"(\w+) requires (?:ndarray|array)\S*.*? arguments, got <class '([\w.]+)'>")
    if wrong and _short(wrong[2]) not in ("list", "tuple"):
        return Found("non-array-arg", "value", {"kind": _short(wrong[2])})
    said = case.says(
        r"(?:Argument|argument|[Vv]alue) .*?of type '?<?(?:class )?'?([\w.]+)'?>?'?,? "
        r"(?:is|as|with).*?(?:not a valid JAX type|abstract array)|"
        r"Cannot interpret value of type <class '([^']+)'> as an abstract array"
    )
    if said and not case.is_a("UnexpectedTracerError"):
        kind = _short(said[1] or said[2])
        return Found("non-array-arg", "value", {"kind": kind})
    return None


def _own_class(case: Case, name: str) -> bool:
    """Whether the learner's program defines a class of that name."""
    return case.tree is not None and any(
        isinstance(node, ast.ClassDef) and node.name == name for node in ast.walk(case.tree)
    )


def _tool(case: Case, attribute: str) -> Found | None:
    """A model or an optimiser that came in as an argument, and was traced."""
    for node in case.on_line(ast.Attribute):
        if node.attr == attribute and isinstance(node.value, ast.Name):
            name, function = node.value.id, case.frame.function
            params = {"name": name, "function": function, "attribute": attribute}
            params["code"] = static_jit(case, name, function)
            return Found("non-array-arg", "tool", params)
    return None


_CONTAINERS = ("set", "frozenset", "dict_keys", "dict_values", "generator", "map", "filter", "zip",
               "range")  # fmt: skip
_FUNCTIONS = ("function", "builtin_function_or_method", "method", "PjitFunction", "ufunc")


def _short(name: str) -> str:
    short = name.rpartition(".")[2]
    return {"NoneType": "None", "ellipsis": "..."}.get(short, short)


def donated_buffer(case: Case) -> Found | None:
    if not case.is_a("RuntimeError", "ValueError", "JaxRuntimeError", "XlaRuntimeError"):
        return None
    if case.says(r"buffer that was previously donated in the same call"):
        names = [name for name in case.names(case.node) if name in case.arrays or "with arrays" in
                 case.kind(name)]  # fmt: skip
        return Found("donated-buffer", "twice", {"name": (*names, "x")[0]})
    if not case.says(
        r"(Array|[Bb]uffer) has been (deleted|donated)|was donated|deleted or donated"
    ):
        return None
    call = _donating(case)
    if call is not None:
        (name, whole) = call
        return Found("donated-buffer", "", {"name": name, "code": whole})
    names = [name for name, kind in case.frame.variables.items() if "object" in kind or
             kind.endswith(" array")]  # fmt: skip
    name = (*names, "x")[0]
    return Found("donated-buffer", "", {"name": name, "code": f"{name} = step({name})"})


def _donating(case: Case) -> tuple[str, str] | None:
    """What stands on the line and was passed to a call before, and that call, its result kept."""
    if case.tree is None or case.statement is None:
        return None
    here = {
        text_of(node)
        for node in ast.walk(case.statement)
        if isinstance(node, ast.Name | ast.Attribute)
    }
    for call in ast.walk(case.tree):
        if not isinstance(call, ast.Call) or call.lineno > case.line:
            continue
        if case.full_name(text_of(call.func)).startswith(("jax.", "print", "numpy.")):
            continue
        if _scope(case, call) is not _scope(case, case.statement):
            continue
        for index, argument in enumerate(call.args):
            if isinstance(argument, ast.Name | ast.Attribute) and text_of(argument) in here:
                if call.lineno == case.line and not isinstance(case.parents.get(call), ast.stmt):
                    continue
                return text_of(argument), _kept(case, call, index)
    return None


def _scope(case: Case, node: ast.AST) -> ast.AST | None:
    """The function that a node stands in."""
    here = case.parents.get(node)
    while here is not None and not isinstance(here, ast.FunctionDef | ast.Lambda):
        here = case.parents.get(here)
    return here


def _kept(case: Case, call: ast.Call, index: int) -> str:
    """The call as a statement that gives the result the name of the argument."""
    name = text_of(call.args[index])
    around = case.parents.get(call)
    target = around.targets[0] if isinstance(around, ast.Assign) else None
    if isinstance(target, ast.Tuple) and index < len(target.elts):
        row = [text_of(one) for one in target.elts]
        row[index] = name
        return f"{', '.join(row)} = {text_of(call)}"
    return f"{name} = {text_of(call)}"


def wrong_call_form(case: Case) -> Found | None:
    if not case.is_a("TypeError", "ValueError"):
        return None
    said = case.says(r"invalid argnames \{?([^}\n]*)\}? in (\w+)")
    if said:
        params = _argnames(case, said[1].strip("'\" "), said[2])
        return Found(
            "wrong-call-form", "argnames" if params["names"] else "argnames-unknown", params
        )
    said = case.says(r"(static_argnums|donate_argnums)=.*?(only|out of range|positional arg)")
    if said:
        return Found("wrong-call-form", "argnums", {"option": said[1]})
    direct = case.says(r"Expected a (callable|function)|first argument must be callable")
    later = not case.raised_in_own and (
        case.says(r"'[\w.]*(?:ArrayImpl|Tracer|float|int|NoneType|tuple)' object is not callable")
        or (
            case.says(r"unhashable type: '[\w.]*ArrayImpl'")
            and case.through("jax._src.ad_checkpoint")
        )
    )
    if not direct and not later:
        return None
    calls = [*case.on_line(ast.Call)]
    if later and case.tree is not None:
        calls += [node for node in ast.walk(case.tree) if isinstance(node, ast.Call)]
    for call in calls:
        transform = text_of(call.func)
        if transform.rpartition(".")[2] in TRANSFORMS and call.args:
            inner = call.args[0]
            if later and not isinstance(inner, ast.Call):
                continue
            params = {"call": transform, "inner": text_of(inner)}
            if isinstance(inner, ast.Call):
                outer = replaced(call)
                outer.args = [inner.func, *outer.args[1:]]
                rest = transform.endswith(".map")
                fixed = outer if rest else ast.Call(outer, inner.args, inner.keywords)
                params |= {"function": text_of(inner.func), "code": text_of(fixed)}
                return Found("wrong-call-form", "", params)
            return Found("wrong-call-form", "value", params)
    if later:
        return None
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
    arguments: ast.arguments | None = None
    if isinstance(statement, ast.FunctionDef):
        arguments = statement.args
        params["function"] = statement.name
    else:
        for call in case.on_line(ast.Call):
            first = call.args[0] if call.args else None
            if isinstance(first, ast.Lambda):
                arguments = first.args
            elif isinstance(first, ast.Name | ast.Attribute):
                function = case.function(text_of(first).rpartition(".")[2])
                arguments = function.args if function is not None else None
            if arguments is not None:
                break
    if arguments is not None:
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        params["names"] = ", ".join(argument.arg for argument in every)
    return params


RULES = (static_unhashable, non_array_arg, donated_buffer, wrong_call_form)
