"""The Textual front end. The door: `tutor.tui.app.run`."""
