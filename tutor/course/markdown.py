"""The Markdown of prose, as tokens: CommonMark with tables."""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token as Token


@cache
def parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table")


def blocks(markdown: str) -> list[Token]:
    """Tokens of a whole text."""
    return parser().parse(markdown)


def inline(markdown: str) -> list[Token]:
    """Tokens of one line without blocks."""
    tokens = parser().parseInline(markdown)
    return list(tokens[0].children or []) if tokens else []
