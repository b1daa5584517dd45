/**
 * A corpus of any size, made without reading documents: its entries go through the log's writer and the projections as an
 * ingest's do. The benchmark knows every claim, so that the totals of a list can be compared with a count by hand.
 */
import { SYSTEM_CLOCK } from '../bin/cli/system-clock.ts';
import type { Clock } from '../engine/ports.ts';
import { encodeCanonical } from '../graph/canonical.ts';
import { contentHash } from '../graph/content-address.ts';
import { blake3Hex } from '../graph/digest.ts';
import type { NewEntry } from '../graph/log/command.ts';
import type { EntryBody } from '../graph/log/entry.ts';
import { LogWriter } from '../graph/log/writer.ts';
import type { GraphStore } from '../graph/store/store.ts';
import { addMilliseconds } from '../graph/time.ts';
import {
  CLAIMS_OF_DOCUMENT,
  claimsOf,
  DAY_MS,
  layoutOf,
  MADE_CORPUS,
  madeArtefact,
  madeClaim,
  madeDay,
  madeRival,
  textOf,
} from './made-claims.ts';
import { madeEvents } from './made-ledger.ts';

/** Documents of one append: what a server saves within one transaction on a busy machine. */
const GROUP = 25;

/**
 * Makes the corpus where the store is empty; one that stays is measured as it is.
 * @throws where it holds another number of claims, or was left half made: figures would stand under a wrong size
 */
export async function makeCorpusOnce(store: GraphStore, count: number, observedAt: string): Promise<void> {
  if ((await store.head()).size === 0) return makeCorpus(store, count, observedAt);
  const ends = [count - 1, count].map((n) => madeClaim(n).addr);
  const [last, next] = await store.records('claims', ends);
  if (last == null || next != null) throw new Error(`the store there does not hold ${count} made claims`);
}

/**
 * Appends a corpus of `count` claims.
 * @param observedAt when its source was last looked at, RFC 3339 UTC with ms
 */
export async function makeCorpus(store: GraphStore, count: number, observedAt: string): Promise<void> {
  const documents = documentsOf(count);
  const now = nowOf(count);
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

/** The machine's, but for a corpus whose days go past the present, of which it stands still behind the last one. */
export function clockOf(count: number): Clock {
  const last = addMilliseconds(nowOf(count), DAY_MS);
  return last < SYSTEM_CLOCK.now() ? SYSTEM_CLOCK : { now: () => last };
}

/** When its entries were written. */
function nowOf(count: number): string {
  return addMilliseconds(madeDay(documentsOf(count)), DAY_MS);
}

function documentsOf(count: number): number {
  return Math.ceil(count / CLAIMS_OF_DOCUMENT);
}

interface MadeDocument {
  readonly entries: readonly NewEntry[];
  readonly blobs: readonly Uint8Array[];
}

function madeDocument(n: number, count: number, now: string): MadeDocument {
  const claims = claimsOf(n, count);
  const text = textOf(claims);
  const artefact = madeArtefact(n, count);
  const id = artefact.artefact_id;
  const entry = (body: EntryBody, effectiveAt = artefact.observed_at): NewEntry => {
    return { corpus: MADE_CORPUS, tenant: null, effectiveAt, body };
  };
  const first = n * CLAIMS_OF_DOCUMENT;
  let at = 0;
  const asserted = claims.map(({ addr, core, cluster }, k) => {
    const rival = madeRival(first + k);
    const span = { start: at, end: at + core.text.length };
    at = span.end + 1;
    return entry({
      type: 'claim.asserted',
      ...{ addr, core, content_hash: contentHash(core), claim_cluster_id: cluster, slot: null, artefact: id },
      ...{ span, sentence: span, context_spans: [], contradicts: rival === null ? [] : [rival] },
    });
  });
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
