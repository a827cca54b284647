"""A: Python meets a value that is being traced."""

from __future__ import annotations

import ast
import builtins
import copy
import re

from tutor.clinic.case import Case, Found, text_of
from tutor.clinic.causes import traced_sizes
from tutor.clinic.causes.traced_numpy import numpy_on_tracer
from tutor.clinic.causes.traced_words import traced_name, where
from tutor.clinic.rewrite import array_test, replaced, static_jit, where_for

__all__ = ["RULES", "traced_name", "where"]

_BRANCHING = {"max": "max", "min": "min", "any": "any", "all": "all", "sorted": "sort"}
_PAIRWISE = {"max": "maximum", "min": "minimum"}


def traced_branch(case: Case) -> Found | None:
    if not case.is_a("TracerBoolConversionError"):
        return None
    params = {"where": where(case), "name": traced_name(case)}
    statement, node = case.statement, case.node
    if isinstance(statement, ast.If | ast.While) and _is_flag(case, statement.test):
        return Found("traced-branch", "flag", {**params, "code": static_jit(case, params["name"])})
    if isinstance(statement, ast.Assert):
        return Found("traced-branch", "assert", {**params, "code": text_of(statement)})
    for call in case.on_line(ast.Call):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in _BRANCHING and call.args:
            params["name"] = traced_name(case, call)
            code = text_of(array_calls(_outermost(case, call)))
            return Found("traced-branch", "builtin", {**params, "builtin": name, "code": code})
    if isinstance(statement, ast.While):
        return Found("traced-branch", "while", {**params, "code": _loop(case, statement)})
    chosen = where_for(case.tree, statement, node)
    for compare in case.on_line(ast.Compare):
        if any(isinstance(op, ast.In | ast.NotIn) for op in compare.ops):
            code = chosen or text_of(array_test(compare))
            return Found("traced-branch", "in", {**params, "code": code})
    if isinstance(statement, ast.Match):
        return Found("traced-branch", "match", {**params, "code": text_of(statement.subject)})
    if isinstance(case.parents.get(node), ast.comprehension) if node is not None else False:
        code = f"jnp.where({text_of(node)}, this, that)" if node is not None else ""
        return Found("traced-branch", "", {**params, "code": code})
    logic = _logic(case)
    if logic:
        return Found("traced-branch", "logic", {**params, "code": chosen or logic})
    code = chosen or "jnp.where(condition, this, that)"
    if not chosen and isinstance(statement, ast.If):
        code = f"jnp.where({text_of(array_test(statement.test))}, this, that)"
    return Found("traced-branch", "", {**params, "code": code})


def _is_flag(case: Case, test: ast.expr) -> bool:
    """Whether a bare boolean argument decides: an option, not data."""
    name = test.operand if isinstance(test, ast.UnaryOp) else test
    if not isinstance(name, ast.Name):
        return False
    kind = case.arrays.get(name.id)
    if kind is None or kind.dtype != "bool" or kind.shape:
        return False
    return _is_parameter(case, name) and not _assigned(case, name)


def _is_parameter(case: Case, name: ast.Name) -> bool:
    function = case.enclosing(ast.FunctionDef)
    return function is None or name.id in {
        one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)
    }


def _assigned(case: Case, name: ast.Name) -> bool:
    """Whether the function computes what the name holds."""
    function = case.enclosing(ast.FunctionDef)
    return function is not None and any(
        isinstance(one, ast.Name) and one.id == name.id and isinstance(one.ctx, ast.Store)
        for one in ast.walk(function)
    )


def _outermost(case: Case, call: ast.Call) -> ast.Call:
    """The outermost of nested max and min: what is left of them would fail next."""
    around = case.parents.get(call)
    while (
        isinstance(around, ast.Call)
        and isinstance(around.func, ast.Name)
        and around.func.id in _PAIRWISE
    ):
        call, around = around, case.parents.get(around)
    return call


def array_calls(call: ast.Call) -> ast.expr:
    """max, min, any, all and sorted as functions of jnp, also where they stand in each other."""
    fresh = copy.deepcopy(call)
    for index, argument in enumerate(fresh.args):
        if (
            isinstance(argument, ast.Call)
            and isinstance(argument.func, ast.Name)
            and argument.func.id in _PAIRWISE
            and argument.args
        ):
            fresh.args[index] = array_calls(argument)
    name = fresh.func.id if isinstance(fresh.func, ast.Name) else ""
    return ast.parse(_of_jax(name, fresh), mode="eval").body


def _of_jax(name: str, call: ast.Call) -> str:
    """max, min, any, all and sorted as functions of jnp."""
    args = call.args
    if name in _PAIRWISE and len(args) > 1:
        whole = text_of(args[0])
        for one in args[1:]:
            whole = f"jnp.{_PAIRWISE[name]}({whole}, {text_of(one)})"
        return whole
    of = args[0]
    if isinstance(of, ast.GeneratorExp | ast.ListComp) and len(of.generators) == 1:
        (over,) = of.generators
        if isinstance(over.target, ast.Name) and not over.ifs:
            inner = array_test(of.elt, {over.target.id: over.iter})
            return f"jnp.{_BRANCHING[name]}({text_of(inner)})"
    down = any(
        k.arg == "reverse" and isinstance(k.value, ast.Constant) and k.value.value is True
        for k in call.keywords
    )
    more = ", descending=True" if down else ""
    return f"jnp.{_BRANCHING[name]}({text_of(of)}{more})"


def _logic(case: Case) -> str:
    """and, or, not and chained comparisons, as array operators."""
    for node in case.on_line(ast.expr):
        found = (
            isinstance(node, ast.BoolOp)
            or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
            or (isinstance(node, ast.Compare) and len(node.ops) > 1)
        )
        if found:
            return text_of(array_test(node))
    return ""


def _loop(case: Case, statement: ast.While) -> str:
    """A while loop over all that changes in it."""
    test = array_test(statement.test)
    stored = [
        node.id
        for inner in statement.body
        for node in ast.walk(inner)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    before = _names_before(case, statement)
    used = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
    state = [name for name in dict.fromkeys(stored) if name in before or name in used]
    if len(state) <= 1:
        name = state[0] if state else traced_name(case, statement.test)
        return f"{name} = jax.lax.while_loop(lambda {name}: {text_of(test)}, body, {name})"
    row = ", ".join(state)
    return (
        f"def cond(state):\n    {row} = state\n    return {text_of(test)}\n"
        f"{row} = jax.lax.while_loop(cond, body, ({row}))"
    )


def _names_before(case: Case, statement: ast.While) -> set[str]:
    """Parameters of the function, and names that it assigns above the loop."""
    function = case.enclosing(ast.FunctionDef)
    if function is None:
        return set()
    return {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)} | {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Store)
        and node.lineno < statement.lineno
    }


def traced_to_scalar(case: Case) -> Found | None:
    if case.is_a("TypeError") and case.says(r"unsupported format string passed to \w*Tracer"):
        return _format(case)
    if not case.is_a("ConcretizationTypeError"):
        return None
    method = case.says(r"\b(item|tolist)\(\) method")
    params = {"where": where(case), "name": traced_name(case)}
    if method:
        for call in case.on_line(ast.Call):
            if isinstance(call.func, ast.Attribute) and call.func.attr == method[1]:
                value = text_of(call.func.value)
                params["name"] = _named(case, call.func.value)
                return Found(
                    "traced-to-scalar", "item", params | {"code": value, "call": method[1]}
                )
        return Found(
            "traced-to-scalar", "item", {**params, "call": method[1], "code": params["name"]}
        )
    said = case.says(r"problem arose with the `(\w+)` function")
    if not said:
        return None
    params["call"] = said[1]
    for template in case.on_line(ast.BinOp):
        if isinstance(template.op, ast.Mod) and _is_text(template.left):
            return _format(case)
    for call in case.on_line(ast.Call):
        called = case.full_name(text_of(call.func))
        if called.startswith("math."):
            code = text_of(replaced(call, func=f"jnp.{_MATH.get(called[5:], called[5:])}"))
            params["name"] = traced_name(case, call)
            return Found("traced-to-scalar", "math", {**params, "code": code})
        if isinstance(call.func, ast.Name) and call.func.id == said[1] and call.args:
            inner = text_of(call.args[0])
            params["name"] = _named(case, call.args[0])
            if said[1] == "int":
                simple = isinstance(call.args[0], ast.Name | ast.Call | ast.Attribute)
                inner = f"{inner if simple else f'({inner})'}.astype(jnp.int32)"
            return Found("traced-to-scalar", "", {**params, "code": inner})
    return Found("traced-to-scalar", "", {**params, "code": params["name"]})


_MATH = {"fabs": "abs", "pow": "power", "fsum": "sum", "dist": "linalg.norm"}


def _named(case: Case, value: ast.expr) -> str:
    """The value as the learner writes it, if that is short; else a name in it."""
    text = text_of(value)
    return text if len(text) <= 40 else traced_name(case, value)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _format(case: Case) -> Found:
    """Digits wanted of a traced value, by an f-string, a % or a format()."""
    name = traced_name(case)
    code = f'jax.debug.print("{name} is {{{name}:.3f}}", {name}={name})'
    for text in case.on_line(ast.JoinedStr):
        if any(isinstance(part, ast.FormattedValue) for part in text.values):
            code = _debug_print(text) or code
            break
    params = {"where": where(case), "name": name, "code": code}
    return Found("traced-to-scalar", "format", params)


def _debug_print(text: ast.JoinedStr) -> str:
    """An f-string as a `jax.debug.print` with the same words."""
    words = ""
    values: list[str] = []
    for part in text.values:
        if isinstance(part, ast.Constant):
            words += str(part.value).replace("{", "{{").replace("}", "}}")
        elif isinstance(part, ast.FormattedValue):
            name = part.value.id if isinstance(part.value, ast.Name) else f"v{len(values)}"
            form = part.format_spec
            spec = ""
            if isinstance(form, ast.JoinedStr):
                if not all(isinstance(one, ast.Constant) for one in form.values):
                    return ""
                spec = ":" + "".join(
                    str(one.value) for one in form.values if isinstance(one, ast.Constant)
                )
            words += f"{{{name}{spec}}}"
            values.append(f"{name}={text_of(part.value)}")
    return f"jax.debug.print({ast.unparse(ast.Constant(words))}, {', '.join(values)})"


def leaked_tracer(case: Case) -> Found | None:
    said = case.is_a("UnexpectedTracerError") or case.says(
        "Leaked (level|trace)|Encountered an unexpected tracer"
    )
    asked = case.left_tracing and (
        case.is_a("ConcretizationTypeError", "TracerArrayConversionError")
        or case.is_a("TracerIntegerConversionError", "NonConcreteBooleanIndexError")
        or case.says(r"unsupported format string passed to \w*Tracer|unhashable type: '\w*Tracer'")
    )
    if not said and not asked:
        return None
    function = case.says(r"when the value leaked was (\S+)")
    traced = function[1] if function else case.traced[0]
    created = _created(case)
    holders = [*case.tracers, *_holders(case)]
    params = {
        "function": traced,
        "name": (*holders, "")[0],
        "created": created,
    }
    if not holders:
        return Found("leaked-tracer", "inside" if traced else "short-inside", params)
    return Found("leaked-tracer", "" if traced and created else "short", params)


def _created(case: Case) -> str:
    """The learner's line that made the value, where JAX lists its frames."""
    name = re.escape(re.split(r"[/\\]", case.evidence.filename)[-1])
    lines = re.findall(rf"{name}:(\d+)", case.message.partition("when the value leaked")[2])
    return str(lines[-1]) if lines else ""


def _holders(case: Case) -> list[str]:
    """Names on the line that hold something, not modules, functions and classes."""
    names = case.names(case.node) or case.names(case.statement)
    other = ("module", "function", "class")
    held = [
        name
        for name in names
        if not case.kind(name).startswith(other) and not hasattr(builtins, name)
    ]
    return sorted(held, key=lambda name: not case.kind(name).endswith("with arrays"))


RULES = (
    leaked_tracer,
    traced_sizes.inside_library,
    traced_branch,
    numpy_on_tracer,
    traced_sizes.data_dependent_shape,
    traced_to_scalar,
    traced_sizes.traced_shape,
    traced_sizes.traced_index,
)
