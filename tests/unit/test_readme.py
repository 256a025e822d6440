"""What the README and the pages on bots and results show is so, and runs."""

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

import jasssim.bots
from jasssim.cli import command_names, main
from jasssim.engine.view import VIEW
from jasssim.game.orders import MODES
from jasssim.game.rules import Rules, make_rules
from jasssim.lab.bench import CONTRACTS
from jasssim.study.experiments import load_experiment
from jasssim.study.runs import Config

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BOTS = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
RESULTS = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
NAMED_FILE = re.compile(
    r"`((?:strategies|experiments)/\w+\.py|[\w-]+\.toml)`:\n+```(?:python|toml)\n(.*?)^```$",
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


def names_in(text: str) -> list[str]:
    return re.findall(r"`([\w-]+)`", text)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with the files that the pages tell one to write."""
    for name, text in NAMED_FILE.findall(README + BOTS):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
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


@pytest.mark.parametrize(("line", "shown"), commands(README), ids=lambda x: str(x)[:60])
def test_commands_print_what_is_shown(
    line: str, shown: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if line == "jasssim list bots":
        monkeypatch.chdir(folder / "experiments")  # before any bot was written
    result = run(line)
    assert result.exit_code == (2 if shown[0].startswith("error:") else 0)
    assert matches(shown, shown_lines(result)), "\n".join(shown_lines(result))


def test_three_dots_stand_for_lines_and_nothing_else() -> None:
    assert matches(["a", "...", "c"], ["a", "b", "b", "c"])
    assert not matches(["a", "...", "c"], ["a", "b"])
    assert not matches(["a"], ["a", "b"])


def test_python_of_the_readme_prints_what_is_shown(folder: Path) -> None:
    assert check_sessions(README, folder) >= 10


def test_python_of_the_page_on_bots_prints_what_is_shown(folder: Path) -> None:
    assert check_sessions(BOTS, folder) >= 3


def test_every_block_is_run_or_written_by_these_tests() -> None:
    for page in (README, BOTS, RESULTS):
        files = [text for _, text in NAMED_FILE.findall(page)]
        for kind, text in FENCE.findall(page):
            entry_point = kind == "toml" and "[project.entry-points" in text
            session = kind == "python" and text.startswith(">>>")
            assert kind == "console" or session or text in files or entry_point, text


def test_the_three_recipes_are_there_and_short() -> None:
    files = dict(NAMED_FILE.findall(README))
    assert sorted(Path(name).parent.name for name in files) == ["", "experiments", "strategies"]
    for name, text in files.items():
        written = [line for line in text.splitlines() if line and "import" not in line]
        assert len(written) <= 10, name


def test_a_bot_is_found_where_the_page_says(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = {"generous", "gambler", "thinker"}
    assert new <= set(jasssim.bots.strategy_names())
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert not new & set(jasssim.bots.strategy_names())
    monkeypatch.setenv("JASSSIM_STRATEGIES", str(folder / "strategies"))
    assert new <= set(jasssim.bots.strategy_names())
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
    text = README + BOTS + RESULTS
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
    for page, home in ((README, ROOT), (BOTS, ROOT / "docs"), (RESULTS, ROOT / "docs")):
        links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", page)]
        assert [link for link in links if not (home / link).exists()] == []
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


def test_the_page_on_bots_names_every_field_of_a_view() -> None:
    table = BOTS.split("\n## The view\n")[1].split("\n## ")[0]
    named = [name for row in cells(table, "about") for name in names_in(row[1])]
    assert sorted(named) == sorted(VIEW.names or ())


def test_the_page_on_bots_names_only_helpers_that_exist() -> None:
    from jasssim.engine import bits, sense

    helpers = BOTS.split("\n## Helpers\n")[1].split("\n## ")[0]
    for module, part in zip((bits, sense), helpers.split("\n- ")[-2:], strict=True):
        assert f"`{module.__name__}`" in part
        names = names_in(part)
        assert len(names) > 5
        assert [name for name in names if not hasattr(module, name)] == []


def test_the_page_on_bots_names_all_that_a_bot_declares() -> None:
    for name in signature(jasssim.bots.player).parameters:
        assert f"{name}=" in BOTS, name


def test_the_page_on_bots_names_every_law() -> None:
    tree = ast.parse((ROOT / "jasssim" / "lab" / "check.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    laws = {
        call.args[1].value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "_law"
        if isinstance(call.args[1], ast.Constant)
    }
    assert set(re.findall(r"^- \*([^*]+)\*:", BOTS, re.M)) == laws


def test_the_page_on_results_names_files_columns_and_fields(folder: Path) -> None:
    assert run("jasssim run rows --deals 5400 --bots random").exit_code == 0
    [place] = (folder / "runs").iterdir()
    files = [name for row in cells(RESULTS, "file") for name in re.findall(r"`([\w.]+)`", row[0])]
    assert sorted(files) == sorted(path.name for path in place.iterdir())
    for name in (file for file in files if file.endswith(".csv")):
        section = RESULTS.split(f"\n### `{name}`\n")[1].split("\n#")[0]
        columns = [column for row in cells(section, "column") for column in names_in(row[0])]
        assert columns == (place / name).read_text(encoding="utf-8").split("\n")[0].split(",")
    manifest = json.loads((place / "run.json").read_text(encoding="utf-8"))
    fields = [field for row in cells(RESULTS, "field of `run.json`") for field in names_in(row[0])]
    assert fields == list(manifest)


def test_a_run_is_repeated_by_its_command(folder: Path) -> None:
    assert run("jasssim run updown --deals 300 --seed 4 --bots random --jobs 1").exit_code == 0
    [first] = folder.glob("runs/*/run.json")
    command = json.loads(first.read_text(encoding="utf-8"))["command"]
    assert run(f"{command} --out again").exit_code == 0
    [second] = folder.glob("again/*/worth.csv")
    assert second.parent.name == first.parent.name
    assert second.read_bytes() == (first.parent / "worth.csv").read_bytes()
