"""The smallest fix for the learner's own code, as code."""

from __future__ import annotations

import ast
import copy

from tutor.clinic.case import Case, text_of


def replaced(call: ast.Call, func: str = "") -> ast.Call:
    """A copy of a call, calling `func` when given."""
    fresh = copy.deepcopy(call)
    if func:
        fresh.func = ast.parse(func, mode="eval").body
    return fresh


def where_for(tree: ast.Module | None, statement: ast.stmt | None, node: ast.AST | None) -> str:
    """A branch that chooses between two values as `jnp.where`; "" when it does more than that."""
    choice = _conditional(statement, node)
    if choice is not None:
        test = text_of(array_test(choice.test))
        return f"jnp.where({test}, {text_of(choice.body)}, {text_of(choice.orelse)})"
    if not isinstance(statement, ast.If) or len(statement.body) != 1:
        return ""
    test, body = text_of(array_test(statement.test)), statement.body[0]
    other = _other(tree, statement)
    if (
        isinstance(body, ast.Return)
        and isinstance(other, ast.Return)
        and body.value
        and other.value
    ):
        return f"return jnp.where({test}, {text_of(body.value)}, {text_of(other.value)})"
    if isinstance(body, ast.Assign) and len(body.targets) == 1:
        name = text_of(body.targets[0])
        if not statement.orelse:
            return f"{name} = jnp.where({test}, {text_of(body.value)}, {name})"
        if (
            len(statement.orelse) == 1
            and isinstance(other, ast.Assign)
            and text_of(other.targets[0]) == name
        ):
            return f"{name} = jnp.where({test}, {text_of(body.value)}, {text_of(other.value)})"
    if isinstance(body, ast.AugAssign) and not statement.orelse:
        name = text_of(body.target)
        new = text_of(ast.BinOp(ast.Name(name), body.op, body.value))
        return f"{name} = jnp.where({test}, {new}, {name})"
    return ""


def _conditional(statement: ast.stmt | None, node: ast.AST | None) -> ast.IfExp | None:
    for root in (node, None if isinstance(statement, ast.If) else statement):
        if root is None:
            continue
        for inner in ast.walk(root):
            if isinstance(inner, ast.IfExp):
                return inner
    return None


def _other(tree: ast.Module | None, statement: ast.If) -> ast.stmt | None:
    """What happens otherwise: the else branch, or the statement after it."""
    if statement.orelse:
        return statement.orelse[0] if len(statement.orelse) == 1 else None
    if tree is None:
        return None
    for parent in ast.walk(tree):
        body = getattr(parent, "body", None)
        if isinstance(body, list) and statement in body:
            index = body.index(statement)
            return body[index + 1] if index + 1 < len(body) else None
    return None


def keyword_added(call: ast.Call, name: str, value: str) -> str:
    """The call with one more keyword argument."""
    fresh = replaced(call)
    given = ast.parse(value, mode="eval").body
    fresh.keywords = [k for k in fresh.keywords if k.arg != name] + [ast.keyword(name, given)]
    return text_of(fresh)


# --- conditions ------------------------------------------------------------------------------

_BOOLEAN = ("all", "any", "isnan", "isinf", "isfinite", "allclose", "array_equal", "isin",
            "isclose", "logical_and", "logical_or", "logical_not", "logical_xor")  # fmt: skip


def array_test(test: ast.expr, names: dict[str, ast.expr] | None = None) -> ast.expr:
    """A condition with the operators of arrays in the place of Python's; `names` are put in."""
    fresh: ast.expr = _OfArrays(names or {}).visit(copy.deepcopy(test))
    return fresh


class _OfArrays(ast.NodeTransformer):
    def __init__(self, names: dict[str, ast.expr]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._names.get(node.id, node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        converts = isinstance(node.func, ast.Name) and node.func.id == "bool"
        return node.args[0] if converts and len(node.args) == 1 else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Not):
            return node
        if _is_boolean(node.operand):
            return ast.UnaryOp(ast.Invert(), node.operand)
        return _jnp("logical_not", node.operand)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        both = isinstance(node.op, ast.And)
        whole = node.values[0]
        if all(_is_boolean(value) for value in node.values):
            sign = ast.BitAnd() if both else ast.BitOr()
            for value in node.values[1:]:
                whole = ast.BinOp(whole, sign, value)
            return whole
        for value in node.values[1:]:
            whole = _jnp("logical_and" if both else "logical_or", whole, value)
        return whole

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        pairs = [
            _compared(left, op, right)
            for left, op, right in zip(sides, node.ops, sides[1:], strict=False)
        ]
        whole = pairs[0]
        for pair in pairs[1:]:
            whole = ast.BinOp(whole, ast.BitAnd(), pair)
        return whole


def _compared(left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.expr:
    if isinstance(op, ast.In | ast.NotIn):
        row = right
        if isinstance(right, ast.Tuple | ast.Set | ast.List):
            row = _jnp("array", ast.List(right.elts))
        found = _jnp("isin", left, row)
        return ast.UnaryOp(ast.Invert(), found) if isinstance(op, ast.NotIn) else found
    return ast.Compare(left, [op], [right])


def _is_boolean(node: ast.expr) -> bool:
    """Whether the value is true or false, or an array of that."""
    if isinstance(node, ast.Compare):
        return True
    if isinstance(node, ast.UnaryOp | ast.BinOp):
        inner = [node.operand] if isinstance(node, ast.UnaryOp) else [node.left, node.right]
        logical = isinstance(node.op, ast.Invert | ast.BitAnd | ast.BitOr)
        return logical and all(_is_boolean(one) for one in inner)
    if isinstance(node, ast.Call):
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else ""
        return name in _BOOLEAN
    return False


def _jnp(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(ast.Name("jnp"), name), list(args), [])


# --- static arguments ------------------------------------------------------------------------


def static_jit(case: Case, name: str, traced: str = "") -> str:
    """The learner's own jit of the function `traced`, told that the argument `name` is not data."""
    traced = traced or case.traced[0]
    function = case.function(traced) if traced else None
    for decorator in function.decorator_list if function is not None else []:
        text = _jit_with(case, decorator, name)
        if text:
            return f"@{text}"
    for call in ast.walk(case.tree) if case.tree is not None else ():
        if not isinstance(call, ast.Call) or not _is_jit(case, call.func) or not call.args:
            continue
        of = call.args[0]
        named = any(
            (isinstance(node, ast.Name) and node.id == traced)
            or (isinstance(node, ast.Attribute) and node.attr == traced)
            or (isinstance(node, ast.Lambda) and traced in ("", "<lambda>"))
            for node in ast.walk(of)
        )
        if named:
            taken = _takes(function, of, name)
            text = _with_static(call, name)
            return text if taken else f"{text}(..., {name}={name})"
    return f'@jax.jit(static_argnames="{name}")'


def _takes(function: ast.FunctionDef | None, of: ast.expr, name: str) -> bool:
    """Whether the function that is jitted has a parameter of that name, as far as one sees."""
    args = (
        function.args if function is not None else of.args if isinstance(of, ast.Lambda) else None
    )
    if args is None:
        return False
    return any(isinstance(one, ast.arg) and one.arg == name for one in ast.walk(args))


def _is_jit(case: Case, node: ast.expr) -> bool:
    return case.full_name(text_of(node)) in ("jax.jit", "flax.nnx.jit", "nnx.jit", "flax.linen.jit")


def _jit_with(case: Case, decorator: ast.expr, name: str) -> str:
    if _is_jit(case, decorator):
        return f'{text_of(decorator)}(static_argnames="{name}")'
    if isinstance(decorator, ast.Call) and (
        _is_jit(case, decorator.func) or (decorator.args and _is_jit(case, decorator.args[0]))
    ):
        return _with_static(decorator, name)
    return ""


def _with_static(call: ast.Call, name: str) -> str:
    """The call with one more static argument."""
    there = next((k.value for k in call.keywords if k.arg == "static_argnames"), None)
    if there is None:
        return keyword_added(call, "static_argnames", repr(name))
    before = there.elts if isinstance(there, ast.Tuple | ast.List) else [there]
    row = ", ".join([*(text_of(one) for one in before), repr(name)])
    return keyword_added(call, "static_argnames", f"({row})")
