"""What is written in the format comes back from it unchanged."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.course.cells import split
from tutor.course.exercise import parse_step_file
from tutor.course.findings import Report
from tutor.course.lesson import parse_lesson
from tutor.course.model import Choice, ExerciseBlock, Lesson, Place, Prediction, Prose, Question

PATH = Path("lesson/en.md")

ids = st.from_regex(r"[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,4})?", fullmatch=True)
letters = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789()=.,!梯度也是函数，。"
# A line does not begin with what Markdown would read as something else.
first = st.sampled_from([letter for letter in letters if letter not in "=(.,!0123456789"])
word = st.builds(str.__add__, first, st.text(st.sampled_from(letters), max_size=11))
line = st.lists(word, min_size=1, max_size=6).map(" ".join)
prose = st.lists(line, min_size=1, max_size=3).map("\n".join)
codeline = st.from_regex(r"( {4})?[a-z]{1,6} = [a-z]{1,6}\([0-9]{1,3}\)", fullmatch=True)
code = st.lists(codeline, min_size=1, max_size=5).map("\n".join).map(str.strip)


@st.composite
def quizzes(draw: st.DrawFn) -> tuple[str, Question]:
    """A quiz as text and as what it means; places are left out of the comparison."""
    count = draw(st.integers(2, 4))
    right = draw(st.integers(0, count - 1))
    question, texts = draw(prose), [draw(line) for _n in range(count)]
    explanations = [draw(prose) for _n in range(count)]
    blank = draw(st.sampled_from(["", "\n"]))
    body = "\n".join(
        f"- [{'x' if i == right else ' '}] {text}\n{blank}"
        + "\n".join("  " + part for part in explanation.split("\n"))
        for i, (text, explanation) in enumerate(zip(texts, explanations, strict=True))
    )
    return f"```{{quiz}}\n{question}\n\n{body}\n```", question_of(
        question, texts, explanations, right
    )


def question_of(text: str, texts: list[str], explanations: list[str], right: int) -> Question:
    here = Place(PATH, 0)
    return Question(
        text,
        tuple(
            Choice(words, "right" if i == right else "wrong", "", explanation, here)
            for i, (words, explanation) in enumerate(zip(texts, explanations, strict=True))
        ),
        here,
    )


def meaning(question: Question) -> object:
    return question.text, [(c.text, c.condition, c.explanation) for c in question.choices]


def parse(text: str, step_file: str = "") -> Lesson:
    report = Report()
    parsed = parse_lesson(
        text,
        PATH,
        lesson_id="lesson",
        language="en",
        number=1,
        files=lambda step: (
            parse_step_file(step_file, Path(f"lesson/{step}.py")) if step_file else None
        ),
        report=report,
    )
    assert report.findings == [], "\n".join([*map(str, report.findings), text])
    return parsed.lesson


HEAD = "---\ntitle: T\nminutes: 5\n---\n"


@given(
    st.lists(
        st.tuples(ids, line, prose, quizzes()), min_size=1, max_size=4, unique_by=lambda s: s[0]
    )
)
@settings(max_examples=100, deadline=None)
def test_steps_prose_and_quizzes(steps: list[tuple[str, str, str, tuple[str, Question]]]) -> None:
    text = HEAD + "".join(
        f"\n({name})=\n## {title}\n\n{said}\n\n{quiz}\n" for name, title, said, (quiz, _q) in steps
    )
    lesson = parse(text)
    assert [(step.id, step.title) for step in lesson.steps] == [step[:2] for step in steps]
    for step, (_name, _title, said, (_text, question)) in zip(lesson.steps, steps, strict=True):
        first, second = step.blocks
        assert isinstance(first, Prose) and first.markdown == said
        assert isinstance(second, Question) and meaning(second) == meaning(question)


@given(
    prompt=prose,
    hints=st.lists(prose, max_size=3),
    feedback=st.dictionaries(ids, prose, max_size=3),
    devices=st.integers(1, 64),
    colon=st.booleans(),
)
@settings(max_examples=100, deadline=None)
def test_an_exercise_with_its_texts(
    prompt: str, hints: list[str], feedback: dict[str, str], devices: int, colon: bool
) -> None:
    fence = ":::" if colon else "```"
    text = (
        HEAD
        + f"\n(one)=\n## One\n\n{fence}{{exercise}}\n:devices: {devices}\n\n{prompt}\n{fence}\n"
    )
    text += "".join(f"\n{fence}{{hint}}\n{hint}\n{fence}\n" for hint in hints)
    text += "".join(f"\n{fence}{{feedback}} {k}\n{v}\n{fence}\n" for k, v in feedback.items())
    (step,) = parse(text, "# %% starter\n...\n# %% solution\n1\n# %% check\n2\n").steps
    (block,) = step.blocks
    assert isinstance(block, ExerciseBlock) and block.prompt == prompt
    assert step.exercise is not None and step.exercise.devices == devices
    assert [hint.text for hint in step.hints] == hints
    assert {one.id: one.text for one in step.feedback} == feedback


@given(prose, line, line, prose, st.sampled_from(["prints 1 [2 3]", "raises KeyError"]))
@settings(max_examples=100, deadline=None)
def test_a_prediction(asked: str, one: str, other: str, why: str, condition: str) -> None:
    text = HEAD + (
        f"\n(one)=\n## One\n\n```{{predict}} x\n:ask: choice\n\n{asked}\n\n- [{condition}] {one}\n"
        f"- [prints 7] {other}\n---\n{why}\n```\n"
    )
    (block,) = parse(text, "# %% run: x\nprint(1)\n").steps[0].blocks
    assert isinstance(block, Prediction)
    assert (block.question, block.explanation) == (asked, why)
    assert [choice.text for choice in block.choices] == [one, other]
    first = block.choices[0]
    assert f"{first.condition} {first.operand}" == condition


@given(st.lists(code, min_size=1, max_size=6), st.integers(0, 3))
def test_percent_cells(codes: list[str], gap: int) -> None:
    space = "\n" * gap
    text = "".join(f"# %% solution: no {i}\n{space}{part}\n\n" for i, part in enumerate(codes))
    cells = split(text, PATH)
    assert [cell.code for cell in cells] == codes
    lines = text.split("\n")
    assert [lines[cell.line - 1] for cell in cells] == [part.split("\n")[0] for part in codes]
