"""The course in the language that speaks. What was read before comes ready from `tutor.tui.ready`,
without the parser."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tutor.course import model
from tutor.course.model import Lesson, Step
from tutor.locale import language, translator
from tutor.tui import prose, ready

if TYPE_CHECKING:
    from tutor.course.glossary import Entry
    from tutor.study.deck import Item

_ = translator("tui")


@dataclass(frozen=True)
class MapStep:
    """A step as the course map knows it."""

    full_id: str
    title: str

    @property
    def id(self) -> str:
        return self.full_id.partition("/")[2]


@dataclass(frozen=True)
class MapLesson:
    """A lesson as the course map knows it."""

    id: str
    number: int
    title: str
    minutes: int
    steps: tuple[MapStep, ...]


@dataclass(frozen=True)
class CourseMap:
    """Titles and ids of a whole course."""

    id: str
    title: str
    lessons: tuple[MapLesson, ...]
    aliases: dict[str, str]
    data: Path | None
    placement: bool


class Library:
    """Reads the course in `path`. Raises CourseError, UnknownId."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self._maps: dict[str, CourseMap] = {}
        self._lessons: dict[tuple[str, str], Lesson] = {}
        self._name = f"{zlib.crc32(os.fsencode(self.path)):08x}"

    @property
    def outline(self) -> CourseMap:
        """The course map."""
        name = language()
        if name not in self._maps:
            files = [self.path / "course.toml", *sorted(self.path.glob("*/*.md"))]
            key = f"{self._name}-{name}"
            self._maps[name] = _map(
                ready.through(key, files, tuple, lambda: _packed_map(self.path, name))
            )
        return self._maps[name]

    @property
    def readable(self) -> tuple[str, ...]:
        """What snippets of the course may read."""
        data = self.outline.data
        return (str(data),) if data is not None else ()

    def lesson(self, lesson: str) -> Lesson:
        """A lesson, whole."""
        key = (language(), lesson)
        if key not in self._lessons:
            files = [self.path / "course.toml", *sorted((self.path / lesson).glob("*"))]
            name = f"{self._name}-{key[0]}-{lesson}"
            found, laid = ready.through(name, files, tuple, lambda: _read(self.path, *key))
            prose.know(laid)
            self._lessons[key] = found
        return self._lessons[key]

    def deck(self) -> list[Item]:
        """Everything in the course that can come due, in order; the same in every language."""
        from tutor.study.deck import Item

        files = [self.path / "course.toml", *sorted(self.path.glob("*/*"))]
        packed = ready.through(f"{self._name}-deck", files, tuple, self._packed_deck)
        return [Item(*one) for one in packed]

    def glossary(self) -> tuple[Entry, ...]:
        """All terms, in the language that speaks."""
        from tutor.course.glossary import Entry, glossary

        name = language()
        files = [self.path / "course.toml", *sorted(self.path.glob("*/*.md"))]
        packed = ready.through(
            f"{self._name}-{name}-glossary",
            files,
            tuple,
            lambda: tuple(
                (one.id, one.title, one.also, one.text, one.elsewhere, one.step)
                for one in glossary(self.path, name)
            ),
        )
        return tuple(Entry(*one) for one in packed)

    def placement(self) -> model.Placement | None:
        """The questions that find where to start, in the language that speaks."""
        from tutor.course.loading import load_placement

        return load_placement(self.path, language())

    def _packed_deck(self) -> tuple[tuple[str, str, str], ...]:
        from tutor.study.deck import items

        return tuple(
            (item.kind, item.step, item.name)
            for lesson in self.outline.lessons
            for item in items(self.lesson(lesson.id))
        )

    def step(self, target: str) -> Step:
        """A step by what somebody typed: "lesson/step", or "lesson" for its first one."""
        lesson, name = self._resolve(target)
        steps = self.lesson(lesson).steps
        return next((step for step in steps if step.id == name), steps[0])

    def whereabouts(self, full_id: str, here: str = "") -> str:
        """Where a step is, in words; "" when the course has none of that name. `here` is the
        step of the page that asks."""
        for lesson in self.outline.lessons:
            for number, step in enumerate(lesson.steps, 1):
                if step.full_id == full_id:
                    if full_id == here:
                        return _("this page")
                    return _("{number} {lesson}, step {step}: {title}").format(
                        number=lesson.number, lesson=lesson.title, step=number, title=step.title
                    )
        return ""

    def _resolve(self, target: str) -> tuple[str, str]:
        for lesson in self.outline.lessons:
            if target == lesson.id:
                return lesson.id, ""
            if any(step.full_id == target for step in lesson.steps):
                return lesson.id, target.partition("/")[2]
        from tutor.course.lookup import resolve

        return resolve(self.outline, target)

    def beside(self, full_id: str, distance: int) -> str | None:
        """The full id of the step so many pages on, over the borders of lessons."""
        everything = [step.full_id for lesson in self.outline.lessons for step in lesson.steps]
        place = everything.index(full_id) + distance
        return everything[place] if 0 <= place < len(everything) else None


def _packed_map(path: Path, name: str) -> tuple[Any, ...]:
    from tutor.course import outline

    found = outline(path, name)
    lessons = tuple(
        (
            lesson.id,
            lesson.number,
            lesson.title,
            lesson.minutes,
            tuple((step.full_id, step.title) for step in lesson.steps),
        )
        for lesson in found.lessons
    )
    return found.id, found.title, lessons, found.aliases, found.data, found.placement


def _map(packed: tuple[Any, ...]) -> CourseMap:
    name, title, lessons, aliases, data, placement = packed
    return CourseMap(
        name,
        title,
        tuple(
            MapLesson(lesson, number, said, minutes, tuple(MapStep(*step) for step in steps))
            for lesson, number, said, minutes, steps in lessons
        ),
        aliases,
        data,
        placement,
    )


def _read(path: Path, name: str, lesson: str) -> tuple[Any, ...]:
    from tutor.course import load_lesson

    found = load_lesson(path, name, lesson)
    return found, prose.pack(*_markdown(found))


def _markdown(lesson: Lesson) -> tuple[set[str], set[str]]:
    """Everything on the pages of a lesson that is Markdown: blocks, and single lines."""
    blocks: set[str] = set()
    lines: set[str] = set()
    for card in lesson.cards:
        blocks |= {card.question, card.answer}
    blocks |= {term.text for term in lesson.terms}
    for step in lesson.steps:
        for block in step.blocks:
            match block:
                case model.Prose():
                    blocks.add(block.markdown)
                case model.ExerciseBlock():
                    blocks.add(block.prompt)
                case model.Question():
                    blocks.add(block.text)
                    lines |= {choice.text for choice in block.choices}
                case model.Prediction():
                    blocks |= {block.question, block.explanation}
                    lines |= {choice.text for choice in block.choices}
    return blocks, lines
