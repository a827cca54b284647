"""Everything that a key can do, once: feeds bindings, footer, help, palette and the keymap file.

A user's `keymap` setting maps an action's id to its keys ("f5,ctrl+r"). Function keys are never
the only way: some terminals and keyboards keep them for themselves. Keys without a modifier work
while no text is edited; Esc leaves it. Ctrl with a, b, s, o is for multiplexers and flow control.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from textual.binding import Binding, BindingType

from tutor.locale import mark, translator

_ = translator("tui")

Where = Literal["everywhere", "home", "lesson", "playground", "review", "placement"]


@dataclass(frozen=True)
class Action:
    """Something to do. `id` is its name in the keymap file, `method` that of the screen or app."""

    id: str
    keys: str
    label_id: str
    help_id: str
    where: tuple[Where, ...]
    plain: str = ""
    """Keys that work only while no text is edited."""
    plain_at: tuple[Where, ...] = ()
    """Where `plain` works, when not in all of `where`."""
    footer: tuple[Where, ...] = ()
    """Where the footer names it."""
    method: str = ""
    palette: bool = True

    @property
    def label(self) -> str:
        """One or two words for the footer."""
        return _(self.label_id)

    @property
    def help(self) -> str:
        """A sentence for help and palette."""
        return _(self.help_id)

    @property
    def action(self) -> str:
        return self.method or self.id.replace("-", "_")


_CODE: tuple[Where, ...] = ("lesson", "playground", "review", "placement")
_DRAFT: tuple[Where, ...] = ("lesson", "playground", "review")
_ASK: tuple[Where, ...] = ("review", "placement")

ACTIONS: tuple[Action, ...] = (
    Action("run", "f5,ctrl+r", mark("run"), mark("Run the snippet"), _CODE, footer=_CODE),
    Action("check", "f6,ctrl+t", mark("check"), mark("Check the exercise"),
           ("lesson", "review"), footer=("lesson", "review")),
    Action("hint", "f2,ctrl+g", mark("hint"), mark("Show the next hint"), ("lesson",),
           footer=("lesson",)),
    Action("next", "f8,ctrl+n,alt+n", mark("next"), mark("Go to the next step"), ("lesson",),
           "right", footer=("lesson",), method="next_step"),
    Action("go-on", "", mark("go on"), mark("Show the answer; go to the next question"), _ASK,
           "enter", footer=_ASK),
    Action("grade-again", "", mark("again"), mark("You did not know it"), ("review",), "1",
           footer=("review",), method="grade('again')", palette=False),
    Action("grade-hard", "", mark("hard"), mark("You knew it, with trouble"), ("review",), "2",
           footer=("review",), method="grade('hard')", palette=False),
    Action("grade-good", "", mark("good"), mark("You knew it"), ("review",), "3",
           footer=("review",), method="grade('good')", palette=False),
    Action("grade-easy", "", mark("easy"), mark("You knew it at once"), ("review",), "4",
           footer=("review",), method="grade('easy')", palette=False),
    Action("forward", "f8,ctrl+n,alt+n", mark("next one"), mark("Go to the next question"), _ASK,
           "right", footer=_ASK),
    Action("old-answer", "f2,ctrl+g", mark("old answer"),
           mark("Show the answer that passed the last time"), ("review",), footer=("review",)),
    Action("lesson-page", "alt+k", mark("its page"),
           mark("Go to the page of the lesson where this stands"), ("review",), "l",
           footer=("review",)),
    Action("previous", "f7,alt+p", mark("back"), mark("Go to the previous step"), ("lesson",),
           "left", method="previous_step"),
    Action("stop", "ctrl+c", mark("stop"), mark("Stop the Run"), _CODE),
    Action("xray", "f3,alt+y", mark("x-ray"),
           mark("Run it once more and see what JAX did"), ("lesson", "playground"),
           footer=("lesson", "playground")),
    Action("traceback", "f4,alt+t", mark("traceback"),
           mark("Show or hide the whole traceback"), _CODE),
    Action("picture", "f10,alt+i", mark("picture"),
           mark("Curve or timing by itself: values, scales, save, copy"), _CODE),
    Action("all-output", "f12,alt+o", mark("all output"),
           mark("Show all that the last Run printed"), _CODE),
    Action("solution", "alt+s", mark("solution"), mark("Show a solution, after asking"),
           ("lesson",)),
    Action("reset", "alt+r", mark("reset"),
           mark("Put the starter back; your text is kept and can be brought back"), _DRAFT),
    Action("undo-reset", "alt+u", mark("undo reset"),
           mark("Bring back the text from before the reset"), _DRAFT),
    Action("newer-draft", "alt+w", mark("newer draft"),
           mark("Take the newer text of another window"), _DRAFT),
    Action("edit", "alt+e", mark("edit"), mark("Put the cursor into the code"), _CODE,
           "enter", plain_at=("lesson", "playground")),
    Action("back", "escape", mark("page"),
           mark("Stop the Run; leave the editor; leave the page"), _CODE, footer=_CODE,
           palette=False),
    Action("page-up", "pageup", mark("up"), mark("Scroll up, also from inside the editor"), _CODE,
           method="page(-1)", palette=False),
    Action("page-down", "pagedown", mark("down"), mark("Scroll down, also from inside the editor"),
           _CODE, method="page(1)", palette=False),
    Action("open", "", mark("open"), mark("Open the lesson"), ("home",), "enter",
           footer=("home",), palette=False),
    Action("go", "alt+j", mark("search"), mark("Go to a lesson or step"),
           ("home", "lesson"), "slash", footer=("home",)),
    Action("review", "alt+v", mark("review"), mark("Answer what is due"),
           ("home", "lesson"), "r", footer=("home",), plain_at=("home",)),
    Action("playground", "alt+g", mark("playground"), mark("Try free code"),
           ("home", "lesson"), "p", footer=("home",)),
    Action("glossary", "alt+l", mark("glossary"), mark("Look a word up"),
           ("home", "lesson", "review"), "g", footer=("home",), plain_at=("home", "lesson")),
    Action("placement", "alt+q", mark("placement"),
           mark("Find out by a few questions where to start"), ("home",), "question_mark",
           footer=("home",)),
    Action("language", "f9,ctrl+l", "en|中文", mark("Switch the language in place"),
           ("everywhere",)),
    Action("settings", "alt+c", mark("settings"), mark("Language, theme, limits"),
           ("everywhere",), "comma", footer=("home",)),
    Action("palette", "ctrl+p,alt+x", mark("commands"), mark("All commands"), ("everywhere",),
           "colon", palette=False),
    Action("help", "f1,alt+h", mark("help"), mark("How this works, and all keys"),
           ("everywhere",), "question_mark"),
    Action("home", "alt+m", mark("course map"), mark("Go to the course map"), _CODE),
    Action("suspend", "ctrl+z", mark("suspend"),
           mark("Back to the shell (fg returns); in code ctrl+z undoes"),
           ("everywhere",), method="suspend_process", palette=False),
    Action("quit", "ctrl+q", mark("quit"), mark("Leave; everything is saved"), ("everywhere",)),
)  # fmt: skip

BY_ID: Mapping[str, Action] = {action.id: action for action in ACTIONS}


def at(where: Where) -> list[Action]:
    """The actions of a place, those that work everywhere included."""
    return [a for a in ACTIONS if where in a.where or "everywhere" in a.where]


def bindings(where: Where) -> list[BindingType]:
    """Textual bindings of a place. Those with modifiers work also while text is edited."""
    found: list[BindingType] = []
    for action in ACTIONS:
        if where not in action.where:
            continue
        if action.keys:
            # In the editor ctrl+c copies and ctrl+z undoes, and Esc closes what is open.
            last = action.id in ("stop", "back", "suspend")
            found.append(
                Binding(action.keys, action.action, show=False, priority=not last, id=action.id)
            )
        if action.plain and where in (action.plain_at or action.where):
            found.append(Binding(action.plain, action.action, show=False, id=f"{action.id}-plain"))
    return found


def target(action: Action) -> str:
    """Whose method does it: the app's or the screen's."""
    return "app" if "everywhere" in action.where else "screen"


def keymap(settings: Mapping[str, str]) -> dict[str, str]:
    """The user's keys for Textual; names that are no action are left out."""
    return {name: keys for name, keys in settings.items() if name in BY_ID}


def keys_of(action: Action, settings: Mapping[str, str], where: Where) -> list[str]:
    """The keys of an action as a person reads them, the first one first.

    A key of a place's own goes before the same key of what works everywhere.
    """
    keys = settings.get(action.id) or action.keys
    plain = action.plain if where in (action.plain_at or (*action.where, where)) else ""
    if "everywhere" in action.where:
        own = {key for a in ACTIONS if where in a.where for key in a.plain.split(",")}
        plain = ",".join(key for key in plain.split(",") if key not in own)
    names = [key for part in (keys, plain) for key in part.split(",") if key]
    return [shown(key) for key in names]


_NAMES = {
    "escape": "esc", "question_mark": "?", "slash": "/", "comma": ",", "colon": ":",
    "underscore": "_", "enter": "enter", "pageup": "pgup", "pagedown": "pgdn",
}  # fmt: skip


def shown(key: str) -> str:
    """A key as it stands in footer and help: F5, ctrl+r, ?."""
    *modifiers, last = key.split("+")
    name = _NAMES.get(last, last)
    if name[:1] == "f" and name[1:].isdigit():
        name = name.upper()
    return "+".join([*modifiers, name])


def unknown(settings: Mapping[str, str]) -> Iterable[str]:
    """Names in a keymap that are no action."""
    return [name for name in settings if name not in BY_ID]
