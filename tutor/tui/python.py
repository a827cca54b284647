"""Python for the eye: one highlighting query for the editor and for code in prose."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from textual.content import Content, Span

from tutor.tui import look

if TYPE_CHECKING:
    from tree_sitter import Language, Query

QUERY = """
(comment) @comment
(string) @string
[(integer) (float)] @number
[(true) (false) (none) (ellipsis)] @constant
(function_definition name: (identifier) @definition)
(class_definition name: (identifier) @definition)
(decorator) @decorator
["and" "as" "assert" "async" "await" "break" "class" "continue" "def" "del" "elif" "else"
 "except" "finally" "for" "from" "global" "if" "import" "in" "is" "lambda" "nonlocal" "not"
 "or" "pass" "raise" "return" "try" "while" "with" "yield"] @keyword
(interpolation ["{" "}"] @decorator)
"""
"""Short on purpose: what a learner looks for, in few colours, and quick to compile."""

TOO_LONG = 20_000
"""Characters beyond which code in prose or results is drawn without colours."""


@cache
def language() -> Language | None:
    """The grammar, or None where tree-sitter does not load."""
    try:
        import tree_sitter_python
        from tree_sitter import Language
    except ImportError:
        return None
    return Language(tree_sitter_python.language())


@cache
def _query() -> Query | None:
    from tree_sitter import Query

    grammar = language()
    return None if grammar is None else Query(grammar, QUERY)


@lru_cache(maxsize=128)
def highlight(code: str) -> Content:
    """`code` with the colours of the editor."""
    grammar = language()
    if grammar is None or len(code) > TOO_LONG:
        return Content(code)
    from tree_sitter import Parser, QueryCursor

    query = _query()
    assert query is not None
    raw = code.encode("utf-8", "replace")
    captures = QueryCursor(query).captures(Parser(grammar).parse(raw).root_node)
    spans = [
        Span(_characters(raw, node.start_byte), _characters(raw, node.end_byte), f"ansi_{color}")
        for name, nodes in captures.items()
        if (color := look.SYNTAX.get(name))
        for node in nodes
    ]
    spans.sort(key=lambda span: (span.start, -span.end))
    return Content(code, spans)


def _characters(raw: bytes, end: int) -> int:
    return len(raw[:end].decode("utf-8", "ignore"))
