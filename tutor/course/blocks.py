"""From a directive and the Python file of its step to a block of a page."""

from __future__ import annotations

import re
from typing import Literal, cast

from tutor.course.choices import question
from tutor.course.directives import (
    Lines,
    devices,
    option,
    raises,
    split_body,
    whole_body,
)
from tutor.course.document import Directive
from tutor.course.exercise import StepFile
from tutor.course.model import (
    Card,
    Choice,
    Column,
    CompareBlock,
    ExerciseBlock,
    Place,
    Prediction,
    Question,
    RunBlock,
    Snippet,
    Term,
    TimingBlock,
)
from tutor.course.sources import did_you_mean, is_id
from tutor.errors import CourseError
from tutor.locale import translator

_ = translator("course")


class NoFile(CourseError):
    """The directive needs the Python file of its step, and there is none."""


def run(directive: Directive, file: StepFile | None) -> RunBlock:
    return RunBlock(
        snippet=_snippet(directive, file, directive.body),
        place=directive.place,
        raises=raises(directive),
        caption=option(directive, "caption"),
    )


def predict(directive: Directive, file: StepFile | None) -> Prediction:
    ask, line = directive.options["ask"]
    path = directive.place.path
    if ask not in ("output", "choice"):
        raise CourseError(path, line, _("ask is output or choice."), did_you_mean(ask, _ASKS))
    body, *rest = split_body(directive, 2)
    text, choices = question(body, quiz=False)
    explanation = rest[0].text if rest else ""
    if ask == "choice" and len(choices) < 2:
        raise CourseError(
            path,
            body.place.line,
            _("a prediction with fewer than two choices."),
            _("Write: {example}").format(example="- [prints 6.0] text"),
        )
    if ask == "output" and choices:
        raise CourseError(
            path,
            choices[0].place.line,
            _("choices in a prediction that asks for the output."),
            _("Write: {example}").format(example=":ask: choice"),
        )
    if not explanation and not (choices and all(choice.explanation for choice in choices)):
        raise CourseError(
            path,
            directive.place.line,
            _("a prediction without an explanation."),
            _("Write it after a line ---; it is shown after the run."),
        )
    return Prediction(
        ask="output" if ask == "output" else "choice",
        question=text,
        choices=choices,
        snippet=_snippet(directive, file, ()),
        explanation=explanation,
        place=directive.place,
        raises=raises(directive),
    )


_ASKS = ("output", "choice")


def quiz(directive: Directive) -> Question:
    (body,) = split_body(directive, 1)
    text, choices = question(body, quiz=True)
    _expect_quiz(choices, directive.place)
    return Question(text, choices, directive.place)


def _expect_quiz(choices: tuple[Choice, ...], place: Place) -> None:
    right = [choice for choice in choices if choice.condition == "right"]
    if len(choices) < 2:
        raise CourseError(
            place.path,
            place.line,
            _("a quiz with fewer than two choices."),
            _("Write: {example}").format(example="- [x] text"),
        )
    if len(right) != 1:
        raise CourseError(
            place.path,
            right[1].place.line if right else place.line,
            _("a quiz has exactly one right choice; this one has {count}.").format(
                count=len(right)
            ),
            _("Mark it with [x], the others with [ ]."),
        )
    for choice in choices:
        if not choice.explanation:
            raise CourseError(
                choice.place.path,
                choice.place.line,
                _("a choice without an explanation."),
                _("Write it below the choice, indented by two spaces."),
            )


_CLAIM = re.compile(r"(.+?) */ *(.+?) *>= *([0-9]+(?:\.[0-9]+)?)")


def timing(directive: Directive, file: StepFile | None) -> TimingBlock:
    claim, line = directive.options["claim"]
    match = _CLAIM.fullmatch(claim)
    if not match or float(match.group(3)) < 1:
        raise CourseError(
            directive.place.path,
            line,
            _("the claim is not SLOW / FAST >= RATIO, with a ratio of at least 1."),
            _("Write: {example}").format(example=":claim: loop / vmap >= 5"),
        )
    return TimingBlock(
        snippet=_snippet(directive, file, directive.body),
        slower=match.group(1),
        faster=match.group(2),
        ratio=float(match.group(3)),
        place=directive.place,
    )


def compare(directive: Directive, file: StepFile | None) -> CompareBlock:
    runs, line = directive.options["runs"]
    path = directive.place.path
    if runs not in ("left", "right"):
        raise CourseError(path, line, _("runs is left or right."))
    cells = file.snippets("compare") if file else {}
    for side in ("left", "right"):
        if side not in cells:
            raise _no_cell(f"compare: {side}", directive, file, ())
    left, right = (
        Column(option(directive, side), cells[side].code, runs == side)
        for side in ("left", "right")
    )
    cell = cells[runs]
    snippet = Snippet(runs, cell.code, Place(cell.place.path, cell.line), devices(directive))
    return CompareBlock(left, right, snippet, directive.place)


def exercise(directive: Directive, file: StepFile | None) -> tuple[ExerciseBlock, str | None]:
    """The block, and the starter in this language if the text has one of its own."""
    if file is None:
        raise _no_file(directive)
    if file.exercise is None:
        raise CourseError(
            directive.place.path,
            directive.place.line,
            _("{file} holds no exercise.").format(file=file.path.name),
            _("It needs the cells {cells}.").format(cells="starter, solution, check"),
        )
    prompt, *rest = split_body(directive, 2)
    kind = cast(Literal["exercise", "fix", "parsons"], directive.name)
    block = ExerciseBlock(kind, prompt.text, directive.place)
    return block, _unfence(rest[0]) if rest else None


def card(directive: Directive, step: str) -> Card:
    concept, line = directive.options["concept"]
    if not is_id(concept):
        raise CourseError(
            directive.place.path,
            line,
            _("{name} is not an id: small letters, digits and single hyphens.").format(
                name=repr(concept[:60])
            ),
        )
    parts = split_body(directive, 2)
    if len(parts) != 2:
        raise CourseError(
            directive.place.path,
            directive.place.line,
            _("a card without an answer."),
            _("Write the question, a line ---, the answer."),
        )
    return Card(directive.argument, concept, parts[0].text, parts[1].text, directive.place, step)


def term(directive: Directive, step: str) -> Term:
    also = tuple(word.strip() for word in option(directive, "also").split(",") if word.strip())
    return Term(
        directive.argument,
        option(directive, "title"),
        also,
        whole_body(directive).text,
        directive.place,
        step,
    )


def output(directive: Directive) -> str:
    return whole_body(directive).text


def _snippet(directive: Directive, file: StepFile | None, override: tuple[str, ...]) -> Snippet:
    name = directive.argument
    cells = file.snippets("run") if file else {}
    cell = cells.get(name)
    if cell is None or not cell.code:
        raise _no_cell(f"run: {name}" if name else "run", directive, file, tuple(cells))
    if override:
        place = Place(directive.place.path, directive.body_line)
        return Snippet(name, "\n".join(override), place, devices(directive))
    return Snippet(name, cell.code, Place(cell.place.path, cell.line), devices(directive))


def _no_cell(
    name: str, directive: Directive, file: StepFile | None, others: tuple[str, ...]
) -> CourseError:
    if file is None:
        return _no_file(directive)
    hint = did_you_mean(directive.argument, [other for other in others if other])
    return CourseError(
        directive.place.path,
        directive.place.line,
        _("{file} has no cell {cell}.").format(file=file.path.name, cell=f"# %% {name}"),
        hint or _("Add it: all code of a step stands there."),
    )


def _no_file(directive: Directive) -> NoFile:
    return NoFile(
        directive.place.path,
        directive.place.line,
        _("this step has no Python file."),
        _("All code of a step stands in the file with its id, beside the text."),
    )


def _unfence(lines: Lines) -> str:
    """The code of `lines`, without the fence around it if there is one."""
    inner = lines.lines
    if len(inner) >= 2 and inner[0].startswith("```") and inner[-1].strip() == "```":
        inner = inner[1:-1]
    return "\n".join(inner)
