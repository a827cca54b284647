"""Python text looked at, never run."""

from __future__ import annotations

import ast
import io
import tokenize
import warnings


def parse(code: str) -> ast.Module | SyntaxError:
    """The syntax tree of `code`, or what is wrong with it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(code)
    except SyntaxError as error:
        return error
    except (ValueError, RecursionError, MemoryError) as error:
        return SyntaxError(str(error))


def shape(code: str) -> str | None:
    """`code` without its comments and the contents of its strings; None when it does not parse."""
    tree = parse(code)
    if isinstance(tree, SyntaxError):
        return None
    try:
        return ast.dump(_Blank().visit(tree))
    except RecursionError:
        return None


class _Blank(ast.NodeTransformer):
    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant("") if isinstance(node.value, str) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        # Another language may order the values in a sentence differently.
        parts = [self.visit(part) for part in node.values if isinstance(part, ast.FormattedValue)]
        return ast.JoinedStr(sorted(parts, key=ast.dump)) if parts else ast.Constant("")


def solid(line: str) -> str:
    """`line` without any whitespace and without its comment."""
    return "".join(token for token, _kind in _tokens(line))


def weight(line: str) -> int:
    """How many tokens `line` has: 1 for a name, 6 for `x = f(y)`."""
    return len(_tokens(line))


_SKIPPED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def _tokens(line: str) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(line.strip()).readline):
            if token.type not in _SKIPPED and token.string:
                found.append((token.string, token.type))
    except (tokenize.TokenError, SyntaxError):
        # A line of a longer statement: what was read so far is what there is.
        pass
    return found
