"""The catalogues. `python -m tests.languages` gathers the sentences of the sources into all of them and compiles,
`python -m tests.languages de` into one."""

from __future__ import annotations

import io
import sys
from functools import cache
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.web.languages import LANGUAGES

HOUSE = Path(__file__).parent.parent
CATALOGUES = HOUSE / "companion" / "translations"
SOURCES = {HOUSE / "templates": "templates", HOUSE / "companion" / "web": "companion/web"}
METHODS = [("**.html", "jinja2"), ("**.py", "python")]
OPTIONS = {"**.html": {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}}
WORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3)}
WIDTH = 110


def path_of(code: str, ending: str = "po") -> Path:
    return CATALOGUES / code / "LC_MESSAGES" / f"messages.{ending}"


@cache
def sources() -> Catalog:
    """Every sentence of templates and pages, with where it stands."""
    found = Catalog(project="Companion", charset="utf-8", fuzzy=False)
    for folder, name in SOURCES.items():
        told = extract_from_dir(str(folder), METHODS, OPTIONS, keywords=WORDS, comment_tags=("Translators:",))
        for file, line, message, comments, context in sorted(told, key=lambda one: (one[0], one[1])):
            at = (f"{name}/{file}", line)
            found.add(message, None, [at], auto_comments=comments, context=context)
    return found


def read(code: str) -> Catalog:
    with path_of(code).open("rb") as file:
        return read_po(file, locale=code)


def written(catalogue: Catalog) -> bytes:
    code = str(catalogue.locale)
    catalogue.header_comment = f"# What Companion says, in its own language: {LANGUAGES[code]}."
    catalogue.version, catalogue.msgid_bugs_address = "", ""
    catalogue.last_translator, catalogue.language_team = "", LANGUAGES[code]
    out = io.BytesIO()
    write_po(out, catalogue, width=WIDTH, omit_header=False, include_lineno=False, ignore_obsolete=True)
    return out.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def update(code: str, found: Catalog) -> None:
    path = path_of(code)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        catalogue = read(code)
        catalogue.update(found, no_fuzzy_matching=True)
    else:
        catalogue = Catalog(locale=code, project="Companion", charset="utf-8", fuzzy=False)
        catalogue.update(found)
    path.write_bytes(written(catalogue))
    path_of(code, "mo").write_bytes(compiled(catalogue))


def main(codes: list[str]) -> None:
    found = sources()
    for code in codes or [code for code in LANGUAGES if code != "en"]:
        update(code, found)
        catalogue = read(code)
        missing = [one for one in catalogue if one.id and not all([one.string] if one.string == "" else one.string)]
        print(f"{code}: {len(catalogue)} sentences, {len(missing)} without a translation")


if __name__ == "__main__":
    main(sys.argv[1:])
