"""Walks through the course in the real app, presses what a learner presses, keeps every screen.

python scripts/walk.py FOLDER [--size 80x24] [--language en|zh-CN] [LESSON ...]

FOLDER/LANGUAGE/LESSON/NN-STEP.txt has the screens of a step one after the other;
FOLDER/LANGUAGE/LESSON.txt has the pages of the lesson as they are in the end, each as one text,
to read. `home`, `glossary` and `placement` may be named like lessons. What a machine can see to be
wrong with a screen is printed; the exit code is 1 when there is something.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.terminal.screen import KEYS, Screen  # noqa: E402
from tutor.course import load_lesson, outline  # noqa: E402
from tutor.course.model import Prediction, Prose, Step  # noqa: E402
from tutor.study.programs import programs  # noqa: E402

KEYS |= {"f2": "\x1bOQ", "pgup": "\x1b[5~", "pgdn": "\x1b[6~"}
PLACES = ("home", "glossary", "placement")
LANGUAGES = ("en", "zh-CN")
BUSY = ("Esc stops", "Esc 停止")
RUN = re.compile(r"\[ (?:Run|运行) \]")
CHOICE = re.compile(r"^ {3}\( \) \S")
LINE_ONE = re.compile(r"^\s+1(?:  |$)")
BAR = "▁▂▃▄▅▆▇█▔"
SLOW = 8.0
"""Seconds after which a key that must do something has done nothing."""
PATIENCE = 240.0
"""Seconds that one Run may take on a busy machine."""


@dataclass
class Walk:
    """One app, walked through; `complaints` is what the machine does not like."""

    screen: Screen
    complaints: list[str] = field(default_factory=list)
    shots: list[tuple[str, str]] = field(default_factory=list)
    where: str = ""

    # --- keys -------------------------------------------------------------------------------------

    def settle(self, quiet: float = 0.25) -> str:
        """Wait until nothing runs and nothing is drawn any more."""
        end = time.monotonic() + PATIENCE
        last = time.monotonic()
        while time.monotonic() < end:
            before = len(self.screen.raw)
            alive = self.screen.read(0.05)
            now = time.monotonic()
            if len(self.screen.raw) != before:
                last = now
            elif not any(word in self.screen.text for word in BUSY) and now - last > quiet:
                return self.screen.text
            if not alive:
                break
        self.complain("still busy, or ended")
        return self.screen.text

    def press(self, *keys: str, quiet: float = 0.25, answer: float = 0.3) -> str:
        """`answer`: seconds within which the app begins to draw something, if it does."""
        before = len(self.screen.raw)
        for key in keys:
            self.screen.press(key)
        self._await(before, answer)
        return self.settle(quiet)

    def _await(self, before: int, seconds: float) -> None:
        end = time.monotonic() + seconds
        while len(self.screen.raw) == before and time.monotonic() < end:
            self.screen.read(0.05)

    def click(self, column: int, row: int) -> str:
        """Press the left button at a place, both from 0."""
        before = len(self.screen.raw)
        self.screen.write(
            f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m".encode()
        )
        self._await(before, SLOW)
        return self.settle(0.5)

    # --- screens ----------------------------------------------------------------------------------

    def complain(self, what: str) -> None:
        self.complaints.append(f"{self.where}: {what}")

    def shoot(self, how: str) -> None:
        """Keep what is on the screen, and look at it."""
        self.shots.append((how, self.screen.text))
        for what in faults(self.screen):
            if not any(known.endswith(what) for known in self.complaints):
                self.complain(f"{how}: {what}")

    def top(self) -> None:
        """Up to the first line, wherever the cursor is."""
        before = len(self.screen.raw)
        self.screen.write(KEYS["pgup"].encode() * 12)
        self._await(before, 0.4)
        self.settle()

    def pages(self, how: str) -> list[str]:
        """From the top down by the page; all of them are kept."""
        return [text for text, _number in self.down(how)]

    def down(self, how: str, most: int = 40) -> Iterator[tuple[str, int]]:
        """Each screen from the top down; whoever takes one may act before taking the next."""
        self.top()
        for number in range(1, most):
            text = self.screen.text
            self.shoot(f"{how} {number}")
            yield text, number
            before = self.screen.text
            if self.press("pgdn", quiet=0.25) == before:
                return
        self.complain("the page does not end")


def faults(screen: Screen) -> list[str]:
    """What is wrong with a screen, as far as a machine can see it."""
    found: list[str] = []
    lines = screen.text.split("\n")
    columns, last = screen.emulator.columns, lines[-1]
    body = lines[1:-1]
    if not re.search(r"F\d|esc|enter", last) and "Esc" not in screen.text:
        found.append("no footer")
    if "…" in lines[0]:
        found.append("heading cut: " + lines[0].strip())
    if sum(bool(line.strip()) for line in body) < 2:
        found.append("an empty page")
    for line in body:
        if re.search(r"\{[a-z]+\}`|`[^`]*`|\*\*\w[^*]*\*\*|^\s*```|\]\(#", line):
            found.append("markup: " + line.strip())
        if line.count("`") % 2:
            found.append("a single backtick: " + line.strip())
    for number, row in enumerate(range(1, screen.emulator.lines - 1), 1):
        cells = [screen.emulator.buffer[row][column].data for column in range(columns)]
        edge = cells[columns - 2 :]
        line = lines[number].strip()
        ruled = "─" in line or "│" in line or "│" in "".join(edge)
        if not ruled and edge[-1] not in ("", " ", *BAR):
            found.append("text at the right border: " + line)
        for column, cell in enumerate(cells):
            wide = bool(cell) and unicodedata.east_asian_width(cell[0]) in "WF"
            if wide and (column + 1 == columns or cells[column + 1] != ""):
                found.append("half a wide character: " + line)
    return found


# --- one step ---------------------------------------------------------------------------------


def walk_step(walk: Walk, step: Step) -> None:
    """Read, answer, run, ask for a hint, check, answer the questions, read again."""
    own = programs(step)
    pages = walk.pages("page")
    lines = [line for page in pages[:2] for line in page.split("\n")]
    parsons = any(program.kind == "parsons" for program in own.values())
    if own and not parsons and not any(map(LINE_ONE.match, lines)):
        walk.complain("no code within one page down")
    prose = [block.markdown for block in step.blocks if isinstance(block, Prose)]
    if sum(text.count("\n") + 1 for text in prose) > 100:
        walk.complain("more than 100 lines of prose")
    walk.top()
    asked = next((b for b in step.blocks if isinstance(b, Prediction) and b.ask == "output"), None)
    if asked is not None:
        for guess in "01":
            walk.press("enter")
            walk.press(guess, "enter", quiet=1.0, answer=SLOW)
            walk.shoot(f"guess {guess}")
    if step.exercise is not None:
        for key in ("f5", "f2", "f6"):
            walk.press(key, quiet=0.35 if key == "f2" else 1.0, answer=SLOW)
            walk.shoot(key)
    act(
        walk,
        sum(program.kind not in ("exercise", "parsons", "predict") for program in own.values()),
    )
    walk.pages("done")


def act(walk: Walk, wanted: int) -> None:
    """Go down the page, pick every choice that is open, run every snippet that has not run."""
    picked: set[str] = set()
    ran: set[str] = set()
    for _text, _number in walk.down("act"):
        for _again in range(12):
            lines = walk.screen.text.split("\n")
            row = next((n for n, line in enumerate(lines)
                        if CHOICE.match(line) and _choice(line) not in picked), None)  # fmt: skip
            if row is None:
                break
            picked.add(_choice(lines[row]))
            walk.click(6, row)
            walk.shoot(f"pick {_choice(lines[row])}")
        lines = walk.screen.text.split("\n")
        for row, line in enumerate(lines):
            button, above = RUN.search(line), lines[row - 1].strip()
            # A program that has run has its result below: a rule, or the page's next lines.
            below = "".join(lines[row + 1 : row + 3])
            if button is None or above in ran or (" · " in below and "─" in below):
                continue
            ran.add(above)
            walk.click(button.start() + 2, row)
            walk.shoot(f"run {above}")
            break
    if len(ran) < wanted:
        walk.complain(f"ran {len(ran)} of {wanted} snippets")


def _choice(line: str) -> str:
    return line.strip().rstrip(BAR).strip()


# --- places -----------------------------------------------------------------------------------


def walk_lesson(walk: Walk, folder: Path, lesson: str, steps: tuple[Step, ...]) -> None:
    """All steps of a lesson, kept in `folder`."""
    whole: list[str] = []
    for number, step in enumerate(steps, 1):
        walk.where, walk.shots = f"{folder.parent.name} {step.full_id}", []
        if number > 1:
            walk.press("f8", quiet=0.6, answer=SLOW)
        walk_step(walk, step)
        keep(folder / f"{number:02}-{step.id}.txt", walk.shots)
        whole.append(join([text for how, text in walk.shots if how.startswith("done")]))
    (folder.parent / f"{lesson}.txt").write_text("\n\n".join(whole) + "\n", encoding="utf-8")


def walk_place(walk: Walk, folder: Path, place: str) -> None:
    """The course map, the glossary, the placement questions."""
    walk.where, walk.shots = f"{folder.name} {place}", []
    walk.settle(1.0)
    if place == "home":
        walk.pages("page")
    elif place == "glossary":
        walk.press("g", answer=SLOW)
        for number in range(200):
            before = walk.screen.text
            walk.shoot(f"term {number + 1}")
            if walk.press("down") == before:
                break
    else:
        walk.press("?", quiet=1.0, answer=SLOW)
        walk.shoot("welcome")
        walk.press("enter", quiet=1.0, answer=SLOW)
        for number in range(12):
            walk.shoot(f"question {number + 1}")
            if not any(CHOICE.match(line) for line in walk.screen.text.split("\n")):
                break
            walk.press("1", "enter", quiet=1.0, answer=SLOW)
            walk.shoot(f"answer {number + 1}")
            walk.press("pgdn")
            walk.shoot(f"answer {number + 1}, page down")
            walk.press("f8", quiet=0.6, answer=SLOW)
    keep(folder / f"{place}.txt", walk.shots)


def keep(path: Path, shots: list[tuple[str, str]]) -> None:
    """The screens in one file, each under what led to it; the same screen only once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    seen: set[str] = set()
    found = []
    for how, text in shots:
        found.append(f"===== {how}\n" + ("(as before)" if text in seen else text))
        seen.add(text)
    path.write_text("\n".join(found) + "\n", encoding="utf-8")


def join(pages: list[str]) -> str:
    """Screens of one page as one text, without what the next one repeats."""
    whole: list[str] = []
    for page in pages:
        lines = [line.rstrip().rstrip(BAR).rstrip() for line in page.split("\n")]
        if not whole:
            whole = [lines[0]]
        body = lines[1:-1]
        same = next((n for n in range(len(body), 0, -1) if whole[-n:] == body[:n]), 0)
        whole += body[same:]
    return "\n".join(whole).rstrip()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="80x24")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("lessons", nargs="*", metavar="LESSON")
    options = parser.parse_intermixed_args()
    columns, _by, rows = options.size.partition("x")
    course = ROOT / "lessons"
    known = [lesson.id for lesson in outline(course, "en").lessons]
    wanted = options.lessons or [*PLACES, *known]
    complaints: list[str] = []
    for language in [options.language] if options.language else LANGUAGES:
        for name in wanted:
            target = () if name in PLACES else ("open", name)
            folder = options.folder / language
            steps = () if name in PLACES else load_lesson(course, language, name).steps
            with (
                tempfile.TemporaryDirectory() as home,
                Screen(
                    Path(home), "--lang", language, *target, size=(int(columns), int(rows))
                ) as screen,
            ):
                walk = Walk(screen)
                screen.until("F1")
                walk.settle(1.0)
                if name in PLACES:
                    walk_place(walk, folder, name)
                else:
                    walk_lesson(walk, folder / name, name, steps)
                screen.press("ctrl+q")
                screen.ended()
            print(f"{language} {name}: {len(walk.complaints)} complaints", flush=True)
            for complaint in walk.complaints:
                print("  " + complaint, flush=True)
            complaints += walk.complaints
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
