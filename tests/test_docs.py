"""Pages outside the documentation site: their links lead somewhere. The site checks its own."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("examples/**/*.md")]
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)\s#]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_map_of_the_server_names_every_module():
    told = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    modules = sorted((ROOT / "src" / "tenka" / "server").glob("*.py"))
    assert [m.name for m in modules if f"`{m.name}`" not in told and m.name != "__init__.py"] == []
    named = set(re.findall(r"`(\w+\.py)`", told))
    assert named <= {module.name for module in modules}
