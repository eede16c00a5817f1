"""The report as one self-contained page that can be mailed."""

from __future__ import annotations

from builder.art.templates import fill, own_templates
from builder.make.check import CheckReport
from builder.report.verdicts import LOUD, line, notes_of, per_rule, summary


def page(report: CheckReport) -> str:
    """HTML with everything escaped; findings first, then each action with its verdicts."""
    loud = [v for v in report.verdicts if v.outcome in LOUD]
    return fill(
        "report/check.html.j2",
        own_templates(report.game.folder),
        title=f"{report.game.name}: report",
        summary=list(summary(report)),
        loud=[(v, line(v), report.rulings.of(v)) for v in loud],
        actions=[(str(a), [str(r) for r in a.refs], verdicts) for a, verdicts in report.judged],
        rules=per_rule(report.verdicts),
        notes=[str(n) for n in notes_of(report)[:50]],
    )
