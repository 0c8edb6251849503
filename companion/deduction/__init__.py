"""PURE. Who can hold what: exact counting over hidden cards. Knows no game."""
