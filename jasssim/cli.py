"""The command ``jasssim``: finds its subcommands and turns errors into one line.

Exit codes: 0 if all went well, 1 if a check failed or something broke, 2 for wrong input,
130 after an interrupt. Results go to stdout, everything else to stderr.
"""

from __future__ import annotations

import errno
import importlib
import json
import re
from math import isfinite
from pathlib import Path
from typing import Any

import click

FOLDER = Path(__file__).with_name("commands")
CHECK_FAILED, USAGE, INTERRUPTED = 1, 2, 130


def command_names() -> list[str]:
    """Names of all commands, from the files in `FOLDER`.

    Examples
    --------
    >>> "check-cases" in command_names()
    True
    """
    stems = (path.stem for path in FOLDER.glob("*.py"))
    return sorted(stem.replace("_", "-") for stem in stems if not stem.startswith("_"))


class OneLineError(click.ClickException):
    """A usage error that is shown in one line, without the usage."""

    exit_code = USAGE

    def __init__(self, error: click.UsageError) -> None:
        text = one_line(ValueError(error.format_message())).rstrip(".")
        super().__init__(text[:1].lower() + text[1:])

    def show(self, file: Any = None) -> None:
        """Print it to stderr."""
        click.echo(f"error: {self.message}", file=file, err=True)


class Commands(click.Group):
    """A group that loads a command's file when the command is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the commands, in the order of the help."""
        return command_names()

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of a name, None if there is none."""
        if name not in command_names():
            return None
        module = importlib.import_module(f"jasssim.commands.{name.replace('-', '_')}")
        command: click.Command = module.command
        command.name = name
        return command

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> Any:
        """Read the words before the command; wrong ones become one line, none the help."""
        alone = not args
        try:
            return super().make_context(info_name, args, *more, **extra)
        except click.UsageError as error:
            if alone:
                raise
            raise OneLineError(error) from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an error becomes one line and an exit code."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise OneLineError(error) from error
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)
        except Exception as error:
            # A closed pipe is no error of ours; click ends quietly.
            if ctx.params["debug"] or getattr(error, "errno", None) == errno.EPIPE:
                raise
            click.echo(f"error: {one_line(error)}", err=True)
            ctx.exit(USAGE if isinstance(error, ValueError) else CHECK_FAILED)


def one_line(error: Exception) -> str:
    """An error's text on one line, with the error's kind where it is not a message for people.

    Examples
    --------
    >>> one_line(ValueError("deals = 0:\\nexpected at least 1")), one_line(KeyError("x"))
    ('deals = 0: expected at least 1', "KeyError: 'x'")
    """
    text = " ".join(str(error).split())
    if text and isinstance(error, (ValueError, RuntimeError, OSError)):
        return text
    return f"{type(error).__name__}: {text}"


def package_version() -> str:
    """Version of the installed package; ``unknown`` when it runs from a bare folder."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("jasssim")
    except PackageNotFoundError:
        return "unknown"


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"jasssim {package_version()}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
    help="Show the version and exit.",
)  # fmt: skip
def main(debug: bool) -> None:
    """A lab for Coiffeur-Jass: play, count and compare contracts, bots and house rules.

    \b
    Example:
      jasssim show --contract slalom-obenabe --bots rule
    """


def split_bots(
    _: click.Context | None, __: click.Parameter | None, texts: tuple[str, ...]
) -> tuple[str, ...]:
    """Bots of an option that may be repeated or hold several bots parted by commas.

    Examples
    --------
    >>> split_bots(None, None, ("rule, mc(worlds=40,depth=4)", "random"))
    ('rule', 'mc(worlds=40,depth=4)', 'random')
    """
    # A comma inside parentheses parts a bot's parameters, not two bots.
    parts = [part.strip() for text in texts for part in re.split(r",(?![^(]*\))", text)]
    bots = tuple(part for part in parts if part)
    if texts and not bots:
        raise click.BadParameter("no bot is named: expected at least one")
    return bots


def announce() -> None:
    """Say on stderr that kernels will be compiled, if this machine has no code of them yet.

    To be called before anything else of the engine is imported.
    """
    from jasssim.engine import COMPILED, cache_base, source_hash

    if COMPILED and not (cache_base() / source_hash()).is_dir():
        click.echo("compiling kernels, once per machine and version ...", err=True)


def print_json(values: Any) -> None:
    """Print one JSON object to stdout, on one line; what is no number becomes null."""
    click.echo(json.dumps(_without_nan(values), ensure_ascii=False, allow_nan=False))


def _without_nan(values: Any) -> Any:
    if isinstance(values, dict):
        return {key: _without_nan(value) for key, value in values.items()}
    if isinstance(values, list | tuple):
        return [_without_nan(value) for value in values]
    return None if isinstance(values, float) and not isfinite(values) else values
