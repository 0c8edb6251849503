"""Telling open screens that something has changed, and nothing else."""

from companion.live.bus import Bus, Subscription
from companion.live.stream import StreamGate, stream

__all__ = ["Bus", "StreamGate", "Subscription", "stream"]
