import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import { checkBelow, checkEnd, treeHead } from '../../../graph/log/check-log.ts';
import { entryBytes } from '../../../graph/log/leaf.ts';
import { EMPTY_EDGE, emptyRoot } from '../../../graph/log/merkle.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { entry } from '../../conformance/graph-store/records.ts';
import { openForTest, testFolder } from '../embedded/folder.ts';

/** More than one page. */
const ENTRIES = 1_005;
const NOTHING = { size: 0, root: emptyRoot() };

/** An entry as the log could hold it at that place. */
const LEAF = `x'${Buffer.from(entryBytes(entry(7).entry)).toString('hex')}'`;
const OTHER_PAGE = '(SELECT bytes FROM entry_pages WHERE first = 352)';

/** What is done to the file, and the entry that is then named. */
const DAMAGE = [
  ['the bytes of an entry', `UPDATE entries SET bytes = x'a0' WHERE seq = 1001`, 1_001],
  ['the bytes of an entry that are those of another', `UPDATE entries SET bytes = ${LEAF} WHERE seq = 7`, 7],
  ['a page of entries', `UPDATE entry_pages SET bytes = x'00' WHERE first = 320`, 320],
  ['a page that is gone', 'DELETE FROM entry_pages WHERE first = 320', 320],
  ['a page that is another', `UPDATE entry_pages SET bytes = ${OTHER_PAGE} WHERE first = 320`, 320],
  ['a root', `UPDATE entries SET root = zeroblob(32) WHERE seq = 0`, 0],
  ['an entry that is gone', 'DELETE FROM entries WHERE seq = 500', 500],
  ['a stored hash', `UPDATE merkle_nodes SET hash = x'00' WHERE level = 2 AND idx = 1`, 7],
] as const;

let folder: string;
let store: GraphStore;

beforeEach(async () => {
  folder = await testFolder();
  store = await openForTest({ path: folder });
  await append(ENTRIES);
});

describe('checkEnd', () => {
  it('accepts a log that is whole, also past a signed tree', async () => {
    const signed = await treeHead(store);
    await append(1);
    expect(await checkEnd(store, signed)).toEqual({ size: ENTRIES + 1, from: EMPTY_EDGE });
  });

  it('accepts an empty log', async () => {
    const empty = await openForTest({ path: await testFolder() });
    expect(await checkEnd(empty, await treeHead(empty))).toMatchObject({ size: 0 });
  });

  it.each([
    ...DAMAGE,
    ['the newest entries that are gone', 'DELETE FROM entries WHERE seq > 999', 1_000],
  ] as const)('names the first bad entry after %s', async (_what, damage, seq) => {
    harm(damage);
    await expect(checkEnd(store, NOTHING)).rejects.toMatchObject({ seq });
  });

  it('refuses a head of other entries', async () => {
    harm(`UPDATE head SET frontier = replace(frontier, substr(frontier, 5, 1), 'x')`);
    await expect(checkEnd(store, NOTHING)).rejects.toThrow(/the head of the log is not/);
  });

  it('refuses a tree other than the signed one', async () => {
    const { size } = await treeHead(store);
    await expect(checkEnd(store, { size, root: new Uint8Array(32) })).rejects.toThrow(
      /is not the one that was/,
    );
  });

  it('reads none of the entries that were signed, but the newest', async () => {
    await append(8_000);
    const signed = await treeHead(store);
    await append(7);
    const { entries, reader } = counting(store);
    const size = ENTRIES + 8_007;
    expect(await checkEnd(reader, signed)).toMatchObject({ size, from: { size: size - 4_096 } });
    expect(entries.first).toBe(size - 4_096);
    harm(`UPDATE entries SET bytes = x'a0' WHERE seq = 12`);
    await expect(checkEnd(store, signed)).resolves.toMatchObject({ size });
    harm(`UPDATE entries SET bytes = x'a0' WHERE seq = ${size - 4_096}`);
    await expect(checkEnd(store, signed)).rejects.toMatchObject({ seq: size - 4_096 });
  });

  it('reads everything that was not signed', async () => {
    await append(8_000);
    harm(`UPDATE entries SET bytes = x'a0' WHERE seq = 12`);
    await expect(checkEnd(store, NOTHING)).rejects.toMatchObject({ seq: 12 });
  });
});

describe('checkBelow', () => {
  it('says how far it has come, up to the tree', async () => {
    const seen = await all(checkBelow(store, await store.head()));
    expect(seen.at(-1)).toBe(ENTRIES);
    expect(seen.length).toBeGreaterThan(10);
    expect(await all(checkBelow(store, EMPTY_EDGE))).toEqual([]);
  });

  it.each(DAMAGE)('names the first bad entry after %s', async (_what, damage, seq) => {
    const head = await store.head();
    harm(damage);
    await expect(all(checkBelow(store, head))).rejects.toMatchObject({ seq });
  });
});

async function all(steps: AsyncIterable<number>): Promise<number[]> {
  const seen: number[] = [];
  for await (const step of steps) seen.push(step);
  return seen;
}

function counting(of: GraphStore) {
  const entries = { first: Number.POSITIVE_INFINITY };
  const read: GraphStore['entries'] = (query) => {
    entries.first = Math.min(entries.first, query.after + 1);
    return of.entries(query);
  };
  return { entries, reader: { ...of, entries: read } };
}

async function append(count: number): Promise<void> {
  const writer = new LogWriter(store, () => '2026-01-01T00:00:00.000Z');
  await writer.append(async (state) => {
    const { size } = await state.head();
    return {
      entries: Array.from({ length: count }, (_, index) => ({
        corpus: null,
        tenant: null,
        effectiveAt: null,
        body: { type: 'key.revoked', key_id: `tk_${size + index}` } as const,
      })),
      result: () => undefined,
    };
  });
}

/** Changes the file behind the store's back. */
function harm(sql: string): void {
  const connection = new Connection(join(folder, 'graph.sqlite'), 1_000);
  connection.exec(sql);
  connection.close();
}
