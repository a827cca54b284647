"""A step as lines of text, in parts: each part ends with something to answer or to run."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tutor.course import model, plaintext
from tutor.course.prose import join
from tutor.locale import translator, wrap
from tutor.study.programs import Program, programs

_ = translator("plain")


@dataclass(frozen=True)
class Part:
    """Prose, and a block that the learner does something with."""

    before: tuple[model.Prose, ...]
    block: model.Block | None
    """None on a page without one."""
    program: Program | None
    position: int = -1
    """Of the block on the page."""
    after: bool = False
    """Text below the block: it was told before, and commands still mean it."""


def parts(step: model.Step) -> list[Part]:
    """The page in reading order. There is at least one part."""
    known = programs(step)
    found: list[Part] = []
    text: list[model.Prose] = []
    for position, block in enumerate(step.blocks):
        if isinstance(block, model.Prose):
            text.append(block)
        else:
            found.append(Part(tuple(text), block, known.get(position), position))
            text = []
    if text and found:
        found.append(replace(found[-1], before=tuple(text), after=True))
    elif text or not found:
        found.append(Part(tuple(text), None, None))
    return found


def prose(markdown: str, cells: int) -> list[str]:
    """Markdown as lines of text."""
    return plaintext.markdown(markdown, cells) if markdown.strip() else []


def inline(markdown: str) -> str:
    """Markdown without blocks as one line: the text of a choice, a title."""
    return join(plaintext.words(markdown).replace("\v", "\n").split("\n"))


def title(lesson: model.Lesson, step: model.Step) -> str:
    """The first line of a page, such as "Linear regression, step 3 of 7: Three learning rates"."""
    number = next(i for i, one in enumerate(lesson.steps, 1) if one.id == step.id)
    return _("{lesson}, step {number} of {count}: {title}").format(
        lesson=inline(lesson.title),
        number=number,
        count=len(lesson.steps),
        title=inline(step.title),
    )


def part_lines(part: Part, code: str, cells: int) -> list[str]:
    """The text of a part and its block, with `code` in the place of its program."""
    lines: list[str] = []
    for text in part.before:
        lines += [*prose(text.markdown, cells), ""]
    if part.after:
        return lines
    match part.block:
        case model.RunBlock() as block:
            if block.caption:
                lines += [*prose(block.caption, cells), ""]
            lines += [_("Code:"), *numbered(code), ""]
        case model.Prediction() as block:
            lines += [_("Code:"), *numbered(code), ""]
            lines += question_lines(block.question, block.choices, cells)
        case model.Question() as block:
            lines += question_lines(block.text, block.choices, cells)
        case model.TimingBlock() as block:
            claim = _(
                "Claim to measure: {slower} takes at least {ratio:g} times as long as {faster}."
            )
            lines += [_("Code:"), *numbered(code), ""]
            lines.append(claim.format(slower=block.slower, faster=block.faster, ratio=block.ratio))
        case model.CompareBlock() as block:
            for column in (block.left, block.right):
                if column.runs:
                    head, shown = _("{title} (this one runs):").format(title=column.title), code
                else:
                    head, shown = f"{column.title}:", column.code
                lines += [head, *numbered(shown), ""]
        case model.ExerciseBlock() as block:
            lines += [_("Task:"), *prose(block.prompt, cells), ""]
            if block.kind != "parsons":
                lines += [_("Code:"), *numbered(code), ""]
    return lines


def question_lines(question: str, choices: tuple[model.Choice, ...], cells: int) -> list[str]:
    """A question and its numbered choices."""
    lines = prose(_("Question: {text}").format(text=question), cells)
    for number, choice in enumerate(choices, 1):
        lines += hanging(f"  {number}) ", inline(choice.text), cells)
    return lines


def hanging(mark: str, text: str, cells: int) -> list[str]:
    """`text` wrapped behind `mark`, later lines indented as far."""
    body = wrap(text, max(10, cells - len(mark)))
    return [(mark if not i else " " * len(mark)) + line for i, line in enumerate(body)]


def numbered(code: str) -> list[str]:
    """Lines of code with their numbers, never wrapped."""
    lines = code.rstrip("\n").split("\n")
    return [f"{number:>4}  {line}".rstrip() for number, line in enumerate(lines, 1)]
