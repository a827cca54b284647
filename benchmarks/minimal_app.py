"""The peer of the start-up benchmark: the least that a Textual app with text and an editor is."""

from textual.app import App, ComposeResult
from textual.widgets import Static, TextArea


class Minimal(App[None]):
    def compose(self) -> ComposeResult:
        yield Static("READABLE")
        yield TextArea()

    def on_mount(self) -> None:
        self.query_one(TextArea).focus()


Minimal().run()
