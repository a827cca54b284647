"""Evidence seen from a rule: the exception, the learner's line, its syntax, its values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from tutor.events import Evidence, ExceptionInfo, Frame

Node = TypeVar("Node", bound=ast.AST)

_ARGUMENTS = re.compile(r"depends on the values? of the arguments? ([^\n]*?)\.(?:\n|$)")
_TRACED = re.compile(r"while tracing the function (\S+)(?: at (?:\S*/)?(\S+?):(\d+))?")
_FOR = re.compile(r"(?:for|traced for) (jit|scan|cond|while_loop|fori_loop|checkpoint|pmap)\b")
_SHAPE = re.compile(r"([a-z]+\d*(?:_\w+)?|bool|key<\w+>)\[([\d,]*)\] (tracer|array|numpy|key)")

_TRACING = re.compile(
    r"jax\._src\.(?:pjit|api|linear_util|custom_derivatives|ad_checkpoint|shard_map)\b|"
    r"interpreters\.(?:partial_eval|ad|batching)\b|control_flow|^flax\."
)
"""Library frames that stand below the learner's call while a function is traced."""

LONGEST = 4000
_LONG_WORD = re.compile(r"(\S{120})\S+")


@dataclass(frozen=True)
class Found:
    """What a rule found: cause and variant choose the text, `params` fill it in."""

    cause: str
    variant: str = ""
    params: dict[str, str] = field(default_factory=dict)
    line: int = 0
    """When it is another than the line that failed."""


@dataclass(frozen=True)
class Kind:
    """An array of the learner's, as evidence knows it."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    what: str
    """tracer, array, numpy, key."""

    @property
    def text(self) -> str:
        return f"{self.dtype}[{','.join(map(str, self.shape))}]"


class Case:
    """One piece of evidence with the source that it belongs to."""

    def __init__(self, evidence: Evidence, source: str) -> None:
        self.evidence = evidence
        self.source = source
        self.error: ExceptionInfo = (
            evidence.exceptions[0] if evidence.exceptions else ExceptionInfo(name="")
        )
        self.line = evidence.line

    # --- the exception -----------------------------------------------------------------------

    @cached_property
    def message(self) -> str:
        """The beginning of the message: a rule's pattern takes time with the square of it."""
        return _LONG_WORD.sub(r"\1", self.error.message[: 4 * LONGEST])[:LONGEST]

    def is_a(self, *names: str) -> bool:
        """Whether the error is of one of these classes, or of one below."""
        return self.error.name in names or any(name in self.error.bases for name in names)

    def says(self, pattern: str) -> re.Match[str] | None:
        """The message searched for `pattern`; a dot matches line breaks too."""
        return re.search(pattern, self.message, re.DOTALL)

    @property
    def causes(self) -> tuple[ExceptionInfo, ...]:
        """What the error was raised from or during."""
        return self.evidence.exceptions[1:]

    @property
    def raised_in_own(self) -> bool:
        """Whether the learner's own line raised it, and no library below it."""
        return self.evidence.details.get("raised") == "own"

    @property
    def called(self) -> str:
        """What the learner's last line called, as "module:function"; "" for nothing or unknown."""
        return self.evidence.details.get("called", "")

    @cached_property
    def left_tracing(self) -> bool:
        """Whether nothing is being traced any more where it failed, as far as that is known."""
        frames = self.error.frames
        if not frames or any(_TRACING.search(frame) for frame in self.error.library):
            return False
        found, own = _TRACED.search(self.message), self.evidence.filename.rpartition("/")[2]
        if found and found[2] and own and found[2] != own:
            return False  # a function that is not the learner's has no frame to look for
        traced = self.traced[0]
        if traced:
            return all(frame.function != traced for frame in frames)
        return all(not frame.function for frame in frames)

    def through(self, module: str, function: str = "") -> bool:
        """Whether the traceback has a frame of `module` (a prefix) and of `function`."""
        for frame in self.error.library:
            name, _, called = frame.partition(":")
            inside = name == module or name.startswith(module)
            if inside and (not function or called == function):
                return True
        return False

    @cached_property
    def traced(self) -> tuple[str, int]:
        """The function that was being traced, and its line; "" and 0 when nobody says."""
        found = _TRACED.search(self.message)
        return (found[1], int(found[3] or 0)) if found else ("", 0)

    @cached_property
    def transform(self) -> str:
        """The transformation that traces: jit, vmap, grad, scan ...; "" when unknown."""
        said = _FOR.search(self.message)
        if said:
            return said[1]
        for frame in reversed(self.error.library):
            module, _, function = frame.partition(":")
            if module.endswith("interpreters.batching"):
                return "vmap"
            if "control_flow.conditionals" in module:
                return "cond"
            if module.endswith("control_flow.loops"):
                return "while_loop" if "while" in function else "scan"
            if module.endswith("_src.pjit"):
                return "jit"
            if module.endswith("interpreters.ad"):
                return "grad"
        return ""

    @cached_property
    def arguments(self) -> tuple[str, ...]:
        """Names of the arguments that the value came from, where JAX says it."""
        found = _ARGUMENTS.search(self.message)
        if not found:
            return ()
        return tuple(re.split(r", and |, | and ", found[1]))

    # --- values ------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        """The learner's innermost frame."""
        for info in self.evidence.exceptions:
            if info.frames:
                return info.frames[-1]
        return Frame(line=0)

    @cached_property
    def arrays(self) -> dict[str, Kind]:
        """Arrays on the failing line, by name."""
        found: dict[str, Kind] = {}
        for name, text in self.frame.variables.items():
            match = _SHAPE.fullmatch(text)
            if match:
                shape = tuple(int(size) for size in match[2].split(",") if size)
                found[name] = Kind(name, match[1], shape, match[3])
        return found

    @property
    def tracers(self) -> list[str]:
        """Names on the failing line that hold traced values."""
        return [name for name, kind in self.arrays.items() if kind.what == "tracer"]

    def kind(self, name: str) -> str:
        return self.frame.variables.get(name, "")

    # --- syntax ------------------------------------------------------------------------------

    @cached_property
    def tree(self) -> ast.Module | None:
        """The learner's program, or None when it has no syntax tree."""
        try:
            return ast.parse(self.source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        if self.tree is None:
            return {}
        return {
            child: parent
            for parent in ast.walk(self.tree)
            for child in ast.iter_child_nodes(parent)
        }

    @cached_property
    def statement(self) -> ast.stmt | None:
        """The innermost statement on the failing line; parsed from the line alone if need be."""
        if self.tree is not None and self.source:
            best: ast.stmt | None = None
            for node in ast.walk(self.tree):
                if isinstance(node, ast.stmt) and node.lineno <= self.line <= _end(node):
                    inside = best is None or node.lineno >= best.lineno
                    best = node if inside else best
            if best is not None:
                return best
        return _alone(self.frame.source)

    @cached_property
    def node(self) -> ast.AST | None:
        """The expression that failed, or the statement when columns are not known."""
        frame = self.frame
        statement = self.statement
        if statement is None or frame.column < 0 or self.tree is None:
            return statement
        wanted = (frame.line, frame.column, frame.end_line or frame.line, frame.end_column)
        for node in ast.walk(self.tree):
            if (
                isinstance(node, ast.expr)
                and (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset) == wanted
            ):
                return node
        return statement

    def within(self, kind: type[Node], root: ast.AST | None = None) -> Iterator[Node]:
        """Nodes of a kind in the failing expression or, given `root`, in that; outermost first."""
        start = self.node if root is None else root
        if start is not None:
            yield from (node for node in ast.walk(start) if isinstance(node, kind))

    def on_line(self, kind: type[Node]) -> Iterator[Node]:
        """Nodes of a kind in the failing expression first, then in the whole statement."""
        seen: set[int] = set()
        for root in (self.node, self.statement):
            if root is None:
                continue
            for node in ast.walk(root):
                if isinstance(node, kind) and id(node) not in seen:
                    seen.add(id(node))
                    yield node

    def enclosing(self, kind: type[Node]) -> Node | None:
        """The innermost node of a kind around the failing expression."""
        node: ast.AST | None = self.node
        while node is not None:
            if isinstance(node, kind):
                return node
            node = self.parents.get(node)
        return None

    def function(self, name: str) -> ast.FunctionDef | None:
        """The learner's function of that name; the last one if there are several."""
        if self.tree is None:
            return None
        found = None
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef) and node.name == name:
                found = node
        return found

    @cached_property
    def imports(self) -> dict[str, str]:
        """Names that the program imports, and what they stand for: jnp -> jax.numpy."""
        found = {"np": "numpy", "jnp": "jax.numpy", "jax": "jax", "numpy": "numpy"}
        for node in ast.walk(self.tree) if self.tree is not None else ():
            if isinstance(node, ast.Import):
                for item in node.names:
                    root = item.name if item.asname else item.name.partition(".")[0]
                    found[item.asname or root] = root
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for item in node.names:
                    found[item.asname or item.name] = f"{node.module}.{item.name}"
        return found

    def full_name(self, dotted: str) -> str:
        """A dotted name with what its first part was imported as: jnp.sum -> jax.numpy.sum."""
        root, dot, rest = dotted.partition(".")
        return f"{self.imports.get(root, root)}{dot}{rest}"

    def names(self, root: ast.AST | None) -> list[str]:
        """Names used below `root`, in order."""
        if root is None:
            return []
        return list(dict.fromkeys(n.id for n in ast.walk(root) if isinstance(n, ast.Name)))


def text_of(node: ast.AST) -> str:
    """The node as code, on one line."""
    try:
        return " ".join(ast.unparse(node).split())
    except (ValueError, RecursionError):
        return "..."


def batch_moved(case: Case) -> bool:
    """Whether it failed where vmap puts the batch axis into a result."""
    return case.through("jax._src.interpreters.batching", "matchaxis")


def index_text(item: ast.Subscript) -> str:
    """What stands between the brackets, as code."""
    return text_of(item)[len(text_of(item.value)) + 1 : -1]


def _end(node: ast.stmt) -> int:
    if isinstance(node, ast.If | ast.While | ast.For | ast.With | ast.FunctionDef | ast.ClassDef):
        return node.lineno if not node.body else max(node.lineno, node.body[0].lineno - 1)
    return node.end_lineno or node.lineno


def _alone(line: str) -> ast.stmt | None:
    for text in (line, f"{line} pass", f"if 1: pass\n{line} pass", f"{line}\n def f(): pass"):
        try:
            body = ast.parse(text).body
        except (SyntaxError, ValueError):
            continue
        if body:
            return body[-1]
    return None
