"""`/docs`: every request of the interface on one plain page, made from its description."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tenka: the interface</title>
<style>body {{ font: 16px/1.5 sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }}
td {{ padding: .3rem 1rem .3rem 0; vertical-align: top }} code {{ white-space: nowrap }}</style>
<h1>Tenka: the interface</h1>
<p>All shapes are in the <a href="/openapi.json">OpenAPI description</a>.</p>
<table>{rows}</table></html>"""


def add_guide(app: FastAPI) -> None:
    """Let the application explain itself."""

    async def guide() -> Response:
        return HTMLResponse(PAGE.format(rows="".join(_rows(app.openapi()))))

    app.add_api_route("/docs", guide, include_in_schema=False)


def _rows(description: dict[str, Any]) -> list[str]:
    return [
        f"<tr><td>{method.upper()}<td><code>{escape(path)}</code>"
        f"<td>{escape(request.get('description', ''))}"
        for path, requests in description["paths"].items()
        for method, request in requests.items()
    ]
