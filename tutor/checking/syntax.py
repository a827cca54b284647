"""Looking at the text of a program, only to choose between two feedback texts.

An answer that has failed gets a better word by it; none passes or fails because of it.
"""

from __future__ import annotations

import ast


def holes(source: str) -> int:
    """How many `...` stand in the program, those in an index not counted."""
    tree = _parse(source)
    if tree is None:
        return source.count("...")
    inside = {
        id(node)
        for index in ast.walk(tree)
        if isinstance(index, ast.Subscript)
        for node in ast.walk(index.slice)
    }
    return sum(
        isinstance(node, ast.Constant) and node.value is ... and id(node) not in inside
        for node in ast.walk(tree)
    )


def mentions(source: str, name: str) -> bool:
    """Whether `name` is used, defined or imported in the program."""
    tree = _parse(source)
    if tree is None:
        return name in source
    return any(name in _names(node) for node in ast.walk(tree))


def _names(node: ast.AST) -> tuple[str | None, ...]:
    match node:
        case ast.Name(id=name):
            return (name,)
        case ast.Attribute(attr=name):
            return (name,)
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return (name,)
        case ast.keyword(arg=arg):
            return (arg,)
        case ast.alias(name=name, asname=other):
            return (name.rpartition(".")[2], other)
    return ()


def _parse(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
