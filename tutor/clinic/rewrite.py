"""The smallest fix for the learner's own code, as code."""

from __future__ import annotations

import ast
import copy

from tutor.clinic.case import text_of


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
        return (
            f"jnp.where({text_of(choice.test)}, {text_of(choice.body)}, {text_of(choice.orelse)})"
        )
    if not isinstance(statement, ast.If) or len(statement.body) != 1:
        return ""
    test, body = text_of(statement.test), statement.body[0]
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
