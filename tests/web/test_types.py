"""The client's types are those of the server's answers; `make test` runs its other checks."""

from __future__ import annotations

import json

import hatch_build
from tenka.server.app import create_app
from tests.server.running import ROOT


def test_the_types_are_those_of_the_server(client, tmp_path):
    """`npm run types` makes them from `python -m tenka.server.openapi`; they are kept in git."""
    described, made = tmp_path / "openapi.json", tmp_path / "schema.d.ts"
    described.write_text(json.dumps(create_app().openapi(), ensure_ascii=False))
    hatch_build.npm("exec", "--", "openapi-typescript", str(described), "-o", str(made))
    assert made.read_text() == (ROOT / "web/src/lib/schema.d.ts").read_text()
