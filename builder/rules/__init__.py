"""The referee: checks on facts, verdicts with reasons; cases that prove them."""
