"""The survey: the same sums whatever the workers, and the same figures as single plays."""

from __future__ import annotations

import numpy as np
import pytest

from jasssim.game.rules import Rules
from jasssim.lab.simulate import simulate
from jasssim.lab.summary import BINS, describe, histogram, moments, quantile
from jasssim.lab.survey import Survey, survey

CONTRACTS = ["E", "slalom-obenabe", "guschti-undenufe", "misere", "3x3:E", "molotow"]


def make(**options: object) -> Survey:
    base: dict[str, object] = {"conventions": ["start", "per_trick"]}
    return survey("random", CONTRACTS, 500, 3, **{**base, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options",
    [{"chunk": 64}, {"jobs": 2, "chunk": 128}, {"jobs": 2, "backend": "loky", "chunk": 200}],
)
def test_no_result_depends_on_chunks_or_workers(options: dict[str, object]) -> None:
    assert make(**options).frame().equals(make().frame())


def test_figures_are_those_of_the_single_plays() -> None:
    table = make().frame().set_index(["contract", "convention"])
    plays = simulate("random", "slalom-obenabe", deals=500, seed=3)
    for convention in ("start", "per_trick"):
        points = plays.points(convention)[:, 0]
        row = table.loc[("slalom-obenabe", convention)]
        assert row["mean_points"] == pytest.approx(points.mean())
        assert row["sd_points"] == pytest.approx(points.std(ddof=1))
        assert row["q90"] == np.quantile(points, 0.9, method="inverted_cdf")
        assert row["zero_share"] == (points == 0).mean()
        assert row["counter_match_share"] == (plays.tricks()[:, 0] == 0).mean()


def test_where_each_plays_alone_the_calling_seat_counts() -> None:
    plays = simulate("random", "molotow", deals=500, seed=3, caller=2)
    found = survey("random", ["molotow"], 500, 3, caller=2).frame().iloc[0]
    assert found["mean_points"] == pytest.approx(plays.points(by="seat")[:, 2].mean())
    rows = Rules(rows=())
    assert survey("random", ["molotow"], 500, 3, rows, caller=2).frame().iloc[0].equals(found)


def test_parts_merge_to_the_whole() -> None:
    parts = [survey("random", CONTRACTS, 250, 3, first=first) for first in (250, 0)]
    whole = survey("random", CONTRACTS, 500, 3)
    merged = parts[0].merge(parts[1])
    assert merged.frame().equals(whole.frame())
    assert merged.spans == whole.spans == ((0, 500),)


def test_a_deal_never_counts_twice() -> None:
    part = survey("random", ["E"], 20, 3)
    with pytest.raises(ValueError, match="deal 10"):
        part.merge(survey("random", ["E"], 20, 3, first=10))
    with pytest.raises(ValueError, match="seed"):
        part.merge(survey("random", ["E"], 20, 4, first=20))


@pytest.mark.parametrize("seat", ["caller", "forehand"])
def test_surveys_of_other_seats_do_not_merge(seat: str) -> None:
    parts = [survey("random", ["E"], 5, first=5 * i, **{seat: i}) for i in (0, 1)]  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=f"different {seat}"):
        parts[0].merge(parts[1])


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"conventions": ["both"]}, "both"),
        ({"caller": 4}, "caller = 4"),
        ({"rules": Rules(alt_start="obenabe")}, "guschti-undenufe"),
    ],
)
def test_wrong_input_is_named(options: dict[str, object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        make(**options)


def test_memory_does_not_grow_with_the_deals() -> None:
    few, many = survey("random", ["E"], 10), survey("random", ["E"], 1000)
    assert few.points.shape == many.points.shape == (1, BINS)


def test_summary_numbers() -> None:
    values = np.array([0, 10, 10, 40])
    tricks = histogram(np.array([0, 9, 9, 4]), 10)
    row = describe(histogram(values), tricks)
    assert (row["mean_points"], row["q50"], row["match_share"]) == (15.0, 10, 0.5)
    assert row["sd_points"] == pytest.approx(values.std(ddof=1))
    assert row["se_points"] == pytest.approx(values.std(ddof=1) / 2)
    alone = moments(1, 7, 49)
    assert alone.mean == 7.0
    assert np.isnan([alone.se, alone.sd]).all()
    one = describe(histogram(np.array([157])), histogram(np.array([9]), 10))
    assert np.isnan([one["se_points"], one["match_share_se"]]).all()
    assert [quantile(histogram(np.arange(1, 11)), t) for t in (1, 5, 9)] == [1, 5, 9]
    with pytest.raises(ValueError, match="258"):
        histogram(np.array([258]))
