"""The program rewritten so that hooks see its calls, indices, operators, functions and loops.

What it computes stays the same: each hook does what stood in its place and returns the result.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, field
from typing import Any

from tutor.clinic.silent.source import Source, words

HOOKS = "__clinic_hooks__"
UNTOUCHED = words(
    "super locals globals vars dir eval exec isinstance issubclass len range enumerate zip type "
    "getattr setattr hasattr property staticmethod classmethod breakpoint input iter next"
)
"""Called by name, these see nothing of arrays, or need their caller's frame as it is."""
_OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Pow: "pow",
    ast.MatMult: "matmul", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.LShift: "lshift",
}  # fmt: skip
_COMPARISONS = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.Gt: "gt", ast.LtE: "le",
                ast.GtE: "ge"}  # fmt: skip


@dataclass
class Wanted:
    """What hooks are to see; functions, effects and loops by node."""

    calls: bool = True
    indices: bool = False
    operators: bool = False
    captures: dict[ast.AST, tuple[str, ...]] = field(default_factory=dict)
    """Functions, each with the outside names ("rate", "self.s") that it reads."""
    effects: set[ast.AST] = field(default_factory=set)
    """Statements whose being run is to be told."""
    loops: bool = False


class Rewriter(ast.NodeTransformer):
    """Numbers the nodes that hooks are told of: `sites[n]` is the node of the original tree."""

    def __init__(self, source: Source, wanted: Wanted) -> None:
        self.source = source
        self.wanted = wanted
        self.sites: list[ast.AST] = []
        self.twins: dict[int, ast.AST] = {}

    def rewritten(self) -> ast.Module:
        """A new tree; that of the source stays as it is."""
        fresh = copy.deepcopy(self.source.tree)
        self.twins = {
            id(new): old
            for new, old in zip(ast.walk(fresh), ast.walk(self.source.tree), strict=True)
        }
        done = self.visit(fresh)
        assert isinstance(done, ast.Module)
        return ast.fix_missing_locations(done)

    # --- parts -------------------------------------------------------------------------------

    def _old(self, node: ast.AST) -> ast.AST:
        return self.twins[id(node)]

    def _site(self, node: ast.AST) -> ast.Constant:
        self.sites.append(self._old(node))
        return ast.Constant(len(self.sites) - 1)

    def _hook(self, name: str, at: ast.AST, *arguments: ast.expr) -> ast.Call:
        func = ast.Attribute(ast.Name(HOOKS, ast.Load()), name, ast.Load())
        call = ast.Call(func, [self._site(at), *arguments], [])
        return ast.copy_location(call, at)

    def _told(self, name: str, at: ast.AST, *arguments: ast.expr) -> ast.stmt:
        return ast.copy_location(ast.Expr(self._hook(name, at, *arguments)), at)

    # --- expressions -------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.AST:
        original = copy.copy(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        self.generic_visit(node)
        if not self.wanted.calls or name in UNTOUCHED:
            return node
        self.twins[id(original)] = self._old(node)
        hook = self._hook("call", original, node.func)
        hook.args += node.args
        hook.keywords = node.keywords
        return hook

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not self.wanted.indices or not isinstance(node.ctx, ast.Load):
            return node
        index = _as_value(node.slice)
        return self._hook("item", node, node.value, index) if index is not None else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        name = _OPERATORS.get(type(node.op))
        if not self.wanted.operators or name is None:
            return node
        return self._hook("operator", node, ast.Constant(name), node.left, node.right)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        name = _COMPARISONS.get(type(node.ops[0]))
        if not self.wanted.operators or name is None or len(node.ops) != 1:
            return node
        return self._hook("operator", node, ast.Constant(name), node.left, node.comparators[0])

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        old = self._old(node)
        self.generic_visit(node)
        tuples = ast.Tuple([self._entry(node, old), node.body], ast.Load())
        node.body = ast.copy_location(ast.Subscript(tuples, ast.Constant(1), ast.Load()), node.body)
        return node

    def _comprehension(self, node: Any) -> Any:
        self.generic_visit(node)
        if self.wanted.loops:
            first = node.generators[0]
            first.iter = self._hook("begin", node, first.iter)
            told = self._hook("tick", node)
            name = "value" if isinstance(node, ast.DictComp) else "elt"
            pair = ast.Tuple([told, getattr(node, name)], ast.Load())
            setattr(node, name, ast.Subscript(pair, ast.Constant(1), ast.Load()))
        return node

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        return self._comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> Any:
        return self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        return self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        return self._comprehension(node)

    # --- statements --------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        old = self._old(node)
        # Decorators, defaults and annotations stay as they are: they are not the body's.
        node.body = self._body(node.body)
        start = 1 if _is_docstring(node.body[0]) else 0
        entry = ast.copy_location(ast.Expr(self._entry(node, old)), node.body[0])
        node.body.insert(start, entry)
        return node

    def _entry(self, node: ast.AST, old: ast.AST) -> ast.Call:
        names = self.wanted.captures.get(old, ())
        pairs: list[ast.expr] = []
        for name in names:
            read = ast.parse(f"lambda: {name}", mode="eval").body
            pairs.append(ast.Tuple([ast.Constant(name), read], ast.Load()))
        self.twins[id(node)] = old
        return self._hook("enter", node, *pairs)

    def _body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        done: list[ast.stmt] = []
        for one in body:
            result = self.visit(one)
            done += result if isinstance(result, list) else [result]
        return done

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.AST]:
        told = self._effect(node)
        name = _OPERATORS.get(type(node.op))
        self.generic_visit(node)
        plain: ast.AST = node
        if self.wanted.operators and name is not None and isinstance(node.target, ast.Name):
            read = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            value = self._hook("operator", node, ast.Constant(f"i{name}"), read, node.value)
            plain = ast.copy_location(ast.Assign([node.target], value), node)
        return [told, plain] if told is not None else plain

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.AST]:
        told = self._effect(node)
        self.generic_visit(node)
        return [told, node] if told is not None else node

    def _effect(self, node: ast.stmt) -> ast.AST | None:
        if self._old(node) not in self.wanted.effects:
            return None
        return self._told("effect", node)

    def _loop(self, node: ast.For | ast.While) -> ast.AST | list[ast.AST]:
        self.generic_visit(node)
        if not self.wanted.loops:
            return node
        node.body.insert(0, self._told("tick", node))
        return [self._told("begin", node, ast.Constant(None)), node]

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.AST]:
        return self._loop(node)

    def visit_While(self, node: ast.While) -> ast.AST | list[ast.AST]:
        return self._loop(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body = self._body(node.body)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        node.subject = self.visit(node.subject)
        for case in node.cases:
            case.body = self._body(case.body)
        return node


def _as_value(index: ast.expr) -> ast.expr | None:
    """What stands between brackets, as an expression that can be an argument."""
    if isinstance(index, ast.Slice):
        parts = [one or ast.Constant(None) for one in (index.lower, index.upper, index.step)]
        return ast.Call(ast.Name("slice", ast.Load()), parts, [])
    if isinstance(index, ast.Tuple):
        parts = [_as_value(one) for one in index.elts]  # type: ignore[misc]
        if any(one is None for one in parts):
            return None
        return ast.Tuple(parts, ast.Load())
    return None if isinstance(index, ast.Starred) else index


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
