"""Names of the styles that texts use. Colours come from the theme; nothing here is a colour.

The default themes are those of the terminal's own sixteen colours, so a style is a theme
variable with an attribute at most, never a shade.
"""

from __future__ import annotations

DIM = "dim"
STRONG = "bold"
EMPHASIS = "italic"
CODE = "ansi_cyan"
TITLE = "bold $primary"
LINK = "underline $primary"
GOOD = "bold $success"
BAD = "bold $error"
WARN = "$warning"
KEY = "bold $primary"
OWN_LINE = "bold"
RULE = "dim"
FAINT = "dim"

SYNTAX = {
    "keyword": "magenta",
    "string": "green",
    "comment": "bright_black",
    "number": "cyan",
    "constant": "cyan",
    "definition": "blue",
    "decorator": "yellow",
}
"""Capture of the highlighting query -> one of the sixteen colours, in the editor and in prose."""
