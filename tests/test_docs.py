"""Pages outside the documentation site: their links lead somewhere. The site checks its own."""

import re
import tomllib
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


def test_the_design_says_what_each_dependency_is_for():
    told = (
        (ROOT / "docs" / "design.md").read_text(encoding="utf-8").partition("dependency is for")[2]
    )
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, groups = asked["project"], asked["dependency-groups"]
    lists = [project["dependencies"], *project["optional-dependencies"].values(), *groups.values()]
    names = {re.split(r"[][<>=]", wish)[0] for wishes in lists for wish in wishes}
    assert len(names) > 30
    assert (
        sorted(name for name in names if not re.search(rf"(?<![\w-]){name}(?![\w-])", told)) == []
    )
