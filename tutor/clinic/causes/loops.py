"""E: vmap, scan, while_loop, fori_loop, cond, switch."""

from __future__ import annotations

import ast
import re

from tutor.clinic.case import Case, Found, batch_moved, text_of


def vmap_axes(case: Case) -> Found | None:
    if _placed_out(case):
        return Found("vmap-axes", "out", {})
    if not case.is_a("ValueError", "TypeError", "IndexError") or not case.says(r"\b(vmap|pmap)\b"):
        return None
    if case.says(r"got inconsistent sizes for array axes to be mapped"):
        lines = case.message.partition("\n")[2].split("\n")
        sizes = "\n".join(line.strip(" *;") for line in lines if line.strip().startswith("*"))
        return Found("vmap-axes", "sizes", {"sizes": sizes, "code": _in_axes(case)})
    said = case.says(
        r"requested to map its argument(?: (\S+))?.*?along axis (-?\d+).*?rank should be at least "
        r"(\d+), but is only (\d+) \(its shape is (\(.*?\))\)"
    )
    if said:
        params = {"axis": said[2], "rank": said[4], "shape": said[5], "code": _in_axes(case)}
        return Found("vmap-axes", "scalar" if said[4] == "0" else "axis", params)
    said = case.says(r"in_axes must be.*?len\(in_axes\)=(\d+), len\(args\)=(\d+)")
    if said:
        return Found("vmap-axes", "length", {"axes": said[1], "args": said[2]})
    if case.says(r"in_axes|out_axes|must have at least one non-None"):
        return Found("vmap-axes", "", {"code": "jax.vmap(f, in_axes=(0, None))"})
    return None


def _placed_out(case: Case) -> bool:
    """Whether it is the results of vmap that have no such axis, or are not as many as out_axes."""
    if not case.is_a("ValueError", "TypeError"):
        return False
    if case.says(r"vmap out_axes|out_axes .*(?:prefix|but the full pytree)"):
        return True
    return bool(case.says(r"axis -?\d+ is out of bounds")) and batch_moved(case)


def _in_axes(case: Case) -> str:
    """The same vmap with None for what has no axis to map."""
    for call in case.on_line(ast.Call):
        arguments = call.args
        if not arguments or any(isinstance(argument, ast.Starred) for argument in arguments):
            continue
        name = text_of(call.func)
        if not (case.kind(name).startswith("function") or name.startswith("jax.vmap(")):
            continue
        axes = ["None" if _scalar(case, argument) else "0" for argument in arguments]
        if "None" in axes and "0" in axes:
            return f"jax.vmap(f, in_axes=({', '.join(axes)}))"
    return "jax.vmap(f, in_axes=(0, None))"


def _scalar(case: Case, argument: ast.expr) -> bool:
    if isinstance(argument, ast.Constant):
        return True
    kind = case.arrays.get(text_of(argument))
    return (kind is not None and kind.shape == ()) or case.kind(text_of(argument)).startswith(
        ("int ", "float ")
    )


def carry_mismatch(case: Case) -> Found | None:
    if not case.is_a("TypeError"):
        return None
    said = case.says(
        r"carry input and carry output must have (equal types|the same pytree structure)"
    )
    if not said:
        return None
    loop = case.says(r"^(\w+)")
    params = {"loop": _loop(case, loop[1] if loop else "scan")}
    types = case.says(
        r"input carry (?:component )?(\S+) has type (\S+) but the corresponding output carry "
        r"component has type ([^\s,\[]+(?:\[[^\]]*\])?)"
    )
    if types:
        before, after = types[2], types[3]
        name = "state" if types[1].startswith("loop_carry") else types[1]
        params |= {"name": name, "before": before, "after": after}
        if before.partition("[")[0] == after.partition("[")[0]:
            return Found("carry-mismatch", "shape", params)
        dtype = after.partition("[")[0]
        start = before.partition("[")[0]
        params["code"] = f"jnp.zeros((), jnp.{dtype})"
        if start.startswith("float"):
            params["code"] = f".astype(jnp.{start})"
            return Found("carry-mismatch", "cast", params)
        return Found("carry-mismatch", "dtype", params)
    return Found("carry-mismatch", "structure", params)


def _loop(case: Case, said: str) -> str:
    for call in case.on_line(ast.Call):
        name = text_of(call.func).rpartition(".")[2]
        if name in ("scan", "while_loop", "fori_loop", "map", "associative_scan"):
            return name
    return said


def branch_mismatch(case: Case) -> Found | None:
    if not case.is_a("TypeError", "ValueError"):
        return None
    if case.says(r"(cond|switch) branches must have equal output types"):
        types = case.says(
            r"output of (\S+) has type (\S+) but the corresponding output of (\S+) has type "
            r"([^\s,\[]+(?:\[[^\]]*\])?)"
        )
        if types:
            params = {"one": types[1], "first": types[2], "two": types[3], "second": types[4]}
            return Found("branch-mismatch", "types", params)
        return Found("branch-mismatch", "", {})
    if case.says(r"(cond|switch) branch(es|) outputs must have the same pytree structure"):
        return Found("branch-mismatch", "structure", {})
    if case.says(r"(true_fun and false_fun|[Bb]ranch\w*).*?(should|must) be callable"):
        for call in case.on_line(ast.Call):
            if text_of(call.func).endswith("cond") and len(call.args) >= 3:
                branches, rest = _functions(call)
                code = f"{text_of(call.func)}({text_of(call.args[0])}, {branches}{rest})"
                return Found("branch-mismatch", "callable", {"code": code})
        return Found("branch-mismatch", "callable", {"code": "lax.cond(p, f, g, x)"})
    said = case.says(r"Pred must be a scalar, got .*? of shape (\(.*?\))|Pred (?:type )?must be")
    if said:
        params = {"shape": said[1] or "", "code": _choose(case)}
        return Found("branch-mismatch", "predicate", params)
    return None


def _functions(call: ast.Call) -> tuple[str, str]:
    """The branches of a cond as functions, and the operands that follow them."""
    one, two = call.args[1:3]
    if isinstance(one, ast.Call) and isinstance(two, ast.Call) and len(call.args) == 3:
        given = [ast.dump(ast.Call(ast.Name("f"), side.args, side.keywords)) for side in (one, two)]
        if given[0] == given[1] and not one.keywords:
            operands = "".join(f", {text_of(operand)}" for operand in one.args)
            return f"{text_of(one.func)}, {text_of(two.func)}", operands
    operands = "".join(f", {text_of(extra)}" for extra in call.args[3:])
    row = ", ".join(["_"] * len(call.args[3:]))
    words = f"lambda {row}:" if row else "lambda:"
    sides = [
        text_of(side) if isinstance(side, ast.Lambda | ast.Name) else f"{words} {text_of(side)}"
        for side in (one, two)
    ]
    return ", ".join(sides), operands


def _choose(case: Case) -> str:
    for call in case.on_line(ast.Call):
        if text_of(call.func).endswith("cond") and len(call.args) == 4:
            test, yes, no, value = call.args
            sides = [_applied(side, value) for side in (yes, no)]
            return f"jnp.where({text_of(test)}, {sides[0]}, {sides[1]})"
    return "jnp.where(pred, a, b)"


def _applied(function: ast.expr, value: ast.expr) -> str:
    if isinstance(function, ast.Lambda) and len(function.args.args) == 1:
        name = function.args.args[0].arg

        class _Put(ast.NodeTransformer):
            def visit_Name(self, node: ast.Name) -> ast.AST:
                return value if node.id == name else node

        fresh = ast.parse(text_of(function.body), mode="eval").body
        return text_of(_Put().visit(fresh))
    return f"{text_of(function)}({text_of(value)})"


def _types(text: str) -> str:
    """Types as JAX lists them, without its names for them."""
    plain = re.sub(r"ShapedArray\(([^()]*\[[\d,]*\])[^()]*\)", r"\1", text.split("\n")[0])
    return plain.strip(" .")[:80]


def loop_signature(case: Case) -> Found | None:
    if not case.is_a("TypeError", "ValueError"):
        return None
    params = {"loop": _loop(case, "scan")}
    said = case.says(r"body output must be a pair, got (.*)")
    if said:
        return Found("loop-signature", "pair", {**params, "got": _types(said[1])})
    said = case.says(r"scan got values with different leading axis sizes: (.*)")
    if said:
        return Found("loop-signature", "sizes", {**params, "sizes": said[1].strip(" .")})
    said = case.says(r"no leading axis to scan over: (.*)")
    if said:
        value = said[1].strip(" .")[:40]
        code = f"jnp.arange({value})" if value.isdigit() else "jnp.arange(n)"
        return Found("loop-signature", "axis", {**params, "got": value, "code": code})
    if case.says(r"no values to scan over and `length` not provided"):
        return Found("loop-signature", "length", params)
    said = case.says(
        r"cond_fun must return a boolean scalar, but got (?:pytree|output type\(s\)) (.*)"
    )
    if said:
        return Found("loop-signature", "condition", {**params, "got": _types(said[1])})
    said = case.says(
        r"(\S+)\(\) (?:takes \S+ (?:to \d+ )?positional arguments? but \d+ (?:was|were) given|"
        r"missing \d+ required positional arguments?)"
    )
    if said and case.through("jax._src.lax.control_flow"):
        wanted = {"scan": "(carry, x)", "fori_loop": "(i, state)", "while_loop": "(state)"}
        function = said[1].rpartition(".")[2]
        shape = wanted.get(params["loop"], "(carry, x)")
        if function == "<lambda>":
            code = f"lambda {shape.strip('()')}: ..."
            return Found("loop-signature", "lambda", {**params, "wanted": shape, "code": code})
        return Found("loop-signature", "arguments", {**params, "name": function, "wanted": shape})
    return None


RULES = (vmap_axes, carry_mismatch, branch_mismatch, loop_signature)
