"""What all parts of a page share: the learner's place, code, guesses, and the store."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tutor.course import parsons
from tutor.course.model import Step
from tutor.errors import StoreError
from tutor.locale import language, translator
from tutor.plain.course import Library
from tutor.plain.dialogue import Dialogue
from tutor.plain.engine import Engine
from tutor.plain.page import Part, parts
from tutor.settings import Settings
from tutor.study import Attempt, Place, Store
from tutor.study.ordering import order_of
from tutor.study.programs import Program, about
from tutor.study.record import RunRecord, digest

_ = translator("plain")


@dataclass
class Visit:
    """A step under the learner's eyes."""

    step: Step
    parts: list[Part]
    part: int = 0
    guesses: dict[int, list[int | str]] = field(default_factory=dict)
    """By the block's position: guesses that no run has settled yet."""
    settled: set[int] = field(default_factory=set)
    """Predictions whose run was shown."""
    answered: set[int] = field(default_factory=set)
    """Quiz questions that were answered right."""
    single: bool = False
    """A prediction has one guess only, and it is run at once."""
    last: RunRecord | None = None
    since: float = field(default_factory=time.monotonic)

    @property
    def here(self) -> Part:
        return self.parts[self.part]


class Desk:
    """Owns the place. Reading and writing of the learner's work goes through it."""

    def __init__(
        self,
        dialogue: Dialogue,
        library: Library,
        store: Store,
        settings: Settings,
        engine: Engine,
    ) -> None:
        self.dialogue = dialogue
        self.library = library
        self.store = store
        self.settings = settings
        self.engine = engine
        self.visit: Visit | None = None
        self.reviewing = False
        """What is answered now is no evidence about a lesson."""
        self.judged: bool | None = None
        """Whether the last answer to a question was right."""
        self._told = ""

    # --- where -------------------------------------------------------------------------------

    def open(self, full_id: str) -> Visit:
        """Go to a step. Raises UnknownId, CourseError."""
        step = self.library.step(full_id)
        self.leave()
        self.visit = Visit(step, parts(step))
        self._keep(lambda: self.store.visit(step.full_id))
        place = Place(step.lesson, step.id, language=language())
        self._keep(lambda: self.store.remember(place))
        programs = [part.program for part in self.visit.parts if part.program is not None]
        if programs:
            exercise = step.exercise is not None
            self.engine.prepare(
                programs[0].devices or self.settings.devices,
                course=str(self.library.path) if exercise else "",
                lesson=step.lesson if exercise else "",
                step=step.id if exercise else "",
            )
        return self.visit

    def leave(self) -> None:
        """Note the time spent on the step."""
        visit = self.visit
        if visit is not None:
            spent = time.monotonic() - visit.since
            self._keep(lambda: self.store.visit(visit.step.full_id, spent))
            self.visit = None

    def in_this_language(self) -> None:
        """The same part in the language that speaks now."""
        if self.visit is not None:
            self.visit.step = self.library.step(self.visit.step.full_id)
            self.visit.parts = parts(self.visit.step)
            self.visit.part = min(self.visit.part, len(self.visit.parts) - 1)

    # --- the learner's work ------------------------------------------------------------------

    def code(self, step: Step, program: Program) -> str:
        """The draft, or the starter; of lines to order, the program that they make."""
        draft = self.draft(step, program)
        if program.kind == "parsons" and step.exercise is not None:
            order = order_of(draft, step.exercise, step.full_id)
            return parsons.assemble(step.exercise, order.used)
        return program.starter if draft is None else draft

    def draft(self, step: Step, program: Program) -> str | None:
        try:
            return self.store.draft(step.full_id, program.slot)
        except StoreError as error:
            self.trouble(error)
            return None

    def save(self, step: Step, program: Program, code: str) -> None:
        self._keep(lambda: self.store.save_draft(step.full_id, code, program.slot))

    def reset(self, step: Step, program: Program, *, undo: bool) -> bool:
        """Back to the starter, or back again; False when there is nothing to do."""
        try:
            act = self.store.undo_reset if undo else self.store.reset
            return act(step.full_id, program.slot)
        except StoreError as error:
            self.trouble(error)
            return False

    def note(self, attempt: Attempt) -> None:
        """Add an attempt to the store."""
        self._keep(lambda: self.store.record(attempt))

    def answer(
        self,
        step: Step,
        position: int,
        kind: str,
        guess: str,
        *,
        correct: bool,
        decides: bool,
        code: str = "",
    ) -> None:
        """Note an answer to the question at `position`; it makes the step pass or fail where it
        `decides`."""
        self.judged = correct
        if self.reviewing:
            return
        self.note(
            Attempt(
                step=step.full_id,
                kind=kind,
                code=code,
                guess=guess,
                verdict=("pass" if correct else "fail") if decides else "",
                digest=digest(step),
                language=language(),
                versions=self.engine.versions,
                details=about(step, position, correct),
            )
        )

    def hints_shown(self, step: Step) -> int:
        try:
            return self.store.hints(step.full_id)
        except StoreError as error:
            self.trouble(error)
            return 0

    def _keep(self, write: Callable[[], object]) -> None:
        try:
            write()
        except StoreError as error:
            self.trouble(error)

    def trouble(self, error: StoreError) -> None:
        """Told once: a store that takes nothing stops nobody."""
        if str(error) != self._told:
            self._told = str(error)
            self.dialogue.say(_("Not saved: {error}").format(error=error))
