/** Reads from the store what projecting some entries needs to know. */
import type { ArtefactId, ClaimAddr } from '../address.ts';
import { decodeCanonical, STORED_LIMITS } from '../canonical.ts';
import type { ProjectionBase } from '../project.ts';
import type { BlobReader } from '../store/blobs.ts';
import type { StoredEntry } from '../store/log.ts';
import type { RecordReader } from '../store/records.ts';
import { claimsSpokenOf } from '../tally-entries.ts';

/** Blobs that the same transaction is about to save, by hash. */
export type PendingBlobs = ReadonlyMap<string, Uint8Array>;

interface Wanted {
  readonly corpora: Set<string>;
  readonly artefacts: Set<ArtefactId>;
  readonly claims: Set<ClaimAddr>;
  readonly keys: Set<string>;
  readonly texts: Set<string>;
  /** Artefacts that are observed before these entries and state claims in them: what they state is quoted from their texts. */
  readonly quoted: Set<ArtefactId>;
  readonly manifests: Set<string>;
}

/** One batch read per kind, whatever the number of entries. */
export async function loadForProjection(
  reader: BlobReader & RecordReader,
  stored: readonly StoredEntry[],
  pending: PendingBlobs,
): Promise<ProjectionBase> {
  const wanted = want(stored);
  const blobs = await readBlobs(reader, [...wanted.texts, ...wanted.manifests], pending);
  const manifests = decodeManifests(wanted.manifests, blobs);
  for (const ids of manifests.values()) for (const id of ids) wanted.artefacts.add(id);
  const corpora = wanted.corpora.size === 0 ? [] : await reader.corpora();
  const claims = present(await reader.records('claims', [...wanted.claims]));
  // Who states a claim first is whom it counts for.
  for (const { artefact } of claims) wanted.artefacts.add(artefact);
  const artefacts = await reader.records('artefacts', [...wanted.artefacts]);
  const quoted = present(artefacts).filter(({ record }) => wanted.quoted.has(record.artefact_id));
  const texts = quoted.map(({ record }) => record.text_hash).filter((hash) => !blobs.has(hash));
  const earlier = await readBlobs(reader, [...new Set(texts)], pending);
  const keys = await reader.records('keys', [...wanted.keys]);
  return {
    corpora: new Map(corpora.filter(({ name }) => wanted.corpora.has(name)).map((one) => [one.name, one])),
    artefacts: new Map(present(artefacts).map((one) => [one.record.artefact_id, one])),
    claims: new Map(claims.map((claim) => [claim.addr, claim])),
    keys: new Map(present(keys).map((one) => [one.body.key_id, one])),
    texts: decodeTexts([...wanted.texts, ...texts], new Map([...blobs, ...earlier])),
    manifests,
  };
}

function want(stored: readonly StoredEntry[]): Wanted {
  const wanted: Wanted = {
    corpora: new Set(),
    artefacts: new Set(),
    claims: new Set(),
    keys: new Set(),
    texts: new Set(),
    quoted: new Set(),
    manifests: new Set(),
  };
  const observed = new Set<ArtefactId>();
  for (const { entry } of stored) {
    if (entry.corpus !== null) wanted.corpora.add(entry.corpus);
    const { body } = entry;
    if (body.type === 'artefact.observed') {
      observed.add(body.artefact.artefact_id);
      wanted.texts.add(body.artefact.text_hash);
    }
    if (body.type === 'artefact.withdrawn' || body.type === 'artefact.redacted')
      wanted.artefacts.add(body.artefact);
    if (body.type === 'claim.asserted' || body.type === 'evidence.appended') {
      for (const claim of claimsSpokenOf(body)) wanted.claims.add(claim);
    }
    if (body.type === 'claim.asserted') {
      wanted.claims.add(body.addr);
      if (!observed.has(body.artefact)) wanted.quoted.add(body.artefact);
    }
    if (body.type === 'corpus.observed') wanted.manifests.add(body.manifest_hash);
    if (body.type === 'key.revoked') wanted.keys.add(body.key_id);
  }
  for (const artefact of wanted.quoted) wanted.artefacts.add(artefact);
  return wanted;
}

async function readBlobs(
  reader: BlobReader,
  hashes: readonly string[],
  pending: PendingBlobs,
): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const hash of hashes) {
    const bytes = pending.get(hash);
    if (bytes !== undefined) found.set(hash, bytes);
  }
  const missing = hashes.filter((hash) => !found.has(hash));
  const stored = missing.length === 0 ? [] : await reader.blobs(missing);
  for (const [index, bytes] of stored.entries()) {
    const hash = missing[index];
    if (bytes !== null && hash !== undefined) found.set(hash, bytes);
  }
  return found;
}

function decodeTexts(hashes: Iterable<string>, blobs: ReadonlyMap<string, Uint8Array>): Map<string, string> {
  const texts = new Map<string, string>();
  for (const hash of hashes) {
    const bytes = blobs.get(hash);
    if (bytes !== undefined) texts.set(hash, new TextDecoder().decode(bytes));
  }
  return texts;
}

function decodeManifests(
  hashes: Iterable<string>,
  blobs: ReadonlyMap<string, Uint8Array>,
): Map<string, readonly ArtefactId[]> {
  const manifests = new Map<string, readonly ArtefactId[]>();
  for (const hash of hashes) {
    const bytes = blobs.get(hash);
    // The manifest was written by `engine/ingest` as canonical CBOR and is named by its hash.
    if (bytes !== undefined) manifests.set(hash, decodeCanonical(bytes, STORED_LIMITS) as ArtefactId[]);
  }
  return manifests;
}

function present<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value) => value !== null);
}
