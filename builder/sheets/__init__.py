"""Printable sheets of a game's pieces."""

from builder.sheets.countersheet import counter_sheet
from builder.sheets.plan import SheetPlan, plan_sheets

__all__ = ["SheetPlan", "counter_sheet", "plan_sheets"]
