"""Markdown of lessons as paragraphs to draw.

Lighter than Textual's Markdown, whose time grows faster than linearly and whose paragraphs know
nothing of Chinese. A soft line break between two ideographs draws as nothing; links open nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from textual.content import Content, Span

from tutor.tui import look
from tutor.tui.python import highlight
from tutor.tui.text import BLANK, Paragraph, padded, plain, width

if TYPE_CHECKING:
    from tutor.course.markdown import Token

_BULLETS = ("•", "–", "·")
_HEADINGS = {"h1": look.TITLE, "h2": look.TITLE, "h3": look.TITLE}


def _tokens(markdown: str) -> list[Token]:
    # Some 30 ms, which a page that was laid out before does not pay.
    from tutor.course.markdown import blocks

    return blocks(markdown)


def _line_tokens(markdown: str) -> list[Token]:
    from tutor.course.markdown import inline

    return inline(markdown)


Packed = tuple[Any, ...]
"""A paragraph or a line as plain tuples, to be kept in a file."""

_blocks_known: dict[str, tuple[Paragraph, ...]] = {}
_lines_known: dict[str, Content] = {}
_packed: dict[str, tuple[Packed, ...]] = {}
_packed_lines: dict[str, Packed] = {}


def prose(markdown: str) -> tuple[Paragraph, ...]:
    """The paragraphs of `markdown`, a blank one between blocks, none at either end."""
    found = _blocks_known.get(markdown)
    if found is None:
        packed = _packed.get(markdown)
        if packed is not None:
            found = tuple(map(_unpacked, packed))
        else:
            found = tuple(_trim(_blocks(_tokens(markdown))))
        _blocks_known[markdown] = found
    return found


def inline(markdown: str) -> Content:
    """One line of Markdown without blocks: the text of a choice, a title."""
    found = _lines_known.get(markdown)
    if found is None:
        packed = _packed_lines.get(markdown)
        if packed is not None:
            found = _content(packed)
        else:
            found = _inline(_line_tokens(markdown))
        _lines_known[markdown] = found
    return found


def pack(blocks: set[str], lines: set[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Markdown laid out, as plain tuples; `know` takes it in the next start."""
    return (
        {text: tuple(_pack(paragraph) for paragraph in prose(text)) for text in blocks},
        {text: _tuple(inline(text)) for text in lines},
    )


def know(packed: tuple[Mapping[str, Any], Mapping[str, Any]]) -> None:
    """Take what `pack` made."""
    blocks, lines = packed
    _packed.update(blocks)
    _packed_lines.update(lines)


def _tuple(content: Content) -> Packed:
    return content.plain, tuple(tuple(span) for span in content.spans)


def _content(packed: Packed) -> Content:
    text, spans = packed
    return Content(text, [Span(*span) for span in spans])


def _pack(paragraph: Paragraph) -> Packed:
    parts = (paragraph.content, paragraph.first, paragraph.rest)
    return (*map(_tuple, parts), paragraph.divide)


def _unpacked(packed: Packed) -> Paragraph:
    content, first, rest, divide = packed
    return Paragraph(_content(content), _content(first), _content(rest), divide)


def _trim(paragraphs: Iterator[Paragraph]) -> list[Paragraph]:
    kept: list[Paragraph] = []
    for paragraph in paragraphs:
        if paragraph is BLANK and (not kept or kept[-1] is BLANK):
            continue
        kept.append(paragraph)
    while kept and kept[-1] is BLANK:
        kept.pop()
    return kept


class _Frame:
    """What encloses the next paragraph: text before its first line, and before the others."""

    def __init__(self) -> None:
        self.stack: list[tuple[str, str]] = []

    def push(self, first: str, rest: str) -> None:
        self.stack.append((first, rest))

    def pop(self) -> None:
        self.stack.pop()

    def take(self) -> tuple[Content, Content]:
        """Both texts; the marks of list items are used up."""
        first = "".join(mark for mark, _ in self.stack)
        rest = "".join(blank for _, blank in self.stack)
        self.stack = [(blank, blank) for _, blank in self.stack]
        return plain(first, look.DIM), plain(rest, look.DIM)


def _blocks(tokens: list[Token]) -> Iterator[Paragraph]:
    frame = _Frame()
    counters: list[int | None] = []
    style = ""
    index = 0
    while index < len(tokens):
        token = tokens[index]
        match token.type:
            case "inline":
                content = _inline(token.children or [])
                for line in content.split("\n", allow_blank=True):
                    first, rest = frame.take()
                    yield Paragraph(line.stylize_before(style) if style else line, first, rest)
            case "heading_open":
                yield BLANK
                style = _HEADINGS.get(token.tag, look.STRONG)
            case "heading_close" | "paragraph_close":
                style = ""
                if not token.hidden:
                    yield BLANK
            case "bullet_list_open":
                counters.append(None)
            case "ordered_list_open":
                counters.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                counters.pop()
                if not counters:
                    yield BLANK
            case "list_item_open":
                mark = _mark(counters)
                frame.push(mark, " " * width(mark))
            case "list_item_close" | "blockquote_close":
                frame.pop()
            case "blockquote_open":
                frame.push("│ ", "│ ")
            case "fence" | "code_block":
                yield BLANK
                yield from _code(token, frame)
                yield BLANK
            case "hr":
                yield Paragraph(plain("─" * 20, look.RULE), divide="cut")
                yield BLANK
            case "table_open":
                end = next(i for i in range(index, len(tokens)) if tokens[i].type == "table_close")
                yield from _table(tokens[index:end], frame)
                yield BLANK
                index = end
            case "html_block":
                for text in token.content.rstrip("\n").split("\n"):
                    first, rest = frame.take()
                    yield Paragraph(plain(text), first, rest)
        index += 1


def _mark(counters: list[int | None]) -> str:
    number = counters[-1]
    if number is None:
        return f"{_BULLETS[min(len(counters), len(_BULLETS)) - 1]} "
    counters[-1] = number + 1
    return f"{number}. "


def _code(token: Token, frame: _Frame) -> Iterator[Paragraph]:
    text = token.content.rstrip("\n")
    language = token.info.split()[0] if token.info.strip() else ""
    python = language in ("python", "py")
    content = highlight(text) if python else plain(text)
    for line in content.split("\n", allow_blank=True):
        first, rest = frame.take()
        yield Paragraph(line, first + "  ", rest + "  ", "fold" if python else "words")


def _table(tokens: list[Token], frame: _Frame) -> Iterator[Paragraph]:
    rows: list[list[Content]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_inline(token.children or []))
    if not rows:
        return
    columns = max(len(cells) for cells in rows)
    widths = [
        max((width(cells[c].plain) for cells in rows if c < len(cells)), default=0)
        for c in range(columns)
    ]
    for number, cells in enumerate(rows):
        line = Content("")
        for column, cell in enumerate(cells):
            gap = " " * (widths[column] - width(cell.plain) + 2)
            line += (cell.stylize_before(look.STRONG) if number == 0 else cell) + gap
        first, rest = frame.take()
        yield Paragraph(line.rstrip(), first, rest, divide="cut")
        if number == 0:
            rule = "  ".join(padded("", w).replace(" ", "─") for w in widths)
            yield Paragraph(plain(rule, look.RULE), rest, rest, divide="cut")


_STYLES: dict[str, str] = {"strong": look.STRONG, "em": look.EMPHASIS, "link": look.LINK}


def _inline(children: list[Token]) -> Content:
    """Inline tokens as text with styles; hard breaks are newlines."""
    text: list[str] = []
    length = 0
    spans: list[Span] = []
    opened: list[tuple[str, int]] = []

    def add(piece: str, style: str = "") -> None:
        nonlocal length
        text.append(piece)
        if style and piece:
            spans.append(Span(length, length + len(piece), style))
        length += len(piece)

    for position, token in enumerate(children):
        kind, _, end = token.type.partition("_")
        if token.type in ("text", "html_inline"):
            add(token.content)
        elif token.type == "code_inline":
            add(token.content, look.CODE)
        elif token.type == "softbreak":
            before = text[-1][-1:] if text else ""
            add(_joint(before, _next_character(children, position)))
        elif token.type == "hardbreak":
            add("\n")
        elif token.type == "image":
            add(token.content, look.EMPHASIS)
        elif kind in _STYLES and end == "open":
            opened.append((kind, length))
        elif kind in _STYLES and end == "close" and opened:
            name, start = opened.pop()
            spans.append(Span(start, length, _STYLES[name]))
    return Content("".join(text), spans)


def _next_character(children: list[Token], position: int) -> str:
    return next((t.content[0] for t in children[position + 1 :] if t.content), "")


def _joint(before: str, after: str) -> str:
    """What a soft line break between the two draws as."""
    wide: Callable[[str], bool] = lambda character: width(character) == 2  # noqa: E731
    if wide(before) and wide(after):
        return ""
    punctuation = "，。、；：！？）】》」』（【《「『…—"
    return "" if (before and before in punctuation) or (after and after in punctuation) else " "
