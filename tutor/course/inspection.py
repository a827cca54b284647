"""Everything that is wrong in a course, found without running any of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from tutor.course.findings import Finding, Report
from tutor.course.header import Header, read_header
from tutor.course.lints import code, extras, links, texts, translation
from tutor.course.lints.view import LessonView
from tutor.course.loading import LessonFiles, parse_file
from tutor.course.model import Place
from tutor.course.sources import did_you_mean, inside
from tutor.errors import CourseError
from tutor.locale import translator

_ = translator("course")


@dataclass(frozen=True)
class Survey:
    """A course looked through: what could be read of it, and all findings."""

    header: Header | None
    views: tuple[LessonView, ...]
    findings: tuple[Finding, ...]
    """By file and line."""


def problems(path: Path) -> list[Finding]:
    """Everything that is wrong in the course in the folder `path`, by file and line."""
    return list(survey(path).findings)


def survey(path: Path) -> Survey:
    """Looks through the course in the folder `path`. Runs nothing of it."""
    report = Report()
    try:
        header = read_header(Path(path))
    except CourseError as error:
        return Survey(None, (), (Finding.of(error),))
    _expect_no_way_out(header.path, report)
    _expect_listed(header, report)
    views = [_view(header, name, report) for name in (*header.lessons, *header.extras)]
    ids = links.ids_of(views)
    for view in views:
        code.check(view, report)
        texts.check(view, report)
        translation.check(view, report)
        links.check(view, ids, report)
        links.check_order(view, report)
        extras.check(view, report)
    links.check_unique(views, report)
    links.check_aliases(header, ids, report)
    for language in header.languages:
        if language not in header.titles:
            report.add(
                header.place("title"),
                _("the course has no title in {language}.").format(language=language),
            )
    return Survey(header, tuple(views), tuple(report.sorted()))


def concerns(finding: Finding, views: tuple[LessonView, ...], lesson: str, step: str) -> bool:
    """Whether `finding` is about `lesson`, and about its `step` unless that is ""."""
    view = next((view for view in views if view.id == lesson), None)
    if view is None or finding.path.parent != view.files.folder:
        return False
    if not step:
        return True
    if finding.path.suffix == ".py":
        return finding.path.stem == step
    for parsed in view.texts.values():
        text = parsed.steps.get(step)
        if text is not None and text.heading.place.path == finding.path:
            # The line of the target belongs to the step too.
            return text.heading.place.line - 1 <= finding.line <= text.end
    return False


def _view(header: Header, lesson: str, report: Report) -> LessonView:
    files = LessonFiles(header.path / lesson, header.path)
    found = {}
    for language in header.languages:
        parsed = parse_file(header, lesson, language, files, report)
        if parsed is not None:
            found[language] = parsed
    return LessonView(lesson, header, files, found)


def _expect_no_way_out(root: Path, report: Report) -> None:
    for folder, folders, names in os.walk(root):
        for name in [*folders, *names]:
            path = Path(folder) / name
            if path.is_symlink() and not _stays(path, root):
                report.add(
                    Place(path, 0),
                    _("this is a link out of the course."),
                    _("A course holds all its files itself: put a copy here."),
                )


def _stays(path: Path, root: Path) -> bool:
    try:
        return inside(path, root)
    except (OSError, RuntimeError):
        return False


def _expect_listed(header: Header, report: Report) -> None:
    """Every folder with a lesson's text is in course.toml, and the other way round."""
    names = {f"{language}.md" for language in header.languages}
    for folder in sorted(path for path in header.path.iterdir() if path.is_dir()):
        if folder.name not in (*header.lessons, *header.extras) and any(
            (folder / name).exists() for name in names
        ):
            report.add(
                header.place("lessons"),
                _("the lesson in the folder {name} is not in the list.").format(
                    name=repr(folder.name)
                ),
                did_you_mean(
                    folder.name, [m for m in header.lessons if not (header.path / m).exists()]
                )
                or _("Add it to lessons, or remove the folder."),
            )
    for lesson in (*header.lessons, *header.extras):
        if not (header.path / lesson).is_dir():
            report.add(
                header.place("lessons", lesson)
                if lesson in header.lessons
                else header.place("glossary" if lesson == header.glossary else "placement"),
                _("there is no folder {name}.").format(name=repr(lesson)),
                _("A lesson is a folder with a text in each language."),
            )
