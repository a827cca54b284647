"""What click says of a command line that is wrong, in the language that was asked for.

click takes its texts from gettext's domain for the whole process; that is made ours. What the help
pages say of our commands is translated before click sees the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from tutor import locale
from tutor.locale import mark, translator

_ = translator("usage")

TEXTS = (
    mark("Error: {message}"),
    mark("Try '{command} {option}' for help."),
    mark("Invalid value: {message}"),
    mark("Invalid value for {param_hint}: {message}"),
    mark("Missing argument"),
    mark("Missing option"),
    mark("No such option {name!r}."),
    mark("No such command {name!r}."),
    mark("{value!r} is not a valid {number_type}."),
    mark("{value} is not in the range {range}."),
    mark("Option {name!r} does not take a value."),
    mark("{name} {filename!r} does not exist."),
    mark("{name} {filename!r} is a file."),
    mark("{name} {filename!r} is a directory."),
    mark("{name} {filename!r} is not readable."),
    mark("file"),
    mark("directory"),
    mark("path"),
    mark("Aborted!"),
    mark("Usage: "),
    mark("{heading}:"),
    mark("Options"),
    mark("Commands"),
    mark("Show this message and exit."),
    mark("Show the version and exit."),
    _.plural("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 1),
    _.plural("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 1),
    _.plural(
        "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 1
    ),
)
"""Those that people meet. Others are English."""


class _Formatter(click.HelpFormatter):
    """Sets the marks that click writes itself, which are not the same in every language."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, _("Usage: ") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        self.write(" " * self.current_indent + _("{heading}:").format(heading=heading) + "\n")


class _Context(click.Context):
    formatter_class = _Formatter


class Commands(click.Group):
    """Commands; who names a page in their place is told how to open it."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            if args[0].partition("/")[0] in _lessons(ctx.params.get("course")):
                advice = _("To open this page: {command}")
                command = f"{ctx.command_path} open {args[0]}"
                told = f"{error.message} {advice.format(command=command)}"
                raise click.UsageError(told, ctx) from None
            raise


def _lessons(course: Path | None) -> Sequence[str]:
    from tutor.course.header import read_header
    from tutor.errors import CourseError
    from tutor.paths import builtin_course_dir

    try:
        return read_header(course or builtin_course_dir()).lessons
    except CourseError:
        return ()


def speak(arguments: Sequence[str]) -> None:
    """Choose the language: `--lang` among `arguments`, else settings or environment."""
    from tutor import settings
    from tutor.errors import TutorError

    language = _asked(arguments)
    if not language:
        try:
            language = settings.load().language
        except TutorError:
            language = "auto"
    locale.set_language(language)
    locale.lend("usage")


def translate(command: click.Command, text: Callable[[str], str]) -> None:
    """Put what the help pages of `command`, and of those below it, say through `text`.

    `speak` comes first. Once in a process: what has been translated is not English any more.
    """
    command.context_class = _Context
    if command.help:
        command.help = text(command.help)
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help:
            said = text(parameter.help)
            parameter.help = _(said) if said == parameter.help else said
    if isinstance(command, click.Group):
        for one in command.commands.values():
            translate(one, text)


def _asked(arguments: Sequence[str]) -> str:
    for index, argument in enumerate(arguments):
        name, _equals, value = argument.partition("=")
        if name == "--lang":
            value = value or "".join(arguments[index + 1 : index + 2])
            return value if value in locale.LANGUAGES else ""
    return ""
