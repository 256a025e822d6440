"""Conformance cases: the same questions to the engine and to the reference."""
