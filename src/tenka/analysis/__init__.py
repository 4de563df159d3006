"""What positions and decisions were worth: the judge, and reviews of finished games."""

from tenka.analysis.judge import Judge, Option, all_cards_up

__all__ = ["Judge", "Option", "all_cards_up"]
