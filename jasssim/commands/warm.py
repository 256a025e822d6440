"""``jasssim warm``: compile everything now."""

from __future__ import annotations

import time

import click

from ..cli import announce


@click.command()
def command() -> None:
    """Compile every kernel and every bot, so that nothing has to wait later.

    \b
    Example:
      jasssim warm
    """
    announce()
    start = time.perf_counter()
    kernels, (bots, callers) = compile_kernels(), compile_bots()
    seconds = time.perf_counter() - start
    click.echo(
        f"{kernels} kernel modules, {bots} bots and {callers} callers are ready after "
        f"{seconds:.1f} s"
    )


def compile_kernels() -> int:
    """Import every module of the engine, which compiles its kernels; returns how many."""
    import importlib
    import pkgutil

    import jasssim.engine

    names = sorted(module.name for module in pkgutil.iter_modules(jasssim.engine.__path__))
    for name in names:
        click.echo(f"kernels of {name}", err=True)
        importlib.import_module(f"jasssim.engine.{name}")
    return len(names)


def compile_bots() -> tuple[int, int]:
    """Load every bot and caller, which compiles it; returns how many of each."""
    from ..bots import caller_names, load_caller, load_strategy, strategy_names

    bots, callers = strategy_names(), caller_names()
    for name in bots:
        click.echo(f"bot {name}", err=True)
        load_strategy(name)
    for name in callers:
        click.echo(f"caller {name}", err=True)
        load_caller(name)
    return len(bots), len(callers)
