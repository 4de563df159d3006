"""Everything the server refuses, each with a code for programs and a sentence for people."""

from __future__ import annotations

from tenka.core.errors import TenkaError
from tenka.core.reasons import Reason


class Problem(Exception):
    """A refusal: nothing was changed."""

    status = 400
    code = "bad_request"

    def __init__(self, detail: object, *, retry_after: int | None = None) -> None:
        super().__init__(str(detail))
        self.detail = str(detail)
        self.retry_after = retry_after
        self.reason: Reason | None = None


class Reasoned(Problem):
    """A refusal whose code alone does not say enough: it has a reason too."""

    def __init__(self, why: Reason | TenkaError) -> None:
        super().__init__(why)
        self.reason = why.reason if isinstance(why, TenkaError) else why


class UnknownTable(Problem):
    """There is no table of that link."""

    status, code = 404, "unknown_table"


class UnknownThing(Problem):
    """The table has no such seat, position or the like."""

    status, code = 404, "not_found"


class BadChoice(Reasoned):
    """A game, an option, a level or a list of seats that does not exist."""

    status, code = 422, "bad_choice"


class NotYourSeat(Problem):
    """The request does not carry the key of that seat."""

    status, code = 403, "not_your_seat"


class NotSignedIn(Problem):
    """Only people who are signed in may do this."""

    status, code = 401, "not_signed_in"


class NotProved(Problem):
    """A passkey or a link that opens nothing: unknown, wrong, used before or too late."""

    status, code = 403, "not_proved"


class NotTheHost(Problem):
    """Only whoever laid the table may do this."""

    status, code = 403, "not_the_host"


class NotWelcome(Problem):
    """Somebody there has blocked whoever asks, or was blocked by them."""

    status, code = 403, "not_welcome"


class Quiet(Problem):
    """The players want no talk of spectators."""

    status, code = 403, "spectators_quiet"


class NotAway(Problem):
    """The person is here, or has not been away for long enough."""

    status, code = 409, "not_away"


class Stale(Problem):
    """The position has changed since the request was made."""

    status, code = 409, "stale_version"


class NotYourTurn(Problem):
    """The seat is not asked now."""

    status, code = 409, "not_your_turn"


class Illegal(Reasoned):
    """A decision that the rules refuse."""

    status, code = 422, "illegal_decision"


class WrongTime(Reasoned):
    """The table is not in the state for this: not begun, running, or over."""

    status, code = 409, "wrong_time"


class OtherRules(Problem):
    """The game was begun by rules that this server does not have."""

    status, code = 410, "other_rules"


class SeatTaken(Problem):
    """There is no free seat, or that one is not free."""

    status, code = 409, "seat_taken"


class NothingToUndo(Problem):
    """No decision can be taken back without crossing what has become known."""

    status, code = 409, "nothing_to_take_back"


class RequestReused(Problem):
    """A request id that was used before, for something else."""

    status, code = 409, "request_reused"


class TooMany(Problem):
    """More requests than the limits allow."""

    status, code = 429, "too_many_requests"


class TooLarge(Problem):
    """A body larger than the limit."""

    status, code = 413, "too_large"


class ForeignPage(Problem):
    """A change that a page of another origin asked for."""

    status, code = 403, "foreign_page"


class UnknownHost(Problem):
    """A request for a host that this server is not."""

    status, code = 421, "unknown_host"


class Maintenance(Problem):
    """The operator is about to work on the server: games go on, new ones wait."""

    status, code = 503, "maintenance"


class Banned(Problem):
    """The operator has banned this address, or this person."""

    status, code = 403, "banned"


class NotTheOperator(Problem):
    """The request does not carry the operator's token, or the server has none."""

    status, code = 403, "not_the_operator"


class BadAddress(Problem):
    """What is to be banned is no address."""

    status, code = 422, "bad_address"


class Busy(Problem):
    """The server has no room for this now."""

    status, code = 503, "busy"


class Unavailable(Problem):
    """The database does not answer, or cannot keep anything."""

    status, code = 503, "unavailable"


def codes() -> list[str]:
    """All codes: those above, and those of refusals that are not this server's own."""
    own: list[type[Problem]] = [Problem]
    own += [*Problem.__subclasses__(), *Reasoned.__subclasses__()]
    others = ["method_not_allowed", "wrong_shape", "refused", "server_error"]
    return sorted({*others, *(kind.code for kind in own)})
