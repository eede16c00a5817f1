"""Printable sheets of a game's pieces."""

from builder.sheets.countersheet import counter_sheet
from builder.sheets.plan import SheetPlan, plan_sheets
from builder.sheets.stock import Stock, game_stock
from builder.sheets.style import SheetStyle

__all__ = ["SheetPlan", "SheetStyle", "Stock", "counter_sheet", "game_stock", "plan_sheets"]
