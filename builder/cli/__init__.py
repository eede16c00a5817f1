"""The command line: wiring only. Each command lives in a module of its own and is imported when it is called."""

from __future__ import annotations

import importlib
import sys

import click

from builder.model import BadInput

# command -> (module, one line for the list); explicit, so that --help imports nothing
COMMANDS = {
    "bind": ("bind", "draft what somebody else's module means in a game of ours"),
    "build": ("build", "compile a game's sources into a VASSAL module"),
    "chain": ("chain", "put the logs of a game in order, and tell what is wrong with the chain"),
    "charts": ("charts", "write a game's charts as pages and pictures"),
    "check": ("check", "replay recorded games and judge every action by the rules"),
    "counters": ("pictures", "draw a game's counters on one page"),
    "cut": ("cut", "cut a position out of a recorded game, or its end off"),
    "demo": ("demo", "build the Marne module, print its counter sheet, check a recorded game"),
    "dice": ("dice", "every roll of a recorded game, and what fair dice would do"),
    "dispute": ("dispute", "one page to print on a step that players disagree on"),
    "dump": ("dump", "show a module, save or log as readable text"),
    "examine": ("examine", "look for faults in a module, save or log"),
    "explain": ("explain", "what a rule asks, what it looks at, and examples"),
    "faces": ("faces", "compose every face of any VASSAL module, as pictures"),
    "gpids": ("gpids", "show or extend the table of lasting piece numbers"),
    "judge": ("judge", "judge cases said in the notation"),
    "lint": ("lint", "validate a game's sources, or one case file"),
    "map": ("pictures", "draw a game's map"),
    "missing": ("missing", "list what an owner of the printed game could settle, or write it as tables"),
    "moves": ("moves", "where a unit may go, and whom it may attack at what odds"),
    "new": ("new", "begin a game of your own from the tutorial game"),
    "record": ("record", "play a script of `do` lines into a VASSAL log"),
    "rules": ("explain", "list a game's rules and what is checked"),
    "setup": ("setup", "check what players set up by the rules of its scenario"),
    "sheets": ("sheets", "print counter sheets as PDF, true to size"),
    "transcript": ("transcript", "tell a recorded game step by step, for any module"),
}


class Lazy(click.Group):
    """A group whose commands are imported one at a time."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        return getattr(importlib.import_module(f"builder.cli.{COMMANDS[name][0]}"), name.replace("-", "_"))

    def resolve_command(self, ctx: click.Context, args: list[str]):
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from builder.model import near_miss

            error.message = f"no such command {args[0]!r}{near_miss(args[0], COMMANDS)}"
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])


@click.command(
    cls=Lazy,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Examples:  hexwright build glorys-end -o dist   ·   hexwright check our-game/   ·   hexwright explain 12.8",
)
@click.version_option(package_name="hexwright", prog_name="hexwright")
def group() -> None:
    """Board wargames: sources to VASSAL modules, recorded games to verdicts, counters to paper.

    Exit codes: 0 clean, 1 findings, 2 the tool or its input failed.
    """


def main(words: list[str] | None = None) -> None:
    """Run a command line and exit; bad input is told in lines for people, never as a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")  # also when redirected, whatever the locale
    try:
        group.main(args=words, prog_name="hexwright")
    except BadInput as trouble:
        for diagnostic in trouble.diagnostics:
            click.echo(str(diagnostic), err=True)
        sys.exit(2)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
        sys.exit(0)
    except OSError as trouble:
        name = f"{trouble.filename}: " if trouble.filename else ""
        click.echo(f"{name}{(trouble.strerror or str(trouble)).lower()}", err=True)
        sys.exit(2)
