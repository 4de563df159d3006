"""Holds JSON to a description, and notes which parts of the description it makes use of."""

from __future__ import annotations

from typing import Any


class Description:
    """The schemas of an OpenAPI description, and the alternatives that were met in them."""

    def __init__(self, schemas: dict[str, Any]) -> None:
        self.schemas = schemas
        self.met: set[str] = set()

    def check(self, value: Any, name: str) -> None:
        """Fail unless the value has exactly the shape of that name."""
        wrong = self._fault(value, self.schemas[name], name)
        assert wrong is None, wrong

    def never_met(self, name: str) -> set[str]:
        """Of all that a shape allows, what no value so far had."""
        wanted: set[str] = set()
        self._gather(self.schemas[name], name, wanted)
        return wanted - self.met

    def _named(self, schema: dict[str, Any]) -> tuple[dict[str, Any], str]:
        name = schema["$ref"].rsplit("/", 1)[1]
        return self.schemas[name], name

    def _fault(self, value: Any, schema: dict[str, Any], at: str) -> str | None:
        if "$ref" in schema:
            return self._fault(value, *self._named(schema))
        if choices := schema.get("anyOf") or schema.get("oneOf"):
            told_apart = schema.get("discriminator")
            if told_apart and value.get(told_apart["propertyName"]) in told_apart["mapping"]:
                return self._fault_of_one(value, choices, told_apart, at)
            return self._fault_of_all(value, choices, at)
        return _fault_of_plain(value, schema, at) or self._fault_inside(value, schema, at)

    def _fault_of_one(
        self, value: Any, choices: list[Any], told_apart: dict[str, Any], at: str
    ) -> str | None:
        """Of many choices the one that the value names: to look through all takes long."""
        choice = {"$ref": told_apart["mapping"][value[told_apart["propertyName"]]]}
        fault = self._fault(value, choice, at)
        if fault is None:
            self.met.add(f"{at} | {choices.index(choice)}")
        return fault

    def _fault_of_all(self, value: Any, choices: list[Any], at: str) -> str | None:
        faults = []
        for number, choice in enumerate(choices):
            fault = self._fault(value, choice, at)
            if fault is None:
                self.met.add(f"{at} | {number}")
                return None
            faults.append(fault)
        return f"{at}: {value!r} is none of: {'; '.join(faults)}"

    def _fault_inside(self, value: Any, schema: dict[str, Any], at: str) -> str | None:
        if isinstance(value, list):
            self.met.update([f"{at}[]"] if value else [])
            inside = [(item, schema["items"], f"{at}[]") for item in value]
        elif isinstance(value, dict) and "properties" in schema:
            parts = schema["properties"]
            if not set(schema.get("required", ())) <= value.keys() <= parts.keys():
                return f"{at} has {sorted(value.keys() ^ parts.keys())} too many or too few"
            self.met.update(f"{at}.{key}" for key in value)
            inside = [(item, parts[key], f"{at}.{key}") for key, item in value.items()]
        elif isinstance(value, dict):
            inside = [(i, schema["additionalProperties"], f"{at}.*") for i in value.values()]
        else:
            return None
        return next((fault for part in inside if (fault := self._fault(*part))), None)

    def _gather(self, schema: dict[str, Any], at: str, wanted: set[str]) -> None:
        if "$ref" in schema:
            self._gather(*self._named(schema), wanted)
            return
        for number, choice in enumerate(schema.get("anyOf") or schema.get("oneOf") or ()):
            wanted.add(f"{at} | {number}")
            self._gather(choice, at, wanted)
        for key, part in schema.get("properties", {}).items():
            wanted.add(f"{at}.{key}")
            self._gather(part, f"{at}.{key}", wanted)
        if "items" in schema:
            wanted.add(f"{at}[]")
            self._gather(schema["items"], f"{at}[]", wanted)


_PYTHON = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}


def _fault_of_plain(value: Any, schema: dict[str, Any], at: str) -> str | None:
    """Types must be Python's own: numpy's numbers are not JSON."""
    if type(value) is not _PYTHON[schema["type"]]:
        return f"{at} is {value!r}, which is no {schema['type']}"
    words = schema.get("enum", [schema["const"]] if "const" in schema else [value])
    return None if value in words else f"{at} is {value!r}, which is none of {words}"
