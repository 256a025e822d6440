"""Two bots or more compared on boards: deals played twice, the teams swapped."""
