"""The mistakes: for a piece of syntax, what somebody might have written in its place."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

Found = Iterator[tuple[str, ast.AST | None]]
"""Operator, and what stands there instead; None: nothing."""

OTHERS = {
    "mean": ("sum",),
    "sum": ("mean",),
    "max": ("min",),
    "min": ("max",),
    "maximum": ("minimum",),
    "minimum": ("maximum",),
    "all": ("any",),
    "any": ("all",),
    "add": ("set",),
    "set": ("add",),
    "multiply": ("set",),
    "zeros": ("ones",),
    "zeros_like": ("ones_like",),
    "ones": ("zeros",),
    "ones_like": ("zeros_like",),
    "normal": ("uniform",),
    "uniform": ("normal",),
    "psum": ("pmean",),
    "pmean": ("psum",),
    "exp": ("exp2",),
    "log1p": ("log",),
    "expm1": ("exp",),
    "sqrt": ("square",),
    "argmax": ("argmin",),
    "argmin": ("argmax",),
    "relu": ("tanh",),
    "tanh": ("sin",),
    "value_and_grad": ("grad",),
    "jacobian": ("grad",),
    "append": ("extend",),
    "stack": ("concatenate",),
    "sgd": ("adam",),
    "adam": ("sgd",),
    "perf_counter": ("process_time",),
}
_REDUCTIONS = frozenset({"mean", "sum", "max", "min", "all", "any", "norm", "median"})
_BINARY: dict[type, tuple[str, type]] = {
    ast.Add: ("wrong-sign", ast.Sub),
    ast.Sub: ("wrong-sign", ast.Add),
    ast.Mult: ("other-operation", ast.Div),
    ast.Div: ("other-operation", ast.Mult),
    ast.FloorDiv: ("other-operation", ast.Div),
    ast.MatMult: ("other-operation", ast.Mult),
    ast.Pow: ("other-operation", ast.Mult),
    ast.Mod: ("other-operation", ast.FloorDiv),
    ast.BitAnd: ("other-operation", ast.BitOr),
    ast.BitOr: ("other-operation", ast.BitAnd),
}
_COMPARE: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
}
_AXES = frozenset(
    {"axis", "axes", "in_axes", "out_axes", "argnums", "static_argnums", "donate_argnums"}
)


@dataclass(frozen=True)
class Scope:
    """What is in reach where a piece of syntax stands."""

    names: tuple[str, ...]
    """Arguments and variables of the function."""
    keys: tuple[str, ...]
    """Strings that the program looks things up by."""
    calls: frozenset[str]

    def inner(self, names: Iterable[str]) -> Scope:
        return replace(self, names=tuple(names))


def of(node: ast.AST, scope: Scope) -> Found:
    """Every mistake for `node`."""
    for make in _MAKERS.get(type(node), ()):
        yield from make(node, scope)


def _name(call: ast.expr) -> str:
    """The last name of a dotted one."""
    if isinstance(call, ast.Attribute):
        return call.attr
    return call.id if isinstance(call, ast.Name) else ""


def _same(a: ast.AST, b: ast.AST) -> bool:
    return ast.dump(a) == ast.dump(b)


# --- calls --------------------------------------------------------------------------------------


def _call(node: ast.Call, scope: Scope) -> Found:
    name = _name(node.func)
    yield from _swapped(node)
    for i, keyword in enumerate(node.keywords):
        if keyword.arg is not None:
            fewer = copy.deepcopy(node)
            del fewer.keywords[i]
            yield "dropped-keyword", fewer
    if name in _REDUCTIONS:
        method = isinstance(node.func, ast.Attribute) and not node.args
        inner = node.func.value if method else (node.args or [None])[0]
        if inner is not None and not (isinstance(inner, ast.Name) and inner.id in ("jnp", "np")):
            yield "dropped-reduction", inner
    if name in ("split", "fold_in") and node.args:
        yield "missing-split", _without_split(node, name)
    if name == "jit" and node.args:
        yield "no-jit", node.args[0]
    elif name == "partial" and node.args and _name(node.args[0]) == "jit" and len(node.args) > 1:
        yield "no-jit", node.args[1]
    elif (
        len(node.args) == 1
        and name not in _REDUCTIONS | {"split", "jit", "print", "key"}
        and not isinstance(node.args[0], ast.Starred)
    ):
        yield "unwrapped-call", node.args[0]


def _swapped(node: ast.Call) -> Found:
    for i, (first, second) in enumerate(zip(node.args, node.args[1:], strict=False)):
        if isinstance(first, ast.Starred) or isinstance(second, ast.Starred):
            continue
        if not _same(first, second):
            other = copy.deepcopy(node)
            other.args[i], other.args[i + 1] = other.args[i + 1], other.args[i]
            yield "swapped-argument", other


def _without_split(node: ast.Call, name: str) -> ast.expr:
    """The key itself in place of a new one; as often as there would be new ones."""
    if name == "fold_in":
        return node.args[0]
    count = ast.unparse(node.args[1]) if len(node.args) > 1 else "2"
    key = ast.unparse(node.args[0])
    return ast.parse(f"jax.numpy.stack([{key}] * ({count}))", mode="eval").body


def _attribute(node: ast.Attribute, scope: Scope) -> Found:
    for other in OTHERS.get(node.attr, ()):
        changed = copy.copy(node)
        changed.attr = other
        yield ("dropped-mean" if node.attr == "mean" else "other-function"), changed


# --- arithmetic ---------------------------------------------------------------------------------


def _binary(node: ast.BinOp, scope: Scope) -> Found:
    found = _BINARY.get(type(node.op))
    if found is not None:
        operator, other = found
        yield operator, ast.BinOp(node.left, other(), node.right)
    if isinstance(node.op, (ast.Sub, ast.Div, ast.MatMult, ast.Pow)):
        yield "swapped-operands", ast.BinOp(node.right, node.op, node.left)
    if isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.MatMult, ast.Pow)):
        yield "dropped-term", node.left
        if not isinstance(node.op, ast.Pow):
            yield "dropped-term", node.right


def _augmented(node: ast.AugAssign, scope: Scope) -> Found:
    found = _BINARY.get(type(node.op))
    if found is not None:
        yield found[0], ast.AugAssign(node.target, found[1](), node.value)
    target = ast.Name(node.target.id, ast.Store()) if isinstance(node.target, ast.Name) else None
    if target is not None:
        yield "dropped-term", ast.Assign([target], node.value)


def _unary(node: ast.UnaryOp, scope: Scope) -> Found:
    if isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
        yield "wrong-sign", node.operand
    elif isinstance(node.op, (ast.Not, ast.Invert)):
        yield "negated", node.operand
    elif isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        if type(node.operand.value) is int:
            yield from _numbers(-node.operand.value)
        else:
            yield "wrong-sign", node.operand


def _constant(node: ast.Constant, scope: Scope) -> Found:
    value = node.value
    if isinstance(value, bool):
        yield "negated", ast.Constant(not value)
    elif isinstance(value, int):
        yield from _numbers(value)
    elif isinstance(value, float):
        yield "other-number", ast.Constant(value * 2 if value else 1.0)
    elif isinstance(value, str) and value in scope.keys:
        for other in scope.keys:
            if other != value:
                yield "wrong-key", ast.Constant(other)


def _numbers(value: int) -> Found:
    yield "off-by-one", ast.Constant(value + 1)
    yield "off-by-one", ast.Constant(value - 1)


def _keyword(node: ast.keyword, scope: Scope) -> Found:
    if node.arg in _AXES:
        yield from (("axis", ast.keyword(node.arg, new)) for new in _axes(node.value))


def _axes(value: ast.expr) -> Iterator[ast.expr]:
    """Axes one beside, and shared ones for mapped ones and the other way round."""
    if isinstance(value, ast.Constant) and (value.value is None or value.value == 0):
        yield ast.Constant(0 if value.value is None else None)
    elif isinstance(value, ast.Tuple):
        for i, part in enumerate(value.elts):
            for new in _axes(part):
                elements = list(value.elts)
                elements[i] = new
                yield ast.Tuple(elements, ast.Load())


def _tuple(node: ast.Tuple, scope: Scope) -> Found:
    if len(node.elts) == 2 and not _same(*node.elts) and isinstance(node.ctx, ast.Load):
        yield "swapped-parts", ast.Tuple(node.elts[::-1], node.ctx)
    if any(isinstance(part, ast.Constant) and part.value is None for part in node.elts):
        yield from (("axis", new) for new in _axes(node))


def _compare(node: ast.Compare, scope: Scope) -> Found:
    if len(node.ops) == 1:
        for other in _COMPARE.get(type(node.ops[0]), ()):
            yield "comparison", ast.Compare(node.left, [other()], node.comparators)


def _if_expression(node: ast.IfExp, scope: Scope) -> Found:
    yield "negated", ast.IfExp(node.test, node.orelse, node.body)
    yield "dropped-branch", node.body
    yield "dropped-branch", node.orelse


# --- names and statements -----------------------------------------------------------------------


def _variable(node: ast.Name, scope: Scope) -> Found:
    """Another variable of the function: the next one and the one before."""
    if not isinstance(node.ctx, ast.Load) or node.id not in scope.names or len(scope.names) < 2:
        return
    at = scope.names.index(node.id)
    for step in (1, -1):
        other = scope.names[(at + step) % len(scope.names)]
        if other not in (node.id, "_", "self") and node.id != "self":
            yield "wrong-name", ast.Name(other, ast.Load())


def _subscript(node: ast.Subscript, scope: Scope) -> Found:
    if isinstance(node.ctx, ast.Load) and not (
        isinstance(node.value, ast.Attribute) and node.value.attr == "at"
    ):
        yield "dropped-index", node.value


def _function(node: ast.FunctionDef, scope: Scope) -> Found:
    for i, decorator in enumerate(node.decorator_list):
        fewer = copy.deepcopy(node)
        del fewer.decorator_list[i]
        yield ("no-jit" if "jit" in ast.unparse(decorator) else "dropped-decorator"), fewer
    for i, default in enumerate(node.args.defaults):
        if isinstance(default, ast.Constant) and type(default.value) in (int, float):
            other = copy.deepcopy(node)
            other.args.defaults[i] = ast.Constant(default.value * 2 + (default.value == 0))
            yield "other-number", other


def _statement(node: ast.stmt, scope: Scope) -> Found:
    yield "dropped-statement", None


def _return(node: ast.Return, scope: Scope) -> Found:
    if node.value is not None:
        yield "no-return", ast.Expr(node.value)


def _if(node: ast.If, scope: Scope) -> Found:
    yield "negated", ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)


def _for(node: ast.For, scope: Scope) -> Found:
    if node.body and isinstance(node.body[-1], (ast.Assign, ast.AugAssign, ast.Expr)):
        body = [*node.body, ast.Break()]
        yield (
            "one-turn-only",
            ast.For(node.target, node.iter, body, node.orelse, lineno=node.lineno),
        )


_MAKERS: dict[type, tuple[Callable[..., Found], ...]] = {
    ast.Call: (_call,),
    ast.Attribute: (_attribute,),
    ast.BinOp: (_binary,),
    ast.UnaryOp: (_unary,),
    ast.Constant: (_constant,),
    ast.keyword: (_keyword,),
    ast.Tuple: (_tuple,),
    ast.Compare: (_compare,),
    ast.IfExp: (_if_expression,),
    ast.Name: (_variable,),
    ast.Subscript: (_subscript,),
    ast.FunctionDef: (_function,),
    ast.Assign: (_statement,),
    ast.AugAssign: (_augmented, _statement),
    ast.Expr: (_statement,),
    ast.Return: (_return,),
    ast.If: (_if, _statement),
    ast.For: (_for,),
}
