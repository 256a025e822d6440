"""``jasssim doctor``: versions, machine, cache and speed."""

from __future__ import annotations

from typing import Any

import click

from ..cli import CHECK_FAILED, announce, print_json


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Show versions, processor, cache folder and speed; fail if something is amiss.

    \b
    Example:
      jasssim doctor --json
    """
    announce()
    from ..lab.doctor import examine

    found = examine()
    if as_json:
        print_json(found)
    else:
        print_findings(found)
    if found["problems"]:
        ctx.exit(CHECK_FAILED)


def print_findings(found: dict[str, Any]) -> None:
    """Print the findings for people."""
    cache = found["cache"]
    features = ", ".join(
        f"{name} {'yes' if found[name] else 'no'}" for name in ("bmi2", "avx2", "avx512f")
    )
    state = "writable" if cache["writable"] else "not writable"
    lines = {
        **found["versions"],
        "processor": f"{found['cpu']}, {found['cores']} cores",
        "instructions": features,
        "threads": found["threads"],
        "cache": f"{cache['path']}, {cache['bytes'] / 1e6:.1f} MB, {state}",
        "source hash": found["source_hash"],
        "warm start": f"{found['warm_start_seconds']:.2f} s",
        "speed": f"{found['deals_per_second']:.0f} deals/s (random bots, obenabe, one thread)",
    }
    for name, text in lines.items():
        click.echo(f"{name:<13} {text}")
    for problem in found["problems"]:
        click.echo(f"problem: {problem}")
