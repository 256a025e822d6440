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
    kernels, bots = compile_kernels(), compile_bots()
    seconds = time.perf_counter() - start
    click.echo(f"{kernels} kernel modules and {bots} bots are ready after {seconds:.1f} s")


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


def compile_bots() -> int:
    """Load every bot, which compiles it; returns how many."""
    from ..bots import caller_names, load_caller, load_strategy, strategy_names

    names = {load_strategy: strategy_names(), load_caller: caller_names()}
    for load, found in names.items():
        for name in found:
            click.echo(f"{'bot' if load is load_strategy else 'caller'} {name}", err=True)
            load(name)
    return sum(map(len, names.values()))
