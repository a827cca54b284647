"""Catalogues of translations: `python scripts/catalogues.py update|compile|check [DOMAIN...]`.

A source file belongs to the domain that it names in `translator("...")`, otherwise to the one of
its package. Texts are the arguments of `_`, `mark` and `.plural`.

update   brings every .po up to the sources: new texts come in untranslated, old ones go
compile  writes every .mo from its .po
check    says what is missing, stale or not compiled, and ends with 1 when anything is
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "tutor"
LOCALES = {"zh_CN": PACKAGE / "locale" / "zh_CN" / "LC_MESSAGES"}
KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "mark": None, "plural": (1, 2)}
_DOMAIN = re.compile(r"""\btranslator\(\s*["']([\w-]+)["']""")
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
_HALF_WIDTH = re.compile(r"[\u4e00-\u9fff][,;:?!](?!\w)|[,;:?!][\u4e00-\u9fff]")


class Plain(Catalog):
    """A catalogue with a header of what gettext needs, so that its bytes depend on no tool."""

    def _headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", str(self.locale_identifier)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit\n"),
        ]

    mime_headers = property(_headers, lambda self, value: None)


def domain_of(path: Path, text: str) -> str:
    """The domain of a source file."""
    named = _DOMAIN.search(text)
    if named:
        return named[1]
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def sources() -> dict[str, Catalog]:
    """What the sources say, by domain."""
    found: dict[str, Catalog] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        stream = io.BytesIO(text.encode())
        messages = list(extract("python", stream, keywords=KEYWORDS, comment_tags=["Translators:"]))
        if not messages:
            continue
        catalog = found.setdefault(domain_of(path, text), Catalog())
        for _line, message, comments, context in messages:
            catalog.add(
                message,
                locations=[(str(path.relative_to(ROOT)), 0)],
                auto_comments=comments,
                context=context,
            )
    return found


def read(path: Path, locale: str) -> Catalog:
    catalog = Plain(locale=locale, domain=path.stem)
    with path.open("rb") as file:
        for message in read_po(file, locale=locale):
            if message.id:
                catalog[message.id] = message
    return catalog


def compiled(catalog: Catalog) -> bytes:
    """The .mo of a catalogue. The same text always gives the same bytes."""
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def update(only: list[str]) -> None:
    for locale, folder in LOCALES.items():
        folder.mkdir(parents=True, exist_ok=True)
        for domain, template in sources().items():
            if only and domain not in only:
                continue
            path = folder / f"{domain}.po"
            catalog = read(path, locale) if path.exists() else Plain(locale=locale)
            catalog.update(template, no_fuzzy_matching=True)
            catalog.obsolete.clear()
            catalog.fuzzy = False
            catalog.header_comment = f"# {domain} of jax-tutor in {locale}."
            buffer = io.BytesIO()
            write_po(buffer, catalog, width=100, sort_output=False, include_lineno=False)
            path.write_bytes(buffer.getvalue())


def compile_all(only: list[str]) -> None:
    for locale, folder in LOCALES.items():
        for path in sorted(folder.glob("*.po")):
            if only and path.stem not in only:
                continue
            path.with_suffix(".mo").write_bytes(compiled(read(path, locale)))


def problems(only: list[str] | None = None) -> Iterator[str]:
    """All that keeps the catalogues (of the domains `only`) from being right, one line each."""
    yield from _wrong_calls()
    for locale, folder in LOCALES.items():
        wanted = sources()
        for domain, template in wanted.items():
            if only and domain not in only:
                continue
            path = folder / f"{domain}.po"
            if not path.exists():
                yield f"{path.relative_to(ROOT)}: missing; run scripts/catalogues.py update"
                continue
            catalog = read(path, locale)
            for message in template:
                if message.id and message.id not in catalog:
                    yield f"{path.relative_to(ROOT)}: not in it: {message.id!r}"
            for message in catalog:
                if message.id and message.id not in template:
                    yield f"{path.relative_to(ROOT)}: nobody says any more: {message.id!r}"
                yield from (f"{path.relative_to(ROOT)}: {what}" for what in _faults(message))
            mo = path.with_suffix(".mo")
            if not mo.exists() or mo.read_bytes() != compiled(catalog):
                yield f"{mo.relative_to(ROOT)}: not what compile makes of the .po"
        for path in sorted(folder.glob("*.po")):
            if path.stem not in wanted:
                yield f"{path.relative_to(ROOT)}: no source has this domain"


def _faults(message: Message) -> Iterator[str]:
    if not message.id:
        return
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
    if not all(strings) or message.fuzzy:
        yield f"not translated: {ids[0]!r}"
        return
    wanted = {name for text in ids for name in _PLACEHOLDER.findall(text)}
    for text in strings:
        if set(_PLACEHOLDER.findall(text)) - wanted or (
            len(ids) == 1 and set(_PLACEHOLDER.findall(text)) != wanted
        ):
            yield f"other placeholders than {sorted(wanted)}: {text!r}"
        if _HALF_WIDTH.search(text):
            yield f"half-width punctuation beside Chinese: {text!r}"
        if text.count("`") != ids[-1].count("`"):
            yield f"other code spans: {text!r}"


def _wrong_calls() -> Iterator[str]:
    """Texts that are put together before they are looked up never match a catalogue."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in KEYWORDS
                and node.args
                and isinstance(node.args[0], ast.JoinedStr | ast.BinOp)
            ):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: use .format() after the lookup"


def main(arguments: list[str]) -> int:
    match arguments:
        case ["update", *only]:
            update(only)
        case ["compile", *only]:
            compile_all(only)
        case ["check", *only]:
            found = list(problems(only))
            for line in found:
                print(line)
            return 1 if found else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
