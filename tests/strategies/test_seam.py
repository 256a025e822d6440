"""The seam for bots: every bot keeps the laws, and what goes wrong is said in one sentence."""

import numpy as np
import pytest

import jasssim
from jasssim.bots import check_strategy, load_bot, load_strategy, player, strategy_names
from jasssim.bots.files import bot_files
from jasssim.engine import kernel
from jasssim.engine.bits import highest_index, lowest_index
from jasssim.lab.check import LawBrokenError, sample_views
from tests.strategies.test_thinking import SMALL


@pytest.mark.parametrize("name", sorted({*bot_files("player")} - {*SMALL}))
def test_every_bot_keeps_the_laws(name):
    """Those that search are held to the same laws in `test_thinking`, with few worlds."""
    assert "compiled = interpreted" in check_strategy(name)


def test_sampled_views_cover_all_contracts_and_leave_no_spy():
    views = sample_views(2000)
    assert len(views) == 2000
    assert set(views["mode"].tolist()) >= {0, 1, 2, 3, 4, 5, 6}
    assert "spy" not in strategy_names()


def test_a_python_bot_plays_like_its_compiled_twin(known):
    @player()
    def low_compiled(view, params, memo):
        """Plays the lowest legal card, compiled."""
        return lowest_index(view.legal)

    @player(compiled=False)
    def low_python(view, params, memo):
        """Plays the lowest legal card, in ordinary Python."""
        legal = int(view.legal)
        return (legal & -legal).bit_length() - 1

    known(low_compiled), known(low_python)
    for contract in ("E", "slalom-undenufe", "molotow"):
        compiled = jasssim.simulate("low_compiled", contract, deals=40, seed=3)
        python = jasssim.simulate("low_python", contract, deals=40, seed=3)
        assert np.array_equal(compiled.taken, python.taken)


def test_a_python_bot_cannot_write_to_its_view(known):
    @player(compiled=False)
    def scribbler(view, params, memo):
        """Tries to give itself the trick's cards."""
        np.asarray(view.taken).fill(0)
        return 0

    known(scribbler)
    with pytest.raises(RuntimeError, match=r"'scribbler' failed in deal 0 of seed 1: ValueError"):
        jasssim.simulate("scribbler", deals=2)


def test_what_a_python_bot_raises_is_told_once(known):
    @player(compiled=False)
    def fragile(view, params, memo):
        """Fails in its third trick."""
        if view.trick == 2:
            raise KeyError("third trick")
        return (int(view.legal) & -int(view.legal)).bit_length() - 1

    bot = known(fragile)
    with pytest.raises(
        RuntimeError, match=r"'fragile' failed in deal 0 .*KeyError\('third trick'\)"
    ):
        jasssim.simulate("fragile", deals=500)
    assert bot.failures == []


def test_an_interrupt_in_a_python_bot_is_an_interrupt(known):
    @player(compiled=False)
    def stopped(view, params, memo):
        """Stands for a person who presses Ctrl-C."""
        raise KeyboardInterrupt

    known(stopped)
    with pytest.raises(KeyboardInterrupt):
        jasssim.simulate("stopped", deals=500)


def test_an_illegal_card_is_named_with_deal_trick_seat_and_legal_cards(known):
    @player()
    def stubborn(view, params, memo):
        """Always answers with the place of the Eichel six."""
        return 0

    known(stubborn)
    with pytest.raises(RuntimeError) as caught:
        jasssim.simulate(["random", "stubborn"], "E", deals=10, seed=4)
    text = str(caught.value)
    assert "'stubborn' in seat" in text
    assert "answered 0 in trick 1 of deal 0 of seed 4" in text
    assert "expected the place of one of" in text


def test_what_a_compiled_bot_raises_is_told_with_bot_trick_and_deal(known):
    @player()
    def touchy(view, params, memo):
        """Fails in its fourth trick."""
        if view.trick == 3:
            raise ValueError("fourth trick")
        return lowest_index(view.legal)

    known(touchy)
    with pytest.raises(RuntimeError, match=r"'touchy' failed in trick 4 of deal 0 of seed 5"):
        jasssim.simulate(["random", "touchy"], deals=20, seed=5)


@kernel()
def grab(view):
    """Write to a view from a helper, where a bot's declaration cannot see it."""
    view.taken[0] = view.legal


def test_a_bot_that_moves_cards_through_a_helper_is_found_out(known):
    @player()
    def thief(view, params, memo):
        """Overwrites the first seat's pile in the last trick but one."""
        if view.trick == 7:
            grab(view)
        return lowest_index(view.legal)

    known(thief)
    with pytest.raises(RuntimeError, match="are not the 36 of the deck: one of the bots thief"):
        jasssim.simulate("thief", deals=50)


def test_a_bot_may_read_only_this_deal(known):
    @player()
    def gossip(view, params, memo):
        """Looks at the end of the history, where nothing can stand yet."""
        if view.history[35] % 2 or view.leaders[8]:
            return highest_index(view.legal)
        return lowest_index(view.legal)

    known(gossip)
    whole = jasssim.simulate("gossip", deals=300, seed=2)
    parts = jasssim.simulate("gossip", deals=300, seed=2, chunk=7)
    assert np.array_equal(whole.taken, parts.taken)


def test_a_bot_that_remembers_is_cleared_before_each_deal(known):
    @player(memo=2, remembers=True)
    def counter(view, params, memo):
        """Counts its decisions and changes its mind with every second one."""
        memo[0] += 1
        return lowest_index(view.legal) if memo[0] % 2 else highest_index(view.legal)

    known(counter)
    whole = jasssim.simulate("counter", deals=100, seed=2)
    parts = jasssim.simulate("counter", deals=100, seed=2, chunk=9)
    assert np.array_equal(whole.taken, parts.taken)


def test_a_bot_that_cheats_sees_all_hands(known):
    @player(cheats=True)
    def peeper(view, params, memo):
        """Plays its highest legal card if the four hands are what they should be."""
        seen = np.uint64(memo[0]) | np.uint64(memo[1]) | np.uint64(memo[2]) | np.uint64(memo[3])
        if np.uint64(memo[view.seat]) != view.hand or seen & view.gone != np.uint64(0):
            return -1
        return highest_index(view.legal)

    known(peeper)
    assert len(jasssim.simulate("peeper", "3x3:obenabe", deals=50)) == 50


def test_a_bot_with_memory_that_does_not_say_so_breaks_a_law(known):
    @player(memo=2, beats_random=False)
    def forgetful(view, params, memo):
        """Depends on what lies in its memory but does not declare it."""
        return lowest_index(view.legal) if memo[0] == 0 else highest_index(view.legal)

    known(forgetful)
    with pytest.raises(LawBrokenError, match="'no memory'"):
        check_strategy("forgetful", views=500)


@pytest.mark.parametrize("body", ["view.hand = view.legal", "view.taken[0] = view.legal"])
def test_writing_to_the_view_is_refused(tmp_path, monkeypatch, body):
    text = f'''
from jasssim.bots import player

@player()
def vandal(view, params, memo):
    """Writes where it may only read."""
    {body}
    return 0
'''
    with pytest.raises(ValueError, match=r"'vandal' writes to view"):
        load_from(tmp_path, monkeypatch, "vandal", text)


def load_from(tmp_path, monkeypatch, name, text):
    """Load a bot from a file in a folder of its own."""
    (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.setenv("JASSSIM_STRATEGIES", str(tmp_path))
    return load_strategy(name)


GOOD = '''
from jasssim.bots import player
from jasssim.engine.bits import lowest_index

@player(params={"k": 1})
def tidy(view, params, memo):
    """Plays its lowest legal card."""
    return lowest_index(view.legal)
'''


def test_a_bot_is_found_by_its_file_and_takes_parameters(tmp_path, monkeypatch):
    assert load_from(tmp_path, monkeypatch, "tidy", GOOD).name == "tidy"
    assert load_bot("tidy(k=3)")[1].tolist() == [3.0]
    with pytest.raises(ValueError, match="bot 'tidy' has no parameter 'w': it has k"):
        load_bot("tidy(w=3)")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD.replace('"""Plays its lowest legal card."""', "pass"), "has no docstring"),
        (GOOD.replace("view.legal", "view.nosuch"), "the view has no field 'nosuch'"),
        (GOOD.replace("lowest_index(view.legal)", "'a card'"), "to int64"),
        (GOOD.replace('{"k": 1}', '{"k": "x"}'), "params are numbers"),
        (GOOD.replace("@player", "import nowhere\n@player"), "No module named 'nowhere'"),
        (GOOD + "\nraise SystemExit(3)", "SystemExit: 3"),
    ],
    ids=["docstring", "field", "string", "params", "import", "exit"],
)
def test_a_bot_that_cannot_be_loaded_is_named_with_its_file(tmp_path, monkeypatch, text, said):
    with pytest.raises(ValueError, match=r"tidy\.py: the bot cannot be loaded") as caught:
        load_from(tmp_path, monkeypatch, "tidy", text)
    assert said in str(caught.value)


def test_two_bots_of_one_name_are_refused(tmp_path, monkeypatch):
    with pytest.raises(ValueError, match="two bots are named 'rule'"):
        load_from(tmp_path, monkeypatch, "rule", GOOD.replace("tidy", "rule"))


def test_a_file_that_is_no_python_is_left_out_with_a_warning(tmp_path, monkeypatch, caplog):
    (tmp_path / "broken.py").write_text("def (:", encoding="utf-8")
    monkeypatch.setenv("JASSSIM_STRATEGIES", str(tmp_path))
    assert "rule" in strategy_names()
    assert "broken.py is left out" in caplog.text


def test_an_unknown_bot_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match=r"unknown bot 'magic': expected one of .*rule"):
        jasssim.simulate("magic")


def test_the_law_suite_tells_what_a_python_bot_raised(known):
    @player(compiled=False)
    def brittle(view, params, memo):
        """Fails whenever it is asked."""
        raise KeyError("asked")

    bot = known(brittle)
    with pytest.raises(RuntimeError, match=r"bot 'brittle' failed on .*KeyError\('asked'\)"):
        check_strategy("brittle", views=100)
    assert bot.failures == []
