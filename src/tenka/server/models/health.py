"""For whoever looks after the server."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class Health(BaseModel):
    """Whether the server can work."""

    status: Literal["ok"]
    version: str
    preparing: list[str] = Field(description="The games that are not all compiled yet.")
