"""A companion and referee for physical tabletop games."""
