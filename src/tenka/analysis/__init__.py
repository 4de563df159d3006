"""What positions and decisions were worth: the judge, and reviews of finished games."""

from tenka.analysis.judge import Judge, Option, all_cards_up
from tenka.analysis.review import Moment, Reviewer, Step, assembled, review

__all__ = ["Judge", "Moment", "Option", "Reviewer", "Step", "all_cards_up", "assembled", "review"]
