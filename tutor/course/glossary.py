"""All terms of a course: those that lessons bring, and those that stand for themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tutor.course.header import read_header
from tutor.course.loading import read_lesson
from tutor.course.model import Term


@dataclass(frozen=True)
class Entry:
    """A term, as the glossary shows it."""

    id: str
    title: str
    also: tuple[str, ...]
    text: str
    """Markdown."""
    elsewhere: tuple[str, ...]
    """Its titles in the other languages, where they differ."""
    step: str
    """Full id of the page that brings it; "" for one that stands for itself."""

    @property
    def names(self) -> tuple[str, ...]:
        """What else it is called, in any language; no name twice."""
        found = {name.casefold(): name for name in (*self.also, *self.elsewhere)}
        found.pop(self.title.casefold(), None)
        return tuple(found.values())


def glossary(path: Path, language: str) -> tuple[Entry, ...]:
    """The terms of the course in `path`, in `language`; one that lacks a translation comes in the
    source language. By their titles in the source language. Raises the first CourseError.
    """
    header = read_header(Path(path))
    language = header.speaks(language)
    folders = [*header.lessons, *([header.glossary] if header.glossary else [])]
    terms = {
        name: {
            term.id: (lesson, term)
            for lesson in folders
            for term in read_lesson(header, lesson, name).terms
        }
        for name in header.languages
    }
    source = terms[header.source]
    found = []
    for name, (lesson, original) in source.items():
        term = terms[language].get(name, (lesson, original))[1]
        others = [terms[other][name][1].title for other in terms if name in terms[other]]
        step = f"{lesson}/{original.step}" if lesson in header.lessons else ""
        elsewhere = tuple(dict.fromkeys(other for other in others if other != term.title))
        found.append((original.title.casefold(), _entry(term, elsewhere, step)))
    return tuple(entry for _title, entry in sorted(found, key=lambda pair: pair[0]))


def _entry(term: Term, elsewhere: tuple[str, ...], step: str) -> Entry:
    return Entry(term.id, term.title, term.also, term.text, elsewhere, step)


def matching(entries: Iterable[Entry], words: str) -> list[Entry]:
    """Entries with every one of the words, in any language; those whose title begins with the
    first word lead, then those with it in the title."""
    wanted = words.casefold().split()
    found = [entry for entry in entries if all(word in _everything(entry) for word in wanted)]
    if wanted:
        found.sort(key=lambda entry: _rank(entry, wanted[0]))
    return found


def _names(entry: Entry) -> list[str]:
    return [name.casefold() for name in (entry.title, *entry.also, *entry.elsewhere, entry.id)]


def _everything(entry: Entry) -> str:
    return "\n".join([*_names(entry), entry.text.casefold()])


def _rank(entry: Entry, word: str) -> int:
    names = _names(entry)
    if any(name.startswith(word) for name in names):
        return 0
    return 1 if any(word in name for name in names) else 2
