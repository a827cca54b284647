"""What kind of value a name holds, in a few words, without running anything of the learner's.

"float32[3] tracer", "float32[3] array", "int32[2] numpy", "key<fry>[] key", "int 3", "list of 2",
"dict of w, b with arrays", "Linear nnx", "Params object", "function loss", "module jax.numpy".
"""

from __future__ import annotations

import ast
import difflib
import itertools
import re
import sys
from collections.abc import Iterable
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

NAMES = 16
TEXT = 60

_MRO = type.__dict__["__mro__"]
_NAME = type.__dict__["__name__"]
_DICT = type.__dict__["__dict__"]
_MODULE = type.__dict__["__module__"]


def is_one(value: Any, cls: type) -> bool:
    """`isinstance`, whatever the value says its class is."""
    return cls in _MRO.__get__(type(value))


def class_name(cls: type) -> str:
    """The name of a class, whatever its metaclass says."""
    return plain_text(_NAME.__get__(cls), 100)


def class_names(cls: type) -> tuple[str, ...]:
    """Names of the classes in its method resolution order, without object."""
    return tuple(class_name(one) for one in _MRO.__get__(cls) if one is not object)[:20]


def module_name(cls: type) -> str:
    """The module of a class, or "?"."""
    name = _MODULE.__get__(cls)
    return plain_text(name, 100) if isinstance(name, str) else "?"


def plain_text(text: str, limit: int) -> str:
    """`text` as an exact str of at most `limit` characters that JSON can carry."""
    cut = str.__getitem__(text, slice(0, limit))
    return str.encode(cut, "utf-8", "replace").decode("utf-8")


def message(error: BaseException) -> str:
    """`str(error)`, or "" when that does not work."""
    try:
        text = str(error)
        return plain_text(text, 200_000)
    except BaseException:
        return ""


def kind_of(value: Any) -> str:
    """The kind of `value`, in a few words; never raises."""
    try:
        return _kind_of(value)
    except BaseException:
        return f"{class_name(type(value))} object"


def _kind_of(value: Any) -> str:
    cls = type(value)
    simple = _simple(value, cls)
    if simple:
        return simple
    if is_one(value, type):
        return f"class {class_name(value)}"
    if cls is FunctionType or cls is BuiltinFunctionType or cls is MethodType:
        return f"function {plain_text(value.__name__, TEXT)}"
    if cls is ModuleType:
        return f"module {plain_text(str(ModuleType.__getattribute__(value, '__name__')), TEXT)}"
    if class_name(cls) == "PjitFunction":
        return f"function {plain_text(value.__name__, TEXT)}"
    array = _array(value, cls)
    if array:
        return array
    if any(module_name(one).startswith("flax.nnx") for one in _MRO.__get__(cls)):
        return f"{class_name(cls)} nnx"
    return f"{class_name(cls)} object"


def _simple(value: Any, cls: type) -> str:
    if value is None:
        return "None"
    if cls is bool or cls is float or cls is complex:
        return f"{class_name(cls)} {value}"
    if cls is int:
        return f"int {value}" if -(10**9) < value < 10**9 else "int"
    if cls is str:
        return f"str {value!a}" if len(value) <= 20 else "str"
    if cls is list or cls is tuple or cls is set or cls is frozenset:
        return f"{class_name(cls)} of {len(value)}{_holding(value)}"
    if cls is dict:
        keys = list(value)[:6]
        with_arrays = _holding(value.values())
        if keys and all(type(key) is str and len(key) <= 20 for key in keys):
            more = ", ..." if len(value) > 6 else ""
            return f"dict of {plain_text(', '.join(keys), 100)}{more}{with_arrays}"
        return f"dict of {len(value)}{with_arrays}"
    return ""


def _holding(values: Iterable[Any]) -> str:
    """Whether arrays are among the first values of a container, one container further down too."""
    for value in itertools.islice(values, 4):
        cls = type(value)
        inner = value.values() if cls is dict else value if cls in (list, tuple) else (value,)
        for one in itertools.islice(inner, 4):
            if _array(one, type(one)):
                return " with arrays"
            if type(one) is FunctionType or class_name(type(one)) in ("PjitFunction", "ufunc"):
                return " with functions"
    return ""


def _array(value: Any, cls: type) -> str:
    classes = _MRO.__get__(cls)
    named = {(module_name(one).split(".")[0], class_name(one)) for one in classes}
    if ("numpy", "ndarray") in named or ("numpy", "generic") in named:
        return f"{_shape(value.dtype, value.shape)} numpy"
    if not any(module in ("jax", "jaxlib") for module, _ in named):
        return ""
    if ("jax", "Tracer") in named:
        aval = value.aval
        return f"{_shape(aval.dtype, aval.shape)} tracer"
    if any(name in ("ArrayImpl", "Array", "PRNGKeyArray") for _, name in named):
        what = "key" if str(value.dtype).startswith("key<") else "array"
        return f"{_shape(value.dtype, value.shape)} {what}"
    return ""


def _shape(dtype: Any, shape: Any) -> str:
    sizes = ",".join(str(size) for size in tuple(shape)[:8])
    return plain_text(f"{dtype}[{sizes}]", TEXT)


# --- a name that is not there ----------------------------------------------------------------

_NEAREST = 0.7
_LONGEST_NAME = 60


def near_name(error: BaseException) -> dict[str, str]:
    """The name nearest to an attribute or import that is not there, as "near"; else nothing."""
    try:
        wanted, names = _missing(error)
        plain = [
            name
            for name in names
            if type(name) is str and name.isidentifier() and len(name) <= _LONGEST_NAME
        ]
        folded = {name.lower(): name for name in plain if name[0] != "_" and name != wanted}
        near = difflib.get_close_matches(wanted.lower(), sorted(folded), n=1, cutoff=_NEAREST)
        return {"near": folded[near[0]]} if near else {}
    except BaseException:
        return {}


def _missing(error: BaseException) -> tuple[str, list[Any]]:
    """What was looked for, and what is there; no property and no `__dir__` is run."""
    if is_one(error, AttributeError):
        wanted = AttributeError.__dict__["name"].__get__(error)
        owner = AttributeError.__dict__["obj"].__get__(error)
    elif is_one(error, ImportError):
        said = re.match(r"cannot import name '(\w+)'", message(error))
        wanted = said[1] if said else None
        owner = sys.modules.get(ImportError.__dict__["name"].__get__(error))
    else:
        return "", []
    if type(wanted) is not str or len(wanted) > _LONGEST_NAME or owner is None:
        return "", []
    names: list[Any] = []
    try:
        names += object.__getattribute__(owner, "__dict__")
    except AttributeError:
        names.clear()
    for cls in _MRO.__get__(owner if is_one(owner, type) else type(owner)):
        if cls is not object and not is_one(owner, ModuleType):
            names += _DICT.__get__(cls)
    return wanted, names


# --- names on a line -------------------------------------------------------------------------


class Names:
    """The names that stand on the lines of a program, read from its syntax tree, once."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._tree: ast.AST | None = None
        self._read = False

    def kinds(self, first: int, last: int, spaces: tuple[Any, ...]) -> dict[str, str]:
        """Kinds of what the names on these lines hold, looked up in `spaces`, innermost first."""
        found: dict[str, str] = {}
        for name in self._on(first, last):
            root, *attributes = name.split(".")
            missing = object()
            value: Any = missing
            for space in spaces:
                value = _item(space, root, missing)
                if value is not missing:
                    break
            for attribute in attributes:
                value = missing if value is missing else _own_attribute(value, attribute, missing)
            if value is not missing:
                found[name] = kind_of(value)
            if len(found) >= NAMES:
                break
        return found

    def _on(self, first: int, last: int) -> list[str]:
        if not self._read:
            self._read = True
            try:
                self._tree = ast.parse(self._source)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                self._tree = None
        if self._tree is None:
            return []
        names: dict[str, None] = {}
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Name | ast.Attribute) and first <= node.lineno <= last:
                dotted = _dotted(node)
                if dotted:
                    names[dotted] = None
        return list(names)


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return ""


def _item(space: Any, name: str, missing: object) -> Any:
    try:
        return space[name] if isinstance(space, dict) or hasattr(space, "keys") else missing
    except BaseException:
        return missing


def _own_attribute(value: Any, name: str, missing: object) -> Any:
    """What stands in the object or its class; no property and no `__getattr__` is run."""
    spaces = []
    try:
        spaces.append(object.__getattribute__(value, "__dict__"))
    except BaseException:  # it has none
        spaces.clear()
    if not is_one(value, ModuleType) and not is_one(value, type):
        spaces += [_DICT.__get__(cls) for cls in _MRO.__get__(type(value)) if cls is not object]
    for space in spaces:
        found = space.get(name, missing)
        if found is not missing:
            computed = any("__get__" in _DICT.__get__(cls) for cls in _MRO.__get__(type(found)))
            return missing if computed and space is not spaces[0] else found
    return missing
