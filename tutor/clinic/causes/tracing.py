"""A: Python meets a value that is being traced."""

from __future__ import annotations

import ast

from tutor.clinic.case import Case, Found, index_text, text_of
from tutor.clinic.rewrite import replaced, where_for

_BRANCHING = {
    "max": "maximum",
    "min": "minimum",
    "any": "any",
    "all": "all",
    "sorted": "sort",
}


def where(case: Case) -> str:
    """The transformation that traces, as a learner writes it."""
    names = {"scan": "lax.scan", "cond": "lax.cond", "while_loop": "lax.while_loop"}
    return names.get(case.transform, case.transform or "jit")


def traced_name(case: Case, root: ast.AST | None = None) -> str:
    """The learner's name for the traced value: a variable on the line, else an argument."""
    here = case.names(root if root is not None else case.node)
    for name in [*here, *case.names(case.statement)]:
        if name in case.tracers:
            return name
    return (*case.tracers, *case.arguments, *here, "x")[0]


def traced_branch(case: Case) -> Found | None:
    if not case.is_a("TracerBoolConversionError"):
        return None
    params = {"where": where(case), "name": traced_name(case)}
    statement, node = case.statement, case.node
    if isinstance(statement, ast.If | ast.While) and _is_flag(case, statement.test):
        return Found("traced-branch", "flag", {**params, "code": _static(case, params["name"])})
    if isinstance(statement, ast.Assert):
        return Found("traced-branch", "assert", {**params, "code": text_of(statement)})
    for call in case.on_line(ast.Call):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in _BRANCHING:
            code = text_of(replaced(call, func=f"jnp.{_BRANCHING[name]}"))
            params["name"] = traced_name(case, call)
            return Found("traced-branch", "builtin", {**params, "builtin": name, "code": code})
    for compare in case.on_line(ast.Compare):
        if any(isinstance(op, ast.In | ast.NotIn) for op in compare.ops):
            code = f"jnp.isin({text_of(compare.left)}, jnp.array({_row(compare.comparators[0])}))"
            return Found("traced-branch", "in", {**params, "code": code})
    logic = _logic(case)
    if logic:
        return Found("traced-branch", "logic", {**params, "code": logic})
    if isinstance(statement, ast.While):
        test = text_of(statement.test)
        code = f"jax.lax.while_loop(lambda {params['name']}: {test}, body, {params['name']})"
        return Found("traced-branch", "while", {**params, "code": code})
    code = where_for(case.tree, statement, node) or "jnp.where(condition, this, that)"
    return Found("traced-branch", "", {**params, "code": code})


def _is_flag(case: Case, test: ast.expr) -> bool:
    """Whether a bare boolean argument decides: an option, not data."""
    name = test.operand if isinstance(test, ast.UnaryOp) else test
    if not isinstance(name, ast.Name):
        return False
    kind = case.arrays.get(name.id)
    return kind is not None and kind.dtype == "bool" and name.id in (*case.arguments, name.id)


def _static(case: Case, name: str) -> str:
    return f'@jax.jit(static_argnames="{name}")'


def _row(node: ast.expr) -> str:
    if isinstance(node, ast.Tuple | ast.Set):
        return f"[{', '.join(text_of(item) for item in node.elts)}]"
    return text_of(node)


def _logic(case: Case) -> str:
    """and, or, not and chained comparisons, as array operators."""
    for node in case.on_line(ast.expr):
        if isinstance(node, ast.BoolOp):
            sign = " & " if isinstance(node.op, ast.And) else " | "
            return sign.join(_bracketed(value) for value in node.values)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"~{_bracketed(node.operand)}"
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            sides = [node.left, *node.comparators]
            pairs = [
                f"({text_of(ast.Compare(left, [op], [right]))})"
                for left, op, right in zip(sides, node.ops, sides[1:], strict=False)
            ]
            return " & ".join(pairs)
    return ""


def _bracketed(node: ast.expr) -> str:
    text = text_of(node)
    return text if isinstance(node, ast.Name | ast.Call | ast.Attribute) else f"({text})"


def traced_to_scalar(case: Case) -> Found | None:
    if case.is_a("TypeError") and case.says(r"unsupported format string passed to \w*Tracer"):
        name = traced_name(case)
        code = f'jax.debug.print("{name} is {{{name}:.3f}}", {name}={name})'
        return Found(
            "traced-to-scalar", "format", {"where": where(case), "name": name, "code": code}
        )
    if not case.is_a("ConcretizationTypeError"):
        return None
    method = case.says(r"\b(item|tolist)\(\) method")
    params = {"where": where(case), "name": traced_name(case)}
    if method:
        for call in case.on_line(ast.Call):
            if isinstance(call.func, ast.Attribute) and call.func.attr == method[1]:
                value = text_of(call.func.value)
                if isinstance(call.func.value, ast.Name):
                    params["name"] = value
                return Found(
                    "traced-to-scalar", "item", params | {"code": value, "call": method[1]}
                )
        return Found("traced-to-scalar", "item", {**params, "call": method[1]})
    said = case.says(r"problem arose with the `(\w+)` function")
    if not said:
        return None
    params["call"] = said[1]
    for call in case.on_line(ast.Call):
        if isinstance(call.func, ast.Attribute) and text_of(call.func.value) == "math":
            code = text_of(replaced(call, func=f"jnp.{call.func.attr}"))
            return Found("traced-to-scalar", "math", {**params, "code": code})
        if isinstance(call.func, ast.Name) and call.func.id == said[1] and call.args:
            inner = text_of(call.args[0])
            params["name"] = traced_name(case, call)
            if said[1] == "int":
                inner = f"{_bracketed(call.args[0])}.astype(jnp.int32)"
            return Found("traced-to-scalar", "", {**params, "code": inner})
    return Found("traced-to-scalar", "", {**params, "code": params["name"]})


def numpy_on_tracer(case: Case) -> Found | None:
    stored = (
        case.is_a("ValueError", "TypeError")
        and case.says(r"setting an array element with a sequence|only .*arrays can be converted")
        and (case.tracers or any("Tracer" in c.name or "Tracer" in c.message or
             "Concretization" in c.name for c in case.causes))
    )  # fmt: skip
    params = {"where": where(case)}
    if stored:
        return _store(case, params)
    if not case.is_a("TracerArrayConversionError"):
        return None
    for item in case.on_line(ast.Subscript):
        base = text_of(item.value)
        if case.kind(base).endswith("numpy"):
            params |= {"name": traced_name(case, item.slice), "table": base}
            code = f"jnp.asarray({base})[{index_text(item)}]"
            return Found("numpy-on-tracer", "index", {**params, "code": code})
    for call in case.on_line(ast.Call):
        called = text_of(call.func)
        root, _, rest = called.partition(".")
        if root in ("np", "numpy", "onp"):
            return _called(case, call, called, f"jnp.{rest}")
        if root == "scipy":
            return _called(case, call, called, f"jax.{called}")
    params |= {"name": traced_name(case), "call": "NumPy", "code": "jnp"}
    return Found("numpy-on-tracer", "", params)


def _called(case: Case, call: ast.Call, called: str, ours: str) -> Found:
    params = {"where": where(case), "name": traced_name(case, call), "call": called}
    variant = "grad" if params["where"] == "grad" else ""
    return Found("numpy-on-tracer", variant, {**params, "code": text_of(replaced(call, func=ours))})


def _store(case: Case, params: dict[str, str]) -> Found:
    statement = case.statement
    params |= {"name": traced_name(case), "table": "out", "code": "jnp.stack(rows)"}
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
        target = statement.targets[0]
        table, index = text_of(target.value), index_text(target)
        code = f"{table} = {table}.at[{index}].set({text_of(statement.value)})"
        params |= {"table": table, "code": code}
    return Found("numpy-on-tracer", "store", params)


def traced_index(case: Case) -> Found | None:
    params = {"where": where(case), "name": traced_name(case)}
    if case.is_a("TypeError") and case.says(r"unhashable type: '\w*Tracer'"):
        for item in case.on_line(ast.Subscript):
            params |= {"name": traced_name(case, item.slice), "table": text_of(item.value)}
            return Found("traced-index", "dict", params)
        return Found("traced-index", "dict", {**params, "table": "d"})
    if not case.is_a("TracerIntegerConversionError"):
        return None
    for call in case.on_line(ast.Call):
        called = text_of(call.func)
        if called == "range":
            bounds = [text_of(arg) for arg in call.args]
            first, last = ("0", bounds[0]) if len(bounds) == 1 else (*bounds, "?", "?")[:2]
            params |= {"name": traced_name(case, call)}
            code = f"jax.lax.fori_loop({first}, {last}, body, start)"
            return Found("traced-index", "range", {**params, "code": code})
        if called.split(".")[0] in ("jnp", "jax", "lax", "nn", "nnx"):
            return _shape(case, traced_name(case, call))
    for item in case.on_line(ast.Subscript):
        table = text_of(item.value)
        kind = case.kind(table).partition(" ")[0] or "list"
        params |= {"name": traced_name(case, item.slice), "table": table, "kind": kind}
        if case.kind(table).endswith("with functions"):
            return Found("traced-index", "functions", params)
        code = f"jnp.array({table})[{index_text(item)}]"
        return Found("traced-index", "", {**params, "code": code})
    return Found("traced-index", "number", params)


def traced_shape(case: Case) -> Found | None:
    if case.is_a("IndexError") and case.says(
        r"(Slice entries|slice indices) must (be|have) static"
    ):
        return _slice(case)
    if case.is_a("TypeError") and case.says("Shapes must be 1D sequences of concrete values"):
        if "Tracer" in case.message:
            return _shape(case, traced_name(case))
        return None
    if case.is_a("ConcretizationTypeError") and case.says(
        r"arose in the jnp\.\w+ argument|argument of jnp\.(linspace|eye|tri|repeat|roll|full)|"
        r"`num`|total_repeat_length|static|must be concrete|num_segments|num_classes"
    ):
        return _shape(case, traced_name(case))
    return None


def _shape(case: Case, name: str) -> Found:
    argument = (*case.arguments, "")[0]
    params = {"where": where(case), "name": argument or name}
    if case.message and "Tracer" in case.message and not argument and case.transform == "jit":
        return Found("traced-shape", "computed", params)
    if case.transform not in ("jit", ""):
        return Found("traced-shape", "computed", params)
    return Found("traced-shape", "", {**params, "code": _static(case, params["name"])})


def _slice(case: Case) -> Found:
    params = {"where": where(case), "name": traced_name(case)}
    for item in case.on_line(ast.Subscript):
        if isinstance(item.slice, ast.Slice) and item.slice.lower is not None:
            array, start = text_of(item.value), text_of(item.slice.lower)
            params["name"] = traced_name(case, item.slice)
            size = _difference(item.slice)
            code = f"jax.lax.dynamic_slice_in_dim({array}, {start}, {size})"
            return Found("traced-shape", "slice", {**params, "code": code})
        if isinstance(item.slice, ast.Slice) and item.slice.upper is not None:
            array, stop = text_of(item.value), text_of(item.slice.upper)
            params["name"] = traced_name(case, item.slice)
            code = f"jnp.where(jnp.arange(len({array})) < {stop}, {array}, 0)"
            return Found("traced-shape", "slice-end", {**params, "code": code})
    return Found(
        "traced-shape", "slice", {**params, "code": "jax.lax.dynamic_slice_in_dim(x, i, 3)"}
    )


def _difference(cut: ast.Slice) -> str:
    """The length of x[a:a + k], when it can be read off."""
    start, stop = cut.lower, cut.upper
    if isinstance(stop, ast.BinOp) and isinstance(stop.op, ast.Add) and start is not None:
        if ast.dump(stop.left) == ast.dump(start):
            return text_of(stop.right)
        if ast.dump(stop.right) == ast.dump(start):
            return text_of(stop.left)
    return "size"


def data_dependent_shape(case: Case) -> Found | None:
    params = {"where": where(case), "name": traced_name(case)}
    if case.is_a("NonConcreteBooleanIndexError"):
        return _mask(case, params)
    said = case.is_a("ConcretizationTypeError") and case.says(
        r"size argument of jnp\.(\w+) must be|first argument of jnp\.(\w+)\(?\)?\. To make|"
        r"jnp\.(nonzero|flatnonzero|argwhere|unique|union1d|setdiff1d|intersect1d|setxor1d)"
    )
    if not said:
        return None
    function = next(filter(None, said.groups()))
    code = f"jnp.{function}(..., size=n, fill_value=0)"
    for call in case.on_line(ast.Call):
        called = text_of(call.func)
        if called.startswith(("jnp.", "jax.numpy.")):
            fixed = replaced(call)
            fixed.keywords = [*fixed.keywords, ast.keyword("size", ast.Name("n"))]
            params["name"], code, function = traced_name(case, call), text_of(fixed), called[4:]
            break
    return Found("data-dependent-shape", "function", {**params, "call": function, "code": code})


def _mask(case: Case, params: dict[str, str]) -> Found:
    for item in case.on_line(ast.Subscript):
        mask, value = index_text(item), item.value
        params["name"] = traced_name(case, item)
        if isinstance(value, ast.Attribute) and value.attr == "at":
            array = text_of(value.value)
            update = case.parents.get(case.parents.get(item, item))
            new = text_of(update.args[0]) if isinstance(update, ast.Call) and update.args else "new"
            code = f"jnp.where({mask}, {new}, {array})"
            return Found("data-dependent-shape", "update", {**params, "code": code})
        array = text_of(value)
        around = case.parents.get(item)
        if isinstance(around, ast.Attribute) and around.attr in (
            "sum",
            "mean",
            "max",
            "min",
            "std",
        ):
            code = f"{array}.{around.attr}(where={mask})"
            if around.attr in ("max", "min"):
                code = f"{array}.{around.attr}(where={mask}, initial=0.0)"
            return Found("data-dependent-shape", "", {**params, "code": code})
        return Found(
            "data-dependent-shape", "", {**params, "code": f"jnp.where({mask}, {array}, 0)"}
        )
    return Found("data-dependent-shape", "", {**params, "code": "jnp.where(mask, x, 0)"})


def leaked_tracer(case: Case) -> Found | None:
    if not case.is_a("UnexpectedTracerError") and not case.says(
        "Leaked (level|trace)|Encountered an unexpected tracer"
    ):
        return None
    function = case.says(r"when the value leaked was (\S+)")
    created = case.says(r"was created on line [^:\n]*?:?(\d+)(?::\d+)?")
    params = {
        "function": function[1] if function else "",
        "name": (*case.tracers, *_holders(case), "something")[0],
        "created": created[1] if created else "",
    }
    return Found("leaked-tracer", "" if function and created else "short", params)


def _holders(case: Case) -> list[str]:
    """Names on the line that hold something, not modules, functions and classes."""
    names = case.names(case.node) or case.names(case.statement)
    other = ("module", "function", "class")
    return [name for name in names if not case.kind(name).startswith(other)]


RULES = (
    traced_branch,
    leaked_tracer,
    numpy_on_tracer,
    data_dependent_shape,
    traced_to_scalar,
    traced_shape,
    traced_index,
)
