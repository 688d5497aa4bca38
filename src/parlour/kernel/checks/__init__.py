"""The conformance checks: play a game's matches and report where its code breaks what every game must fulfil."""

from parlour.kernel.checks.check_report import CheckReport, Coverage, Failure
from parlour.kernel.checks.run_checks import check, conform

__all__ = ["CheckReport", "Coverage", "Failure", "check", "conform"]
