"""Pictures for README and documentation, from the real app running the real course.

python scripts/screenshots.py     writes docs/images/*.svg
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
WAIT = 120
"""Seconds that the first Run on a cold machine may take."""


async def picture(name: str, target: str | None, language: str, size: tuple[int, int]) -> None:
    """The course map, or the page `target` after its snippet has run."""
    from tutor import locale, settings
    from tutor.tui.app import TutorApp
    from tutor.tui.opening import open_services
    from tutor.tui.screens.code import CodeScreen

    locale.set_language(language)
    services = open_services(None, settings.load())
    app = TutorApp(services, target)
    with services.store:
        async with app.run_test(size=size) as pilot:
            for _second in range(WAIT * 4):
                await pilot.pause(0.25)
                if services.hello is not None:
                    break
            if isinstance(app.screen, CodeScreen):
                # Twice, so that an earlier curve stands behind.
                for _run in range(2):
                    await pilot.press("f5")
                    await pilot.pause(0.5)
                    for _tick in range(WAIT * 4):
                        if not app.screen.running.busy:
                            break
                        await pilot.pause(0.25)
            await pilot.pause(0.5)
            text = re.sub(r"terminal-\d+", "terminal", app.export_screenshot(title="jax-tutor"))
            (IMAGES / f"{name}.svg").write_text(text, encoding="utf-8")
            print(f"docs/images/{name}.svg")


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["JAX_TUTOR_HOME"] = home
        for language in ("en", "zh-CN"):
            for name, target, size in (
                ("lesson", "linreg/first-curve", (120, 34)),
                ("home", None, (80, 24)),
            ):
                asyncio.run(picture(f"{name}.{language}", target, language, size))


if __name__ == "__main__":
    main()
