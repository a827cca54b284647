"""Markdown of lessons as lines of plain text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tutor.locale import wrap

CODE_INDENT = "    "
_PUNCTUATION = frozenset("，。、；：？！“”‘’（）《》「」—…")


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table")


def prose(markdown: str, cells: int) -> list[str]:
    """The lines of `markdown`, at most `cells` wide except for code, a blank one between blocks."""
    lines: list[str] = []
    for line in _blocks(_parser().parse(markdown), cells):
        if line or (lines and lines[-1]):
            lines.append(line)
    while lines and not lines[-1]:
        lines.pop()
    return lines


def inline(markdown: str) -> str:
    """Markdown without blocks as one line: the text of a choice, a title."""
    tokens = _parser().parseInline(markdown)
    return _text(tokens[0].children or []).replace("\n", " ") if tokens else ""


def _blocks(tokens: list[Token], cells: int) -> Iterator[str]:
    """Lines; blocks are followed by a blank one."""
    marks: list[tuple[str, str]] = []
    counters: list[int | None] = []

    def take() -> tuple[str, str]:
        """What stands before the first line of a block, and before the others."""
        first, rest = "".join(m for m, _r in marks), "".join(r for _m, r in marks)
        marks[:] = [(blank, blank) for _mark, blank in marks]
        return first, rest

    def lay(text: str) -> Iterator[str]:
        first, rest = take()
        for paragraph in text.split("\n"):
            for line in wrap(paragraph, max(10, cells - len(rest))):
                yield (first + line).rstrip()
                first = rest

    row: list[str] | None = None
    for token in tokens:
        match token.type:
            case "inline" if row is not None:
                row.append(_text(token.children or []))
            case "inline":
                yield from lay(_text(token.children or []))
            case "paragraph_close" if not token.hidden:
                yield ""
            case "heading_close" | "bullet_list_close" | "ordered_list_close":
                if token.type != "heading_close":
                    counters.pop()
                if not counters:
                    yield ""
            case "bullet_list_open":
                counters.append(None)
            case "ordered_list_open":
                counters.append(int(token.attrGet("start") or 1))
            case "list_item_open":
                number = counters[-1]
                mark = "- " if number is None else f"{number}. "
                counters[-1] = None if number is None else number + 1
                marks.append((mark, " " * len(mark)))
            case "list_item_close" | "blockquote_close":
                marks.pop()
            case "blockquote_open":
                marks.append(("> ", "> "))
            case "fence" | "code_block":
                first, rest = take()
                for line in token.content.rstrip("\n").split("\n"):
                    yield (first + CODE_INDENT + line).rstrip()
                    first = rest
                yield ""
            case "tr_open":
                row = []
            case "tr_close":
                yield from lay("; ".join(row or []))
                row = None
            case "table_close":
                yield ""
            case "html_block":
                yield from lay(token.content.rstrip("\n"))


def _text(children: list[Token]) -> str:
    """Inline tokens as text. A soft break between two ideographs is nothing."""
    text = ""
    for index, token in enumerate(children):
        match token.type:
            case "text" | "html_inline" | "image":
                text += token.content
            case "code_inline":
                text += f"`{token.content}`"
            case "softbreak":
                following = next((t.content for t in children[index + 1 :] if t.content), "")
                text += "" if _joins(text[-1:], following[:1]) else " "
            case "hardbreak":
                text += "\n"
            case "link_close":
                href = _href(children, index)
                if href.startswith(("http://", "https://")) and href not in text:
                    text += f" ({href})"
    return text


def _href(children: list[Token], close: int) -> str:
    opened = next((t for t in reversed(children[:close]) if t.type == "link_open"), None)
    return str(opened.attrGet("href") or "") if opened is not None else ""


def _joins(before: str, after: str) -> bool:
    """Whether a soft break between two characters is nothing: in Chinese it is."""
    if before in _PUNCTUATION or after in _PUNCTUATION:
        return True
    return _wide(before) and _wide(after)


def _wide(character: str) -> bool:
    return bool(character) and unicodedata.east_asian_width(character) in ("W", "F")
