"""Jaxprs as data for a picture: one line an equation, inner programs indented below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

LINES_SHOWN = 300
PARAMETER_LENGTH = 48
SHORT_DTYPES = {
    "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
    "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
    "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64",
    "complex64": "c64", "complex128": "c128",
}  # fmt: skip

Data = dict[str, Any]


def as_jaxpr(x: Any) -> Any:
    """The jaxpr in `x` (closed or open, on every supported JAX), or None."""
    inner = getattr(x, "jaxpr", x)
    if all(hasattr(inner, part) for part in ("eqns", "invars", "outvars", "constvars")):
        return inner
    return None


def jaxpr_data(jaxpr: Any) -> Data:
    """Lines with their depth, and how often each primitive occurs, inner programs included."""
    lines: list[Data] = []
    primitives: Counter[str] = Counter()
    total = 0
    for line in _lines(jaxpr, 0, _Names(), primitives):
        total += 1
        if len(lines) < LINES_SHOWN:
            lines.append(line)
    return {
        "lines": lines,
        "left_out": total - len(lines),
        "primitives": dict(primitives.most_common()),
    }


class _Names:
    """a, b, ... z, aa, ab, ... in order of appearance, unique over inner programs too."""

    def __init__(self) -> None:
        self._known: dict[Any, str] = {}
        self._fresh = count()

    def of(self, variable: Any) -> str:
        if type(variable).__name__ == "DropVar":
            return "_"
        if variable not in self._known:
            self._known[variable] = _letters(next(self._fresh))
        return self._known[variable]


def _letters(number: int) -> str:
    text = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, 26)
        text = chr(ord("a") + digit) + text
    return text


def _lines(jaxpr: Any, depth: int, names: _Names, primitives: Counter[str]) -> Iterator[Data]:
    if jaxpr.constvars:
        constants = " ".join(_typed(variable, names) for variable in jaxpr.constvars)
        yield {"depth": depth, "role": "constants", "text": constants}
    yield {
        "depth": depth,
        "role": "in",
        "text": " ".join(_typed(variable, names) for variable in jaxpr.invars),
    }
    for equation in jaxpr.eqns:
        name = equation.primitive.name
        primitives[name] += 1
        outputs = " ".join(_typed(variable, names) for variable in equation.outvars)
        operands = " ".join(_operand(variable, names) for variable in equation.invars)
        inner = list(_inner(equation.params))
        line = {
            "depth": depth,
            "role": "equation",
            "text": f"{outputs} = {name}{_parameters(equation.params)} {operands}".rstrip(),
        }
        yield {**line, "folds": True} if inner else line
        for part, program in inner:
            if len(inner) > 1:
                yield {"depth": depth + 1, "role": "part", "text": part}
            yield from _lines(program, depth + 1, names, primitives)
    outputs = " ".join(_operand(variable, names) for variable in jaxpr.outvars)
    yield {"depth": depth, "role": "out", "text": outputs}


def _inner(parameters: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in parameters.items():
        program = as_jaxpr(value)
        if program is not None:
            yield key, program
        elif isinstance(value, (tuple, list)):
            for index, part in enumerate(value):
                program = as_jaxpr(part)
                if program is not None:
                    yield f"{key}[{index}]", program


def _parameters(parameters: dict[str, Any]) -> str:
    """Those parameters that say something, on one short line."""
    shown = []
    for key, value in parameters.items():
        if key in _QUIET or callable(value) or as_jaxpr(value) is not None:
            continue
        # Compared by type first: a parameter of JAX's own may not know how to compare.
        if value is None or value is False or (isinstance(value, tuple) and not value):
            continue
        if isinstance(value, (tuple, list)) and any(
            part is None or as_jaxpr(part) is not None or "Unspecified" in type(part).__name__
            for part in value
        ):
            continue
        text = str(value)
        if len(text) <= PARAMETER_LENGTH and "\n" not in text and " object at 0x" not in text:
            shown.append(f"{key}={text}")
    return f"[{' '.join(shown)}]" if shown else ""


_QUIET = frozenset(
    {"ctx_mesh", "donated_invars", "inline", "jvp_jaxpr_fun", "in_layouts", "out_layouts"}
)


def _typed(variable: Any, names: _Names) -> str:
    return f"{names.of(variable)}:{_type(variable.aval)}"


def _operand(variable: Any, names: _Names) -> str:
    if hasattr(variable, "val"):
        text = str(variable.val)
        return text if len(text) <= 20 and "\n" not in text else f"<{_type(variable.aval)}>"
    return names.of(variable)


def _type(aval: Any) -> str:
    shape, dtype = getattr(aval, "shape", None), getattr(aval, "dtype", None)
    if shape is None or dtype is None:
        return str(aval)
    return f"{SHORT_DTYPES.get(str(dtype), str(dtype))}[{','.join(map(str, shape))}]"
