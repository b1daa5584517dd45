/**
 * A corpus of any size, made without reading documents: its entries go through the log's writer and the projections as an
 * ingest's do. The benchmark knows every claim, so that the totals of a list can be compared with a count by hand.
 */
import { encodeLayout } from '../engine/reading/document/layout-blob.ts';
import { type ArtefactId, artefactId, type ClaimAddr, sectionAddr } from '../graph/address.ts';
import type { ArtefactRecord } from '../graph/artefact.ts';
import { FOLD_POLICY } from '../graph/belief/policy.ts';
import { encodeCanonical } from '../graph/canonical.ts';
import type { ClaimCore } from '../graph/claim.ts';
import { clusterOf } from '../graph/cluster.ts';
import { claimAddr, contentHash, eventId } from '../graph/content-address.ts';
import { blake3Hex } from '../graph/digest.ts';
import type { EvidenceKind, LedgerEntryBody } from '../graph/evidence.ts';
import { entryHash } from '../graph/ledger-entry.ts';
import type { NewEntry } from '../graph/log/command.ts';
import type { EntryBody } from '../graph/log/entry.ts';
import { LogWriter } from '../graph/log/writer.ts';
import type { GraphStore } from '../graph/store/store.ts';
import { addMilliseconds } from '../graph/time.ts';

export const MADE_CORPUS = 'made';
const CLAIMS_OF_DOCUMENT = 6;
/** Documents of one append. */
const GROUP = 200;
const FIRST_DAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;
/** Documents of one day. */
const A_DAY = 30;

const THINGS = [
  'harbour',
  'bridge',
  'museum',
  'lighthouse',
  'station',
  'library',
  'theatre',
  'market',
  'mill',
  'tower',
];
const ATTRIBUTES = [
  'boats',
  'arches',
  'rooms',
  'lamps',
  'platforms',
  'shelves',
  'seats',
  'stalls',
  'wheels',
  'bells',
];
const DIMENSIONS = ['count', 'length', 'mass', 'date'];
export const LICENCES = ['CC-BY-4.0', 'CC0-1.0', 'MIT', 'All rights reserved'];
const LANGUAGES = ['en', 'de', 'fr'];
/** How many actors dispute a claim, by its number modulo a hundred; the rest nobody does. */
const DISPUTERS: readonly number[] = [4, 4, 4, 2, 2, 1, 1, 1];

/** What is known of a claim that was made, for counts by hand. */
export interface MadeClaim {
  readonly addr: ClaimAddr;
  readonly core: ClaimCore;
  readonly cluster: string;
  readonly document: number;
}

export function madeClaim(n: number): MadeClaim {
  const document = Math.floor(n / CLAIMS_OF_DOCUMENT);
  const thing = pick(THINGS, n);
  const attribute = pick(ATTRIBUTES, Math.floor(n / THINGS.length));
  // Every 40th claim says again, in other words, what the one 20 before it says.
  const isAgain = saysAgain(n);
  const subject = isAgain ? n - AGAIN : n;
  const value = String((subject * 7) % 1_000);
  const key = `${thing} ${subject}`;
  const text = isAgain
    ? `There are ${value} ${attribute} at ${key}.`
    : `The ${key} has ${value} ${attribute}.`;
  const core: ClaimCore = {
    v: 1,
    corpus: MADE_CORPUS,
    lang: pick(LANGUAGES, document),
    text,
    form: {
      subject: { key, surface: key, how: 'explicit' },
      attribute: { head: attribute, modifiers: [], predicate: 'have', dimension: pick(DIMENSIONS, n) },
      value: { kind: 'quantity', min: value, max: value, unit: '', precision: 0 },
      scope: { valid_from: null, valid_to: null, place: null, qualifiers: [] },
      role: 'current',
      polarity: 'affirmed',
      modality: 'asserted',
    },
  };
  const addr = claimAddr(core);
  return { addr, core, cluster: isAgain ? madeClaim(subject).cluster : clusterOf(addr), document };
}

const AGAIN = 20;

function saysAgain(n: number): boolean {
  return n % (2 * AGAIN) === AGAIN;
}

/** When document `n` was observed: documents come in the order of their days, 30 a day. */
export function madeDay(n: number): string {
  return new Date(FIRST_DAY + Math.floor(n / A_DAY) * DAY_MS + 36_000_000).toISOString();
}

/**
 * Appends a corpus of `count` claims.
 * @param observedAt when its source was last looked at, RFC 3339 UTC with ms
 */
export async function makeCorpus(store: GraphStore, count: number, observedAt: string): Promise<void> {
  const documents = Math.ceil(count / CLAIMS_OF_DOCUMENT);
  const now = addMilliseconds(madeDay(documents), DAY_MS);
  const writer = new LogWriter(store, () => now);
  for (let start = 0; start < documents; start += GROUP) {
    const group = Array.from({ length: Math.min(GROUP, documents - start) }, (_, index) =>
      madeDocument(start + index, count, now),
    );
    await writer.append(async () => ({
      entries: group.flatMap(({ entries }) => entries),
      blobs: group.flatMap(({ blobs }) => blobs),
      result: () => undefined,
    }));
  }
  // Nothing was seen again, so that evidence is as old as its document.
  const manifest = encodeCanonical([]);
  const body: EntryBody = {
    type: 'corpus.observed',
    ...{ source: 'made', documents, manifest_hash: blake3Hex(manifest) },
  };
  const looked = { corpus: MADE_CORPUS, tenant: null, effectiveAt: madeDay(documents - 1), body };
  await new LogWriter(store, () => observedAt).append(async () => ({
    ...{ entries: [looked], blobs: [manifest] },
    result: () => undefined,
  }));
}

interface MadeDocument {
  readonly entries: readonly NewEntry[];
  readonly blobs: readonly Uint8Array[];
}

function claimsOf(n: number, count: number): readonly MadeClaim[] {
  const first = n * CLAIMS_OF_DOCUMENT;
  return Array.from({ length: Math.min(CLAIMS_OF_DOCUMENT, count - first) }, (_, k) => madeClaim(first + k));
}

function layoutOf(text: string): Uint8Array {
  return encodeLayout([{ kind: 'paragraph', start: 0, end: text.length, level: 0, heading: -1, leadIn: -1 }]);
}

function textOf(claims: readonly MadeClaim[]): string {
  return claims.map(({ core }) => core.text).join(' ');
}

function madeArtefact(n: number, count: number): ArtefactRecord {
  const text = textOf(claimsOf(n, count));
  const title = `Survey ${n} of the ${pick(THINGS, n)}`;
  const hash = blake3Hex(new TextEncoder().encode(text));
  const id = artefactId(MADE_CORPUS, `d${n}`, hash);
  const publisher = `publisher${n % 53}.example`;
  return {
    artefact_id: id,
    corpus: MADE_CORPUS,
    doc_id: `d${n}`,
    version: 1,
    url: `https://www.${publisher}/d${n}`,
    title,
    hash,
    text_hash: hash,
    layout_hash: blake3Hex(layoutOf(text)),
    media_type: n % 2 === 0 ? 'text/plain' : 'text/html',
    domain: `www.${publisher}`,
    publisher,
    licence: pick(LICENCES, n),
    lang: pick(LANGUAGES, n),
    summary: text.slice(0, 120),
    published: null,
    observed_at: madeDay(n),
    sections: [{ addr: sectionAddr(MADE_CORPUS, id, 0), heading: '', span: { start: 0, end: text.length } }],
    mirror_of: null,
  };
}

function madeDocument(n: number, count: number, now: string): MadeDocument {
  const claims = claimsOf(n, count);
  const text = textOf(claims);
  const artefact = madeArtefact(n, count);
  const id = artefact.artefact_id;
  const entry = (body: EntryBody, effectiveAt = artefact.observed_at): NewEntry => {
    return { corpus: MADE_CORPUS, tenant: null, effectiveAt, body };
  };
  let at = 0;
  const asserted = claims.map(({ addr, core, cluster }) => {
    const span = { start: at, end: at + core.text.length };
    at = span.end + 1;
    return entry({
      type: 'claim.asserted',
      ...{ addr, core, content_hash: contentHash(core), claim_cluster_id: cluster, slot: null, artefact: id },
      ...{ span, sentence: span, context_spans: [], contradicts: [] },
    });
  });
  const first = n * CLAIMS_OF_DOCUMENT;
  const events = claims.flatMap((_, k) => madeEvents(first + k, count, now));
  return {
    entries: [
      entry({ type: 'artefact.observed', artefact }),
      ...asserted,
      ...events.map((event) =>
        entry({ type: 'evidence.appended', entry: event, idempotency: null }, event.effective_at),
      ),
    ],
    blobs: [new TextEncoder().encode(text), layoutOf(text)],
  };
}

/** What a claim adds to the ledger of its cluster: the document's own word, and the disputes of some a week later. */
function madeEvents(n: number, count: number, now: string): LedgerEntryBody[] {
  const subject = saysAgain(n) ? n - AGAIN : n;
  const before = saysAgain(n) ? (madeEvents(subject, count, now).at(-1) ?? null) : null;
  const artefact = madeArtefact(Math.floor(n / CLAIMS_OF_DOCUMENT), count);
  const claim = madeClaim(subject).addr;
  const { publisher, artefact_id: id, hash, url, observed_at } = artefact;
  const entries = [
    chained(
      before,
      {
        claim,
        kind: 'corroborate',
        actor: `publisher:${publisher}`,
        artefact: id,
        hash,
        ref: url,
        at: observed_at,
      },
      now,
    ),
  ];
  const later = addMilliseconds(observed_at, 7 * DAY_MS);
  const disputers = DISPUTERS[n % 100] ?? 0;
  for (let k = 0; k < disputers; k += 1) {
    const actor = `reader-${n % 11}-${k}`;
    const event = {
      claim,
      kind: 'dispute' as const,
      actor,
      artefact: null,
      hash: blake3Hex(Buffer.from(`${n} ${k}`)),
      ref: `https://${actor}.example/${n}`,
      at: later,
    };
    entries.push(chained(entries.at(-1) ?? null, event, now));
  }
  return entries;
}

interface MadeEvent {
  readonly claim: ClaimAddr;
  readonly kind: EvidenceKind;
  readonly actor: string;
  readonly artefact: ArtefactId | null;
  readonly hash: string;
  readonly ref: string;
  readonly at: string;
}

function chained(before: LedgerEntryBody | null, event: MadeEvent, now: string): LedgerEntryBody {
  const { claim, kind, actor, artefact, hash, ref } = event;
  const item = { ref, hash, kind: 'source' as const };
  const frozen = {
    ...item,
    ...(artefact === null ? { check: 'unknown' as const } : { check: 'match' as const, artefact }),
    domain: new URL(ref).hostname,
    ...(artefact !== null && { observed_at: event.at }),
  };
  return {
    event_id: eventId({
      v: 1,
      claim,
      kind,
      actor_root: actor,
      previous: null,
      evidence: [item],
      attestations: [],
      stake: null,
    }),
    claim,
    seq: before === null ? 0 : before.seq + 1,
    at: before === null ? now : addMilliseconds(before.at, 1),
    effective_at: event.at < now ? event.at : now,
    kind,
    actor,
    actor_root: actor,
    standing: 700,
    token_id: null,
    evidence: [frozen],
    attestations: [],
    stake: null,
    successor: null,
    authority: null,
    policy: FOLD_POLICY.id,
    prev: before === null ? null : entryHash(before),
  };
}

function pick<T>(of: readonly T[], n: number): T {
  // The index is within the list.
  return of[n % of.length] as T;
}
