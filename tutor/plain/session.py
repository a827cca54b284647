"""The door of line mode: opens the course where the learner stopped, and answers commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from tutor import paths
from tutor.course import resolve
from tutor.errors import StoreTooNew, StoreUnavailable, TutorError, UnknownId
from tutor.locale import set_language, translator
from tutor.plain import commands, courseview
from tutor.plain.answering import tell_order
from tutor.plain.course import Library
from tutor.plain.desk import Desk
from tutor.plain.dialogue import Dialogue, Left
from tutor.plain.engine import Engine
from tutor.plain.page import part_lines, title
from tutor.plain.placing import place
from tutor.plain.reviewing import outlook, review
from tutor.plain.words import words
from tutor.settings import Settings
from tutor.study import Store
from tutor.study.reviewing import due_words, minutes_words

_ = translator("plain")


def run(target: str | None, course_dir: Path | None, settings: Settings) -> int:
    """Walk through the course in line mode; returns the exit code.

    `target` is a lesson or step; without one the learner goes on where they stopped. Raises
    UnknownId, CourseError and StoreTooNew before anything is said.
    """
    library = Library(course_dir or paths.builtin_course_dir())
    if target is not None:
        resolve(library.outline, target)
    return _with_desk(library, settings, lambda desk: _walk(desk, target))


def run_review(minutes: int | None, course_dir: Path | None, settings: Settings) -> int:
    """Ask what is due, in a sitting of so many minutes (None: the learner chooses)."""
    library = Library(course_dir or paths.builtin_course_dir())
    return _with_desk(library, settings, lambda desk: review(desk, minutes))


def run_placement(course_dir: Path | None, settings: Settings) -> int:
    """Find out where to start, and go there if the learner wants to."""

    def work(desk: Desk) -> None:
        start = place(desk)
        if start is not None:
            _walk(desk, start)

    return _with_desk(Library(course_dir or paths.builtin_course_dir()), settings, work)


def _with_desk(library: Library, settings: Settings, work: Callable[[Desk], None]) -> int:
    outline = library.outline
    dialogue = Dialogue(unicode=speaks_unicode(settings))
    store = _store(outline.id, dialogue)
    engine = Engine(settings)
    try:
        with store:
            desk = Desk(dialogue, library, store, settings, engine)
            try:
                work(desk)
            except (Left, KeyboardInterrupt):
                desk.leave()
    finally:
        engine.close()
    return 0


def speaks_unicode(settings: Settings) -> bool:
    """Whether more than ASCII can be shown: as the settings say, else as the locale says."""
    if settings.unicode != "auto":
        return settings.unicode == "yes"
    name = next(
        (os.environ[key] for key in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(key)), ""
    )
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return name not in ("", "C", "POSIX") and encoding.startswith("utf")


def _store(course: str, dialogue: Dialogue) -> Store:
    try:
        store = Store.open(course=course)
    except StoreTooNew:
        raise
    except StoreUnavailable as error:
        dialogue.say(_("Not saved: {error}").format(error=error))
        return Store.memory(course=course)
    if store.notice is not None:
        dialogue.say(store.notice.message)
    return store


def _walk(desk: Desk, target: str | None) -> None:
    desk.dialogue.say(_("jax-tutor in line mode. Commands are single letters; ? explains them."))
    if target is None:
        _welcome(desk)
    go(desk, target if target is not None else _resumed(desk))
    while True:
        text = desk.dialogue.ask(commands.prompt(desk)).strip()
        try:
            if not act(desk, text):
                desk.leave()
                desk.dialogue.say(_("Until next time. The next start continues here."))
                return
        except UnknownId as error:
            near = _("Nearest: {ids}").format(ids=", ".join(error.nearest))
            desk.dialogue.say(str(error), *([near] if error.nearest else []))
        except TutorError as error:
            desk.dialogue.say(str(error))
        except KeyboardInterrupt:
            desk.dialogue.interrupted()


def _welcome(desk: Desk) -> None:
    """What is due; on the first day, that one need not begin at the beginning."""
    try:
        states = desk.store.states()
        if not states and desk.library.outline.placement:
            desk.dialogue.say(_("You know some JAX already? Type placement: it finds your start."))
        elif states:
            found = outlook(desk)
            if found.due:
                due, minutes = due_words(found), minutes_words(found.minutes)
                text = _("{due}, {minutes}. Type review.").format(due=due, minutes=minutes)
                desk.dialogue.say(text)
    except TutorError as error:
        desk.dialogue.say(str(error))


def _resumed(desk: Desk) -> str:
    """Where the learner stopped, or the first step."""
    first = desk.library.outline.lessons[0]
    start = f"{first.id}/{first.steps[0].id}" if first.steps else first.id
    try:
        place = desk.store.resume()
    except TutorError:
        return start
    if place is None:
        return start
    try:
        resolve(desk.library.outline, f"{place.lesson}/{place.step}")
    except UnknownId:
        return start
    return f"{place.lesson}/{place.step}"


def go(desk: Desk, full_id: str, *, last: bool = False) -> None:
    """Open a step and tell its first part (its last one, when coming from behind)."""
    visit = desk.open(full_id)
    if last:
        visit.part = len(visit.parts) - 1
    lesson = desk.library.lesson(visit.step.lesson)
    desk.dialogue.say("", title(lesson, visit.step), "")
    tell_part(desk)


def tell_part(desk: Desk) -> None:
    """The text of the part where the learner is."""
    visit = desk.visit
    assert visit is not None
    part = visit.here
    code = desk.code(visit.step, part.program) if part.program is not None else ""
    lines = part_lines(part, code, desk.dialogue.cells)
    while lines and not lines[-1]:
        lines.pop()
    desk.dialogue.say(*lines)
    if part.program is not None and part.program.kind == "parsons" and not part.after:
        tell_order(desk, visit.step, part.program)


def act(desk: Desk, text: str) -> bool:
    """Do what one line of input says; False ends the session."""
    visit = desk.visit
    assert visit is not None
    command = text.lower()
    match command:
        case "":
            return True
        case "q" | "quit" | "exit":
            return False
        case "?" | "help":
            desk.dialogue.say(*commands.explained(desk))
        case "n":
            forward(desk)
        case "p":
            back(desk)
        case "v":
            lesson = desk.library.lesson(visit.step.lesson)
            desk.dialogue.say("", title(lesson, visit.step), "")
            tell_part(desk)
        case "l":
            chosen = courseview.choose(desk)
            if chosen:
                go(desk, chosen)
        case "en" | "zh" | "zh-cn":
            set_language("en" if command == "en" else "zh-CN")
            desk.in_this_language()
            act(desk, "v")
        case "review":
            here = visit.step.full_id
            review(desk)
            go(desk, here)
        case "placement":
            here = visit.step.full_id
            go(desk, place(desk) or here)
        case "glossary" | "g":
            words(desk)
        case _ if commands.do(desk, command):
            pass
        case _ if len(text) > 2 and ("/" in text or text in _lessons(desk)):
            go(desk, text)
        case _:
            desk.dialogue.say(
                _("There is no command {text} here. Type ? for help.").format(text=repr(text[:40]))
            )
    return True


def _lessons(desk: Desk) -> set[str]:
    return {lesson.id for lesson in desk.library.outline.lessons}


def forward(desk: Desk) -> None:
    """The next part of the page, or the next step."""
    visit = desk.visit
    assert visit is not None
    if visit.part + 1 < len(visit.parts):
        visit.part += 1
        desk.dialogue.say("")
        tell_part(desk)
        return
    following = desk.library.beside(visit.step, 1)
    if following is None:
        desk.dialogue.say(_("This was the last step of the course. l shows the lessons."))
        return
    go(desk, following)


def back(desk: Desk) -> None:
    """The part before, or the last part of the step before."""
    visit = desk.visit
    assert visit is not None
    if visit.part:
        visit.part -= 1
        desk.dialogue.say("")
        tell_part(desk)
        return
    before = desk.library.beside(visit.step, -1)
    if before is None:
        desk.dialogue.say(_("This is the first step of the course."))
        return
    go(desk, before)
