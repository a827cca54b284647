"""Work beside the event handlers."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, cast

from textual.dom import DOMNode

Work = Callable[[], Coroutine[Any, Any, None]]


def begin(
    node: DOMNode, work: Work, group: str, *, alone: bool = False, quiet: bool = True
) -> None:
    """Start `work`. It is given as a function: when the app ends before it begins, no coroutine is
    left that nobody awaited. `alone` cancels what the group did before; what goes wrong in `quiet`
    work is told by messages of its own.
    """
    # Textual's types know coroutines that send nothing only.
    node.run_worker(cast(Any, work), group=group, exclusive=alone, exit_on_error=not quiet)
