"""A: NumPy, SciPy and what builds on them meet a value that is being traced."""

from __future__ import annotations

import ast

from tutor.clinic.case import Case, Found, index_text, text_of
from tutor.clinic.causes.traced_words import traced_name, where
from tutor.clinic.names import JNP_NAMES
from tutor.clinic.rewrite import replaced

_IN_SCIPY = (
    "special.", "stats.", "linalg.", "signal.", "fft.", "optimize.minimize", "integrate.trapezoid",
    "ndimage.map_coordinates", "interpolate.RegularGridInterpolator", "cluster.vq.vq",
)  # fmt: skip


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
            if isinstance(item.ctx, ast.Store):
                return _store(case, params)
            params |= {"name": traced_name(case, item.slice), "table": base}
            code = f"jnp.asarray({base})[{index_text(item)}]"
            return Found("numpy-on-tracer", "index", {**params, "code": code})
    for call in case.on_line(ast.Call):
        called = text_of(call.func)
        library, _, rest = case.full_name(called).partition(".")
        if library == "numpy":
            known = rest in JNP_NAMES or rest.startswith(("linalg.", "fft."))
            return _called(case, call, called, f"jnp.{rest}" if known else "")
        if library == "scipy":
            known = rest.startswith(_IN_SCIPY)
            return _called(case, call, called, f"jax.scipy.{rest}" if known else "")
    if isinstance(case.node, ast.Subscript):
        item = case.node
        params |= {"name": traced_name(case, item.slice), "table": text_of(item.value)}
        code = f"jnp.asarray({text_of(item.value)})[{index_text(item)}]"
        return Found("numpy-on-tracer", "index", {**params, "code": code})
    params |= {"name": traced_name(case), "call": "NumPy"}
    for call in case.on_line(ast.Call):
        params["call"] = text_of(call.func)
        break
    return Found("numpy-on-tracer", "outside", params)


def _called(case: Case, call: ast.Call, called: str, ours: str) -> Found:
    params = {"where": where(case), "name": traced_name(case, call), "call": called}
    if not ours:
        return Found("numpy-on-tracer", "outside", params)
    variant = "grad" if params["where"] == "grad" else ""
    return Found("numpy-on-tracer", variant, {**params, "code": text_of(replaced(call, func=ours))})


def _store(case: Case, params: dict[str, str]) -> Found:
    statement = case.statement
    params |= {"name": traced_name(case), "table": "out", "code": "jnp.stack(rows)"}
    target: ast.expr | None = None
    if isinstance(statement, ast.Assign):
        target, method = statement.targets[0], "set"
    elif isinstance(statement, ast.AugAssign):
        target, method = statement.target, _UPDATES.get(type(statement.op), "set")
    if isinstance(target, ast.Subscript) and isinstance(statement, ast.Assign | ast.AugAssign):
        table, index = text_of(target.value), index_text(target)
        code = f"{table} = {table}.at[{index}].{method}({text_of(statement.value)})"
        params |= {"table": table, "code": code, "name": traced_name(case, statement.value)}
        return Found("numpy-on-tracer", "store", params)
    for call in case.on_line(ast.Call):
        called = text_of(call.func)
        library, _, rest = case.full_name(called).partition(".")
        if library == "numpy" and rest in JNP_NAMES:
            return _called(case, call, called, f"jnp.{rest}")
    return Found("numpy-on-tracer", "store", params)


_UPDATES: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
}
