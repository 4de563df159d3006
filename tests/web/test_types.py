"""The client's types are made from the server's description when the client is built."""

from __future__ import annotations

import json
import subprocess

from hatchling.metadata.core import ProjectMetadata

import hatch_build
from tenka.server.app import create_app
from tests.server.running import ROOT


def test_the_types_are_those_of_this_server_and_not_kept(client):
    hatch_build.make_types()
    assert json.loads(hatch_build.DESCRIPTION.read_text()) == create_app().openapi()
    assert "SamuraiView" in hatch_build.TYPES.read_text()
    made = [str(hatch_build.DESCRIPTION), str(hatch_build.TYPES)]
    kept = subprocess.run(["git", "ls-files", *made], cwd=ROOT, capture_output=True, check=True)
    assert kept.stdout == b""


def test_a_wheel_built_apart_gets_what_the_description_needs(client, tmp_path, monkeypatch):
    """Hatchling asks the hook what to install before it builds; nothing, where all is built."""
    hook = hatch_build.ClientHook(*["", {}, None, ProjectMetadata(str(ROOT), None), "", "wheel"])
    assert hook.dependencies() == []
    monkeypatch.setattr(hatch_build, "MARK", tmp_path / "nothing is built")
    assert {"fastapi", "numba", "pydantic"} <= set(hook.dependencies())
