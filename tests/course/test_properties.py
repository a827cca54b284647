"""Whatever stands in a file: reading it gives a course or a CourseError, and lines that exist."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.course.conftest import SMALL
from tutor.course.exercise import parse_step_file
from tutor.course.findings import Report
from tutor.course.header import read_header
from tutor.course.inspection import survey
from tutor.course.lesson import parse_lesson
from tutor.course.loading import load, load_lesson
from tutor.course.plaintext import markdown
from tutor.course.prose import links
from tutor.course.skim import outline, outline_lesson
from tutor.errors import CourseError

PATH = Path("lesson/en.md")
EN = (SMALL / "alpha" / "en.md").read_text()
PY = (SMALL / "alpha" / "double.py").read_text()

pieces = st.sampled_from(
    ["---", "```", "````", ":::", "{run}", "{predict} x", "{quiz}", "{", "}", ":ask: choice",
     ":devices: 9", "- [x] a", "- [prints [1]", "  text", "\t", "\n", "\n\n", "(a)=", "(b-c)=",
     "## Step", "# One", "% renders: 1", "%", "+++", "> ", "- ", "1. ", "|a|b|", "[x]: y", "<b>",
     "title: a", "minutes: 5", "after: [a, ", "concepts:", "'", '"', "\\", "\u2028", "中文", "`"]
)  # fmt: skip
soup = st.lists(st.one_of(pieces, st.text(max_size=8)), max_size=60).map(
    lambda parts: "".join(parts).replace("\r", "\n")  # as `read_source` leaves it
)


def lesson_findings(text: str) -> Report:
    report = Report()
    parse_lesson(
        text,
        PATH,
        lesson_id="lesson",
        language="en",
        number=1,
        files=lambda step: parse_step_file(PY, Path(f"lesson/{step}.py")),
        report=report,
    )
    return report


def damaged(text: str, rounds: int, number: int) -> str:
    """`text` with some lines removed, doubled, exchanged or cut."""
    source = random.Random(number)
    lines = text.split("\n")
    for _round in range(rounds):
        i, j = source.randrange(len(lines)), source.randrange(len(lines))
        match source.randrange(4):
            case 0:
                lines[i : i + 1] = []
            case 1:
                lines.insert(j, lines[i])
            case 2:
                lines[i], lines[j] = lines[j], lines[i]
            case _:
                lines[i] = lines[i][: source.randrange(len(lines[i]) + 1)]
        lines = lines or [""]
    return "\n".join(lines)


@given(soup)
@example("%")
@example("---\ntitle: x\nminutes: 1\n---\n%")
@example("> " * 3000)
@example("- " * 3000)
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_lesson_or_has_findings(text: str) -> None:
    report = lesson_findings(text)
    assert report.findings
    assert all(0 <= finding.line <= text.count("\n") + 1 for finding in report.findings)


@given(st.integers(1, 12), st.integers())
@settings(max_examples=300, deadline=None)
def test_a_damaged_lesson_gives_findings_in_its_lines(rounds: int, number: int) -> None:
    text = damaged(EN, rounds, number)
    for finding in lesson_findings(text).findings:
        if finding.path == PATH:
            assert 0 <= finding.line <= text.count("\n") + 1


@given(st.one_of(soup, st.builds(damaged, st.just(EN), st.integers(1, 9), st.integers())))
@settings(max_examples=200, deadline=None)
def test_an_outline_of_any_text(text: str) -> None:
    try:
        outline_lesson(text, PATH, "lesson", 1)
    except CourseError:
        pass


@given(st.one_of(soup, st.builds(damaged, st.just(PY), st.integers(1, 9), st.integers())))
@settings(max_examples=200, deadline=None)
def test_a_step_file_of_any_text(text: str) -> None:
    try:
        parse_step_file(text, PATH)
    except CourseError as error:
        assert 0 <= error.line <= text.count("\n") + 1


@given(soup, st.integers(2, 60))
@settings(max_examples=200, deadline=None)
def test_plain_text_of_any_markdown(text: str, cells: int) -> None:
    markdown(text, cells)
    list(links(text))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("courses") / "small"
    shutil.copytree(SMALL, path)
    yield path


FILES = ["course.toml", "alpha/en.md", "alpha/zh-CN.md", "alpha/double.py", "alpha/see.py"]


@given(
    st.sampled_from(FILES),
    st.one_of(st.binary(max_size=200), soup.map(lambda text: text.encode("utf-8", "replace"))),
)
@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_bytes_in_any_file_of_a_course(folder: Path, name: str, data: bytes) -> None:
    path = folder / name
    before = path.read_bytes()
    path.write_bytes(data)
    try:
        assert survey(folder).findings
        for read in (
            lambda: load(folder, "zh-CN"),
            lambda: load_lesson(folder, "en", "beta"),
            lambda: outline(folder, "en"),
            lambda: read_header(folder),
        ):
            try:
                read()
            except CourseError:
                pass
    finally:
        path.write_bytes(before)


@given(st.sampled_from(FILES), st.integers(1, 10), st.integers())
@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_damage_in_any_file_of_a_course(folder: Path, name: str, rounds: int, number: int) -> None:
    path = folder / name
    before = path.read_text()
    path.write_text(damaged(before, rounds, number))
    try:
        survey(folder)
        try:
            load(folder, "zh-CN")
        except CourseError:
            pass
    finally:
        path.write_text(before)
