"""Small mistakes, made in a program by its syntax tree: one mutant for each place and mistake.

Only code that an answer's functions rest on is changed: what a program prints at its end, and the
data that it does that with, are the learner's own affair.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tests.lessons import mistakes

Path = tuple[tuple[str, int | None], ...]


@dataclass(frozen=True)
class Mutant:
    operator: str
    line: int
    """Of the solution, from 1."""
    change: str
    """`before -> after`, short."""
    code: str


def mutants(code: str, names: Iterable[str] = (), printed: bool = False) -> list[Mutant]:
    """Every mutant of `code`, in the order of the text; no two have the same program.

    `names` are what callers ask for; what these do not rest on does not count. None: all functions.
    `printed`: so does what the program prints.
    """
    tree = ast.parse(code)
    alive = _alive(tree, frozenset(names), printed)
    seen = {ast.unparse(tree)}
    found = []
    for path, node, scope in _places(tree, alive):
        for operator, new in mistakes.of(node, scope):
            changed = _replaced(tree, path, new)
            text = ast.unparse(ast.fix_missing_locations(changed)) if changed else None
            if text is None or text in seen or not _compiles(text):
                continue
            seen.add(text)
            line = getattr(node, "lineno", 0)
            found.append(Mutant(operator, line, _change(node, new), text))
    return found


def chosen(all_of_them: Sequence[Mutant], most: int) -> list[Mutant]:
    """At most `most`, the same each time: a turn for each operator, until there are enough."""
    queues: dict[str, list[Mutant]] = {}
    first = all_of_them[0].code if all_of_them else ""
    for mutant in sorted(all_of_them, key=_lot):
        queues.setdefault(mutant.operator, []).append(mutant)
    few: list[Mutant] = []
    while len(few) < most and any(queues.values()):
        for name in sorted(queues, key=lambda name: _hash(name + first)):
            if queues[name] and len(few) < most:
                few.append(queues[name].pop(0))
    return sorted(few, key=lambda mutant: (mutant.line, mutant.operator, mutant.code))


def _lot(mutant: Mutant) -> str:
    return _hash(mutant.code)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _compiles(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def _change(node: ast.AST, new: ast.AST | None) -> str:
    def short(part: ast.AST | None) -> str:
        text = "" if part is None else ast.unparse(ast.fix_missing_locations(copy.deepcopy(part)))
        text = " ".join(text.split())
        return text if len(text) <= 60 else text[:57] + "..."

    return f"{short(node)} -> {short(new)}"


# --- places -------------------------------------------------------------------------------------


def _alive(tree: ast.Module, names: frozenset[str], printed: bool) -> list[int]:
    """Positions of the top-level statements that are asked for, and of what these rest on."""
    everything = range(len(tree.body))
    if printed:
        return list(everything)
    makes = [_made(statement) for statement in tree.body]
    needs = [_free(statement) for statement in tree.body]
    alive = {
        i
        for i, statement in enumerate(tree.body)
        if makes[i] & names or _is_definition(statement, every=not names)
    }
    alive |= {i for i in everything if _registers(tree.body[i])}
    while True:
        wanted = set[str]().union(*(needs[i] for i in alive))
        more = {i for i in everything if makes[i] & wanted} - alive
        if not more:
            break
        alive |= more
    imports = (ast.Import, ast.ImportFrom)
    return [i for i in everything if i in alive and not isinstance(tree.body[i], imports)]


def _is_definition(statement: ast.stmt, every: bool) -> bool:
    """A function or class; unless `every`, one that a decorator may make known somewhere."""
    if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return False
    return every or bool(statement.decorator_list)


def _registers(statement: ast.stmt) -> bool:
    """A call that makes something known to the library: `jax.set_mesh`, `register_dataclass`."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Call) and ast.unparse(value.func).startswith("jax.")


def _made(statement: ast.stmt) -> set[str]:
    """Names that `statement` sets, or changes in place."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return {statement.name}
    made = {part.id for part in ast.walk(statement) if _is_store(part)}
    for part in ast.walk(statement):
        if isinstance(part, (ast.Subscript, ast.Attribute)) and isinstance(part.ctx, ast.Store):
            made |= {inner.id for inner in ast.walk(part.value) if isinstance(inner, ast.Name)}
    return made


def _free(node: ast.AST) -> set[str]:
    """Names that `node` reads from around it."""
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Load) else set()
    found = set[str]().union(*(_free(child) for child in ast.iter_child_nodes(node)))
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        own = {arg.arg for arg in ast.walk(node.args) if isinstance(arg, ast.arg)}
        found -= own | {part.id for part in ast.walk(node) if _is_store(part)}
    return found


def _is_store(part: ast.AST) -> bool:
    return isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)


def _places(tree: ast.Module, alive: list[int]) -> Iterator[tuple[Path, ast.AST, mistakes.Scope]]:
    strings = _keys(tree)
    top = mistakes.Scope(names=(), keys=strings, calls=_called(tree))
    for i in alive:
        yield from _below((("body", i),), tree.body[i], top)


def _keys(tree: ast.AST) -> tuple[str, ...]:
    found = {
        part.slice.value
        for part in ast.walk(tree)
        if isinstance(part, ast.Subscript)
        and isinstance(part.slice, ast.Constant)
        and isinstance(part.slice.value, str)
    }
    return tuple(sorted(found))


def _called(tree: ast.AST) -> frozenset[str]:
    return frozenset(
        part.func.id
        for part in ast.walk(tree)
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)
    )


def _below(
    path: Path, node: ast.AST, scope: mistakes.Scope
) -> Iterator[tuple[Path, ast.AST, mistakes.Scope]]:
    if not isinstance(node, (ast.arguments, ast.arg, ast.expr_context, ast.operator)):
        yield path, node, scope
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        own = [arg.arg for arg in (*node.args.posonlyargs, *node.args.args)]
        made = [
            part.id for part in ast.walk(node) if isinstance(part, ast.Name) and _is_store(part)
        ]
        scope = scope.inner(dict.fromkeys(own + made))
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        if isinstance(value, ast.AST):
            yield from _below((*path, (field, None)), value, scope)
        elif isinstance(value, list):
            for i, part in enumerate(value):
                if isinstance(part, ast.AST):
                    yield from _below((*path, (field, i)), part, scope)


def _replaced(tree: ast.Module, path: Path, new: ast.AST | None) -> ast.Module | None:
    """A copy of `tree` with `new` at `path`, or without what is there; None when a body empties."""
    changed = copy.deepcopy(tree)
    at: ast.AST = changed
    for field, index in path[:-1]:
        value = getattr(at, field)
        at = value if index is None else value[index]
    field, index = path[-1]
    if index is None:
        setattr(at, field, copy.deepcopy(new))
    elif new is not None:
        getattr(at, field)[index] = copy.deepcopy(new)
    elif field != "body" or len(getattr(at, field)) > 1:
        del getattr(at, field)[index]
    else:
        return None
    return changed
