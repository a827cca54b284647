"""A lesson's text cut into its parts, before anything has a meaning.

MyST Markdown by markdown-it: block structure only, since what stands in a paragraph is the
page's affair. Every part knows its lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin

from tutor.course.findings import Report
from tutor.course.frontmatter import EMPTY, FrontMatter, extent, parse
from tutor.course.model import Place
from tutor.errors import CourseError
from tutor.locale import translator

_ = translator("course")


@dataclass(frozen=True)
class Target:
    """`(name)=`"""

    name: str
    place: Place


@dataclass(frozen=True)
class Heading:
    """`## text`"""

    level: int
    text: str
    place: Place


@dataclass(frozen=True)
class Comment:
    """`% text`"""

    text: str
    place: Place


@dataclass(frozen=True)
class Text:
    """Markdown, `lines` as they stand in the file."""

    lines: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Directive:
    name: str
    argument: str
    options: dict[str, tuple[str, int]] = field(compare=False)
    """Key -> value and its line."""
    body: tuple[str, ...]
    body_line: int
    """Line of the first line of `body`."""
    place: Place


Part = Target | Heading | Comment | Text | Directive


@dataclass(frozen=True)
class Document:
    front: FrontMatter
    parts: tuple[Part, ...]
    lines: tuple[str, ...]
    """The whole file."""


_DIRECTIVE = re.compile(r"\{([^{}]*)\}[ \t]*(.*)")
_OPTION = re.compile(r":([A-Za-z][\w-]*):(?:[ \t]+(.*))?")


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").use(colon_fence_plugin).use(myst_block_plugin)
    # Definitions of links stay in the prose, where the page looks for them.
    return parser.disable(["inline", "text_join", "reference"], ignoreInvalid=True)


def read(text: str, path: Path, report: Report) -> Document:
    """`text` as the lesson file at `path`. What is wrong goes to `report`, and is left out."""
    lines = text.split("\n")
    front, first = EMPTY, extent(lines)
    with report.collect():
        front = parse(lines, path)
    # The front matter stays in as empty lines, so that every line keeps its number.
    body = "\n" * first + "\n".join(lines[first:])
    try:
        tokens = _parser().parse(body)
    except (RecursionError, IndexError):
        report.add(Place(path, 0), _("this is no Markdown that can be read."))
        tokens = []
    return Document(front, tuple(_parts(tokens, lines, path, report)), tuple(lines))


def _parts(tokens: list[Token], lines: list[str], path: Path, report: Report) -> list[Part]:
    parts: list[Part] = []
    text = range(0)

    def end_text() -> None:
        nonlocal text
        if text:
            kept = lines[text.start : text.stop]
            while kept and not kept[-1].strip():
                kept.pop()
            parts.append(Text(tuple(kept), Place(path, text.start + 1)))
            text = range(0)

    for token in tokens:
        if token.map is None or token.nesting < 0:
            continue
        start, end = token.map
        part = None
        with report.collect():
            part = _part(token, lines, Place(path, start + 1))
            if part is None and token.level == 0:
                text = range(text.start, max(end, text.stop)) if text else range(start, end)
        if part is not None:
            end_text()
            parts.append(part)
    end_text()
    return parts


def _part(token: Token, lines: list[str], place: Place) -> Part | None:
    """What `token` is, or None for prose."""
    info = token.info.strip()
    if token.type in ("fence", "colon_fence") and (
        token.type == "colon_fence" or info.startswith("{")
    ):
        if token.level:
            raise CourseError(
                place.path,
                place.line,
                _("a directive inside a list or a quotation."),
                _("Let it begin at the margin."),
            )
        return _directive(token, lines, place)
    if token.type in ("fence", "colon_fence"):
        _expect_closed(token, lines, place)
        return None
    if token.level:
        return None
    if token.type == "myst_target":
        return Target(token.content.strip(), place)
    if token.type == "myst_line_comment":
        return Comment(token.content.strip(), place)
    if token.type == "heading_open" and token.tag in ("h1", "h2"):
        if not token.markup.startswith("#"):
            raise CourseError(
                place.path,
                place.line,
                _("an underlined heading, or a --- right below a paragraph."),
                _("Write ## for a step; leave an empty line above ---."),
            )
        title = lines[place.line - 1].strip().strip("#").strip()
        return Heading(int(token.tag[1]), title.replace("`", ""), place)
    if token.type == "html_block":
        raise CourseError(
            place.path,
            place.line,
            _("HTML is not shown in a terminal."),
            _("Write Markdown; a comment is a line that begins with %."),
        )
    return None


def _expect_closed(token: Token, lines: list[str], place: Place) -> None:
    assert token.map is not None
    last = lines[token.map[1] - 1].strip() if token.map[1] > token.map[0] + 1 else ""
    if token.level == 0 and not (last.startswith(token.markup) and set(last) == {token.markup[0]}):
        raise CourseError(
            place.path,
            place.line,
            _("this fence does not end."),
            _("End it with a line {marks}.").format(marks=token.markup),
        )


def _directive(token: Token, lines: list[str], place: Place) -> Directive:
    _expect_closed(token, lines, place)
    match = _DIRECTIVE.fullmatch(token.info.strip())
    if not match:
        raise CourseError(
            place.path,
            place.line,
            _("a fence without the name of a directive."),
            _("Write: {example}").format(example=f"{token.markup}{{run}} name"),
        )
    content = token.content.split("\n")
    options: dict[str, tuple[str, int]] = {}
    used = 0
    for line in content:
        option = _OPTION.fullmatch(line.rstrip())
        if not option:
            break
        used += 1
        key = option.group(1)
        if key in options:
            raise CourseError(
                place.path,
                place.line + used,
                _("{key} stands here twice.").format(key=f":{key}:"),
            )
        options[key] = ((option.group(2) or "").strip(), place.line + used)
    while used < len(content) and not content[used].strip():
        used += 1
    end = len(content)
    while end > used and not content[end - 1].strip():
        end -= 1
    return Directive(
        match.group(1).strip(),
        match.group(2).strip(),
        options,
        tuple(line.rstrip() for line in content[used:end]),
        place.line + 1 + used,
        place,
    )
