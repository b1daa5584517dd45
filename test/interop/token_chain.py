"""Capability tokens `rcx1.<block>….<proof>` by ADR 9: signatures, blocks, and what they allow together."""

import base64
import re

from canonical import Fault, base32, canonical, decode, digest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from ledger import millis

MAX_LENGTH = 8_192
MAX_BLOCKS = 8
BLOCK_CONTEXT = b"adduce rcx1 block\0"
SEAL_CONTEXT = b"adduce rcx1 seal\0"
NEEDED = {"v", "next"}
NEEDED_FIRST = NEEDED | {"actor", "standing", "iat", "caps", "exp"}


def verify(token, token_key, now, audience):
    """The ids of the blocks, the blocks and their allowance; Fault `token_invalid` or `token_expired`."""
    blocks, ids = read(token, bytes.fromhex(token_key))
    allowed = allowance(blocks)
    if any(name != audience for name in allowed["audiences"]):
        raise Fault("token_invalid")
    if now >= allowed["expires_at"]:
        raise Fault("token_expired")
    return {"ids": ids, "blocks": blocks, "allowance": allowed}


def read(token, key):
    *signed_blocks, proof = split(token)
    blocks, ids = [], []
    for part in signed_blocks:
        signature, payload = part[:64], part[64:]
        require(holds(key, signature, BLOCK_CONTEXT + payload))
        block = block_of(payload, is_first=not blocks)
        blocks.append(block)
        ids.append("tk_" + base32(digest(payload))[:26])
        key = block["next"]
    if len(proof) == 32:
        require(Ed25519PrivateKey.from_private_bytes(proof).public_key().public_bytes_raw() == key)
    else:
        require(len(proof) == 64 and holds(key, proof, SEAL_CONTEXT + signed_blocks[-1][64:]))
    return blocks, ids


def make(blocks, seeds, sealed):
    """The token of these blocks: `seeds` are the hex of the token key's and of the private key behind each `next`."""
    keys = [Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seed)) for seed in seeds]
    payloads = [canonical(block) for block in blocks]
    parts = [key.sign(BLOCK_CONTEXT + payload) + payload for key, payload in zip(keys, payloads)]
    proof = keys[-1].sign(SEAL_CONTEXT + payloads[-1]) if sealed else keys[-1].private_bytes_raw()
    texts = [base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in [*parts, proof]]
    return ".".join(["rcx1", *texts])


def split(token):
    require(len(token) <= MAX_LENGTH)
    version, *texts = token.split(".")
    require(version == "rcx1" and 2 <= len(texts) <= MAX_BLOCKS + 1)
    parts = [from_base64url(text) for text in texts]
    require(all(len(part) > 64 for part in parts[:-1]))
    return parts


def from_base64url(text):
    """Bytes in their one spelling: no padding, no other alphabet, no bits left over."""
    require(re.fullmatch(r"[A-Za-z0-9_-]*", text) is not None and len(text) % 4 != 1)
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    require(base64.urlsafe_b64encode(data).rstrip(b"=").decode() == text)
    return data


def holds(key, signature, message):
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
        return True
    except (InvalidSignature, ValueError):
        return False


def block_of(payload, is_first):
    try:
        block = decode(payload)
    except Fault:
        raise Fault("token_invalid") from None
    require(isinstance(block, dict) and canonical(block) == payload)
    needed = NEEDED_FIRST if is_first else NEEDED
    require(needed <= block.keys() <= MEMBERS.keys())
    require(is_first or not block.keys() & {"actor", "standing", "iat"})
    require(all(MEMBERS[name](value) for name, value in block.items()))
    return block


def is_text(value):
    return isinstance(value, str) and 0 < len(value) <= 512


def is_texts(value):
    return isinstance(value, list) and len(value) <= 64 and all(is_text(item) for item in value)


def is_count(value, most=2**53 - 1):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def is_instant(value):
    try:
        return isinstance(value, str) and millis(value) is not None
    except Fault:
        return False


MEMBERS = {
    "v": lambda value: value == 1 and is_count(value),
    "next": lambda value: isinstance(value, bytes) and len(value) == 32,
    "caps": is_texts,
    "corpora": is_texts,
    "prefixes": is_texts,
    "exp": is_instant,
    "budget": is_count,
    "audience": is_text,
    "actor": is_text,
    "standing": lambda value: value is None or is_count(value, 1_000),
    "iat": is_instant,
}


def allowance(blocks):
    """The meet of all blocks: nothing that any of them does not allow. None means without a bound."""

    def common(name):
        lists = [set(block[name]) for block in blocks if name in block]
        return sorted(set.intersection(*lists)) if lists else None

    budgets = [block["budget"] for block in blocks if "budget" in block]
    return {
        "capabilities": common("caps"),
        "corpora": common("corpora"),
        "prefixes": common_prefixes([block["prefixes"] for block in blocks if "prefixes" in block]),
        "budget": min(budgets, default=None),
        "audiences": sorted({block["audience"] for block in blocks if "audience" in block}),
        "expires_at": min(block["exp"] for block in blocks if "exp" in block),
    }


def common_prefixes(lists):
    """An address is allowed when each list has a prefix of it: the longest one of each such choice."""
    if not lists:
        return None
    met = set(lists[0])
    for prefixes in lists[1:]:
        pairs = [(a, b) for a in met for b in prefixes if a.startswith(b) or b.startswith(a)]
        met = {max(pair, key=len) for pair in pairs}
    return sorted(met)


def require(condition):
    if not condition:
        raise Fault("token_invalid")
