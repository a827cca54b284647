"""The app: mounts screens, routes between them, owns what they share. No lesson logic."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
import os
import signal
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

# What start-up builds stays until the end: looking for garbage in it costs a tenth of the start.
gc.disable()

from textual import events  # noqa: E402
from textual.app import App  # noqa: E402
from textual.binding import BindingType  # noqa: E402
from textual.driver import Driver  # noqa: E402
from textual.filter import LineFilter  # noqa: E402
from textual.geometry import Size  # noqa: E402

from tutor import locale  # noqa: E402
from tutor.locale import translator  # noqa: E402
from tutor.settings import Settings  # noqa: E402
from tutor.study import Place  # noqa: E402
from tutor.tui import actions, terminal  # noqa: E402
from tutor.tui.background import begin  # noqa: E402
from tutor.tui.flows.host import Host  # noqa: E402
from tutor.tui.opening import open_services, stopped_at, theme  # noqa: E402
from tutor.tui.screens.base import TutorScreen  # noqa: E402
from tutor.tui.services import Services  # noqa: E402

_ = translator("tui")


class TutorApp(App[int]):
    """One course, one learner, one terminal."""

    TITLE = "jax-tutor"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = ["tokens.tcss", "screens/lesson.tcss", "screens/home.tcss"]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = actions.bindings("everywhere")

    def __init__(
        self,
        services: Services,
        target: str | None,
        first: Callable[[Services], TutorScreen] | None = None,
    ) -> None:
        """Opens at `target`, without one at the course map; or with the screen that `first`
        makes."""
        # Without colours Textual has to know before its filters are made.
        self._colours = not os.environ.get("NO_COLOR")
        super().__init__(ansi_color=None if self._colours else True)
        self.services = services
        self.host = Host(self)
        self._target = target
        self._first = first
        self.set_keymap(actions.keymap(services.settings.keymap))
        self.theme = theme(services.settings.theme, colours=self._colours)

    def get_driver_class(self) -> type[Driver]:
        if os.environ.get("TEXTUAL_DRIVER"):
            return super().get_driver_class()
        from tutor.tui.driver import TutorDriver

        return TutorDriver

    # --- life ---------------------------------------------------------------------------------

    def get_default_screen(self) -> TutorScreen:
        """The page that was asked for; else the course map."""
        if self._first is not None:
            first = self._first(self.services)
        elif self._target is None:
            from tutor.tui.screens.home import HomeScreen

            first = HomeScreen(self.services)
        else:
            from tutor.tui.screens.lesson import LessonScreen

            first = LessonScreen(self.services, self._target, stopped_at(self.services))
        # Textual takes one off when the base screen is replaced, but puts none on.
        first._push_result_callback(first, None)
        return first

    def get_line_filters(self) -> Sequence[LineFilter]:
        found = list(super().get_line_filters())
        if not self.services.unicode:
            from tutor.tui.plainly import Plainly

            found.append(Plainly())
        return found

    def on_mount(self) -> None:
        self.call_after_refresh(_tidy)
        # The terminal's first size may be told before there is a page to cover.
        self.call_after_refresh(self._fit)
        # The shell that ctrl+z went to has written on the terminal.
        self.app_resume_signal.subscribe(self, lambda _app: self.refresh(layout=True))
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._signalled, number)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size)

    def _fit(self, size: Size | None = None) -> None:
        """Too small for a page: say so, and come back with the room."""
        from tutor.tui.screens.small import SmallScreen, too_small

        small = too_small(*(size or self.size))
        if small and not isinstance(self.screen, SmallScreen):
            self.push_screen(SmallScreen())
        elif not small and isinstance(self.screen, SmallScreen):
            self.pop_screen()

    def _signalled(self, number: int) -> None:
        self.leave(128 + number)

    def leave(self, code: int = 0) -> None:
        """Save everything and end."""
        for screen in self.screen_stack:
            if isinstance(screen, TutorScreen):
                screen.depart()
        self.exit(code)

    async def on_unmount(self) -> None:
        await self.host.close()

    def said_hello(self) -> None:
        """The host has told what it runs on."""
        from tutor.tui.screens.home import HomeScreen

        if isinstance(self.screen, HomeScreen):
            self.screen.tell_device()

    # --- routes -------------------------------------------------------------------------------

    def open_step(self, step: str, place: Place | None = None) -> None:
        """Show a step, from wherever."""
        from tutor.tui.screens.lesson import LessonScreen

        if isinstance(self.screen, LessonScreen):
            begin(self.screen, partial(self.screen.show, step), "show", alone=True, quiet=False)
        else:
            self.switch_screen(LessonScreen(self.services, step, place))

    def go_home(self) -> None:
        """Show the course map."""
        from tutor.tui.screens.home import HomeScreen

        self.switch_screen(HomeScreen(self.services))

    def open_review(self) -> None:
        """Ask what is due; leaving it leads back here."""
        from tutor.tui.screens.review import ReviewScreen

        if not isinstance(self.screen, ReviewScreen):
            self.switch_screen(ReviewScreen(self.services, back=self._leave_page()))

    def open_placement(self) -> None:
        """A few questions that find where to start."""
        from tutor.tui.screens.placement import PlacementScreen

        found = self.services.library.placement()
        if found is not None and found.questions:
            self._leave_page()
            self.switch_screen(PlacementScreen(self.services, found))

    def open_glossary(self) -> None:
        """Look a word up, over the page where one is."""
        from tutor.tui.screens.glossary import GlossaryScreen

        if isinstance(self.screen, TutorScreen):
            self.push_screen(GlossaryScreen(self.services.library.glossary, self._open_word))

    def _open_word(self, step: str) -> None:
        self._leave_page()
        self.open_step(step)

    def _leave_page(self) -> str | None:
        """Save the present page; the step that it shows, if any."""
        from tutor.tui.screens.lesson import LessonScreen

        screen = self.screen
        if isinstance(screen, TutorScreen):
            screen.depart()
        return screen.step.full_id if isinstance(screen, LessonScreen) else None

    def open_playground(self) -> None:
        """Free code, over the page where one is."""
        from tutor.tui.screens.playground import PlaygroundScreen

        if not isinstance(self.screen, PlaygroundScreen):
            self.push_screen(PlaygroundScreen(self.services))

    def close_playground(self) -> None:
        self.pop_screen()

    def open_palette(self, *, steps: bool = False) -> None:
        """All steps, or all commands and then all steps."""
        from tutor.tui.screens.entries import entries
        from tutor.tui.screens.palette import Palette

        said = _("A lesson or step") if steps else _("A command, a lesson or step")
        if isinstance(self.screen, TutorScreen):
            self.push_screen(Palette(entries(self, self.screen, commands=not steps), said))

    # --- actions that work everywhere ---------------------------------------------------------

    def action_palette(self) -> None:
        """All commands."""
        self.open_palette()

    def action_help(self) -> None:
        """How this works."""
        from tutor.tui.screens.help import HelpScreen

        if isinstance(self.screen, TutorScreen):
            self.push_screen(HelpScreen(self.services, self.screen.place))
        elif isinstance(self.screen, HelpScreen):
            self.pop_screen()

    def action_settings(self) -> None:
        """Language, theme, limits."""
        from tutor.tui.screens.settings import SettingsScreen

        if isinstance(self.screen, TutorScreen):
            self.push_screen(SettingsScreen(self.services))

    def action_language(self) -> None:
        """The other language, in place."""
        other = "en" if locale.language() == "zh-CN" else "zh-CN"
        (self.focused or self).call_later(self.call_later, self.speak, other)

    async def action_quit(self) -> None:
        """Leave; everything is saved."""
        (self.focused or self).call_later(self.call_later, self.leave)

    def speak(self, language: str) -> None:
        """Speak `language` from now on, on every screen that is open."""
        from tutor.tui.screens.glossary import GlossaryScreen

        locale.set_language(language)
        for screen in self.screen_stack:
            if isinstance(screen, TutorScreen | GlossaryScreen):
                screen.speak()

    def use_settings(self, new: Settings, changed: tuple[str, ...]) -> None:
        """Settings were changed on the settings screen."""
        self.services.settings = dataclasses.replace(
            self.services.settings, **{key: getattr(new, key) for key in changed}
        )
        if "language" in changed:
            self.speak(new.language)
        if "theme" in changed:
            self.theme = theme(new.theme, colours=self._colours)
        if "unicode" in changed:
            self.services.unicode = terminal.unicode_works(new.unicode)
        if "keymap" in changed:
            self.set_keymap(actions.keymap(new.keymap))
        if {"prefix", "require"} & set(changed):
            self.host.restart()


def _tidy() -> None:
    """The first frame is there: from now on garbage is collected, save what start-up left."""
    gc.freeze()
    gc.enable()


def run(target: str | None, course_dir: Path | None, settings: Settings) -> int:
    """Open the app at `target` ("lesson" or "lesson/step"), or where the learner stopped; the first
    time that is the course map.

    Returns the exit code. Raises NoTerminal, UnknownId, CourseError, StoreTooNew.
    """
    services = _open(course_dir, settings)
    with services.store:
        place = stopped_at(services)
        if target is None and place is not None:
            target = f"{place.lesson}/{place.step}"
        if target is not None:
            target = services.library.step(target).full_id
        app = TutorApp(services, target)
        return app.run() or 0


def run_review(minutes: int | None, course_dir: Path | None, settings: Settings) -> int:
    """Open the app with what is due, in a sitting of so many minutes (None: the learner chooses).

    Returns the exit code. Raises NoTerminal, CourseError, StoreTooNew.
    """
    from tutor.tui.screens.review import ReviewScreen

    services = _open(course_dir, settings)
    with services.store:
        return TutorApp(services, None, lambda found: ReviewScreen(found, minutes)).run() or 0


def run_placement(course_dir: Path | None, settings: Settings) -> int:
    """Open the app with the questions that find where to start; the course map without any."""
    from tutor.tui.screens.home import HomeScreen
    from tutor.tui.screens.placement import PlacementScreen

    services = _open(course_dir, settings)
    with services.store:
        found = services.library.placement()

        def first(shared: Services) -> TutorScreen:
            return HomeScreen(shared) if found is None else PlacementScreen(shared, found)

        return TutorApp(services, None, first).run() or 0


def _open(course_dir: Path | None, settings: Settings) -> Services:
    terminal.require()
    locale.set_language(settings.language)
    return open_services(course_dir, settings)
