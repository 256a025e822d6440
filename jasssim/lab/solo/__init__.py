"""Molotow as a game of its own, and Inspektiönler."""
