"""Markdown and pages as plain lines of text, without escape sequences."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.tree import SyntaxTreeNode

from tutor.course import parsons
from tutor.course.glossary import Entry
from tutor.course.markdown import Token, blocks, inline
from tutor.course.model import (
    Block,
    CompareBlock,
    ExerciseBlock,
    Lesson,
    Prediction,
    Prose,
    Question,
    RunBlock,
    Step,
    TimingBlock,
)
from tutor.course.prose import join
from tutor.locale import pad, translator, width, wrap

_ = translator("course")

INDENT = "    "


def markdown(text: str, cells: int) -> list[str]:
    """`text` as lines of at most `cells` cells; code is indented and never broken."""
    tree = SyntaxTreeNode(blocks(text))
    return _blocks(tree.children, cells)


def words(text: str) -> str:
    """Inline Markdown as words: marks of emphasis and links go, backticks stay."""
    return "".join(_inline(token) for token in inline(text))


def page(step: Step, cells: int) -> list[str]:
    """A whole step, top to bottom; hints, feedback and solutions stay hidden."""
    lines = [*wrap(step.title, cells), "=" * min(width(step.title), cells)]
    for block in step.blocks:
        lines += ["", *_block(block, step, cells)]
    return lines


def lesson(whole: Lesson, cells: int) -> list[str]:
    """Every step of a lesson."""
    title = f"{whole.number}. {whole.title}"
    lines = [*wrap(title, cells), "#" * min(width(title), cells)]
    for step in whole.steps:
        lines += ["", "", *page(step, cells)]
    return lines


def entry_lines(entry: Entry, cells: int) -> list[str]:
    """A term of the glossary: its names, what it means, and the page that brings it."""
    head = entry.title
    if entry.names:
        head = _("{title} ({names})").format(title=head, names=_(", ").join(entry.names))
    lines = wrap(head, cells)
    lines += [f"  {line}".rstrip() for line in markdown(entry.text, cells - 2)]
    if entry.step:
        lines.append(f"  → {entry.step}")
    return lines


# --- Markdown -----------------------------------------------------------------------------------


def _blocks(nodes: list[SyntaxTreeNode], cells: int) -> list[str]:
    lines: list[str] = []
    for node in nodes:
        if lines:
            lines.append("")
        lines += _node(node, cells)
    return lines


def _node(node: SyntaxTreeNode, cells: int) -> list[str]:
    match node.type:
        case "fence" | "code_block":
            return _code(node.content.rstrip("\n"))
        case "bullet_list" | "ordered_list":
            return _list(node, cells)
        case "blockquote":
            return ["> " + line for line in _blocks(node.children, cells - 2)]
        case "hr":
            return ["-" * min(20, cells)]
        case "table":
            return _table(node, cells)
        case _:
            return wrap(_paragraph(node), cells)


def _paragraph(node: SyntaxTreeNode) -> str:
    text = "".join(
        _inline(token)
        for child in node.children
        if child.type == "inline" and child.token
        for token in [child.token]
    )
    return "\n".join(join(part.split("\n")) for part in text.split("\v"))


def _inline(token: Token) -> str:
    """The text of an inline token. A hard break is a vertical tab, a soft one a newline."""
    if token.children:
        return "".join(_inline(child) for child in token.children)
    match token.type:
        case "code_inline":
            return f"`{token.content}`"
        case "softbreak":
            return "\n"
        case "hardbreak":
            return "\v"
        case _:
            return token.content


def _list(node: SyntaxTreeNode, cells: int) -> list[str]:
    lines: list[str] = []
    tight = all(
        child.hidden
        for item in node.children
        for child in item.children
        if child.type == "paragraph"
    )
    start = int(node.attrs.get("start", 1))
    for number, item in enumerate(node.children, start=start):
        mark = "- " if node.type == "bullet_list" else f"{number}. "
        if lines and not tight:
            lines.append("")
        inner = _blocks(item.children, cells - len(mark)) or [""]
        lines.append(mark + inner[0])
        lines += [" " * len(mark) + line if line else "" for line in inner[1:]]
    return lines


def _table(node: SyntaxTreeNode, cells: int) -> list[str]:
    rows = [
        [_paragraph(cell) for cell in row.children]
        for part in node.children
        for row in part.children
    ]
    columns = max(len(row) for row in rows)
    widths = [max(width(row[i]) for row in rows if i < len(row)) for i in range(columns)]
    return ["  ".join(pad(cell, widths[i]) for i, cell in enumerate(row)).rstrip() for row in rows]


def _code(code: str) -> list[str]:
    return [INDENT + line if line else "" for line in code.split("\n")]


# --- blocks of a page ---------------------------------------------------------------------------


def _block(block: Block, step: Step, cells: int) -> list[str]:
    match block:
        case Prose():
            return markdown(block.markdown, cells)
        case RunBlock():
            head = f"[{_('run')}] {words(block.caption)}".rstrip()
            lines = [*wrap(head, cells), *_code(block.snippet.code)]
            if block.output is not None:
                lines += ["", _("Output:"), *_code(block.output)]
            return lines
        case Prediction():
            lines = [f"[{_('predict')}]", *_code(block.snippet.code), ""]
            lines += markdown(block.question, cells)
            return lines + list(_choices(block, cells))
        case Question():
            return [f"[{_('quiz')}]", *markdown(block.text, cells), *_choices(block, cells)]
        case TimingBlock():
            claim = _("{slower} takes at least {ratio} times as long as {faster}").format(
                slower=block.slower, ratio=f"{block.ratio:g}", faster=block.faster
            )
            return [*wrap(f"[{_('timing')}] {claim}", cells), *_code(block.snippet.code)]
        case CompareBlock():
            return [
                block.left.title,
                *_code(block.left.code),
                "",
                block.right.title,
                *_code(block.right.code),
            ]
        case ExerciseBlock():
            return [f"[{_name(block)}]", *markdown(block.prompt, cells), *_starter(block, step)]


def _name(block: ExerciseBlock) -> str:
    names = {"exercise": _("exercise"), "fix": _("fix"), "parsons": _("put in order")}
    return names[block.kind]


def _starter(block: ExerciseBlock, step: Step) -> list[str]:
    if step.exercise is None:
        return []
    if block.kind != "parsons":
        return ["", *_code(step.exercise.starter)]
    given, _right = parsons.pieces(step.exercise)
    lines = parsons.shuffle(step.exercise, len(step.id))
    return ["", *_code("\n".join(given)), "", *_code("\n".join(lines))]


def _choices(block: Prediction | Question, cells: int) -> Iterator[str]:
    for number, choice in enumerate(block.choices, start=1):
        mark = f"  {number}) "
        first, *rest = markdown(choice.text, cells - len(mark)) or [""]
        yield mark + first
        yield from (" " * len(mark) + line for line in rest)
