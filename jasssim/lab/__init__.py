"""The faces that people call: simulate, survey, show, check and measure."""
