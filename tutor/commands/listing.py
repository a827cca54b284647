"""`jax-tutor list`: lessons and steps with what the learner did."""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tutor import paths
from tutor.course import Outline, outline
from tutor.errors import StoreError
from tutor.locale import cut, language, mark, pad, translator
from tutor.settings import Settings

_ = translator("course")

_KINDS = {
    "read": mark("read"),
    "run": mark("run"),
    "predict": mark("predict"),
    "exercise": mark("exercise"),
    "fix": mark("fix"),
    "parsons": mark("put in order"),
    "timing": mark("timing"),
    "quiz": mark("quiz"),
    "compare": mark("compare"),
}
_STATES = {
    "new": "",
    "seen": mark("seen"),
    "tried": mark("tried"),
    "passed": mark("passed"),
}


def list_course(
    course_dir: Path,
    *,
    settings: Settings,
    json: bool = False,
    states: Mapping[str, str] | None = None,
) -> int:
    """Prints the course map. `states` (lesson/step -> state) come from the store when not given."""
    course = outline(course_dir, language())
    if states is None:
        states = stored_states(course.id)
    if json:
        others = [outline(course_dir, name) for name in course.languages]
        print(jsonlib.dumps(_data(course, others, states), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_lines(course, states)))
    return 0


def stored_states(course: str) -> dict[str, str]:
    """lesson/step -> state, for every step that is not new. A store is never made for this."""
    if not paths.store_file().exists():
        return {}
    from tutor.study import Store

    try:
        with Store.open(course=course) as store:
            return {step: known.state for step, known in store.states().items()}
    except StoreError as error:
        print(f"jax-tutor: {error}", file=sys.stderr)
        return {}


def _lines(course: Outline, states: Mapping[str, str]) -> list[str]:
    lines = [course.title]
    for lesson in course.lessons:
        passed = sum(states.get(step.full_id) == "passed" for step in lesson.steps)
        done = _("{passed} of {all}").format(passed=passed, all=len(lesson.steps))
        minutes = _("{minutes} min").format(minutes=lesson.minutes)
        title = pad(cut(f"{lesson.number:>2}  {lesson.title}", 52), 52)
        lines += ["", f"{title}  {pad(minutes, 8)}{pad(done, 8)}  {lesson.id}"]
        for step in lesson.steps:
            name = pad(step.full_id, 30)
            kind = pad(_(_KINDS[step.kind]), 12)
            state = pad(_(_STATES.get(states.get(step.full_id, "new"), "")), 8)
            lines.append(f"    {name}{kind}{state}{step.title}".rstrip())
    return lines


def _data(course: Outline, others: list[Outline], states: Mapping[str, str]) -> dict[str, Any]:
    return {
        "course": course.id,
        "path": str(course.path),
        "titles": {other.language: other.title for other in others},
        "languages": list(course.languages),
        "lessons": [
            {
                "id": lesson.id,
                "number": lesson.number,
                "titles": {other.language: other.lessons[i].title for other in others},
                "minutes": lesson.minutes,
                "after": list(lesson.after),
                "steps": [
                    {
                        "id": step.full_id,
                        "kind": step.kind,
                        "titles": {
                            other.language: other.lessons[i].steps[j].title for other in others
                        },
                        "state": states.get(step.full_id, "new"),
                    }
                    for j, step in enumerate(lesson.steps)
                ],
            }
            for i, lesson in enumerate(course.lessons)
        ],
    }
