"""A claim's ledger: its instants, its chain of hashes, its event ids (docs/spec/decisions.md#3)."""

import re
from datetime import datetime, timezone

from canonical import Fault, canonical, digest, hash_id

INSTANT = re.compile(r"(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\.(\d{3})Z")
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
KINDS = ("corroborate", "dispute", "supersede-propose")
ITEM_KINDS = ("source", "receipt", "reproduction")


def millis(instant):
    """Milliseconds since 1970 of an RFC 3339 instant in UTC with milliseconds."""
    match = INSTANT.fullmatch(instant)
    try:
        seconds = datetime.strptime(match[1], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc) - EPOCH
    except (TypeError, ValueError):
        raise Fault("time") from None
    return round(seconds.total_seconds()) * 1_000 + int(match[2])


def body_of(entry):
    """What is hashed: everything but the hash itself and the place in the log."""
    return {name: value for name, value in entry.items() if name not in ("entry_hash", "log")}


def entry_hash(entry):
    return digest(canonical(body_of(entry))).hex()


def event_core(entry, previous):
    """What an event id is derived from; `previous` is the same root's event before it on the claim, or None."""
    return {
        "v": 1,
        "claim": entry["claim"],
        "kind": entry["kind"],
        "actor_root": entry["actor_root"],
        "previous": previous,
        "evidence": [{name: item[name] for name in ("ref", "hash", "kind")} for item in entry["evidence"]],
        "attestations": entry["attestations"],
        "stake": None if entry["stake"] is None else entry["stake"]["amount"],
    }


def check(entries):
    """Refuses a ledger that is not one unbroken chain from its first entry on; Fault names the first flaw."""
    previous_of = {}
    for seq, entry in enumerate(entries):
        check_form(entry)
        if entry["policy"] != "fold/1":
            raise Fault("policy")
        if millis(entry["effective_at"]) > millis(entry["at"]):
            raise Fault("time")
        before = entries[seq - 1] if seq > 0 else None
        if before is not None and entry["claim"] != before["claim"]:
            raise Fault("claim")
        if entry["seq"] != seq:
            raise Fault("seq")
        if entry["prev"] != (before and before["entry_hash"]):
            raise Fault("prev")
        if entry["entry_hash"] != entry_hash(entry):
            raise Fault("entry_hash")
        if before is not None and millis(entry["at"]) <= millis(before["at"]):
            raise Fault("order")
        core = event_core(entry, previous_of.get(entry["actor_root"]))
        if entry["event_id"] != hash_id("e1", core):
            raise Fault("event_id")
        previous_of[entry["actor_root"]] = entry["event_id"]


def check_form(entry):
    standing = entry["standing"]
    sound = (
        entry["kind"] in KINDS
        and isinstance(standing, int)
        and 0 <= standing <= 1000
        and all(item["kind"] in ITEM_KINDS and item["check"] in ("match", "unknown") for item in entry["evidence"])
    )
    if not sound:
        raise Fault("form")
