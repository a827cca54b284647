"""The Textual front end. The door: `tutor.tui.app.run`.

Textual reads its environment when it is first imported, which is after this.
"""

from tutor.tui import terminal

terminal.prepare()
