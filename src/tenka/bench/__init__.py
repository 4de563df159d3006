"""Speed: what `tenka bench` measures, next to peers in the same run."""

from tenka.bench.report import measure, show

__all__ = ["measure", "show"]
