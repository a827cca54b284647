"""course.toml: what a course is called, its languages, its lessons in order."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.course.model import Place
from tutor.course.sources import did_you_mean, inside, is_id, read_source
from tutor.errors import CourseError
from tutor.locale import translator

_ = translator("course")

NAME = "course.toml"
FORMAT = 1
_KEYS = frozenset(
    {"id", "format", "source", "languages", "lessons", "data", "title", "aliases"}
) | {"glossary", "placement"}
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_FULL_ID = re.compile(r"([a-z0-9-]+)(?:/([a-z0-9-]+))?")


@dataclass(frozen=True)
class Header:
    id: str
    path: Path
    """Folder of the course."""
    source: str
    """Language that the others render."""
    languages: tuple[str, ...]
    lessons: tuple[str, ...]
    titles: dict[str, str]
    """Language -> title; the source language has one."""
    aliases: dict[str, str]
    data: Path | None
    text: str
    """Of the file, to find lines in."""
    glossary: str = ""
    """Folder with terms that no lesson brings; "" for none."""
    placement: str = ""
    """Folder with the questions that find where to start; "" for none."""

    @property
    def extras(self) -> tuple[str, ...]:
        """Folders with texts in the format of a lesson that are none."""
        return tuple(name for name in (self.glossary, self.placement) if name)

    def place(self, key: str, word: str = "") -> Place:
        """Where `key` (and in its value `word`) stands."""
        return _place(self.text, self.path / NAME, key, word)

    def title(self, language: str) -> str:
        return self.titles.get(language, self.titles[self.source])

    def speaks(self, language: str) -> str:
        """`language` if the course has it, else its source language."""
        return language if language in self.languages else self.source


def read_header(course_dir: Path) -> Header:
    """The header of the course in `course_dir`. Raises CourseError."""
    path = course_dir / NAME
    if not course_dir.is_dir():
        raise CourseError(course_dir, 0, _("there is no such folder."))
    if not path.exists():
        raise CourseError(
            path,
            0,
            _("there is no such file."),
            _("A course is a folder with a course.toml; jax-tutor new-lesson makes one."),
        )
    text = read_source(path, course_dir)
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found.group(1)) if found else text.count("\n") + 1
        raise CourseError(
            path, line, _("this is not TOML: {reason}.").format(reason=str(error))
        ) from None
    return _Reader(raw, text, course_dir).header()


def _place(text: str, path: Path, key: str, word: str = "") -> Place:
    lines = text.split("\n")
    start = next(
        (
            i
            for i, line in enumerate(lines)
            if re.match(rf"""\s*(\[\s*)?["']?{re.escape(key)}["']?\s*(\]|=)""", line)
        ),
        None,
    )
    if start is None:
        return Place(path, 1)
    if word:
        quoted = re.compile(rf"""["']{re.escape(word)}["']|^\s*{re.escape(word)}\s*=""")
        for i in range(start, len(lines)):
            if quoted.search(lines[i]):
                return Place(path, i + 1)
    return Place(path, start + 1)


class _Reader:
    def __init__(self, raw: dict[str, Any], text: str, course_dir: Path) -> None:
        self.raw, self.text, self.dir = raw, text, course_dir

    def fail(self, key: str, message: str, advice: str = "", word: str = "") -> CourseError:
        place = _place(self.text, self.dir / NAME, key, word)
        return CourseError(place.path, place.line, message, advice)

    def header(self) -> Header:
        for key in self.raw:
            if key not in _KEYS:
                raise self.fail(
                    key,
                    _("unknown key {name}.").format(name=repr(key[:60])),
                    did_you_mean(key, _KEYS),
                )
        if self.raw.get("format") != FORMAT or isinstance(self.raw.get("format"), bool):
            raise self.fail(
                "format",
                _("format is {number}: the only one that this jax-tutor reads.").format(
                    number=FORMAT
                ),
                _("Write: {example}").format(example=f"format = {FORMAT}"),
            )
        name = self.raw.get("id")
        if not isinstance(name, str) or not is_id(name):
            raise self.fail(
                "id",
                _("id is the course's name: small letters, digits and single hyphens."),
                _("Write: {example}").format(example='id = "my-course"'),
            )
        languages = self.strings("languages")
        for language in languages:
            if not _LANGUAGE.fullmatch(language):
                raise self.fail(
                    "languages",
                    _("{name} is no language code.").format(name=repr(language[:60])),
                    _("Write: {example}").format(example='languages = ["en", "zh-CN"]'),
                )
        source = self.raw.get("source")
        if not isinstance(source, str) or source not in languages:
            raise self.fail("source", _("source is one of languages."))
        lessons = self.strings("lessons")
        for lesson in lessons:
            if not is_id(lesson):
                raise self.fail(
                    "lessons",
                    _("{name} is not an id: small letters, digits and single hyphens.").format(
                        name=repr(lesson[:60])
                    ),
                    word=lesson,
                )
        return Header(
            id=name,
            path=self.dir,
            source=source,
            languages=languages,
            lessons=lessons,
            titles=self.titles(source, languages),
            aliases=self.aliases(),
            data=self.data(),
            text=self.text,
            glossary=self.extra("glossary", lessons),
            placement=self.extra("placement", lessons),
        )

    def strings(self, key: str) -> tuple[str, ...]:
        value = self.raw.get(key)
        if (
            not isinstance(value, list)
            or not value
            or not all(isinstance(item, str) for item in value)
        ):
            raise self.fail(key, _("{key} is a list of names, not empty.").format(key=key))
        if len(set(value)) < len(value):
            twice = next(item for item in value if value.count(item) > 1)
            raise self.fail(
                key, _("{name} stands twice in {key}.").format(name=repr(twice[:60]), key=key)
            )
        return tuple(value)

    def extra(self, key: str, lessons: tuple[str, ...]) -> str:
        value = self.raw.get(key, "")
        if not isinstance(value, str) or (key in self.raw and not is_id(value)):
            raise self.fail(key, _("{key} is the name of a folder in the course.").format(key=key))
        if value in lessons or (value and value == self.raw.get("data")):
            raise self.fail(
                key,
                _("{name} is the folder of something else.").format(name=repr(value)),
                _("Give it a folder of its own."),
            )
        return value

    def titles(self, source: str, languages: tuple[str, ...]) -> dict[str, str]:
        value = self.raw.get("title", {})
        if isinstance(value, str):
            value = {source: value}
        if not isinstance(value, dict) or not all(isinstance(t, str) for t in value.values()):
            raise self.fail("title", _("title is a table: a text for each language."))
        for language in value:
            if language not in languages:
                raise self.fail(
                    "title",
                    _("a title in {name}, which is not in languages.").format(
                        name=repr(language[:60])
                    ),
                    word=language,
                )
        if not value.get(source):
            raise self.fail(
                "title", _("the course has no title in {language}.").format(language=source)
            )
        return value

    def aliases(self) -> dict[str, str]:
        value = self.raw.get("aliases", {})
        if not isinstance(value, dict) or not all(isinstance(new, str) for new in value.values()):
            raise self.fail("aliases", _("aliases is a table: old id = new id."))
        for old, new in value.items():
            for name in (old, new):
                if not _FULL_ID.fullmatch(name):
                    raise self.fail(
                        "aliases",
                        _("{name} is neither a lesson nor lesson/step.").format(
                            name=repr(name[:60])
                        ),
                        word=old,
                    )
            if ("/" in old) != ("/" in new):
                raise self.fail(
                    "aliases",
                    _("a lesson becomes a lesson, a step becomes a step."),
                    word=old,
                )
        return value

    def data(self) -> Path | None:
        value = self.raw.get("data")
        if value is None:
            return None
        if not isinstance(value, str) or not value:
            raise self.fail("data", _("data is the name of a folder in the course."))
        try:
            folder = self.dir / value
            fits = inside(folder, self.dir) and folder.resolve() != self.dir.resolve()
            exists = folder.is_dir()
        except (OSError, ValueError, RuntimeError):
            fits = exists = False
        if not fits or not exists:
            raise self.fail(
                "data",
                _("{name} is not a folder in the course.").format(name=repr(value[:60])),
            )
        return folder
