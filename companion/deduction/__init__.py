"""PURE. Who can hold what: exact counting over hidden cards. Knows no game.

`Problem` is what one onlooker knows: holders, how many values there are, and facts. Nothing is sampled or rounded.
"""

from companion.deduction.counting import count, shares
from companion.deduction.explaining import conflict, explain
from companion.deduction.holdings import Fact, Lit, Problem, Shares
from companion.deduction.ranking import Move, rank_moves

__all__ = ["Fact", "Lit", "Move", "Problem", "Shares", "conflict", "count", "explain", "rank_moves", "shares"]
