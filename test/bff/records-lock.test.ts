/** Records that another process holds: what must be written waits without blocking anybody, and is refused in time. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import type { RecordStore } from '../../bff/records.ts';
import { BffRefusal } from '../../bff/refusal.ts';
import { holdLock } from '../setup/hold-lock.ts';
import { dataFolder } from './whole-server.ts';

/** A client gives up after 5 s. */
const IN_TIME_MS = 4_000;
/** A statement that waited by itself would block for longer than this. */
const BLOCKED_MS = 500;

const ENTRY = {
  id: 'q_1',
  user_id: 'u_1',
  org_id: 'acme',
  mode: 'verified',
  requested_at: 1_000,
  answer_id: 'ans_1',
  q: 'How many moons does Saturn have?',
  as_of: null,
  corpus: null,
  summary_hash: '0'.repeat(64),
  receipt_hash: null,
  metadata: '{}',
  findings_state: 'PASS',
} as const;
const SAVED = {
  id: 's_1',
  user_id: 'u_1',
  answer_id: 'ans_1',
  snapshot_id: '1.0123456789ab',
  title: 'Moons',
  folder: null,
  created_at: 1_000,
  q: ENTRY.q,
  summary: 'Saturn has 274 moons.',
  summary_hash: ENTRY.summary_hash,
  receipt_hash: null,
  as_of: null,
  corpus: null,
  findings_state: 'PASS',
  tags: ['moons'],
} as const;

describe('records that another process holds', () => {
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let records: RecordStore;
  const file = () => join(folder.path, 'bff.sqlite');

  beforeEach(async () => {
    folder = await dataFolder();
    records = await openSqliteRecords(file());
  });
  afterEach(async () => {
    await records[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('refuse what is to be written with 503, in time, while reads go on and nothing is blocked', async () => {
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last - 10);
      last = performance.now();
    }, 10);
    {
      await using _ = await holdLock(file());
      const began = performance.now();
      const writes = [
        records.addHistory(ENTRY),
        records.save(SAVED),
        records.entitle('acme', 'f', 'p', true),
      ];
      expect((await records.history({ of: { user: 'u_1' }, limit: 1 })).rows).toEqual([]);
      for (const write of await Promise.allSettled(writes)) {
        const fault = write.status === 'rejected' ? write.reason : null;
        expect(fault).toBeInstanceOf(BffRefusal);
        expect(fault.view).toMatchObject({ status: 503, reason: 'bff:records_busy' });
      }
      expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
    }
    clearInterval(timer);
    expect(longest).toBeLessThan(BLOCKED_MS);
    await records.addHistory(ENTRY);
    expect(await records.save(SAVED)).toMatchObject({ id: 's_1', tags: ['moons'] });
  });

  it('write once as soon as the other process releases the lock', async () => {
    const lock = await holdLock(file());
    const writes = [records.addHistory(ENTRY), records.save(SAVED)];
    await sleep(300);
    await lock[Symbol.asyncDispose]();
    await Promise.all(writes);
    expect((await records.history({ of: { user: 'u_1' }, limit: 9 })).rows).toHaveLength(1);
    expect(await records.saved({ user: 'u_1', limit: 9 })).toHaveLength(1);
  });
});
