"""``jasssim clean``: remove compiled code."""

from __future__ import annotations

import re
from pathlib import Path

import click

HASH = re.compile(r"[0-9a-f]{16}")


@click.command()
@click.option("--dry-run", is_flag=True, help="Only say what would be removed.")
def command(dry_run: bool) -> None:
    """Remove the compiled code that jasssim keeps between runs.

    Only folders that jasssim made are removed: those named after a source hash that hold
    the marker file made-by-jasssim.

    \b
    Example:
      jasssim clean --dry-run
    """
    import shutil

    from ..engine import MARKER, cache_base

    named = hash_folders(cache_base())
    folders = [folder for folder in named if (folder / MARKER).is_file()]
    for folder in named:
        if folder not in folders:
            click.echo(f"left alone {folder}: no file {MARKER} in it")
    for folder in folders:
        click.echo(f"{'would remove' if dry_run else 'removed'} {folder}")
        if not dry_run:
            shutil.rmtree(folder)
    if not folders:
        click.echo(f"nothing to remove in {cache_base()}")


def hash_folders(base: Path) -> list[Path]:
    """Folders of a cache folder that are named after a source hash; no links."""
    if not base.is_dir():
        return []
    named = [path for path in base.iterdir() if HASH.fullmatch(path.name)]
    return sorted(path for path in named if path.is_dir() and not path.is_symlink())
