"""Every notebook runs from top to bottom."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import jupytext
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    notebook = jupytext.read(path)
    resources = {"metadata": {"path": str(ROOT)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert outputs


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_defines_no_functions(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef, ast.Lambda)
    assert not [node for node in ast.walk(tree) if isinstance(node, kinds)]
