"""C: arrays and their shapes."""

from __future__ import annotations

import ast
import math
import re

from tutor.clinic.case import Case, Found, Kind, batch_moved, index_text, text_of
from tutor.clinic.causes.lists import array_truth, index_type, list_to_jnp, too_large
from tutor.clinic.causes.missing import api_not_found
from tutor.clinic.rewrite import replaced

_UPDATES = {ast.Add: "add", ast.Mult: "multiply", ast.Div: "divide", ast.Pow: "power"}


def immutable_array(case: Case) -> Found | None:
    if case.is_a("ValueError") and case.says(
        r"(assignment destination|^array|output array) is read-only"
    ):
        return _read_only(case)
    if case.is_a("AttributeError") and case.says(
        r"'(?:shape|dtype|\w+)' of '\w*(?:ArrayImpl|Tracer)' object has no setter|"
        r"'[\w.]*(?:ArrayImpl|Tracer)' object "
        r"(?:attribute '\w+' is read-only|has no attribute '\w+' and)"
    ):
        return _set_attribute(case)
    if case.is_a("NotImplementedError", "TypeError") and case.says(
        r"\bout argument of|['\"`]out['\"`] argument|argument out=? .*not supported"
    ):
        return _out(case)
    deleted = case.is_a("AttributeError") and case.message == "__delitem__"
    if deleted and isinstance(case.statement, ast.Delete) and case.arrays:
        for item in case.on_line(ast.Subscript):
            code = f"{text_of(item.value)} = jnp.delete({text_of(item.value)}, {index_text(item)})"
            params = {"name": text_of(item.value), "wrote": text_of(case.statement), "code": code}
            return Found("immutable-array", "", params)
    if not case.is_a("TypeError") or not (
        case.says("JAX arrays are immutable") or _no_assignment(case)
    ):
        return None
    statement = case.statement
    target = None
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
    elif isinstance(statement, ast.AugAssign):
        target = statement.target
    if isinstance(target, ast.Subscript) and isinstance(statement, ast.Assign | ast.AugAssign):
        name, index = text_of(target.value).removesuffix(".at"), index_text(target)
        value, method = text_of(statement.value), "set"
        if isinstance(statement, ast.AugAssign):
            method = _UPDATES.get(type(statement.op), "")
            if isinstance(statement.op, ast.Sub):
                method, value = "add", f"-{_bracket(statement.value)}"
            if not method:
                whole = ast.BinOp(target, statement.op, statement.value)
                method, value = "set", text_of(whole)
        code = f"{name} = {name}.at[{index}].{method}({value})"
        wrote = text_of(statement)
        return Found("immutable-array", "", {"name": name, "wrote": wrote, "code": code})
    params = {"name": "x", "wrote": case.frame.source or "x[i] = value"}
    params["code"] = "x = x.at[i].set(value)"
    for item in case.on_line(ast.Subscript):
        if isinstance(item.ctx, ast.Store):
            name = text_of(item.value)
            code = f"{name} = {name}.at[{index_text(item)}].set(value)"
            params = {"name": name, "wrote": f"{text_of(item)} = ...", "code": code}
            break
    if isinstance(target, ast.Tuple) and isinstance(statement, ast.Assign):
        params |= _several(target, statement.value)
    return Found("immutable-array", "", params)


def _read_only(case: Case) -> Found:
    """NumPy may not write into memory that is not its own."""
    for item in case.on_line(ast.Subscript):
        name = text_of(item.value)
        return Found("immutable-array", "view", {"name": name, "code": f"np.array({name})"})
    names = [name for name, kind in case.arrays.items() if kind.what == "numpy"]
    name = (*names, *case.arrays, "x")[0]
    return Found("immutable-array", "view", {"name": name, "code": f"np.array({name})"})


def _set_attribute(case: Case) -> Found | None:
    """x.shape = ... and its like."""
    statement = case.statement
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Attribute):
        return None
    target, value = statement.targets[0], text_of(statement.value)
    name = text_of(target.value)
    makers = {
        "shape": f"{name} = {name}.reshape({value})",
        "dtype": f"{name} = {name}.astype({value})",
    }
    params = {"name": name, "wrote": text_of(statement)}
    if target.attr not in makers:
        return Found("immutable-array", "attribute", params)
    return Found("immutable-array", "", {**params, "code": makers[target.attr]})


def _out(case: Case) -> Found | None:
    for call in case.on_line(ast.Call):
        out = next((k.value for k in call.keywords if k.arg == "out"), None)
        if out is not None:
            fresh = replaced(call)
            fresh.keywords = [k for k in fresh.keywords if k.arg != "out"]
            code = text_of(fresh)
            if isinstance(out, ast.Name | ast.Attribute):
                code = f"{text_of(out)} = {code}"
            params = {"name": text_of(out), "wrote": f"out={text_of(out)}", "code": code}
            return Found("immutable-array", "", params)
    return None


def _several(target: ast.Tuple, value: ast.expr) -> dict[str, str]:
    """Several places written at once: first all new values, then all updates."""
    news = value.elts if isinstance(value, ast.Tuple) else []
    name, whole = "x", ""
    given = []
    for index, one in enumerate(target.elts):
        if not isinstance(one, ast.Subscript) or len(news) != len(target.elts):
            return {}
        if whole and text_of(one.value) != name:
            return {}
        name = text_of(one.value)
        given.append(text_of(news[index]))
        whole += f".at[{index_text(one)}].set(new{index})"
    names = ", ".join(f"new{index}" for index in range(len(given)))
    return {"name": name, "code": f"{names} = {', '.join(given)}\n{name} = {name}{whole}"}


def _no_assignment(case: Case) -> bool:
    return bool(
        case.says(
            r"'(?:[\w.]*ArrayImpl|\w*Tracer|_IndexUpdateHelper)' object "
            r"does(?:n't| not) support item (?:assignment|deletion)"
        )
    )


def _bracket(node: ast.expr) -> str:
    text = text_of(node)
    return text if isinstance(node, ast.Name | ast.Constant | ast.Call) else f"({text})"


# --- shapes ----------------------------------------------------------------------------------

_SHAPES = re.compile(r"\((?:\d+(?:, *\d+)*,?)?\)|(?<=[a-z]\d\d)\[[\d,]*\]")


def shape_mismatch(case: Case) -> Found | None:
    if not case.is_a("TypeError", "ValueError", "IndexError"):
        return None
    shapes = [_shape(text) for text in _SHAPES.findall(case.message)]
    if case.says(
        r"dot_general requires|matmul: Input operand|not aligned|"
        r"contracting dimensions to have the same shape|"
        r"(?:matmul|dot|vecdot|tensordot)\S* (?:got|requires|input)"
    ):
        return _matmul(case)
    if case.says(
        r"could not be broadcast|[Ii]ncompatible (shapes|types for broadcasting)|"
        r"cannot be broadcast"
    ):
        return _broadcast(case)
    if case.says(r"cannot reshape|[Rr]eshape.*?size|total size of new array"):
        params = {"shapes": _listed(shapes), "have": "", "want": "", "code": ""}
        sizes = case.says(
            r"array of shape (\(.*?\)) \(size (\d+)\) into shape (\(.*?\)|\d+) \(size (\d+)\)"
        )
        if sizes:
            params |= {"shape": sizes[1], "have": sizes[2], "new": sizes[3], "want": sizes[4]}
            params["code"] = _reshape(case, int(sizes[2]), _shape(sizes[3]))
            return Found("shape-mismatch", "reshape", params)
        rest = case.says(r"array of shape (\(.*?\)) \(size (\d+)\)|shape (\(.*?\))")
        shape = (rest[1] or rest[3]) if rest else ""
        if shape:
            size = str(math.prod(_shape(shape)))
            params |= {"shape": shape, "have": size}
            return Found("shape-mismatch", "reshape-rest", params)
        return Found("shape-mismatch", "other", params)
    if case.says(
        r"Cannot concatenate|concatenation axis|zero-dimensional arrays cannot be concatenated|"
        r"[Aa]ll (the )?input array"
    ):
        several = len({len(shape) for shape in shapes}) > 1
        variant = "concatenate" if several else "stack"
        return Found("shape-mismatch", variant, {"shapes": _listed(shapes)})
    if case.says(r"[Ee]insum|Size of label|[Ee]instein sum"):
        return Found("shape-mismatch", "einsum", {"said": case.message.split("\n")[0][:200]})
    said = case.says(r"[Tt]oo many indices.*?(\d+)-dimensional, but (\d+)")
    if said:
        return Found("shape-mismatch", "indices", {"have": said[1], "want": said[2]})
    said = case.says(r"axis (-?\d+) is out of bounds for array of dimension (\d+)")
    if said and not batch_moved(case):
        return Found("shape-mismatch", "axis", {"axis": said[1], "have": said[2]})
    if shapes and case.says(r"(scatter|update|slice).*?shape|shapes? must (be|match)|same shape"):
        return Found("shape-mismatch", "other", {"shapes": _listed(shapes)})
    return None


def _shape(text: str) -> tuple[int, ...]:
    return tuple(int(size) for size in re.findall(r"\d+", text))


def _listed(shapes: list[tuple[int, ...]]) -> str:
    return ", ".join(str(shape) for shape in dict.fromkeys(shapes))


def _operands(case: Case) -> tuple[str, Kind | None, str, Kind | None]:
    for node in case.on_line(ast.BinOp):
        left, right = text_of(node.left), text_of(node.right)
        return left, case.arrays.get(left), right, case.arrays.get(right)
    for call in case.on_line(ast.Call):
        if len(call.args) >= 2 and text_of(call.func).startswith(("jnp.", "jax.")):
            left, right = text_of(call.args[0]), text_of(call.args[1])
            if left in case.arrays and right in case.arrays:
                return left, case.arrays[left], right, case.arrays[right]
    arrays = list(case.arrays.values())
    if len(arrays) == 2:
        return arrays[0].name, arrays[0], arrays[1].name, arrays[1]
    return "a", None, "b", None


def _matmul(case: Case) -> Found:
    left, a, right, b = _operands(case)
    shapes = [_shape(text) for text in _SHAPES.findall(case.message)]
    sizes = case.says(r"size (\d+) is different from (\d+)")
    # Sizes of two axes, which nobody shall take for the shapes of arrays.
    axes = case.says(r"same shape, got \((\d+),\) and \((\d+),\)")
    if sizes:
        listed = f"{sizes[2]}, {sizes[1]}"
    elif axes:
        listed = f"{axes[1]}, {axes[2]}"
    else:
        listed = _listed(shapes)
    params = {"left": left, "right": right, "shapes": listed, "code": ""}
    if a is None or b is None or not a.shape or not b.shape:
        return Found("shape-mismatch", "contract", params)
    params |= {"a": str(a.shape), "b": str(b.shape), "last": str(a.shape[-1])}
    params["first"] = str(b.shape[-2] if len(b.shape) > 1 else b.shape[0])
    if len(b.shape) == 2 and b.shape[1] == a.shape[-1]:
        params["code"] = f"{left} @ {_dotted(right)}.T"
    elif len(a.shape) == 2 and a.shape[0] == b.shape[0]:
        params["code"] = f"{_dotted(left)}.T @ {right}"
    elif len(a.shape) == len(b.shape) == 2 and b.shape[1] == a.shape[0]:
        params["code"] = f"{right} @ {left}"
    variant = "matmul" if params["code"] else "matmul-apart"
    return Found("shape-mismatch", variant, params)


def _dotted(text: str) -> str:
    return text if re.fullmatch(r"[\w.]+", text) else f"({text})"


def _broadcast(case: Case) -> Found:
    left, a, right, b = _operands(case)
    shapes = [_shape(text) for text in _SHAPES.findall(case.message)]
    params = {"left": left, "right": right, "shapes": _listed(shapes), "code": ""}
    if a is None or b is None:
        return Found("shape-mismatch", "broadcast", params)
    params |= {"a": str(a.shape), "b": str(b.shape)}
    for node in case.on_line(ast.BinOp):
        for small, large, side in ((b, a, "right"), (a, b, "left")):
            if len(small.shape) == 1 and len(large.shape) == 2 and small.shape[0] == large.shape[0]:
                fresh = f"{_dotted(small.name)}[:, None]"
                sides = (left, fresh) if side == "right" else (fresh, right)
                operator = text_of(ast.BinOp(ast.Name("A"), node.op, ast.Name("B")))
                params["code"] = operator.replace("A", sides[0], 1).replace("B", sides[1], 1)
                return Found("shape-mismatch", "column", params)
        break
    return Found("shape-mismatch", "broadcast-named", params)


def _reshape(case: Case, size: int, wanted: tuple[int, ...]) -> str:
    """The same reshape with its last size left to JAX, when that divides."""
    rest = math.prod(wanted[:-1])
    if not wanted or not rest or size % rest:
        return ""
    for call in case.on_line(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "reshape":
            fresh = replaced(call)
            if len(fresh.args) > 1 and all(isinstance(arg, ast.expr) for arg in fresh.args):
                fresh.args[-1] = ast.UnaryOp(ast.USub(), ast.Constant(1))
                return text_of(fresh)
    return ""


def shape_said(case: Case) -> Found | None:
    """What else a library says about shapes: shown as it says it."""
    if not case.is_a("TypeError", "ValueError") or case.raised_in_own:
        return None
    first = case.message.split("\n")[0]
    about = re.search(
        r"must have (?:the same )?shape|inconsistent size|same number of dimensions|"
        r"equal division|shape should be|tangent shapes?|but expected \w+\[|"
        r"same size as|dimension size|squeeze out|size not equal to one|"
        r"[Ss]hapes? .*(?:match|differ|equal|expected|mismatch|[Ii]nvalid)|"
        r"(?:match|differ|expected|mismatch|[Ii]nvalid).*\bshapes?\b|rank (?:at least|of)|"
        r"at least (?:one|two|\d)-?\s?d",
        first,
    )
    known = case.called.startswith(("jax.", "optax", "flax", "functools", "contextlib"))
    if not about or not known:
        return None
    return Found("shape-mismatch", "said", {"said": first[:300]})


RULES = (
    immutable_array,
    list_to_jnp,
    api_not_found,
    array_truth,
    index_type,
    too_large,
    shape_mismatch,
)
