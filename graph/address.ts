/** Addresses and ids: their grammar, and how they follow from what they name (docs/spec/decisions.md#2). */
import { base32 } from './base32.ts';
import { encodeCanonical } from './canonical.ts';
import { blake3 } from './digest.ts';

/** Shapes of addresses and ids; see the functions below for their grammar (docs/spec/decisions.md#2). */
export type ClaimAddr = `wx://${string}/claim/${string}`;
export type SectionAddr = `wx://${string}/sec/${string}`;
export type ArtefactId = `a1${string}`;
export type EventId = `e1${string}`;
export type AnnotationId = `n1${string}`;
export type ClosureId = `k1${string}`;
export type AnswerId = `ans_${string}`;
export type SetId = `es_${string}`;
export type ReceiptId = `rc_${string}`;
/** A claim's address without its corpus: `c1` and 26 characters. */
export type ClaimId = `c1${string}`;

export const ADDRESS_KINDS = [
  'claim',
  'sec',
  'article',
  'entity',
  'artefact',
  'annotation',
  'event',
  'answer',
  'receipt',
] as const;
export type AddressKind = (typeof ADDRESS_KINDS)[number];

/** An address is at most this long; it is ASCII, so bytes and characters are the same. */
export const MAX_ADDRESS_BYTES = 512;
/** A path parameter in which every byte of an address is percent-encoded. */
const MAX_PARAM_LENGTH = MAX_ADDRESS_BYTES * 3;
/** 26 characters hold 130 bits of the hash: out of reach for collisions, half the tokens of the whole. */
const HASH_CHARACTERS = 26;

/** Local part of an item whose name has no spelling in an address; a name of this form is hashed too. */
const HASHED_NAME = /^x1[a-z2-7]{26}$/;

const SCHEME = 'wx://';
const CORPUS = /^[a-z0-9][a-z0-9-]{0,62}$/;
const CLAIM_ID = /^c1[a-z2-7]{26}$/;
const SEGMENT = /^(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})+$/;
/** Percent-encodings that would give one item two spellings, or hide a separator, a control or another encoding. */
const FORBIDDEN_PCT = /%(?:[01][0-9A-F]|7F|25|2F|5C|2[DE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/;

/** Which part of an address is wrong. */
export type AddressFault = 'length' | 'scheme' | 'corpus' | 'kind' | 'local' | 'encoding';

export interface Address {
  readonly addr: string;
  readonly corpus: string;
  readonly kind: AddressKind;
  readonly local: string;
}

export type ParsedAddress =
  | ({ readonly ok: true } & Address)
  | { readonly ok: false; readonly reason: AddressFault };

/** Whether the text may name a corpus: 1 to 63 of `a-z 0-9 -`, not beginning with `-`. */
export function isCorpusName(text: string): boolean {
  return CORPUS.test(text);
}

/** Whether the text is a bare claim id. */
export function isClaimId(text: string): text is ClaimId {
  return CLAIM_ID.test(text);
}

/** Whether the text is the address of a claim. */
export function isClaimAddr(text: string): text is ClaimAddr {
  const parsed = parseAddress(text);
  return parsed.ok && parsed.kind === 'claim';
}

/** Takes an address apart. Every item has one spelling; any other is refused rather than repaired. */
export function parseAddress(text: string): ParsedAddress {
  if (text.length > MAX_ADDRESS_BYTES) return fault('length');
  if (!text.startsWith(SCHEME)) return fault('scheme');
  const [corpus = '', kind = '', ...segments] = text.slice(SCHEME.length).split('/');
  if (!isCorpusName(corpus)) return fault('corpus');
  if (!isKind(kind)) return fault('kind');
  const local = segments.join('/');
  if (segments.length === 0 || !segments.every(isSegment)) return fault('local');
  if (kind === 'claim' && !isClaimId(local)) return fault('local');
  return { ok: true, addr: text, corpus, kind, local };
}

/**
 * Reads an address that stands in a request's path, undecoded: percent-encoded as a whole, or raw, with slashes that a
 * proxy may have merged. What is encoded is decoded once; a raw address stands as it is, percent-encodings of its own
 * included.
 */
export function addressPathParam(raw: string): ParsedAddress {
  if (raw.length > MAX_PARAM_LENGTH) return fault('length');
  const isRaw = /^wx:\/(?!\/\/)/.test(raw);
  const text = isRaw ? raw.replace(/^wx:\/(?!\/)/, SCHEME) : decodeOnce(raw);
  return text === null ? fault('encoding') : parseAddress(text);
}

/** What a path parameter names: a claim, of the given corpus or (bare id) of the one the request reads. */
export type ClaimParam =
  | { readonly ok: true; readonly id: ClaimId; readonly corpus: string | null }
  | { readonly ok: false; readonly reason: AddressFault };

/**
 * Reads the `{addr}` of `/v1/claims/{addr}/…` as it stands in the request's path, undecoded: the percent-encoded
 * address, the bare id, or the raw address, whose slashes a proxy may have merged. Decodes once, then validates.
 */
export function claimPathParam(raw: string): ClaimParam {
  if (raw.length > MAX_PARAM_LENGTH) return fault('length');
  const text = decodeOnce(raw);
  if (text === null) return fault('encoding');
  if (isClaimId(text)) return { ok: true, id: text, corpus: null };
  const parsed = parseAddress(text.replace(/^wx:\/(?!\/)/, SCHEME));
  if (!parsed.ok) return parsed;
  if (parsed.kind !== 'claim' || !isClaimId(parsed.local)) return fault('kind');
  return { ok: true, id: parsed.local, corpus: parsed.corpus };
}

/** An id: the prefix and 26 base32 characters of the BLAKE3 hash of the value's canonical CBOR. */
export function hashId<P extends string>(prefix: P, value: unknown): `${P}${string}` {
  return hashedId(prefix, blake3(encodeCanonical(value)));
}

/** The same id, where the hash of the value's canonical CBOR is at hand. */
export function hashedId<P extends string>(prefix: P, hash: Uint8Array): `${P}${string}` {
  return `${prefix}${base32(hash).slice(0, HASH_CHARACTERS)}`;
}

/** The address of a claim whose bare id is known. @throws {RangeError} if the corpus' name is not one */
export function claimAddrOf(corpus: string, id: ClaimId): ClaimAddr {
  return `wx://${checkedCorpus(corpus)}/claim/${id}`;
}

/** The bare id within a claim's address: what links carry. */
export function claimIdOf(addr: ClaimAddr): ClaimId {
  // The type says that the address has this form; an id is its last segment.
  return addr.slice(addr.lastIndexOf('/') + 1) as ClaimId;
}

/** The corpus within a claim's address. */
export function claimCorpusOf(addr: ClaimAddr): string {
  return addr.slice(SCHEME.length, addr.indexOf('/', SCHEME.length));
}

/**
 * The id of one version of a document: of its corpus, its publisher's id and the hash of its bytes.
 * @param returned the version's number where these bytes were a version before; it sets the two apart
 */
export function artefactId(corpus: string, docId: string, hash: string, returned?: number): ArtefactId {
  return hashId('a1', { v: 1, corpus, doc_id: docId, hash, version: returned });
}

/** The address of an artefact's section, counted from 0. @throws {RangeError} if the corpus' name is not one */
export function sectionAddr(corpus: string, artefact: ArtefactId, index: number): SectionAddr {
  return `wx://${checkedCorpus(corpus)}/sec/${artefact}/${index}`;
}

/**
 * The address of a document, whichever its version: its publisher's id, percent-encoded segment by segment. An id that
 * has no spelling there (empty or dot segments, controls, `%`, `\`, too long) is named by its hash, `x1…`.
 * @throws {RangeError} if the corpus' name is not one
 */
export function articleAddr(corpus: string, docId: string): `wx://${string}/article/${string}` {
  return `wx://${checkedCorpus(corpus)}/article/${localOf(corpus, 'article', docId)}`;
}

/** The address of what claims speak of, by their subject's key; spelled like {@link articleAddr}. */
export function entityAddr(corpus: string, key: string): `wx://${string}/entity/${string}` {
  return `wx://${checkedCorpus(corpus)}/entity/${localOf(corpus, 'entity', key)}`;
}

function localOf(corpus: string, kind: AddressKind, name: string): string {
  const hashed = () => hashId('x1', { v: 1, corpus, kind, name });
  if (HASHED_NAME.test(name) || !name.isWellFormed()) return hashed();
  const local = name.split('/').map(encodeSegment).join('/');
  return parseAddress(`${SCHEME}${corpus}/${kind}/${local}`).ok ? local : hashed();
}

/** `encodeURIComponent` leaves five marks that the grammar wants encoded. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function isKind(text: string): text is AddressKind {
  return ADDRESS_KINDS.some((kind) => kind === text);
}

function isSegment(text: string): boolean {
  if (text === '.' || text === '..' || !SEGMENT.test(text) || FORBIDDEN_PCT.test(text)) return false;
  return !text.includes('%') || decodeOnce(text) !== null;
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function checkedCorpus(corpus: string): string {
  if (!isCorpusName(corpus)) throw new RangeError('not the name of a corpus');
  return corpus;
}

function fault(reason: AddressFault): { readonly ok: false; readonly reason: AddressFault } {
  return { ok: false, reason };
}
