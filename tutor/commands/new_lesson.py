"""`jax-tutor new-lesson`: a lesson to start from, which verifies."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tutor.course.header import NAME, read_header
from tutor.course.inspection import survey
from tutor.course.sources import is_id
from tutor.errors import UsageError
from tutor.locale import translator
from tutor.settings import Settings
from tutor.verify.marks import mark_translated

_ = translator("course")

STEP = "double"


def new_lesson(lesson: str, *, course_dir: Path | None, settings: Settings) -> int:
    """Writes a lesson in every language of the course in `course_dir`.

    Without `course_dir`: in the course in the present folder, which is made if there is none.
    Raises UsageError for an id that is none or taken, CourseError for a course that cannot be read.
    """
    if not is_id(lesson):
        raise UsageError(
            _("{name} is not an id: small letters, digits and single hyphens.").format(
                name=repr(lesson)
            )
        )
    folder = Path(course_dir) if course_dir else Path.cwd()
    fresh = not (folder / NAME).exists()
    target = folder / lesson
    if target.exists():
        raise UsageError(_("{path} is there already.").format(path=target))
    if fresh:
        _write(folder / NAME, _COURSE.format(id=_course_id(folder), lesson=lesson))
    else:
        read_header(folder)
        _add(folder / NAME, lesson)
    header = read_header(folder)
    target.mkdir(parents=True)
    for language in header.languages:
        text = _TEXTS.get(language, _TEXTS["en"])
        # Ids of cards are unique in a course.
        _write(target / f"{language}.md", text.replace("{card} double", f"{{card}} {lesson}"))
    _write(target / f"{STEP}.py", _CODE)
    view = next(view for view in survey(folder).views if view.id == lesson)
    mark_translated(view)
    for path in sorted(target.iterdir()):
        print(path)
    print(
        _("Next: jax-tutor preview {lesson}, and jax-tutor verify {lesson}.").format(
            lesson=f"{lesson} --course {folder}"
        )
    )
    return 0


def _course_id(folder: Path) -> str:
    name = "-".join("".join(c if c.isalnum() else " " for c in folder.resolve().name).split())
    return name.lower() if is_id(name.lower()) else "my-course"


def _add(path: Path, lesson: str) -> None:
    """Adds `lesson` to the list in course.toml; the rest of the file stays as it is."""
    text = path.read_text(encoding="utf-8")
    before = tomllib.loads(text)["lessons"]
    if lesson in before:
        return
    found = re.search(r"^\s*lessons\s*=\s*\[[^\]]*?(?=,?\s*\])", text, re.MULTILINE)
    added = text[: found.end()] + f', "{lesson}"' + text[found.end() :] if found else text
    try:
        done = tomllib.loads(added).get("lessons") == [*before, lesson]
    except tomllib.TOMLDecodeError:
        done = False
    if not done:
        # A comment with a bracket, for instance.
        raise UsageError(
            _("Add {lesson} to lessons in {path} first, then try again.").format(
                lesson=f'"{lesson}"', path=path
            )
        )
    _write(path, added)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


_COURSE = """\
id = "{id}"
format = 1
source = "en"
languages = ["en", "zh-CN"]
lessons = ["{lesson}"]

[title]
en = "My course"
zh-CN = "我的课程"
"""

_CODE = """\
# %% run
x = jnp.arange(3)
print(2 * x)

# %% starter
def double(x):
    return ...

# %% solution
def double(x):
    return 2 * x

# %% solution: with a sum
def double(x):
    return x + x

# %% wrong: squared
def double(x):
    return x * x

# %% check
from tutor.checking import expect, reject, unchanged


def check(learner, reference, rng):
    for shape in ((1,), (4,), (2, 3)):
        x = rng.mixed(*shape)
        y = unchanged(learner.double, x)
        reject(y, {"squared": x * x})
        expect(y, reference.double(x), inputs={"x": x})
"""

_TEXTS = {
    "en": """\
---
title: Your title
minutes: 5
concepts: [doubling]
---

(double)=
## Twice as much

Say what this step is about. Then let the learner see it happen:

```{run}
```

```{output}
[0 2 4]
```

```{exercise}
`double(x)` returns twice `x`, whatever the shape of `x`.
```

```{hint}
Which operation of arithmetic makes something twice as large?
```

```{feedback} squared
Every entry was multiplied by itself. Try it with 3.
```

```{card} double
:concept: doubling

What is `2 * x` for an array `x`?
---
An array of the same shape, with every entry doubled.
```
""",
    "zh-CN": """\
---
title: 你的标题
minutes: 5
concepts: [doubling]
---

(double)=
## 翻一倍

先说清楚这一步讲什么，再让学习者亲眼看到：

```{run}
```

```{output}
[0 2 4]
```

```{exercise}
不管 `x` 是什么形状，`double(x)` 都要返回 `x` 的两倍。
```

```{hint}
哪种运算能让一个数变成原来的两倍？
```

```{feedback} squared
每个元素都和自己相乘了。拿 3 试试看。
```

```{card} double
:concept: doubling

`x` 是数组时，`2 * x` 是什么？
---
一个形状相同的数组，每个元素都翻了一倍。
```
""",
}
