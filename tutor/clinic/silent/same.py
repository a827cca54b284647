"""Using the same key twice on purpose: to compare, to show that it repeats, to measure."""

from __future__ import annotations

import ast

from tutor.clinic.silent.discards import CLOCKS
from tutor.clinic.silent.source import LOOPS, Source, own_nodes, parameters, text, words

_COMPARING = words(
    "array_equal array_equiv allclose isclose assert_allclose assert_array_equal assert_equal "
    "assert_array_almost_equal assert_trees_all_close assert_trees_all_equal testing"
)


def deliberate(
    source: Source,
    first: ast.AST | None,
    second: ast.AST | None,
    first_outer: ast.AST | None,
    second_outer: ast.AST | None,
) -> bool:
    """Whether the two uses belong to a comparison or a measurement."""
    if first is None or second is None:
        return False
    pairs = [(first, second), (first_outer or first, second_outer or second)]
    for one, other in pairs:
        if _compared(source, one, other) or _same_experiment(source, one, other):
            return True
    return any(_measured(source, one) for one in (second, second_outer or second))


def _compared(source: Source, one: ast.AST, other: ast.AST) -> bool:
    """Whether the results of both come together in a test for equality."""
    if one is other:
        return False
    names = [_names(source, node) for node in (one, other)]
    for node in source.nodes:
        equality = isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq)
        calls = isinstance(node, ast.Call) and _last(node.func) in _COMPARING
        if not (equality or calls or _difference(source, node)):
            continue
        inside = list(ast.walk(node))
        mentioned = {one.id for one in inside if isinstance(one, ast.Name)}
        if all(
            here in inside or (found and found & mentioned)
            for here, found in zip((one, other), names, strict=True)
        ):
            return True
    return False


def _difference(source: Source, node: ast.AST) -> bool:
    """`abs(a - b)` and the largest of it: how far two results lie apart."""
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)):
        return False
    return any(
        isinstance(one, ast.Call) and _last(one.func) in ("abs", "absolute", "fabs")
        for one in source.up(node)
    )


def _last(func: ast.AST) -> str:
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def _names(source: Source, node: ast.AST) -> set[str]:
    """Names that the result of a call is bound to."""
    statement = source.statement(node)
    if not isinstance(statement, ast.Assign):
        return set()
    found = (name for target in statement.targets for name in ast.walk(target))
    return {one.id for one in found if isinstance(one, ast.Name)}


def _same_experiment(source: Source, one: ast.AST, other: ast.AST) -> bool:
    """The same arguments computed with in two ways: f and jax.jit(f), a loss and its gradient."""
    if not (isinstance(one, ast.Call) and isinstance(other, ast.Call)) or one is other:
        return False
    functions = [text(call.func) for call in (one, other)]
    if functions[0] == functions[1]:
        return False
    if any(source.dotted(call.func).startswith("jax.random.") for call in (one, other)):
        return False
    arguments = [[text(part) for part in call.args] for call in (one, other)]
    if arguments[0] != arguments[1]:
        return False
    return len(arguments[0]) > 1 or _related(source, one.func, other.func)


def _related(source: Source, one: ast.AST, other: ast.AST) -> bool:
    """Whether one function is made of the other."""
    own = {
        name
        for node in (one, other)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Lambda)
        for name in parameters(inner)
    }
    sets = [
        {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - own for node in (one, other)
    ]
    for assign in source.all(ast.Assign):
        made = {n.id for n in ast.walk(assign.value) if isinstance(n, ast.Name)}
        for target in assign.targets:
            if isinstance(target, ast.Name):
                for names in sets:
                    if target.id in names:
                        names |= made
    names_of = set(source.aliases)
    return bool((sets[0] & sets[1]) - names_of)


def _measured(source: Source, node: ast.AST) -> bool:
    """Whether it happens in a loop between two looks at a clock, or in `compare`."""
    for one in source.up(node):
        if isinstance(one, ast.Call):
            name = source.dotted(one.func)
            if name.endswith("kit.compare") or name.startswith("timeit."):
                return True
    loop = source.loop(node)
    if not isinstance(loop, LOOPS):
        return False
    scope = source.function(node) or source.tree
    return any(
        isinstance(one, ast.Call) and source.dotted(one.func) in CLOCKS for one in own_nodes(scope)
    )
