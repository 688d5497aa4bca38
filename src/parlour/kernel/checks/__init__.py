"""The conformance kit: what every game must keep, for ours and for anyone's."""

from parlour.kernel.checks.check_report import CheckReport, Coverage, Failure
from parlour.kernel.checks.run_checks import check, conform

__all__ = ["CheckReport", "Coverage", "Failure", "check", "conform"]
