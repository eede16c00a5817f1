"""Values and notation: the pure middle of the house."""

from builder.model.diagnostics import BadInput, Diagnostic, Severity, Span, error, near_miss, warning

__all__ = ["BadInput", "Diagnostic", "Severity", "Span", "error", "near_miss", "warning"]
