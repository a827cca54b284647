"""Glossary and placement: read, and held to their rules."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tutor.course import load, load_lesson, outline, problems
from tutor.course.glossary import glossary, matching
from tutor.course.loading import load_placement
from tutor.course.model import Prediction, Question
from tutor.errors import CourseError, UnknownId
from tutor.locale import set_language

COURSE = Path(__file__).parents[1] / "tui" / "asking"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    set_language("en")
    shutil.copytree(COURSE, tmp_path / "course")
    return tmp_path / "course"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def messages(course: Path) -> str:
    return "\n".join(f"{f.path.name}:{f.line}: {f.message} {f.advice}" for f in problems(course))


# --- reading ---------------------------------------------------------------------------------


def test_the_course_has_no_findings(course: Path) -> None:
    assert problems(course) == []


def test_they_are_no_lessons(course: Path) -> None:
    assert [lesson.id for lesson in load(course, "en").lessons] == ["first", "second"]
    assert [lesson.id for lesson in outline(course, "en").lessons] == ["first", "second"]
    with pytest.raises(UnknownId):
        load_lesson(course, "en", "questions")


def test_questions_name_their_lessons(course: Path) -> None:
    found = load_placement(course, "zh-CN")
    assert found is not None
    assert (found.title, found.minutes) == ("从哪里开始", 2)
    assert [question.lesson for question in found.questions] == ["first", "second"]
    assert isinstance(found.questions[0].block, Prediction)
    assert isinstance(found.questions[1].block, Question)


def test_a_course_may_have_neither(course: Path) -> None:
    change(course / "course.toml", 'placement = "questions"\nglossary = "words"\n', "")
    shutil.rmtree(course / "questions")
    shutil.rmtree(course / "words")
    assert load_placement(course, "en") is None
    assert not outline(course, "en").placement
    assert [entry.id for entry in glossary(course, "en")] == ["sum-of"]


def test_the_glossary_has_the_terms_of_lessons_and_its_own(course: Path) -> None:
    number, total = glossary(course, "en")
    assert (number.title, number.elsewhere, number.step) == ("number", ("数",), "")
    assert (total.title, total.also, total.step) == ("sum", ("total",), "first/ask")
    assert [entry.title for entry in glossary(course, "zh-CN")] == ["数", "和"]


def test_a_term_without_a_translation_comes_in_the_source_language(course: Path) -> None:
    (course / "words" / "zh-CN.md").unlink()
    number, _total = glossary(course, "zh-CN")
    assert (number.title, number.elsewhere) == ("number", ())


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("", ["number", "sum-of"]),
        ("total", ["sum-of"]),
        ("和", ["sum-of", "number"]),
        ("ADDS", ["sum-of"]),
        ("counts with", ["number"]),
        ("zzz", []),
    ],
)
def test_any_word_in_any_language_finds_a_term(course: Path, words: str, ids: list[str]) -> None:
    change(course / "words" / "zh-CN.md", "用来数数", "和")
    entries = glossary(course, "zh-CN" if words == "和" else "en")
    assert [entry.id for entry in matching(entries, words)] == ids


# --- rules -----------------------------------------------------------------------------------


def test_a_question_has_the_id_of_a_lesson(course: Path) -> None:
    for name in ("en", "zh-CN"):
        change(course / "questions" / f"{name}.md", "(second)=", "(secnd)=")
    assert "there is no lesson 'secnd'" in messages(course)
    assert "Did you mean second?" in messages(course)


def test_questions_stand_in_the_order_of_their_lessons(course: Path) -> None:
    change(course / "course.toml", '["first", "second"]', '["second", "first"]')
    assert "the question second stands after one of a later lesson" in messages(course)


def test_languages_have_the_same_questions(course: Path) -> None:
    path = course / "questions" / "zh-CN.md"
    path.write_text(path.read_text("utf-8").split("(second)=")[0], "utf-8")
    assert "the step second is missing" in messages(course)


def test_choices_are_the_same_in_all_languages(course: Path) -> None:
    change(course / "questions" / "zh-CN.md", "[prints 6]", "[prints 7]")
    change(course / "questions" / "zh-CN.md", "- [x] 四", "- [ ] 四")
    change(course / "questions" / "zh-CN.md", "- [ ] 五", "- [x] 五")
    assert "the choices are not those of en.md" in messages(course)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "What is 2 + 2?",
            "What is 2 + 2?\n\n- [x] A\n\n  B\n\n- [ ] C\n\n  D\n```\n\n```{quiz}\nE",
        ),
        ("```{quiz}", "```{card} c\n:concept: x\n\na\n---\nb\n```\n\n```{quiz}"),
    ],
)
def test_a_step_of_the_placement_is_one_question(course: Path, old: str, new: str) -> None:
    for name in ("en", "zh-CN"):
        path = course / "questions" / f"{name}.md"
        path.write_text((course / "questions" / "en.md").read_text("utf-8"), "utf-8")
    change(course / "questions" / "en.md", old, new)
    assert "a step of the placement is one question" in messages(course)


def test_a_typed_answer_is_no_question_of_a_placement(course: Path) -> None:
    path = course / "questions" / "en.md"
    change(path, ":ask: choice", ":ask: output")
    change(path, "- [prints 5] Five\n- [prints 6] Six\n- [prints 9] Nine\n", "")
    assert "a question of the placement has choices" in messages(course)


def test_the_glossary_holds_terms_only(course: Path) -> None:
    change(
        course / "words" / "en.md",
        "```{term}",
        "```{card} c\n:concept: x\n\na\n---\nb\n```\n\n```{term}",
    )
    assert "card in the glossary, which holds terms only" in messages(course)


def test_neither_comes_after_a_lesson(course: Path) -> None:
    for folder in ("words", "questions"):
        change(course / folder / "en.md", "minutes:", "after: [first]\nminutes:")
    found = messages(course)
    assert found.count("only a lesson comes after others") == 2
    assert "does not come before" not in found


def test_a_term_stands_once_in_a_course(course: Path) -> None:
    for name in ("en", "zh-CN"):
        change(course / "words" / f"{name}.md", "{term} number", "{term} sum-of")
    assert "a second term 'sum-of'" in messages(course)


def test_a_missing_folder_is_a_finding_at_its_key(course: Path) -> None:
    change(course / "course.toml", 'glossary = "words"', 'glossary = "werds"')
    assert "course.toml:7: there is no folder 'werds'" in messages(course)


@pytest.mark.parametrize("value", ['"first"', '"a/b"', "7", '""'])
def test_a_folder_of_something_else_is_refused(course: Path, value: str) -> None:
    change(course / "course.toml", 'placement = "questions"', f"placement = {value}")
    with pytest.raises(CourseError, match=r"placement|folder"):
        load_placement(course, "en")
