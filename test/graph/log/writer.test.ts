import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import type { NewEntry } from '../../../graph/log/command.ts';
import type { EntryBody } from '../../../graph/log/entry.ts';
import { leafHash } from '../../../graph/log/leaf.ts';
import { inclusionPath, readProof, verifyInclusion } from '../../../graph/log/merkle.ts';
import { LogWriter, WriterOverloaded } from '../../../graph/log/writer.ts';
import { type GraphStore, StoreUnavailable } from '../../../graph/store/store.ts';

const NOW = '2026-10-01T12:00:00.000Z';

async function start(now: () => string = () => NOW) {
  const path = await mkdtemp(join(tmpdir(), 'adduce-writer-'));
  const store = await openEmbedded({ path });
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    await rm(path, { recursive: true });
  });
  return { store, writer: new LogWriter(store, now) };
}

function minted(id: string): NewEntry {
  const body: EntryBody = {
    type: 'key.minted',
    key_id: id,
    kind: 'engine',
    key_hash: id,
    org: null,
    actor: null,
  };
  return { corpus: null, tenant: null, effectiveAt: null, body };
}

/** A dispute whose place in its claim's ledger is at this time. */
function disputed(at: string): NewEntry {
  const body: EntryBody = {
    type: 'evidence.appended',
    idempotency: null,
    entry: {
      event_id: `e1${'a'.repeat(26)}`,
      claim: `wx://sky/claim/c1${'a'.repeat(26)}`,
      seq: 0,
      at,
      effective_at: at,
      kind: 'dispute',
      actor: 'ann',
      actor_root: 'ann',
      standing: 700,
      token_id: null,
      evidence: [],
      attestations: [],
      stake: null,
      successor: null,
      authority: null,
      policy: 'fold/1',
      prev: null,
    },
  };
  return { corpus: 'sky', tenant: null, effectiveAt: null, body };
}

const mint = (writer: LogWriter, id: string) =>
  writer.append(async () => ({ entries: [minted(id)], result: ([stored]) => stored?.entry.seq }));

async function countTransactions(store: GraphStore): Promise<() => number> {
  let count = 0;
  const transact = store.transact.bind(store);
  store.transact = (work) => {
    count += 1;
    return transact(work);
  };
  return () => count;
}

describe('the log writer', () => {
  test('commits appends that wait together in few transactions and keeps their order', async () => {
    const { store, writer } = await start();
    const transactions = await countTransactions(store);
    const seqs = await Promise.all(Array.from({ length: 64 }, (_, index) => mint(writer, `k${index}`)));
    expect(seqs).toEqual(Array.from({ length: 64 }, (_, index) => index));
    expect(transactions()).toBe(2);
  });

  test('gives each entry the root of the tree at its own size', async () => {
    const { store, writer } = await start();
    await Promise.all(Array.from({ length: 9 }, (_, index) => mint(writer, `k${index}`)));
    const entries = await store.entries({ after: -1, limit: 10, types: null });
    for (const { entry, bytes, root } of entries) {
      const size = entry.seq + 1;
      const proof = await readProof(inclusionPath(entry.seq, size), (ids) => store.merkleNodes(ids));
      expect(verifyInclusion(leafHash(bytes), entry.seq, size, proof, Buffer.from(root, 'hex'))).toBe(true);
    }
  });

  test('rejects a command that throws alone and writes its neighbours', async () => {
    const { store, writer } = await start();
    const outcomes = await Promise.allSettled([
      mint(writer, 'before'),
      writer.append(async () => {
        throw new TypeError('no plan');
      }),
      mint(writer, 'after'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await store.head()).size).toBe(2);
  });

  test('lets a command see what earlier ones of its group wrote', async () => {
    const { writer } = await start();
    const seen = (id: string) =>
      writer.append(async (state) => {
        const [key] = await state.records('keys', [id]);
        return { entries: [], result: () => key !== null };
      });
    const [, yes, no] = await Promise.all([mint(writer, 'a'), seen('a'), seen('b')]);
    expect([yes, no]).toEqual([true, false]);
  });

  test('rejects the whole group and leaves nothing when the store cannot write', async () => {
    const { store, writer } = await start();
    const transact = store.transact.bind(store);
    store.transact = async (work) => {
      await transact(async (tx) => {
        await work(tx);
        throw new StoreUnavailable('disk full');
      });
      throw new Error('unreachable');
    };
    const outcomes = await Promise.allSettled([mint(writer, 'a'), mint(writer, 'b')]);
    expect(outcomes.every((one) => one.status === 'rejected' && one.reason instanceof StoreUnavailable)).toBe(
      true,
    );
    expect((await store.head()).size).toBe(0);
  });

  test('never lets time run back: an entry is not older than the one before', async () => {
    const times = ['2026-10-01T12:00:05.000Z', '2026-10-01T12:00:01.000Z'];
    const { store, writer } = await start(() => times.shift() ?? NOW);
    await mint(writer, 'a');
    await mint(writer, 'b');
    const entries = await store.entries({ after: -1, limit: 10, types: null });
    expect(entries.map(({ entry }) => entry.at)).toEqual([
      '2026-10-01T12:00:05.000Z',
      '2026-10-01T12:00:05.000Z',
    ]);
  });

  test('never lets time run back within a group, where an entry of a ledger is later than the clock', async () => {
    const { store, writer } = await start();
    const later = '2026-10-01T12:00:00.007Z';
    await Promise.all([
      writer.append(async () => ({ entries: [disputed(later)], result: () => undefined })),
      mint(writer, 'b'),
    ]);
    const entries = await store.entries({ after: -1, limit: 10, types: null });
    expect(entries.map(({ entry }) => entry.at)).toEqual([later, later]);
  });

  test('cuts an effective time that lies in the future to the time of the append', async () => {
    const { store, writer } = await start();
    await writer.append(async () => ({
      entries: [{ ...minted('a'), effectiveAt: '2030-01-01T00:00:00.000Z' }],
      result: () => undefined,
    }));
    const [stored] = await store.entries({ after: -1, limit: 1, types: null });
    expect(stored?.entry.effective_at).toBe(NOW);
  });

  test('refuses the append that is one more than may wait', async () => {
    const { writer } = await start();
    const accepted = Array.from({ length: 4_096 }, (_, index) => mint(writer, `k${index}`));
    await expect(mint(writer, 'too many')).rejects.toThrow(WriterOverloaded);
    expect(await Promise.all(accepted)).toHaveLength(4_096);
  });

  test('writes nothing for a plan without entries', async () => {
    const { store, writer } = await start();
    expect(await writer.append(async () => ({ entries: [], result: () => 'done' }))).toBe('done');
    expect((await store.head()).size).toBe(0);
  });

  test('is settled once everything that waits is written', async () => {
    const { store, writer } = await start();
    void mint(writer, 'a');
    await writer.settled();
    expect((await store.head()).size).toBe(1);
  });
});
