"""The browser client's pages and files, as Vite built them into `static`, served from memory.

Only what was there when the server started is served, by its exact name; every address that could
be a page of the client gets the one page there is, which finds its way by the address.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from tenka.server.problems import UnknownThing

STATIC = Path(__file__).parent / "static"
PAGE = "index.html"
AHEAD = "ahead.json"  # what pages need besides, as the build tells
COPIES = {".br": "br", ".gz": "gzip"}  # compressed copies beside a file, the better first
KINDS = {  # for certain
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
FOREVER = "public, max-age=31536000, immutable"  # a file's name changes with its content
GameOf = Callable[[str], Awaitable[str | None]]
PAGES = re.compile(r"(?!api/)(?:[\w-]+/)*[\w-]*", re.ASCII)
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tenka</title>
<h1>Tenka</h1><p>The table server runs, but the pages of the client have not been built.
Build them in the folder <code>web</code> with <code>npm ci && npm run build</code> and start the
server again.</p><p>Programs can play: <a href="/docs">the interface</a>.</p></html>"""


@dataclass(frozen=True)
class File:
    """A file of the client, as it is sent under each encoding; '' is the plain one."""

    kind: str
    mark: str
    bodies: dict[str, bytes]

    def best(self, accepted: str) -> str:
        """The best encoding among those that a browser takes."""
        takes = {part.split(";")[0].strip() for part in accepted.split(",")}
        return next((name for name in self.bodies if name in takes), "")


def read(path: Path) -> File:
    """A file with its compressed copies; text without one is compressed now."""
    plain = path.read_bytes()
    copies = {name: path.with_name(path.name + end) for end, name in COPIES.items()}
    bodies = {name: copy.read_bytes() for name, copy in copies.items() if copy.is_file()}
    known = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    kind = known or "application/octet-stream"
    if not bodies and (kind.startswith("text/") or kind.endswith(("javascript", "json", "+xml"))):
        bodies["gzip"] = gzip.compress(plain, mtime=0)
    return File(kind, f'"{hashlib.sha256(plain).hexdigest()[:16]}"', {**bodies, "": plain})


def files_in(folder: Path) -> dict[str, File]:
    """All files of a built client by their addresses."""
    return {
        path.relative_to(folder).as_posix(): read(path)
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in COPIES
    }


@dataclass(frozen=True)
class Ahead:
    """What a page will ask for, told with the page, so that the browser need not find out."""

    pages: dict[str, list[str]]
    games: dict[str, list[str]]
    words: dict[str, dict[str, list[str]]]  # the house's ('') and each game's, by language

    def links(self, path: str, languages: str, game: str | None = None) -> str:
        """The header `Link` for an address, and for the first known language of a browser."""
        known = self.words.get("", {})
        wishes = (wish.split(";")[0].split("-")[0].strip() for wish in languages.split(","))
        language = next((wish for wish in wishes if wish in known), "en")
        files = self.pages.get(path.split("/")[0], []) + known.get(language, [])
        if game:
            files = files + self.games.get(game, []) + self.words.get(game, {}).get(language, [])
        return ", ".join(f"</{file}>; {_how(file)}" for file in files)


def _how(file: str) -> str:
    return "rel=preload; as=style; crossorigin" if file.endswith(".css") else "rel=modulepreload"


def ahead_of(files: dict[str, File]) -> Ahead:
    """What the build tells; nothing of a client without it."""
    told = json.loads(files[AHEAD].bodies[""]) if AHEAD in files else {}
    return Ahead(**{"pages": {}, "games": {}, "words": {}, **told})


async def no_game(_: str) -> str | None:
    """Where there are no tables."""
    return None


def add_pages(app: FastAPI, folder: Path = STATIC, game_of: GameOf = no_game) -> None:
    """Let the application serve the client, at every address that nothing else has.

    `game_of` tells of the link of a table which game is played there.
    """
    files = files_in(folder)
    ahead = ahead_of(files)

    async def page(request: Request, path: str) -> Response:
        if path in files and path != PAGE:
            return _answer(request, files[path], path.startswith("assets/"))
        if not PAGES.fullmatch(path):
            raise UnknownThing("there is no such page")
        if PAGE not in files:
            return HTMLResponse(NOT_BUILT)
        answer = _answer(request, files[PAGE], lasting=False)
        start, _, link = path.partition("/")
        game = await game_of(link) if start == "t" and ahead.games else None
        if links := ahead.links(path, request.headers.get("accept-language", ""), game):
            answer.headers["Link"] = links
            answer.headers["Vary"] += ", Accept-Language"
        return answer

    app.add_api_route("/{path:path}", page, methods=["GET", "HEAD"], include_in_schema=False)


def _answer(request: Request, file: File, lasting: bool) -> Response:
    headers = {
        "Cache-Control": FOREVER if lasting else "no-cache",
        "ETag": file.mark,
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == file.mark:
        return Response(status_code=304, headers=headers)
    encoding = file.best(request.headers.get("accept-encoding", ""))
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(file.bodies[encoding], headers=headers, media_type=file.kind)
