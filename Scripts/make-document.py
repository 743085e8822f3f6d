#!/usr/bin/env python3
"""Writes an OpenAPI document of a given size, always the same for the same arguments.

    Scripts/make-document.py yaml 3 > large.yaml
    Scripts/make-document.py json 10 > large.json

The document describes many resources alike in kind but not in detail: lists, items, forms, shared and nested schemas,
choices, examples. Used to measure how fast documents are read.
"""

import json
import random
import sys

WORDS = (
    "account address amount balance batch booking branch budget card category channel charge city claim code contact "
    "contract country coupon credit currency customer deadline delivery deposit device discount document driver event "
    "expense factory filter folder freight grade group guest invoice item journey label ledger lease limit loan member "
    "message meter note notice offer option order owner package parcel partner payment period permit person phase plan "
    "policy position price profile project quota rate reading receipt region report reserve result role room route rule "
    "sample schedule score section sensor service session shift site source stage status store supplier survey task "
    "tariff team ticket token track trade transfer trip unit user value vehicle vendor visit voucher wallet zone"
).split()


def text(rng, count):
    return " ".join(rng.choice(WORDS) for _ in range(count)).capitalize() + "."


def scalar(rng):
    return rng.choice(
        [
            lambda: {"type": "string", "maxLength": rng.randrange(20, 200), "description": text(rng, 9)},
            lambda: {"type": "string", "format": "date-time", "description": text(rng, 6)},
            lambda: {"type": "integer", "format": "int64", "minimum": 0, "maximum": rng.randrange(10, 10**6)},
            lambda: {"type": "number", "format": "double", "multipleOf": 0.01},
            lambda: {"type": "boolean", "default": False},
            lambda: {"type": "string", "enum": rng.sample(WORDS, 5), "description": text(rng, 4)},
            lambda: {"type": "string", "format": "uuid", "readOnly": True},
            lambda: {"type": ["string", "null"], "description": text(rng, 12)},
        ]
    )()


def schema(rng, names):
    properties = {"id": {"type": "string", "format": "uuid", "readOnly": True}}
    for name in rng.sample(WORDS, rng.randrange(8, 20)):
        kind = rng.random()
        if kind < 0.12 and names:
            properties[name] = {"$ref": "#/components/schemas/" + rng.choice(names)}
        elif kind < 0.2:
            properties[name] = {"type": "array", "items": scalar(rng), "maxItems": 100}
        elif kind < 0.26 and len(names) > 3:
            properties[name] = {"oneOf": [{"$ref": "#/components/schemas/" + n} for n in rng.sample(names, 2)]}
        elif kind < 0.32:
            inner = {n: scalar(rng) for n in rng.sample(WORDS, 4)}
            properties[name] = {"type": "object", "properties": inner}
        else:
            properties[name] = scalar(rng)
    return {
        "type": "object",
        "description": text(rng, 20),
        "required": ["id"] + rng.sample(list(properties)[1:], 3),
        "properties": properties,
    }


def sample(rng, schema):
    result = {}
    for name, part in schema["properties"].items():
        kind = part.get("type")
        if kind == "integer":
            result[name] = rng.randrange(10**6)
        elif kind == "number":
            result[name] = rng.randrange(10**6) / 100
        elif kind == "boolean":
            result[name] = rng.random() < 0.5
        elif "enum" in part:
            result[name] = part["enum"][0]
        elif part.get("format") == "uuid":
            result[name] = f"{rng.getrandbits(32):08x}-0000-4000-8000-{rng.getrandbits(48):012x}"
        elif part.get("format") == "date-time":
            result[name] = f"2026-0{rng.randrange(1, 10)}-1{rng.randrange(10)}T08:00:00Z"
        elif kind == "string":
            result[name] = text(rng, 1)
    return result


def answer(rng, status, body, example):
    media = {"schema": body, "examples": {"usual": {"summary": text(rng, 3), "value": example}}}
    return {status: {"description": text(rng, 6), "content": {"application/json": media}}}


def operations(rng, name, reference, example):
    failure = {"404": {"$ref": "#/components/responses/Failure"}}
    page = [{"$ref": "#/components/parameters/" + p} for p in ("Limit", "Cursor")]
    search = [
        {"name": n, "in": "query", "description": text(rng, 8), "schema": scalar(rng)} for n in rng.sample(WORDS, 3)
    ]
    body = {"required": True, "content": {"application/json": {"schema": reference, "example": example}}}
    rows = {"type": "object", "properties": {"data": {"type": "array", "items": reference}, "next": {"type": "string"}}}
    path = "/" + name.lower()

    def operation(verb, responses, **more):
        start = {"operationId": verb + name, "tags": [name], "summary": text(rng, 4), "description": text(rng, 40)}
        return {**start, **more, "responses": {**responses, **failure}}

    one = {"name": "id", "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}}
    return {
        path: {
            "get": operation("list", answer(rng, "200", rows, {"data": [example]}), parameters=page + search),
            "post": operation("create", answer(rng, "201", reference, example), requestBody=body),
        },
        path + "/{id}": {
            "parameters": [one],
            "get": operation("get", answer(rng, "200", reference, example)),
            "patch": operation("update", answer(rng, "200", reference, example), requestBody=body),
            "delete": operation("delete", {"204": {"description": "Gone."}}),
        },
    }


def document(size, write):
    rng = random.Random(1)
    paths, schemas = {}, {}
    failure = {"type": "object", "properties": {"error": {"type": "string"}}}
    result = {
        "openapi": "3.1.0",
        "info": {"title": "A large API", "version": "1.0.0", "description": text(rng, 60)},
        "servers": [{"url": "https://api.example.com/v1"}],
        "paths": paths,
        "components": {
            "parameters": {
                "Limit": {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 100}},
                "Cursor": {"name": "cursor", "in": "query", "schema": {"type": "string"}},
            },
            "responses": {"Failure": {"description": "Failed.", "content": {"application/json": {"schema": failure}}}},
            "schemas": schemas,
        },
    }
    written = 0
    while written < size:
        name = rng.choice(WORDS).capitalize() + rng.choice(WORDS).capitalize() + str(len(schemas))
        own = schema(rng, list(schemas)[-40:])
        part = operations(rng, name, {"$ref": "#/components/schemas/" + name}, sample(rng, own))
        written += len(write({"paths": part, "components": {"schemas": {name: own}}}))
        schemas[name] = own
        paths.update(part)
    return write(result)


def plain(value):
    """A scalar as YAML; keys and short words without quotes, as people write them."""
    if isinstance(value, str):
        safe = value and value[0].isalpha() and all(c.isalnum() or c in " ._/-" for c in value)
        return value if safe and value not in ("true", "false", "null") else json.dumps(value)
    return json.dumps(value)


def yaml(value, indent=0):
    blank = " " * indent
    lines = []
    pairs = value.items() if isinstance(value, dict) else (("-", item) for item in value)
    for key, item in pairs:
        mark = "-" if key == "-" and isinstance(value, list) else plain(key) + ":"
        if isinstance(item, (dict, list)) and item:
            nested = yaml(item, indent + 2)
            lines.append(blank + "- " + nested[indent + 2 :] if mark == "-" else blank + mark + "\n" + nested)
        else:
            lines.append(blank + mark + " " + (plain(item) if not isinstance(item, (dict, list)) else json.dumps(item)))
    return "\n".join(lines)


def main():
    try:
        form, megabytes = sys.argv[1], float(sys.argv[2])
        write = {"yaml": yaml, "json": lambda value: json.dumps(value, indent=2)}[form]
    except (IndexError, KeyError, ValueError):
        sys.exit("usage: make-document.py yaml|json MEGABYTES")
    sys.stdout.write(document(megabytes * 1_000_000, write) + "\n")


if __name__ == "__main__":
    main()
