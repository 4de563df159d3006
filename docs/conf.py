"""The documentation site: `make docs` builds it from this folder into build/docs."""

import tenka

project = "Tenka"
author = "the Tenka authors"
release = tenka.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = f"Tenka {release}"
html_show_copyright = False
myst_heading_anchors = 3  # links to headings are checked like links to pages
autodoc_member_order = "bysource"
autodoc_typehints = "description"
exclude_patterns = ["pictures"]
