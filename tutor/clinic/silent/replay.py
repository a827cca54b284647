"""The program once more, rewritten, unheard and without a trace."""

from __future__ import annotations

import builtins
import io
import linecache
import os
import sys
import types
import warnings
from collections.abc import Sequence
from typing import Any

from tutor.clinic.silent.hooks import Hooks
from tutor.clinic.silent.rewriting import HOOKS, Rewriter, Wanted
from tutor.clinic.silent.source import Source, words


class Refused(BaseException):
    """The program wanted to change something that outlives it."""


class _Nowhere(io.TextIOBase):
    encoding = "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        return len(text)

    def fileno(self) -> int:
        raise OSError("no descriptor")


_CHANGING = words(
    "os.mkdir os.remove os.rename os.rmdir os.link os.symlink os.truncate os.chmod os.chown "
    "os.utime os.putenv os.unsetenv os.kill os.exec os.fork os.posix_spawn os.system "
    "subprocess.Popen shutil.rmtree shutil.move shutil.copyfile socket.connect"
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def guard(allowed: Sequence[str]) -> None:
    """Let this process change no file any more, but below the folders `allowed`. For good."""
    folders = tuple(f"{one}/" for one in allowed if one)
    free = ("/dev/null", *folders)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = arguments
            writes = (isinstance(flags, int) and flags & _WRITING) or (
                isinstance(mode, str) and set(mode) & set("wax+")
            )
            if not writes or isinstance(path, int):
                return
        elif event in _CHANGING:
            path = arguments[0] if arguments else ""
        else:
            return
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        if not (isinstance(path, str) and os.path.abspath(path).startswith(free)):  # noqa: PTH100
            raise Refused(event)

    sys.addaudithook(hook)


def silence() -> None:
    """Nothing that this process says is heard any more."""
    from tutor.kit import sink

    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = _Nowhere()  # type: ignore[assignment,misc]
    sink.set_sink(lambda event: None)
    warnings.showwarning = lambda *arguments, **options: None


def replay(source: Source, filename: str, wanted: Wanted, hooks: Hooks) -> None:
    """Run the program with `hooks`; whatever ends it, ends it here."""
    rewriter = Rewriter(source, wanted)
    tree = rewriter.rewritten()
    hooks.sites = rewriter.sites
    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=filename, __builtins__=builtins)
    module.__dict__[HOOKS] = hooks
    sys.modules["__main__"] = module
    linecache.cache.setdefault(filename, (1, None, [source.code], filename))
    try:
        code = compile(tree, filename, "exec", dont_inherit=True)
        with _calm():
            exec(code, module.__dict__)
    except BaseException:
        # It ended well before: what it does now is the watching's doing, or out of time.
        return


class _calm:  # noqa: N801
    """Within it `compare` measures nothing and hooks of kit and seeds are as at the start."""

    def __enter__(self) -> None:
        import tutor.kit as kit

        self._kit, self._compare, self._show = kit, kit.compare, kit.show
        nothing: Any = lambda *arguments, **options: None  # noqa: E731
        kit.compare = kit.show = nothing

    def __exit__(self, *rest: object) -> None:
        self._kit.compare, self._kit.show = self._compare, self._show
