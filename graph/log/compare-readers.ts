/**
 * Compares what two stores of one log read of their projections, by every key that the log names, whatever the stores are; and
 * how many rows they count. A row that no entry makes shows by its count alone.
 */
import {
  type AnnotationId,
  type AnswerId,
  type ArtefactId,
  type ClaimAddr,
  claimCorpusOf,
  type EventId,
} from '../address.ts';
import { byCodeUnit } from '../by-code-unit.ts';
import { sameBytes } from '../bytes.ts';
import { encodeCanonical } from '../canonical.ts';
import { clusterOf } from '../cluster.ts';
import type { BeliefReader, BeliefTally } from '../store/beliefs.ts';
import type { ListReader } from '../store/lists.ts';
import { allPlaces, NO_LIMIT, type RangeReader, readRange } from '../store/ranges.ts';
import type { RecordReader } from '../store/records.ts';
import type { GraphReader } from '../store/store.ts';
import { compareTallies } from './compare-tallies.ts';
import type { EntryBody, LogEntry } from './entry.ts';
import { compareKeys, type TableComparison } from './table-comparison.ts';

const PAGE = 500;

/** Reads of one kind, by key; null or an empty list where there is nothing. */
interface Kind {
  readonly table: string;
  /** Keys of what an entry makes or changes. */
  keys(entry: LogEntry): readonly string[];
  read(reader: GraphReader, keys: readonly string[]): Promise<readonly unknown[]>;
}

// Each kind reads with the keys that it has found itself, so that their types are known.
const KINDS: readonly Kind[] = [
  of('artefacts', artefactsOf, (reader, ids) => reader.records('artefacts', ids as ArtefactId[])),
  of('sections', sectionsOf, (reader, addrs) => reader.records('sections', addrs)),
  of('observations', hashesOf, (reader, hashes) => reader.ranges('observations', { by: hashes })),
  of('claims', claimsOf, (reader, addrs) => reader.records('claims', addrs as ClaimAddr[])),
  of('occurrences', claimsOf, (reader, addrs) =>
    reader.ranges('occurrences', allPlaces(addrs as ClaimAddr[])),
  ),
  of('rivals', claimsOf, (reader, addrs) => reader.ranges('rivals', { by: addrs as ClaimAddr[] })),
  of('ledger', eventsOf, (reader, ids) => reader.records('events', ids as EventId[])),
  of('ledger_heads', claimsOf, (reader, addrs) => reader.records('ledgerHeads', addrs as ClaimAddr[])),
  of('predecessors', claimsOf, (reader, addrs) =>
    reader.ranges('predecessors', { by: addrs as ClaimAddr[] }),
  ),
  of('claim_states', claimsOf, async (reader, addrs) => {
    const rows = await reader.beliefs('claims', { by: addrs as ClaimAddr[] });
    const states = new Map<string, unknown>(rows.map(({ addr, state }) => [addr, state]));
    return addrs.map((addr) => states.get(addr) ?? null);
  }),
  of('ledger_beliefs', claimsOf, async (reader, addrs) => {
    const by = (addrs as ClaimAddr[]).map((addr) => ({
      corpus: claimCorpusOf(addr),
      cluster: clusterOf(addr),
    }));
    const rows = await reader.beliefs('ledgers', { by });
    const known = new Map(rows.map((row) => [`${row.corpus} ${row.cluster}`, { ...row }]));
    return by.map(({ corpus, cluster }) => known.get(`${corpus} ${cluster}`) ?? null);
  }),
  of('idempotency', onceOf, (reader, keys) => reader.records('idempotency', keys)),
  of('annotations', annotationsOf, (reader, ids) => reader.records('annotations', ids as AnnotationId[])),
  of('stub_closures', stubsOf, (reader, ids) => reader.records('closures', ids)),
  of('answers', answersOf, (reader, ids) => reader.records('answers', ids as AnswerId[])),
  of('findings', answersOf, (reader, ids) => reader.records('latestFindings', ids as AnswerId[])),
  {
    table: 'findings_counts',
    keys: ({ tenant, body }) => (body.type === 'findings.changed' && tenant !== null ? [tenant] : []),
    read: (reader, tenants) => Promise.all(tenants.map((tenant) => reader.findingsCounts(tenant))),
  },
  of('keys', keysOf, (reader, ids) => reader.records('keys', ids)),
];

export async function compareReaders(store: GraphReader, expected: GraphReader): Promise<TableComparison[]> {
  const seen = new Map(KINDS.map((kind) => [kind, new Set<string>()]));
  const wrong = new Map(KINDS.map((kind) => [kind, new Set<string>()]));
  for (let after = -1; ; ) {
    const page = await expected.entries({ after, limit: PAGE, types: null });
    for (const kind of KINDS) {
      const known = seen.get(kind) ?? new Set();
      const keys = [...new Set(page.flatMap(({ entry }) => kind.keys(entry)))].filter(
        (key) => !known.has(key),
      );
      for (const key of keys) known.add(key);
      for (const key of await differing(kind, keys, store, expected)) wrong.get(kind)?.add(key);
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.entry.seq;
  }
  const compared = KINDS.map((kind) => {
    const keys = [...(wrong.get(kind) ?? [])];
    return compareKeys(kind.table, seen.get(kind)?.size ?? 0, keys, keys);
  });
  return [...compared, ...(await compareWhole(store, expected)), ...(await compareTallies(store, expected))];
}

async function differing(
  kind: Kind,
  keys: readonly string[],
  store: GraphReader,
  expected: GraphReader,
): Promise<string[]> {
  if (keys.length === 0) return [];
  const [found, wanted] = [await kind.read(store, keys), await kind.read(expected, keys)];
  return keys.filter((_, at) => !isSame(found[at], wanted[at]));
}

/** What is read without keys: the corpora with what is counted in them, and the revocations. */
async function compareWhole(
  store: RecordReader & RangeReader & ListReader & BeliefReader,
  expected: RecordReader & RangeReader & ListReader & BeliefReader,
): Promise<TableComparison[]> {
  const [found, wanted] = [await corporaOf(store), await corporaOf(expected)];
  const names = [...new Set([...found.keys(), ...wanted.keys()])];
  const other = names.filter((name) => !isSame(found.get(name), wanted.get(name)));
  const revoked = isSame(
    await readRange(store, 'revocations', { after: -1 }, { limit: NO_LIMIT }),
    await readRange(expected, 'revocations', { after: -1 }, { limit: NO_LIMIT }),
  )
    ? []
    : ['*'];
  return [
    compareKeys('corpora', found.size, other, other),
    compareKeys(
      'revocations',
      (await readRange(store, 'revocations', { after: -1 }, { limit: NO_LIMIT })).length,
      revoked,
      revoked,
    ),
  ];
}

function tallyText({ state, claims }: BeliefTally): string {
  return `${state} ${claims}`;
}

async function corporaOf(reader: RecordReader & ListReader & BeliefReader): Promise<Map<string, unknown>> {
  const corpora = new Map<string, unknown>();
  for (const record of await reader.corpora()) {
    const { name } = record;
    const tallies = await reader.beliefs('tallies', { corpus: name });
    const days = await reader.beliefs('day', { corpus: name });
    const beliefs = {
      days: days.map((day) => ({ ...day })),
      claims: tallies.map(tallyText).sort(byCodeUnit),
    };
    corpora.set(name, { record, counts: await reader.counts(name), beliefs });
  }
  return corpora;
}

function isSame(found: unknown, wanted: unknown): boolean {
  return sameBytes(encodeCanonical(found ?? null), encodeCanonical(wanted ?? null));
}

function of(table: string, keys: (body: EntryBody) => readonly string[], read: Kind['read']): Kind {
  return { table, keys: ({ body }) => keys(body), read };
}

function artefactsOf(body: EntryBody): readonly string[] {
  if (body.type === 'artefact.observed') return [body.artefact.artefact_id];
  return body.type === 'artefact.withdrawn' || body.type === 'artefact.redacted' ? [body.artefact] : [];
}

function sectionsOf(body: EntryBody): readonly string[] {
  return body.type === 'artefact.observed' ? body.artefact.sections.map(({ addr }) => addr) : [];
}

function hashesOf(body: EntryBody): readonly string[] {
  return body.type === 'artefact.observed' ? [body.artefact.hash] : [];
}

function claimsOf(body: EntryBody): readonly string[] {
  if (body.type === 'claim.asserted') return [body.addr];
  return body.type === 'evidence.appended' ? [body.entry.claim] : [];
}

function eventsOf(body: EntryBody): readonly string[] {
  return body.type === 'evidence.appended' ? [body.entry.event_id] : [];
}

function onceOf(body: EntryBody): readonly string[] {
  if (body.type === 'idempotency.kept') return [body.idempotency.key];
  if (body.type !== 'evidence.appended' && body.type !== 'annotation.added') return [];
  return body.idempotency === null ? [] : [body.idempotency.key];
}

function annotationsOf(body: EntryBody): readonly string[] {
  return body.type === 'annotation.added' ? [body.annotation.id] : [];
}

function stubsOf(body: EntryBody): readonly string[] {
  return body.type === 'stub.closed' ? [body.closure.stub_id] : [];
}

function answersOf(body: EntryBody): readonly string[] {
  return body.type === 'answer.assembled' ? [body.answer_id] : [];
}

function keysOf(body: EntryBody): readonly string[] {
  return body.type === 'key.minted' ? [body.key_id] : [];
}
