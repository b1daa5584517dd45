"""The receipt of an envelope: what a client recomputes from its own request and the reply (docs/spec/decisions.md#8-receipt)."""

from urllib.parse import parse_qsl

from canonical import base32, canonical, digest

MAX_BODY_DEPTH = 28


def record_of(case):
    response = {name: value for name, value in case["response"].items() if name not in ("receipts", "plan_receipt")}
    request = case["request"]
    body = request["body"]
    return {
        "v": 1,
        "route": case["route"],
        "status": case["status"],
        "corpus": response["corpus"],
        "request": {
            "method": request["method"],
            "path": request["path"],
            "query": sorted_pairs(request["query"]),
            "body": None if depth(body) > MAX_BODY_DEPTH else body,
        },
        "response": response,
        "token_id": response["rcx"]["token_id"],
        "policy": case["policy"],
    }


def sorted_pairs(query):
    """Name and value of each pair of a form-encoded query, sorted by UTF-16 code units."""
    pairs = parse_qsl(query, keep_blank_values=True, errors="replace")
    return [list(pair) for pair in sorted(pairs, key=lambda pair: [text.encode("utf-16-be") for text in pair])]


def depth(value):
    if not isinstance(value, (list, dict)):
        return 0
    items = value.values() if isinstance(value, dict) else value
    return 1 + max(map(depth, items), default=0)


def receipt_of(record):
    hashed = digest(canonical(record))
    return {"receipt_id": "rc_" + base32(hashed)[:6], "class": "dev", "hash": hashed.hex()}
