/** Which ledgers some entries of the log may give another belief. */
import type { ArtefactId, ClaimAddr } from '../../../graph/address.ts';
import { decodeCanonical, STORED_LIMITS } from '../../../graph/canonical.ts';
import { canonicalClaim } from '../../../graph/cluster.ts';
import type { EntryType } from '../../../graph/log/entry.ts';
import type { StoredEntry } from '../../../graph/store/log.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { nextSlice } from '../../slices.ts';

/** Entries that may move a belief. */
export const MOVING = [
  'claim.asserted',
  'evidence.appended',
  'artefact.observed',
  'corpus.observed',
] as const satisfies readonly EntryType[];
export const OBSERVING = ['artefact.observed', 'corpus.observed'] as const satisfies readonly EntryType[];

/** Ledgers, or artefacts, of one read, which is an event-loop slice of some milliseconds. */
const AT_ONCE = 32;

/** Ledgers that are not given again: what an entry observes is most often cited by the entries behind it. */
const MAX_KNOWN = 16_384;

/**
 * In batches, each ledger most often once, by the address of its claim: those that the entries say something of or that cite what
 * they observed, and those that have one of these as a proposed successor.
 */
export async function* touchedLedgers(
  store: GraphReader,
  entries: readonly StoredEntry[],
): AsyncGenerator<readonly ClaimAddr[]> {
  const known = new Set<ClaimAddr>();
  for await (const ledgers of directly(store, entries)) {
    await nextSlice();
    const some = ledgers.filter((ledger) => !known.has(ledger));
    if (some.length === 0) continue;
    const preceding = await store.ranges('predecessors', { by: some });
    const fresh = [...new Set([...some, ...preceding.flat()])].filter((ledger) => !known.has(ledger));
    if (known.size > MAX_KNOWN) known.clear();
    for (const ledger of fresh) known.add(ledger);
    for (let start = 0; start < fresh.length; start += AT_ONCE) yield fresh.slice(start, start + AT_ONCE);
  }
}

async function* directly(
  store: GraphReader,
  entries: readonly StoredEntry[],
): AsyncGenerator<readonly ClaimAddr[]> {
  const named = new Set<ClaimAddr>();
  const asserted = new Set<ClaimAddr>();
  for (const { entry } of entries) {
    if (entry.body.type === 'evidence.appended') named.add(entry.body.entry.claim);
    if (entry.body.type === 'claim.asserted') asserted.add(entry.body.addr);
  }
  const claims = asserted.size === 0 ? [] : await store.beliefs('claims', { by: [...asserted] });
  for (const { addr, cluster } of claims) named.add(canonicalClaim({ addr, claim_cluster_id: cluster }));
  const ledgers = [...named];
  for (let start = 0; start < ledgers.length; start += AT_ONCE) yield ledgers.slice(start, start + AT_ONCE);
  for await (const hashes of observedHashes(store, entries)) {
    for await (const citing of ledgersCiting(store, hashes)) yield citing;
  }
}

/** Of an artefact that is observed for the first time too: its bytes may have been cited before. */
async function* observedHashes(
  store: GraphReader,
  entries: readonly StoredEntry[],
): AsyncGenerator<readonly string[]> {
  const hashes = entries.flatMap(({ entry: { body } }) =>
    body.type === 'artefact.observed' ? [body.artefact.hash] : [],
  );
  for (let start = 0; start < hashes.length; start += AT_ONCE) yield hashes.slice(start, start + AT_ONCE);
  for (const { entry } of entries) {
    if (entry.body.type !== 'corpus.observed') continue;
    const [manifest] = await store.blobs([entry.body.manifest_hash]);
    // As `engine/ingest` wrote it: canonical CBOR, named by its hash.
    const ids = manifest ? (decodeCanonical(manifest, STORED_LIMITS) as ArtefactId[]) : [];
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const states = await store.records('artefacts', ids.slice(start, start + AT_ONCE));
      await nextSlice();
      yield states.flatMap((state) => state?.record.hash ?? []);
    }
  }
}

async function* ledgersCiting(
  store: GraphReader,
  hashes: readonly string[],
): AsyncGenerator<readonly ClaimAddr[]> {
  for (let after = ''; ; ) {
    const found = await store.beliefs('citing', { hashes, after, limit: AT_ONCE });
    const last = found.at(-1);
    if (last === undefined) return;
    yield found.map(({ claim }) => claim);
    if (found.length < AT_ONCE) return;
    after = last.claim;
  }
}
