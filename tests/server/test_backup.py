"""A copy is taken while people play; put back, all is as it was at one moment."""

from __future__ import annotations

import asyncio
import gzip
import json
import stat

import httpx
import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory
from typer.testing import CliRunner

from tenka.cli import app
from tenka.core.errors import TenkaError
from tenka.server.backup import PASSING, put_back, take
from tenka.server.sessions import COOKIE
from tenka.server.storage import CHANNELS, Storage, metadata
from tests.server.furnished import SESSION, furnish
from tests.server.legible import require_readable
from tests.server.running import Server, connection, table

KEPT = [
    one for one in metadata.sorted_tables if one.name not in ("presence", "processes", "orders")
]


def content(address: str) -> dict[str, list]:
    """All that a database keeps, except who is there just now."""

    async def read() -> dict[str, list]:
        storage = Storage(address)
        async with storage.reading() as connection:
            found = {
                one.name: [
                    tuple(row)
                    for row in await connection.execute(
                        sa.select(one).order_by(*one.primary_key.columns)
                    )
                ]
                for one in KEPT
            }
        await storage.close()
        return found

    return asyncio.run(read())


@pytest.mark.parametrize(("kind", "other"), [("sqlite", "postgres"), ("postgres", "sqlite")])
def test_a_copy_of_a_running_server_is_put_back(kind, other, request, tmp_path):
    """Into the other kind of database; there the game goes on, with the same keys."""
    first, second = (request.getfixturevalue(name)() for name in (kind, other))
    file = tmp_path / "copy.gz"

    async def play(url: str, keep) -> tuple[str, str, dict]:
        async with table(url) as (ann, _):
            look = await ann.look(0)
            await asyncio.to_thread(keep)
            await ann.play(0, look["version"], look["legal"][0]["id"])
            return ann.link, ann.key, look

    async def go_on(url: str, link: str, key: str) -> dict:
        async with connection(url) as http:
            http.headers["Authorization"] = f"Bearer {key}"
            look = (await http.get(f"/api/tables/{link}?seat=0")).json()
            move = {"seat": 0, "version": look["version"]}
            move["decisions"] = [look["legal"][0]["id"]]
            answer = await http.post(f"/api/tables/{link}/moves", json=move)
            assert answer.status_code == 200, answer.text
            laid = await http.post("/api/tables", json={"game": "suntzu"})
            assert laid.status_code == 201, laid.text  # its number is a new one
            await require_anns(http)
            return look

    asyncio.run(furnish(first))
    with Server(first) as server:
        link, key, look = asyncio.run(play(server.url, lambda: take(first, file)))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    put_back(second, file, replace=False)
    with Server(second) as server:
        found = asyncio.run(go_on(server.url, link, key))
    for name in ("version", "legal", "view", "position"):
        assert found[name] == look[name]
    with pytest.raises(TenkaError, match="--replace"):
        put_back(second, file, replace=False)
    put_back(second, file, replace=True)
    third = request.getfixturevalue(kind)()
    put_back(third, file, replace=False)
    assert content(second) == content(third)
    found = content(third)
    assert len(found.pop("tables")) == 4
    assert all(found.values()), "something of everything was put back"


async def require_anns(http: httpx.AsyncClient) -> None:
    """Ann is known on her device, and sits where she sat."""
    del http.headers["Authorization"]
    http.cookies.set(COOKIE, SESSION)
    account = (await http.get("/api/account")).json()["account"]
    assert (account["name"], [one["label"] for one in account["passkeys"]]) == ("Ann", ["Phone"])
    mine = [one["table"] for one in (await http.get("/api/account/tables")).json()]
    assert {one["status"] for one in mine} == {"running", "finished"}
    (running,) = [one["table"] for one in mine if one["status"] == "running"]
    look = (await http.get(f"/api/tables/{running}?seat=0")).json()
    assert look["clocks"], look
    (cup,) = (await http.get("/api/tournaments")).json()
    assert (cup["name"], cup["people"]) == ("Spring", 2)


def test_a_copy_that_is_damaged_changes_nothing(sqlite, tmp_path):
    address, file = sqlite(), tmp_path / "copy.gz"
    with Server(address) as server:

        async def lay() -> None:
            async with table(server.url):
                pass

        asyncio.run(lay())
    take(address, file)
    with pytest.raises(TenkaError, match="is there already"):
        take(address, file)
    before = content(address)
    lines = gzip.decompress(file.read_bytes()).splitlines()
    for number, damaged in enumerate((lines[:-1], lines[:1] + lines[2:], [b"{}"], [b"no"])):
        bad = tmp_path / f"bad-{number}.gz"
        bad.write_bytes(gzip.compress(b"\n".join(damaged)))
        done = CliRunner().invoke(app, ["restore", str(bad), "--database", address, "--replace"])
        assert isinstance(done.exception, TenkaError), done.output
        assert content(address) == before
    done = CliRunner().invoke(
        app, ["restore", str(file), "--database", address, "--replace", "--json"]
    )
    assert json.loads(done.stdout)["rows"]["tables"] == 1
    assert content(address) == before


def versions() -> list[str]:
    """Every shape that the database has ever had, the oldest first."""
    script = ScriptDirectory("src/tenka/server/migrations")
    return [revision.revision for revision in script.walk_revisions()][::-1]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_data_of_every_earlier_version_comes_along(kind, request, tmp_path):
    """By migrating, and in a copy that is put back today: both end with the same."""
    fresh = request.getfixturevalue(kind)
    for version in versions():
        old, new = fresh(), fresh()
        had = asyncio.run(furnish(old, version))
        assert all(had.values()), f"something for every table of {version}"
        file = tmp_path / f"{kind}-{version}.gz"
        take(old, file)
        put_back(new, file, replace=False)
        asyncio.run(opened(old))
        for address in (old, new):
            asyncio.run(require_readable(address, {n: had[n] for n in had.keys() - PASSING}))
        assert without_secrets(content(old)) == without_secrets(content(new)), version


async def opened(address: str) -> None:
    """Start as a server does."""
    storage = Storage(address)
    await storage.open()
    await storage.close()


def without_secrets(found: dict[str, list]) -> dict[str, list]:
    """Webhooks of older versions get theirs when they are migrated, another each time."""
    at = list(CHANNELS.columns.keys()).index("secrets")
    hooks = [(*row[:at], sorted(row[at]), *row[at + 1 :]) for row in found["channels"]]
    return {**found, "channels": hooks}
