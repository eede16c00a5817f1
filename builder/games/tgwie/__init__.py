"""The Great War in Europe: the rules that bind its sources."""
