"""C: Python lists among arrays, and arrays where Python wants one value."""

from __future__ import annotations

import ast

from tutor.clinic.case import Case, Found, index_text, text_of
from tutor.clinic.rewrite import array_test, replaced, where_for


def list_to_jnp(case: Case) -> Found | None:
    if not case.is_a("TypeError"):
        return None
    if case.says("Using a non-tuple sequence for multidimensional indexing"):
        for item in case.on_line(ast.Subscript):
            array, index = text_of(item.value), index_text(item)
            new = f"{array}[jnp.array({index})]"
            whole = text_of(case.statement) if isinstance(case.statement, ast.Assign) else ""
            code = whole.replace(text_of(item), new, 1) if len(whole) < 80 and whole else new
            name = array.removesuffix(".at")
            return Found("list-to-jnp", "index", {"name": name, "code": code})
        return Found("list-to-jnp", "index", {"name": "x", "code": "x[jnp.array([1, 4])]"})
    operands = case.says(r"unsupported operand type\(s\) for .*?: '([\w.]+)' and '([\w.]+)'")
    if operands and {"list", "tuple"} & set(operands.groups()) and _one_array(operands.groups()):
        return _list_operand(case, "list" if "list" in operands.groups() else "tuple")
    said = case.says(
        r"(\w+) requires (?:ndarray|array)\S*.*? arguments, got <class '(list|tuple)'>"
    ) or case.says(
        r"interpreting argument to (?:<function )?(\w+).*?"
        r"type <class '(list|tuple|generator|map|filter|zip|range|dict_values|dict_keys)'>"
    )
    if not said or (said[2] not in ("list", "tuple") and not _of_jax(case, said[1])):
        return None
    params = {"call": f"jnp.{said[1].removeprefix('_reduce').lstrip('_')}", "kind": said[2]}
    params["code"] = f"{params['call']}(jnp.array(...))"
    position = case.says(r"at position (\d+)")
    place = int(position[1]) if position else 0
    for call in case.on_line(ast.Call):
        named = text_of(call.func).rpartition(".")[2] == said[1]
        at = place if named and place < len(call.args) else _list_at(case, call, said[2])
        if at >= 0:
            fresh = replaced(call)
            fresh.args[at] = _array_of(fresh.args[at], said[2])
            params |= {"code": text_of(fresh), "call": text_of(call.func)}
            break
    return Found("list-to-jnp", "", params)


def _of_jax(case: Case, function: str) -> bool:
    """Whether the learner called a function of jnp or jax.nn, not one of their own under jit."""
    module, _, called = case.called.partition(":")
    if module.startswith("jax._src.n") or called in ("sum", "mean", "max", "min"):
        return True
    return function.startswith("_reduce") and case.function(function) is None


def _list_at(case: Case, call: ast.Call, kind: str) -> int:
    """Which argument of a function of JAX is the list; -1 for none."""
    if not case.full_name(text_of(call.func)).startswith(("jax.", "optax.", "flax.")):
        return -1
    literal = {"list": ast.List | ast.ListComp, "tuple": ast.Tuple, "generator": ast.GeneratorExp}
    for index, argument in enumerate(call.args):
        if kind in literal and isinstance(argument, literal[kind]):
            return index
        if case.kind(text_of(argument)).startswith((f"{kind} of", f"{kind} object")):
            return index
    return 0 if call.args and kind not in literal else -1


def _array_of(value: ast.expr, kind: str) -> ast.Call:
    inner: ast.expr = value
    if isinstance(value, ast.GeneratorExp):
        inner = ast.ListComp(value.elt, value.generators)
    elif kind not in ("list", "tuple", "range"):
        inner = ast.Call(ast.Name("list"), [value], [])
    return ast.Call(ast.Attribute(ast.Name("jnp"), "array"), [inner], [])


def _one_array(names: tuple[str | None, ...]) -> bool:
    return any("ArrayImpl" in (name or "") or "Tracer" in (name or "") for name in names)


def _list_operand(case: Case, kind: str) -> Found:
    """Arithmetic between an array and a list."""
    if isinstance(case.statement, ast.AugAssign):
        statement = case.statement
        sign = text_of(ast.BinOp(ast.Name("A"), statement.op, ast.Name("B")))[1:-1].strip()
        code = f"{text_of(statement.target)} {sign}= jnp.array({text_of(statement.value)})"
        return Found("list-to-jnp", "operand", {"kind": kind, "code": code})
    for node in case.on_line(ast.BinOp):
        sides = [text_of(node.left), text_of(node.right)]
        for index, side in enumerate((node.left, node.right)):
            if isinstance(side, ast.List | ast.Tuple) or case.kind(sides[index]).startswith(kind):
                sides[index] = f"jnp.array({sides[index]})"
                whole = text_of(ast.BinOp(ast.Name("A"), node.op, ast.Name("B")))
                code = whole.replace("A", sides[0], 1).replace("B", sides[1], 1)
                return Found("list-to-jnp", "operand", {"kind": kind, "code": code})
    return Found("list-to-jnp", "operand", {"kind": kind, "code": "jnp.array(...)"})


# --- one value wanted ------------------------------------------------------------------------


def array_truth(case: Case) -> Found | None:
    """if x: with an array of several elements, outside of any transformation."""
    if not case.is_a("ValueError") or not case.says(r"truth value of an (empty )?array"):
        return None
    several = [name for name, kind in case.arrays.items() if kind.shape not in ((), (1,))]
    params = {"name": (*several, *case.arrays, "it")[0]}
    for node in case.on_line(ast.expr):
        chained = isinstance(node, ast.Compare) and len(node.ops) > 1
        inverted = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        if isinstance(node, ast.BoolOp) or chained or inverted:
            code = text_of(array_test(node))
            return Found("array-truth", "logic", {**params, "code": code})
    for call in case.on_line(ast.Call):
        called = text_of(call.func)
        if called in ("max", "min", "sorted") and call.args:
            ours = {"max": "maximum", "min": "minimum", "sorted": "sort"}[called]
            if called != "sorted" and len(call.args) == 1:
                ours = called
            whole = replaced(call, func=f"jnp.{ours}")
            whole.keywords = []
            found = {"builtin": called, "code": text_of(whole)}
            return Found("array-truth", "builtin", {**params, **found})
        if called.endswith((".index", ".remove", ".count")):
            return Found("array-truth", "search", params)
    for compare in case.on_line(ast.Compare):
        if isinstance(compare.ops[0], ast.In | ast.NotIn):
            return Found("array-truth", "search", params)
    test = getattr(case.statement, "test", None)
    for choice in case.on_line(ast.IfExp):
        test = choice.test
        break
    asked = text_of(test) if isinstance(test, ast.expr) else params["name"]
    params["code"] = f"({asked}).all()"
    chosen = where_for(case.tree, case.statement, case.node)
    if chosen:
        return Found("array-truth", "choose", {**params, "choice": chosen})
    return Found("array-truth", "", params)


def index_type(case: Case) -> Found | None:
    said = case.is_a("TypeError", "IndexError") and case.says(
        r"[Ii]ndexer must have integer or boolean type.*?type (\w+)|"
        r"only integers, slices.*?valid indices|Only integer scalar arrays can be converted|"
        r"does not support (string) indexing|"
        r"'(float)' object cannot be interpreted as an integer|slice indices must be integers"
    )
    if not said or (said[3] and not case.called.startswith("jax.")):
        return None
    for item in case.on_line(ast.Subscript):
        if said[3] and not any(isinstance(node, ast.Slice) for node in ast.walk(item.slice)):
            continue
        params = {
            "name": text_of(item.value),
            "index": index_text(item),
            "kind": said[1] or ("str" if said[2] else "float"),
        }
        if said[2]:
            return Found("index-type", "string", params)
        return Found("index-type", "", {**params, "code": f"{text_of(item.value)}[int(i)]"})
    return None


def too_large(case: Case) -> Found | None:
    """A whole number that does not fit into 32 bits."""
    if not case.is_a("OverflowError") or (case.raised_in_own and not case.arrays):
        return None
    if case.through("jax") or case.arrays:
        return Found("x64-disabled", "overflow", {})
    return None
