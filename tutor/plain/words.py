"""The glossary in lines."""

from __future__ import annotations

from tutor.course.glossary import glossary, matching
from tutor.course.plaintext import entry_lines
from tutor.locale import language, translator
from tutor.plain.desk import Desk

_ = translator("plain")

MOST = 5
"""Definitions told at once; of more only the words."""


def words(desk: Desk) -> None:
    """Ask for words and tell what they mean, until an empty line."""
    dialogue = desk.dialogue
    entries = glossary(desk.library.path, language())
    while text := dialogue.ask(_("A word, in any language; an empty line goes back: ")).strip():
        found = matching(entries, text)
        if not found:
            dialogue.say(_("Nothing has these words."))
        for entry in found[:MOST]:
            dialogue.say(*entry_lines(entry, dialogue.cells), "")
        if len(found) > MOST:
            others = _(", ").join(entry.title for entry in found[MOST:])
            dialogue.say(_("Also: {words}").format(words=others))
