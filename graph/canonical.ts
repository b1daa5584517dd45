/**
 * The one byte form of a value: RFC 8949 §4.2.1 core deterministic encoding (docs/spec/decisions.md#8-cbor).
 * Everything that is hashed, signed or sent as `application/cbor` goes through here.
 */
import { CanonicalError } from './canonical-error.ts';
import { type CborLimits, CborReader } from './cbor-reader.ts';
import { CborWriter } from './cbor-writer.ts';

/** Bounds for what a stranger sends (docs/spec/decisions.md#8-cbor). */
export const BODY_LIMITS: CborLimits = { maxBytes: 1_048_576, maxDepth: 32, maxItems: 100_000 };

/** Bounds for what we wrote ourselves: log entries and blobs. */
export const STORED_LIMITS: CborLimits = { maxBytes: 268_435_456, maxDepth: 32, maxItems: 16_777_216 };

/**
 * Encodes null, booleans, finite numbers, bigints within 64 bits, well-formed strings, `Uint8Array`s, arrays and
 * plain objects. Members that are undefined are left out, `-0` is written as 0 (as in JSON).
 * Integers are written as integers up to ±(2^53 - 1), or as bigints beyond; other numbers as the shortest float.
 * @throws {CanonicalError} for any other value, and for nesting deeper than 32
 */
export function encodeCanonical(value: unknown): Uint8Array {
  return CborWriter.encode(value);
}

/**
 * Decodes one item of CBOR within the limits, in time linear in the bytes. Longer numbers and unsorted keys are
 * accepted. Integers beyond ±(2^53 - 1) are refused: JSON could not carry them without loss.
 * Byte strings are copied out, so that the result does not keep the input alive.
 * @throws {CanonicalError} for what the profile of docs/spec/decisions.md#8-cbor does not allow
 */
export function decodeCbor(bytes: Uint8Array, limits: CborLimits = BODY_LIMITS): unknown {
  return new CborReader(bytes, limits).readOnly();
}

/**
 * Decodes bytes that must be in canonical form: exactly those that `encodeCanonical` gives for their value.
 * @throws {CanonicalError} `not_canonical` where they are not, else as `decodeCbor`
 */
export function decodeCanonical(bytes: Uint8Array, limits: CborLimits = BODY_LIMITS): unknown {
  const value = decodeCbor(bytes, limits);
  if (Buffer.compare(encodeCanonical(value), bytes) !== 0) {
    throw new CanonicalError('not_canonical', 'the bytes are not in canonical form');
  }
  return value;
}
