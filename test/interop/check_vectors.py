"""Checks every file of test/vectors against an implementation that shares no code with the service.

Prints each disagreement and a line per file, and exits with 1 where there was any.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

import address
import choice
import envelope
import ledger
import token_chain
from canonical import Fault, canonical, decode, digest, hash_id, in_profile
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from fold import fold

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
ID_PREFIX = {"claim": "c1", "artefact": "a1", "event": "e1", "annotation": "n1", "closure": "k1"}


def fault_of(act, *given):
    """The name of the fault that a case of an `_invalid` file meets; None where it is accepted."""
    try:
        act(*given)
    except Fault as fault:
        return fault.name
    return None


def cbor_valid(case, _):
    value = decode(bytes.fromhex(case["hex"]))
    assert value == (bytes.fromhex(case["value_hex"]) if "value_hex" in case else case["value"]), value
    assert canonical(value).hex() == case["canonical"], canonical(value).hex()
    assert canonical(decode(bytes.fromhex(case["canonical"]))).hex() == case["canonical"]
    assert "value" not in case or canonical(in_profile(case["value"])).hex() == case["canonical"]


def cbor_invalid(case, _):
    assert fault_of(decode, bytes.fromhex(case["hex"])) == case["fault"]


def parse_address(case):
    return (address.parse if case["form"] == "address" else address.claim_param)(case["text"])


def address_valid(case, _):
    parts = parse_address(case)
    assert parts == {name: case[name] for name in parts}, parts


def address_invalid(case, _):
    assert fault_of(parse_address, case) == case["fault"], fault_of(parse_address, case)


def id_of(kind, core):
    bare = hash_id(ID_PREFIX[kind], core)
    return f"wx://{core['corpus']}/claim/{bare}" if kind == "claim" else bare


def id_valid(case, _):
    form = canonical(case["core"])
    assert form.hex() == case["canonical"], form.hex()
    assert digest(form).hex() == case["hash"]
    assert id_of(case["kind"], case["core"]) == case["id"]
    if case["kind"] == "claim":
        assert address.parse(case["id"])["corpus"] == case["core"]["corpus"]


def id_invalid(case, _):
    assert id_of(case["kind"], case["core"]) != case["id"]
    assert case["fault"] == "id"


def ledger_valid(case, document):
    event, body = case["event"], case["body"]
    assert canonical(event["core"]).hex() == event["canonical"]
    assert hash_id("e1", event["core"]) == event["event_id"] == body["event_id"]
    earlier = [one["body"] for one in document["cases"][: body["seq"]]]
    own = [one["event_id"] for one in earlier if one["actor_root"] == body["actor_root"]]
    assert ledger.event_core(body, own[-1] if own else None) == event["core"]
    assert canonical(body).hex() == case["canonical"]
    assert ledger.entry_hash(body) == case["entry_hash"]
    assert body["prev"] == (document["cases"][body["seq"] - 1]["entry_hash"] if body["seq"] else None)


def ledger_invalid(case, _):
    assert ledger.entry_hash(case["body"]) != case["entry_hash"]
    assert case["fault"] == "entry_hash"


def fold_valid(case, document):
    ledger.check(case["ledger"])
    result = fold(case)
    assert result == {name: case[name] for name in result}, result
    assert all(id_of("claim", core) == name for name, core in document["claims"].items())


def fold_invalid(case, _):
    assert fault_of(ledger.check, case["ledger"]) == case["fault"], fault_of(ledger.check, case["ledger"])


def envelope_valid(case, _):
    record = envelope.record_of(case)
    assert canonical(record).hex() == case["canonical"], canonical(record).hex()
    assert envelope.receipt_of(record) == case["receipt"] == case["response"]["receipts"][0]


def envelope_invalid(case, _):
    given, made = case["response"]["receipts"][0], envelope.receipt_of(envelope.record_of(case))
    wrong = [name for name in ("hash", "receipt_id") if given[name] != made[name]]
    assert wrong[0] == case["fault"], wrong


def choice_valid(case, _):
    choice.check(case["choice"], case["sentences"])


def choice_invalid(case, _):
    fault = fault_of(choice.check, case["choice"], case["sentences"])
    assert fault == case["fault"], fault


def token_valid(case, document):
    read = token_chain.verify(case["token"], document["token_key"], case["now"], case["audience"])
    blocks = [{name: hex_of(value) for name, value in block.items()} for block in read["blocks"]]
    assert read["ids"] == case["ids"] and blocks == case["blocks"], read
    assert read["allowance"] == case["allowance"], read["allowance"]
    assert token_chain.make(read["blocks"], [document["token_key_seed"], *case["seeds"]], case["sealed"]) == case["token"]


def hex_of(value):
    return value.hex() if isinstance(value, bytes) else value


def token_invalid(case, document):
    key = case.get("token_key", document["token_key"])
    fault = fault_of(token_chain.verify, case["token"], key, case["now"], case["audience"])
    assert fault == case["fault"], fault


def estimator_valid(case, _):
    """Without the tokenizers only what holds of any byte-level tokenizer can be said: a token holds a byte at least."""
    size = len(case["text"].encode())
    for name in ("o200k_base", "cl100k_base"):
        assert min(1, size) <= case[name] <= size


def tree_root(hashes):
    """RFC 6962 §2.1 over leaf hashes."""
    if len(hashes) <= 1:
        return hashes[0] if hashes else sha256(b"").digest()
    split = 1 << (len(hashes) - 1).bit_length() - 1
    return sha256(b"\1" + tree_root(hashes[:split]) + tree_root(hashes[split:])).digest()


def inclusion(hashes, index):
    """RFC 6962 §2.1.1, nearest sibling first."""
    if len(hashes) == 1:
        return []
    split = 1 << (len(hashes) - 1).bit_length() - 1
    if index < split:
        return [*inclusion(hashes[:split], index), tree_root(hashes[split:])]
    return [*inclusion(hashes[split:], index - split), tree_root(hashes[:split])]


def consistency(hashes, size, is_whole=True):
    """RFC 6962 §2.1.2: what leads from the tree of the first `size` leaves to this one."""
    if size == len(hashes):
        return [] if is_whole else [tree_root(hashes)]
    split = 1 << (len(hashes) - 1).bit_length() - 1
    if size <= split:
        return [*consistency(hashes[:split], size, is_whole), tree_root(hashes[split:])]
    return [*consistency(hashes[split:], size - split, False), tree_root(hashes[:split])]


def merkle(document):
    hashes = [sha256(b"\0" + bytes.fromhex(leaf)).digest() for leaf in document["leaves"]]
    yield "the empty tree", tree_root([]).hex() == document["empty_root"]
    for size, root in enumerate(document["roots"], 1):
        yield f"the root of {size}", tree_root(hashes[:size]).hex() == root
    for case in document["inclusion"]:
        proof = [step.hex() for step in inclusion(hashes[: case["size"]], case["index"])]
        yield f"leaf {case['index']} in {case['size']}", proof == case["proof"]
    for case in document["consistency"]:
        proof = [step.hex() for step in consistency(hashes[: case["size"]], case["earlier"])]
        yield f"{case['earlier']} within {case['size']}", proof == case["proof"]


CHECKS = {
    check.__name__: check
    for check in (
        cbor_valid,
        cbor_invalid,
        address_valid,
        address_invalid,
        id_valid,
        id_invalid,
        ledger_valid,
        ledger_invalid,
        fold_valid,
        fold_invalid,
        envelope_valid,
        envelope_invalid,
        choice_valid,
        choice_invalid,
        token_valid,
        token_invalid,
        estimator_valid,
    )
}


def check_file(path):
    """Each case's name with what is wrong in it, None where nothing is."""
    document = json.loads(path.read_text())
    if path.stem == "merkle":
        for name, holds in merkle(document):
            yield name, None if holds else "differs"
        return
    check = CHECKS.get(path.stem)
    if check is None:
        yield "the file", "nothing here checks it"
        return
    for case in document["cases"]:
        yield case["name"], flaw_of(check, case, document)


def flaw_of(check, case, document):
    try:
        check(case, document)
    except Fault as fault:
        return f"refused: {fault.name}"
    except AssertionError as error:
        return f"differs {error}"
    return None


def main():
    disagreements = 0
    missing = CHECKS.keys() - {path.stem for path in VECTORS.glob("*.json")}
    for path in sorted(VECTORS.glob("*.json")):
        results = list(check_file(path))
        flaws = [(name, flaw) for name, flaw in results if flaw is not None]
        for name, flaw in flaws:
            print(f"  {path.name}: {name}: {flaw}")
        print(f"{path.name}: {len(results) - len(flaws)} of {len(results)} agree")
        disagreements += len(flaws) if results else 1
    for name in sorted(missing):
        print(f"{name}.json: missing")
    return 1 if disagreements or missing else 0


if __name__ == "__main__":
    if not __debug__:
        sys.exit("assertions are what checks: run without -O")
    sys.exit(main())
