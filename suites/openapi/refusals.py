"""Refusals of requests that the document allows, and why each is no fault. Every other one is."""

import os
import re
import uuid

# The product says of each field what kind of rule refused it. These cannot be stated in JSON Schema:
PRODUCT_RULES = {
    "custom": "check digits, codes of countries, invisible characters, addresses of mail",
    "value_error": "fields that depend on each other, on a file's content or on what is stored",
    "invalid_iterator": "a cursor is sealed: only one that we gave is a place in the list",
    "invalid_union": "one of these, inside a choice of shapes such as the conditions of a rule",
    "missing": "which answers a questionnaire needs depends on other answers",
}

# Rules of transfers have names such as AMOUNTS_DIFFER or C4: fields are compared, with each other and with tables of
# assets, networks and jurisdictions. What a schema refuses is in small letters.
TRANSFER_RULE = re.compile(r"[A-Z][A-Z0-9_]*")

# In the webhook service the message says it. Its document is the contract's, which we keep as it is.
WEBHOOK_RULES = {
    r"[Ii]nvalid iterator|Invalid id|Expected different prefix": "ids and cursors are given as any text",
    r"must match the following pattern|Header": "names are given as any text",
    r"must be unique|at least one character": "the contract's document does not say so",
    r"schemes must be https|Only version 1 is known": "the contract's document does not say so",
    r"cannot be names": "a browser reads `.` and `..` in a path as folders",
    r"contain (NUL|unpaired)|Control characters": "the document cannot say which characters a text may have",
    r"two names of one field|Exactly one of spec and specRaw": "two fields are compared",
    r"path and body must match|no code to enable": "two places are compared",
    r"in the future|cannot be (after|before|more than)|more than 14 days old|range": "dates are compared",
    r"can only rotate a key 5 times": "a limit over time",
    r"types don't exist|type is archived": "what is stored decides",
    r"Unable to generate example message": "no such event type, or its schema has no example",
    r"Transformation failed": "the script is run",
    r"The document must be|not an OpenAPI document|YAML": "the text of a document is read",
    r"A schema must be|JSON Schema": "a JSON Schema is read",
    r" is not supported": "docs/api/differences.md: fields of newer clients that we refuse by name",
}

# What a schema of ours says when it refuses.
SCHEMA_WORDS = re.compile(r"deserialize|Invalid (input|option|string|type)|Too (big|small)|xpected|Unknown field")

# The full run holds every message to the table. A small draw, which a commit waits for, only asks
# that no schema refuses what the document allows.
FULL = os.environ.get("TEST_VOLUME", "1") == "1"


def explains(message):
    if any(re.search(rule, message) for rule in WEBHOOK_RULES):
        return True
    return not FULL and not SCHEMA_WORDS.search(message)


def is_rule(field):
    kind = field["type"]
    # Spaces around a text are taken off before it is measured; some fields then say what to enter.
    is_blank = kind == "too_small" and re.search(r"expected string|^Enter an? ", field["msg"])
    return is_blank or kind in PRODUCT_RULES or TRANSFER_RULE.fullmatch(kind) is not None


def is_uuid(text):
    try:
        return str(uuid.UUID(text)) == text.lower()
    except ValueError:
        return False


def is_other_id(answer, query):
    """Whether a query was refused for an id that an earlier answer gave for something else: not what was allowed."""
    fields = answer.get("err", {}).get("fields", [])
    names = [one["loc"][1] for one in fields if one["msg"] == "Invalid UUID" and one["loc"][0] == "query"]
    return len(names) == len(fields) > 0 and not any(is_uuid(str(query.get(name))) for name in names)


def is_known(answer):
    """Whether a refusal (400 or 422, as JSON) comes of such a rule."""
    if "err" in answer:
        fields = answer["err"].get("fields", [])
        return all(is_rule(field) for field in fields)
    if "error" in answer:
        return True  # OAuth reads its form leniently, and refuses in its own words
    detail = answer["detail"]
    messages = [detail] if isinstance(detail, str) else [one["msg"] for one in detail]
    return all(explains(text) for text in messages)
