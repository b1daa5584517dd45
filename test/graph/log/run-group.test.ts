/** Commands of one group: those that are drafted together write what they would have written one after the other. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import type { NewEntry } from '../../../graph/log/command.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import type { GraphStore, GraphTransaction, TransactionReader } from '../../../graph/store/store.ts';
import { eventId } from '../../conformance/graph-store/records.ts';

const NOW = '2026-10-01T12:00:00.000Z';

async function start() {
  const path = await mkdtemp(join(tmpdir(), 'adduce-group-'));
  const store = await openEmbedded({ path });
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    await rm(path, { recursive: true });
  });
  return { store, writer: new LogWriter(store, () => NOW) };
}

function once(key: string, n: number): NewEntry {
  const idempotency = { key, request_hash: 'h' };
  return {
    ...{ corpus: null, tenant: null, effectiveAt: null },
    body: { type: 'idempotency.kept', idempotency, result_id: eventId(n, 0) },
  };
}

function revoked(key: string): NewEntry {
  return { ...{ corpus: null, tenant: null, effectiveAt: null }, body: { type: 'key.revoked', key_id: key } };
}

/** What a command of these tests does: writes its key once, or looks at the whole log, or fails. */
type Kind = 'keeps a key' | 'reads the head' | 'revokes' | 'saves a note' | 'throws';
interface Step {
  readonly kind: Kind;
  readonly key: string;
  readonly drafted: boolean;
}

function run(writer: LogWriter, { kind, key, drafted }: Step, n: number): Promise<unknown> {
  return writer.append<unknown>(
    async (state) => {
      if (kind === 'throws') throw new TypeError('no plan');
      if (kind === 'revokes') return { entries: [revoked(key)], result: ([one]) => one?.entry.seq };
      if (kind === 'saves a note') return { entries: [], notes: [[key, `${n}`]], result: () => 'noted' };
      if (kind === 'reads the head') {
        const [{ size }, note] = [await state.head(), await state.note(key)];
        return { entries: [once(`${key} ${size} ${note}`, n)], result: () => size };
      }
      const [known] = await state.records('idempotency', [key]);
      return { entries: known ? [] : [once(key, n)], result: () => known?.result_id ?? 'first' };
    },
    { drafted },
  );
}

async function outcomes(steps: readonly Step[], together: boolean) {
  const { store, writer } = await start();
  const settled: PromiseSettledResult<unknown>[] = [];
  if (together) settled.push(...(await Promise.allSettled(steps.map((step, n) => run(writer, step, n)))));
  else
    for (const [n, step] of steps.entries())
      settled.push(...(await Promise.allSettled([run(writer, step, n)])));
  const entries = await store.entries({ after: -1, limit: 100, types: null });
  return {
    settled: settled.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected')),
    bodies: entries.map(({ entry, root }) => [entry.body, root]),
  };
}

/** Counts what a store is asked in transactions. */
function counted(store: GraphStore): { readonly store: GraphStore; readonly calls: string[] } {
  const calls: string[] = [];
  const transact: GraphStore['transact'] = (work) =>
    store.transact((tx) => {
      const records: TransactionReader['records'] = (kind, ids) => {
        calls.push(`${kind} ${ids.length}`);
        return tx.records(kind, ids);
      };
      const save: GraphTransaction['save'] = (changes) => {
        calls.push(`save ${changes.entries.length}`);
        return tx.save(changes);
      };
      return work({ ...tx, records, save });
    });
  return { store: { ...store, transact }, calls };
}

describe('commands that are drafted together', () => {
  test('write the same log and give the same results as one by one, whatever they read and write', async () => {
    const step = fc.record({
      kind: fc.constantFrom<Kind>(
        ...([
          'keeps a key',
          'keeps a key',
          'keeps a key',
          'reads the head',
          'revokes',
          'saves a note',
          'throws',
        ] as const),
      ),
      key: fc.constantFrom('a', 'b', 'c'),
      drafted: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        expect(await outcomes(steps, true)).toEqual(await outcomes(steps, false));
      }),
      { numRuns: 40 },
    );
  });

  test('are read for at once, and saved at once', async () => {
    const { store: inner } = await start();
    const { store, calls } = counted(inner);
    const writer = new LogWriter(store, () => NOW);
    const steps = Array.from(
      { length: 8 },
      (_, n): Step => ({ kind: 'keeps a key', key: `k${n}`, drafted: true }),
    );
    expect(await Promise.all(steps.map((step, n) => run(writer, step, n)))).toEqual(steps.map(() => 'first'));
    expect(calls.filter((call) => /^(idempotency|save)/.test(call))).toEqual(['idempotency 8', 'save 8']);
  });

  test('run again where one before them has changed what they read', async () => {
    const { store: inner } = await start();
    const { store, calls } = counted(inner);
    const writer = new LogWriter(store, () => NOW);
    const steps = ['a', 'b', 'a', 'c'].map((key): Step => ({ kind: 'keeps a key', key, drafted: true }));
    const results = await Promise.all(steps.map((step, n) => run(writer, step, n)));
    expect(results).toEqual(['first', 'first', eventId(0, 0), 'first']);
    expect(calls.filter((call) => call.startsWith('idempotency'))).toEqual([
      'idempotency 4',
      'idempotency 1',
    ]);
    expect((await store.head()).size).toBe(3);
  });

  test('fail alone where one throws', async () => {
    const { store, writer } = await start();
    const steps = (['keeps a key', 'throws', 'keeps a key'] as const).map((kind, n): Step => {
      return { kind, key: `k${n}`, drafted: true };
    });
    const settled = await Promise.allSettled(steps.map((step, n) => run(writer, step, n)));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await store.head()).size).toBe(2);
  });
});
