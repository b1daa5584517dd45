"""Addresses and the path parameter of /v1/claims/{addr}, by the grammar of docs/spec/decisions.md#2."""

import re
from urllib.parse import unquote_to_bytes

from canonical import Fault

KINDS = "claim sec article entity artefact annotation event answer receipt".split()
CLAIM_ID = re.compile(r"c1[a-z2-7]{26}")
ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
UNRESERVED = set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def parse(text):
    """The parts of an address; Fault names the first part, from the left, that is wrong."""
    if len(text.encode("utf-16-le", "surrogatepass")) // 2 > 512:
        raise Fault("length")
    if not text.startswith("wx://"):
        raise Fault("scheme")
    corpus, _, rest = text[5:].partition("/")
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,62}", corpus):
        raise Fault("corpus")
    kind, slash, local = rest.partition("/")
    if kind not in KINDS:
        raise Fault("kind")
    if not slash or not all(is_segment(segment) for segment in local.split("/")):
        raise Fault("local")
    if kind == "claim" and not CLAIM_ID.fullmatch(local):
        raise Fault("local")
    return {"corpus": corpus, "kind": kind, "local": local}


def is_segment(text):
    if text in ("", ".", "..") or not re.fullmatch(r"(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+", text):
        return False
    for byte in (int(digits, 16) for digits in ESCAPE.findall(text)):
        # An escape that is not needed would be a second spelling; these others hide structure.
        if byte in UNRESERVED or byte < 0x20 or byte == 0x7F or byte in b"%/\\":
            return False
    return decoded(text) is not None


def decoded(text):
    """Percent-decoded once, None where the escapes are broken or give no UTF-8."""
    if "%" in ESCAPE.sub("", text):
        return None
    try:
        return unquote_to_bytes(text).decode()
    except UnicodeDecodeError:
        return None


def claim_param(raw):
    """The claim that a path parameter names: its id, and its corpus (None for a bare id)."""
    if len(raw.encode("utf-16-le", "surrogatepass")) // 2 > 3 * 512:
        raise Fault("length")
    text = decoded(raw)
    if text is None:
        raise Fault("encoding")
    if CLAIM_ID.fullmatch(text):
        return {"id": text, "corpus": None}
    # A proxy may merge the two slashes into one.
    if re.match(r"wx:/[^/]", text) or text == "wx:/":
        text = "wx://" + text[4:]
    parts = parse(text)
    if parts["kind"] != "claim":
        raise Fault("kind")
    return {"id": parts["local"], "corpus": parts["corpus"]}
