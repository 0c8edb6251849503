"""PURE. What to look into next: moves by the exact information that all holders' next counts give together."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import log2

from companion.deduction.counting import Lifts, all_ways, count, lay_out
from companion.deduction.holdings import Lit, Problem, check_lit
from companion.deduction.kinds import Hands, Kinds, hands_of_holders, kinds_of


@dataclass(frozen=True, slots=True)
class Move:
    """After this move these values are lit, a set for every category, and every holder tells how many of theirs are."""

    key: Hashable
    lit_after: Lit


def rank_moves(problem: Problem, moves: Iterable[Move], best: int | None = 5) -> list[tuple[Move, float]]:
    """The `best` moves (None: all) with the bits to expect of each, best first; moves worth the same keep their order.

    The bits are the entropy of the joint announcement. What the holders tell one by one must not be added up: they
    tell much of it twice. When no deal fits, nothing can be expected and no move is returned.
    """
    worlds = count(problem)
    if not worlds:
        return []
    announcements = _Announcements(problem, worlds)
    ranked = [(move, announcements.bits(move)) for move in moves]
    ranked.sort(key=lambda pair: -pair[1])
    return ranked[:best]


class _Announcements:
    """Moves that light equally many values of every kind are worth the same, so only a few are reckoned."""

    def __init__(self, problem: Problem, worlds: int) -> None:
        self.problem = problem
        self.worlds = worlds
        self.kinds = kinds_of(problem)
        self.field_bytes = (worlds.bit_length() + 7) // 8
        self._bits: dict[tuple[tuple[int, ...], ...], float] = {}
        self._hands: dict[tuple[tuple[tuple[int, ...], ...], ...], list[Hands]] = {}

    def bits(self, move: Move) -> float:
        if len(move.lit_after) != len(self.problem.sizes):
            raise ValueError(f"{move.key}: not a set for every category")
        check_lit(move.key, move.lit_after, self.problem.sizes)
        alike = tuple(
            tuple(len(lit.intersection(values)) for values in kinds)
            for lit, kinds in zip(move.lit_after, self.kinds.members, strict=True)
        )
        if alike not in self._bits:
            # Rounded, so that moves worth the same are a tie.
            self._bits[alike] = round(self._entropy(move.lit_after), 9)
        return self._bits[alike]

    def _entropy(self, lit: Lit) -> float:
        """Of the joint announcement, whose whole distribution is one big number, a generating function.

        Every joint announcement has a field of that number, too wide to overflow. A lit value lifts a deal by one
        step of its holder's digit in the number of the field.
        """
        kinds = kinds_of(self.problem, lit)
        hands = self._hands.get(kinds.members)
        if hands is None:
            hands = sorted(hands_of_holders(self.problem, kinds), key=int.bit_count)
            self._hands[kinds.members] = hands
        start, *_ = lay_out(kinds, hands, self._lifts(kinds, hands, lit))
        spectrum = all_ways(kinds, start)
        size = self.field_bytes
        raw = spectrum.to_bytes(spectrum.bit_length() // 8 + size, "little")
        fields = (int.from_bytes(raw[at : at + size], "little") for at in range(0, len(raw), size))
        return log2(self.worlds) - sum(deals * log2(deals) for deals in fields if deals) / self.worlds

    def _lifts(self, kinds: Kinds, hands: Sequence[Hands], lit: Lit) -> list[Lifts]:
        """The last to be served has the lowest digit, and who can only announce one number has none."""
        is_lit = [[members[0] in lit[category] for members in row] for category, row in enumerate(kinds.members)]
        digit = 8 * self.field_bytes
        lifts: list[Lifts] = []
        for own in reversed(hands):
            totals = [total for total, some in kinds.hands_by_total(lit).items() if own & some]
            step = digit if len(totals) > 1 else 0
            lifts.insert(0, [[step * lit_kind for lit_kind in row] for row in is_lit])
            if step:
                digit *= max(totals) + 1
        return lifts
