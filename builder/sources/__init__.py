"""Sources to Game: find, read, shape, link, validate; every fault with its place, all at once."""

from builder.sources.compiling import Compiled, compile_sources, lint, load
from builder.sources.find import find_game, find_templates, games
from builder.sources.gpids import append_gpids, new_gpids, slot_keys
from builder.sources.hashing import content_hash

__all__ = [
    "Compiled", "append_gpids", "compile_sources", "content_hash", "find_game", "find_templates", "games", "lint",
    "load", "new_gpids", "slot_keys",
]  # fmt: skip
