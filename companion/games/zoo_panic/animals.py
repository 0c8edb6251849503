"""PURE. The animals to start from, and a picture for every animal that has an emoji."""

from __future__ import annotations

from types import MappingProxyType

STANDARD_ANIMALS = (
    "Lion", "Tiger", "Elephant", "Giraffe", "Zebra", "Monkey", "Gorilla", "Hippo", "Rhino", "Crocodile", "Penguin",
    "Bear", "Panda", "Koala", "Kangaroo", "Camel", "Flamingo", "Parrot", "Snake", "Turtle", "Wolf", "Owl",
)  # fmt: skip

PAW = "🐾"
"""The picture of an animal that has none."""

PICTURES = MappingProxyType({
    "badger": "🦡", "bat": "🦇", "bear": "🐻", "beaver": "🦫", "bee": "🐝", "bird": "🐦", "bison": "🦬",
    "brown bear": "🐻", "buffalo": "🐃", "butterfly": "🦋", "camel": "🐫", "cat": "🐈", "cow": "🐄", "crab": "🦀",
    "crocodile": "🐊", "deer": "🦌", "dog": "🐕", "dolphin": "🐬", "donkey": "🐴", "duck": "🦆", "eagle": "🦅",
    "elephant": "🐘", "fish": "🐟", "flamingo": "🦩", "fox": "🦊", "frog": "🐸", "giraffe": "🦒", "goat": "🐐",
    "gorilla": "🦍", "hamster": "🐹", "hedgehog": "🦔", "hippo": "🦛", "horse": "🐎", "kangaroo": "🦘",
    "koala": "🐨", "leopard": "🐆", "lion": "🦁", "lizard": "🦎", "llama": "🦙", "monkey": "🐒", "mouse": "🐁",
    "octopus": "🐙", "orangutan": "🦧", "otter": "🦦", "owl": "🦉", "ox": "🐂", "panda": "🐼", "parrot": "🦜",
    "peacock": "🦚", "penguin": "🐧", "pig": "🐖", "polar bear": "🐻\u200d❄️", "rabbit": "🐇", "raccoon": "🦝",
    "ram": "🐏", "rhino": "🦏", "seal": "🦭", "shark": "🦈", "sheep": "🐑", "skunk": "🦨", "sloth": "🦥",
    "snail": "🐌", "snake": "🐍", "spider": "🕷️", "squirrel": "🐿️", "swan": "🦢", "tiger": "🐯", "tortoise": "🐢",
    "turkey": "🦃", "turtle": "🐢", "whale": "🐳", "wolf": "🐺", "zebra": "🦓",
})  # fmt: skip


def picture_of(name: str) -> str:
    return PICTURES.get(name.casefold(), PAW)
