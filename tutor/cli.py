"""The command line: names, options, exit codes. Picks a front end; holds no logic.

Nothing heavy is imported here: `--help` and `list` load neither jax nor Textual.
"""

from __future__ import annotations

import errno
import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tutor import __version__
from tutor.commands import streams, usage
from tutor.errors import TutorError, UnknownId, UsageError
from tutor.locale import mark, translator

if TYPE_CHECKING:
    from tutor.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])

LANGUAGES = ("en", "zh-CN")
STOPPED = 130
"""The exit code of what an interrupt ended."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

_ = translator("course")


class Context:
    """The options that work everywhere, wherever they stand on the line."""

    def __init__(self) -> None:
        self.lang: str | None = None
        self.course: Path | None = None
        self.plain = False

    def settings(self) -> Settings:
        """The settings with the flags applied; sets the interface language."""
        import dataclasses

        from tutor import locale
        from tutor.settings import load

        # What is wrong with a settings file is told before its language is known.
        locale.set_language(self.lang or "auto")
        settings = load()
        if self.lang:
            settings = dataclasses.replace(settings, language=self.lang)
        locale.set_language(settings.language)
        return settings

    def course_dir(self) -> Path:
        if self.course is not None:
            return self.course
        from tutor.paths import builtin_course_dir

        return builtin_course_dir()


if TYPE_CHECKING:
    PathType = click.ParamType[Path]
else:
    PathType = click.ParamType


class CourseType(PathType):
    """A folder, or the name of a course that an installed package brings."""

    name = "course"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if isinstance(value, Path) or Path(value).is_dir():
            return Path(value)
        from tutor.course import course_path

        try:
            return course_path(value)
        except UnknownId as error:
            near = _("There are: {names}.").format(names=", ".join(error.nearest))
            self.fail(f"{error} {near}" if error.nearest else str(error), param, ctx)


def everywhere(command: F) -> F:
    """Adds --lang and --course, and turns our errors into their exit codes."""

    @click.option(
        "--lang", type=click.Choice(LANGUAGES), help=mark("Language of course and interface.")
    )
    @click.option(
        "--course",
        type=CourseType(),
        metavar="FOLDER|NAME",
        help=mark("Another course: its folder, or the name of an installed one."),
    )
    @click.pass_context
    @functools.wraps(command)
    def wrapped(
        ctx: click.Context, /, *args: Any, lang: str | None, course: Path | None, **kwargs: Any
    ) -> None:
        state = ctx.ensure_object(Context)
        state.lang = lang or state.lang
        state.course = course or state.course
        try:
            with streams.told():
                code = command(state, *args, **kwargs)
        except TutorError as error:
            complain(error)
            code = error.exit_code
        except KeyboardInterrupt:
            code = STOPPED
        except BrokenPipeError:
            # The reader (`| head`) has gone: not an error of ours, and nothing is left to say.
            streams.silence()
            code = streams.GONE
        except OSError as error:
            if error.errno not in NO_ROOM:
                raise
            streams.silence()
            click.echo(f"jax-tutor: {error.strerror}", err=True)
            code = streams.GONE
        if code is not None:
            ctx.exit(code)

    return wrapped  # type: ignore[return-value]


def complain(error: TutorError) -> None:
    click.echo(f"jax-tutor: {error}", err=True)
    if isinstance(error, UnknownId):
        near = _("nearest: {ids}").format(ids=", ".join(error.nearest))
        click.echo("  " + (near if error.nearest else _("all of them: jax-tutor list")), err=True)


@click.group(
    cls=usage.Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=mark(
        "Learn JAX without leaving the terminal.\n\n"
        "Without a command the app opens where you stopped."
    ),
)
@click.option("--plain", is_flag=True, help=mark("Line mode: no escape sequences needed."))
@click.version_option(__version__, prog_name="jax-tutor")
@everywhere
def cli(state: Context, plain: bool) -> None:
    state.plain = plain
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        ctx.exit(open_front_end(state, None))


def open_front_end(state: Context, target: str | None) -> int:
    settings = state.settings()
    if state.plain:
        from tutor.plain.session import run as run_plain

        return run_plain(target, state.course_dir(), settings)
    from tutor.tui.app import run as run_app

    return run_app(target, state.course_dir(), settings)


@cli.command("open", help=mark("Open the app at a lesson or step."))
@click.argument("target", metavar="LESSON[/STEP]")
@click.option("--plain", is_flag=True, help=mark("In line mode."))
@everywhere
def open_(state: Context, target: str, plain: bool) -> int:
    state.plain = state.plain or plain
    return open_front_end(state, target)


@cli.command("list", help=mark("Lessons and steps: id, kind, title, state."))
@click.option("--json", "as_json", is_flag=True, help=mark("For programs."))
@everywhere
def list_(state: Context, as_json: bool) -> int:
    from tutor.commands.listing import list_course

    settings = state.settings()
    return list_course(state.course_dir(), settings=settings, json=as_json)


@cli.command(help=mark("Print a page as text, or the glossary."))
@click.argument("target", metavar="LESSON[/STEP]|glossary")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@everywhere
def show(state: Context, target: str, words: tuple[str, ...]) -> int:
    from tutor.commands.show import GLOSSARY, show_glossary
    from tutor.commands.show import show as show_page

    settings = state.settings()
    if target == GLOSSARY:
        return show_glossary(words, course_dir=state.course_dir())
    if words:
        raise click.UsageError(_("Words are looked up in the glossary: show glossary WORD."))
    return show_page(target, course_dir=state.course_dir(), settings=settings)


@cli.command(
    context_settings={"ignore_unknown_options": False},
    help=mark("Run any Python file in the sandbox, as `python FILE` would."),
)
@click.argument("file", metavar="FILE|-")
@click.argument("args", nargs=-1, type=click.UNPROCESSED)
@click.option("--json", "as_json", is_flag=True, help=mark("Events, one JSON object a line."))
@click.option("--devices", type=click.IntRange(1, 64), help=mark("Simulated CPU devices."))
@click.option(
    "--time-limit", type=click.FloatRange(0, min_open=True), metavar="S", help=mark("Seconds.")
)
@click.option("--memory-limit", type=click.IntRange(1), metavar="MB", help=mark("Megabytes."))
@click.option(
    "--read",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH",
    help=mark("What the program may read besides; beside its file, also import. May be repeated."),
)
@click.option("--xray", is_flag=True, help=mark("Run it once more, and show what JAX did."))
@click.option("--unconfined", is_flag=True, help=mark("Run it also where nothing can confine it."))
@everywhere
def run(
    state: Context,
    file: str,
    args: tuple[str, ...],
    as_json: bool,
    devices: int | None,
    time_limit: float | None,
    memory_limit: int | None,
    read: tuple[Path, ...],
    xray: bool,
    unconfined: bool,
) -> int:
    from tutor.commands.run import run as run_file

    settings = state.settings()
    return run_file(
        file,
        json=as_json,
        devices=devices,
        time_limit=time_limit,
        memory_limit_mb=memory_limit,
        read=tuple(str(path.resolve()) for path in read),
        args=args,
        unconfined=unconfined,
        xray=xray,
        settings=settings,
    )


@cli.command(help=mark("The verdict on a file; records nothing."))
@click.argument("target", metavar="LESSON/STEP")
@click.argument("file", metavar="FILE|-")
@click.option("--json", "as_json", is_flag=True, help=mark("For programs."))
@everywhere
def check(state: Context, target: str, file: str, as_json: bool) -> int:
    from tutor.commands.check import check as check_file

    settings = state.settings()
    return check_file(target, file, json=as_json, course_dir=state.course_dir(), settings=settings)


@cli.command(help=mark("Explain a traceback from anywhere."))
@click.argument("file", metavar="[FILE|-]", default="-")
@click.option("--json", "as_json", is_flag=True, help=mark("For programs."))
@everywhere
def explain(state: Context, file: str, as_json: bool) -> int:
    from tutor.commands.explain import explain as explain_text

    settings = state.settings()
    return explain_text(file, json=as_json, settings=settings)


@cli.command(
    "serve-runs", help=mark("The host, for any client: JSON Lines on standard input and output.")
)
@everywhere
def serve_runs(state: Context) -> int:
    from tutor.commands.serve import serve

    return serve(state.settings())


@cli.command(help=mark("Prove a course."))
@click.argument("target", metavar="[LESSON[/STEP]]", required=False)
@click.option("--json", "as_json", is_flag=True, help=mark("For programs."))
@click.option("--jobs", type=click.IntRange(1), help=mark("Runs at a time; all cores without it."))
@click.option(
    "--draws",
    type=click.IntRange(1),
    default=1,
    help=mark("Sets of random inputs for each answer; 1 without it."),
)
@click.option("--structure", is_flag=True, help=mark("Read only; run nothing."))
@click.option("--mark-translated", is_flag=True, help=mark("You have read both: write the hashes."))
@everywhere
def verify(
    state: Context,
    target: str | None,
    as_json: bool,
    jobs: int | None,
    draws: int,
    structure: bool,
    mark_translated: bool,
) -> int:
    from tutor.commands.verify import verify as verify_course

    settings = state.settings()
    return verify_course(
        target,
        course_dir=state.course_dir(),
        settings=settings,
        json=as_json,
        jobs=jobs,
        draws=draws,
        structure=structure,
        mark_translated=mark_translated,
    )


@cli.command(
    "new-lesson",
    help=mark("A lesson to start from, which verifies. Without --course: in a new course here."),
)
@click.argument("lesson", metavar="ID")
@everywhere
def new_lesson(state: Context, lesson: str) -> int:
    from tutor.commands.new_lesson import new_lesson as make

    settings = state.settings()
    return make(lesson, course_dir=state.course, settings=settings)


@cli.command(help=mark("Show a lesson, again on every save."))
@click.argument("lesson", metavar="LESSON[/STEP]")
@everywhere
def preview(state: Context, lesson: str) -> int:
    from tutor.commands.preview import preview as watch

    settings = state.settings()
    return watch(lesson, course_dir=state.course_dir(), settings=settings)


@cli.command(help=mark("What is done."))
@click.option("--json", "as_json", is_flag=True, help=mark("For programs."))
@everywhere
def progress(state: Context, as_json: bool) -> int:
    from tutor.commands.study import progress as report

    settings = state.settings()
    return report(course_dir=state.course_dir(), settings=settings, json=as_json)


@cli.command(help=mark("Answer what is due: cards, questions, exercises."))
@click.option(
    "--minutes",
    type=click.Choice(("5", "10", "20")),
    help=mark("How long; without it you are asked."),
)
@click.option("--plain", is_flag=True, help=mark("In line mode."))
@everywhere
def review(state: Context, minutes: str | None, plain: bool) -> int:
    length = int(minutes) if minutes else None
    settings = state.settings()
    if state.plain or plain:
        from tutor.plain.session import run_review as run_plain

        return run_plain(length, state.course_dir(), settings)
    from tutor.tui.app import run_review as run_app

    return run_app(length, state.course_dir(), settings)


@cli.command(help=mark("A few questions that find where to start."))
@click.option("--plain", is_flag=True, help=mark("In line mode."))
@everywhere
def placement(state: Context, plain: bool) -> int:
    settings = state.settings()
    if state.plain or plain:
        from tutor.plain.session import run_placement as run_plain

        return run_plain(state.course_dir(), settings)
    from tutor.tui.app import run_placement as run_app

    return run_app(state.course_dir(), settings)


@cli.command(help=mark("Back to the starter; nothing is lost."))
@click.argument("target", metavar="LESSON[/STEP]")
@click.option("--undo", is_flag=True, help=mark("Back to what was there before the reset."))
@everywhere
def reset(state: Context, target: str, undo: bool) -> int:
    from tutor.commands.study import reset as reset_target

    settings = state.settings()
    return reset_target(target, course_dir=state.course_dir(), settings=settings, undo=undo)


@cli.command("export", help=mark("All of your work, as documented JSON."))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@everywhere
def export_(state: Context, file: Path) -> int:
    from tutor.commands.study import export

    state.settings()
    return export(file)


@cli.command("import", help=mark("Merge work that was exported."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@everywhere
def import_(state: Context, file: Path) -> int:
    from tutor.commands.study import import_ as merge

    state.settings()
    return merge(file)


@cli.command(help=mark("Fill the compilation cache for a whole course."))
@everywhere
def warm(state: Context) -> int:
    from tutor.commands.warm import warm as fill

    settings = state.settings()
    return fill(course_dir=state.course_dir(), settings=settings)


@cli.command(help=mark("What this machine offers, each thing tried."))
@click.option("--json", "as_json", is_flag=True, help=mark("For programs."))
@everywhere
def doctor(state: Context, as_json: bool) -> int:
    from tutor.commands.doctor import doctor as examine

    settings = state.settings()
    return examine(settings=settings, json=as_json)


def main() -> None:
    """Entry point of the command `jax-tutor`."""
    if os.name == "nt":
        click.echo(
            "jax-tutor: Windows has no fork, which every Run needs. "
            "Use the Windows Subsystem for Linux (WSL).",
            err=True,
        )
        sys.exit(UsageError.exit_code)
    streams.prepare()
    usage.speak(sys.argv[1:])
    usage.translate(cli, _)
    cli(prog_name="jax-tutor")
