"""hexwright: board wargames from declarative sources to VASSAL modules, and recorded games to verdicts."""
