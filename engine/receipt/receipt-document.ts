/**
 * A receipt as a document: what is downloaded, saved and sent. Its bytes are deterministic: canonical CBOR (RFC 8949
 * §4.2.1), or JSON in its canonical form (RFC 8785), so that one receipt has one file of each kind and any changed byte
 * of it shows.
 */
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import type { ReceiptClass, ReceiptView } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';
import type { ArtefactProof, ReceiptProofs, SnapshotProof } from './receipt-proofs.ts';

/** The `receipt` member of GET /v1/answers/{id}/receipt. */
export interface ReceiptDocument<C extends ReceiptClass = ReceiptClass>
  extends Omit<ReceiptView<C>, 'receipt'> {
  readonly content: Receipt;
}

export function receiptDocument<C extends ReceiptClass>({
  receipt,
  ...rest
}: ReceiptView<C>): ReceiptDocument<C> {
  return { ...rest, content: receipt };
}

/** The document's bytes in one of its two encodings. */
export function documentBytes(document: ReceiptDocument, encoding: 'json' | 'cbor'): Uint8Array {
  return encoding === 'cbor' ? encodeCanonical(document) : new TextEncoder().encode(canonicalJson(document));
}

/**
 * JSON Canonicalization Scheme (RFC 8785): members by the UTF-16 code units of their names, no white space, numbers and
 * strings as ECMAScript writes them.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => byCodeUnit(a, b))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** What has been read as a document, or what is wrong with it. */
export type ReadReceipt =
  | { readonly ok: true; readonly view: ReceiptView }
  | { readonly ok: false; readonly fault: string };

/** Members of the document and of its proofs, all of them and no others: nothing in a document goes unchecked. */
const MEMBERS = {
  document: ['receipt_id', 'class', 'hash', 'content', 'log'] satisfies (keyof ReceiptDocument)[],
  log: [
    'seq',
    'tree_size',
    'root',
    'inclusion',
    'entry',
    'checkpoint',
    'keys',
    'snapshot',
    'artefacts',
  ] satisfies (keyof ReceiptProofs)[],
  snapshot: ['size', 'root', 'consistency'] satisfies (keyof SnapshotProof)[],
  artefact: ['artefact_id', 'seq', 'entry', 'inclusion'] satisfies (keyof ArtefactProof)[],
  /** Of an artefact of which nothing is quoted. */
  unquoted: ['artefact_id', 'seq', 'leaf', 'inclusion'] satisfies (keyof ArtefactProof)[],
};

/** Reads an untrusted document. Its content is left to the verification. */
export function readDocument(value: unknown): ReadReceipt {
  const fault = shapeFault(value);
  if (fault !== null) return { ok: false, fault };
  // Only the outer shape was checked; the verification finds what differs inside.
  const { content, ...rest } = value as ReceiptDocument;
  return { ok: true, view: { ...rest, receipt: content } };
}

function shapeFault(value: unknown): string | null {
  const document = membersFault(value, MEMBERS.document, 'the receipt');
  if (document !== null) return document;
  const { log } = value as { readonly log: unknown };
  const place = membersFault(log, MEMBERS.log, 'log');
  if (place !== null) return place;
  const { snapshot, artefacts } = log as { readonly snapshot: unknown; readonly artefacts: unknown };
  if (!Array.isArray(artefacts)) return 'log.artefacts: not a list';
  const proofs = artefacts.map((one, at) => membersFault(one, proofMembers(one), `log.artefacts.${at}`));
  return (
    membersFault(snapshot, MEMBERS.snapshot, 'log.snapshot') ?? proofs.find((one) => one !== null) ?? null
  );
}

function proofMembers(proof: unknown): readonly string[] {
  const hasLeaf = typeof proof === 'object' && proof !== null && Object.hasOwn(proof, 'leaf');
  return hasLeaf ? MEMBERS.unquoted : MEMBERS.artefact;
}

function membersFault(value: unknown, names: readonly string[], where: string): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${where}: not an object`;
  const missing = names.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${where}: ${missing} is missing`;
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  return unknown === undefined ? null : `${where}: ${unknown} is no member of it`;
}
