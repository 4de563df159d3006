"""Why the table refuses what its code alone does not say: all reasons, with English sentences."""

from __future__ import annotations

from tenka.core.reasons import Reasons

REASONS = Reasons()
_reason = REASONS.reason

# -- laying a table
SEAT_COUNT = _reason("seat_count", "{game} has {seats} seats here, and {given} are given")
LEVEL_OF_PERSON = _reason("level_of_person", "only a bot has a level")
NO_SUCH_BOT = _reason("no_such_bot", "{game} has no bot {level!r}: there is {known}")

NO_TIME = _reason("no_time", "a pace gives time to think: for each turn, or in a bank")
NO_SUCH_ZONE = _reason("no_such_zone", "there is no time zone {zone!r}; one is Europe/Warsaw")
NIGHT_HOURS = _reason("night_hours", "a night begins and ends at different hours")

# -- rated games
RATED_ALIKE = _reason(
    "rated_alike", "a rated game has one person for each seat, each with an account, and no hints"
)
RATED_ONCE = _reason("rated_once", "you sit at this rated game already: one seat for each person")
NO_RATED_BOT = _reason("no_rated_bot", "the bot {level!r} has no rating here")

# -- people and each other
YOURSELF = _reason("yourself", "that is you yourself, or nobody in particular")
OTHER_RATING = _reason(
    "other_rating", "this table is for ratings from {low} to {high}, and yours is {mine}"
)

# -- tournaments
TOURNAMENT_BEGUN = _reason("tournament_begun", "this tournament has begun already")
TOO_FEW_ENTRANTS = _reason("too_few_entrants", "a tournament needs two people at least")
NOT_IN_TOURNAMENT = _reason(
    "not_in_tournament", "you take no part in this tournament, or it is not being played"
)

# -- the game's course
NO_WORD_NOW = _reason(
    "no_word_now", "a word is added before the game, once for each seat, and not to a study"
)
NOT_BEGUN = _reason("not_begun", "the game has not begun: seats are still open")
NO_SUCH_ANSWER = _reason(
    "no_such_answer", "{name!r} cannot be answered in advance now, or not beside the others"
)
STANDS_IN = _reason("stands_in", "a bot plays this seat for you: take it back first")
NO_STAND_IN = _reason("no_stand_in", "no bot stands in for this seat")
NOTHING_TO_LEAVE = _reason("nothing_to_leave", "the game is over: there is nothing to leave")
NO_BOT_HERE = _reason("no_bot_here", "bots are put in free seats before the game, or in a study")
LAST_SEAT_OF_STUDY = _reason("last_seat_of_study", "one seat of a study stays yours")
RESIGNED = _reason("resigned", "you have resigned this game: a bot is playing it to the end")
NOTHING_TO_RESIGN = _reason(
    "nothing_to_resign", "there is no game to resign here, or you have resigned it already"
)
CLOCK_DECIDES = _reason("clock_decides", "at this table a bot comes when somebody's time is up")
TIME_SPENT = _reason("time_spent", "your time is up: a bot is playing this game to the end")
NO_PACE = _reason("no_pace", "there is nothing to pause: no clocks run at this table")
NO_PAUSE = _reason("no_pause", "this table is not paused")
NOBODY_AWAITED = _reason("nobody_awaited", "nobody is being waited for: the game is not running")
NOT_ABSENT = _reason("not_absent", "seat {seat} is played by a bot, or by you")
OTHER_NOT_ASKED = _reason("other_not_asked", "{name} is not asked now")
SERIES = _reason("series", "a request has 1 to {most} decisions, not {given}")

# -- after the game
AFTER_STATISTICS = _reason("after_statistics", "statistics come after the game")
AFTER_REMATCH = _reason("after_rematch", "a rematch comes after the game")
AFTER_STUDY = _reason("after_study", "a game can be studied when it is over")
AFTER_REVIEW = _reason("after_review", "a game is reviewed when it is over")
NO_REVIEWS = _reason("no_reviews", "this server makes no reviews")
AFTER_CARDS = _reason("after_cards", "all cards are shown only once the game is over")
AFTER_RECORD = _reason(
    "after_record", "the record would give away everybody's secrets: it comes after the game"
)

# -- odds
NO_ODDS_HERE = _reason("no_odds_here", "this table was set up without odds")
GAME_WITHOUT_ODDS = _reason("game_without_odds", "no battle of {game} has odds")

# -- hints
NO_HINTS_HERE = _reason("no_hints_here", "this table was set up without hints")
BEGAN_AS_TEXT = _reason(
    "began_as_text", "this game began at a position that somebody wrote: it has no record or review"
)
STUDIES_HAVE_TREES = _reason("studies_have_trees", "only a study keeps what was tried as a tree")
VARIATION_IN_USE = _reason(
    "variation_in_use", "what lies on the table stays: go to another position before removing it"
)
STUDIES_ALONE = _reason("studies_alone", "positions are judged in a study, after the game")
HINTS_ALONE = _reason("hints_alone", "hints are for one person who plays against bots alone")

# -- notices
NO_ADDRESS = _reason("no_address", "this is not a web address")
PLAIN_HTTPS = _reason(
    "plain_https", "a webhook is an https address without a user, on the usual port"
)
ADDRESS_LENGTH = _reason("address_length", "a webhook has at most {most} plain characters")
INTERNAL_ADDRESS = _reason("internal_address", "a webhook must not lead to an internal address")

MANY_CHANNELS = _reason("many_channels", "one person has at most {most} channels for notices")
NO_DEVICE = _reason("no_device", "these are not the keys of a browser")
NO_MAIL = _reason("no_mail", "this server sends no letters")
LAST_MAILBOX = _reason(
    "last_mailbox", "without a passkey you need this mailbox to come back: switch it off instead"
)
NO_MAILBOX = _reason("no_mailbox", "this is not an e-mail address")

# -- record files
RECORD_AS_JSON = _reason("record_as_json", "a record file is sent as application/json")
RECORD_TOO_LONG = _reason(
    "record_too_long",
    "a record has no text of more than {word} characters and no list of more than {most} steps",
)

# -- people
PASSKEYS_WANT_A_NAME = _reason(
    "passkeys_want_a_name", "passkeys belong to a name: open this page by one, such as localhost"
)
MANY_PASSKEYS = _reason("many_passkeys", "one person has at most {most} passkeys")
LAST_PASSKEY = _reason("last_passkey", "the last passkey stays: without it you could not come back")
