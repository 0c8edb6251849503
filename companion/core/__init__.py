"""PURE. What a game is: its parts, its secrets, its chance, its log and its written form."""
