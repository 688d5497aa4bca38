"""The conformance kit: what every game must keep, for ours and for anyone's."""

from parlour.kernel.checks.report import Failure, Reached, Report
from parlour.kernel.checks.run import check, conform

__all__ = ["Failure", "Reached", "Report", "check", "conform"]
