"""Speed: what `tenka bench` measures, next to peers in the same run."""

from tenka.bench.page import rewrite
from tenka.bench.plot import as_svg
from tenka.bench.report import measure, show

__all__ = ["as_svg", "measure", "rewrite", "show"]
