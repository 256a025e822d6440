"""Monte Carlo that hears what the others' cards say."""

from jasssim.bots import picker, player
from jasssim.bots.weights import load_weights
from jasssim.engine.fitted import MEMO, brain_in
from jasssim.engine.playout import FITTED
from jasssim.engine.sampling import decide
from jasssim.engine.search import BRAIN_WORDS, LEVEL, set_up


@picker()
def sampled_block(view, params, memo):
    """Choose the block of 3×3 that does best in the worlds."""
    set_up(memo, BRAIN_WORDS, params[0], FITTED, params[3], params[1], params[2], params[4], 0)
    return decide(view, brain_in(memo, 0), memo, BRAIN_WORDS)


@player(
    pick=sampled_block,
    data=load_weights(),
    memo=MEMO + LEVEL,
    params={"worlds": 90, "heat": 1.4, "call": 0, "prior": 20, "tricks": 0},
    bounds={
        "worlds": (1, 1 << 20),
        "heat": (0.0, 1e3),
        "call": (0.0, 1e3),
        "prior": (0.0, 1e6),
        "tricks": (0, 9),
    },
    nanoseconds=2_500_000,
)
def inferring(view, params, memo):
    """Plays as `mc`, in worlds weighted by how likely the cards seen would be in them.

    A card is the likelier the better the fitted policy finds it in the hand that the world
    gives its player; ``heat`` is the temperature of that softmax, in points. With ``call`` above
    0, a temperature too, hands of the caller that suit the contract count more. From so many
    last ``tricks`` on worlds are solved.
    """
    set_up(memo, BRAIN_WORDS, params[0], FITTED, params[3], params[1], params[2], params[4], 0)
    return decide(view, brain_in(memo, 0), memo, BRAIN_WORDS)
