"""Values as deterministic CBOR, and what is derived from it: BLAKE3 hashes and base32 ids.

The encoder is cbor2's; the profile around it and the strict decoder are written from the documents.
"""

import base64
import math
import struct

import cbor2
from blake3 import blake3

MAX_SAFE = 2**53 - 1
MAX_DEPTH = 32
MAX_ITEMS = 100_000
MAX_BYTES = 1_048_576


class Fault(Exception):
    """Something is refused; `name` says why."""

    def __init__(self, name):
        super().__init__(name)
        self.name = name


def in_profile(value):
    """Numbers as the profile has them: integers up to 2^53 - 1 are integers, all others floats; no -0."""
    if isinstance(value, bool) or value is None or isinstance(value, (str, bytes)):
        return value
    if isinstance(value, (int, float)):
        if value == int(value) and abs(value) <= MAX_SAFE:
            return int(value)
        return float(value)
    if isinstance(value, list):
        return [in_profile(item) for item in value]
    return {key: in_profile(item) for key, item in value.items()}


def canonical(value):
    """The one byte form of a value. Keys are text, for which cbor2's order is the bytewise one."""
    return cbor2.dumps(in_profile(value), canonical=True)


def digest(data):
    return blake3(data).digest()


def base32(data):
    return base64.b32encode(data).decode().rstrip("=").lower()


def hash_id(prefix, value):
    """The prefix and 26 base32 characters of the hash of the value's canonical form."""
    return prefix + base32(digest(canonical(value)))[:26]


def decode(data):
    """One item in the profile of docs/spec/decisions.md#8-cbor, read from left to right; Fault at the first thing refused."""
    if len(data) > MAX_BYTES:
        raise Fault("size")
    reader = _Reader(data)
    value = reader.item(0)
    if reader.at != len(data):
        raise Fault("trailing")
    return value


class _Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0
        self.items = 0

    def take(self, count):
        if count > len(self.data) - self.at:
            raise Fault("truncated")
        start = self.at
        self.at += count
        return self.data[start : self.at]

    def head(self):
        self.items += 1
        if self.items > MAX_ITEMS:
            raise Fault("items")
        byte = self.take(1)[0]
        return byte >> 5, byte & 31

    def argument(self, info):
        if info < 24:
            return info
        if info == 31:
            raise Fault("indefinite")
        if info > 27:
            raise Fault("reserved")
        value = int.from_bytes(self.take(1 << (info - 24)), "big")
        if value > MAX_SAFE:
            raise Fault("integer_range")
        return value

    def length(self, info):
        """Each item takes a byte at least, so no length passes what is left."""
        length = self.argument(info)
        if length > len(self.data) - self.at:
            raise Fault("truncated")
        return length

    def text(self, info):
        try:
            return self.take(self.length(info)).decode()
        except UnicodeDecodeError:
            raise Fault("utf8") from None

    def item(self, depth):
        major, info = self.head()
        if major == 0:
            return self.argument(info)
        if major == 1:
            value = -1 - self.argument(info)
            if value < -MAX_SAFE:
                raise Fault("integer_range")
            return value
        if major == 2:
            return bytes(self.take(self.length(info)))
        if major == 3:
            return self.text(info)
        if major == 6:
            raise Fault("tag")
        if major == 7:
            return self.simple(info)
        length = self.length(info)
        if depth == MAX_DEPTH:
            raise Fault("depth")
        return self.array(length, depth) if major == 4 else self.map(length, depth)

    def array(self, length, depth):
        return [self.item(depth + 1) for _ in range(length)]

    def map(self, length, depth):
        result = {}
        for _ in range(length):
            major, info = self.head()
            if major != 3:
                raise Fault("key_type")
            key = self.text(info)
            if key == "__proto__":
                raise Fault("key_name")
            if key in result:
                raise Fault("duplicate_key")
            result[key] = self.item(depth + 1)
        return result

    def simple(self, info):
        if info in (20, 21, 22):
            return {20: False, 21: True, 22: None}[info]
        if info == 31:
            raise Fault("indefinite")
        if info not in (25, 26, 27):
            raise Fault("simple")
        form, size = {25: (">e", 2), 26: (">f", 4), 27: (">d", 8)}[info]
        value = struct.unpack(form, self.take(size))[0]
        if not math.isfinite(value):
            raise Fault("number")
        return value
