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
# # What is each row worth?
#
# Four `rule` bots play every contract on the same deals; seat 0 calls and leads.
# Points are those of the caller's team, for Molotow those of the calling seat.

# %%
from IPython.display import SVG

from jasssim.game.rules import load_rules
from jasssim.lab.survey import survey
from jasssim.study.experiments import load_experiment
from jasssim.study.runs import Config
from jasssim.study.style import figure_bytes

found = survey("rule", ["E", "obenabe", "slalom-obenabe", "misere", "molotow"], deals=5000, seed=1)
found.frame().round(3)

# %% [markdown]
# ## How cards count in Slalom
#
# The same plays, counted by four conventions. The bots saw the first one.

# %%
conventions = ["start", "per_trick", "obenabe", "undenufe"]
slalom = survey("rule", ["slalom-obenabe"], deals=5000, seed=1, conventions=conventions)
slalom.frame()[["convention", "deals", "mean_points", "se_points", "match_share"]].round(3)

# %% [markdown]
# ## The whole experiment, small
#
# `jasssim run rows` does the same with a million plays and writes everything to a folder.
# Here each of the 27 arms plays 1000 deals.

# %%
config = Config(deals=27_000, seed=1, bots=("rule",), rules=load_rules("default"))
result = load_experiment("rows").run(config)
result.tables["shift"].round(2)

# %% [markdown]
# Choosing the better of two outcomes of a deal would flatter the caller, who sees only its
# hand. So the start is chosen by a fit on the other half of the deals; hindsight is shown
# beside it as an upper bound.

# %%
result.tables["best_start"].round(2)

# %%
SVG(figure_bytes(result.figures["rows"], "svg"))
