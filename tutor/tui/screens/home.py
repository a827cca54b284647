"""Where was I, what next: the course map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message

from tutor.errors import StoreError
from tutor.locale import language, translator
from tutor.study import Place, StepState
from tutor.tui import look
from tutor.tui.actions import Action
from tutor.tui.library import MapLesson
from tutor.tui.screens.base import TutorScreen, bound
from tutor.tui.services import Services
from tutor.tui.text import BLANK, Paragraph, Text, fitted, padded, plain, row, width

if TYPE_CHECKING:
    from tutor.study.placement import Result

_ = translator("tui")


class Map(Text, can_focus=True):
    """Lessons with a cursor; the right arrow unfolds the steps of one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "walk(-1)", show=False),
        Binding("down,j", "walk(1)", show=False),
        Binding("pageup", "walk(-8)", show=False),
        Binding("pagedown", "walk(8)", show=False),
        Binding("home", "walk(-999)", show=False),
        Binding("end", "walk(999)", show=False),
        Binding("right", "unfold(True)", show=False),
        Binding("left", "unfold(False)", show=False),
    ]

    @dataclass
    class Moved(Message):
        """The cursor is on another line."""

        line: int

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._unfolded = ""
        self.states: dict[str, StepState] = {}
        self.known: tuple[str, ...] = ()
        """Lessons that the placement says are known."""
        self.mistakes: Mapping[str, int] = {}
        """Lesson -> how many of its questions were answered wrong the last time."""
        self.target = ""
        """Full id of the step, or id of the lesson, at the cursor."""

    def refresh_states(self) -> None:
        """Read what was done, and draw."""
        try:
            self.states = self._services.store.states()
        except StoreError:
            self.states = {}
        self.paint()

    @property
    def _targets(self) -> list[str]:
        found = []
        for lesson in self._services.library.outline.lessons:
            found.append(lesson.id)
            if lesson.id == self._unfolded:
                found += [step.full_id for step in lesson.steps]
        return found

    def on_resize(self) -> None:
        self.paint()

    def _watch_has_focus(self, focus: bool) -> None:
        self.paint()

    def action_walk(self, distance: int) -> None:
        targets = self._targets
        here = targets.index(self.target) if self.target in targets else 0
        line = min(max(0, here + distance), len(targets) - 1)
        self.target = targets[line]
        self.paint()
        self.post_message(self.Moved(line))

    def action_unfold(self, unfold: bool) -> None:
        lesson = self.target.partition("/")[0]
        self._unfolded = lesson if unfold else ""
        self.target = lesson
        self.paint()

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        targets = self._targets
        if offset is not None and 0 <= offset.y < len(targets):
            again = self.target == targets[offset.y]
            self.target = targets[offset.y]
            self.paint()
            if again or event.chain > 1:
                self.screen.call_later(self.screen.run_action, "open")

    def paint(self) -> None:
        """Draw the map for the width it has."""
        cells = self.content_size.width
        if cells <= 0:
            return
        shown: list[Paragraph] = []
        lessons = self._services.library.outline.lessons
        if self.target not in self._targets:
            self.target = lessons[0].id if lessons else ""
        for lesson in lessons:
            shown.append(self._lesson(lesson, cells))
            if lesson.id == self._unfolded:
                shown += [
                    self._line(
                        step.full_id,
                        f"     {number:>2}  {step.title}",
                        self._state(step.full_id),
                        cells,
                    )
                    for number, step in enumerate(lesson.steps, 1)
                ]
        self.show(shown)

    def _lesson(self, lesson: MapLesson, cells: int) -> Paragraph:
        done = sum(self._passed(step.full_id) for step in lesson.steps)
        state = ""
        if lesson.steps and done == len(lesson.steps):
            state = _("done")
        elif done or any(step.full_id in self.states for step in lesson.steps):
            state = _("{done} of {count}").format(done=done, count=len(lesson.steps))
        elif lesson.id in self.known:
            state = _("known")
        minutes = _("{minutes} min").format(minutes=lesson.minutes)
        return self._line(
            lesson.id,
            f" {lesson.number:>2}  {lesson.title}",
            f"{padded(state, 9)}{minutes:>8}{self._mistakes(lesson.id)}",
            cells,
        )

    def _mistakes(self, lesson: str) -> str:
        """What is to be revisited; a column that is there only while something stands in it."""
        if not self.mistakes:
            return ""
        texts = {
            name: "  " + _.plural("{n} mistake", "{n} mistakes", count).format(n=count)
            for name, count in self.mistakes.items()
        }
        return padded(texts.get(lesson, ""), max(map(width, texts.values())))

    def _line(self, target: str, text: str, right: str, cells: int) -> Paragraph:
        here = target == self.target
        mark = " > " if here else "   "
        room = max(10, min(cells - 3 - width(right) - 2, 60))
        text = fitted(text, room)
        content = row(mark, text, "  ", (right, look.DIM))
        if here and self.has_focus:
            content = content.stylize(look.STRONG).stylize("reverse", 2, 3 + len(text))
        return Paragraph(content, divide="cut")

    def _passed(self, step: str) -> bool:
        state = self.states.get(step)
        return state is not None and state.state == "passed"

    def _state(self, step: str) -> str:
        state = self.states.get(step)
        names = {"passed": _("done"), "tried": _("tried"), "seen": _("seen")}
        return names.get(state.state, "") if state is not None else ""

    def next_step(self, lesson: str) -> str:
        """The first step of a lesson that is not done; its first one when all are."""
        steps = next(
            known.steps for known in self._services.library.outline.lessons if known.id == lesson
        )
        return next((s.full_id for s in steps if not self._passed(s.full_id)), steps[0].full_id)


class HomeScreen(TutorScreen):
    """Course map, the way back to where one was, and what this machine offers."""

    place = "home"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("home"),
        Binding("c", "resume", show=False),
        Binding("q", "app.quit", show=False),
    ]

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.map = Map(services)
        self.where: Place | None = None
        self._said = Text(id="resume")
        self._placed: Result | None = None
        self._device = Text(id="device")
        self._scroll = VerticalScroll(can_focus=False)
        self.keys.gap = 2

    def compose(self) -> ComposeResult:
        yield self.header
        with self._scroll:
            yield self._said
            yield self.map
            yield self._device
        yield self.keys

    def on_mount(self) -> None:
        # The map is longer than the view: with it, the way back would be scrolled away.
        self.map.focus(scroll_visible=False)
        self.call_after_refresh(self.map.action_walk, 0)
        self.call_after_refresh(self.tutor.host.ask)

    def on_screen_resume(self) -> None:
        self.speak()

    def speak(self) -> None:
        try:
            self.where = self.services.store.resume()
        except StoreError:
            self.where = None
        self._placed = self.services.placed()
        self.map.known = self._placed.known if self._placed is not None else ()
        if not self.map.target and self.where is not None:
            self.map.target = self.where.lesson
        elif not self.map.target and self._placed is not None:
            self.map.target = self._placed.start
        self.map.refresh_states()
        self._said.show(self._first_lines())
        self.tell_device()
        if self.map.states:
            # Not before the first frame: it may have to look through lessons.
            self.call_after_refresh(self._tell_due)
        super().speak()

    def _tell_due(self) -> None:
        """What is due, below the way back."""
        found = self.services.outlook()
        if found.mistakes != self.map.mistakes:
            self.map.mistakes = found.mistakes
            self.map.paint()
        if not found.due:
            return
        from tutor.study.reviewing import due_words, minutes_words

        words = f"   {due_words(found)}   {minutes_words(found.minutes)}   "
        label = padded(_("Review"), width(_("Continue")))
        line = row((label, look.TITLE), words, ("r", look.KEY))
        self._said.show([*self._first_lines(), Paragraph(line)])

    def _first_lines(self) -> list[Paragraph]:
        """Where the learner was; on the first day what one may do."""
        lines = [self._resume_line()]
        new = self.where is None and not self.map.states and self._placed is None
        if new and self.services.library.outline.placement:
            said = _("You know some of it already?")
            found = row(said, "   ", ("?", look.KEY), " ", _("finds where to start"))
            lines.append(Paragraph(found))
        return lines

    def _resume_line(self) -> Paragraph:
        outline = self.services.library.outline
        for lesson in outline.lessons:
            for number, step in enumerate(lesson.steps, 1):
                if self.where and (lesson.id, step.id) == (self.where.lesson, self.where.step):
                    text = _("step {number} of {count}: {title}").format(
                        number=number, count=len(lesson.steps), title=step.title
                    )
                    content = row(
                        (_("Continue"), look.TITLE), f"   {lesson.number} {lesson.title}   {text}"
                    )
                    return Paragraph(content, divide="cut", kept=row("   ", ("c", look.KEY)))
        placed = self._placed
        for lesson in outline.lessons:
            if placed is not None and lesson.id == placed.start:
                text = f"   {lesson.number} {lesson.title}   "
                return Paragraph(row((_("Start with"), look.TITLE), text, ("enter", look.KEY)))
        welcome = row((_("Welcome."), look.TITLE), "   ", _("Enter opens the first lesson."))
        return Paragraph(welcome)

    def tell_device(self) -> None:
        """What runs the code, once it has said so."""
        hello = self.services.hello
        if hello is None:
            line = _("This device: finding out")
        else:
            protections = {"full": _("full"), "partial": _("partial"), "none": _("none")}
            line = _(
                "This device: {platform}, {cores} cores, jax {jax}   sandbox: {protection}"
            ).format(
                platform=hello.platform,
                cores=hello.cores,
                jax=hello.versions.get("jax", "?"),
                protection=protections[hello.protection],
            )
        shown = [Paragraph(plain(line, look.DIM))]
        notice = self.services.store.notice
        if notice is not None:
            shown += [BLANK, Paragraph(plain(notice.message, look.WARN))]
        if not self.services.saved:
            text = self.services.trouble or _("Something of your work could not be saved.")
            shown += [BLANK, Paragraph(plain(text, look.BAD))]
        self._device.show(shown)

    def title_ends(self) -> tuple[Content, Content]:
        outline = self.services.library.outline
        speaks = language()
        languages = row(
            ("en", look.STRONG if speaks == "en" else look.DIM),
            " | ",
            ("中文", look.STRONG if speaks == "zh-CN" else look.DIM),
        ).stylize("@click=app.language")
        left = row(("jax-tutor", look.TITLE), "   ", (outline.title, look.DIM))
        return left, languages + row("   ", ("F1", look.KEY), " ", _("help"))

    def note(self) -> Content:
        return row(("q", look.KEY), " ", _("quit"))

    def offered(self, action: Action) -> bool:
        return action.id != "placement" or self.services.library.outline.placement

    @on(Map.Moved)
    def moved(self, event: Map.Moved) -> None:
        """Keep the cursor's line in view."""
        top = self.map.virtual_region.y + event.line
        view = self._scroll.scrollable_content_region.height
        current = round(self._scroll.scroll_y)
        if event.line == 0:
            self._scroll.scroll_to(y=0, animate=False)
        elif top < current or top >= current + view:
            self._scroll.scroll_to(y=max(0, top - view // 2), animate=False)

    def action_open(self) -> None:
        """Open the lesson at its first step that is not done, or the step at the cursor."""
        target = self.map.target
        if target:
            self.tutor.open_step(target if "/" in target else self.map.next_step(target))

    def action_resume(self) -> None:
        """Where the learner stopped."""
        if self.where is not None:
            self.tutor.open_step(f"{self.where.lesson}/{self.where.step}", self.where)
        else:
            self.action_open()

    def action_playground(self) -> None:
        self.tutor.open_playground()

    def action_go(self) -> None:
        self.tutor.open_palette(steps=True)

    def action_review(self) -> None:
        """Answer what is due."""
        self.tutor.open_review()

    def action_glossary(self) -> None:
        """Look a word up."""
        self.tutor.open_glossary()

    def action_placement(self) -> None:
        """Find out where to start; without questions for it, how everything works."""
        if self.services.library.outline.placement:
            self.tutor.open_placement()
        else:
            self.app.call_later(self.run_action, "app.help")
