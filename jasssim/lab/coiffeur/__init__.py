"""Whole games of Coiffeur: played as waves, read as charts, kept as logs and sheets."""
