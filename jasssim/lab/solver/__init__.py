"""Exact values with open hands, and what they say of deals and bots."""
