# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Whole games
#
# 200 games on the chart of `wyys-10`, each played twice with the sides swapped. `regret` calls
# against `greedy`; both sides play their cards with `rule`.

# %%
import matplotlib.pyplot as plt

from jasssim.lab.coiffeur.games import play_games
from jasssim.lab.coiffeur.played import rounds_of
from jasssim.lab.coiffeur.scorebook import score_game
from jasssim.lab.coiffeur.show import format_game
from jasssim.lab.coiffeur.sums import Z95, sum_games
from jasssim.lab.coiffeur.tables import chart_table, game_table

teams = ("regret:rule", "greedy:rule")
games = play_games(*teams, games=200, seed=1, rules="wyys-10", trace=True)
game_table(games).head()

# %% [markdown]
# The difference of the sides in chart points a game, and the share of wins, draws half.

# %%
sums = sum_games(games)
difference, wins = sums.mean("difference"), sums.mean("wins", 0.25)
print(f"{difference.mean:.1f}, 95 % from {difference.low:.1f} to {difference.high:.1f}")
print(f"{wins.mean:.1%}, 95 % from {wins.low:.1%} to {wins.high:.1%}")

# %% [markdown]
# ## The mean chart
#
# Side 0 is `regret:rule`. Written points are before the factor, the score is after it.

# %%
chart = chart_table(sums, games.setup.rules)
chart.round(2)

# %%
figure, axes = plt.subplots(figsize=(6, 4))
for side, (team, colour, shift) in enumerate(
    zip(teams, ("#0072B2", "#D55E00"), (-0.1, 0.1), strict=True)
):
    own = chart[chart["side"] == side]
    axes.errorbar(
        own["mean_written"], [place + shift for place in range(len(own))],
        xerr=Z95 * own["se_written"], fmt="o", color=colour, label=team,
    )  # fmt: skip
axes.set_yticks(range(len(own)), own["row"] + " ×" + own["factor"].astype(str))
axes.invert_yaxis()
axes.set_xlabel("mean written points, 95 % interval, n = 200 games played twice")
axes.legend(frameon=False)
figure.tight_layout()

# %% [markdown]
# ## One game
#
# Every round of the first game, and its chart. A round's deal can be shown card by card:
# `jasssim show --seed 1 --deal 0 --contract R`.

# %%
game = score_game(games.setup.rules, rounds_of(games, game=0))
print(format_game(game, "en", {"seed": 1, "game": 0, "half": 0, "teams": list(teams)}))
