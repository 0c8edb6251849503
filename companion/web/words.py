"""The sentences of games and shell, rendered from `words.html`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from companion.core.codec import name_of
from companion.core.game import Refused
from companion.core.record import RecordError
from companion.referee import LogLine, Look
from companion.web.languages import language

SENTENCES_KEPT = 20_000
MACROS_KEPT = 5_000
"""More than there are: people may send fields of any name, and each is looked for."""


class Words:
    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._macro = lru_cache(maxsize=MACROS_KEPT)(self._find_macro)
        self._told = lru_cache(maxsize=SENTENCES_KEPT)(self._say_in)

    def _find_macro(self, slug: str, name: str) -> Any:
        """The macro of the game's words, or of the shell's; `None` when neither has it."""
        for path in (f"games/{slug}/words.html", "words.html"):
            if not slug and path != "words.html":
                continue
            macro = getattr(self._environment.get_template(path).module, name, None)
            if macro is not None:
                return macro
        return None

    def _say(self, slug: str, name: str, *args: Any) -> Markup:
        macro = self._macro(slug, name)
        return Markup(" ".join(str(macro(*args)).split())) if macro is not None else Markup("")

    def _say_in(self, _language: str, slug: str, name: str, event: Any) -> Markup:
        return self._say(slug, name, event)

    def _tell(self, slug: str, name: str, event: Any) -> Markup:
        """The sentence of an event, which is always the same; not every event can be looked up."""
        try:
            return self._told(language(), slug, name, event)
        except TypeError:
            return self._say(slug, name, event)

    def refusal(self, slug: str, refused: Refused) -> Markup:
        """One or two sentences, never empty."""
        facts = refused.facts
        if "field" in facts:
            name = str(facts["field"])
            facts = {**facts, "called": self._field(slug, name) or name.replace("_", " ")}
        told = self._say(slug, "refuse_" + refused.code.replace("-", "_"), facts)
        return told or self._say("", "refuse_without_words", {"code": refused.code})

    def record(self, problem: RecordError) -> Markup:
        """What is wrong with a line of a record, as a clause."""
        return self._say("", "record_" + problem.code.replace("-", "_"), problem.facts)

    def now(self, look: Look) -> Markup:
        return self._say(look.slug, "now", look.view, look.me)

    def rules(self, look: Look) -> Markup:
        macro = self._macro(look.slug, "rules")
        return Markup(macro(look.view)) if macro is not None else Markup("")

    def why(self, look: Look, told: Any) -> Markup:
        """The sentences that explain a conclusion; empty when there is none."""
        macro = self._macro(look.slug, "why")
        return Markup(macro(told, look.me)) if told is not None and macro is not None else Markup("")

    def deed(self, look: Look, line: LogLine) -> Markup:
        """What an undo would take back: "Ann: the guess at Bob's card"."""
        return self._say(look.slug, "do_" + name_of(type(line.command)), line.command)

    def field(self, look: Look, name: str) -> Markup:
        """What a field of a command is called where an entry is mended; its own name when the game says nothing."""
        told = self._field(look.slug, name)
        return told or Markup.escape(name.replace("_", " ").replace(".", ": ").capitalize())

    def _field(self, slug: str, name: str) -> Markup:
        return self._say(slug, "field_" + name.replace(".", "_"))

    def line(self, look: Look, line: LogLine) -> list[Markup]:
        """The sentences of one entry; none for an entry that says nothing."""
        if line.retracts is not None:
            taken = next((old for old in look.log if old.version == line.retracts), None)
            facts = {"seat": line.seat, "what": self.deed(look, taken) if taken is not None else ""}
            return [self._say("", "say_taken_back", facts)]
        told = []
        for event, hushed in zip(line.events, line.hushed, strict=True):
            kind = name_of(type(event))
            hush = hushed and self._macro(look.slug, "hush_" + kind) is not None
            told.append(self._tell(look.slug, ("hush_" if hush else "say_") + kind, event))
        return [sentence for sentence in told if sentence]
