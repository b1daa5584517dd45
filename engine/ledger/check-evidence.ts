/** Checks evidence against what is stored and freezes it as ledger items (docs/spec/decisions.md#3-evidence-hash). */
import { type ArtefactId, type ClaimAddr, parseAddress } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { ClaimRecord } from '../../graph/claim.ts';
import { canonicalClaim } from '../../graph/cluster.ts';
import { sha256Hex } from '../../graph/digest.ts';
import type { EvidenceItem } from '../../graph/evidence.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import { registrableDomain } from '../registrable-domain.ts';
import type { EvidenceRequest } from './evidence-request.ts';

type RequestedItem = EvidenceRequest['evidence'][number];

export interface CheckedEvidence {
  readonly items: readonly EvidenceItem[];
  /** Of a supersede-propose: the first ref that is a claim address. */
  readonly successor: ClaimAddr | null;
}

/** What the refs may mean in this store. */
interface Known {
  readonly artefacts: readonly ArtefactRecord[];
  readonly claim: ClaimRecord | null;
}

/** Stored hashes that a refusal names. */
const MAX_SHOWN = 8;

/**
 * `denied:evidence_hash_mismatch` when a hash disagrees with the artefact stored under its ref; `denied:successor_missing`.
 * @param canonical the claim whose ledger the evidence is for: another wording of it is no successor
 */
export async function checkEvidence(
  reader: BlobReader & RecordReader & RangeReader,
  request: EvidenceRequest,
  canonical: ClaimAddr,
): Promise<Outcome<CheckedEvidence>> {
  const known = await readKnown(reader, request);
  const items: EvidenceItem[] = [];
  for (const [index, item] of request.evidence.entries()) {
    const checked = await checkItem(reader, item, known[index] ?? { artefacts: [], claim: null }, request);
    if (!checked.ok) return checked;
    items.push(checked.value);
  }
  if (request.kind !== 'supersede-propose') return done({ items, successor: null });
  const named = known.flatMap(({ claim }) => (claim === null ? [] : canonicalClaim(claim)));
  const successor = named.find((addr) => addr !== canonical);
  if (successor === undefined) {
    return refused(
      'denied:successor_missing',
      'a supersede-propose names its successor: one ref is the address of another known claim',
    );
  }
  return done({ items, successor });
}

async function readKnown(
  reader: RecordReader & RangeReader,
  { corpus, evidence }: EvidenceRequest,
): Promise<Known[]> {
  const refs = evidence.map(({ ref }) => ref);
  const artefacts = await reader.ranges('artefactsByRef', { corpus, by: refs });
  const named = await readNamed(reader, corpus, refs);
  const addrs = refs.map(claimAddress);
  const asked = addrs.filter((addr) => addr !== null);
  const claims = new Map(
    (await reader.records('claims', asked)).map((claim, index) => [asked[index], claim]),
  );
  return refs.map((_, index) => {
    const addr = addrs[index] ?? null;
    return {
      artefacts: [...(artefacts[index] ?? []).map(({ record }) => record), ...(named[index] ?? [])],
      claim: addr === null ? null : (claims.get(addr) ?? null),
    };
  });
}

/** The artefact that each ref names by its address, or within the claim's corpus by its id. */
async function readNamed(
  reader: RecordReader,
  corpus: string,
  refs: readonly string[],
): Promise<ArtefactRecord[][]> {
  const names = refs.map((ref) => artefactName(ref, corpus));
  const ids = names.flatMap((name) => (name === null ? [] : [name.id]));
  const states = new Map((await reader.records('artefacts', ids)).map((state, index) => [ids[index], state]));
  return names.map((name) => {
    const record = name === null ? undefined : states.get(name.id)?.record;
    return record !== undefined && record.corpus === name?.corpus ? [record] : [];
  });
}

function artefactName(ref: string, corpus: string): { id: ArtefactId; corpus: string } | null {
  if (isArtefactId(ref)) return { id: ref, corpus };
  const parsed = parseAddress(ref);
  if (!parsed.ok || parsed.kind !== 'artefact' || !isArtefactId(parsed.local)) return null;
  return { id: parsed.local, corpus: parsed.corpus };
}

function isArtefactId(text: string): text is ArtefactId {
  return /^a1[a-z2-7]{26}$/.test(text);
}

function claimAddress(ref: string): ClaimAddr | null {
  const parsed = parseAddress(ref);
  // `parseAddress` has just said that the text is a claim's address.
  return parsed.ok && parsed.kind === 'claim' ? (ref as ClaimAddr) : null;
}

async function checkItem(
  reader: BlobReader,
  item: RequestedItem,
  { artefacts, claim }: Known,
  { writer }: EvidenceRequest,
): Promise<Outcome<EvidenceItem>> {
  const { ref, kind } = item;
  const hash = normaliseHash(item.hash);
  if (claim !== null) {
    // A hash of the claim's record, which no operation shows, and not of bytes: another one contradicts nothing.
    const check = hash === claim.content_hash ? 'match' : 'unknown';
    return done({ ref, hash, kind, check, domain: writer.actorRoot });
  }
  const held = await findHolder(reader, hash, artefacts);
  if (held !== null) return done(fromArtefact(item, held));
  if (artefacts.length > 0 && isChecked(hash)) return mismatch(ref, artefacts);
  return done({ ref, hash, kind, check: 'unknown', domain: domainOf(ref) ?? writer.actorRoot });
}

function mismatch(ref: string, artefacts: readonly ArtefactRecord[]) {
  const message = 'the hash disagrees with what is stored under this ref';
  const stored = [...new Set(artefacts.map(({ hash }) => hash))].slice(-MAX_SHOWN);
  return refused('denied:evidence_hash_mismatch', message, { ref, stored });
}

async function findHolder(
  reader: BlobReader,
  hash: string,
  artefacts: readonly ArtefactRecord[],
): Promise<ArtefactRecord | null> {
  if (isBlake3(hash)) return artefacts.find((one) => one.hash === hash) ?? null;
  if (!isSha256(hash)) return null;
  const blobs = await reader.blobs(artefacts.map((one) => one.hash));
  const index = blobs.findIndex((bytes) => bytes !== null && `sha256:${sha256Hex(bytes)}` === hash);
  return artefacts[index] ?? null;
}

/** The stored hash stands in the ledger, so that one artefact counts once however it was named. */
function fromArtefact({ ref, kind }: RequestedItem, artefact: ArtefactRecord): EvidenceItem {
  return {
    ref,
    hash: artefact.hash,
    kind,
    check: 'match',
    artefact: artefact.artefact_id,
    domain: artefact.publisher,
    observed_at: artefact.observed_at,
    licence: artefact.licence,
  };
}

/** A bare 64-digit hash means BLAKE3; the prefix `blake3:` says the same. Digits count in either case. */
function normaliseHash(hash: string): string {
  if (!/^(?:blake3:|sha256:)?[0-9a-f]{64}$/i.test(hash)) return hash;
  return hash.toLowerCase().replace(/^blake3:/, '');
}

function isBlake3(hash: string): boolean {
  return /^[0-9a-f]{64}$/.test(hash);
}

function isSha256(hash: string): boolean {
  return /^sha256:[0-9a-f]{64}$/.test(hash);
}

function isChecked(hash: string): boolean {
  return isBlake3(hash) || isSha256(hash);
}

function domainOf(ref: string): string | null {
  const url = URL.parse(ref);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return registrableDomain(url.hostname);
}
