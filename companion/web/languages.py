"""Each device in its own language: which one a request speaks, and the sentences of that language."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import lru_cache
from gettext import NullTranslations
from typing import Any, Literal, cast

from babel.lists import format_list
from babel.numbers import format_decimal
from flask import Blueprint, Flask, current_app, redirect, request
from flask_babel import Babel, get_domain
from jinja2 import Environment
from markupsafe import Markup, escape
from werkzeug.wrappers import Response

from companion.core.game import refuse
from companion.web.identity import A_YEAR

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "da": "Dansk",
    "sv": "Svenska",
    "nb": "Norsk",
}
"""Code and own name; `en` is what the templates are written in."""

COOKIE = "companion_language"

OWN_PAGE = re.compile(r"/(?![/\\])[!-~]*")
"""An address of this site: browsers read //x and /\\x as another one, and drop tabs and line ends before they look."""

Style = Literal["standard", "or"]

pages = Blueprint("languages", __name__)

ENGLISH = ("en", NullTranslations())

_spoken: ContextVar[tuple[str, NullTranslations]] = ContextVar("spoken", default=ENGLISH)
"""Flask-Babel looks both up anew for every sentence, which costs a page of a hundred sentences two milliseconds."""


def language() -> str:
    """The code of the language that the present request speaks."""
    return _spoken.get()[0]


def gettext(message: str, **facts: Any) -> str:
    told = _spoken.get()[1].gettext(message)
    return told % facts if facts else told


def ngettext(one: str, many: str, number: int, **facts: Any) -> str:
    return _spoken.get()[1].ngettext(one, many, number) % {"num": number, **facts}


def region() -> str:
    """The locale for lists and dates: English is British here."""
    return "en_GB" if language() == "en" else language()


def offered() -> dict[str, str]:
    return cast("dict[str, str]", current_app.config["LANGUAGES"])


def _chosen() -> str:
    wanted = request.cookies.get(COOKIE, "")
    if wanted in offered():
        return wanted
    # Norwegian browsers ask for "no" or "nn"; the catalogue is Bokmål.
    alike = {"no": "nb", "nn": "nb"} if "nb" in offered() else {}
    for asked in request.accept_languages.values():
        code = asked.replace("_", "-").split("-")[0].lower()
        code = alike.get(code, code)
        if code in offered():
            return code
    return "en"


def _saying(name: str) -> Callable[..., Markup]:
    """`gettext` or one of its kin for templates: facts are escaped, markup stays. What Jinja would install does the
    same, four times slower."""

    @lru_cache(maxsize=8000)
    def found(_code: str, catalogue: NullTranslations, *asked: Any) -> tuple[Markup, bool]:
        sentence = Markup(getattr(catalogue, name)(*asked))
        return sentence, "%" in sentence

    def say(*asked: Any, **facts: Any) -> Markup:
        sentence, has_facts = found(*_spoken.get(), *asked)
        return sentence % facts if has_facts else sentence

    def say_number(*asked: Any, **facts: Any) -> Markup:
        return say(*asked, **{"num": asked[-1], **facts})

    return say_number if name.startswith("n") else say


@lru_cache(maxsize=2000)
def _listed(names: tuple[str, ...], style: Style, locale: str) -> Markup:
    return Markup(format_list([str(escape(name)) for name in names], style, locale))


def people(names: Sequence[str], style: Style = "standard") -> Markup:
    """ "Ann, Bob and Cem"; with style "or", "Ann, Bob or Cem"."""
    return _listed(tuple(names), style, region())


def in_digits(value: float) -> str:
    """Three digits at most, with the decimal sign of the language."""
    return format_decimal(value, "@##", locale=language())


def colour_name(colour: str) -> str:
    """What a seat's colour is called, as a label; "" for no colour of a seat."""
    names = {
        "red": gettext("Red"),
        "blue": gettext("Blue"),
        "green": gettext("Green"),
        "yellow": gettext("Yellow"),
        "purple": gettext("Purple"),
        "orange": gettext("Orange"),
    }
    return names.get(colour, "")


@pages.post("/language")
def choose() -> Response:
    """The language of this device, for all tables. Leads back to the page it was asked on."""
    code = request.form.get("language", "")
    if code not in offered():
        refuse("language-unknown")
    back = request.form.get("back", "/")
    answer = redirect(back if OWN_PAGE.fullmatch(back) else "/", 303)
    answer.set_cookie(COOKIE, code, max_age=A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


def speak_in(environment: Environment) -> None:
    """What templates need to say their sentences in the language of the request."""
    environment.policies["ext.i18n.trimmed"] = True
    environment.add_extension("jinja2.ext.i18n")
    cast(Any, environment).newstyle_gettext = True
    environment.globals.update({name: _saying(name) for name in ("gettext", "ngettext", "pgettext", "npgettext")})
    environment.globals["_"] = environment.globals["gettext"]
    environment.globals.update(people=people, colour_name=colour_name, in_digits=in_digits)
    environment.globals.update(language=language, languages=offered)


def install(app: Flask) -> None:
    app.config.setdefault("LANGUAGES", LANGUAGES)
    Babel(configure_jinja=False).init_app(app, locale_selector=_chosen)
    app.register_blueprint(pages)

    @app.before_request
    def speak() -> None:
        code = _chosen()
        _spoken.set((code, get_domain().get_translations()))

    @app.teardown_request
    def fall_silent(_problem: BaseException | None) -> None:
        _spoken.set(ENGLISH)

    speak_in(app.jinja_env)
