"""PURE. Exact numbers of joint deals, by dynamic programming over what is still to be had, backward and forward."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from companion.deduction.holdings import Problem, Shares
from companion.deduction.kinds import Hands, Kinds, Stock, hands_of_holders, kinds_of

Lifts = Sequence[Sequence[int]]
"""Category -> kind -> how often taking it doubles the weight of a deal."""


class Node:
    """A point in the dealing, which goes holder by holder and, for each holder, category by category.

    What may still follow is all that tells nodes apart: hands that begin differently and can end alike meet again.
    """

    __slots__ = ("arcs", "asks", "known", "pours", "wants")

    def __init__(self) -> None:
        self.arcs: list[tuple[int, int, Node]] = []
        """For each kind that may be taken here: where its field begins, its lift, what follows."""
        self.known: dict[Stock, int] = {}
        """Stock -> the weighted ways to finish the dealing."""
        self.wants: Stock = 0
        """The fields that matter from here on; the stocks in `known` have no others."""
        self.pours: list[tuple[int, int]] = []
        """On arrival the first field of each pair is poured into the second: from here on their kinds are one."""
        self.asks: Stock = 0
        """The fields that matter on arrival, before pouring."""


def lay_out(
    kinds: Kinds, hands: Sequence[Hands], lifts: Sequence[Lifts] | None = None, *, pour: bool = True
) -> list[Node]:
    """The dealing to holders who have one of `hands` each, in this order: the node before each holder, and the end.

    With `pour`, kinds that nobody still to be served tells apart become one: that is faster, but what happens to each
    of them is no longer seen.
    """
    end = Node()
    end.known[0] = 1
    nodes = [end]
    into = [[0] * len(row) for row in kinds.members]
    for place in reversed(range(len(hands))):
        own, own_lifts = hands[place], lifts[place] if lifts else None
        pours: list[tuple[int, int]] = []
        if pour:
            into = _alike(kinds, into, own, own_lifts)
            for shifts, row, with_kind in zip(kinds.shifts, into, kinds.with_kind, strict=True):
                for kind, first in enumerate(row):
                    if kind != first:
                        pours.append((shifts[kind], shifts[first]))
                        own &= ~with_kind[kind]
        start = _branch(kinds, 0, own, nodes[0], own_lifts, {})
        start.pours = pours
        for source, _ in pours:
            start.asks |= (1 << kinds.width) - 1 << source
        nodes.insert(0, start)
    return nodes


def _alike(kinds: Kinds, later: list[list[int]], hands: Hands, lifts: Lifts | None) -> list[list[int]]:
    """Category -> kind -> the first kind with which this holder, and all `later` ones, can do just the same."""
    alike = []
    for category, firsts in enumerate(later):
        uses = [
            (first, kinds.hands_with(category, kind, hands), lifts[category][kind] if lifts else 0)
            for kind, first in enumerate(firsts)
        ]
        alike.append([uses.index(use) for use in uses])
    return alike


def _branch(
    kinds: Kinds, category: int, hands: Hands, served: Node, lifts: Lifts | None, made: dict[tuple[int, Hands], Node]
) -> Node:
    """The node at which `hands` holds the ways to go on from `category`; `served` follows on the last one."""
    if category == len(kinds.members):
        return served
    node = made.get((category, hands))
    if node is None:
        node = made[category, hands] = Node()
        stride = kinds.strides[category]
        for kind, shift in enumerate(kinds.shifts[category]):
            rest = hands >> kind * stride & (1 << stride) - 1
            if rest:
                after = _branch(kinds, category + 1, rest, served, lifts, made)
                node.arcs.append((shift, lifts[category][kind] if lifts else 0, after))
                node.wants |= after.asks | (1 << kinds.width) - 1 << shift
        node.asks = node.wants
    return node


def ways(node: Node, stock: Stock, field: int) -> int:
    """The weighted number of ways to finish from here; `field` masks one kind's field."""
    total = node.known.get(stock)
    if total is None:
        total = 0
        for shift, lift, after in node.arcs:
            choices = stock >> shift & field
            if choices:
                left = arrive(after, stock - (1 << shift), field)
                follow = after.known.get(left)
                if follow is None:
                    follow = ways(after, left, field)
                total += choices * follow << lift
        node.known[stock] = total
    return total


def arrive(node: Node, stock: Stock, field: int) -> Stock:
    """The stock as the node knows it."""
    for source, target in node.pours:
        poured = stock >> source & field
        stock += (poured << target) - (poured << source)
    return stock & node.wants


def all_ways(kinds: Kinds, start: Node) -> int:
    field = (1 << kinds.width) - 1
    return ways(start, arrive(start, kinds.stock, field), field)


def count(problem: Problem) -> int:
    """The exact number of joint deals that fit all facts."""
    kinds = kinds_of(problem)
    start, *_ = lay_out(kinds, sorted(hands_of_holders(problem, kinds), key=int.bit_count))
    return all_ways(kinds, start)


def shares(problem: Problem) -> Shares:
    """The number of joint deals, and in how many of them each holder has each value: all exact."""
    kinds = kinds_of(problem)
    hands = hands_of_holders(problem, kinds)
    order = sorted(range(len(hands)), key=lambda seat: hands[seat].bit_count())
    start, *_ = lay_out(kinds, [hands[seat] for seat in order], pour=False)
    worlds = all_ways(kinds, start)
    flows = iter(_flows(kinds, start) if worlds else [])
    counts = {
        seat: tuple(_by_value(kinds, category, next(flows, {})) for category in range(len(problem.sizes)))
        for seat in order
    }
    return Shares(worlds, MappingProxyType({holder: counts[seat] for seat, holder in enumerate(problem.holders)}))


def _flows(kinds: Kinds, start: Node) -> list[dict[int, int]]:
    """For each step of the dealing: field of a kind -> the deals that take it there. Needs `ways` beforehand."""
    field = (1 << kinds.width) - 1
    flows: list[dict[int, int]] = []
    reached = {start: {kinds.stock & start.wants: 1}}
    while any(node.arcs for node in reached):
        flow: dict[int, int] = {}
        further: dict[Node, dict[Stock, int]] = {}
        for node, stocks in reached.items():
            for shift, _, after in node.arcs:
                arrived = further.setdefault(after, {})
                passed = 0
                for stock, came in stocks.items():
                    choices = stock >> shift & field
                    left = stock - (1 << shift) & after.wants
                    if choices and after.known[left]:
                        arrived[left] = arrived.get(left, 0) + came * choices
                        passed += came * choices * after.known[left]
                flow[shift] = flow.get(shift, 0) + passed
        flows.append(flow)
        reached = further
    return flows


def _by_value(kinds: Kinds, category: int, flow: dict[int, int]) -> tuple[int, ...]:
    """The deals that take each value: those of its kind, divided evenly."""
    deals: dict[int, int] = {}
    for shift, values in zip(kinds.shifts[category], kinds.members[category], strict=True):
        deals |= dict.fromkeys(values, flow.get(shift, 0) // len(values))
    return tuple(deals[value] for value in range(len(deals)))
