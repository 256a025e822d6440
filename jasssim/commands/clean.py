"""``jasssim clean``: remove compiled code."""

from __future__ import annotations

import re
from pathlib import Path

import click

HASH = re.compile(r"[0-9a-f]{16}")
COMPILED_FILE = re.compile(r".+\.nb[ci](\.tmp\..+)?")


@click.command()
@click.option("--dry-run", is_flag=True, help="Only say what would be removed.")
def command(dry_run: bool) -> None:
    """Remove the compiled code that jasssim keeps between runs.

    Only folders that jasssim made are removed: those named after a source hash, with
    nothing but compiled code in them.

    \b
    Example:
      jasssim clean --dry-run
    """
    import shutil

    from ..engine import cache_base

    folders = own_folders(cache_base())
    for folder in folders:
        click.echo(f"{'would remove' if dry_run else 'removed'} {folder}")
        if not dry_run:
            shutil.rmtree(folder)
    if not folders:
        click.echo(f"nothing to remove in {cache_base()}")


def own_folders(base: Path) -> list[Path]:
    """Folders of compiled code under a cache folder; anything else is left out."""
    if not base.is_dir():
        return []
    return sorted(path for path in base.iterdir() if HASH.fullmatch(path.name) and is_own(path))


def is_own(folder: Path) -> bool:
    """Whether a folder holds hash-named folders of compiled code and nothing else."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    inner = list(folder.iterdir())
    files = [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]
    named = all(HASH.fullmatch(path.name) and path.is_dir() for path in inner)
    return named and all(
        COMPILED_FILE.fullmatch(path.name) and not path.is_symlink() for path in files
    )
