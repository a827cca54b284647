"""A learner's program as a syntax tree: names resolved, scopes, loops, functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
LOOPS = (ast.For, ast.AsyncFor, ast.While)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

STAGING = (
    "jax.jit", "jax.pmap", "jax.make_jaxpr", "jax.checkpoint", "jax.remat", "jax.shard_map",
    "jax.lax.scan", "jax.lax.fori_loop", "jax.lax.while_loop", "jax.lax.cond", "jax.lax.switch",
    "jax.lax.map", "jax.lax.associative_scan", "jax.eval_shape",
    "flax.nnx.jit", "flax.nnx.scan", "flax.nnx.fori_loop", "flax.nnx.while_loop", "flax.nnx.cond",
    "flax.linen.jit", "flax.linen.scan",
)  # fmt: skip
"""What turns a Python function into a program."""
MAPPING = ("jax.vmap", "jax.grad", "jax.value_and_grad", "jax.jacobian", "jax.jacfwd", "jax.jacrev",
           "jax.vjp", "jax.jvp", "jax.linearize", "jax.hessian", "flax.nnx.grad",
           "flax.nnx.value_and_grad", "flax.nnx.vmap")  # fmt: skip


class Source:
    """Raises SyntaxError and the like when `code` has no tree."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.lines = code.split("\n")
        self.tree = ast.parse(code)
        self.nodes = list(ast.walk(self.tree))
        self.parents = {
            child: parent for parent in self.nodes for child in ast.iter_child_nodes(parent)
        }

    def all(self, *kinds: type[ast.AST]) -> Iterator[Any]:
        """Every node of these kinds, in the order of the walk."""
        for node in self.nodes:
            if isinstance(node, kinds):
                yield node

    @cached_property
    def aliases(self) -> dict[str, str]:
        """What imported names stand for: jnp -> jax.numpy."""
        found: dict[str, str] = {}
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for name in node.names:
                    if name.asname:
                        found[name.asname] = name.name
                    else:
                        found[name.name.partition(".")[0]] = name.name.partition(".")[0]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for name in node.names:
                    found[name.asname or name.name] = f"{node.module}.{name.name}"
        return found

    def dotted(self, node: ast.AST | None) -> str:
        """The full name of an imported thing: "jax.random.normal"; "" when it is none."""
        if isinstance(node, ast.Name):
            return self.aliases.get(node.id, "")
        if isinstance(node, ast.Attribute):
            before = self.dotted(node.value)
            return f"{before}.{node.attr}" if before else ""
        return ""

    def uses(self, *names: str) -> bool:
        """Whether one of these imported things is mentioned; a name ending in "." is a prefix."""
        return any(
            found == name or (name.endswith(".") and found.startswith(name))
            for found in self.mentioned
            for name in names
        )

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """Full names of all imported things that the program mentions."""
        return frozenset(filter(None, (self.dotted(n) for n in self.all(ast.Name, ast.Attribute))))

    # --- places ------------------------------------------------------------------------------

    def up(self, node: ast.AST) -> Iterator[ast.AST]:
        """Its parents, the nearest first."""
        here = self.parents.get(node)
        while here is not None:
            yield here
            here = self.parents.get(here)

    def statement(self, node: ast.AST) -> ast.stmt | None:
        """The innermost statement that holds `node`."""
        if isinstance(node, ast.stmt):
            return node
        return next((one for one in self.up(node) if isinstance(one, ast.stmt)), None)

    def function(self, node: ast.AST) -> Function | None:
        """The innermost function around `node`."""
        inner = node
        for one in self.up(node):
            if isinstance(one, Function) and inner not in getattr(one, "decorator_list", ()):
                return one
            inner = one
        return None

    def loop(self, node: ast.AST) -> ast.AST | None:
        """The innermost loop around `node` in its own function; comprehensions are loops."""
        inner = node
        for one in self.up(node):
            if isinstance(one, Function | ast.ClassDef):
                return None
            if isinstance(one, LOOPS) and inner not in (
                getattr(one, "iter", None),
                getattr(one, "target", None),
                *one.orelse,
            ):
                return one
            if isinstance(one, COMPREHENSIONS):
                return one
            inner = one
        return None

    def block(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statements among which `statement` stands."""
        parent = self.parents.get(statement)
        for name in ("body", "orelse", "finalbody"):
            body = getattr(parent, name, None)
            if isinstance(body, list) and statement in body:
                return body
        return [statement]

    # --- scopes ------------------------------------------------------------------------------

    def bound(self, function: ast.AST) -> frozenset[str]:
        """Names that are local to a function (or the module), parameters included."""
        if function not in self._bound:
            self._bound[function] = self._find_bound(function)
        return self._bound[function]

    @cached_property
    def _bound(self) -> dict[ast.AST, frozenset[str]]:
        return {}

    def _find_bound(self, function: ast.AST) -> frozenset[str]:
        names: set[str] = set(parameters(function))
        outer: set[str] = set()
        for node in own_nodes(function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
                names.add(node.id)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
                names.add(node.name)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                names |= {(one.asname or one.name).partition(".")[0] for one in node.names}
            elif isinstance(node, ast.Global | ast.Nonlocal):
                outer |= set(node.names)
            elif isinstance(node, ast.ExceptHandler) and node.name:
                names.add(node.name)
        return frozenset(names - outer)

    def home(self, name: str, node: ast.AST) -> ast.AST | None:
        """The function that `name`, used at `node`, is local to; the module; None: a builtin."""
        here: ast.AST | None = self.function(node)
        while here is not None:
            if name in self.bound(here):
                return here
            here = self.function(here)
        return self.tree if name in self.bound(self.tree) else None

    def free(self, name: str, node: ast.AST) -> bool:
        """Whether `name`, used in a function at `node`, comes from outside that function."""
        function = self.function(node)
        return function is not None and self.home(name, node) is not function

    def definitions(self, name: str) -> list[ast.FunctionDef]:
        """Every function of this name, wherever it is defined."""
        return [one for one in self.all(ast.FunctionDef) if one.name == name]

    def reads(self, name: str, scope: ast.AST | None = None) -> list[ast.Name]:
        """Where `name` is read."""
        nodes = self.nodes if scope is None else list(ast.walk(scope))
        return [
            one for one in nodes
            if isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Load)
        ]  # fmt: skip


def words(text: str) -> frozenset[str]:
    """The words of `text`."""
    return frozenset(text.split())


def parameters(function: ast.AST) -> list[str]:
    """Names of a function's parameters."""
    arguments = getattr(function, "args", None)
    if not isinstance(arguments, ast.arguments):
        return []
    all_of_them = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    all_of_them += [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
    return [one.arg for one in all_of_them]


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Nodes of a function (or module) without those of the functions and classes in it.

    The inner definitions themselves are among them; targets of comprehensions are not.
    """
    if isinstance(function, ast.Lambda):
        start: list[ast.AST] = [function.body]
    else:
        start = list(getattr(function, "body", ()))
    while start:
        node = start.pop()
        yield node
        if isinstance(node, Function | ast.ClassDef):
            continue
        if isinstance(node, ast.comprehension):
            start += [node.iter, *node.ifs]
            continue
        start += ast.iter_child_nodes(node)


def text(node: ast.AST | None) -> str:
    """The node as code, on one line, cut."""
    if node is None:
        return ""
    try:
        code = " ".join(ast.unparse(node).split())
    except (ValueError, RecursionError, AttributeError):
        return "..."
    return code if len(code) <= 120 else code[:117] + "..."


def made_of(source: Source, func: ast.AST) -> str:
    """A called function as code, with what its name was bound to."""
    shown = [text(func)]
    if isinstance(func, ast.Name):
        for assign in source.all(ast.Assign):
            if any(isinstance(one, ast.Name) and one.id == func.id for one in assign.targets):
                shown.append(text(assign.value))
    return " ".join(shown)


def root_name(node: ast.AST) -> str:
    """The name that an expression like `a.b[0].c` starts with; "" when it starts otherwise."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
