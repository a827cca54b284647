"""Texts of ids that belong to no exercise: shared feedback, and why an answer was not checked.

Every text says one next thing to do; what was observed and needed stands beside it on the page.
"""

from __future__ import annotations

from tutor.locale.catalogue import mark, translator

_ = translator("generic")

_FEEDBACK = {
    "wrong-value": mark(
        "It runs, but the result is not the one that was asked for. Work one small input out by "
        "hand, and compare."
    ),
    "wrong-shape": mark(
        "The result has another shape than the one that was asked for. Print `.shape` after every "
        "line to see where they part."
    ),
    "wrong-dtype": mark(
        "The values fit, but their type does not. Look at `.dtype`: was a float expected where an "
        "integer went in?"
    ),
    "wrong-structure": mark(
        "The result is put together differently: other keys, another number of parts, or another "
        "kind of container. Compare `jax.tree.structure` of both."
    ),
    "not-the-gradient": mark(
        "This is not the gradient: nudging the input changes the result by another amount. Check "
        "which function you differentiate, and with respect to which argument."
    ),
    "undefined-name": mark(
        "The name that the exercise asks for is not there after your code has run. Is it spelt as "
        "in the task, and not inside another function?"
    ),
    "hole-left": mark("There is still a `...` in the code. Replace it with your own."),
    "not-callable": mark(
        "A function was asked for, but this name holds a value. Leave away the call: `f`, not "
        "`f(x)`."
    ),
    "wrong-arguments": mark(
        "The function does not take the arguments that the task describes. Compare their number, "
        "order and names."
    ),
    "changed-input": mark(
        "The function changed what it was given. Make a new value and return that; the caller's "
        "must stay as it was."
    ),
    "key-ignored": mark(
        "Another random key gives the same result. Draw with the key that is passed in, not with "
        "one that the function makes itself."
    ),
    "timeout": mark(
        "The check did not end in time. Look for a loop that does not stop, or does far more steps "
        "than the task needs."
    ),
    "no-return": mark("The function returns `None`. Is a `return` missing on its last line?"),
    "not-repeatable": mark(
        "The same call gave another result the second time. Something outside the function changes "
        "with each call: make it an argument and a result."
    ),
}

_NOT_CHECKED = {
    "crashed": mark(
        "Not checked: the process that ran your code died. Run it again; if it dies again, your "
        "code asks for something that this machine cannot do."
    ),
    "timeout": mark("Not checked: the check itself did not end in time. Try again."),
    "check-broken": mark(
        "Not checked: the check of this exercise has a mistake of its own. It is not your code."
    ),
    "check-empty": mark(
        "Not checked: the check of this exercise demanded nothing. It is not your code."
    ),
    "bad-answer": mark(
        "Not checked: the process that ran your code gave answers that make no sense. Does your "
        "code change JAX itself, or print into files that it did not open?"
    ),
    "stopped": mark("Not checked: stopped."),
    "host-lost": mark("Not checked: the process that runs code went away. Try again."),
    "limit": mark("Not checked: your code hit a limit before the check was over."),
}
_NOT_CHECKED_OTHERWISE = mark("Not checked: {reason}.")


def feedback_text(feedback: str) -> str:
    """The text of a generic feedback id in the language that speaks; Markdown. KeyError if none."""
    return _(_FEEDBACK[feedback])


def not_checked_text(reason: str) -> str:
    """Why an answer was not checked, in the language that speaks. Never empty."""
    known = _NOT_CHECKED.get(reason)
    return _(known) if known else _(_NOT_CHECKED_OTHERWISE).format(reason=reason or "?")


def feedback_ids() -> frozenset[str]:
    """Ids that `feedback_text` knows."""
    return frozenset(_FEEDBACK)


_PROTECTIONS = {
    "files": mark("files"),
    "network": mark("network"),
    "processes": mark("processes"),
    "signals": mark("signals"),
}


def protection_text(missing: tuple[str, ...]) -> str:
    """What a Run says that does without these protections; "" when none is missing."""
    if not missing:
        return ""
    text = _("Sandbox not complete on this machine; missing: {names}. More: jax-tutor doctor")
    return text.format(names=protection_names(missing))


def protection_names(missing: tuple[str, ...]) -> str:
    """These protections by name, in one row."""
    return _(", ").join(_(_PROTECTIONS.get(name, name)) for name in missing)
