"""C: names that JAX, Flax and Optax do not have."""

from __future__ import annotations

import ast
import difflib

from tutor.clinic.case import Case, Found, text_of
from tutor.clinic.names import INSTEAD, JNP_NAMES, METHODS, NAMES_OF


def api_not_found(case: Case) -> Found | None:
    if case.is_a("AttributeError"):
        said = case.says(r"[Mm]odule '?((?:jax|flax|optax|orbax)[\w.]*)'? has no attribute '(\w+)'")
        removed = case.says(
            r"((?:jax|jnp)[\w.]*)\.(\w+) (?:was|is|has been) (?:removed|deprecated)"
        )
        found = said or removed
        if found:
            return _missing(case, found[1], found[2])
        said = case.says(
            r"'(?:[\w.]*\.)?(?:ArrayImpl|\w*Tracer|PRNGKeyArray)' object has no attribute '(\w+)'|"
            r"\b(?:\w*Tracer|ArrayImpl) has no attribute (\w+)"
        )
        if said:
            return _method(case, said[1] or said[2])
        return None
    if case.is_a("ImportError"):
        said = case.says(r"cannot import name '(\w+)' from '((?:jax|flax|optax|orbax)[\w.]*)'")
        if said:
            return _missing(case, said[2], said[1])
        said = case.says(r"No module named '((?:jax|flax|optax|orbax)\.[\w.]+)'")
        if said:
            module, _, name = said[1].rpartition(".")
            return _missing(case, module, name)
    return None


def _missing(case: Case, module: str, name: str) -> Found:
    short = module.replace("jax.numpy", "jnp")
    params = {"name": f"{short}.{name}"}
    instead = INSTEAD.get(f"{module}.{name}")
    if instead:
        return Found("api-not-found", "renamed", {**params, "code": instead})
    there = case.evidence.details.get("near", "")
    near = f"{short}.{there}" if there else _near(module, short, name)
    return Found("api-not-found", "near" if near else "", {**params, "code": near})


def _near(module: str, short: str, name: str) -> str:
    """A name of the same module that is spelt nearly like it."""
    known = JNP_NAMES if module == "jax.numpy" else NAMES_OF.get(module, ())
    folded = {one.lower(): one for one in known}
    near = difflib.get_close_matches(name.lower(), folded, n=1, cutoff=0.7)
    return f"{short}.{folded[near[0]]}" if near else ""


def _method(case: Case, name: str) -> Found:
    array = "x"
    for node in case.on_line(ast.Attribute):
        if node.attr == name:
            array = text_of(node.value)
            break
    params = {"name": name, "array": array}
    instead = METHODS.get(name)
    if instead is None:
        near = difflib.get_close_matches(name, _OWN_METHODS, n=1, cutoff=0.75)
        there = near[0] if near else case.evidence.details.get("near", "")
        instead = f"{{x}}.{there}" if there else None
    if instead is None:
        return Found("api-not-found", "method", params)
    return Found("api-not-found", "torch", {**params, "code": instead.replace("{x}", array)})


_OWN_METHODS = (
    "all", "any", "argmax", "argmin", "argsort", "astype", "at", "block_until_ready", "clip",
    "copy", "cumsum", "cumprod", "devices", "diagonal", "dot", "dtype", "flatten", "item", "max",
    "mean", "min", "ndim", "nonzero", "prod", "ravel", "repeat", "reshape", "round", "shape",
    "sharding", "size", "sort", "squeeze", "std", "sum", "swapaxes", "take", "tolist", "trace",
    "transpose", "var",
)  # fmt: skip
