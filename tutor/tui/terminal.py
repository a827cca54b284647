"""The terminal: is there one, and what can it do. Loads nothing of Textual."""

from __future__ import annotations

import codecs
import os
import sys

from tutor.errors import NoTerminal
from tutor.locale import translator

_ = translator("tui")


def require() -> None:
    """Raise NoTerminal unless keys come from a terminal and the screen goes to one."""
    if os.name == "nt":
        raise NoTerminal(
            _("The app needs Linux or macOS. On Windows it runs inside WSL; --plain does not help.")
        )
    for stream in (sys.__stdin__, sys.__stderr__):
        try:
            there = stream is not None and os.isatty(stream.fileno())
        except (OSError, ValueError):
            there = False
        if not there:
            raise NoTerminal(
                _("The app needs a terminal. Line mode does everything without one: add --plain.")
            )


def prepare() -> None:
    """Set what Textual reads when it is imported, unless the user said otherwise."""
    # Input methods for Chinese break while the Kitty keyboard protocol is on.
    os.environ.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")
    # Scrolling line by line in one go: smooth scrolling is dozens of frames over SSH.
    os.environ.setdefault("TEXTUAL_SMOOTH_SCROLL", "0")
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    # For its sequences a terminal of unknown abilities is treated like the plainest known one.
    if os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        os.environ["TERM"] = "xterm"
        os.environ.setdefault("NO_COLOR", "1")


def unicode_works(setting: str) -> bool:
    """Whether line drawing and braille may be used: the setting, or what the locale can encode."""
    if setting != "auto":
        return setting == "yes"
    encoding = getattr(sys.__stderr__, "encoding", None) or "ascii"
    try:
        return codecs.lookup(encoding).name.startswith("utf")
    except LookupError:
        return False
