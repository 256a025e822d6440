"""The fit of the policy: play deals out, add up exact sums, solve, judge by a duel."""
