"""The Italian Front 1915-1918: the rules that bind its sources."""
