"""What all screens share: the frame of header, body and footer, in the language that speaks."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, ParamSpec, cast

from textual import on
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, TextArea

from tutor.tui import actions
from tutor.tui.actions import Action, Where
from tutor.tui.services import Services
from tutor.tui.widgets.bar import Keys, Line, Press

if TYPE_CHECKING:
    from tutor.tui.app import TutorApp


class TutorScreen(Screen[None]):
    """A screen of the app. `place` says which actions it has."""

    place: ClassVar[Where] = "everywhere"
    AUTO_FOCUS = ""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.header = Line(id="header")
        self.keys = Keys()

    @property
    def tutor(self) -> TutorApp:
        return cast("TutorApp", self.app)

    # --- what a screen says about itself ------------------------------------------------------

    def title_ends(self) -> tuple[Content, Content]:
        """What stands at the two ends of the header."""
        return Content(""), Content("")

    def note(self) -> Content:
        """What stands at the right end of the footer."""
        return Content("")

    def offered(self, action: Action) -> bool:
        """Whether the footer and the palette show `action` now."""
        return True

    def own_keys(self) -> list[tuple[str, str, str]]:
        """Keys of what has the focus, for the footer: key, label, and what a click does."""
        return []

    def speak(self) -> None:
        """Another language: draw everything anew."""
        self.head()
        self.frame()

    def depart(self) -> None:
        """The screen is left, or the app ends: save what is not saved."""

    # --- the frame ----------------------------------------------------------------------------

    def head(self) -> None:
        """Draw the header anew: the page, the language or what is done has changed."""
        if self.is_attached:
            self.header.set(*self.title_ends())

    def frame(self) -> None:
        """Draw the footer anew; cheap enough for every key."""
        if not self.is_attached:
            return
        items = self.own_keys() + [
            (self._footer_key(action), action.label, f"{actions.target(action)}.{action.action}")
            for action in actions.at(self.place)
            if self.place in action.footer and self.offered(action)
        ]
        self.keys.set_keys(items, self.note())

    def _footer_key(self, action: Action) -> str:
        """One key: without a modifier where nothing is edited."""
        keys = actions.keys_of(action, self.services.settings.keymap, self.place)
        return keys[-1] if self.place == "home" else keys[0]

    def on_mount(self) -> None:
        self.head()
        self.frame()

    def on_screen_resume(self) -> None:
        self.head()
        self.frame()

    @on(Press.Pressed)
    async def press(self, event: Press.Pressed) -> None:
        """A button does what its key does."""
        event.stop()
        await self.run_action(event.press.press_action)

    @property
    def editing(self) -> bool:
        """Whether keys go into a text."""
        return isinstance(self.focused, TextArea | Input)

    def lines_for(self, widget: Widget) -> int:
        """Height that a body has: all but header and footer."""
        return max(1, self.size.height - 2)


P = ParamSpec("P")


def after_keys(method: Callable[P, object]) -> Callable[P, None]:
    """An action that waits until the widget with the focus has taken the keys typed before it.

    Bindings with priority would overtake letters that came in the same burst.
    """

    @functools.wraps(method)
    def later(*args: P.args, **kwargs: P.kwargs) -> None:
        screen = args[0]
        assert isinstance(screen, TutorScreen)
        # By way of that widget's queue into the screen's own: the widget itself may be removed.
        (screen.focused or screen).call_later(screen.call_later, method, *args, **kwargs)

    return later


def bound(place: Where) -> list[BindingType]:
    """The bindings of a screen."""
    return actions.bindings(place)
