/** A receipt from bytes: a document that was downloaded or saved, or a whole reply that carries one. */

import { sameBytes } from '../../graph/bytes.ts';
import { decodeCbor, encodeCanonical, STORED_LIMITS } from '../../graph/canonical.ts';
import { parseJson } from '../../graph/parse-json.ts';
import type { ReceiptView } from './read-receipt.ts';
import { canonicalJson, type ReadReceipt, readDocument } from './receipt-document.ts';
import { passed, type StepResult } from './step-result.ts';

/** A receipt with the kind of its bytes, or one line that says why they are no receipt. */
export type ReadBytes =
  | { readonly ok: true; readonly view: ReceiptView; readonly form: StepResult }
  | { readonly ok: false; readonly fault: string };

const OPENING_BRACE = 0x7b;
const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

interface Encoding {
  readonly name: string;
  readonly decode: (bytes: Uint8Array) => unknown;
  readonly encode: (value: unknown) => Uint8Array;
  /** Why a decoded text is refused for its spelling; null: it is accepted. */
  readonly ambiguityOf: (bytes: Uint8Array) => string | null;
}

const JSON_ENCODING: Encoding = {
  name: 'canonical JSON (RFC 8785)',
  decode: (bytes) => JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)),
  encode: (value) => new TextEncoder().encode(canonicalJson(value)),
  ambiguityOf: (bytes) => {
    const parsed = parseJson(bytes, STORED_LIMITS);
    return parsed.ok ? null : parsed.fault;
  },
};

const CBOR_ENCODING: Encoding = {
  name: 'canonical CBOR (RFC 8949 §4.2.1)',
  decode: (bytes) => decodeCbor(bytes, STORED_LIMITS),
  encode: encodeCanonical,
  ambiguityOf: () => null,
};

/**
 * A document by itself must be in its one canonical spelling: a byte that changes no value is a changed byte all the
 * same. Within a reply (`receipt` of GET /v1/answers/{id}/receipt) the spelling is the reply's, and values count: where a
 * member stands twice, readers differ on which is the value.
 */
export function readReceiptBytes(bytes: Uint8Array): ReadBytes {
  const first = bytes.find((byte) => !WHITE_SPACE.has(byte));
  const encoding = first === OPENING_BRACE ? JSON_ENCODING : CBOR_ENCODING;
  const decoded = decode(encoding, bytes);
  if (!decoded.ok) return { ok: false, fault: decoded.fault };
  const { value } = decoded;
  const within = receiptWithin(value);
  if (within !== undefined) {
    const ambiguity = encoding.ambiguityOf(bytes);
    if (ambiguity !== null) return { ok: false, fault: `the reply has no one reading: ${ambiguity}` };
    return withForm(readDocument(within), 'the receipt of a reply, by its values');
  }
  const read = readDocument(value);
  if (read.ok && !isSpelled(encoding, value, bytes))
    return { ok: false, fault: `the bytes are not the ${encoding.name} of what they say` };
  return withForm(read, encoding.name);
}

function withForm(read: ReadReceipt, detail: string): ReadBytes {
  return read.ok ? { ...read, form: passed('form', detail) } : read;
}

/** The `receipt` member of a reply; undefined where the value is none. */
function receiptWithin(value: unknown): unknown {
  const isReply = typeof value === 'object' && value !== null && 'receipt' in value && !('content' in value);
  return isReply ? value.receipt : undefined;
}

type Decoded =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: string };

function decode({ decode: read }: Encoding, bytes: Uint8Array): Decoded {
  try {
    return { ok: true, value: read(bytes) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, fault: `neither JSON nor CBOR: ${reason}` };
  }
}

function isSpelled({ encode }: Encoding, value: unknown, bytes: Uint8Array): boolean {
  try {
    return sameBytes(encode(value), bytes);
  } catch {
    // What has no canonical form is not in it.
    return false;
  }
}
