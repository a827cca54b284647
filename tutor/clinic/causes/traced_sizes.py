"""A: a traced value where a size, an option or a whole number must be known."""

from __future__ import annotations

import ast

from tutor.clinic.case import Case, Found, index_text, text_of
from tutor.clinic.causes.traced_words import traced_name, where
from tutor.clinic.rewrite import keyword_added, static_jit

_COUNTS = {
    "nonzero": "size", "flatnonzero": "size", "argwhere": "size", "where": "size",
    "unique": "size", "unique_values": "size", "unique_counts": "size", "unique_all": "size",
    "unique_inverse": "size", "union1d": "size", "intersect1d": "size", "setdiff1d": "size",
    "setxor1d": "size", "compress": "size", "extract": "size", "delete": "assume_unique_indices",
    "bincount": "length", "repeat": "total_repeat_length", "segment_sum": "num_segments",
    "segment_max": "num_segments", "segment_min": "num_segments", "segment_prod": "num_segments",
}  # fmt: skip
"""Functions whose result is as long as the values say, and the option that fixes the length."""


def inside_library(case: Case) -> Found | None:
    """A function of JAX needed the value while tracing, to decide or as an option."""
    module, _, function = case.called.partition(":")
    if not module.startswith("jax.") or (function.startswith("__") and function != "__call__"):
        return None
    asked = case.is_a("TracerBoolConversionError", "TracerIntegerConversionError") or (
        case.is_a("TypeError")
        and case.says(r"parameters? to jaxpr equations must have .*not hashable.*Tracer")
    )
    if not asked or _wraps(case):
        return None
    counting = _counting(case)
    return counting or _option(case)


def _wraps(case: Case) -> bool:
    """Whether the call hands on to code of other libraries, that has its own reasons."""
    return any(
        not frame.startswith(("jax.", "jaxlib", "functools", "contextlib", "_"))
        for frame in case.error.library
    )


def _counting(case: Case) -> Found | None:
    """A function whose result has as many elements as the values say."""
    for call in case.on_line(ast.Call):
        function = text_of(call.func).rpartition(".")[2]
        option = _COUNTS.get(function, "")
        given = {keyword.arg for keyword in call.keywords}
        if not option or option in given or (function == "where" and len(call.args) > 1):
            continue
        if _scalar(case) and function in ("bincount", "repeat"):
            continue
        whole = call
        if isinstance(call.func, ast.Attribute) and case.full_name(
            text_of(call.func.value)
        ) not in ("jax.numpy", "jax.ops"):
            whole = ast.Call(
                ast.Attribute(ast.Name("jnp"), function),
                [call.func.value, *call.args],
                call.keywords,
            )
        params = {
            "where": where(case),
            "name": traced_name(case, call),
            "call": function,
            "code": keyword_added(whole, option, "True" if function == "delete" else "n"),
        }
        return Found("data-dependent-shape", "function", params)
    return None


def _scalar(case: Case) -> bool:
    """Whether JAX says that the value is a single number."""
    return bool(case.says(r"traced array with shape \w+\[\]"))


def _option(case: Case) -> Found:
    params = {"where": where(case), "name": (*case.arguments, "")[0], "call": "JAX"}
    call = next(case.on_line(ast.Call), None)
    if call is not None:
        params["call"] = text_of(call.func)
        if params["name"] not in case.names(call):
            params["name"] = _small(case, call) or params["name"]
    params["name"] = params["name"] or traced_name(case)
    if case.transform not in ("jit", ""):
        return Found("traced-shape", "option-mapped", params)
    kind = case.arrays.get(params["name"])
    variant = "option-array" if kind is not None and kind.shape else "option"
    return Found("traced-shape", variant, {**params, "code": static_jit(case, params["name"])})


def _small(case: Case, call: ast.Call) -> str:
    """The traced whole number among the names of a call, if there is just one."""
    names = [
        name
        for name in case.names(call)
        if name in case.tracers
        and not case.arrays[name].shape
        and case.arrays[name].dtype.startswith(("int", "uint", "bool"))
    ]
    return names[0] if len(names) == 1 else ""


def traced_index(case: Case) -> Found | None:
    params = {"where": where(case), "name": traced_name(case)}
    if case.is_a("TypeError") and case.says(r"unhashable type: '\w*Tracer'"):
        for item in case.on_line(ast.Subscript):
            if case.kind(text_of(item.value)).startswith("dict") or not case.source:
                params |= {"name": traced_name(case, item.slice), "table": text_of(item.value)}
                return Found("traced-index", "dict", params)
        return Found("traced-index", "hash", params)
    if case.is_a("TypeError") and case.says(
        r"unsupported operand type\(s\) for \*: '(?:list' and '\w*Tracer|\w*Tracer' and 'list)'"
    ):
        count = _small(case, ast.Call(case.statement, [], [])) if case.statement else ""  # type: ignore[arg-type]
        return Found("traced-index", "number", {**params, "name": count}) if count else None
    if not case.is_a("TracerIntegerConversionError"):
        return None
    for call in case.on_line(ast.Call):
        called = text_of(call.func)
        if called == "range":
            bounds = [text_of(arg) for arg in call.args]
            first, last = ("0", bounds[0]) if len(bounds) == 1 else (*bounds, "?", "?")[:2]
            params |= {"name": traced_name(case, call)}
            if case.transform not in ("jit", ""):
                code = f"jax.lax.fori_loop({first}, {last}, body, start)"
                return Found("traced-index", "range-mapped", {**params, "code": code})
            code = f"jax.lax.fori_loop({first}, {last}, body, start)"
            static = static_jit(case, params["name"])
            return Found("traced-index", "range", {**params, "code": code, "static": static})
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
    mapped = case.transform not in ("jit", "")
    return Found("traced-index", "number-mapped" if mapped else "number", params)


def traced_shape(case: Case) -> Found | None:
    if case.is_a("IndexError") and case.says(
        r"(Slice entries|slice indices) must (be|have) static"
    ):
        return _slice(case)
    if case.is_a("TypeError") and case.says("Shapes must be 1D sequences of concrete values"):
        return _shape(case, traced_name(case)) if "Tracer" in case.message else None
    if case.is_a("ConcretizationTypeError") and not case.is_a("TracerBoolConversionError"):
        if case.says(
            r"arose in the jnp\.\w+ argument|argument of jnp\.(linspace|eye|tri|full)|"
            r"`num`|num_segments|num_classes"
        ):
            return _shape(case, traced_name(case))
        return _option(case)
    return None


def _shape(case: Case, name: str) -> Found:
    argument = (*case.arguments, "")[0]
    params = {"where": where(case), "name": argument or name}
    if case.transform not in ("jit", ""):
        return Found("traced-shape", "mapped", params)
    if "Tracer" in case.message and not argument:
        return Found("traced-shape", "computed", params)
    return Found("traced-shape", "", {**params, "code": static_jit(case, params["name"])})


# --- slices ----------------------------------------------------------------------------------


def _slice(case: Case) -> Found:
    params = {"where": where(case), "name": traced_name(case)}
    for item in case.on_line(ast.Subscript):
        parts = item.slice.elts if isinstance(item.slice, ast.Tuple) else [item.slice]
        for axis, part in enumerate(parts):
            if isinstance(part, ast.Slice) and _is_traced(case, part):
                params["name"] = traced_name(case, part)
                updated = isinstance(item.value, ast.Attribute) and item.value.attr == "at"
                return _cut(case, item, part, axis if len(parts) > 1 else -1, params, updated)
    return Found(
        "traced-shape", "slice", {**params, "code": "jax.lax.dynamic_slice_in_dim(x, i, 3)"}
    )


def _is_traced(case: Case, part: ast.Slice) -> bool:
    names = case.names(part)
    return bool(names) and (not case.tracers or any(name in case.tracers for name in names))


def _cut(
    case: Case,
    item: ast.Subscript,
    part: ast.Slice,
    axis: int,
    params: dict[str, str],
    updated: bool,
) -> Found:
    if part.step is not None and any(name in case.tracers for name in case.names(part.step)):
        code = static_jit(case, params["name"])
        return Found("traced-shape", "slice-step", {**params, "code": code})
    array = text_of(
        item.value.value if updated and isinstance(item.value, ast.Attribute) else item.value
    )
    if updated:
        return _update(case, item, part, axis, array, params)
    along = f", axis={axis}" if axis > 0 else ""
    if part.lower is None:
        stop = text_of(part.upper) if part.upper is not None else "n"
        mask = f"jnp.arange(len({array})) < {stop}"
        if axis > 0:
            mask = f"jnp.arange({array}.shape[{axis}]) < {stop}"
        elif axis == 0:
            mask = f"(jnp.arange(len({array})) < {stop})[:, None]"
        return Found(
            "traced-shape", "slice-end", {**params, "code": f"jnp.where({mask}, {array}, 0)"}
        )
    size = _difference(part)
    code = f"jax.lax.dynamic_slice_in_dim({array}, {text_of(part.lower)}, {size}{along})"
    return Found("traced-shape", "slice", {**params, "code": code})


def _update(
    case: Case, item: ast.Subscript, part: ast.Slice, axis: int, array: str, params: dict[str, str]
) -> Found:
    """x.at[a:b].set(v): the same places as an array of positions, or a mask."""
    method = case.parents.get(item)
    call = case.parents.get(method) if method is not None else None
    known = isinstance(method, ast.Attribute) and isinstance(call, ast.Call) and call.args
    name, value = "set", "value"
    if known and isinstance(method, ast.Attribute) and isinstance(call, ast.Call):
        name, value = method.attr, text_of(call.args[0])
    size = _difference(part)
    if part.lower is not None and size != "size" and axis <= 0:
        rest = f", {_rest(item)}" if axis == 0 else ""
        places = f"{text_of(part.lower)} + jnp.arange({size}){rest}"
        code = f"{array}.at[{places}].{name}({value})"
        return Found("traced-shape", "slice-update", {**params, "code": code})
    sign = {"add": "+", "multiply": "*", "mul": "*", "divide": "/", "subtract": "-"}.get(name)
    new = f"{array} {sign} {value}" if sign else value
    lower = f"jnp.arange(len({array})) >= {text_of(part.lower)}" if part.lower is not None else ""
    upper = f"jnp.arange(len({array})) < {text_of(part.upper)}" if part.upper is not None else ""
    mask = f"({lower}) & ({upper})" if lower and upper else lower or upper
    if axis >= 0:
        mask = mask.replace(f"len({array})", f"{array}.shape[{axis}]")
    return Found(
        "traced-shape", "slice-mask", {**params, "code": f"jnp.where({mask}, {new}, {array})"}
    )


def _rest(item: ast.Subscript) -> str:
    assert isinstance(item.slice, ast.Tuple)
    return index_text(item).partition(",")[2].strip()


def _difference(cut: ast.Slice) -> str:
    """The length of x[a:a + k], when it can be read off."""
    start, stop = cut.lower, cut.upper
    if isinstance(stop, ast.BinOp) and isinstance(stop.op, ast.Add) and start is not None:
        if ast.dump(stop.left) == ast.dump(start):
            return text_of(stop.right)
        if ast.dump(stop.right) == ast.dump(start):
            return text_of(stop.left)
    if (
        isinstance(start, ast.BinOp)
        and isinstance(start.op, ast.Sub)
        and stop is not None
        and ast.dump(start.left) == ast.dump(stop)
    ):
        return text_of(start.right)
    if (
        isinstance(start, ast.BinOp)
        and isinstance(start.op, ast.Mult)
        and isinstance(stop, ast.BinOp)
        and isinstance(stop.op, ast.Mult)
    ):
        return _step(start, stop)
    return "size"


def _step(start: ast.BinOp, stop: ast.BinOp) -> str:
    """The length of x[i * k:(i + 1) * k]."""
    for count, size in ((stop.left, stop.right), (stop.right, stop.left)):
        if (
            isinstance(count, ast.BinOp)
            and isinstance(count.op, ast.Add)
            and any(
                isinstance(one, ast.Constant) and one.value == 1
                for one in (count.left, count.right)
            )
            and ast.dump(size) in (ast.dump(start.left), ast.dump(start.right))
        ):
            return text_of(size)
    return "size"


# --- results as long as the values say -------------------------------------------------------


def data_dependent_shape(case: Case) -> Found | None:
    params = {"where": where(case), "name": traced_name(case)}
    if case.is_a("NonConcreteBooleanIndexError"):
        return _mask(case, params)
    if not case.is_a("ConcretizationTypeError") or case.is_a("TracerBoolConversionError"):
        return None
    if case.says(r"\b(item|tolist)\(\) method|problem arose with the `\w+` function"):
        return None
    said = case.says(
        r"size argument of jnp\.(\w+) must be|first argument of jnp\.(\w+)\(?\)?\. To make|"
        r"jnp\.(nonzero|flatnonzero|argwhere|unique|union1d|setdiff1d|intersect1d|setxor1d)|"
        r"(?:arose in|of jnp\.) ?(\w+1d)\(\)|argument '?x'? of jnp\.(bincount)|"
        r"jnp\.(repeat), the total"
    )
    if said or not _scalar(case):
        counting = _counting(case)
        if counting is not None:
            return counting
    if not said:
        return None
    function = next(filter(None, said.groups()))
    if function in ("bincount", "repeat") and _scalar(case):
        return None
    code = f"jnp.{function}(..., {_COUNTS.get(function, 'size')}=n)"
    return Found("data-dependent-shape", "function", {**params, "call": function, "code": code})


def _mask(case: Case, params: dict[str, str]) -> Found:
    for item in case.on_line(ast.Subscript):
        mask, value = index_text(item), item.value
        params["name"] = traced_name(case, item)
        if isinstance(value, ast.Attribute) and value.attr == "at":
            return _mask_update(case, item, value, params)
        array = text_of(value)
        around = case.parents.get(item)
        call = case.parents.get(around) if around is not None else None
        reduced = ("sum", "mean", "max", "min", "std", "var", "prod", "any", "all")
        if (
            isinstance(around, ast.Attribute)
            and around.attr in reduced
            and isinstance(call, ast.Call)
            and not call.args
        ):
            code = f"{array}.{around.attr}(where={mask})"
            if around.attr in ("max", "min"):
                code = f"{array}.{around.attr}(where={mask}, initial={_START[around.attr]})"
            return Found("data-dependent-shape", "", {**params, "code": code})
        if isinstance(around, ast.Call) and around.args == [item]:
            name = text_of(around.func)
            if case.full_name(name).startswith("jax.numpy.") and name.rpartition(".")[2] in reduced:
                first = f", initial={_START[name[-3:]]}" if name[-3:] in _START else ""
                code = f"{name}({array}, where={mask}{first})"
                return Found("data-dependent-shape", "", {**params, "code": code})
        return Found(
            "data-dependent-shape", "", {**params, "code": f"jnp.where({mask}, {array}, 0)"}
        )
    return Found("data-dependent-shape", "", {**params, "code": "jnp.where(mask, x, 0)"})


_START = {"max": "-jnp.inf", "min": "jnp.inf"}


def _mask_update(
    case: Case, item: ast.Subscript, value: ast.Attribute, params: dict[str, str]
) -> Found:
    mask, array = index_text(item), text_of(value.value)
    method = case.parents.get(item)
    update = case.parents.get(method) if method is not None else None
    new = text_of(update.args[0]) if isinstance(update, ast.Call) and update.args else "new"
    sign = ""
    if isinstance(method, ast.Attribute):
        sign = {"add": "+", "multiply": "*", "mul": "*", "divide": "/"}.get(method.attr, "")
    changed = f"{array} {sign} {new}" if sign else new
    code = f"jnp.where({mask}, {changed}, {array})"
    return Found("data-dependent-shape", "update", {**params, "code": code})
