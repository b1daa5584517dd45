import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEFAULT_TRUST_POLICY } from '../../engine/select/trust-policy.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import type { StoredEntry } from '../../graph/store/log.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import type { Survey } from '../benchmark.ts';
import { manyDocuments } from '../many-documents.ts';
import { sample } from '../sample.ts';

const DOCUMENTS = 1_000;
const PAGE = 256;
const POSITIONS = 4_000;
const ROUNDS = 5;
const OWN = resolve(import.meta.dirname, '..', '..');

/** A store of this checkout, or of an earlier one, whose port has a method for each kind of record. */
type AnyStore = GraphStore & {
  readonly entriesAt?: (seqs: readonly number[]) => Promise<(StoredEntry | null)[]>;
  readonly claims?: (addrs: readonly ClaimAddr[]) => Promise<unknown[]>;
};

interface Checkout {
  readonly name: string;
  readonly folder: string;
  readonly open: (options: { readonly path: string }) => Promise<AnyStore & AsyncDisposable>;
}

/** What an entry and a record cost to read, here and, with `--server`, in another checkout's format of the file. */
export const logReadsSurvey: Survey = {
  name: 'log-reads',
  about: `CPU of reading entries by page and position, and claims, over ${DOCUMENTS} documents (--server CHECKOUT)`,
  async report({ rows, server }) {
    const documents = rows[0] ?? DOCUMENTS;
    await using undo = new AsyncDisposableStack();
    const checkouts: Checkout[] = [];
    for (const root of [OWN, ...(server === null ? [] : [resolve(server)])]) {
      const folder = await mkdtemp(join(tmpdir(), 'adduce-bench-'));
      undo.defer(() => rm(folder, { recursive: true, force: true }));
      checkouts.push(await made(root, folder, documents));
    }
    const costs = new Map<string, number[]>();
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const checkout of round % 2 === 0 ? checkouts : checkouts.toReversed()) {
        // Round 0 warms up.
        for (const [work, cost] of await readsOf(checkout)) {
          const key = `${work} | ${checkout.name}`;
          if (round > 0) costs.set(key, [...(costs.get(key) ?? []), cost]);
        }
      }
    }
    return tableOf(costs);
  },
};

/** Files of other checkouts are what this one's are, as far as they are used here. */
async function made(root: string, folder: string, documents: number): Promise<Checkout> {
  const load = (file: string) => import(pathToFileURL(join(root, file)).href);
  const { openEmbedded } = await load('graph/embedded/open.ts');
  const { ingest } = await load('engine/ingest/ingest.ts');
  const { LogWriter } = await load('graph/log/writer.ts');
  const { Opinions } = await load('engine/ingest/opinions.ts');
  const { LEXICAL_JUDGE } = await load('engine/stance/lexical-judge.ts');
  {
    await using store = await openEmbedded({ path: folder });
    const writer = new LogWriter(store, () => new Date().toISOString());
    await ingest(writer, store, [manyDocuments(0, documents)], {
      ...{ corpus: 'places', source: 'bench', policy: DEFAULT_TRUST_POLICY, onProgress: () => undefined },
      opinions: new Opinions(LEXICAL_JUDGE, () => undefined),
    });
  }
  return { name: root === OWN ? 'this' : 'other', folder, open: openEmbedded };
}

/** µs an entry or a record, each kind of reading with caches that are empty at first. */
async function readsOf({ folder, open }: Checkout): Promise<[string, number][]> {
  const costs: [string, number][] = [];
  const measure = async (work: string, count: number, read: () => Promise<void>) => {
    const { cpu } = await sample(null, async () => {
      await read();
      return {};
    });
    costs.push([work, (cpu * 1_000) / count]);
  };
  const positions = async (store: AnyStore, seqs: readonly number[]) => {
    for (const seq of seqs)
      await (store.entriesAt === undefined ? store.records('entries', [seq]) : store.entriesAt([seq]));
  };
  {
    await using store = await open({ path: folder });
    const { size } = await store.head();
    await measure(`a page of ${PAGE} entries`, size, () => pages(store));
    const seqs = Array.from({ length: POSITIONS }, (_, index) => (index * 7_919) % size);
    await measure('one entry, anywhere', POSITIONS, () => positions(store, seqs));
  }
  {
    await using store = await open({ path: folder });
    const addrs = await claimsIn(store);
    await store[Symbol.asyncDispose]();
    await using again = await open({ path: folder });
    await measure('a claim, at first', addrs.length, () => claims(again, addrs));
    await measure('a claim, again', addrs.length, () => claims(again, addrs));
  }
  return costs;
}

async function pages(store: AnyStore): Promise<void> {
  for (let after = -1; ; ) {
    const page = await store.entries({ after, limit: PAGE, types: null });
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.entry.seq;
  }
}

/** Claims as the log states them, spread over it, as many as the caches of entries hold. */
async function claimsIn(store: AnyStore): Promise<ClaimAddr[]> {
  const stated = await store.entries({ after: -1, limit: 100_000, types: ['claim.asserted'] });
  const addrs = stated.flatMap(({ entry: { body } }) => (body.type === 'claim.asserted' ? [body.addr] : []));
  return addrs
    .map((_, index) => addrs[(index * 7_919) % addrs.length] ?? addrs[0])
    .slice(0, POSITIONS) as ClaimAddr[];
}

async function claims(store: AnyStore, addrs: readonly ClaimAddr[]): Promise<void> {
  for (let start = 0; start < addrs.length; start += 10) {
    const some = addrs.slice(start, start + 10);
    await (store.claims === undefined ? store.records('claims', some) : store.claims(some));
  }
}

function tableOf(costs: ReadonlyMap<string, readonly number[]>): string {
  const lines = [...costs].map(([key, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const [least, middle, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
    return `| ${key} | ${[middle, least, most].map((one) => (one ?? 0).toFixed(1)).join(' µs | ')} µs |`;
  });
  return [
    '| Read | checkout | CPU, median | least | most |',
    '| --- | --- | ---: | ---: | ---: |',
    ...lines,
  ].join('\n');
}
