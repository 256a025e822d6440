"""What the README and the pages on games, bots and results show is so, and runs."""

from __future__ import annotations

import ast
import doctest
import itertools
import json
import re
import shlex
import tomllib
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import jasssim.bots.files
import jasssim.bots.registry
import jasssim.study.experiments
from jasssim.cli import command_names, main
from jasssim.engine.calling import CALL
from jasssim.engine.view import VIEW
from jasssim.game.orders import MODES
from jasssim.game.rules import Rules, make_rules
from jasssim.game.values import load_values
from jasssim.lab.bench import CONTRACTS, GAMES
from jasssim.study.experiments import load_experiment
from jasssim.study.runs import Config

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GAME_PAGE = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
SOLVER_PAGE = (ROOT / "docs" / "solver.md").read_text(encoding="utf-8")
BOTS = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
COMPARING = (ROOT / "docs" / "comparing.md").read_text(encoding="utf-8")
RESULTS = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
THINKING = (ROOT / "docs" / "thinking.md").read_text(encoding="utf-8")
FITTED = (ROOT / "docs" / "fitted.md").read_text(encoding="utf-8")
JASS_KIT = (ROOT / "docs" / "jass-kit.md").read_text(encoding="utf-8")
PAGES = {
    "readme": README, "games": GAME_PAGE, "bots": BOTS, "results": RESULTS, "solver": SOLVER_PAGE,
    "jass-kit": JASS_KIT, "comparing": COMPARING, "fitted": FITTED, "thinking": THINKING,
}  # fmt: skip
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
NAMED_FILE = re.compile(
    r"`((?:strategies|experiments)/\w+\.py|[\w-]+\.(?:toml|json))`:\n+"
    r"```(?:python|toml|json)\n(.*?)^```$",
    re.M | re.S,
)


def blocks(page: str, kind: str) -> list[str]:
    return [text for name, text in FENCE.findall(page) if name == kind]


def commands(page: str) -> list[tuple[str, list[str]]]:
    """Command lines of a page's console blocks, each with the lines shown below it."""
    found: list[tuple[str, list[str]]] = []
    for line in itertools.chain(*(text.splitlines() for text in blocks(page, "console"))):
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def sessions(page: str) -> list[str]:
    return [text for text in blocks(page, "python") if text.startswith(">>>")]


def cells(page: str, head: str) -> list[list[str]]:
    """Cells of the tables whose header begins with a text."""
    found = []
    for table in re.findall(r"(?:^\|.*\n)+", page, re.M):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.split("\n")]
        if rows[0][0] == head:
            found += rows[2:-1]
    return found


def headings(page: str) -> set[str]:
    """Headings as links name them."""
    titles = re.findall(r"^#+ (.+)$", page, re.M)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


def names_in(text: str) -> list[str]:
    return re.findall(r"`([\w-]+)`", text)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with the files that the pages tell one to write.

    Who followed the pages has the same files in the project's folders, which are then not to be
    found: not here, and by the package's link not in the processes that a check starts.
    """
    files = dict(NAMED_FILE.findall("".join(PAGES.values())))
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for module in (jasssim.bots.files, jasssim.study.experiments):
        own = tmp_path / "own" / module.OWN_FOLDER.name
        own.mkdir(parents=True)
        for path in module.OWN_FOLDER.glob("*.py"):
            if f"{own.name}/{path.name}" not in files:
                (own / path.name).symlink_to(path)
        monkeypatch.setattr(module, "OWN_FOLDER", own)
    (tmp_path / "own" / "jasssim").symlink_to(ROOT / "jasssim")
    registry = jasssim.bots.registry  # what a page registers is forgotten after it
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "own"))
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(line: str) -> Any:
    program, *words = shlex.split(line)
    assert program == "jasssim"
    return CliRunner().invoke(main, words)


def shown_lines(result: Any) -> list[str]:
    """What a command printed, without notes on stderr that are no errors."""
    errors = [line for line in result.stderr.splitlines() if line.startswith("error:")]
    return [line.rstrip() for line in result.stdout.splitlines() + errors]


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether lines are those shown, where a line of three dots stands for any lines."""
    parts = [re.escape(line) + "\n" if line != "..." else "(?:.*\n)*?" for line in shown]
    return re.fullmatch("".join(parts), "".join(f"{line}\n" for line in printed)) is not None


def check_sessions(page: str, folder: Path) -> int:
    """Run a page's sessions one after the other in one namespace; returns the examples."""
    text = "\n".join(sessions(page))
    test = doctest.DocTestParser().get_doctest(text, {}, folder.name, None, 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not outcome.failed, "".join(report)
    return outcome.attempted


@pytest.mark.parametrize("page", [name for name, text in PAGES.items() if commands(text)])
def test_commands_print_what_is_shown(page: str, folder: Path) -> None:
    """A page's commands in their order, as some read what others wrote."""
    for line, shown in commands(PAGES[page]):
        with pytest.MonkeyPatch.context() as patch:
            if line.startswith("jasssim list"):
                patch.chdir(folder / "tests")  # before any bot was written
            result = run(line)
        lines = shown_lines(result)
        assert result.exit_code == (2 if shown[0].startswith("error:") else 0), (line, lines)
        assert matches(shown, lines), "\n".join([line, *lines])


def test_three_dots_stand_for_lines_and_nothing_else() -> None:
    assert matches(["a", "...", "c"], ["a", "b", "b", "c"])
    assert not matches(["a", "...", "c"], ["a", "b"])
    assert not matches(["a"], ["a", "b"])


@pytest.mark.parametrize(
    ("page", "examples"),
    [
        ("readme", 15),
        ("games", 15),
        ("bots", 6),
        ("results", 10),
        ("jass-kit", 20),
        ("comparing", 12),
        ("fitted", 5),
        ("thinking", 7),
    ],
)
def test_python_prints_what_is_shown(page: str, examples: int, folder: Path) -> None:
    assert check_sessions(PAGES[page], folder) >= examples


def test_every_block_is_run_or_written_by_these_tests() -> None:
    for page in PAGES.values():
        files = [text for _, text in NAMED_FILE.findall(page)]
        for kind, text in FENCE.findall(page):
            entry_point = kind == "toml" and "[project.entry-points" in text
            session = kind == "python" and text.startswith(">>>")
            assert kind == "console" or session or text in files or entry_point, text


def test_the_four_recipes_are_there_and_short() -> None:
    files = dict(NAMED_FILE.findall(README))
    folders = ["", "experiments", "strategies", "strategies"]
    assert sorted(Path(name).parent.name for name in files) == folders
    for name, text in files.items():
        written = [line for line in text.splitlines() if line and "import" not in line]
        assert len(written) <= 10, name


def test_a_bot_is_found_where_the_page_says(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = {"generous", "gambler", "thinker"}, {"patient", "cautious"}
    found = jasssim.bots.strategy_names, jasssim.bots.caller_names
    assert all(names <= set(known()) for names, known in zip(new, found, strict=True))
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert not any(names & set(known()) for names, known in zip(new, found, strict=True))
    monkeypatch.setenv("JASSSIM_STRATEGIES", str(folder / "strategies"))
    assert all(names <= set(known()) for names, known in zip(new, found, strict=True))
    assert jasssim.bots.load_bot("gambler(bold=0.9)")[1].tolist() == [0.9]


def test_the_chooser_of_blocks_chooses(folder: Path) -> None:
    plays = jasssim.simulate("gambler", "3x3:undenufe", deals=20, trace=True)
    assert (plays.modes()[:, 3] == MODES.index("obenabe")).all()


def test_the_rule_set_is_read_from_its_file(folder: Path) -> None:
    text = dict(NAMED_FILE.findall(README))["our-table.toml"]
    rules = jasssim.load_rules("our-table.toml")
    assert rules == make_rules({"name": "our-table", **tomllib.loads(text)})
    assert rules != jasssim.load_rules("default")


def test_the_experiment_writes_its_table_and_says_its_plan(folder: Path) -> None:
    assert run("jasssim run updown --deals 200 --json").exit_code == 0
    assert len(list(folder.glob("runs/updown-*/worth.csv"))) == 1
    plan = json.loads(run("jasssim run updown --dry-run --json").stdout)
    assert plan["arms"] == ["obenabe", "undenufe"]


def test_named_commands_and_targets_exist() -> None:
    text = "".join(PAGES.values())
    named = {name for name in re.findall(r"`jasssim ([a-z-]+)", text)}
    assert named
    assert named <= set(command_names())
    for name in named:
        assert run(f"jasssim {name} --help").exit_code == 0
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"`make ([a-z]+)", text))
    assert {"demo", "test", "bench"} <= targets
    assert targets <= set(re.findall(r"^([a-z]+):", makefile, re.M))
    assert "YARDSTICK ?=" in makefile


def test_links_and_folders_exist() -> None:
    for name, page in PAGES.items():
        home = ROOT if name == "readme" else ROOT / "docs"
        for link in re.findall(r"\]\(([^)]+)\)", page):
            file, _, part = link.partition("#")
            text = (home / file).read_text(encoding="utf-8") if part and file else page
            assert (home / file).exists(), link
            assert not part or part in headings(text), link
    places = re.findall(r"`([\w/]+/)`", README.split("\n## Where things are\n")[1])
    assert len(places) >= 10
    assert [place for place in places if not (ROOT / place).is_dir()] == []


def test_the_figure_is_small_and_its_caption_holds() -> None:
    picture = (ROOT / "docs" / "figures" / "rows.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 200_000
    caption = " ".join(README.split("docs/figures/rows.png)")[1].split("\n## ")[0].split())
    deals = re.search(r"([\d ]+) random deals", caption)
    assert deals is not None
    n = int(deals[1].replace(" ", ""))
    experiment = load_experiment("rows")
    config = Config(experiment.DEALS, experiment.SEED, experiment.BOTS, Rules())
    assert n == experiment.DEALS // len(experiment.design(config).arms)
    quoted = re.findall(r"([\d.]+) ± ([\d.]+) with `([\w:-]+)`", caption)
    assert len(quoted) >= 6
    for mean, half, contract in quoted:
        row = jasssim.survey("rule", [contract], n, seed=1).frame().iloc[0]
        assert (mean, half) == (f"{row.mean_points:.1f}", f"{1.96 * row.se_points:.1f}"), contract


def test_the_table_of_speeds_is_consistent() -> None:
    rows = cells(README, "bots")
    assert len(rows) >= 5
    for bot, contract, deal, card, second, ratio in rows:
        assert bot.strip("`") in jasssim.bots.strategy_names()
        assert contract.strip("`") in CONTRACTS
        assert float(card) == pytest.approx(float(deal) / 36, abs=0.06)
        assert float(second) == pytest.approx(1e9 / float(deal), rel=1e-3)
        assert ratio == "–" or float(ratio) > 0


def test_the_games_whose_speed_is_said_are_those_of_bench() -> None:
    speed = README.split("\n## Speed\n")[1].split("\n## ")[0]
    named = re.findall(r"[\d.]+ µs\s+with\s+`([\w:]+)`\s+on\s+`([\w-]+)`", speed)
    assert [(rules, team) for team, rules in named] == list(GAMES)


def test_the_page_on_bots_names_every_field_of_a_view() -> None:
    table = BOTS.split("\n## The view\n")[1].split("\n## ")[0]
    named = [name for row in cells(table, "about") for name in names_in(row[1])]
    assert sorted(named) == sorted(VIEW.names or ())


def test_the_page_on_bots_names_every_field_of_a_call() -> None:
    table = BOTS.split("\n### The view of a caller\n")[1].split("\n### ")[0]
    named = [name for row in cells(table, "of a call") for name in names_in(row[1])]
    fields = [name for name in named if name not in ("OPEN", "FILLED")]
    assert sorted(fields) == sorted(CALL.names or ())


def test_the_page_on_bots_names_only_helpers_that_exist() -> None:
    from jasssim.engine import bits, sense

    helpers = BOTS.split("\n## Helpers\n")[1].split("\n## ")[0]
    for module, part in zip((bits, sense), helpers.split("\n- ")[-2:], strict=True):
        assert f"`{module.__name__}`" in part
        names = names_in(part)
        assert len(names) > 5
        assert [name for name in names if not hasattr(module, name)] == []


def test_the_page_on_bots_names_all_that_a_bot_declares() -> None:
    about_bots, about_callers = BOTS.split("\n## Callers\n")
    for page, make in ((about_bots, jasssim.bots.player), (about_callers, jasssim.bots.caller)):
        for name in signature(make).parameters:
            assert f"{name}=" in page, name


@pytest.mark.parametrize(
    ("module", "heading"),
    [("check", "## The laws of bots"), ("check_caller", "### The laws of callers")],
)
def test_the_page_on_bots_names_every_law(module: str, heading: str) -> None:
    tree = ast.parse((ROOT / "jasssim" / "lab" / f"{module}.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    laws = {
        call.args[1].value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "law"
        if isinstance(call.args[1], ast.Constant)
    }
    assert len(laws) >= 5
    section = BOTS.split(f"\n{heading}\n")[1].split("\n## ")[0]
    assert set(re.findall(r"^- \*([^*]+)\*:", section, re.M)) == laws


@pytest.mark.parametrize("name", ["rows", "values"])
def test_the_page_on_results_names_files_columns_and_fields(name: str, folder: Path) -> None:
    assert run(f"jasssim run {name} --deals 5400 --bots random").exit_code == 0
    [place] = (folder / "runs").iterdir()
    chapter = RESULTS.split(f"\n## What `jasssim run {name}` writes\n")[1].split("\n## ")[0]
    files = [file for row in cells(chapter, "file") for file in re.findall(r"`([\w.]+)`", row[0])]
    assert sorted(files) == sorted(path.name for path in place.iterdir())
    for file in (file for file in files if file.endswith(".csv")):
        section = chapter.split(f"\n### `{file}`\n")[1].split("\n#")[0]
        columns = [column for row in cells(section, "column") for column in names_in(row[0])]
        assert columns == (place / file).read_text(encoding="utf-8").split("\n")[0].split(",")
    manifest = json.loads((place / "run.json").read_text(encoding="utf-8"))
    fields = [field for row in cells(RESULTS, "field of `run.json`") for field in names_in(row[0])]
    assert fields == list(manifest)


def around(mean: float, se: float, digits: int, scale: float = 1) -> str:
    """A mean with half of its 95 % interval, as the pages write it."""
    text = f"{scale * mean:.{digits}f} ± {scale * 1.96 * se:.{digits}f}"
    return text.replace("-", "\N{MINUS SIGN}")


def games_of(callers: tuple[str, str], rules: str) -> Any:
    number = re.search(r"^([\d ]+) games each", RESULTS, re.M)
    assert number is not None
    teams = f"--team0 {callers[0]}:rule --team1 {callers[1]}:rule"
    count = number[1].replace(" ", "")
    return json.loads(run(f"jasssim game --ruleset {rules} {teams} --games {count} --json").stdout)


def test_the_tables_of_callers_are_so() -> None:
    """One pair on one chart; the other cells are made by the same command."""
    found = games_of(("first-open", "random"), "wyys-6")
    pair = "`first-open` – `random`"
    [points] = [row[1] for row in cells(RESULTS, "callers") if row[0] == pair]
    [wins] = [row[1] for row in cells(RESULTS, "wins of the first") if row[0] == pair]
    assert points == around(found["mean_difference"], found["se"], 2)
    assert wins == around(found["win_share"], found["se_win_share"], 1, 100) + " %"


def test_the_mean_chart_and_the_shares_are_so() -> None:
    found = games_of(("regret", "regret"), "wyys-6")
    shown = {row[0]: row[1] for row in cells(RESULTS, "row") if row[1]}
    assert shown.pop("total") == around(found["mean_total"][0], found["se_total"][0], 1)
    own = [row for row in found["chart"] if row["side"] == 0]
    assert shown == {
        row["row"]: f"×{row['factor']}: " + around(row["mean_written"], row["se_written"], 2)
        for row in own
    }
    shares = {(row[0], row[1]): row[2] for row in cells(RESULTS, "share of")}
    im_fass, matches = found["im_fass"], found["matches"]
    assert shares["deals im Fass", "both `regret`"] == (
        around(im_fass["share"], im_fass["se"], 2, 100) + " %"
    )
    assert shares["calls that are a match", "`regret`"] == (
        around(matches["share"][0], matches["se"][0], 2, 100) + " %"
    )


def test_the_tables_of_molotow_are_so() -> None:
    bots: list[str] = []
    found: dict[str, Any] = {}
    for table, bot, *shown in cells(RESULTS, "at the table"):
        if table:
            bots = names_in(table)
            found = jasssim.play_molotow(bots, 20_000, jobs=2)
        at = bots.index(bot.strip("`"))
        marks = [f"{found[name][at]:.3f}" for name in ("strokes", "zeros")]
        mean = found["mean_balance"][at]
        assert shown == [*marks, "+" * (mean > 0) + around(mean, found["se"][at], 4)]
    shares = {row[0]: row[1] for row in cells(RESULTS, "rule")}
    found = jasssim.play_molotow("rule", 20_000, jobs=2)
    assert shares == {name: f"{share:.2%}".replace("%", " %") for name, share in
                      found["rules"].items()}  # fmt: skip


def test_the_table_of_hand_values_is_so() -> None:
    shown = {row[0].strip("`"): row[1:] for row in cells(RESULTS, "class")}
    assert shown == {
        name: [
            f"{model.points.mean:.1f}",
            around(model.points.r2 or 0, model.points.r2_se or 0, 3),
            around(model.points.best or 0, model.points.best_se or 0, 3),
            f"{model.match.mean:.2%}".replace("%", " %"),
            around(model.match.r2 or 0, model.match.r2_se or 0, 3),
        ]
        for name, model in load_values().table.classes.items()
    }


def test_a_run_is_repeated_by_its_command(folder: Path) -> None:
    assert run("jasssim run updown --deals 300 --seed 4 --bots random --jobs 1").exit_code == 0
    [first] = folder.glob("runs/*/run.json")
    command = json.loads(first.read_text(encoding="utf-8"))["command"]
    assert run(f"{command} --out again").exit_code == 0
    [second] = folder.glob("again/*/worth.csv")
    assert second.parent.name == first.parent.name
    assert second.read_bytes() == (first.parent / "worth.csv").read_bytes()
