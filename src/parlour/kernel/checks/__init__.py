"""The conformance checks: what every game must fulfil, in this package or elsewhere."""

from parlour.kernel.checks.check_report import CheckReport, Coverage, Failure
from parlour.kernel.checks.run_checks import check, conform

__all__ = ["CheckReport", "Coverage", "Failure", "check", "conform"]
