"""What Jass is, as plain data and plain Python: cards, contracts, rules and points."""
