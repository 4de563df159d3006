"""What can be set from outside: each field is an environment variable `TENKA_<FIELD>`."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import platformdirs


def default_database() -> str:
    """A SQLite file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("tenka", appauthor=False))
    return f"sqlite:///{folder / 'tables.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """How one server runs. The defaults suit a group of friends; docs/table.md explains each."""

    database: str = ""  # an address of SQLite or PostgreSQL; empty: the user's own file
    database_seconds: float = 10.0  # for one piece of work of PostgreSQL; 0: as long as it takes
    database_connections: int = 30  # of one process, at most
    processes: int = 1  # server processes on this database; more than one SQLite process polls
    base_url: str = ""  # the outside address, for links in notices
    mail: str = ""  # the mail account, as smtps://user:password@host; empty: no letters
    mail_from: str = ""  # the address that letters come from
    mail_seconds: float = 900.0  # between two letters to one person: what comes meanwhile is one
    notice_seconds: float = 30.0  # until who is asked, and not here, is told ...
    notice_open_seconds: float = 600.0  # ... and who has the table open, but does not decide
    notice_hosts: str = ""  # that notices may go to though they are internal, with commas
    hosts: str = ""  # further names under which the server may be asked for, with commas
    bot_seconds: float = 5.0  # a bot that thinks longer is replaced by a legal default
    bot_processes: int = 1  # 0: they think elsewhere, in `tenka think`
    bot_pace: float = 0.3  # seconds of a bot's shortest pause, so that people can follow; see tempo
    bot_look_seconds: float = 30.0  # bots alone play on so long after a look, and while watched
    review_draws: int = 128  # states drawn for each position of a review; 0: there are no reviews
    reviews: int = 8  # under way in one process at the same time ...
    reviews_per_address: int = 2  # ... and asked for by one address
    puzzles: str = ""  # a folder with more puzzles, as `tenka puzzles` writes them: GAME.json
    sweep_seconds: float = 1.0  # how often absent players and orphaned bots are looked for
    heartbeat_seconds: float = 15.0
    away_seconds: float = 5.0  # without a stream, until somebody has gone: a reload is shorter
    call_seconds: float = 60.0  # the table waits so long until a bot may be called for ...
    patience_seconds: float = 600.0  # ... and until one person's word is enough for that
    presence_seconds: float = 10.0  # how often a process says that it is alive
    request_rate: float = 50.0  # requests per second and address; 0: no limit
    request_burst: float = 200.0
    create_rate: float = 1.0  # new tables and imports per second and address; 0: no limit
    create_burst: float = 30.0
    people_rate: float = 1 / 300  # new accounts per second and address; 0: no limit
    people_burst: float = 20.0
    talk_rate: float = 0.5  # of spectators' messages, nudges, calls and the like
    talk_burst: float = 10.0
    letter_rate: float = 1 / 3600  # sign-in letters per second to one mailbox; 0: no limit
    letter_burst: float = 3.0
    mailing_rate: float = 1 / 300  # those that one address asks for, per second; 0: no limit
    mailing_burst: float = 20.0
    hint_rate: float = 0.2  # hints per second and address; 0: no limit
    hint_burst: float = 10.0
    streams_per_address: int = 200
    connections_per_address: int = 300
    connections: int = 0  # in all; 0: as many as the system's limit on open files allows
    head_seconds: float = 20.0  # from the first byte of a request to the end of its head ...
    body_seconds: float = 60.0  # ... and from there to the end of its body
    idle_seconds: float = 75.0  # between two requests of a connection
    unread_seconds: float = 60.0  # how long an answer may wait to be read
    tables_per_address: int = 500  # unfinished, or laid within a day; 0: no limit
    listed_per_address: int = 10  # of them waiting in the lobby; 0: no limit
    keep_open_days: float = 3.0  # without a change, until a table is removed; 0: for ever
    keep_running_days: float = 90.0
    keep_finished_days: float = 365.0
    keep_people_days: float = 730.0  # without a visit, until an account goes; 0: for ever
    session_days: float = 90.0  # without a visit, until somebody is signed out
    prune_seconds: float = 600.0  # how often tables whose time is over are looked for
    operator_token: str = ""  # opens the operator's page; empty: there is none
    body_bytes: int = 64 * 1024
    record_bytes: int = 256 * 1024
    log_level: str = "INFO"

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings as the environment gives them."""
        defaults = asdict(cls())
        given = {name: os.environ.get(f"TENKA_{name.upper()}") for name in defaults}
        chosen: dict[str, Any] = {
            name: type(defaults[name])(text) for name, text in given.items() if text is not None
        }
        return cls(**chosen)

    @property
    def database_address(self) -> str:
        """Where the tables are kept."""
        return self.database or default_database()
