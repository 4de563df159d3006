"""The description of the interface, without a server: `python -m tenka.server.openapi > FILE`."""

from __future__ import annotations

import json

from tenka.server.app import create_app


def main() -> None:
    """Print the description as JSON."""
    print(json.dumps(create_app().openapi(), indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
