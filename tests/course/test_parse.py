"""Every directive becomes a typed part of a page."""

from __future__ import annotations

from tests.course.conftest import SMALL, CourseFolder
from tutor.course import load, load_lesson, outline
from tutor.course.model import (
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


def step(name: str, language: str = "en") -> Step:
    lesson, _slash, step_id = name.partition("/")
    found = load_lesson(SMALL, language, lesson)
    return next(step for step in found.steps if step.id == step_id)


def test_the_small_course_has_no_findings(course: CourseFolder) -> None:
    assert course.findings() == []


def test_a_course_has_its_lessons_in_order_in_the_language_asked_for() -> None:
    course = load(SMALL, "zh-CN")
    assert (course.id, course.title, course.language) == ("small", "一门小课程", "zh-CN")
    assert [(lesson.id, lesson.number) for lesson in course.lessons] == [("alpha", 1), ("beta", 2)]
    assert course.lessons[0].title == "每种指令"
    assert course.data == SMALL / "data"
    assert load(SMALL, "fr").language == "en"


def test_front_matter_reads_quotes_comments_and_both_kinds_of_lists() -> None:
    lesson: Lesson = load_lesson(SMALL, "en", "beta")
    assert (lesson.title, lesson.minutes, lesson.after) == ("Order: and time", 10, ("alpha",))
    assert load_lesson(SMALL, "en", "alpha").concepts == ("doubling", "clocks")


def test_run_with_its_quoted_output() -> None:
    blocks = step("alpha/see").blocks
    first, fails = (block for block in blocks if isinstance(block, RunBlock))
    assert first.snippet.code == 'print(jnp.arange(3) * 2)\nprint("two lines")'
    assert first.snippet.place.path.name == "see.py"
    assert first.snippet.place.line == 2
    assert (first.output, first.caption) == ("[0 2 4]\ntwo lines", "Your first array")
    assert (fails.raises, fails.output) == ("ZeroDivisionError", None)


def test_a_language_may_override_a_snippet_and_a_starter() -> None:
    run = next(block for block in step("alpha/see", "zh-CN").blocks if isinstance(block, RunBlock))
    assert run.snippet.code.startswith("# 看下面这两行\nprint(")
    assert run.snippet.place.path.name == "zh-CN.md"
    exercise = step("alpha/double", "zh-CN").exercise
    assert exercise is not None
    assert exercise.starter == "def double(x):  # 在这里写\n    return ..."


def test_prose_stands_between_directives_without_comments_and_targets() -> None:
    prose = [block for block in step("alpha/see", "zh-CN").blocks if isinstance(block, Prose)]
    assert [block.markdown for block in prose] == [
        "两个数组。接着看[下一步](#double)、[另一课](#beta)，或者查一查什么是\n"
        "[pytree](#term:pytree)。",
        "现在会失败：",
    ]


def test_predictions_that_ask_for_output_or_a_choice() -> None:
    typed, chosen = (b for b in step("alpha/guess").blocks if isinstance(b, Prediction))
    assert (typed.ask, typed.question, typed.choices) == ("output", "What is printed?", ())
    assert typed.explanation == "Arrays never change."
    assert (chosen.ask, chosen.question) == ("choice", "And which of these?")
    assert [(c.condition, c.operand, c.text) for c in chosen.choices] == [
        ("prints", "[1 2 3]", "It stays as it was"),
        ("raises", "TypeError", "It raises `TypeError`"),
    ]
    assert chosen.choices[0].explanation == "Nothing kept the result."
    assert typed.snippet == chosen.snippet


def test_an_exercise_with_its_hints_and_feedback() -> None:
    found = step("alpha/double")
    block = next(block for block in found.blocks if isinstance(block, ExerciseBlock))
    assert (block.kind, block.prompt) == ("exercise", "`double(x)` returns twice `x`.")
    assert found.exercise is not None
    assert (found.kind, found.exercise.devices) == ("exercise", 2)
    assert [hint.text for hint in found.hints] == [
        "Which operation makes something twice as large?",
        "`return ... * x`",
    ]
    assert [(f.id, f.text) for f in found.feedback] == [
        ("squared", "Every entry was multiplied by itself.")
    ]


def test_a_quiz() -> None:
    question = next(b for b in step("alpha/question").blocks if isinstance(b, Question))
    assert [(c.condition, c.explanation) for c in question.choices] == [
        ("right", "Entry by entry."),
        ("wrong", "That is what lists do."),
    ]


def test_timing_compare_fix_and_parsons() -> None:
    (timing,) = (b for b in step("beta/clock").blocks if isinstance(b, TimingBlock))
    assert (timing.slower, timing.faster, timing.ratio) == ("loop", "at once", 2.0)
    (compare,) = (b for b in step("beta/columns").blocks if isinstance(b, CompareBlock))
    assert (compare.left.title, compare.left.runs, compare.right.runs) == ("PyTorch", False, True)
    assert compare.snippet.code == compare.right.code
    assert [step(f"beta/{name}").kind for name in ("order", "clock", "columns", "mend")] == [
        "parsons",
        "timing",
        "compare",
        "fix",
    ]


def test_cards_and_terms_belong_to_the_lesson_and_know_their_step() -> None:
    lesson = load_lesson(SMALL, "en", "alpha")
    (card,) = lesson.cards
    assert (card.id, card.concept, card.step) == ("double", "doubling", "double")
    assert (card.question, card.answer) == ("What is `2 * x`?", "Every entry doubled.")
    (term,) = lesson.terms
    assert (term.id, term.title, term.also, term.step) == (
        "pytree",
        "Pytree",
        ("tree", "nest"),
        "see",
    )


def test_a_step_without_a_translation_comes_in_the_source_language(course: CourseFolder) -> None:
    text = (course.path / "alpha/zh-CN.md").read_text()
    start, end = text.index("(guess)="), text.index("(double)=")
    (course.path / "alpha/zh-CN.md").write_text(text[:start] + text[end:])
    steps = load_lesson(course.path, "zh-CN", "alpha").steps
    assert [(step.id, step.language) for step in steps] == [
        ("see", "zh-CN"),
        ("guess", "en"),
        ("double", "zh-CN"),
        ("question", "zh-CN"),
    ]
    titles = [step.title for step in outline(course.path, "zh-CN").lessons[0].steps]
    assert titles == ["看它运行", "Commit first", "翻一倍", "你记住了什么？"]


def test_a_lesson_without_a_translation_comes_in_the_source_language(course: CourseFolder) -> None:
    (course.path / "beta/zh-CN.md").unlink()
    assert load(course.path, "zh-CN").lessons[1].title == "Order: and time"


def test_one_lesson_is_read_without_the_others(course: CourseFolder) -> None:
    for file in (course.path / "beta").iterdir():
        file.unlink()
    assert load_lesson(course.path, "en", "alpha").id == "alpha"


def test_the_digest_of_a_step_ignores_empty_lines_and_comments(course: CourseFolder) -> None:
    before = load_lesson(course.path, "en", "alpha").steps
    course.edit("alpha/en.md", "Two arrays. ", "% a remark\n\n\n\nTwo arrays. ", fresh=False)
    after = load_lesson(course.path, "en", "alpha").steps
    assert [step.digest for step in before] == [step.digest for step in after]
    course.edit("alpha/en.md", "Two arrays.", "Three arrays.", fresh=False)
    changed = load_lesson(course.path, "en", "alpha").steps
    assert [a.digest == b.digest for a, b in zip(before, changed, strict=True)] == [
        False,
        True,
        True,
        True,
    ]


def test_code_in_a_fence_is_prose_and_may_hold_anything(course: CourseFolder) -> None:
    course.edit(
        "alpha/en.md",
        "Now it fails:",
        "```python\n## not a heading\n(no-target)=\n% no comment\n```\n\nNow it fails:",
    )
    assert course.findings() == []
    blocks = load_lesson(course.path, "en", "alpha").steps[0].blocks
    assert any(isinstance(b, Prose) and "% no comment" in b.markdown for b in blocks)
