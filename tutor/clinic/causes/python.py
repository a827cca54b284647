"""L: ordinary Python. Only when the learner's own line raised a class of Python's, and JAX, its
tracers or its friends have no part in it."""

from __future__ import annotations

import ast
import builtins
import difflib
import re
import sys

from tutor.clinic.case import Case, Found, text_of

_JAX = re.compile(r"Tracer|ArrayImpl|\bjaxlib?\b|\bflax\b|\boptax\b|\borbax\b|pytree|PRNG")
_NO_INPUT = "tutor.runner.streams:"
"""What raises when a snippet reads standard input."""
_LOGGED_NONE = r"^log: .* must be a number, not NoneType"
_LIBRARIES = ("jax", "jaxlib", "flax", "optax", "orbax", "tutor")


def python_error(case: Case) -> Found | None:
    if case.evidence.kind == "syntax":
        return _syntax(case)
    raised = case.evidence.details.get("raised", "")
    module = raised.partition(":")[0].partition(".")[0]
    if module in _LIBRARIES and (
        _own_function(case) or raised.startswith(_NO_INPUT) or case.says(_LOGGED_NONE)
    ):
        raised, module = "own", ""
    if not raised or module in _LIBRARIES:
        return None
    if _JAX.search(case.message) and not case.says(
        r"object is not callable|can only concatenate str|"
        r"unsupported operand type.*?'(NoneType|str|function|dict|method)'"
    ):
        return None
    if any(_JAX.search(f"{cause.module} {cause.message}") for cause in case.causes):
        return None
    own_class = case.error.module == "__main__"
    library = case.error.module.partition(".")[0]
    if library != "builtins" and library not in sys.stdlib_module_names and not own_class:
        return None
    if isinstance(case.statement, ast.Raise) and raised == "own":
        return Found("python-error", "raised", {"name": case.error.name, "said": _first(case)})
    for names, describe in _BY_CLASS:
        if case.is_a(*names):
            variant, params = describe(case)
            return Found("python-error", variant, {"said": _first(case), **params})
    return Found("python-error", "", {"name": case.error.name, "said": _first(case)})


def _own_function(case: Case) -> bool:
    """Whether JAX called a function of the learner's with other arguments than it takes."""
    said = case.is_a("TypeError") and case.says(
        r"^(?:[\w.<>]+\.)?(\w+|<lambda>)\(\) (?:missing|takes|got an? unexpected|got multiple)"
    )
    if not said:
        return False
    return said[1] == "<lambda>" or case.function(said[1]) is not None


def _first(case: Case) -> str:
    return case.message.split("\n")[0][:300]


def _syntax(case: Case) -> Found:
    params = {"said": _first(case), "name": case.error.name}
    if case.is_a("TabError", "IndentationError"):
        return Found("python-error", "indent", params)
    if case.says("was never closed|unmatched|does not match opening"):
        return Found("python-error", "bracket", params)
    if case.says(r"expected ':'"):
        return Found("python-error", "colon", params)
    if case.says(r"unterminated"):
        return Found("python-error", "string", params)
    if case.says(r"outside (async )?function|outside loop|not properly in loop"):
        return Found("python-error", "outside", params)
    if case.says(r"Maybe you meant '==' or"):
        return Found("python-error", "equals", params)
    return Found("python-error", "syntax", params)


Described = tuple[str, dict[str, str]]


def _name(case: Case) -> Described:
    said = case.says(r"name '(\w+)'") or case.says(r"variable '(\w+)'")
    name = said[1] if said else ""
    if case.is_a("UnboundLocalError"):
        return "unbound", {"name": name}
    known = set(case.frame.variables)
    if case.tree is not None:
        for node in ast.walk(case.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                known.add(node.id)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                known.add(node.name)
            elif isinstance(node, ast.arg):
                known.add(node.arg)
            elif isinstance(node, ast.alias):
                known.add((node.asname or node.name).partition(".")[0])
    usual = {"jnp": "import jax.numpy as jnp", "np": "import numpy as np", "jax": "import jax",
             "lax": "from jax import lax", "nnx": "from flax import nnx", "optax": "import optax",
             "partial": "from functools import partial", "nn": "import flax.linen as nn",
             "math": "import math", "time": "import time"}  # fmt: skip
    if name in usual and name not in known:
        return "import", {"name": name, "code": usual[name]}
    # The program's own names first: `suerr` is meant to be its `err` rather than Python's `super`.
    for names in (known - {name}, dir(builtins)):
        if near := difflib.get_close_matches(name, sorted(names), n=1, cutoff=0.7):
            return "typo", {"name": name, "code": near[0]}
    return "name", {"name": name}


def _attribute(case: Case) -> Described:
    said = case.says(r"'(\w+)' object has no attribute '(\w+)'")
    if said and said[1] == "NoneType":
        owner = next(
            (text_of(n.value) for n in case.on_line(ast.Attribute) if n.attr == said[2]), "it"
        )
        return "none", {"name": owner, "attribute": said[2]}
    near = case.evidence.details.get("near", "")
    if said and near:
        return "attribute-near", {"kind": said[1], "attribute": said[2], "code": near}
    if said:
        return "attribute", {"kind": said[1], "attribute": said[2]}
    said = case.says(r"module '([\w.]+)' has no attribute '(\w+)'")
    if said and near:
        return "attribute-near", {"kind": said[1], "attribute": said[2], "code": near}
    if said:
        return "module-attribute", {"kind": said[1], "attribute": said[2]}
    return "", {"name": case.error.name}


def _type(case: Case) -> Described:
    if case.says(
        r"'NoneType' object is not (callable|subscriptable|iterable)|"
        r"(non-iterable|argument of type|iterable, not|mapping, not|be a number, not) '?NoneType"
    ):
        return "none-used", {}
    said = case.says(r"'([\w.]+)' object is not callable")
    if said:
        called = next((text_of(call.func) for call in case.on_line(ast.Call)), "")
        return "not-callable", {"kind": _plain(said[1]), "name": called}
    said = case.says(r"unsupported operand type\(s\) for (\S+): '([\w.]+)' and '([\w.]+)'")
    if said:
        sign, left, right = (_plain(part.rstrip(":")) for part in said.groups())
        if "NoneType" in (left, right):
            return "none-used", {}
        return "operands", {"sign": sign, "left": left, "right": right}
    if case.says(r"can only concatenate str|must be str, not"):
        return "join", {}
    said = case.says(
        r"(\S+)\(\) (takes .*? positional arguments? but \d+ (?:was|were) given|missing .*|"
        r"got an unexpected keyword argument .*|got multiple values for argument .*)"
    )
    if said:
        return "arguments", {"name": said[1].rpartition(".")[2]}
    said = case.says(r"unhashable type: '(\w+)'")
    if said:
        return "unhashable", {"kind": said[1]}
    return "type", {}


def _plain(name: str) -> str:
    """A class as a learner calls it."""
    short = name.rpartition(".")[2]
    return "array" if short == "ArrayImpl" or short.endswith("Tracer") else short


def _value(case: Case) -> Described:
    if case.says(r"not enough values to unpack|too many values to unpack"):
        return "unpack", {}
    if case.says(r"invalid literal for|could not convert string"):
        return "number", {}
    return "value", {}


def _index(case: Case) -> Described:
    return "index", {}


def _key(case: Case) -> Described:
    return "key", {"key": case.message[:60]}


def _import(case: Case) -> Described:
    said = case.says(r"No module named '([\w.]+)'")
    if said:
        return "module", {"name": said[1]}
    near = case.evidence.details.get("near", "")
    return ("import-near", {"code": near}) if near else ("import-name", {})


def _fixed(variant: str) -> Described:
    return variant, {}


_BY_CLASS = (
    (("NameError",), _name),
    (("AttributeError",), _attribute),
    (("ZeroDivisionError",), lambda case: _fixed("zero")),
    (("KeyError",), _key),
    (("IndexError",), _index),
    (("ImportError",), _import),
    (("RecursionError",), lambda case: _fixed("recursion")),
    (("AssertionError",), lambda case: _fixed("assertion")),
    (("FileNotFoundError",), lambda case: _fixed("file")),
    (("EOFError",), lambda case: _fixed("input")),
    (("MemoryError",), lambda case: _fixed("memory")),
    (("KeyboardInterrupt",), lambda case: _fixed("stopped")),
    (("TypeError",), _type),
    (("ValueError",), _value),
)


RULES = (python_error,)
