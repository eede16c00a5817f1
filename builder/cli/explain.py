"""hexwright explain, hexwright rules"""

from __future__ import annotations

import click

from builder.cli.common import JSON, put_json


@click.command(epilog='Examples:  hexwright explain "glorys-end 12.8"   ·   hexwright explain 13.16 --game glorys-end')
@click.argument("rule", nargs=-1, required=True)
@click.option("--game", metavar="GAME", help="the game whose rule is meant (default: the first word, else glorys-end)")
@JSON
def explain(rule: tuple[str, ...], game: str | None, json_: bool) -> None:
    """What a rule asks, what the referee looks at, what it cannot see, the reading taken, and examples.

    RULE is an id, or the beginning of one: 12 explains every rule of chapter 12.
    """
    from builder.make.rulebook import explain as text_of

    text = text_of(" ".join(rule), game)
    if json_:
        put_json({"schema": 1, "asked": " ".join(rule), "text": text})
    else:
        click.echo(text)


@click.command(epilog="Examples:  hexwright rules glorys-end   ·   hexwright rules glorys-end --notation")
@click.argument("game", metavar="GAME")
@click.option(
    "--notation", "said", is_flag=True, help="what cases of this game may say: actions, facts, moments, words"
)
@JSON
def rules(game: str, said: bool, json_: bool) -> None:
    """List a game's rules with their status, and how much of the rulebook is covered."""
    from builder.make.rulebook import covered, notation

    if said:
        text = notation(game)
        put_json({"schema": 1, "notation": text}) if json_ else click.echo(text, nl=False)
        return
    found = covered(game)
    if json_:
        put_json({"schema": 1, "rules": [{"id": r.id, "title": r.title, "status": r.status, "summary": r.summary}
                                         for r in found.rules], "counts": dict(found.counts)})  # fmt: skip
        return
    for rule in found.rules:
        click.echo(f"{rule.id:<8} {rule.status or 'open':<12} {rule.summary}")
    click.echo("  ".join(f"{status or 'open'} {count}" for status, count in found.counts.items()))
    for fault in found.faults:
        click.echo(str(fault))
