"""Who may import whom: each part only those that stand before it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RANKS = {"game": 0, "engine": 1, "bots": 2, "lab": 3, "study": 4, "commands": 5, "cli": 5}
PACKAGE = sorted((ROOT / "jasssim").rglob("*.py"))
STRATEGIES = sorted((ROOT / "strategies").glob("*.py"))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path, tree: ast.AST | None = None) -> set[str]:
    """Full names of what a file imports, anywhere in it, relative names resolved.

    What stands under ``if TYPE_CHECKING`` is never run and does not count.
    """
    package = path.relative_to(ROOT).parts[:-1]
    found: set[str] = set()
    for node in ast.iter_child_nodes(tree or ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node = ast.Module(node.orelse, [])
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join(filter(None, [*above, node.module]))
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
        else:
            found |= imports(path, node)
    return found


def parts(modules: set[str]) -> set[str]:
    """Second names of the package's own modules: game, engine, reference, ...."""
    own = {module.split(".")[1] for module in modules if module.startswith("jasssim.")}
    return {part for part in own if part in RANKS or part == "reference"}


def roots(modules: set[str]) -> set[str]:
    return {module.split(".")[0] for module in modules}


def test_relative_names_are_resolved() -> None:
    """The reader of imports itself, on files whose imports are known."""
    assert "jasssim.game.cards" in imports(ROOT / "jasssim" / "game" / "notation.py")
    assert "jasssim.engine.bits" in imports(ROOT / "jasssim" / "engine" / "trick.py")
    assert "jasssim.game.orders" in imports(ROOT / "jasssim" / "engine" / "trick.py")
    assert parts(imports(ROOT / "jasssim" / "lab" / "replay.py")) >= {"game", "engine"}


def part_of(path: Path) -> str:
    """The part of the package that a module belongs to."""
    return path.relative_to(ROOT / "jasssim").parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", [p for p in PACKAGE if part_of(p) in RANKS], ids=name)
def test_part_imports_only_what_stands_before_it(path: Path) -> None:
    part = part_of(path)
    used = parts(imports(path))
    later = {other for other in used if other in RANKS and RANKS[other] > RANKS[part]}
    assert later == set()
    assert "reference" not in used or RANKS[part] >= RANKS["lab"]


def test_every_module_stands_in_the_order() -> None:
    known = {*RANKS, "reference", "__init__", "__main__"}
    found = {part_of(path) for path in PACKAGE}
    assert found <= known


@pytest.mark.parametrize("path", [p for p in PACKAGE if part_of(p) == "reference"], ids=name)
def test_reference_uses_only_the_house_rules(path: Path) -> None:
    used = {module for module in imports(path) if module.split(".")[0] != "__future__"}
    rules, own = "jasssim.game.rules", "jasssim.reference"
    beside = {m for m in used if not f"{m}.".startswith((f"{rules}.", f"{own}."))}
    assert beside <= {"typing", "typing.Any"}


@pytest.mark.parametrize("path", STRATEGIES, ids=name)
def test_strategy_uses_only_engine_and_bots(path: Path) -> None:
    assert parts(imports(path)) <= {"engine", "bots"}
    others = {other.stem for other in STRATEGIES if other != path}
    assert not any("strategies" in module.split(".") for module in imports(path))
    # A strategy may be named like a standard module; the standard one is meant nowhere.
    assert not roots(imports(path)) & others


@pytest.mark.parametrize("path", [*PACKAGE, *STRATEGIES], ids=name)
def test_only_the_engine_imports_numba(path: Path) -> None:
    if path.is_relative_to(ROOT / "jasssim" / "engine"):
        return
    numba = {module for module in imports(path) if module.split(".")[0] == "numba"}
    if path.is_relative_to(ROOT / "jasssim" / "bots"):
        numba -= {"numba.core.errors", "numba.core.errors.NumbaExperimentalFeatureWarning"}
    assert numba == set()


@pytest.mark.parametrize("path", [*PACKAGE, *STRATEGIES], ids=name)
def test_nothing_imports_experiments_notebooks_or_tests(path: Path) -> None:
    assert not roots(imports(path)) & {"experiments", "notebooks", "tests"}


def test_numba_is_not_loaded_for_tables_figures_rules_and_lists() -> None:
    modules = [
        "jasssim", "jasssim.cli", "jasssim.reference", "jasssim.game.notation",
        "jasssim.game.scoring", "jasssim.bots.files", "jasssim.lab.summary",
        "jasssim.study.tables", "jasssim.study.figures", "jasssim.study.ladder_figure",
    ]  # fmt: skip
    code = f"import sys, {', '.join(modules)}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
