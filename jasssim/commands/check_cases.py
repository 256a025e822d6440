"""``jasssim check-cases``: conformance cases through engine and reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..cli import CHECK_FAILED, announce, print_json

if TYPE_CHECKING:
    from ..lab.conformance.cases import CaseReport


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--strict", is_flag=True, help="Fail on types of cases not yet supported, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(ctx: click.Context, file: str, strict: bool, as_json: bool) -> None:
    """Check engine and reference against conformance cases.

    Every case of FILE is put to both; each value that differs from what the case expects
    is printed, and the exit code is then 1.

    \b
    Example:
      jasssim check-cases tests/rules/cases.json
    """
    announce()
    from ..lab.conformance.cases import check_cases, load_cases

    report = check_cases(load_cases(file))
    if as_json:
        print_json(as_values(report))
    else:
        print_report(report)
    if report.disagreements or (strict and report.unsupported):
        ctx.exit(CHECK_FAILED)


def as_values(report: CaseReport) -> dict[str, Any]:
    """A report as plain values for JSON."""
    return {
        "run": report.run,
        "agreed": report.agreed,
        "disagreed": report.disagreed,
        "not_yet_supported": dict(sorted(report.unsupported.items())),
        "disagreements": [found._asdict() for found in report.disagreements],
    }


def print_report(report: CaseReport) -> None:
    """Print a report for people; the last line is its summary."""
    for found in report.disagreements:
        click.echo(
            f"{found.case} ({found.type}), {found.side}: {found.key} "
            f"expected {found.expected}, got {found.got}"
        )
    for name, number in sorted(report.unsupported.items()):
        click.echo(f"not yet supported: {name}, {number} cases")
    click.echo(
        f"{report.run} cases run, {report.agreed} agreed, {report.disagreed} disagreed, "
        f"{report.unsupported.total()} not yet supported"
    )
