# ruff: noqa: E501 (a table reads best with one case a line)
"""Every way in which a lesson can be broken is reported: where, what, and what to do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.course.conftest import CourseFolder
from tutor.course import load
from tutor.errors import CourseError

EN, ZH = "alpha/en.md", "alpha/zh-CN.md"
QUIZ_END = "  That is what lists do.\n```\n"


def extra(directive: str) -> tuple[str, str, str]:
    """An edit that adds `directive` at the end of both languages' first lesson."""
    return (EN, QUIZ_END, QUIZ_END + "\n" + directive + "\n")


# name: (file, old, new, file of the finding, a text on its line, words in it)
Case = tuple[str, str, str, str, str, str]
CASES: dict[str, Case] = {
    "unknown directive": (EN, "```{hint}\nWhich", "```{hnt}\nWhich", EN, "{hnt}", "Did you mean hint?"),
    "unknown option": (EN, ":caption:", ":capton:", EN, ":capton:", "Did you mean caption?"),
    "option twice": (EN, ":caption: Your", ":caption: a\n:caption: Your", EN, ":caption: Your", "twice"),
    "empty option": (EN, ":caption: Your first array", ":caption:", EN, ":caption:", "is empty"),
    "missing option": (EN, ":concept: doubling\n", "", EN, "{card}", "without the option concept"),
    "missing id": (EN, "{feedback} squared", "{feedback}", EN, "{feedback}", "without an id"),
    "wrong id": (EN, "{card} double", "{card} Double It", EN, "{card}", "not an id"),
    "argument that is not wanted": (EN, "{quiz}", "{quiz} arrays", EN, "{quiz}", "'arrays'"),
    "step without an id": (EN, "(guess)=\n", "", EN, "## Commit first", "a step without an id"),
    "target above no step": (EN, "Now it fails:", "(lost)=\n\nNow it fails:", EN, "(lost)=", "above no step"),
    "id twice": (EN, "(guess)=", "(see)=", EN, "## Commit first", "the first is in line 8"),
    "no kebab-case": (EN, "(guess)=", "(Guess_it)=", EN, "(Guess_it)=", "not an id"),
    "heading with one #": (EN, "Now it fails:", "# Failing\n\nNow it fails:", EN, "# Failing", "one #"),
    "underlined heading": (EN, "Now it fails:\n", "Now it fails:\n---\n", EN, "Now it fails", "underlined"),
    "text above the first step": (EN, "(see)=", "Hello.\n\n(see)=", EN, "Hello.", "above the first step"),
    "HTML": (EN, "Now it fails:", "<!-- later -->\n\nNow it fails:", EN, "<!--", "HTML is not shown"),
    "fence that does not end": (EN, QUIZ_END, QUIZ_END[:-4], EN, "{quiz}", "does not end"),
    "directive in a list": (EN, "Now it fails:", "- ```{hint}\n  x\n  ```", EN, "- ```{hint}", "margin"),
    "colon fence without a name": (EN, "Now it fails:", "::: note\nx\n:::", EN, "::: note", "without the name"),
    "unknown key": (EN, "minutes: 5", "minutes: 5\nconcept: [a]", EN, "concept: [a]", "Did you mean concepts?"),
    "no title": (EN, "title: Every directive\n", "", EN, "---", "no title"),
    "minutes": (EN, "minutes: 5", "minutes: soon", EN, "minutes: soon", "whole number"),
    "list expected": (EN, "concepts: [doubling, clocks]", "concepts: doubling", EN, "concepts:", "is a list"),
    "YAML that needs quotes": (EN, "title: Every directive", "title: All: every", EN, "title:", "Put it in quotes"),
    "front matter that does not end": (EN, "clocks]  # both have a card\n---", "clocks]", EN, "(see)=", "end the front matter"),
    "no such cell": (EN, "{run} first", "{run} frist", EN, "{run} frist", "Did you mean first?"),
    "cell without a directive": ("alpha/see.py", "# %% run: first", "# %% run: more\n1\n\n# %% run: first", "alpha/see.py", "# %% run: more", "no directive uses"),
    "output without a run": (EN, "Now it fails:", ":::{output}\n1\n:::", EN, ":::{output}", "without a run"),
    "empty directive": (EN, "Which operation makes something twice as large?\n", "", EN, "{hint}", "hint is empty"),
    "body that is not wanted": ("beta/en.md", ":runs: right\n", ":runs: right\n\nx = 1\n", "beta/en.md", "x = 1", "has no body"),
    "raises with a module": (EN, ":raises: Zero", ":raises: builtins.Zero", EN, ":raises:", "without its module"),
    "devices": (EN, ":devices: 2", ":devices: many", EN, ":devices:", "whole number from 1"),
    "prediction without choices": (EN, ":ask: output", ":ask: choice", EN, "What is printed?", "fewer than two choices"),
    "prediction without an explanation": (EN, "---\nArrays never change.\n", "", EN, "{predict} three", "without an explanation"),
    "ask": (EN, ":ask: output", ":ask: outptu", EN, ":ask:", "Did you mean output?"),
    "condition": (EN, "[raises TypeError]", "[rises TypeError]", EN, "[rises", "Did you mean raises?"),
    "condition without a name": (EN, "[raises TypeError]", "[raises]", EN, "[raises]", "needs the name"),
    "bracket that does not end": (EN, "[prints [1 2 3]]", "[prints [1 2 3]", EN, "[prints", "does not end"),
    "quiz without a right choice": (EN, "[x] Twice", "[ ] Twice", EN, "{quiz}", "this one has 0"),
    "quiz with two right choices": (EN, "[ ] A longer", "[x] A longer", EN, "[x] A longer", "this one has 2"),
    "choice without an explanation": (EN, "  That is what lists do.\n", "", EN, "[ ] A longer", "without an explanation"),
    "choice without a text": (EN, "[ ] A longer array", "[ ]", EN, "- [ ]", "without a text"),
    "explanation that is not indented": (EN, "  Entry by entry.", "Entry by entry.", EN, "Entry by entry", "not indented"),
    "card without an answer": (EN, "---\nEvery entry doubled.\n", "", EN, "{card}", "without an answer"),
    "claim": ("beta/en.md", "loop / at once >= 2", "loop > at once", "beta/en.md", ":claim:", "SLOW / FAST >= RATIO"),
    "exercise without a check": ("alpha/double.py", "# %% check", "# %% probe", "alpha/double.py", "# %% starter", "without a check"),
    "exercise without a solution": ("beta/mend.py", "# %% solution", "# %% probe", "beta/mend.py", "# %% starter", "without a solution"),
    "exercise without a starter": ("alpha/double.py", "# %% starter\ndef double(x):\n    return ...\n", "", "alpha/double.py", "", "without a starter"),
    "check without its function": ("alpha/double.py", "def check(learner, reference, rng)", "def check(learner)", "alpha/double.py", "def check(learner)", "check(learner, reference, rng)"),
    "two exercises": (EN, "(question)=", ":::{fix}\nMore.\n:::\n\n(question)=", EN, ":::{fix}", "a second exercise"),
    "hint without an exercise": (*extra(":::{hint}\nMore.\n:::"), EN, ":::{hint}", "without an exercise"),
    "exercise that the text does not ask for": ("alpha/see.py", "# %% run: first", "# %% solution\n1\n# %% check\ndef check(learner, reference, rng):\n    pass\n\n# %% run: first", "alpha/see.py", "# %% solution", "does not ask for"),
    "solution that is not Python": ("alpha/double.py", "    return 2 * x", "    return 2 *", "alpha/double.py", "return 2 *", "not Python"),
    "feedback without a text": ("alpha/double.py", '{"squared": x * x}', '{"squarred": x * x}', "alpha/double.py", "squarred", "Did you mean squared?"),
    "feedback for a wrong cell without a text": ("alpha/double.py", "# %% wrong: no-return", "# %% wrong: none-given", "alpha/double.py", "none-given", "has no text"),
    "hint with a line of a solution": (EN, "Which operation makes something twice as large?", "Try `return 2*x`.", EN, "{hint}", "gives away"),
    "code too wide": ("alpha/see.py", 'print("two lines")', 'print("two lines")  # ' + "x" * 45, "alpha/see.py", "xxxx", "60 fit"),
    "code too wide in prose": (EN, "Now it fails:", "```python\n" + "x" * 61 + "\n```", EN, "xxxxx", "60 fit"),
    "too much prose": (EN, "Now it fails:", "Words.\n" * 101, EN, "## See it run", "Cut it into two steps"),
    "link to an unknown step": (EN, "(#double)", "(#duoble)", EN, "duoble", "Did you mean double?"),
    "link to an unknown term": (EN, "(#term:pytree)", "(#term:pytee)", EN, "pytee", "Did you mean pytree?"),
    "link to a file": (EN, "(#double)", "(double.py)", EN, "(double.py)", "Write #step"),
    "unknown concept": (EN, ":concept: doubling", ":concept: dubling", EN, "{card}", "not in the front matter"),
    "unknown lesson in after": ("beta/en.md", "  - alpha", "  - alpa", "beta/en.md", "after:", "Did you mean alpha?"),
    "stale translation": (EN, "Two arrays.", "Three arrays.", ZH, "% renders:", "stale translation"),
    "renders in the source": (EN, "## Commit first", "## Commit first\n% renders: 123456789abc", EN, "% renders:", "renders no other text"),
    "unknown key in course.toml": ("course.toml", 'data = "data"', 'date = "data"', "course.toml", "date", "Did you mean data?"),
    "course.toml that is not TOML": ("course.toml", 'id = "small"', "id = small", "course.toml", "id = small", "not TOML"),
    "format of the future": ("course.toml", "format = 1", "format = 2", "course.toml", "format = 2", "the only one"),
    "unknown source language": ("course.toml", 'source = "en"', 'source = "fr"', "course.toml", "source", "one of languages"),
    "lesson without a folder": ("course.toml", '"beta"]', '"beta", "delta"]', "course.toml", "lessons", "no folder 'delta'"),
    "folder without a lesson": ("course.toml", ', "beta"]', "]", "course.toml", "lessons", "is not in the list"),
    "data outside": ("course.toml", 'data = "data"', 'data = "../.."', "course.toml", "data =", "not a folder in the course"),
    "alias to nowhere": ("course.toml", '= "alpha/double"', '= "alpha/duoble"', "course.toml", "alpha/first", "Did you mean alpha/double?"),
    "alias in use": ("course.toml", '"alpha/first" =', '"alpha/see" =', "course.toml", "alpha/see", "in use"),
    "title in an unknown language": ("course.toml", 'zh-CN = "一门小课程"', 'fr = "Petit"', "course.toml", "fr =", "not in languages"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_it_is_reported_with_its_line(name: str, course: CourseFolder) -> None:
    file, old, new, where, at, words = CASES[name]
    course.edit(file, old, new, fresh=False)
    line = course.line(where, at) if at else 0
    found = [f for f in course.findings() if f.path == course.path / where and f.line == line]
    assert any(words in f"{f.message} {f.advice}" for f in found), "\n".join(
        map(str, course.findings())
    )


ONLY = [
    "unknown option",
    "hint with a line of a solution",
    "exercise without a check",
    "no such cell",
]


@pytest.mark.parametrize("name", ONLY)
def test_one_mistake_is_one_finding(name: str, course: CourseFolder) -> None:
    file, old, new, *_rest = CASES[name]
    course.edit(file, old, new)
    # The translation lacks what could not be read in the source; and a cell is unused.
    findings = [f for f in course.findings() if f.path.name != "zh-CN.md"]
    assert len({(f.path, f.line) for f in findings}) <= 2


def test_load_raises_what_problems_report_first(course: CourseFolder) -> None:
    course.edit(EN, "{run} first", "{run} frist")
    with pytest.raises(CourseError) as caught:
        load(course.path, "en")
    assert caught.value.line == course.line(EN, "{run} frist")
    assert "Did you mean first?" in str(caught.value)


# --- between languages --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        ("(guess)=", "(ratet)=", "title:", "the step guess is missing; it is in en.md:"),
        ("(guess)=", "(ratet)=", "## 先猜再看", "the step ratet is not in en.md"),
        (":raises: Zero", ":raises: Overflow", "{run} fails", "the option raises is not that of"),
        ("{run} fails", "{run} first", "{run} first", "stands here; in en.md:"),
        ("minutes: 5", "minutes: 6", "minutes: 6", "minutes is not what en.md says"),
        ("[x] `x`", "[ ] `x`", "{quiz}", "this one has 0"),
        ("- [raises TypeError] 抛", "- [prints 7] 抛", "{predict} three", "the choices are not"),
        ("print(jnp.arange(3) * 2)", "print(jnp.arange(4) * 2)", "# 看下面", "another program"),
        ("return ...\n```", "return 7\n```", "{exercise}", "another program"),
    ],
)
def test_languages_that_differ(
    old: str, new: str, at: str, words: str, course: CourseFolder
) -> None:
    course.edit(ZH, old, new)
    lines = (course.path / ZH).read_text().split("\n")
    places = {number for number, line in enumerate(lines, start=1) if at in line} | {1}
    found = [f for f in course.findings() if f.path == course.path / ZH and words in f.message]
    assert found and found[0].line in places, "\n".join(map(str, course.findings()))


def test_a_directive_that_only_one_language_has(course: CourseFolder) -> None:
    course.edit(ZH, "```{hint}\n`return ... * x`\n```\n\n", "")
    finding = course.only()
    assert (finding.path.name, finding.line) == ("zh-CN.md", course.line(ZH, "{feedback}"))
    assert "in en.md:" in finding.message and "hint" in finding.message


def test_a_translation_that_does_not_say_what_it_renders(course: CourseFolder) -> None:
    text = (course.path / ZH).read_text()
    lines = text.split("\n")
    index = next(i for i, line in enumerate(lines) if line.startswith("% renders"))
    wanted = lines.pop(index)
    (course.path / ZH).write_text("\n".join(lines))
    finding = course.only()
    assert finding.line == course.line(ZH, "## 看它运行")
    assert wanted in finding.advice and "--mark-translated alpha/see" in finding.advice
    course.mark()
    assert (course.path / ZH).read_text() == text


def test_steps_in_another_order(course: CourseFolder) -> None:
    text = (course.path / ZH).read_text()
    a, b, c = text.index("(guess)="), text.index("(double)="), text.index("(question)=")
    (course.path / ZH).write_text(text[:a] + text[b:c] + text[a:b] + text[c:])
    finding = course.only()
    assert finding.line == course.line(ZH, "## 翻一倍")
    assert "another order" in finding.message


def test_a_language_may_change_comments_and_strings(course: CourseFolder) -> None:
    course.edit(ZH, 'print("two lines")', 'print("两行")  # 换行')
    assert course.findings() == []


# --- files --------------------------------------------------------------------------------------


def test_bad_utf8(course: CourseFolder) -> None:
    path = course.path / EN
    path.write_bytes(path.read_bytes().replace(b"Now it fails", b"Now it f\xe4ils"))
    found = [f for f in course.findings() if f.path == path]
    assert [(f.line, f.message) for f in found] == [
        (course_line(path, b"f\xe4ils"), "byte 0xe4 is not UTF-8.")
    ]


def course_line(path: Path, text: bytes) -> int:
    return next(n for n, line in enumerate(path.read_bytes().split(b"\n"), 1) if text in line)


@pytest.mark.parametrize("file", [EN, "alpha/see.py", "course.toml"])
def test_a_file_of_5_mb(file: str, course: CourseFolder) -> None:
    path = course.path / file
    path.write_bytes(path.read_bytes() + b"# x\n" * (5 << 18))
    assert any(f.path == path and "at most" in f.message for f in course.findings())


@pytest.mark.parametrize("file", [EN, "alpha/see.py", "data/points.csv"])
def test_a_symlink_out_of_the_course(file: str, course: CourseFolder, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (course.path / file).rename(outside)
    (course.path / file).symlink_to(outside)
    found = [f for f in course.findings() if f.path == course.path / file]
    assert found and all("link out of the course" in f.message for f in found)


def test_a_link_to_a_folder_outside(course: CourseFolder, tmp_path: Path) -> None:
    (course.path / "data" / "home").symlink_to(tmp_path)
    assert course.only().message == "this is a link out of the course."


def test_a_missing_text_and_a_missing_step_file(course: CourseFolder) -> None:
    (course.path / ZH).unlink()
    (course.path / "alpha/guess.py").unlink()
    found = {(f.path.name, f.message) for f in course.findings()}
    assert ("zh-CN.md", "there is no such file.") in found
    assert ("en.md", "this step has no Python file.") in found


def test_a_python_file_without_a_step(course: CourseFolder) -> None:
    (course.path / "alpha/dubble.py").write_text("# %% run\n1\n")
    finding = course.only()
    assert (finding.path.name, finding.advice) == ("dubble.py", "Did you mean double?")


def test_cards_and_terms_are_unique_in_the_course(course: CourseFolder) -> None:
    for file in ("beta/en.md", "beta/zh-CN.md"):
        path = course.path / file
        path.write_text(path.read_text() + "\n```{term} pytree\n:title: again\n\nText.\n```\n")
    course.mark()
    found = course.findings()
    assert [f.path.name for f in found] == ["en.md", "zh-CN.md"]
    assert all("the first is in alpha/" in f.message for f in found)


def test_no_course_at_all(tmp_path: Path) -> None:
    from tutor.course import problems

    (finding,) = problems(tmp_path)
    assert (finding.path, finding.message) == (tmp_path / "course.toml", "there is no such file.")
    (finding,) = problems(tmp_path / "none")
    assert finding.message == "there is no such folder."


def test_nothing_of_a_course_is_executed(course: CourseFolder) -> None:
    mark = course.path / "executed"
    bomb = f"open({os.fspath(mark)!r}, 'w').close()\n"
    for file in course.path.glob("*/*.py"):
        file.write_text(file.read_text().replace("\n", "\n" + bomb, 1))
    course.findings()
    load(course.path, "en")
    assert not mark.exists()
