"""Shared wargame mechanics: pure functions that take behaviour as arguments and return values with reasons."""
