"""Experiments: what they count, how they run, and their tables and figures."""
